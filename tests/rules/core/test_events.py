"""What happened, and who may know it."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.core.events import Event

SWAP = Event("swapped", {"seat": "Ann", "with": "Bob"}, {"Ann": {"got": "tavern"}, "Bob": {"got": "market"}})


def test_everybody_sees_the_open_part():
    assert SWAP.seen_by(None) == {"kind": "swapped", "seat": "Ann", "with": "Bob"}
    assert SWAP.seen_by("Cleo") == SWAP.seen_by(None)


@pytest.mark.parametrize(("seat", "card"), [("Ann", "tavern"), ("Bob", "market")])
def test_a_seat_sees_its_own_secret_and_no_other(seat, card):
    assert SWAP.seen_by(seat) == {"kind": "swapped", "seat": "Ann", "with": "Bob", "got": card}


@pytest.mark.parametrize("seat", ["", "ann", "Ann ", "kind", "None"])
def test_a_seat_that_is_not_named_exactly_sees_no_secret(seat):
    assert SWAP.seen_by(seat) == SWAP.seen_by(None)


def test_a_secret_may_put_an_open_word_more_exactly():
    event = Event("drew", {"seat": "Ann", "cards": 2}, {"Ann": {"cards": ["tavern", "market"]}})
    assert event.seen_by("Ann")["cards"] == ["tavern", "market"]
    assert event.seen_by("Bob")["cards"] == 2


def test_a_private_event_did_not_happen_for_anybody_else():
    event = Event("ordered", {"seat": "Ann"}, {"Ann": {"order": "end"}}, private=True)
    assert event.seen_by("Ann") == {"kind": "ordered", "seat": "Ann", "order": "end"}
    assert event.seen_by("Bob") == event.seen_by(None) == {}


def test_what_a_seat_is_shown_can_be_changed_without_changing_the_event():
    before = msgspec.json.encode(SWAP)
    SWAP.seen_by("Ann")["got"] = "palace"
    SWAP.seen_by(None).clear()
    assert msgspec.json.encode(SWAP) == before


def test_two_events_share_no_secrets():
    one, other = Event("one"), Event("other")
    one.secret["Ann"] = {"card": "tavern"}
    one.open["seat"] = "Ann"
    assert other == Event("other")


words = st.text(max_size=4)
parts = st.dictionaries(words, st.lists(words, max_size=2) | st.integers(0, 9), max_size=3)


@given(st.builds(Event, words, parts, st.dictionaries(words, parts, max_size=3), st.booleans()))
def test_an_event_survives_storing(event):
    assert msgspec.json.decode(msgspec.json.encode(event), type=Event) == event


def test_an_event_with_an_unknown_field_is_refused():
    with pytest.raises(msgspec.ValidationError, match="unknown field `seen`"):
        msgspec.json.decode(b'{"kind": "drew", "seen": 1}', type=Event)
