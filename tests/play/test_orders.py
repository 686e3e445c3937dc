"""Orders are filed through the door: seen by nobody else, and gone with the one who filed them."""

import msgspec
import pytest
from django.core import mail
from django.utils import timezone

from games.mail.outgoing import game_outbox
from games.models import Game, GameLogEntry, GameNotice, Seat
from games.models.game import load_game_and_seats
from games.play import bot_moves, orders, referee, seats
from games.play.errors import NotAllowed, NotNow, Stale
from games.play.lobby import tables
from games.play.transaction.origin import How, Origin, by_user, new_request_key
from games.queries.game_view import GameView
from games.queries.orders import list_recent_outcomes
from games.rules import registry
from games.rules.core.errors import NotUnderstood
from games.rules.core.notation import parse_exact_move
from games.rules.core.orders import OrdersChange
from games.rules.core.records import record
from games.rules.core.records.record import RecordedMove
from games.rules.core.records.replay import replay_record
from tests.helpers.factories import UserFactory
from tests.helpers.mail.outbox import everything_now
from tests.helpers.messages import rules
from tests.helpers.messages.orders import MOVED_SINCE_PLAN
from tests.helpers.messages.rules import PLAN_STOPS_AT, YOU_TAKE_GOLD
from tests.helpers.tables import awaited, fallback, move, position, table, written

pytestmark = pytest.mark.django_db

RULES = registry.get("citadels")
Kind = GameNotice.Kind


@pytest.fixture
def game() -> Game:
    return table(3)


def file(seat, text):
    return orders.file_order(seat.game_id, seat.name, text, by_user(seat.user, How.FORM))


def waiting(game):
    return game.seats.select_related("user", "game").filter(decision__isnull=True).first()


def test_an_order_lies_in_the_position_and_not_in_the_journal(game):
    seat = waiting(game)
    entries = GameLogEntry.objects.count()
    assert file(seat, "prefer king bishop").line == "prefer king bishop"
    assert RULES.orders.lines(position(game), seat.name) == ["prefer king bishop"]
    assert GameLogEntry.objects.count() == entries


def test_an_order_answers_what_is_asked_just_now(game):
    seat = awaited(game)
    first, *_ = RULES.offers(position(game), seat.name)
    card = str(next(first.moves())).split()[1]
    filed = file(seat, f"prefer {card}")
    assert filed.moves == (f"pick {card}",)
    entry = GameLogEntry.objects.get(kind=GameLogEntry.Kind.MOVE)
    assert (entry.how, entry.by) == (How.ORDER, seat.user)


def test_what_is_no_order_is_refused_and_changes_nothing(game):
    seat = waiting(game)
    before = Game.objects.get(pk=game.pk).position
    with pytest.raises(NotUnderstood):
        file(seat, "always sunshine")
    assert Game.objects.get(pk=game.pk).position == before


def test_no_orders_for_a_game_that_is_not_running(game):
    seat = waiting(game)
    Game.objects.filter(pk=game.pk).update(state=Game.State.ABANDONED)
    with pytest.raises(NotNow):
        file(seat, "prefer king")


def test_who_takes_a_seat_over_does_not_inherit_its_orders(game):
    seat = waiting(game)
    file(seat, "prefer king bishop")
    origin = Origin(How.FORM, new_request_key(), game.started_at, seat.user_id)
    seats.change_player(game.pk, seat.pk, origin, bot=tables.DEFAULT_BOT)
    assert RULES.orders.lines(position(game), seat.name) == list(RULES.orders.defaults)


def test_a_filed_order_fires_when_its_question_comes(game):
    first = awaited(game)
    others = [seat for seat in game.seats.select_related("user", "game") if seat.pk != first.pk]
    everything = " ".join(position(game).cast)
    for seat in others:
        file(seat, f"prefer {everything}")
    pick, *_ = RULES.offers(position(game), first.name)
    move(first, str(next(pick.moves())))
    fired = GameLogEntry.objects.filter(how=How.ORDER)
    assert {entry.seat.name for entry in fired} <= {seat.name for seat in others}
    assert fired.exists()


# --- several at once


def change(seat, key="", seen=None, **wanted):
    origin = by_user(seat.user, How.FORM, key)
    return orders.change_orders(seat.game_id, seat.name, OrdersChange(**wanted), origin, seen=seen)


def standing(seat: Seat) -> list[str]:
    return RULES.orders.lines(position(seat.game), seat.name)


