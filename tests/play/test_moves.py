"""Moves through the door: made once, by whom they belong to, for the question they answer."""

import msgspec
import pytest

from games.models import Game, GameLogEntry, GameNotice
from games.play import moves
from games.play.errors import NotAllowed, NotNow, NotPossible, Stale
from games.play.transaction.origin import How, Origin, by_user
from games.rules import registry
from games.rules.core import orders
from games.rules.core.errors import RulesError
from tests.helpers.factories import UserFactory
from tests.helpers.messages.moves import GAME_WAITS_FOR_OTHERS, YOU_MAY
from tests.helpers.tables import TURN, advice, awaited, fallback, move, play_on, position, put, table, written

pytestmark = pytest.mark.django_db


KING_THEN_BISHOP = {
    "{0}": {"characters": ["king"]},
    "{1}": {"characters": ["bishop"]},
    "{2}": {"characters": ["merchant"]},
}


def on_turn(**changes):
    """Four people; the first of them is the Merchant and has just been called."""
    game = table()
    written(game, TURN | changes)
    return game, awaited(game)


def test_a_move_writes_who_how_and_when():
    game = table()
    seat = awaited(game)
    played = move(seat, text := fallback(seat), key="form-1")
    entry = game.log_entries.get(number=played.number)
    assert (entry.kind, entry.text, entry.how, entry.key) == ("move", text, "form", "form-1")
    assert (entry.by, entry.seat, entry.decision) == (seat.user, seat, 1)
    assert entry.asked_at == game.started_at <= entry.at


def test_the_next_seat_is_asked_and_told():
    game = table()
    first = awaited(game)
    move(first, fallback(first))
    second = awaited(game)
    assert second != first
    assert second.decision == 2
    assert second.due_at - second.asked_at == game.pace.hours
    assert game.notices.filter(kind=GameNotice.Kind.YOUR_TURN, user=second.user, number=2).exists()


def test_the_same_request_twice_is_one_move():
    game = table()
    seat = awaited(game)
    decision, text = seat.decision, fallback(seat)
    first = move(seat, text, key="once")
    second = move(seat, text, key="once", decision=decision)
    assert second.is_repeated
    assert second.number == first.number
    game.refresh_from_db()
    assert game.log_length == 2


def test_an_answer_to_an_old_question_changes_nothing():
    game = table()
    seat = awaited(game)
    decision, text = seat.decision, fallback(seat)
    move(seat, text)
    before = Game.objects.values().get(pk=game.pk)
    with pytest.raises(Stale):
        move(seat, text, decision=decision)
    assert Game.objects.values().get(pk=game.pk) == before


def test_a_question_that_comes_again_has_another_number():
    _game, seat = on_turn()
    old = seat.decision
    move(seat, "gold")
    with pytest.raises(Stale):
        move(seat, "build tavern", decision=old)


def test_an_illegal_move_leaves_no_trace():
    game, seat = on_turn()
    before = Game.objects.values().get(pk=game.pk), game.log_entries.count()
    with pytest.raises(RulesError, match=YOU_MAY.pattern):
        move(seat, "build palace")
    assert (Game.objects.values().get(pk=game.pk), game.log_entries.count()) == before


def test_nobody_moves_for_somebody_else():
    game, seat = on_turn()
    stranger = by_user(UserFactory())
    with pytest.raises(NotAllowed):
        moves.play_moves(game.pk, seat.name, ["gold"], stranger, decision=seat.decision)


def test_there_is_no_such_seat_and_no_such_game():
    game, seat = on_turn()
    with pytest.raises(NotAllowed):
        moves.play_moves(game.pk, "Nobody", ["gold"], by_user(seat.user), decision=1)
    with pytest.raises(NotNow):
        moves.play_moves(0, seat.name, ["gold"], by_user(seat.user), decision=1)


@pytest.mark.parametrize("state", ["paused", "over", "abandoned"])
def test_only_a_running_game_takes_moves(state):
    game, seat = on_turn()
    Game.objects.filter(pk=game.pk).update(state=state)
    with pytest.raises(NotNow):
        move(seat, "gold")


def test_a_whole_turn_in_one_request():
    game, seat = on_turn()
    played = move(seat, "gold", "build market", "end", key="turn")
    assert played.moves == ("gold", "build market", "end")
    assert not played.trouble
    keys = game.log_entries.filter(kind="move").order_by("number").values_list("key", flat=True)
    assert list(keys) == ["turn", "turn/1", "turn/2"]
    assert awaited(game) != seat


def test_a_whole_turn_stops_where_it_is_no_longer_legal_and_keeps_what_was_made():
    game, seat = on_turn()
    played = move(seat, "gold", "build palace", "end")
    assert played.moves == ("gold",)
    assert "palace" in played.trouble.lower()
    assert awaited(game) == seat


def test_a_whole_turn_does_not_play_into_the_turn_of_another():
    _game, seat = on_turn()
    played = move(seat, "gold", "end", "gold")
    assert played.moves == ("gold", "end")
    assert GAME_WAITS_FOR_OTHERS.is_in(played.trouble)


