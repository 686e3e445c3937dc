"""Two worlds that differ only in what a seat cannot know look the same to that seat, byte for byte."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.rules.core import agenda
from games.rules.core.rng import Rng
from games.rules.tournay import draws, placement, town_crier, turn
from games.rules.tournay.position import TournayGame
from games.rules.tournay.ruleset import TOURNAY
from games.rules.tournay.text import move_labels
from tests.helpers.random_games import Moment, play_moments, seen
from tests.helpers.tournay.worlds import compare, looks_the_same, watchers

SetUp = tuple[int, dict[str, Any]]
SET_UPS: list[SetUp] = [(seats, {"mode": mode}) for seats in (2, 3, 4) for mode in ("basic", "advanced")]
TWO_OF_EACH = {"yellow": 2, "white": 2, "red": 2}


def name_of(set_up: SetUp) -> str:
    seats, options = set_up
    return f"{seats}-{options['mode']}"


@pytest.mark.parametrize("set_up", SET_UPS, ids=name_of)
def test_a_seat_sees_the_same_in_every_world_it_cannot_tell_apart(set_up):
    for moment in play_moments(TOURNAY, "static", *set_up):
        if moment.number % 7 == 0:
            seats = moment.position.seats
            for seat in {moment.seat, seats[moment.number % len(seats)]}:
                looks_the_same(moment, seat)


@pytest.mark.parametrize("set_up", SET_UPS, ids=name_of)
def test_a_move_of_another_tells_the_same_in_both_worlds(set_up):
    """One watcher after the other looks on while the moves of a game are made in two worlds."""
    assert compared(play_moments(TOURNAY, "moving", *set_up)) > 50


def compared(game: Iterator[Moment]) -> int:
    count = 0
    for moment in game:
        seats = watchers(moment)
        count += compare(moment, seats[moment.number % len(seats)])
    return count


# --- the comparison itself: a leak that is put in by hand does not pass


def leaky_tell(kind: str, word: str) -> Callable[..., None]:
    """As `tell`, but of this kind of event everybody is told a word that only the mover should read."""

    def tell(game, result, *, secret=None, private=False, **public):
        own = (secret or {}).get(public.get("seat"), {})
        more = {word: own[word]} if result == kind and word in own else {}
        agenda.tell(game, result, secret=secret, private=private, **public | more)

    return tell


LEAKS = [
    ("looked", draws, "cards"),
    ("kept", draws, "card"),
    ("took", draws, "cards"),
    ("discarded", placement, "card"),
    ("dropped", turn, "cards"),
]


@pytest.mark.parametrize(("kind", "module", "word"), LEAKS, ids=[leak[0] for leak in LEAKS])
def test_a_leak_into_an_event_is_found(monkeypatch, kind, module, word):
    monkeypatch.setattr(module, "tell", leaky_tell(kind, word))
    with pytest.raises(AssertionError, match=f"told otherwise: {kind}"):
        compared(many_games())


def many_games() -> Iterator[Moment]:
    """What happens seldom comes first: a double draw, and a card of the hand as cost."""
    hand = {"deniers": 2, "hand": ["city_hall", "arsenal", "knight"]}
    yield from rare_moments("activate library c3", {"district": {"c3": "library"}})
    yield from rare_moments("place city_hall c3 discard arsenal from hand", hand)
    for seed in range(6):
        yield from play_moments(TOURNAY, f"many {seed}", 2 + seed % 3, {})


def rare_moments(line: str, ann: dict[str, Any]) -> Iterator[Moment]:
    for number in range(0, 16, 2):
        position = TOURNAY.notation.load(
            {"seats": ["Ann", "Bob"], "seed": number, "Ann": {"plaza": TWO_OF_EACH, **ann}}, {}
        )
        yield Moment(position, "Ann", TOURNAY.read(position, "Ann", line), number)


def test_a_rivals_hand_in_a_label_is_found(monkeypatch):
    label = move_labels.TournayLabelWriter.label

    def leaky(self, offer):
        return label(self, offer) + str([player.hand for player in self.game.players.values()])

    monkeypatch.setattr(move_labels.TournayLabelWriter, "label", leaky)
    with pytest.raises(AssertionError, match="offered otherwise"):
        whoever_is_asked(many_games())


def whoever_is_asked(game: Iterator[Moment]) -> None:
    for moment in game:
        looks_the_same(moment, moment.seat)


# --- ramparts: who is asked depends on nothing hidden


def crier_comes(hand: list[str], event: str) -> TournayGame:
    written = {
        "seats": ["Ann", "Bob"],
        "queue": [f"{event} 0", "fair 3", "pilgrimage 3"],
        "decks": {"white1": ["town_crier", "monk", "chapel"]},
        "Ann": {"plaza": {"white": 1}},
        "Bob": {"deniers": 3, "hand": hand, "district": {"c3": "fort"}},
    }
    position = TOURNAY.notation.load(written, {})
    TOURNAY.play(position, "Ann", TOURNAY.read(position, "Ann", "draw white 1 two"))
    return position


@pytest.mark.parametrize("event", ["famine", "siege", "storm", "strike", "crusade", "norman_attack"])
@pytest.mark.parametrize(
    ("hand", "asked"), [([], False), (["market"], False), (["schism"], True), (["schism", "market"], True)]
)
def test_to_be_asked_about_a_rampart_tells_no_more_than_the_event_cards_that_all_can_see(event, hand, asked):
    position = crier_comes(hand, event)
    assert (TOURNAY.awaits(position) == ["Bob"]) is asked
    for seat in ("Ann", None):
        assert bool(TOURNAY.view(position, seat)["players"]["Bob"]["events"]) is asked


def test_a_question_only_to_those_with_certain_hidden_cards_is_found(monkeypatch):
    def leaky(game, *steps):
        asked = [step for step in steps if "market" not in game.players[step.seat].hand]
        if asked:
            agenda.together(game, *asked)

    monkeypatch.setattr(town_crier, "together", leaky)
    with pytest.raises(AssertionError, match="asked otherwise"):
        compared(many_games())


# --- and the rest


def test_somebody_who_only_watches_sees_no_hidden_card():
    cards = {card for deck in TOURNAY.new(["Ann", "Bob"], {}, "x")[0].decks.values() for card in deck}
    for moment in play_moments(TOURNAY, "watch", 3, {}):
        view = TOURNAY.view(moment.position, None)
        assert "you" not in view
        for player in view["players"].values():
            assert not cards & {*player["hand"]}


def test_the_seed_is_in_no_view_and_in_no_event():
    seed = "a-seed-that-nobody-may-see"
    position, events = TOURNAY.new(["Ann", "Bob", "Cleo", "Dan"], {}, seed)
    for seat in (*position.seats, None):
        assert seed not in str(TOURNAY.view(position, seat))
        assert seed not in str(seen(events, seat))


def test_dealing_again_changes_what_is_hidden():
    """The comparison above would be empty if the other world were the same one."""
    position, _ = TOURNAY.new(["Ann", "Bob"], {}, "changes")
    worlds = {tuple(TOURNAY.deal_again(position, "Ann", Rng(str(n))).decks["red1"]) for n in range(20)}
    assert len(worlds) > 15


def play(written: dict[str, Any], *lines: str) -> TournayGame:
    """A position of three seats after these lines, each `Ann: gather`."""
    position = TOURNAY.notation.load({"seats": ["Ann", "Bob", "Cleo"], **written}, {})
    for line in lines:
        seat, _, text = line.partition(": ")
        TOURNAY.play(position, seat, TOURNAY.read(position, seat, text))
    return position


def worlds_of(position: TournayGame, seat: str) -> Iterator[TournayGame]:
    for number in range(25):
        world = TOURNAY.deal_again(position, seat, Rng(str(number)))
        TOURNAY.audit(world)
        yield world


def rigged(deck: str, *first: str) -> list[str]:
    """A whole deck with these cards on top."""
    rest = [*TOURNAY.new(["Ann", "Bob"], {}, "rig")[0].decks[deck]]
    for card in first:
        rest.remove(card)
    return [*first, *rest]


def test_the_drawer_knows_the_two_cards_and_nobody_else_does():
    position = play({"decks": {"red1": rigged("red1", "arsenal", "knight")}}, "Ann: draw red 1 two")
    assert all(world.drawn == ["arsenal", "knight"] for world in worlds_of(position, "Ann"))
    assert len({tuple(world.drawn) for world in worlds_of(position, "Bob")}) > 5


def test_a_card_taken_from_the_open_top_stays_in_the_hand_that_took_it():
    position = play(
        {"decks": {"red1": rigged("red1", "arsenal", "knight")}, "up": ["red1"]}, "Ann: draw red 1 top"
    )
    assert all(world.players["Ann"].hand == ["arsenal"] for world in worlds_of(position, "Bob"))


def test_a_card_buried_for_all_to_see_stays_under_its_deck():
    position = play(
        {"decks": {"red1": rigged("red1", "arsenal", "knight", "fort")}, "up": ["red1"]},
        "Ann: draw red 1 two",
        "Ann: keep fort",
    )
    for seat in ("Ann", "Bob", "Cleo"):
        assert all(
            (world.decks["red1"][0], world.decks["red1"][-1]) == ("knight", "arsenal")
            for world in worlds_of(position, seat)
        )


def test_whoever_dropped_a_card_knows_it_under_the_deck_and_the_others_only_that_it_is_there():
    four = {"hand": ["market", "guild", "port", "monk"], "plaza": TWO_OF_EACH}
    decks = {"red1": rigged("red1", "arsenal", "knight")}
    position = play(
        {"decks": decks, "Ann": four}, "Ann: draw red 1 two", "Ann: keep knight", "Ann: drop market"
    )
    assert all(world.decks["yellow1"][-1] == "market" for world in worlds_of(position, "Ann"))
    assert len({world.decks["yellow1"][-1] for world in worlds_of(position, "Bob")}) > 3
    assert all(world.decks["yellow1"][-1] != "town_crier" for world in worlds_of(position, "Bob"))


def test_nobody_knows_any_more_which_of_several_cards_of_a_deck_was_dropped():
    position = play(
        {"decks": {"red1": rigged("red1", "arsenal", "knight")}, "up": ["red1"]}, "Ann: draw red 1 top"
    )
    assert TOURNAY.view(position, "Bob")["you"]["known_hands"] == {"Ann": ["arsenal"]}
    player = position.players["Ann"]
    player.hand.append(position.decks["red1"].pop(0))
    player.known.append("")
    placement.drop_from_hand(position, "Ann", "arsenal")
    assert TOURNAY.view(position, "Bob")["you"]["known_hands"] == {}


def test_who_knew_one_of_two_cards_knows_what_was_kept_by_what_was_put_back():
    """The arsenal was buried for all to see; Cleo keeps it, and what goes back is the other card."""
    decks = {"red1": ["arsenal", "knight", "fort"]}
    position = play(
        {"decks": decks, "up": ["red1"]},
        "Ann: draw red 1 two",
        "Ann: keep knight",
        "Bob: draw red 1 two",
        "Bob: keep arsenal",
    )
    assert TOURNAY.view(position, "Cleo")["you"]["known_hands"] == {"Bob": ["arsenal"]}
    assert TOURNAY.view(position, "Ann")["you"]["known_hands"] == {"Bob": ["arsenal"]}


def test_who_knew_one_of_two_cards_does_not_know_the_other_one():
    decks = {"red1": rigged("red1", "fort", "knight", "ballista")}
    position = play({"decks": decks})
    position.decks["red1"], position.buried["red1"] = ["barracks", "arsenal"], ["012"]
    for line in ("draw red 1 two", "keep barracks"):
        TOURNAY.play(position, "Ann", TOURNAY.read(position, "Ann", line))
    assert TOURNAY.view(position, "Bob")["you"]["known_hands"] == {}


def test_of_two_equal_cards_nobody_can_say_which_one_was_placed():
    written = {"Ann": {"hand": ["market", "market"], "deniers": 3}}
    position = play(written)
    position.players["Ann"].known = ["1", "2"]  # Bob has seen the one, Cleo the other
    TOURNAY.play(position, "Ann", TOURNAY.read(position, "Ann", "place market c3"))
    for seat in ("Bob", "Cleo"):
        assert TOURNAY.view(position, seat)["you"]["known_hands"] == {}