def test_several_orders_are_filed_or_none(game):
    seat = waiting(game)
    change(seat, standing_orders=("prefer king", "always gold"), plan=("gold", "end"))
    assert standing(seat) == ["prefer king", "always gold", "gold", "end"]
    with pytest.raises(NotUnderstood):
        change(
            seat, lines_to_remove=("prefer king",), standing_orders=("always end",), plan=("gold", "dance")
        )
    assert standing(seat) == ["prefer king", "always gold", "gold", "end"]


def test_nobody_changes_the_orders_of_somebody_else(game):
    seat, other = game.seats.select_related("user", "game")[:2]
    with pytest.raises(NotAllowed):
        orders.change_orders(
            game.pk, seat.name, OrdersChange(standing_orders=("always gold",)), by_user(other.user)
        )
    assert standing(seat) == []


def test_the_same_request_twice_is_one(game):
    """The first one is played at once: the second must not plan the same for a turn that never comes."""
    seat = on_turn(game)
    assert change(seat, key="twice", plan=("gold", "end")).moves == ("gold", "end")
    assert change(seat, key="twice", plan=("gold", "end")).moves == ()
    assert standing(seat) == []
    assert game.log_entries.filter(kind="move").count() == 2


def test_a_plan_from_before_the_own_last_move_is_asked_about_again(game):
    seat = on_turn(game)
    seen = orders.find_last_move_number(seat.pk)
    move(seat, "gold")
    with pytest.raises(Stale, match=MOVED_SINCE_PLAN.pattern):
        change(seat, plan=("gold", "end"), seen=seen)
    assert change(seat, plan=("end",), seen=orders.find_last_move_number(seat.pk)).moves == ("end",)


def on_turn(game) -> Seat:
    written(game, {"called": "king", "{0}": {"characters": ["king"]}, "{1}": {"characters": ["bishop"]}})
    return awaited(game)


def test_what_orders_did_and_why_a_plan_stopped_is_told_to_their_owner_alone(game):
    seat = on_turn(game)
    change(seat, plan=("gold", "build palace"))
    done = list_recent_outcomes(sight_of(seat))
    text = " ".join(sentence for one in done for sentence in one.sentences)
    assert f"{rules.ORDER_ANSWERS.fill(line='gold')} {YOU_TAKE_GOLD.fill(gold=2)}" in text
    assert PLAN_STOPS_AT.is_in(text, line="build palace")
    for other in game.seats.exclude(pk=seat.pk):
        assert list_recent_outcomes(sight_of(other)) == []


def sight_of(seat: Seat) -> GameView:
    game, seats = load_game_and_seats(seat.game_id)
    return GameView(game, seats, next(one for one in seats if one.pk == seat.pk), "en")


# --- a round that plays itself


@pytest.fixture
def of_one_mind(monkeypatch) -> tuple[Game, Seat]:
    """A table at which all but the one who is asked have a list and a plan; nobody has heard of it.

    With this deal somebody else is asked first in the round after it."""
    monkeypatch.setattr(tables, "generate_seed", lambda: "of one mind")
    game = table(4)
    GameNotice.objects.all().delete()
    last = awaited(game)
    for seat in game.seats.select_related("user", "game").exclude(pk=last.pk):
        change(seat, **on_orders(game))
    return game, last


def on_orders(game: Game) -> dict[str, tuple[str, ...]]:
    return {"standing_orders": (f"prefer {' '.join(position(game).cast)}",), "plan": ("gold or cards", "end")}


def test_filing_orders_tells_nobody_anything(of_one_mind):
    game, _last = of_one_mind
    assert not GameNotice.objects.exists()
    assert not game.log_entries.filter(kind="move").exists()


def test_with_all_seats_on_orders_a_round_plays_itself(of_one_mind):
    game, last = of_one_mind
    change(last, key="all", **on_orders(game))
    after = position(game)
    moves = game.log_entries.filter(kind="move").order_by("number")
    assert after.round == 2
    assert [entry.text.split()[0] for entry in moves] == ["pick"] * 4 + ["gold", "end"] * 4 + ["pick"] * 4
    assert {(entry.how, entry.by_id == entry.seat.user_id) for entry in moves} == {(How.ORDER, True)}
    assert {entry.key.split("/")[0] for entry in moves} == {"all"}
    assert {entry.at for entry in moves} == {moves[0].at}


def test_such_a_round_leaves_no_email_too_many(of_one_mind):
    """Who has filed last is at the page; of the round everybody reads in the gazette."""
    game, last = of_one_mind
    change(last, **on_orders(game))
    asked = awaited(game)
    kinds: dict[str, list[str]] = {seat.name: [] for seat in game.seats.all()}
    for notice in GameNotice.objects.select_related("seat").order_by("pk"):
        kinds[notice.seat.name].append(notice.kind)
    wanted = {name: [Kind.ORDERS, Kind.GAZETTE] for name in kinds}
    wanted |= {last.name: [Kind.GAZETTE], asked.name: [Kind.YOUR_TURN, Kind.GAZETTE]}
    assert kinds == wanted


