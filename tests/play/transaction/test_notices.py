"""Whom the door leaves a notice for, of what kind, and whom not."""

import ast
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Game, GameNotice, Seat, Subscription
from games.play import chat, followers, seats
from games.play.errors import NotPossible
from games.play.moves import play_moves
from games.play.transaction.origin import How, Origin
from tests.helpers.factories import UserFactory
from tests.helpers.tables import (
    advice,
    awaited,
    drafting,
    fallback,
    favourites,
    move,
    play_on,
    table,
    to_the_end_of_the_round,
    told,
    until_gathering,
    with_order,
)

pytestmark = pytest.mark.django_db

Kind = GameNotice.Kind


# --- the last one who is waited for


def test_the_last_of_several_is_told_that_only_he_is_waited_for(market):
    first, second, last = market.seats.select_related("user")
    move(first, fallback(first))
    assert not told(market, Kind.ALONE)
    move(second, fallback(second))
    assert told(market, Kind.ALONE) == {last.user_id}


def test_whoever_is_asked_something_new_is_not_told_that_he_is_alone(market):
    for seat in market.seats.select_related("user"):
        move(seat, fallback(seat))
    leader = awaited(market)  # shares three coins, which nobody else was asked
    assert market.notices.filter(kind=Kind.ALONE, number=market.log_entries.count()).count() == 0
    move(leader, fallback(leader))
    assert market.notices.filter(kind=Kind.ALONE).count() == 1  # that of the last one to lay down


def test_a_game_that_asks_one_after_the_other_has_nobody_alone():
    game = table(3)
    play_on(game, 12)
    assert not told(game, Kind.ALONE)


# --- orders


def test_whose_order_answered_is_told_and_nobody_else():
    game = table(4)
    first, second = drafting(game)
    with_order(game, second, favourites(game))
    move(first, fallback(first))
    assert game.log_entries.filter(seat=second, how=How.ORDER).count() == 1
    assert told(game, Kind.ORDERS) == {second.user_id}
    assert awaited(game) != second


def test_whose_order_answered_and_who_is_asked_in_the_same_change_gets_one_notice():
    """He gets the email of his turn, which tells of the order."""
    game = table(2)
    seat = until_gathering(game)
    GameNotice.objects.all().delete()
    with_order(game, seat, "always gold")
    ender = awaited(game)
    move(ender, "end")
    assert awaited(game) == seat
    assert game.log_entries.filter(seat=seat, how=How.ORDER).exists()
    assert set(game.notices.filter(user=seat.user).values_list("kind", flat=True)) == {Kind.YOUR_TURN}


def test_plans_that_end_with_the_round_are_told_to_those_who_are_elsewhere():
    """Not to whoever ends the round at the page, nor to whoever is asked by it."""
    game = table(4)
    mover = to_the_end_of_the_round(game)
    line = advice(mover)
    for seat in game.seats.all():
        with_order(game, seat, "plan build palace")
    move(mover, line)
    people = set(game.seats.values_list("user_id", flat=True))
    assert told(game, Kind.ORDERS) == people - {mover.user_id, awaited(game).user_id}


# --- the gazette


def test_a_round_that_is_over_is_told_to_players_and_followers():
    game, follower = table(3, visibility="always"), UserFactory()
    followers.subscribe(game, None, follower)
    bored = game.seats.first().user
    bored.mail_preferences = {"gazette": "none"}
    bored.save()
    seat = to_the_end_of_the_round(game)
    assert not told(game, Kind.GAZETTE)
    move(seat, advice(seat))
    players = set(game.seats.values_list("user_id", flat=True))
    assert told(game, Kind.GAZETTE) == players - {bored.pk} | {follower.pk}
    assert game.notices.get(user=follower).seat is None


def test_followers_read_only_of_games_that_everybody_may_watch():
    game, follower = table(3, visibility="always"), UserFactory()
    followers.subscribe(game, None, follower)
    Game.objects.update(visibility=Game.Visibility.NOBODY)
    seat = to_the_end_of_the_round(game)
    move(seat, advice(seat))
    assert follower.pk not in told(game, Kind.GAZETTE)


def test_the_last_round_comes_to_the_followers_with_the_result():
    game, follower = table(2, visibility="always"), UserFactory()
    play_on(game, 60, advice)
    followers.subscribe(game, None, follower)
    play_on(game, 4000, advice)
    game.refresh_from_db()
    last = game.notices.filter(user=follower).latest("number")
    assert (last.kind, last.number) == (Kind.GAZETTE, game.log_length)
    assert not game.notices.filter(kind=Kind.GAZETTE, number=game.log_length).exclude(user=follower).exists()


def test_the_end_of_a_round_costs_one_statement_more():
    game = table(3, visibility="always")
    followers.subscribe(game, None, UserFactory())
    seat = awaited(game)
    usual = statements(seat, fallback(seat))
    seat = to_the_end_of_the_round(game)
    assert statements(seat, advice(seat)) <= usual + 1


