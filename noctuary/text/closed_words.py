"""The closed classes of English words that `edits` reads by: light words, negations, prepositions, opposites.

Tables alone, no logic.
"""

from __future__ import annotations

LIGHT = frozenset(
    """a an the this that these those it its is are was were be been being am do does did done has have had having will
    would to of there and s which who as some very really quite just so such also their
    his her my our your they he she we i you them him us got get gets getting then than""".split()
)
NEGATIONS = frozenset(
    """not n't no never without none nobody nothing neither nor cannot nowhere hardly unable incapable
    fail failed fails failing failure refuse refused refuses refusing deny denied denies denying lack lacked lacks
    lacking decline declined declines stop stopped stops stopping cease ceased ceases prevent prevented prevents
    preventing avoid avoided avoids avoiding reject rejected rejects neglect neglected neglects forbid forbade forbidden
    prohibit prohibited impossible absent absence free exempt exemption exclude excluded excludes excluding lose losing
    lost loses oppose opposed opposes opposing""".split()
)
PLAIN_NEGATIONS = frozenset("not n't no never without none nobody nothing neither nor cannot nowhere hardly".split())
_CLOSED = (
    ("in_front_of", "behind"), ("close_to", "far_from"), ("next_to", "away_from"), ("next_to", "far_from"),
    ("close_to", "away_from"), ("near", "far_from"), ("near", "away_from"), ("up", "down"),
    ("inside", "outside"), ("in", "out"), ("on", "off"), ("before", "after"), ("above", "below"), ("over", "under"),
    ("with", "without"), ("into", "out_of"), ("towards", "away_from"), ("toward", "away_from"), ("in", "out_of"), ("more", "less"),
    ("more", "fewer"), ("most", "least"), ("many", "few"), ("much", "little"), ("always", "never"), ("all", "none"),
    ("everyone", "nobody"), ("everything", "nothing"), ("both", "neither"), ("every", "no"), ("some", "no"),
    ("often", "rarely"), ("often", "seldom"), ("always", "rarely"), ("usually", "rarely"), ("for", "against"),
    ("same", "different"), ("same", "other"), ("only", "also"), ("exclusively", "also"), ("at_least", "at_most"),
    ("and", "but"), ("top", "bottom"),
)  # fmt: skip
OPPOSED = {frozenset(pair) for pair in _CLOSED}
PREPOSITIONS = frozenset(
    "at in by on for with from into onto over under during inside within across through near".split()
)
VERBS = frozenset("is are was were be been has have had can could will would must should may might does do did".split())
