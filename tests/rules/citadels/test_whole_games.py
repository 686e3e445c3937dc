"""Random games of every set-up come to an end, and something holds after each move."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.citadels.ruleset import CITADELS
from games.rules.citadels.setup.options import PRESETS
from games.rules.core.errors import IllegalMove
from tests.helpers.citadels.random_games import any_set_up, finished, moments

EVERY_SET_UP = [
    *((seats, {"preset": preset}) for preset in (*PRESETS, "random") for seats in range(2, 9)),
    *((seats, {"preset": "random", "rank9": True}) for seats in range(3, 9)),
    *(
        (seats, {"edition": "classic", "preset": preset})
        for preset in ("base", "random")
        for seats in range(2, 9)
    ),
    *((seats, {"edition": "classic", "rank9": "artist", "short": True}) for seats in range(4, 9)),
]


@pytest.mark.parametrize(("seats", "options"), EVERY_SET_UP, ids=str)
def test_every_set_up_can_be_played_to_its_end(seats, options):
    position = finished("whole", seats, options)
    CITADELS.audit(position)
    assert CITADELS.winners(position)
    assert position.first_completed


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9))
def test_invariants_hold_after_every_move(seed):
    for moment in moments(str(seed), *any_set_up(str(seed))):
        CITADELS.audit(moment.position)
        assert CITADELS.awaits(moment.position) == [moment.seat]


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**9))
def test_a_position_survives_storing_and_the_notation(seed):
    seats, options = any_set_up(str(seed))
    for moment in moments(str(seed), seats, options):
        stored = CITADELS.dump(moment.position)
        assert CITADELS.dump(CITADELS.load(stored)) == stored
        if moment.number % 4 == 0:
            assert_written_and_read_back(moment, options)


def assert_written_and_read_back(moment, options) -> None:
    data = CITADELS.notation.dump(moment.position)
    again = CITADELS.notation.load(json.loads(json.dumps(data)), options)
    rewritten = CITADELS.notation.dump(again)
    assert {**rewritten, "seed": 0} == {**data, "seed": 0}
    assert CITADELS.awaits(again) == [moment.seat]
    assert offered(again, moment.seat) == offered(moment.position, moment.seat)


def offered(position, seat) -> list[str]:
    return sorted(map(repr, CITADELS.offers(position, seat)))


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10**9))
def test_the_fallback_is_always_legal_and_harmless(seed):
    for moment in moments(str(seed), *any_set_up(str(seed))):
        move = CITADELS.fallback(moment.position, moment.seat)
        assert any(offer.accepts(move) for offer in CITADELS.offers(moment.position, moment.seat))
        assert move == CITADELS.fallback(moment.position, moment.seat)
        assert move.verb not in ("build", "murder", "rob", "destroy", "swap", "bribe", "confiscate", "reveal")


def test_fallbacks_alone_take_gold_and_end_every_turn():
    position, _ = CITADELS.new(["Ann", "Bob", "Cleo", "Dan"], {}, "asleep")
    gold = sum(player.gold for player in position.players.values())
    while position.round == 1:
        (seat,) = CITADELS.awaits(position)
        CITADELS.play(position, seat, CITADELS.fallback(position, seat))
    assert sum(player.gold for player in position.players.values()) == gold + 8


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 10**9))
def test_every_offer_has_a_label_and_every_event_a_sentence(seed):
    for moment in moments(str(seed), *any_set_up(str(seed))):
        for offer in CITADELS.offers(moment.position, moment.seat):
            label = CITADELS.label(moment.position, moment.seat, offer)
            assert label.endswith(".")
            assert "{" not in label
        twin = CITADELS.copy(moment.position)
        for event in CITADELS.play(twin, moment.seat, moment.move):
            for reader in (*twin.seats, None):
                seen = event.seen_by(reader)
                sentence = CITADELS.phrase(twin, seen, reader)
                assert sentence[:1].isupper() or not seen or event.kind in ("ended", "plan_stopped")
                assert "{" not in sentence


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 10**9))
def test_a_refused_move_leaves_everything_untouched(seed):
    for moment in moments(str(seed), *any_set_up(str(seed))):
        if moment.number % 10:
            continue
        before = CITADELS.dump(moment.position)
        for seat in moment.position.seats:
            for line in (
                "fly",
                "build",
                "build secret_vault",
                "pick",
                "keep",
                "crown Nobody",
                "murder murder",
            ):
                with pytest.raises(Exception) as refusal:  # noqa: PT011 - the kind is checked in the next line
                    CITADELS.play(moment.position, seat, CITADELS.read(moment.position, seat, line))
                assert type(refusal.value).__name__ in ("IllegalMove", "NotUnderstood", "Refused")
                assert str(refusal.value)
        assert CITADELS.dump(moment.position) == before


def test_the_same_seed_gives_the_same_game():
    assert CITADELS.dump(finished("same", 5, {})) == CITADELS.dump(finished("same", 5, {}))


def test_play_refuses_a_seat_that_is_not_asked():
    position, _ = CITADELS.new(["Ann", "Bob", "Cleo", "Dan"], {}, "seat")
    (asked,) = CITADELS.awaits(position)
    other = next(seat for seat in position.seats if seat != asked)
    move = next(CITADELS.offers(position, asked)[0].moves())
    with pytest.raises(IllegalMove):
        CITADELS.play(position, other, move)