def statements(seat: Seat, line: str) -> int:
    """What is read; and on PostgreSQL, where all writing is one statement, everything."""
    with CaptureQueriesContext(connection) as queries:
        move(seat, line)
    is_counted = ("SELECT", "WITH")
    return len([one for one in queries if one["sql"].lstrip(" \n(").startswith(is_counted)])


# --- who may follow


def test_only_somebody_who_watches_a_running_game_can_follow_it():
    game = table(3, visibility="always")
    for watching, seat in (("always", game.seats.first()), ("nobody", None), ("afterwards", None)):
        game.visibility = watching
        with pytest.raises(NotPossible):
            followers.subscribe(game, seat, UserFactory())
    game.visibility, game.state = "always", Game.State.OVER
    with pytest.raises(NotPossible):
        followers.subscribe(game, None, UserFactory())
    assert not Subscription.objects.exists()


# --- talk


def test_what_is_said_is_for_everybody_else_who_listens():
    game = table(3, bots=1)
    speaker, listener, deaf = game.seats.filter(bot="").select_related("user")
    chat.mute_seat(deaf, speaker)
    game.refresh_from_db()
    chat.post_message(game, speaker, "Hello", key="a")
    chat.post_message(game, speaker, "Is anybody there?", key="b")
    assert told(game, Kind.TALK) == {listener.user_id}
    assert game.notices.get(kind=Kind.TALK).number == game.log_length


def test_what_is_said_after_the_email_has_left_waits_for_another_one():
    game = table(2)
    speaker, listener = game.seats.select_related("user")
    chat.post_message(game, speaker, "Hello", key="a")
    GameNotice.objects.update(status=GameNotice.Status.SENT, sent_at=timezone.now(), tries=1)
    chat.post_message(game, speaker, "Hello?", key="b")
    notice = game.notices.get(kind=Kind.TALK)
    assert (notice.user, notice.status, notice.tries) == (listener.user, GameNotice.Status.WAITING, 0)


def test_nothing_is_left_for_those_who_wait_for_a_game_to_begin():
    game = table(2, size=3)
    chat.post_message(game, game.seats.first(), "Hello", key="a")
    assert not told(game, Kind.TALK)


# --- a seat that is given on


@pytest.mark.parametrize("by_the_player", [True, False])
def test_whoever_loses_a_seat_is_told_and_whoever_takes_it_too(by_the_player):
    game, newcomer = table(3), UserFactory()
    seat = game.seats.exclude(pk=awaited(game).pk).select_related("user")[0]
    former = seat.user
    giver = former if by_the_player else UserFactory(is_staff=True)
    origin = Origin(How.LINK, "k", timezone.now(), giver.pk)
    seats.change_player(game.pk, seat.pk, origin, user=newcomer)
    assert told(game, Kind.SUCCEEDED) == {former.pk}
    assert newcomer.pk in told(game, Kind.STARTED)
    assert game.notices.get(kind=Kind.SUCCEEDED).seat == seat


def test_a_bot_that_gives_way_is_told_nothing():
    game = table(2, bots=1)
    seat = game.seats.exclude(bot="")[0]
    origin = Origin(How.REFEREE, "k", timezone.now(), UserFactory().pk)
    seats.change_player(game.pk, seat.pk, origin, user=UserFactory())
    assert not told(game, Kind.SUCCEEDED)


def test_moves_by_a_link_are_no_reason_to_tell_anybody_more():
    game = table(3)
    seat = awaited(game)
    GameNotice.objects.all().delete()
    play_moves(
        game.pk,
        seat.name,
        [fallback(seat)],
        Origin(How.LINK, "k", timezone.now(), seat.user_id),
        decision=seat.decision,
    )
    assert set(game.notices.values_list("kind", flat=True)) == {Kind.YOUR_TURN}


def test_whoever_fills_the_table_the_creator_is_told_that_he_is_asked():
    for _ in range(8):
        game = table(2)
        if awaited(game).user == game.creator:
            break
    assert game.notices.filter(user=game.creator, kind=GameNotice.Kind.YOUR_TURN).exists()


# --- who writes them


WRITERS = {
    "GameNotice": "games/play/transaction/notices.py",
    "TournamentNotice": "games/tournaments/ledger/transaction.py",
}
# the answer to a reply is built from a notice that is never saved
BUILDERS = {"games/mail/incoming/reply_answer.py", "games/tournaments/mail/replies.py"}


def list_made_models(path: Path) -> set[str]:
    """The models of which this module makes rows: `Model(…)` and `Model.objects.create(…)` or the like."""
    calls = [node.func for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
    made = {call.id for call in calls if isinstance(call, ast.Name)}
    for call in calls:
        if isinstance(call, ast.Attribute) and "create" in call.attr:
            made |= {node.id for node in ast.walk(call) if isinstance(node, ast.Name)}
    return made


@pytest.mark.parametrize("model", WRITERS)
def test_notices_have_one_writer(root, model):
    modules = [path for path in (root / "games").rglob("*.py") if "migrations" not in path.parts]
    writers = {str(path.relative_to(root)) for path in modules if model in list_made_models(path)}
    assert writers - BUILDERS == {WRITERS[model]}
