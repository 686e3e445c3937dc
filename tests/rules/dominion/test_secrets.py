"""Two worlds that differ only in what a seat cannot know look the same to that seat, byte for byte."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.rules.core import agenda
from games.rules.core.rng import Rng
from games.rules.dominion import actions, card_play, turn
from games.rules.dominion.cards import intrigue_hands, intrigue_others
from games.rules.dominion.ruleset import DOMINION
from games.rules.dominion.setup.kingdoms import SETS
from games.rules.dominion.text import move_labels
from tests.helpers.dominion.worlds import compare, looks_the_same, watchers
from tests.helpers.random_games import Moment, play_moments, seen

SetUp = tuple[int, dict[str, Any]]
SET_UPS: list[SetUp] = [
    *((2 + place % 5, {"set": name}) for place, name in enumerate(SETS)),
    *((seats, {"boxes": ["intrigue", "base"]}) for seats in range(2, 7)),
]
SECRETIVE = (
    "courtyard", "masquerade", "scout", "secret_chamber", "moat",
    "militia", "minion", "torturer", "cellar", "village",
)  # fmt: skip


def name_of(set_up: SetUp) -> str:
    seats, options = set_up
    return f"{seats}-{options.get('set', 'random')}"


@pytest.mark.parametrize("set_up", SET_UPS, ids=name_of)
def test_a_seat_sees_the_same_in_every_world_it_cannot_tell_apart(set_up):
    for moment in play_moments(DOMINION, "static", *set_up):
        if moment.number % 9 == 0:
            seats = moment.position.seats
            for seat in {moment.seat, seats[moment.number % len(seats)]}:
                looks_the_same(moment, seat)


@pytest.mark.parametrize("set_up", SET_UPS, ids=name_of)
def test_a_move_of_another_tells_the_same_in_both_worlds(set_up):
    """One watcher after the other looks on while the moves of a game are made in two worlds."""
    assert compared(play_moments(DOMINION, "moving", *set_up)) > 50


def compared(game: Iterator[Moment]) -> int:
    count = 0
    for moment in game:
        seats = watchers(moment)
        count += compare(moment, seats[moment.number % len(seats)])
    return count


def secretive_games() -> Iterator[Moment]:
    for seed in range(8):
        yield from play_moments(DOMINION, f"secretive {seed}", 4, {"kingdom": list(SECRETIVE)})


def test_hands_decks_passes_and_windows_tell_nothing():
    assert compared(secretive_games()) > 500


# --- the comparison itself: a leak that is put in by hand does not pass


def leaky_tell(kind: str, word: str) -> Callable[..., None]:
    """As `tell`, but of this kind of event everybody is told a word that only the mover should read."""

    def tell(game, result, *, secret=None, private=False, **public):
        own = (secret or {}).get(public.get("seat"), {})
        more = {word: own[word]} if result == kind and word in own else {}
        agenda.tell(game, result, secret=secret, private=private, **public | more)

    return tell


LEAKS = [
    ("drew", actions, "cards"),
    ("topdecked", actions, "cards"),
    ("discarded", actions, "cards"),
    ("turn_ended", turn, "cards"),
    ("scouted", intrigue_hands, "order"),
    ("passed", intrigue_others, "card"),
]


@pytest.mark.parametrize(("kind", "module", "word"), LEAKS, ids=[leak[0] for leak in LEAKS])
def test_a_leak_into_an_event_is_found(monkeypatch, kind, module, word):
    monkeypatch.setattr(module, "tell", leaky_tell(kind, word))
    with pytest.raises(AssertionError, match=f"told otherwise: {kind}"):
        compared(secretive_games())


def attacks() -> Iterator[Moment]:
    """Ann attacks again and again; to Cleo the Moat may be in Bob's hand or in his deck."""
    written = {
        "seats": ["Ann", "Bob", "Cleo"],
        "Ann": {"hand": ["militia"]},
        "Bob": {"hand": ["moat", "copper", "copper"], "deck": ["estate", "estate", "silver"]},
        "Cleo": {"hand": ["copper", "copper", "copper"]},
    }
    for number in range(1, 49, 6):
        position = DOMINION.notation.load(written, {})
        yield Moment(position, "Ann", DOMINION.read(position, "Ann", "play militia"), number * 2)


def test_a_window_is_opened_whatever_anybody_holds():
    assert all(compare(moment, "Cleo") for moment in attacks())


