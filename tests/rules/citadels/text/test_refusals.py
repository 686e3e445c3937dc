"""A refused move is answered by a sentence that helps, and that tells nothing hidden."""

import pytest

from games.rules.citadels.ruleset import CITADELS
from games.rules.core.errors import IllegalMove, NotUnderstood, RulesError
from games.rules.core.rng import Rng

SEATS = ["Ann", "Bob", "Cleo", "Dan"]


def position(**fields):
    return CITADELS.notation.load({"seats": SEATS, "called": "merchant", **fields}, {})


@pytest.mark.parametrize(
    ("fields", "line", "reason"),
    [
        ({"Bob": {"characters": ["merchant"]}}, "end", "must gather"),
        ({"Bob": {"characters": ["merchant"], "hand": ["market"]}}, "build market", "after gathering"),
        ({"gathered": True, "Bob": {"characters": ["merchant"]}}, "gold", "already gathered"),
        ({"gathered": True, "Bob": {"characters": ["merchant"]}}, "build temple", "do not hold Temple"),
        (
            {"gathered": True, "Bob": {"characters": ["merchant"], "hand": ["palace"], "gold": 3}},
            "build palace",
            "Palace costs 5, and you have 3 gold",
        ),
        (
            {
                "gathered": True,
                "Bob": {"characters": ["merchant"], "hand": ["temple"], "city": ["temple"], "gold": 3},
            },
            "build temple",
            "already one in your city",
        ),
        (
            {
                "gathered": True,
                "built": 1,
                "Bob": {"characters": ["merchant"], "hand": ["temple"], "gold": 3},
            },
            "build temple",
            "built 1 this turn",
        ),
        (
            {"gathered": True, "used": ["bonus"], "Bob": {"characters": ["merchant"]}},
            "bonus",
            "already used “bonus”",
        ),
        ({"gathered": True, "Bob": {"characters": ["merchant"]}}, "rob king", "you are playing the Merchant"),
    ],
)
def test_the_reason_is_said(fields, line, reason):
    with pytest.raises(IllegalMove, match=reason) as refusal:
        CITADELS.read(position(**fields), "Bob", line)
    assert "You may: " in str(refusal.value)


def test_rank_eight_hears_what_protects_a_city():
    game = CITADELS.notation.load(
        {
            "seats": SEATS,
            "called": "warlord",
            "gathered": True,
            "Ann": {"characters": ["warlord"], "gold": 9},
            "Bob": {"characters": ["bishop"], "city": ["tavern"]},
            "Cleo": {"characters": ["king"], "city": ["keep"]},
            "Dan": {"city": ["temple", "tavern", "market", "prison", "church", "docks", "manor"]},
        },
        {},
    )
    for line, reason in [
        ("destroy Bob tavern", "The Bishop protects the city of Bob"),
        ("destroy Cleo keep", "cannot be touched"),
        ("destroy Dan temple", "complete"),
        ("destroy Dan palace", "no Palace in the city of Dan"),
    ]:
        with pytest.raises(IllegalMove, match=reason):
            CITADELS.read(game, "Ann", line)


def test_a_verb_that_needs_more_words_asks_for_them():
    game = position(gathered=True, Bob={"characters": ["merchant"], "hand": ["tavern"], "gold": 2})
    with pytest.raises(NotUnderstood, match=r"“build” alone is not enough\. You may: build tavern"):
        CITADELS.read(game, "Bob", "bui")


def test_others_are_told_whom_the_game_waits_for():
    game = position(Bob={"characters": ["merchant"]})
    with pytest.raises(IllegalMove, match="Waiting for Bob"):
        CITADELS.read(game, "Ann", "gold")
    with pytest.raises(IllegalMove, match="nobody called “Zoe”"):
        CITADELS.read(game, "Zoe", "gold")


@pytest.mark.parametrize("options", [{}, {"preset": "devious_dignitaries"}, {"edition": "classic"}], ids=str)
def test_refusals_do_not_depend_on_what_is_hidden(options):
    """In a world that looks the same, the same wrong line is refused in the same words (L10)."""
    game, _ = CITADELS.new(SEATS, options, "refusals")
    rng = Rng("refusals")
    while not CITADELS.over(game):
        (seat,) = CITADELS.awaits(game)
        for other in SEATS:
            world = CITADELS.deal_again(game, other, Rng("w"))
            for line in wrong_lines(game, rng):
                assert answer(game, other, line) == answer(world, other, line)
        CITADELS.play(game, seat, rng.choice(CITADELS.offers(game, seat)).sample(rng.below))


def wrong_lines(game, rng) -> list[str]:
    """What somebody may try in order to find something out."""
    lines = ["build palace", "swap Cleo", "keep manor", "confiscate", "rob king", "take temple"]
    for rival in SEATS:
        for district in game.players[rival].city[:1]:
            lines += [f"{verb} {rival} {district}" for verb in ("destroy", "seize", "armory")]
    return [rng.choice(lines) for _ in range(4)]


def test_nobody_finds_the_bishop_by_asking():
    """Only rank 8 hears of protection; before, the Bishop may still be hidden."""
    game = CITADELS.notation.load(
        {
            "seats": SEATS,
            "called": "assassin",
            "Ann": {"characters": ["assassin"]},
            "Bob": {"characters": ["bishop"], "city": ["tavern"]},
            "Cleo": {"characters": ["king"], "city": ["tavern"]},
        },
        {},
    )
    bishop, king = (answer(game, "Ann", f"destroy {seat} tavern") for seat in ("Bob", "Cleo"))
    assert bishop.replace("Bob", "Cleo") == king
    assert "protects" not in bishop


def answer(game, seat: str, line: str) -> str:
    try:
        return str(CITADELS.read(game, seat, line))
    except RulesError as error:
        return str(error)


# --- two players, who keep one character and put one away

PILE = ["thief", "magician", "king", "bishop", "merchant", "warlord"]


def two_players():
    written = {"seats": ["Ann", "Bob"], "drafter": "Ann", "character_deck": PILE, "facedown": ["architect"]}
    return CITADELS.notation.load({**written, "Bob": {"characters": ["assassin"]}, "crown": "Bob"}, {})


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("pick king", "You keep the King; name a second one, to put away. You may: pick"),
        ("pick king king", "You cannot keep the King and put it away too. You may: pick"),
    ],
)
def test_a_pick_of_two_says_what_is_missing(line, reason):
    with pytest.raises(IllegalMove, match=reason):
        CITADELS.read(two_players(), "Ann", line)


def test_a_pick_of_two_is_explained_and_lists_what_is_there():
    game = two_players()
    (offer,) = CITADELS.offers(game, "Ann")
    assert CITADELS.label(game, "Ann", offer) == (
        "Name two: the one you keep, then the one you put away, as in “pick bishop king”."
    )
    text = " ".join(CITADELS.table_text(game, "Ann", width=10_000))
    assert "Choose your character, and one to put away." in text
    assert "These are in front of you: Thief, Magician, King, Bishop, Merchant and Warlord." in text
    assert "Magician: " in text
