"""Filing orders and plans, taking them back, and who may know of them."""

import pytest

from games.rules.citadels.ruleset import CITADELS
from games.rules.core import orders
from games.rules.core.errors import NotUnderstood
from games.rules.core.notation import Move
from games.rules.core.rng import Rng
from tests.helpers.messages.moves import COSTS_TOO_MUCH, PLAN_HOLDS_AN_ORDER
from tests.helpers.messages.rules import NO_SUCH_ORDER, PLAN_STOPS_AT


@pytest.fixture
def table():
    return CITADELS.new(["Ann", "Bob", "Cleo", "Dan"], {}, "orders")[0]


def filed(table, *lines: str) -> list[str]:
    for line in lines:
        orders.file_order(CITADELS, table, "Ann", line)
    return table.players["Ann"].orders


def test_an_order_is_written_in_exact_notation(table):
    assert filed(table, "  Always   GOLD ") == ["always gold"]
    assert filed(table, "always bribe upto 3")[-1] == "always bribe upto 3"
    assert filed(table, "Prefer Architect, Merchant")[-1] == "prefer architect merchant"


def test_a_later_order_of_the_same_kind_takes_the_place_of_the_earlier(table):
    assert filed(table, "always gold", "always cards") == ["always cards"]
    assert filed(table, "always bribe", "always refuse") == ["always cards", "always refuse"]


def test_a_plan_grows_line_by_line(table):
    filed(table, "plan gold", "plan build palace or build market", "plan end", "always refuse")
    assert orders.list_plan_lines(CITADELS, table, "Ann") == ["gold", "build palace or build market", "end"]


def test_orders_can_be_taken_back(table):
    filed(table, "always gold", "prefer king", "plan gold", "plan end")
    assert filed(table, "cancel gold") == ["prefer king", "gold", "end"]
    assert filed(table, "cancel plan") == ["prefer king"]
    assert filed(table, "cancel prefer") == []
    filed(table, "always gold", "always thanks")
    assert filed(table, "cancel all") == []


STANDING = [
    "always gold",
    "always bribe upto 3",
    "prefer king merchant",
    "gold",
    "build market or build docks",
]


@pytest.mark.parametrize(
    ("line", "gone"),
    [
        ("cancel always gold", "always gold"),
        ("Cancel  Always GOLD", "always gold"),
        ("withdraw mindig arany", "always gold"),
        ("cancel always bribe upto 3", "always bribe upto 3"),
        ("cancel prefer king merchant", "prefer king merchant"),
        ("cancel plan gold", "gold"),
        ("cancel plan build market or build docks", "build market or build docks"),
    ],
)
def test_an_order_is_taken_back_by_the_whole_line(table, line, gone):
    table.players["Ann"].orders = list(STANDING)
    assert orders.file_order(CITADELS, table, "Ann", line) == f"cancelled: {gone}"
    assert table.players["Ann"].orders == [other for other in STANDING if other != gone]


@pytest.mark.parametrize("line", ["always gold", "prefer king, merchant", "plan build market"])
def test_what_was_shown_back_can_be_cancelled(table, line):
    shown = orders.file_order(CITADELS, table, "Ann", line)
    assert filed(table, f"cancel {shown}") == []


@pytest.mark.parametrize(
    "line",
    [
        "cancel always cards",
        "cancel always bribe upto 4",
        "cancel prefer merchant king",
        "cancel plan build docks",
    ],
)
def test_another_line_of_the_same_kind_cancels_nothing(table, line):
    table.players["Ann"].orders = list(STANDING)
    with pytest.raises(NotUnderstood, match=NO_SUCH_ORDER.pattern):
        filed(table, line)
    assert table.players["Ann"].orders == STANDING


@pytest.mark.parametrize(
    "line",
    [
        "always",
        "always dance",
        "always bribe upto",
        "always bribe upto x",
        "always bribe upto 1234567",
        "prefer",
        "prefer pirate",
        "cancel",
        "cancel gold",
        "plan",
        "",
        "always gold " + "x" * 500,
    ],
)
def test_what_is_not_an_order_is_refused(table, line):
    with pytest.raises(NotUnderstood):
        filed(table, line)
    assert table.players["Ann"].orders == []


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("mindig arany", "always gold"),
        ("uvijek zlato", "always gold"),
        ("inkább építész kereskedő", "prefer architect merchant"),
        ("radije arhitekt, trgovac", "prefer architect merchant"),
    ],
)
def test_an_order_may_be_written_in_the_players_language(table, line, order):
    assert filed(table, line) == [order]


def test_cancelling_gold_leaves_the_tribute_alone(table):
    filed(table, "always gold", "always tribute gold")
    assert filed(table, "cancel gold") == ["always tribute gold"]
    assert filed(table, "cancel tribute") == []


def test_a_plan_is_made_of_moves(table):
    with pytest.raises(NotUnderstood, match=PLAN_HOLDS_AN_ORDER.fill(line="always gold")):
        filed(table, "plan always gold")


