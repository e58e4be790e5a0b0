"""The marks by which days in speech are told: that there are any, that they come back, their tense. Data only."""

from __future__ import annotations

from noctuary.text.patterns import of_table

HINT = of_table("when.hint")
MONTH_HINT = of_table("when.month_hint")
RECURS = of_table("when.recurs", any_case=True)
FUTURE = of_table("when.future", any_case=True)
PAST = of_table("when.past", any_case=True)
WILL = of_table("when.will", any_case=True)
WAS = of_table("when.was", any_case=True)
