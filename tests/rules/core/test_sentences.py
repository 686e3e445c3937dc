"""Sentences count what their game says, and equal cards."""

from games.rules.core.sentences import ANY, SentenceTable, Voice
from games.rules.dominion.ruleset import DOMINION
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


def test_equal_cards_that_follow_each_other_are_counted_and_keep_their_order():
    assert VOICE.cards(["fox", "fox", "bear", "fox"]) == "2\xa0×\xa0Fox, Bear and Fox"


def test_counted_cards_have_the_forms_of_their_name():
    voice = Voice(DOMINION.lexicon, "hu")
    said = voice.speak.say("{card:accusative}", card=voice.cards(["copper", "copper"]))
    assert said == "2\xa0×\xa0Rézpénzt"
