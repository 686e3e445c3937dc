"""Stages that the tournaments of tests have, and how a tournament begins at once."""

import msgspec

from games.tournaments.settings import StageSettings

SWISS = StageSettings(format="swiss", size=4, least=3, most=4, rounds=3, go_on=4)
BY_HAND = StageSettings(format="swiss", size=4, least=3, most=4, rounds=2, by_hand=True)
ONE_ROUND = msgspec.structs.replace(SWISS, rounds=1)
FINAL = StageSettings(format="knock_out", size=4, least=3, most=4)
POD = StageSettings(format="pods", size=4, least=3, most=4, rounds=1)
LADDER = StageSettings(format="ladder", size=3, least=2, most=4, reach=3)

# settings of a tournament that a few may begin as soon as they are there
AT_ONCE = {"least": 2, "most": 200, "check_in_hours": 0}
