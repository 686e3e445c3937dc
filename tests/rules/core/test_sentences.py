"""The table of sentences counts what its game says."""

from games.rules.core.sentences import ANY, SentenceTable, Voice
from tests.helpers.rulesets.fair import LEXICON, SENTENCES

VOICE = Voice(LEXICON, "en")
DRAWN = {"drew": [(ANY, "", ("{seat} draws {n} animal.", "{seat} draws {n} animals."))]}


def test_a_pair_counts_the_field_count():
    table = SentenceTable(DRAWN)
    assert table.describe({"kind": "drew", "seat": "Ann", "count": 1}, None, VOICE) == "Ann draws 1 animal."
    assert table.describe({"kind": "drew", "seat": "Ann", "count": 2}, None, VOICE) == "Ann draws 2 animals."


def test_a_game_names_another_field_that_a_pair_counts():
    won = {"kind": "won", "seat": "Ann", "animal": "fox"}
    assert SENTENCES.describe(won | {"points": 1}, None, VOICE) == "Ann’s Fox wins a point."
    assert SENTENCES.describe(won | {"points": 4}, None, VOICE) == "Ann’s Fox wins 4 points."
