"""Emails about time: what a missed deadline means, who has missed one, and who asks for more."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail

from accounts.models import User
from games.clock.missed_deadline_policy import MissedDeadlinePolicy
from games.clock.pace import Pace
from games.links import kinds
from games.mail.content import game_email
from games.mail.content.game_update import GameUpdate
from games.mail.outgoing import game_outbox
from games.models import Game, GameNotice, Seat
from games.models.game import load_game_and_seats
from games.play import orders, referee, replacements, seats
from games.play.deadlines import alarms, extensions, leave
from games.play.lobby.tables import DEFAULT_BOT
from games.play.transaction.origin import How, Origin, by_user, new_request_key
from games.queries import deadline_text, pace_text
from games.queries.game_view import GameView
from games.queries.log import build_log
from tests.helpers.factories import GameNoticeFactory, UserFactory
from tests.helpers.frozen_time import NOON
from tests.helpers.mail.emails import (
    bare,
    email_for,
    html_of,
    links,
    newest,
    posting_to,
    tells_what_only_the_reader_knows,
)
from tests.helpers.mail.outbox import keeps_the_promises, nothing_waits, parts, post, reasons, sent
from tests.helpers.mail.smtp_server import mail_server
from tests.helpers.messages import deadlines
from tests.helpers.messages import mail as messages
from tests.helpers.messages.clock import (
    ASKS_FOR_HOURS,
    BANK_RUNS,
    CAREFUL_BOT_ANSWERS,
    HARMLESS_MOVE_PLAYED,
    MISS_EXCUSED,
    TABLE_GIVES_HOURS,
    TABLE_HAS_GIVEN_YOU,
    THEN_BANK,
)
from tests.helpers.messages.rules import YOU_CHOSE
from tests.helpers.missed_deadlines import replaced, run_out, slow
from tests.helpers.played_games import played
from tests.helpers.secrets import put_other_world, restore
from tests.helpers.tables import advice, awaited, fallback, move, play_on, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

BANK = Pace(hours=timedelta(hours=24), allowance=timedelta(hours=27), cap=timedelta(hours=48))
Kind, Status = GameNotice.Kind, GameNotice.Status


def other_than(seat: Seat) -> Seat:
    return seat.game.seats.exclude(pk=seat.pk).select_related("user", "game").first()


# --- the consequence


def test_a_email_names_the_bank_and_what_happens_then():
    game = table(3, pace=BANK)
    seat = awaited(game)
    seat.user.time_zone, seat.user.time_out = "Europe/Budapest", "bot"
    seat.user.save()
    due, end = "Thursday 5 March 2026, 13:00", "Friday 6 March 2026, 16:00"
    consequence = deadlines.IF_NOT_ANSWERED.fill(when=end, what=CAREFUL_BOT_ANSWERS)
    for part in parts(email_for(seat, Kind.YOUR_TURN)):
        assert messages.ANSWER_BY.fill(when=due, zone="Europe/Budapest") in part
        assert THEN_BANK.fill(time="1 day 3 h") in part
        assert f"{consequence} {deadlines.EXCUSE_LEFT}" in part


@pytest.mark.parametrize(
    ("choice", "answer"),
    [
        ("", HARMLESS_MOVE_PLAYED),
        ("minimal", HARMLESS_MOVE_PLAYED),
        ("bot", CAREFUL_BOT_ANSWERS),
        ("orders", deadlines.ORDERS_WILL_ANSWER),
    ],
)
def test_the_own_choice_at_this_table_is_named(choice, answer):
    seat = awaited(slow())
    seat.time_out = choice
    assert f"{answer}." in deadline_text.describe_deadline(seat.game, seat)


def test_what_the_table_does_not_allow_is_not_promised():
    seat = awaited(slow(patience=MissedDeadlinePolicy(answers=("minimal",))))
    seat.time_out = "bot"
    assert HARMLESS_MOVE_PLAYED in deadline_text.describe_deadline(seat.game, seat)


@pytest.mark.parametrize(
    ("misses", "message"),
    [
        ({}, deadlines.EXCUSES_LEFT.fill(n=2)),
        ({"excused_count": 1}, deadlines.EXCUSE_LEFT),
        ({"excused_count": 2}, deadlines.MISSES_LEFT.fill(n=2)),
        ({"excused_count": 2, "missed_count": 1, "misses_in_a_row": 1}, deadlines.MISS_LEFT),
        ({"excused_count": 2, "missed_count": 3}, deadlines.MISS_LEFT),
        ({"excused_count": 2, "missed_count": 2, "misses_in_a_row": 2}, deadlines.BOT_WOULD_TAKE_OVER),
        ({"excused_count": 2, "missed_count": 4}, deadlines.BOT_WOULD_TAKE_OVER),
    ],
)
def test_it_is_told_what_one_more_miss_would_mean(misses, message):
    game = slow(patience=MissedDeadlinePolicy(excused=2, in_a_row=3, in_total=5))
    Seat.objects.filter(game=game).update(**misses)
    seat = awaited(game)
    assert message in deadline_text.describe_deadline(seat.game, seat)


def test_a_bank_that_runs_already_says_so(clock):
    game = table(3, pace=BANK)
    clock.shift(timedelta(hours=25))
    for part in parts(email_for(awaited(game), Kind.YOUR_TURN)):
        assert messages.TIME_FOR_IT_ENDED.is_in(part, when="Thursday 5 March 2026, 12:00")
        assert BANK_RUNS.fill(time="1 day 2 h") in part


def test_a_clock_that_stands_still_says_so():
    game = slow()
    seat = awaited(game)
    User.objects.filter(pk=seat.user_id).update(unreachable_since=NOON)
    leave.recompute_deadlines(seat.user, NOON)
    for part in parts(email_for(awaited(game), Kind.YOUR_TURN)):
        assert deadlines.CLOCK_STOPPED_UNREACHABLE.fill(when="Saturday 7 March 2026, 12:00") in part
        assert not messages.ANSWER_BY.is_in(part)
    referee.decide_matter(game.pk, "pause", UserFactory(is_staff=True))
    seat = awaited(game)
    assert deadline_text.describe_deadline(seat.game, seat) == deadlines.CLOCK_STOPPED


def test_nobody_else_has_a_consequence():
    game = slow()
    waiting = other_than(awaited(game))
    assert deadline_text.describe_deadline(game, waiting) == ""


# --- your time has run out


def test_whoever_missed_reads_what_was_played_and_what_it_means(clock):
    game = slow()
    seat = run_out(clock, game)
    post()
    [email] = sent(seat.user)
    assert email.extra_headers["X-Citadels-Kind"] == "missed"
    assert email.reply_to
    for part in parts(email):
        assert messages.PLAYED_FOR_YOU in part
        assert deadlines.EXCUSED_FOR_THE_LAST_TIME in part
        assert MISS_EXCUSED.fill(seat=seat.name) in part
        assert YOU_CHOSE.is_in(part)
        assert messages.PLAYED_FOR_YOU_AND_AFTER.is_in(part)
    assert reasons(awaited(game).user) == ["your_turn"]


@pytest.mark.parametrize(
    ("choice", "answer"),
    [("minimal", deadlines.HARMLESS_MOVE_ANSWERED), ("bot", deadlines.BOT_ANSWERED)],
)
def test_whoever_missed_reads_what_has_answered_and_nobody_else_does(clock, choice, answer):
    game = slow()
    Seat.objects.filter(game=game).update(time_out=choice)
    seat = run_out(clock, game)
    post()
    [email] = sent(seat.user)
    for part in parts(email):
        assert f"{messages.PLAYED_FOR_YOU} {answer} {deadlines.EXCUSED_FOR_THE_LAST_TIME}" in part
        assert f"{MISS_EXCUSED.fill(seat=seat.name)} {answer}" in part
    for other in game.seats.exclude(pk=seat.pk).select_related("user"):
        for part in (one for email in sent(other.user) for one in parts(email)):
            assert deadlines.BOT_ANSWERED not in part
            assert deadlines.HARMLESS_MOVE_ANSWERED not in part
    assert answer in record_of(seat)
    assert answer not in record_of(other_than(seat))


def record_of(seat: Seat) -> str:
    game, seats = load_game_and_seats(seat.game_id)
    log, _older = build_log(GameView(game, seats, seat, "en"))
    return " ".join(sentence for part in log for entry in part.entries for sentence in entry.sentences)


def test_orders_that_have_answered_are_named(clock):
    game = slow()
    seat = awaited(game)
    Seat.objects.filter(game=game).update(time_out="orders")
    orders.file_order(game.pk, seat.name, "prefer assassin thief magician king", by_user(seat.user))
    run_out(clock, game)
    assert game.log_entries.get(kind="missed").text == f"excused {seat.name} orders"
    post()
    for part in parts(sent(seat.user)[0]):
        assert f"{deadlines.ORDERS_ANSWERED} {deadlines.EXCUSED_FOR_THE_LAST_TIME}" in part
    assert deadlines.ORDERS_ANSWERED not in record_of(other_than(seat))


def test_a_miss_that_counts_says_how_far_off_a_bot_is(clock):
    seat = run_out(clock, slow(patience=MissedDeadlinePolicy(excused=0, in_a_row=2, in_total=4)))
    post()
    for part in parts(sent(seat.user)[0]):
        assert deadlines.MISS_LEFT in part


def test_whoever_is_replaced_reads_how_to_come_back(clock):
    seat = replaced(clock)
    assert seat.is_absent
    post()
    [email] = sent(seat.user)
    assert email.extra_headers["X-Citadels-Kind"] == "missed"
    for part, source in zip(parts(email), (email.body, html_of(email)), strict=True):
        assert deadlines.BOT_PLAYS_NOW_AND_SEAT_IS_FREE in part
        assert messages.COME_BACK_BY_LINK_OR_REPLY in part
        assert not links(source)
        [token] = set(re.findall(r"/b/([^/\s\"]+)/", source))
        assert kinds.SEAT_RETURN.read(token).seat_id == seat.pk


def test_whoever_has_stayed_away_reads_how_the_game_has_ended():
    game = played()
    seat = game.seats.select_related("user").first()
    Seat.objects.filter(pk=seat.pk).update(bot=DEFAULT_BOT)  # and its player may come back
    nothing_waits(game)
    GameNoticeFactory(seat=seat, kind=Kind.OVER, created_at=NOON)
    post()
    [email] = sent(seat.user)
    assert email.extra_headers["X-Citadels-Kind"] == "over"
    for part in parts(email):
        assert messages.GAME_OVER in part
    keeps_the_promises(email, game, seat.user)


def test_where_nobody_stands_in_nobody_is_said_to(clock):
    seat = replaced(clock, stand_ins=False)
    post()
    for part in parts(sent(seat.user)[0]):
        assert deadlines.BOT_PLAYS_NOW in part
        assert deadlines.BOT_PLAYS_NOW_AND_SEAT_IS_FREE not in part


def test_it_comes_at_once_whatever_else_is_collected(clock):
    game = slow()
    User.objects.update(mail_preferences=dict.fromkeys(["your_turn", "reminder", "changes"], "collected"))
    seat = run_out(clock, game)
    post()
    assert reasons(seat.user) == ["missed"]


def test_it_does_not_come_to_somebody_who_wants_none_of_these(clock):
    game = slow()
    User.objects.update(mail_preferences={"missed": "none"})
    seat = run_out(clock, game)
    post()
    assert sent(seat.user) == []


def test_a_email_that_asks_again_tells_of_the_miss_along_the_way(clock):
    game = slow()
    seat = run_out(clock, game)
    while awaited(game) != seat:
        move(awaited(game), fallback(awaited(game)))
    post()
    [email] = sent(seat.user)
    assert email.extra_headers["X-Citadels-Kind"] == "your_turn"
    assert links(email.body)
    for part in parts(email):
        assert messages.PLAYED_FOR_YOU in part


def test_a_miss_is_no_news_to_somebody_who_has_moved_or_come_back_since(clock):
    game = slow()
    seat = run_out(clock, game)
    while awaited(game) != seat:
        move(awaited(game), fallback(awaited(game)))
    move(awaited(game), fallback(awaited(game)))
    absent = replaced(clock)
    replacements.return_to_seat(absent.game_id, absent.name, by_user(absent.user))
    post()
    assert not {"missed"} & {*reasons(seat.user), *reasons(absent.user)}
    assert set(GameNotice.objects.filter(kind=Kind.MISSED).values_list("status", flat=True)) <= {
        Status.DROPPED,
        Status.SENT,
    }


def test_a_email_to_a_guarded_seat_has_no_link_to_come_back(clock):
    seat = replaced(clock)
    Seat.objects.filter(pk=seat.pk).update(has_revoked_links=True)
    post()
    [email] = sent(seat.user)
    for source in (email.body, html_of(email)):
        assert "/b/" not in source
        assert "/accounts/login/" in source


def test_whoever_was_out_of_reach_reads_why_a_bot_plays(clock):
    seat = awaited(slow())
    User.objects.filter(pk=seat.user_id).update(unreachable_since=NOON)
    leave.recompute_deadlines(seat.user, NOON)
    clock.shift(timedelta(days=3, minutes=1))
    assert alarms.handle_alarm(seat.game_id, seat.pk, seat.decision) == "replaced"
    User.objects.filter(pk=seat.user_id).update(unreachable_since=None)
    post()
    for part in parts(sent(seat.user)[0]):
        assert f"{messages.WAITED_LONG_ENOUGH} {deadlines.BOT_PLAYS_NOW_AND_SEAT_IS_FREE}" in part


# --- a seat looks for a player


@pytest.fixture
def helper() -> User:
    return UserFactory(is_stand_in=True)


def test_who_stands_in_reads_what_everybody_may_know_and_where_to_take_the_seat(clock, helper):
    seat = replaced(clock)
    post()
    [email] = sent(helper)
    assert email.extra_headers["X-Citadels-Kind"] == "stand_in"
    assert email.reply_to == []
    assert "/u/" in email.extra_headers["List-Unsubscribe"]
    for part, source in zip(parts(email), (email.body, html_of(email)), strict=True):
        assert messages.SEAT_OFFERED.fill(name=seat.name) in part
        assert pace_text.describe_pace_briefly(seat.game.pace) in part
        assert f"/g/{seat.game.key}/stand-in/{seat.pk}/" in source
        assert messages.FOR_STAND_INS in part
        assert not links(source)
        assert "/b/" not in source


def test_it_is_no_news_when_the_seat_is_taken_or_its_player_is_back(clock, helper):
    taken, back = replaced(clock), replaced(clock)
    late = UserFactory(is_stand_in=True)
    replacements.take_over_seat(taken.game_id, taken.pk, UserFactory(), by_user(late))
    replacements.return_to_seat(back.game_id, back.name, by_user(back.user))
    post()
    assert sent(helper) == []
    offers = GameNotice.objects.filter(kind=Kind.STAND_IN, user=helper)
    assert set(offers.values_list("status", flat=True)) == {Status.DROPPED}


def test_who_does_not_stand_in_any_more_is_not_written_to(clock, helper):
    replaced(clock)
    User.objects.filter(pk=helper.pk).update(is_stand_in=False)
    post()
    assert sent(helper) == []


def test_who_took_the_seat_reads_the_email_of_the_seat_and_not_the_offer(clock, helper):
    seat = replaced(clock)
    replacements.take_over_seat(seat.game_id, seat.pk, helper, by_user(helper))
    post()
    assert "stand_in" not in reasons(helper)


def test_an_offer_can_be_collected_like_an_invitation(clock, helper):
    helper.mail_preferences = {"invitation": "collected"}
    helper.save()
    first, second = replaced(clock), replaced(clock)
    post(datetime.now(UTC) + timedelta(days=1))
    [email] = sent(helper)
    assert email.extra_headers["X-Citadels-Kind"] == "collected"
    for part in (email.body, html_of(email)):
        assert all(f"/stand-in/{seat.pk}/" in part for seat in (first, second))


# --- more time


def asked(game: Game, hours: int = 24) -> Seat:
    """Somebody else than the creator asks for more time."""
    while awaited(game).user_id == game.creator_id:
        move(awaited(game), fallback(awaited(game)))
    nothing_waits(game)
    seat = awaited(game)
    extensions.request_extension(game.pk, seat.name, hours, by_user(seat.user))
    return seat


def test_the_others_read_who_asks_for_how_much_and_grant_by_a_link():
    game = slow(name="Danube")
    seat = asked(game)
    end = {"when": "Thursday 5 March 2026, 12:00", "zone": "UTC"}
    post()
    assert sent(seat.user) == []
    for reader in game.seats.exclude(pk=seat.pk).select_related("user"):
        [email] = sent(reader.user)
        assert email.extra_headers["X-Citadels-Kind"] == "more_time"
        for part, source in zip(parts(email), (email.body, html_of(email)), strict=True):
            assert ASKS_FOR_HOURS.fill(name=seat.name, hours=24) in part
            assert messages.TIME_ENDS_OTHERWISE.fill(name=seat.name, **end) in part
            assert messages.REPLY_GRANT in part
            [token] = set(re.findall(r"/x/([^/\s\"]+)/", source))
            assert kinds.EXTENSION.read(token).user_id == reader.user_id


def test_a_creator_without_a_seat_reads_it_too():
    game = slow()
    own = game.seats.get(user=game.creator)
    origin = Origin(How.FORM, new_request_key(), NOON, game.creator_id)
    seats.change_player(game.pk, own.pk, origin, user=UserFactory())
    asked(game)
    post()
    [email] = sent(game.creator)
    assert email.extra_headers["X-Citadels-Kind"] == "more_time"
    assert "/x/" in email.body
    assert email.reply_to == []


@pytest.mark.parametrize("by", ["grant", "decision"])
def test_it_is_no_news_when_it_is_granted_or_decided(by):
    game = slow()
    seat = asked(game)
    if by == "decision":
        move(seat, fallback(seat))
    else:
        granter = other_than(seat)
        extension = extensions.list_open_requests(game.pk, None).get()
        extensions.grant(extension.pk, granter.name, by_user(granter.user))
    post()
    assert not any("more_time" in reasons(one.user) for one in game.seats.select_related("user"))
    assert set(GameNotice.objects.filter(kind=Kind.MORE_TIME).values_list("status", flat=True)) == {
        Status.DROPPED
    }


def test_whoever_asked_reads_that_it_was_granted_with_the_new_deadline():
    game = slow()
    seat = asked(game)
    granter, extension = other_than(seat), extensions.list_open_requests(game.pk, None).get()
    extensions.grant(extension.pk, granter.name, by_user(granter.user))
    post()
    [email] = sent(seat.user)
    assert links(email.body)
    for part in parts(email):
        assert TABLE_GIVES_HOURS.fill(seat=seat.name, n=24) in part
        assert messages.ANSWER_BY.fill(when="Friday 6 March 2026, 12:00", zone="UTC") in part


def test_a_email_tells_what_has_moved_the_deadline():
    game = slow()
    seat = asked(game)
    extension = extensions.list_open_requests(game.pk, None).get()
    extensions.grant(extension.pk, other_than(seat).name, by_user(other_than(seat).user))
    deadline = messages.ANSWER_BY.fill(when="Friday 6 March 2026, 12:00", zone="UTC")
    for part in parts(email_for(awaited(game), Kind.YOUR_TURN)):
        assert f"{deadline} {TABLE_HAS_GIVEN_YOU.fill(n=24)}" in part


def test_a_guarded_seat_reads_of_it_without_a_link():
    game = slow()
    seat = asked(game)
    guarded = other_than(seat)
    Seat.objects.filter(pk=guarded.pk).update(has_revoked_links=True)
    post()
    [email] = sent(guarded.user)
    for source in (email.body, html_of(email)):
        assert "/x/" not in source
        assert "/accounts/login/" in source


def test_all_of_it_can_be_collected():
    game = slow()
    User.objects.update(mail_preferences={"changes": "collected"})
    seat = asked(game)
    reader = other_than(seat)
    post(NOON + timedelta(hours=22))
    [email] = sent(reader.user)
    for part, source in zip(parts(email), (email.body, html_of(email)), strict=True):
        assert ASKS_FOR_HOURS.fill(name=seat.name, hours=24) in part
        assert "/x/" in source


# --- what all of them have in common


def test_they_leave_by_a_real_socket_and_keep_the_promises(clock):
    helper = UserFactory(is_stand_in=True)
    seat = replaced(clock)
    game = slow(visibility="always")
    asker = asked(game)
    with mail_server() as server, posting_to(server):
        game_outbox.send_due_notices()
        for user, reason in (
            (seat.user, "missed"),
            (helper, "stand_in"),
            (other_than(asker).user, "more_time"),
        ):
            assert newest(server.emails, user.email)["X-Citadels-Kind"] == reason
    keeps_the_promises(email_for(seat, Kind.MISSED), seat.game, seat.user)
    keeps_the_promises(email_for(other_than(asker), Kind.MORE_TIME), game, other_than(asker).user)
    keeps_the_promises(offer_to(helper, seat), seat.game, helper)


def offer_to(helper: User, seat: Seat):
    """The email to somebody who stands in."""
    game = Game.objects.get(pk=seat.game_id)
    about = {"pk": 7, "game": game, "user": helper, "seat": seat, "number": game.log_length}
    return game_email.build_game_email(helper, [GameUpdate([GameNotice(kind=Kind.STAND_IN, **about)])])


@pytest.mark.parametrize("moves", [4, 17, 40])
def test_neither_an_offer_nor_a_miss_tells_two_worlds_apart(clock, moves):
    helper = UserFactory(is_stand_in=True)
    game = slow(patience=MissedDeadlinePolicy(excused=0, in_a_row=1))
    play_on(game, moves, advice)
    seat = run_out(clock, game)
    game.refresh_from_db()
    before = {"position": game.position, "seed": game.seed}
    journal = {
        entry.pk: (entry.text, entry.events, entry.position_before) for entry in game.log_entries.all()
    }
    reader = Seat.objects.select_related("user", "game").get(pk=seat.pk)
    offer, missed = bare(offer_to(helper, seat)), bare(email_for(reader, Kind.MISSED))
    put_other_world(game, seat.name, 1)
    assert bare(email_for(reader, Kind.MISSED)) == missed
    assert bare(offer_to(helper, seat)) == offer
    restore(game, before, journal)


def test_an_offer_names_no_card_that_only_the_absent_player_knows(clock):
    helper = UserFactory(is_stand_in=True)
    seat = replaced(clock)
    own = email_for(Seat.objects.select_related("user", "game").get(pk=seat.pk), Kind.MISSED)
    assert tells_what_only_the_reader_knows(parts(own)[0])
    mail.outbox.clear()
    for part in parts(offer_to(helper, seat)):
        assert not tells_what_only_the_reader_knows(part)
