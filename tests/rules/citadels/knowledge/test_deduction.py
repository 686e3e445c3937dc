"""The deduction sheet: the truth is always among what it says is possible, and nothing is said in vain."""

from typing import Any

import pytest

from games.rules.citadels.knowledge.deduction import FACE_DOWN, PILE, find_possible_places, find_public_places
from games.rules.citadels.position import DRAFT, CitadelsGame
from games.rules.citadels.ruleset import CITADELS
from games.rules.core.agenda import Step
from games.rules.core.rng import Rng
from tests.helpers.citadels.random_games import Moment, moments
from tests.helpers.messages.rules import (
    LIES_FACE_DOWN,
    LIES_FACE_UP,
    LYING_FACE_DOWN,
    MURDERED_AND,
    MUST_BE,
    WHAT_EVERYBODY_KNOWS,
)

SET_UPS: list[tuple[int, dict[str, Any]]] = [
    *((seats, {"preset": "random"}) for seats in range(2, 9)),
    *((seats, {"preset": "random", "rank9": True}) for seats in (3, 4, 6, 7)),
    *((seats, {"edition": "classic", "preset": "random"}) for seats in range(2, 9)),
]


def name_of(set_up: tuple[int, dict[str, Any]]) -> str:
    return "-".join(map(str, (set_up[0], *set_up[1].values())))


def truth(game: CitadelsGame, character: str) -> str:
    """Where it really is."""
    for seat, player in game.players.items():
        if character in player.characters:
            return seat
    return PILE if character in game.character_deck else FACE_DOWN


def hidden(game: CitadelsGame) -> list[str]:
    return [character for character in game.cast if character not in game.faceup]


# --- every game


@pytest.mark.parametrize("set_up", SET_UPS, ids=name_of)
def test_the_truth_is_always_possible(set_up):
    for moment in some(moments("deduction", *set_up)):
        game = moment.position
        for seat in (*game.seats, None):
            found = find_possible_places(CITADELS.view(game, seat))
            assert not any(found[character] for character in game.faceup)
            for character in hidden(game):
                assert truth(game, character) in found[character], (moment.number, seat, character)


def some(game):
    """Every pick of a draft, and now and then a moment of the turns."""
    return (moment for moment in game if moment.position.phase == DRAFT or moment.number % 13 == 0)


@pytest.mark.parametrize("set_up", SET_UPS[::3], ids=name_of)
def test_a_sheet_depends_on_nothing_but_the_view_and_leaves_out_what_cannot_be(set_up):
    """It reads the same in worlds that a seat cannot tell apart; what is possible is true in one of them."""
    looked_at = 0
    for moment in moments("worlds", *set_up):
        if moment.number % 41 == 0:
            looked_at += 1
            seats = moment.position.seats
            compare_worlds(moment, seats[looked_at % len(seats)])
    assert looked_at > 3


def compare_worlds(moment: Moment, seat: str) -> None:
    game = moment.position
    here = CITADELS.presentation.page(game, seat)
    possible = {
        (one, place)
        for one, found in find_possible_places(CITADELS.view(game, seat)).items()
        for place in found
    }
    dealt: set[tuple[str, str]] = set()
    for number in range(400):
        world = CITADELS.deal_again(game, seat, Rng(str(number)))
        if number < 3:
            there = CITADELS.presentation.page(world, seat)
            assert (here["sheet"], here["known"]) == (there["sheet"], there["known"])
        dealt |= {(character, truth(world, character)) for character in hidden(world)}
        if dealt == possible:
            return
    assert dealt == possible


# --- fixed cases


def chosen(*picks: str) -> CitadelsGame:
    """A draft in which these were chosen one after the other; the King lies face down from the start."""
    game, _events = CITADELS.new(["Ann", "Bob", "Cleo", "Dan"], {}, "deduction")
    game.crown = game.drafted_from = "Ann"
    game.agenda[-1] = [Step("draft.pick", "Ann")]
    game.faceup, game.facedown = ["magician", "merchant"], ["king"]
    game.character_deck = ["assassin", "thief", "bishop", "architect", "warlord"]
    for seat, character in zip(game.seats, picks, strict=False):
        CITADELS.play(game, seat, CITADELS.read(game, seat, f"pick {character}"))
    return game


def sheet(game: CitadelsGame, seat: str | None) -> dict[str, str]:
    return {one.slug: one.words for one in CITADELS.presentation.page(game, seat)["sheet"].characters}


def test_who_chooses_first_knows_what_lies_face_down():
    game = chosen("thief", "bishop")
    data = sheet(game, "Ann")
    assert data["thief"] == "you"
    assert data["king"] == LIES_FACE_DOWN
    assert data["magician"] == LIES_FACE_UP
    assert data["bishop"] == data["warlord"] == "Bob or in the pile"
    page = CITADELS.presentation.page(game, "Ann")
    assert LYING_FACE_DOWN.fill(characters="King") in page["known"]
    assert page["sheet"].draft[-1] == "You passed on to Bob: Assassin, Bishop, Architect and Warlord."


def test_who_is_choosing_knows_what_is_missing():
    game = chosen("thief", "bishop")
    data = sheet(game, "Cleo")
    assert data["warlord"] == "before you"
    assert data["king"] == data["thief"] == data["bishop"] == "Ann, Bob or face down"
    assert CITADELS.presentation.page(game, "Cleo")["sheet"].draft[-1] == (
        "No longer in the pile: Thief, King and Bishop."
    )