def test_a_plan_waits_for_the_courtesy_that_is_due():
    """Ball Room: the first move of a plan must not cost the turn (R18)."""
    written = {
        "seats": ["Ann", "Bob", "Cleo", "Dan"],
        "called": "warlord",
        "Ann": {"characters": ["king"], "city": ["ball_room"]},
        "Bob": {"characters": ["warlord"], "orders": ["gold", "end"]},
    }
    waiting = CITADELS.notation.load(written, {"edition": "classic"})
    assert orders.fire(CITADELS, waiting) == []
    assert waiting.players["Bob"].orders == ["gold", "end"]
    written["Bob"]["orders"].append("always thanks")
    polite = CITADELS.notation.load(written, {"edition": "classic"})
    assert [str(fired.move) for fired in orders.fire(CITADELS, polite)] == ["thanks", "gold", "end"]


def test_a_character_of_another_edition_cannot_be_preferred():
    classic = CITADELS.new(["Ann", "Bob", "Cleo", "Dan"], {"edition": "classic"}, "x")[0]
    with pytest.raises(NotUnderstood, match="edition"):
        orders.file_order(CITADELS, classic, "Ann", "prefer marshal")


def test_nobody_can_file_without_end(table):
    with pytest.raises(NotUnderstood, match="cancel some"):
        filed(table, *["plan end"] * 100)


def test_orders_are_seen_by_their_owner_alone(table):
    filed(table, "always gold", "prefer king")
    assert CITADELS.view(table, "Ann")["you"]["orders"] == ["always gold", "prefer king"]
    for other in ("Bob", "Cleo", "Dan", None):
        assert "prefer king" not in str(CITADELS.view(table, other))


def test_an_order_fires_as_a_move_like_any_other(table):
    """Others hear exactly what they would hear of a typed answer (L11)."""
    asked = CITADELS.awaits(table)[0]
    typed, ordered = CITADELS.copy(table), CITADELS.copy(table)
    choice = table.character_deck[0]
    events = CITADELS.play(typed, asked, Move("pick", (choice,)))
    ordered.players[asked].orders = [f"prefer {choice}"]
    (fired,) = orders.fire(CITADELS, ordered)
    assert (fired.seat, str(fired.move)) == (asked, f"pick {choice}")
    for other in (*table.seats, None):
        if other != asked:
            heard = [event.seen_by(other) for event in fired.events]
            assert [seen for seen in heard if seen] == [event.seen_by(other) for event in events]
    assert "answered" in CITADELS.phrase(table, fired.events[0].seen_by(asked), asked)


def test_a_stopped_plan_says_why_to_its_owner_alone(table):
    position = CITADELS.notation.load(
        {
            "seats": ["Ann", "Bob", "Cleo", "Dan"],
            "called": "merchant",
            "Bob": {
                "characters": ["merchant"],
                "hand": ["palace"],
                "orders": ["gold", "build palace", "end"],
            },
        },
        {},
    )
    first, stopped = orders.fire(CITADELS, position)
    assert str(first.move) == "gold"
    assert stopped.move is None
    (note,) = stopped.events
    reason = COSTS_TOO_MUCH.fill(card="Palace", due=5, gold=2)
    assert CITADELS.phrase(position, note.seen_by("Bob"), "Bob").startswith(
        PLAN_STOPS_AT.fill(line="build palace", reason=reason)
    )
    assert note.seen_by("Ann") == {}
    assert CITADELS.phrase(position, note.seen_by("Ann"), "Ann") == ""


def test_a_plan_may_be_written_in_the_players_language():
    position = CITADELS.notation.load(
        {
            "seats": ["Ann", "Bob", "Cleo", "Dan"],
            "called": "merchant",
            "Bob": {
                "characters": ["merchant"],
                "gold": 2,
                "hand": ["market"],
                "orders": ["arany", "épít piac"],
            },
        },
        {},
    )
    assert [str(fired.move) for fired in orders.fire(CITADELS, position)] == ["gold", "build market"]


def test_orders_of_others_are_not_dealt_again(table):
    """A bot that thinks about the table must not profit from what others have ordered."""
    table.players["Bob"].orders = ["always gold"]
    world = CITADELS.deal_again(table, "Ann", Rng("1"))
    assert world.players["Bob"].orders == []


def test_a_plan_for_a_turn_that_never_came_is_gone_after_the_round():
    position = CITADELS.notation.load(
        {
            "seats": ["Ann", "Bob", "Cleo", "Dan"],
            "called": "warlord",
            "murdered": "merchant",
            "gathered": True,
            "Ann": {"characters": ["warlord"]},
            "Bob": {"characters": ["merchant"], "orders": ["gold", "end", "always gold"]},
        },
        {},
    )
    events = CITADELS.play(position, "Ann", Move("end"))
    assert position.round == 2
    assert position.players["Bob"].orders == ["always gold"]
    assert any(event.seen_by("Bob").get("kind") == "plan_stopped" for event in events)
    assert not any(event.seen_by("Ann").get("kind") == "plan_stopped" for event in events)
