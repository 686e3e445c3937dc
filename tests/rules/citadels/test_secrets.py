"""Two worlds that differ only in what a seat cannot know look the same to that seat, byte for byte."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.rules.citadels import building, draft, round, turn
from games.rules.citadels.actions import holder_of
from games.rules.citadels.characters import rank_1, rank_2, rank_3, rank_4
from games.rules.citadels.districts import effects
from games.rules.citadels.position import CitadelsGame
from games.rules.citadels.ruleset import CITADELS
from games.rules.citadels.setup.options import PRESETS
from games.rules.citadels.text import move_labels
from games.rules.core import agenda
from games.rules.core.notation import Move
from games.rules.core.rng import Rng
from tests.helpers.citadels.random_games import Moment, any_set_up, moments, seen
from tests.helpers.citadels.worlds import (
    as_bytes,
    compare,
    compare_worlds,
    offers,
    other_world,
    watchers,
    world_with_another_pick,
)

SetUp = tuple[int, dict[str, Any]]

SET_UPS: list[SetUp] = [
    *((seats, {"preset": preset}) for preset in (*PRESETS, "random") for seats in range(2, 9)),
    *((seats, {"preset": preset, "rank9": True}) for preset in (*PRESETS, "random") for seats in range(4, 8)),
    *(
        (seats, {"edition": "classic", "preset": preset})
        for preset in ("base", "random")
        for seats in range(2, 9)
    ),
    *((seats, {"edition": "classic", "preset": "random", "rank9": True}) for seats in range(4, 8)),
    *((seats, {"edition": "classic", "preset": "random", "short": True}) for seats in (3, 6)),
    *((seats, {"edition": "classic", "preset": "random", "courtesy": "assumed"}) for seats in (4, 7)),
]


def name_of(set_up: SetUp) -> str:
    seats, options = set_up
    return "-".join(map(str, (seats, *options.values())))


@pytest.mark.parametrize("set_up", SET_UPS, ids=name_of)
def test_a_seat_sees_the_same_in_every_world_it_cannot_tell_apart(set_up):
    for moment in moments("static", *set_up):
        if moment.number % 7 == 0:
            seats = moment.position.seats
            for seat in {moment.seat, seats[moment.number % len(seats)]}:
                looks_the_same(moment, seat)


def looks_the_same(moment: Moment, seat: str) -> None:
    world = other_world(moment, seat, same_characters=False)
    CITADELS.audit(world)
    assert as_bytes(world, seat) == as_bytes(moment.position, seat)
    assert CITADELS.awaits(world) == CITADELS.awaits(moment.position)
    assert offers(world, seat) == offers(moment.position, seat), "offered otherwise"


@pytest.mark.parametrize("set_up", SET_UPS, ids=name_of)
def test_a_move_of_another_tells_the_same_in_both_worlds(set_up):
    """One watcher after the other looks on while the moves of a game are made in two worlds (L9)."""
    assert compared(moments("moving", *set_up)) > 50


def compared(game: Iterator[Moment]) -> int:
    count = 0
    for moment in game:
        seats = watchers(moment)
        count += compare(moment, seats[moment.number % len(seats)], same_characters=moment.number % 3 == 0)
        if moment.move.verb == "pick":
            look_over_the_shoulder(moment)
    return count


def look_over_the_shoulder(moment: Moment) -> None:
    """Who chooses next sees what is left, and nothing of what was chosen."""
    seats = moment.position.seats
    following = seats[(seats.index(moment.seat) + 1) % len(seats)]
    if other := world_with_another_pick(moment, following):
        compare_worlds(moment, *other, following, same_rest=True)


# --- what no random game is sure to come to


def written(position: dict[str, Any], edition: str, *lines: tuple[str, str]) -> Iterator[Moment]:
    """The same moves again and again; each time the other worlds are others."""
    for number in range(24):
        game = CITADELS.notation.load(
            {"seats": ["Ann", "Bob", "Cleo", "Dan"], **position}, {"edition": edition}
        )
        for seat, line in lines:
            move = CITADELS.read(game, seat, line)
            yield Moment(CITADELS.copy(game), seat, move, number)
            CITADELS.play(game, seat, move)


MURDERED_MAGICIAN = {
    "called": "thief",
    "gathered": True,
    "murdered": "magician",
    "faceup": ["bishop", "merchant"],
    "facedown": ["architect", "warlord"],
    "Ann": {"characters": ["thief"]},
    "Cleo": {"characters": ["king"]},
    "Dan": {"characters": ["assassin"]},
}


def silence() -> Iterator[Moment]:
    """Bob is murdered, but to the others the Magician may as well lie face down (L5)."""
    return written(MURDERED_MAGICIAN | {"Bob": {"characters": ["magician"]}}, "2016", ("Ann", "end"))


def hospital() -> Iterator[Moment]:
    """Whether Bob is the murdered one is not to be seen from his being asked, nor from his answer (L6)."""
    bob = {"characters": ["magician"], "city": ["hospital"]}
    return written(MURDERED_MAGICIAN | {"Bob": bob}, "classic", ("Ann", "end"), ("Bob", "decline"))


def theater() -> Iterator[Moment]:
    """Which of two characters is given away only the two know (D13)."""
    position = {
        "seats": ["Ann", "Bob", "Cleo"],
        "phase": "theater",
        "facedown": ["magician", "merchant", "architect"],
        "Ann": {"characters": ["assassin", "king"], "city": ["theater"]},
        "Bob": {"characters": ["thief", "warlord"]},
        "Cleo": {"characters": ["bishop", "artist"]},
    }
    return written(position, "2016", ("Ann", "theater Bob king"))


def lighthouse() -> Iterator[Moment]:
    """What is taken out of the deck only the taker knows."""
    ann = {"characters": ["merchant"], "gold": 3, "hand": ["lighthouse"]}
    position = {"called": "merchant", "gathered": True, "Ann": ann}
    return written(position, "classic", ("Ann", "build lighthouse"), ("Ann", "search palace"))


@pytest.mark.parametrize("game", [silence, hospital, theater, lighthouse])
def test_what_is_rare_tells_the_same_in_both_worlds_too(game):
    assert compared(game()) > 15


# --- the comparison itself: a leak that is put in by hand does not pass

Spill = Callable[[CitadelsGame, dict[str, Any], dict[str, Any]], dict[str, Any]]


def leaky_tell(kind: str, spill: Spill) -> Callable[..., None]:
    """As `tell`, but of this kind of event everybody is told more."""

    def tell(game, result, *, secret=None, private=False, **public):
        more = spill(game, public, (secret or {}).get(public.get("seat"), {})) if result == kind else {}
        agenda.tell(game, result, secret=secret, private=private, **public | more)

    return tell


def word(name: str) -> Spill:
    """This word of what only the mover should read."""
    return lambda game, public, own: {name: own[name]} if name in own else {}


def typed(first: str) -> Spill:
    """The characters in the order in which they were typed."""

    def spill(game, public, own):
        return {"characters": sorted(public["characters"], key=lambda one: one != own[first])}

    return spill


def who_keeps_silent(game: CitadelsGame, public: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    return {"held": holder_of(game, public["character"]) is not None}


def random_game(seats: int, preset: str, **options: object) -> Callable[[], Iterator[Moment]]:
    def game() -> Iterator[Moment]:
        for seed in range(12):
            yield from moments(f"leak {seed}", seats, {"preset": preset, **options})

    return game


LEAKS = [
    ("picked", draft, word("character"), random_game(4, "first_game")),
    ("picked", draft, word("away"), random_game(2, "first_game")),
    ("theater", draft, word("given"), theater),
    ("kept", turn, word("cards"), random_game(4, "first_game")),
    ("silent", turn, who_keeps_silent, silence),
    ("silent", turn, who_keeps_silent, hospital),
    ("museum", effects, word("card"), random_game(4, "vicious_nobles")),
    ("laboratory", effects, word("card"), random_game(4, "first_game")),
    ("warranted", rank_1, word("signed"), random_game(4, "devious_dignitaries")),
    ("warranted", rank_1, typed("signed"), random_game(4, "devious_dignitaries")),
    ("threatened", rank_2, word("lace"), random_game(4, "devious_dignitaries")),
    ("threatened", rank_2, typed("lace"), random_game(4, "devious_dignitaries")),
    ("spied", rank_2, word("hand"), random_game(4, "illustrious_emissaries")),
    ("redrew", rank_3, word("cards"), random_game(4, "first_game")),
    ("swapped", rank_3, word("hand"), random_game(4, "first_game")),
    ("looked", rank_3, word("hand"), random_game(4, "devious_dignitaries")),
    ("took", rank_3, word("card"), random_game(4, "devious_dignitaries")),
    ("foresaw", rank_3, word("card"), random_game(4, "illustrious_emissaries")),
    ("gave", rank_3, word("card"), random_game(4, "illustrious_emissaries")),
    ("tribute", rank_4, word("card"), random_game(4, "illustrious_emissaries")),
    ("searched", building, word("card"), lighthouse),
    ("borrowed", building, word("cards"), random_game(4, "vicious_nobles")),
]


@pytest.mark.parametrize(
    ("kind", "room", "spill", "game"), LEAKS, ids=[f"{leak[0]}-{number}" for number, leak in enumerate(LEAKS)]
)
def test_a_leak_into_an_event_is_found(monkeypatch, kind, room, spill, game):
    monkeypatch.setattr(room, "tell", leaky_tell(kind, spill))
    with pytest.raises(AssertionError, match=f"told otherwise: {kind}"):
        compared(game())


def whoever_is_asked(game: Iterator[Moment]) -> None:
    for moment in game:
        looks_the_same(moment, moment.seat)


def test_a_rivals_hand_in_a_label_is_found(monkeypatch):
    swap = move_labels.LABELS["swap"]
    monkeypatch.setitem(
        move_labels.LABELS, "swap", lambda t, move: swap(t, move) + str(t.game.players[move.args[0]].hand)
    )
    with pytest.raises(AssertionError, match="offered otherwise"):
        whoever_is_asked(moments("label", 4, {}))


def test_a_hospital_that_asks_only_the_murdered_is_found(monkeypatch):
    asks = turn.find_hospital_owner_to_ask

    def only_the_murdered(game, character):
        seat = asks(game, character)
        return seat if seat == holder_of(game, character) else None

    monkeypatch.setattr(round, "find_hospital_owner_to_ask", only_the_murdered)
    with pytest.raises(AssertionError, match="more is told"):
        compared(hospital())


# --- and the rest


def test_somebody_who_only_watches_sees_no_hidden_card():
    for seed in range(6):
        for moment in moments(f"watch {seed}", *any_set_up(f"watch {seed}")):
            view = CITADELS.view(moment.position, None)
            assert "you" not in view
            for player in view["players"].values():
                assert isinstance(player["hand"], int)
                assert isinstance(player["museum"], int)
                assert isinstance(player["characters"], int)


def test_the_seed_is_in_no_view_and_in_no_event():
    seed = "a-seed-that-nobody-may-see"
    position, events = CITADELS.new(["Ann", "Bob", "Cleo", "Dan"], {}, seed)
    for seat in (*position.seats, None):
        assert seed not in str(CITADELS.view(position, seat))
        assert seed not in str(seen(events, seat))


def test_dealing_again_changes_what_is_hidden():
    """The comparison above would be empty if the other world were the same one."""
    position, _ = CITADELS.new(["Ann", "Bob", "Cleo", "Dan"], {}, "changes")
    worlds = {tuple(CITADELS.deal_again(position, "Ann", Rng(str(n))).players["Bob"].hand) for n in range(20)}
    assert len(worlds) > 15


def test_characters_are_dealt_again_within_what_the_draft_showed():
    """Cleo chose third of four: what she left went to Dan or face down, what was gone before did not."""
    options = {"edition": "2016"}
    written = {
        "seats": ["Ann", "Bob", "Cleo", "Dan"],
        "character_deck": ["thief", "king", "bishop", "merchant", "architect"],
        "faceup": ["magician", "warlord"],
        "facedown": ["assassin"],
    }
    position = CITADELS.notation.load(written, options)
    position.drafted_from = "Ann"
    for seat, character in zip(position.seats, ("king", "thief", "bishop"), strict=False):
        CITADELS.play(position, seat, Move("pick", (character,)))
    holders = set()
    for number in range(60):
        world = CITADELS.deal_again(position, "Cleo", Rng(str(number)))
        before = {*world.players["Ann"].characters, *world.players["Bob"].characters, world.facedown[0]}
        assert before == {"king", "thief", "assassin"}
        assert set(world.character_deck) == {"merchant", "architect"}
        holders.add(world.players["Ann"].characters[0])
    assert holders == {"king", "thief", "assassin"}