def test_such_a_round_is_one_email_to_each(of_one_mind):
    game, last = of_one_mind
    everything_now(*(seat.user for seat in game.seats.select_related("user")))
    change(last, **on_orders(game))
    game_outbox.send_due_notices()
    reasons = {email.to[0]: email.extra_headers["X-Citadels-Kind"] for email in mail.outbox}
    assert len(mail.outbox) == len(reasons) == 4
    assert sorted(reasons.values()) == ["gazette", "orders", "orders", "your_turn"]
    assert reasons[last.user.email] == "gazette"
    assert reasons[awaited(game).user.email] == "your_turn"


def test_such_a_round_can_be_replayed(of_one_mind):
    game, last = of_one_mind
    change(last, **on_orders(game))
    after = position(game)
    moves = game.log_entries.filter(kind="move").order_by("number").values_list("seat__name", "text")
    plays = [RecordedMove(name, parse_exact_move(text)) for name, text in moves]
    options = msgspec.json.decode(game.options)
    again = replay_record(
        RULES, record.build_record(RULES, after, options=options, seed=game.seed, plays=plays)
    )
    for player in after.players.values():
        player.orders = []
    assert RULES.dump(again) == RULES.dump(after)


def test_one_typed_move_sets_the_same_round_going(of_one_mind):
    game, last = of_one_mind
    pick, *_ = RULES.offers(position(game), last.name)
    move(last, str(next(pick.moves())), key="typed")
    moves = list(game.log_entries.filter(kind="move").order_by("number"))
    assert [entry.how for entry in moves[:4]] == [How.FORM, How.ORDER, How.ORDER, How.ORDER]
    assert {entry.key.split("/")[0] for entry in moves} == {"typed"}
    notices = GameNotice.objects.exclude(kind=Kind.GAZETTE).values_list("seat__name", flat=True)
    others = game.seats.exclude(pk=last.pk).values_list("name", flat=True)
    assert sorted(notices) == sorted(others)


def test_bots_that_move_in_between_make_no_more_emails_of_it():
    game = table(2, bots=2)
    people = list(game.seats.select_related("user", "game").filter(bot=""))
    everything_now(*(seat.user for seat in people))
    for seat in people:
        change(seat, **on_orders(game))
    game_outbox.send_due_notices()
    mail.outbox.clear()
    while bot_moves._play_one_move(game.pk):
        game_outbox.send_due_notices()
    assert position(game).round == 2
    assert game.log_entries.filter(how=How.ORDER).count() >= 6
    game_outbox.send_due_notices(timezone.now() + bot_moves.STALLED_AFTER)
    assert sorted(email.to[0] for email in mail.outbox) == sorted(seat.user.email for seat in people)


# --- a pause


def test_what_was_filed_in_a_pause_answers_when_the_game_goes_on(game):
    seat, staff = awaited(game), UserFactory(is_staff=True)
    referee.decide_matter(game.pk, "pause", staff)
    assert not file(seat, f"prefer {' '.join(position(game).cast)}").moves
    assert awaited(game) == seat
    GameNotice.objects.all().delete()
    referee.decide_matter(game.pk, "resume", staff)
    entry = game.log_entries.get(kind=GameLogEntry.Kind.MOVE)
    assert (entry.seat, entry.how, entry.by) == (seat, How.ORDER, seat.user)
    asked = GameNotice.objects.filter(kind=Kind.YOUR_TURN).values_list("user", flat=True)
    assert list(asked) == [awaited(game).user_id] != [seat.user_id]


def test_a_plan_that_cannot_be_played_after_a_pause_says_so(game):
    staff = UserFactory(is_staff=True)
    while not RULES.orders.on_turn(position(game), (seat := awaited(game)).name):
        move(seat, fallback(seat))
    referee.decide_matter(game.pk, "pause", staff)
    change(seat, plan=("build palace", "end"))
    assert RULES.orders.lines(position(game), seat.name)
    referee.decide_matter(game.pk, "resume", staff)
    assert not RULES.orders.lines(position(game), seat.name)
    [done] = list_recent_outcomes(sight_of(awaited(game)))
    assert PLAN_STOPS_AT.is_in(" ".join(done.sentences), line="build palace")
    for other in game.seats.exclude(pk=seat.pk):
        assert list_recent_outcomes(sight_of(other)) == []