def test_the_one_before_the_last_knows_both_who_follow():
    game = chosen("assassin", "bishop", "architect", "warlord")
    CITADELS.play(game, "Ann", CITADELS.read(game, "Ann", "murder king"))
    data = sheet(game, "Cleo")
    assert data["assassin"] == "Ann, shown"
    assert data["king"] == "murdered; Bob or face down"
    assert data["thief"] == data["warlord"] == "Dan or face down"
    assert "Dan is the Thief or the Warlord." in CITADELS.presentation.page(game, "Cleo")["known"]
    assert "Dan is the Thief or the Warlord." in CITADELS.table_text(game, "Cleo")  # emails tell it too


def test_a_call_without_an_answer_tells_who_is_left():
    game = chosen("assassin", "bishop", "architect", "warlord")
    CITADELS.play(game, "Ann", CITADELS.read(game, "Ann", "murder king"))
    for line in ("gold", "end"):
        CITADELS.play(game, "Ann", CITADELS.read(game, "Ann", line))
    assert game.called == "bishop"  # neither Thief nor King has answered
    data = sheet(game, "Cleo")
    assert data["thief"] == LIES_FACE_DOWN
    assert data["warlord"] == "Dan"
    assert data["king"] == MURDERED_AND.fill(words=LIES_FACE_DOWN)  # all others are seen or known
    assert MUST_BE.fill(seat="Dan", characters="Warlord") in CITADELS.presentation.page(game, "Cleo")["known"]


def test_a_murdered_and_an_absent_character_read_the_same():
    """Bob is murdered in one world; in the other the one who lies face down is."""
    held = chosen("assassin", "bishop", "architect", "warlord")
    absent = chosen("assassin", "thief", "architect", "warlord")
    absent.facedown, absent.players["Bob"].characters = ["king", "bishop"], ["thief"]
    for game in (held, absent):
        CITADELS.play(game, "Ann", CITADELS.read(game, "Ann", "murder bishop"))
    assert sheet(held, None)["bishop"] == sheet(absent, None)["bishop"]


def test_an_exchange_by_the_theater_is_known_to_the_two():
    game = chosen("assassin", "bishop", "architect")
    game.players["Dan"].city.append("theater")
    CITADELS.play(game, "Dan", CITADELS.read(game, "Dan", "pick warlord"))
    CITADELS.play(game, "Dan", CITADELS.read(game, "Dan", "theater Ann"))
    result = CITADELS.presentation.page(game, "Dan")["sheet"]
    assert "By the Theater you gave the Warlord and got the Assassin." in result.draft
    assert sheet(game, "Dan")["warlord"] == "Ann"
    assert sheet(game, "Bob")["warlord"] != "Ann"


def test_who_only_watches_reads_what_is_open():
    game = chosen("assassin", "bishop", "architect", "warlord")
    page = CITADELS.presentation.page(game, None)
    assert page["sheet"].title == WHAT_EVERYBODY_KNOWS
    assert page["known"] == page["sheet"].cards == []
    data = sheet(game, None)
    assert data["assassin"] == "Ann, shown"
    assert data["bishop"] == data["king"] == "Bob, Cleo, Dan or face down"


def test_the_public_part_of_a_seat_is_what_a_watcher_knows():
    game = chosen("assassin", "bishop", "architect")
    assert find_public_places(CITADELS.view(game, "Ann")) == find_possible_places(CITADELS.view(game, None))


def test_after_the_end_there_is_no_sheet():
    game = chosen("assassin", "bishop", "architect", "warlord")
    game.first_completed = ["Ann"]
    while not CITADELS.over(game):
        (seat,) = CITADELS.awaits(game)
        CITADELS.play(game, seat, CITADELS.fallback(game, seat))
    assert CITADELS.presentation.page(game, "Ann")["sheet"] is None


def test_whom_a_murder_may_hit_stands_beside_the_choice():
    game = chosen("assassin", "bishop", "architect", "warlord")
    offers = {str(offer): offer for offer in CITADELS.offers(game, "Ann")}
    assert CITADELS.presentation.hint(game, "Ann", offers["murder bishop"]).note == (
        "Who may have it: Bob, Cleo, Dan or face down."
    )
    assert (
        CITADELS.presentation.hint(game, "Ann", offers["murder king"]).note
        == "Nobody has it: it lies face down."
    )
    for character in game.faceup:  # its choice says so itself
        assert CITADELS.presentation.hint(game, "Ann", offers[f"murder {character}"]).note == ""


# --- the draft as it is passed on


@pytest.mark.parametrize("set_up", SET_UPS, ids=name_of)
def test_the_pile_has_as_many_cards_as_is_said(set_up):
    for moment in moments("passing", *set_up):
        game = moment.position
        if game.round > 2:
            break
        passing = CITADELS.presentation.page(game, None)["passing"]
        assert bool(passing) == (game.phase == DRAFT)
        if passing:
            (now,) = [one for one in passing if one.kind == "now"]
            cards = len(CITADELS.view(game, moment.seat)["you"]["asked"][0]["cards"])
            assert (now.seat, now.words) == (moment.seat, f"chooses from {cards} cards")
