"""What each answer to a question does, in one line: for help, the terminal and the sheet. Carries none out."""

MEANING = {
    "keep-a": "A holds; B is superseded by it.",
    "keep-b": "B holds; A is superseded by it.",
    "both": "Both are true; never ask about these two again.",
    "scoped": 'Both are true, each in its scope: "in staging | in production".',
    "neither": "Neither is true: both are archived.",
    "accept": "True and worth keeping: it is believed.",
    "confirm": "Still true: its confidence is renewed.",
    "reject": "Not true, or not worth keeping: it is archived.",
    "edit": "Your own wording takes its place.",
    "same": "The two names are one thing.",
    "different": "They are two things; never ask about them again.",
    "later": "Leave it open.",
}
DONE = MEANING | {"scoped": "Both are true, each in its scope."}
"""The same of an answer that was given: without the example."""

# What a human adds of their own to these two.
TEXTS = {"edit": "WORDING", "scoped": "SCOPES"}
