"""What cannot be played gets a sentence that helps, in every language, and changes nothing."""

import pytest

from games.rules.core.errors import RulesError
from games.rules.core.translation import LANGUAGES
from games.rules.dominion.ruleset import DOMINION

WINDOW = {"Ann": {"hand": ["militia"]}, "Bob": {"hand": ["moat", "moat", "copper"], "deck": ["gold"]}}
SCOUTED = {"Ann": {"hand": ["scout"], "deck": ["gold", "copper", "silver", "estate"]}}
PUT_BACK = {"Ann": {"hand": ["militia"]}, "Bob": {"hand": ["secret_chamber", "copper"], "deck": ["gold"]}}
UPGRADE = {"Ann": {"hand": ["upgrade", "coppersmith"], "deck": ["coppersmith"]}}
BUYING = {"Ann": {"hand": ["copper", "copper", "estate"]}}
MILITIA = {"Ann": {"hand": ["militia"]}, "Bob": {"hand": ["copper", "copper", "estate", "gold", "silver"]}}
SOLD_OUT = {"phase": "buy", "coins": 8, "supply": {"duke": 0, "copper": 0}, "Ann": {}}

Told = tuple[str, str]  # a seat and its line


def play(written, *told: Told):
    """A position of two seats after these lines, in a kingdom with both Reactions."""
    kingdom = ["moat", "secret_chamber", "duke", "coppersmith", "upgrade"]
    position = DOMINION.notation.load({"seats": ["Ann", "Bob"], **written}, {"kingdom": kingdom})
    for seat, line in told:
        DOMINION.play(position, seat, DOMINION.read(position, seat, line))
    return position


def refuse(position, seat: str, line: str, language: str = "en") -> str:
    """The sentence with which a line is refused."""
    before = DOMINION.dump(position)
    with pytest.raises(RulesError) as refused:
        DOMINION.read(position, seat, line, language)
    assert DOMINION.dump(position) == before
    return str(refused.value)


@pytest.mark.parametrize(
    ("written", "told", "line", "reason"),
    [
        (
            WINDOW,
            [("Ann", "play militia"), ("Bob", "reveal moat")],
            "Bob: reveal moat",
            "You have already revealed Moat",
        ),
        (WINDOW, [("Ann", "play militia")], "Bob: reveal secret chamber", "You do not hold Secret Chamber"),
        (
            SCOUTED,
            [("Ann", "play scout")],
            "Ann: topdeck gold",
            "Name all the cards that go back, the top one",
        ),
        (SCOUTED, [("Ann", "play scout")], "Ann: topdeck gold gold silver", "Gold, Copper and Silver"),
        (
            PUT_BACK,
            [("Ann", "play militia"), ("Bob", "reveal secret chamber")],
            "Bob: topdeck province copper",
            "You do not hold Province",
        ),
        (UPGRADE, [("Ann", "play upgrade")], "Ann: trash copper", "You do not hold Copper"),
        (
            PUT_BACK,
            [("Ann", "play militia"), ("Bob", "reveal secret chamber")],
            "Bob: topdeck gold",
            "Name 2 cards of your hand, the one that goes on top first",
        ),
        (MILITIA, [("Ann", "play militia"), ("Bob", "decline")], "Bob: discard copper", "Name 2 cards"),
        (MILITIA, [("Ann", "play militia"), ("Bob", "decline")], "Bob: discard none", "Name 2 cards"),
        (
            BUYING,
            [],
            "Ann: treasures copper copper copper",
            "You do not have that many of these in hand",
        ),
        (BUYING, [], "Ann: treasures copper estate", "Estate is not a Treasure"),
        (BUYING, [], "Ann: buy copper curse", "“treasures, buy copper, buy curse”"),
        (BUYING, [], "Ann: reveal moat", "when somebody else plays an Attack"),
        ({"Ann": {}}, [("Ann", "end")], "Ann: buy silver", "It is not your turn. Waiting for Bob"),
    ],
)
def test_what_is_wrong_is_said_and_what_is_possible(written, told, line, reason):
    seat, _, text = line.partition(": ")
    position = play(written, *told)
    said = refuse(position, seat, text)
    assert reason in said
    assert "You may:" in said or not DOMINION.offers(position, seat)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card", ["duke", "copper"])
def test_the_whole_name_of_a_card_is_no_beginning_of_another(card, language):
    position = play(SOLD_OUT)
    name = DOMINION.vocabulary.voice(position, language).name
    verb = DOMINION.lexicon.translate_line("buy", language)
    said = refuse(position, "Ann", f"{verb} {name(card)}", language)
    assert str(name(card)) in said


@pytest.mark.parametrize(("language", "line"), [("hu", "elhárítom"), ("hr", "odbijam")])
def test_to_fend_an_attack_off_is_not_to_decline_a_reaction(language, line):
    refuse(play(WINDOW, ("Ann", "play militia")), "Bob", line, language)


def test_a_verb_that_is_spelt_like_the_name_of_a_card_type_is_understood_as_the_verb():
    """Croatian “blago” is a Treasure and the word for playing all of them."""
    position = play(BUYING, ("Ann", "treasures"), ("Ann", "buy copper"))
    assert "Blago se igra prije prve kupnje" in refuse(position, "Ann", "blago", "hr")
