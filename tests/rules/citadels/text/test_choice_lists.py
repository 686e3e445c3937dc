"""What stands beside a choice: who may hold it, what a rival has, and why it would make no sense."""

import pytest

from games.rules.citadels.ruleset import CITADELS
from games.rules.core.choices import FieldLayout
from tests.helpers.citadels.positions import at_eight, loaded
from tests.helpers.citadels.questions import turn
from tests.helpers.citadels.worlds import offers


def drafted(character: str, **changes):
    """Ann is this character, and two others lie face up."""
    page = {**turn(character, "2016"), "faceup": ["merchant", "architect"]}
    others = iter(["thief", "magician", "warlord"])
    for seat in ("{1}", "{2}", "{3}"):
        page[seat] = {**page[seat], "characters": [next(others)]}
    return loaded({**page, **changes})


def list_targets(game, verb):
    """Character → how it is listed among the targets of this verb."""
    found = {}
    for offer in CITADELS.offers(game, "Ann"):
        if offer.verb == verb:
            found |= {offer.args[0]: CITADELS.presentation.hint(game, "Ann", offer).entry}
    return found


def lay_out(game, verb) -> FieldLayout:
    (offer,) = [offer for offer in CITADELS.offers(game, "Ann") if offer.verb == verb]
    return CITADELS.presentation.layout(game, "Ann", offer)


def test_a_face_up_character_is_marked_as_a_target_and_may_be_chosen():
    murders = list_targets(drafted("assassin"), "murder")
    assert [character for character, entry in murders.items() if entry.doubt] == ["merchant", "architect"]
    assert not any(murders[character].note for character in ("merchant", "architect"))
    assert murders["thief"].note


@pytest.mark.parametrize(("character", "verb"), [("magistrate", "warrant"), ("blackmailer", "threaten")])
def test_marks_are_laid_on_characters_with_who_may_hold_them(character, verb):
    game = drafted(character, **({"{1}": {"characters": ["king"]}} if character == "blackmailer" else {}))
    layout = lay_out(game, verb)
    assert layout.has_marks
    assert {"merchant", "architect"} == {one for one, hint in layout.choices.items() if hint.doubt}
    for one, hint in layout.choices.items():
        assert bool(hint.note) != bool(hint.doubt), one


def test_the_own_second_character_is_no_sensible_target():
    own = {"characters": ["assassin", "king"], "gold": 2}
    game = CITADELS.notation.load(
        {
            "seats": ["Ann", "Bob"],
            "called": "assassin",
            "begun": True,
            "Ann": own,
            "Bob": {"characters": ["thief", "bishop"]},
        },
        {},
    )
    assert [character for character, entry in list_targets(game, "murder").items() if entry.doubt] == ["king"]


def test_who_may_hold_a_character_is_the_same_in_every_world_the_seat_cannot_tell_apart():
    """The characters of two rivals and the face-down one change places: nothing beside a choice does."""
    for character in ("magistrate", "assassin"):
        here, there = drafted(character), drafted(character)
        bob, cleo = there.players["Bob"], there.players["Cleo"]
        bob.characters, cleo.characters = cleo.characters, bob.characters
        assert offers(here, "Ann") == offers(there, "Ann")


def test_what_is_in_a_rivals_hand_changes_nothing_beside_a_choice():
    for character in ("wizard", "spy", "magician", "emperor"):
        here, there = at_eight(character), at_eight(character)
        there.players["Bob"].hand = ["palace"] * len(there.players["Bob"].hand)
        assert offers(here, "Ann") == offers(there, "Ann")


def test_cards_that_the_seat_knows_stand_beside_their_holder():
    game = at_eight("wizard")
    game.players["Ann"].knows["Bob"] = ["market"]
    notes = {one: entry.note for one, entry in list_targets(game, "look").items()}
    assert [rival for rival, note in notes.items() if "Market" in note] == ["Bob"]