def test_orders_answer_at_once_and_are_written_like_moves():
    game, _king = on_turn(called="king", **KING_THEN_BISHOP)
    other = game.seats.all()[1]
    changed = position(game)
    rules = registry.get("citadels")
    orders.file_order(rules, changed, other.name, "plan gold")
    orders.file_order(rules, changed, other.name, "plan end")
    put(game, changed)
    move(awaited(game), "gold", "end")
    made = game.log_entries.filter(kind="move", seat=other).order_by("number")
    assert [(entry.text, entry.how) for entry in made] == [("gold", How.ORDER), ("end", How.ORDER)]
    kinds = [event["kind"] for event in msgspec.json.decode(made[0].events)]
    assert kinds[0] == "order_fired"


def test_a_plan_that_stops_tells_its_owner_alone():
    game, _king = on_turn(called="king", **KING_THEN_BISHOP)
    other = game.seats.all()[1]
    changed = position(game)
    orders.file_order(registry.get("citadels"), changed, other.name, "plan build palace")
    put(game, changed)
    move(awaited(game), "gold", "end")
    events = msgspec.json.decode(game.log_entries.order_by("-number")[0].events)
    assert events[-1]["kind"] == "plan_stopped"
    assert events[-1]["private"] is True
    assert list(events[-1]["secret"]) == [other.name]


# --- taking back


def test_a_move_that_showed_nothing_can_be_taken_back():
    game, seat = on_turn()
    before = game.position
    move(seat, "gold")
    undone = moves.undo_last_move(game.pk, seat.name, by_user(seat.user, key="back"))
    game.refresh_from_db()
    assert game.position == before
    assert game.log_entries.get(text="gold").taken_back
    assert game.log_entries.get(number=undone.number).kind == GameLogEntry.Kind.UNDO
    assert awaited(game).decision == game.log_length == undone.number
    again = moves.undo_last_move(game.pk, seat.name, by_user(seat.user, key="back"))
    assert again.is_repeated
    move(seat, "gold")  # the same decision may be taken anew


def test_several_moves_can_be_taken_back_one_after_the_other():
    game, seat = on_turn()
    before = game.position
    move(seat, "gold", "bonus")
    assert position(game).players[seat.name].gold == 8
    for key in "ab":
        moves.undo_last_move(game.pk, seat.name, by_user(seat.user, key=key))
    game.refresh_from_db()
    assert game.position == before
    assert game.undoable_moves == 0


def test_what_showed_something_stays_and_closes_the_way_back():
    game, seat = on_turn()
    move(seat, "gold")
    move(seat, "build tavern")
    with pytest.raises(NotPossible):
        moves.undo_last_move(game.pk, seat.name, by_user(seat.user))
    assert not game.log_entries.exclude(position_before="").exists()


def test_only_the_mover_takes_back():
    game, seat = on_turn()
    move(seat, "gold")
    other = game.seats.exclude(pk=seat.pk)[0]
    with pytest.raises(NotPossible):
        moves.undo_last_move(game.pk, other.name, by_user(other.user))


def test_an_order_given_since_stays_when_a_move_is_taken_back():
    game, seat = on_turn()
    move(seat, "gold")
    other = game.seats.exclude(pk=seat.pk)[0]
    changed = position(game)
    orders.file_order(registry.get("citadels"), changed, other.name, "always gold")
    Game.objects.filter(pk=game.pk).update(position=registry.get("citadels").dump(changed).decode())
    moves.undo_last_move(game.pk, seat.name, by_user(seat.user))
    assert position(game).players[other.name].orders == ["always gold"]


# --- whole games


def test_a_whole_game_ends_and_everybody_is_told():
    game = table(2, bots=0)
    play_on(game, 2000, advice)
    game.refresh_from_db()
    assert game.state == Game.State.OVER
    assert game.ended_at is not None
    assert not game.seats.filter(decision__isnull=False).exists()
    assert game.notices.filter(kind=GameNotice.Kind.OVER).count() == 2
    seat = game.seats.all()[0]
    with pytest.raises(NotNow):
        moves.play_moves(game.pk, seat.name, ["gold"], by_user(seat.user), decision=1)


def test_the_journal_replays_to_the_stored_position():
    game = table(3, options={"preset": "random"})
    play_on(game, 60)
    rules = registry.get(game.ruleset)
    seats = [seat.name for seat in game.seats.all()]
    replayed, _ = rules.new(seats, msgspec.json.decode(game.options), game.seed)
    for entry in game.log_entries.filter(kind="move").select_related("seat"):
        rules.play(replayed, entry.seat.name, rules.read(replayed, entry.seat.name, entry.text))
    game.refresh_from_db()
    assert rules.dump(replayed).decode() == game.position


def test_who_asks_may_be_the_house():
    game = table()
    seat = awaited(game)
    origin = Origin(How.CLOCK, "late", game.started_at)
    moves.play_moves(game.pk, seat.name, [fallback(seat)], origin, decision=seat.decision)
    entry = game.log_entries.get(number=2)
    assert (entry.how, entry.by) == (How.CLOCK, None)
