"""Every kind of email: when it comes, what it says, and what it must not say."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from games.mail.content import game_email
from games.mail.content.game_update import GameUpdate
from games.mail.outgoing import game_outbox, send_times
from games.models import Game, GameNotice, Seat
from games.play import chat, referee, seats
from games.play.followers import subscribe
from games.play.transaction.origin import How, Origin
from tests.helpers.factories import GameNoticeFactory, UserFactory
from tests.helpers.mail.emails import html_of, links, tells_what_only_the_reader_knows
from tests.helpers.mail.outbox import (
    Kind,
    hosted,
    keeps_the_promises,
    nothing_waits,
    parts,
    post,
    reasons,
    reminded,
    sent,
)
from tests.helpers.messages import mail as messages
from tests.helpers.messages import play
from tests.helpers.messages.votes import PLAYS_FOR
from tests.helpers.pages import client_of
from tests.helpers.tables import (
    advice,
    awaited,
    fallback,
    move,
    play_on,
    position,
    table,
    to_the_end_of_the_round,
)

pytestmark = pytest.mark.django_db


# --- a seat that is given on


def given_on(game: Game, seat: Seat, newcomer) -> None:
    origin = Origin(How.REFEREE, "k", timezone.now(), UserFactory().pk)
    seats.change_player(game.pk, seat.pk, origin, user=newcomer)


def test_the_one_before_reads_who_plays_on_and_nothing_of_the_game():
    game, newcomer = table(3, visibility="nobody"), UserFactory()
    seat = game.seats.exclude(user=game.creator).select_related("user")[0]
    former = seat.user
    play_on(game, 3)
    nothing_waits()
    given_on(game, seat, newcomer)
    move(awaited(game), fallback(awaited(game)))
    post()
    [email] = sent(former)
    assert email.extra_headers["X-Citadels-Kind"] == "succeeded"
    assert "List-Unsubscribe" not in email.extra_headers
    assert email.reply_to == []
    assert not links(email.body)
    assert game.key not in email.body + html_of(email)
    for part in parts(email):
        assert f"{PLAYS_FOR.fill(who=newcomer.handle, seat=seat.name)} (" in part
        assert messages.LINKS_OF_SEAT_END in part
        assert "picks" not in part


def test_whoever_takes_a_seat_over_reads_how_it_stands():
    game, newcomer = table(3), UserFactory()
    play_on(game, 12)
    seat = game.seats.exclude(pk=awaited(game).pk)[0]
    nothing_waits()
    given_on(game, seat, newcomer)
    post()
    [email] = sent(newcomer)
    assert email.extra_headers["X-Citadels-Kind"] == "started"
    for part in parts(email):
        assert messages.PLAY_ON_FOR.fill(name=seat.name) in part
        assert tells_what_only_the_reader_knows(part)
        assert messages.SO_FAR.is_in(part)


def test_whoever_takes_a_seat_over_late_reads_the_last_round_and_where_the_rest_is():
    game, newcomer = table(3), UserFactory()
    while position(game).round < 5:
        move(awaited(game), advice(awaited(game)))
    seat = game.seats.exclude(pk=awaited(game).pk)[0]
    nothing_waits()
    given_on(game, seat, newcomer)
    topic = GameUpdate(list(GameNotice.objects.filter(user=newcomer)))
    heads = [one for entry in topic.log_entries for one in entry.sentences if one.startswith("Round ")]
    assert [head.partition(".")[0] for head in heads] == ["Round 4", "Round 5"]
    post()
    [email] = sent(newcomer)
    for part in parts(email):
        assert messages.LAST_ROUND_AND_AFTER.is_in(part)
    for part in (email.body, html_of(email)):
        assert f"/g/{game.key}/log/?before={topic.earlier_entry}" in part
    page = client_of(newcomer).get(f"/g/{game.key}/log/?before={topic.earlier_entry}").content.decode()
    shown = [number for number in range(1, 6) if f"Round {number}" in page]
    assert shown == [1, 2, 3, 4]  # the entry that begins a round holds the end of the one before


def test_what_a_notice_is_about_is_told_however_long_ago_it_was():
    game, newcomer = table(3), UserFactory()
    play_on(game, 4, advice)
    seat = game.seats.exclude(pk=awaited(game).pk)[0]
    given_on(game, seat, newcomer)
    third = next(one for one in game.seats.select_related("user") if one.user not in (newcomer, seat.user))
    while position(game).round < 5:
        move(awaited(game), advice(awaited(game)))
    changes = GameNotice.objects.filter(user=third.user, kind=GameNotice.Kind.CHANGES)
    topic = GameUpdate(list(changes))
    texts = [sentence for one in topic.log_entries for sentence in one.sentences]
    assert any(newcomer.handle in sentence for sentence in texts)
    assert [sentence[:7] for sentence in texts if sentence.startswith("Round ")] == [
        "Round 2",
        "Round 3",
        "Round 4",
        "Round 5",
    ]
    assert not topic.is_recap_cut


def test_whoever_takes_over_a_seat_that_is_asked_is_asked_at_once():
    game, newcomer = table(3), UserFactory()
    play_on(game, 12)
    nothing_waits()
    seat = awaited(game)
    given_on(game, seat, newcomer)
    post()
    [email] = sent(newcomer)
    assert email.extra_headers["X-Citadels-Kind"] == "your_turn"
    assert links(email.body)
    assert messages.PLAY_ON_FOR.is_in(email.body, name=seat.name)


# --- somebody who cannot be reached


def lost(user) -> None:
    user.unreachable_since = timezone.now()
    user.save()


@pytest.fixture
def host_and_lost():
    game = table(3)
    while awaited(game).user == game.creator:
        move(awaited(game), fallback(awaited(game)))
    seat = awaited(game)
    nothing_waits()
    lost(seat.user)
    GameNoticeFactory(seat=seat, user=game.creator, kind=Kind.UNREACHABLE)
    return game, seat


def test_the_creator_reads_whom_emails_do_not_reach_and_what_can_be_done(host_and_lost):
    game, seat = host_and_lost
    post()
    [email] = sent(game.creator)
    assert email.extra_headers["X-Citadels-Kind"] == "unreachable"
    for part in parts(email):
        assert messages.PLAYER_UNREACHABLE.fill(names=seat.name) in part
        assert messages.CREATOR_MAY_GIVE_SEAT in part


def test_it_is_no_news_when_emails_arrive_again(host_and_lost):
    game, seat = host_and_lost
    seat.user.unreachable_since = None
    seat.user.save()
    post()
    assert not sent(game.creator)


def test_nothing_is_sent_to_somebody_who_cannot_be_reached_but_what_was_asked_for():
    game = table(3)
    seat = awaited(game)
    lost(seat.user)
    post()
    assert not sent(seat.user)
    game_outbox.resend_turn_email(awaited(game), seat.user)
    post()
    assert reasons(seat.user) == ["your_turn"]


# --- a guarded seat


@pytest.mark.parametrize("kind", [Kind.YOUR_TURN, Kind.REMINDER])
def test_a_email_to_a_guarded_seat_has_no_way_to_act(kind):
    game = table(3)
    Seat.objects.filter(pk=awaited(game).pk).update(has_revoked_links=True)
    seat = awaited(game)
    notice = GameNotice(pk=7, game=game, user=seat.user, kind=kind, number=seat.decision)
    email = game_email.build_game_email(seat.user, [GameUpdate([notice])])
    assert email.reply_to == []
    assert "mailto:" not in email.extra_headers["List-Unsubscribe"]
    for part, source in zip(parts(email), (email.body, html_of(email)), strict=True):
        assert not links(source)
        assert seat.reply_key not in source
        assert "/accounts/login/" in source
        assert messages.SIGN_IN_TO_GO_ON in part


def test_short_emails_to_a_guarded_seat_have_none_either():
    ann = UserFactory()
    games = hosted(ann, "Danube", "Drava")
    nothing_waits()
    reminded(*games)
    Seat.objects.filter(user=ann).update(has_revoked_links=True)
    post()
    [email] = sent(ann)
    assert not links(email.body + html_of(email))
    assert email.body.count("/accounts/login/") == 2


# --- collected


def test_all_kinds_can_be_collected():
    ann = UserFactory(
        mail_preferences=dict.fromkeys(["your_turn", "started", "over", "changes"], "collected")
    )
    asked, *_ = hosted(ann, "Danube")
    quiet, *_ = hosted(ann, "Drava", visibility="always")
    move(awaited(quiet), fallback(awaited(quiet)))
    while awaited(quiet).user == ann:
        move(awaited(quiet), fallback(awaited(quiet)))
    lost_game, *_ = hosted(ann, "Sava")
    game = table(3, visibility="always", name="Tisza")
    subscribe(game, None, ann)
    ender = to_the_end_of_the_round(game)
    nothing_waits()
    move(ender, advice(ender))
    reminded(asked)
    referee.decide_matter(quiet.pk, "pause", UserFactory(is_staff=True))
    quiet.refresh_from_db()
    chat.post_message(quiet, quiet.seats.exclude(user=ann)[0], "A short break", key="a")
    given_on(lost_game, lost_game.seats.get(user=ann), UserFactory())
    ann.mail_preferences = {**ann.mail_preferences, "reminder": "collected"}
    ann.save()
    post(timezone.now() + timedelta(days=1))
    [email] = sent(ann)
    assert email.subject == messages.NEWS_FROM_TABLES.fill(n=4)
    for part in parts(email):
        assert messages.TIME_IS_RUNNING_OUT in part
        assert play.REFEREE_PAUSES in part
        assert "A short break" in part
        assert messages.LINKS_OF_SEAT_END in part
        assert "Round 1".lower() in part.lower()
        assert messages.FOR_THOSE_WHO_COLLECT in part


def test_many_tables_are_collected_in_more_than_one_email():
    ann = UserFactory(mail_preferences=dict.fromkeys(["your_turn", "started"], "collected"))
    hosted(ann, *(f"Table-{number}" for number in range(game_outbox.MAX_TABLES + 2)))
    post(timezone.now() + timedelta(days=1))
    first, second = sent(ann)
    assert (first.body.count("TABLE-"), second.body.count("TABLE-")) == (game_outbox.MAX_TABLES, 2)


def test_collected_emails_come_at_the_next_of_ones_hours():
    ann = UserFactory.build(time_zone="Europe/Zagreb", digest_hours=[18, 7])
    at = datetime(2026, 11, 16, 12, tzinfo=UTC)
    assert send_times.find_next_digest_time(at, ann) == datetime(2026, 11, 16, 17, tzinfo=UTC)
    assert send_times.find_next_digest_time(at + timedelta(hours=6), ann) == datetime(
        2026, 11, 17, 6, tzinfo=UTC
    )
    assert send_times.find_next_digest_time(at.replace(hour=6), ann) == at.replace(hour=6)


# --- what all of them have in common


def test_every_kind_of_email_keeps_the_promises():
    """Both parts, dark mode, nothing from elsewhere, narrow lines, headers, language."""
    game = table(3, visibility="always")
    seat = to_the_end_of_the_round(game)
    move(seat, advice(seat))
    game.refresh_from_db()
    game.creator.language = "hr"
    game.creator.save()
    asked = awaited(game)
    lost(next(one for one in game.seats.select_related("user") if one.user != asked.user).user)
    chat.post_message(game, game.seats.exclude(pk=asked.pk)[0], "Hello", key="a")
    followers = UserFactory()
    subscribe(game, None, followers)
    for kind in Kind.values:
        if kind == Kind.EXPIRED:
            continue  # a table whose game never began
        for user in (asked.user, game.seats.exclude(pk=asked.pk)[0].user, followers):
            if user == followers and kind not in (Kind.GAZETTE, Kind.SUCCEEDED):
                continue
            notice = GameNotice(pk=7, game=game, user=user, seat=asked, kind=kind, number=game.log_length)
            email = game_email.build_game_email(user, [GameUpdate([notice])])
            keeps_the_promises(email, game, user)