def test_a_window_for_holders_of_a_reaction_only_is_found(monkeypatch):
    asked = card_play._list_seats_with_window

    def only_holders(game, seat):
        return [one for one in asked(game, seat) if {"moat", "secret_chamber"} & {*game.players[one].hand}]

    monkeypatch.setattr(card_play, "_list_seats_with_window", only_holders)
    with pytest.raises(AssertionError, match=r"asked otherwise|more is told"):
        compared_by_cleo(attacks())


def compared_by_cleo(game: Iterator[Moment]) -> None:
    for moment in game:
        compare(moment, "Cleo")


def test_a_rivals_hand_in_a_label_is_found(monkeypatch):
    label = move_labels.DominionLabelWriter.label

    def leaky(self, offer):
        return label(self, offer) + str([player.hand for player in self.game.players.values()])

    monkeypatch.setattr(move_labels.DominionLabelWriter, "label", leaky)
    with pytest.raises(AssertionError, match="offered otherwise"):
        whoever_is_asked(secretive_games())


def whoever_is_asked(game: Iterator[Moment]) -> None:
    for moment in game:
        looks_the_same(moment, moment.seat)


# --- and the rest


def test_somebody_who_only_watches_sees_no_hidden_card():
    for moment in play_moments(DOMINION, "watch", 3, {"set": "underlings"}):
        view = DOMINION.view(moment.position, None)
        assert "you" not in view
        for player in view["players"].values():
            assert isinstance(player["hand"], int)
            assert "deck" not in player


def test_others_see_only_whether_a_deck_is_empty():
    position, _ = DOMINION.new(["Ann", "Bob"], {}, "sizes")
    view = DOMINION.view(position, "Ann")
    assert view["you"]["deck"] == 5
    assert view["players"]["Bob"]["deck_is_empty"] is False
    position.players["Bob"].deck.clear()
    assert DOMINION.view(position, "Ann")["players"]["Bob"]["deck_is_empty"] is True


def test_the_seed_is_in_no_view_and_in_no_event():
    seed = "a-seed-that-nobody-may-see"
    position, events = DOMINION.new(["Ann", "Bob", "Cleo", "Dan"], {}, seed)
    for seat in (*position.seats, None):
        assert seed not in str(DOMINION.view(position, seat))
        assert seed not in str(seen(events, seat))


def test_dealing_again_changes_what_is_hidden():
    """The comparison above would be empty if the other world were the same one."""
    *_, last = play_moments(DOMINION, "changes", 3, {"set": "first_game"})
    position = last.position
    position.phase = "action"
    worlds = {tuple(DOMINION.deal_again(position, "Ann", Rng(str(n))).players["Bob"].deck) for n in range(20)}
    assert len(worlds) > 10


def test_what_was_seen_stays_where_it_was_seen():
    """A Spy leaves a card on a deck: nobody deals it elsewhere, until it is drawn or the deck is shuffled."""
    position = DOMINION.notation.load(
        {
            "seats": ["Ann", "Bob"],
            "Ann": {"hand": ["spy"], "deck": ["copper", "gold", "estate", "duchy"]},
            "Bob": {"hand": ["copper"] * 5, "deck": ["province", "estate", "silver", "duchy"]},
        },
        {},
    )
    for line in ("play spy", "keep Ann", "keep Bob"):
        DOMINION.play(position, "Ann", DOMINION.read(position, "Ann", line))
    for number in range(10):
        world = DOMINION.deal_again(position, "Ann", Rng(str(number)))
        assert world.players["Bob"].deck[-1] == "province"
        assert world.players["Ann"].deck[-1] == "gold"


def test_a_passed_card_stays_known_to_its_giver():
    position = DOMINION.notation.load(
        {
            "seats": ["Ann", "Bob", "Cleo"],
            "Ann": {"hand": ["masquerade", "curse"], "deck": ["copper", "copper"]},
            "Bob": {"hand": ["gold", "silver", "estate"], "deck": ["duchy"] * 5},
            "Cleo": {"hand": ["estate", "copper"], "deck": ["duchy"] * 5},
        },
        {},
    )
    DOMINION.play(position, "Ann", DOMINION.read(position, "Ann", "play masquerade"))
    for seat, line in (("Ann", "pass curse"), ("Cleo", "pass copper"), ("Bob", "pass silver")):
        DOMINION.play(position, seat, DOMINION.read(position, seat, line))
    hands = set()
    for number in range(40):
        assert "curse" in DOMINION.deal_again(position, "Ann", Rng(str(number))).players["Bob"].hand
        world = DOMINION.deal_again(position, "Cleo", Rng(str(number)))
        hands.add("curse" in world.players["Bob"].hand)
    assert hands == {True, False}  # Cleo did not see what Ann passed to Bob
