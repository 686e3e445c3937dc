"""What statistics count of a finished game of Tournay, who acted against whom, and how long games are."""

from itertools import pairwise

import pytest

from games.rules.core.events import Event
from games.rules.core.rng import Rng
from games.rules.core.translation import LANGUAGES
from games.rules.tournay.numbers import ADVANCED, BASIC
from games.rules.tournay.ruleset import TOURNAY
from tests.helpers.rule_based import choose

STATISTICS = TOURNAY.statistics


def test_rounds_prestige_buildings_cards_and_events_are_counted():
    position, events = TOURNAY.new(["Ann", "Bob"], {}, "census")
    while not TOURNAY.over(position):
        seat = TOURNAY.awaits(position)[0]
        events += TOURNAY.play(position, seat, choose(TOURNAY, position, seat))
    found = STATISTICS.census(position, events)
    assert found.length == position.round
    for seat, traits in found.traits.items():
        assert set(traits) == set(STATISTICS.census_titles()) - {"length"}
        player = position.players[seat]
        tops = {space.cards[0] for space in player.district.values()}
        assert {*traits["prestige"]} == tops & {
            one["title"] for one in TOURNAY.view(position, None)["titles"]
        }
        assert tops <= {*traits["prestige"], *traits["placed"]}
        assert {*player.events, *player.ramparts} <= {*traits["won"]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_counted_has_a_title(language):
    assert all(STATISTICS.census_titles(language).values())


# --- hostile acts


def turn(*seats: str) -> list[Event]:
    return [Event("turn_begun", {"seat": seat, "round": 1}) for seat in seats]


def borrow(rival: str) -> Event:
    return Event("borrowed", {"seat": "Ann", "rival": rival, "colour": "red", "count": 1, "deniers": 2})


def list_acts(events: list[Event]) -> list[tuple[int, str, str]]:
    return [(act.place, act.by, act.against) for act in STATISTICS.hostile(events)]


def test_using_citizens_of_somebody_is_hostile_if_others_had_some_too():
    assert list_acts([*turn("Bob", "Cleo", "Ann"), borrow("Bob")]) == [(3, "Ann", "Bob")]
    assert list_acts([*turn("Bob", "Ann"), borrow("Bob")]) == []


def lose(seat: str) -> Event:
    return Event("lost_deniers", {"seat": seat, "event": "famine", "deniers": 1})


def put_coins(*events: str) -> Event:
    return Event("coins_put", {"events": [*events]})


def test_who_sets_off_an_event_acts_against_all_who_lose_by_it():
    events = [*turn("Bob", "Ann"), put_coins("famine"), lose("Bob")]
    assert list_acts(events) == [(2, "Ann", "Bob")]
    assert list_acts([*turn("Bob", "Ann"), put_coins("schism"), lose("Bob")]) == []


def test_what_a_town_crier_brings_is_nobodys_choice():
    crier = Event("crier", {"seat": "Ann", "deck": "red1", "count": 1, "to_end": 3})
    assert list_acts([*turn("Bob", "Ann"), crier, put_coins("famine"), lose("Ann"), lose("Bob")]) == []


def test_hostile_acts_of_whole_games_are_between_seats_of_the_game():
    rng, acts = Rng("acts"), 0
    for number in range(3):
        position, events = TOURNAY.new(["Ann", "Bob", "Cleo"], {}, f"acts {number}")
        while not TOURNAY.over(position):
            seat = TOURNAY.awaits(position)[0]
            events += TOURNAY.play(
                position, seat, rng.choice(TOURNAY.offers(position, seat)).sample(rng.below)
            )
        for act in STATISTICS.hostile(events):
            acts += 1
            assert act.by != act.against
            assert {act.by, act.against} <= {*position.seats}
            assert events[act.place].kind in ("borrowed", "coins_put")
    assert acts


# --- how long games are


def test_the_mode_decides_about_the_length():
    assert STATISTICS.length_kind({}) == BASIC
    assert STATISTICS.length_kind({"mode": ADVANCED}) == ADVANCED


@pytest.mark.parametrize("kind", STATISTICS.lengths)
def test_it_is_known_how_often_games_of_every_kind_and_size_wait(kind):
    waits = [STATISTICS.usual_waits(seats, STATISTICS.lengths[kind]) for seats in TOURNAY.seats]
    assert all(len(sample) == 20 and sample == sorted(sample) for sample in waits)
    assert all(small[10] < large[10] for small, large in pairwise(waits))
