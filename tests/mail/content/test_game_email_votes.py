"""Emails about votes, and about changes at a table whose question has been asked already."""

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from games.links import kinds
from games.mail.outgoing import game_outbox
from games.models import Game, GameNotice, Seat
from games.play import referee, seats, votes
from games.play.deadlines import extensions
from games.play.lobby import tables
from games.play.lobby.tables import NewTable
from games.play.transaction.origin import by_user
from tests.helpers.factories import UserFactory
from tests.helpers.frozen_time import NOON
from tests.helpers.mail.emails import email_for, html_of, links, newest, posting_to
from tests.helpers.mail.outbox import keeps_the_promises, nothing_waits, parts, post, reasons, sent
from tests.helpers.mail.smtp_server import mail_server
from tests.helpers.messages import mail as messages
from tests.helpers.messages import play
from tests.helpers.messages.clock import TABLE_GIVES_HOURS, TABLE_HAS_GIVEN_YOU
from tests.helpers.messages.votes import (
    BOT_PLAYS_FOR,
    IT_TAKES_VOTES,
    PAUSE_ENDS_AFTER,
    VOTES_SO_FAR,
    WOULD_LIKE_TO_PAUSE,
)
from tests.helpers.tables import awaited, fallback, move, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

Kind, Status = GameNotice.Kind, GameNotice.Status


def slow(people: int = 4, **wish) -> Game:
    game = table(people, **{"visibility": "nobody"} | wish)
    nothing_waits(game)
    return game


def vote(seat: Seat, matter: str = "pause") -> bool:
    return votes.cast_vote(seat.game_id, seat.name, matter, by_user(seat.user))


def others_than(seat: Seat) -> list[Seat]:
    return list(seat.game.seats.exclude(pk=seat.pk).select_related("user", "game"))


# --- votes


def has_one_vote_of(needed: int) -> str:
    return VOTES_SO_FAR.fill(takes=IT_TAKES_VOTES.fill(n=needed), votes=1)


def test_the_others_read_who_would_like_what_and_vote_by_a_link():
    ann = slow().seats.first()
    vote(ann)
    post()
    assert sent(ann.user) == []
    for reader in others_than(ann):
        [email] = sent(reader.user)
        assert email.extra_headers["X-Citadels-Kind"] == "vote"
        for part, source in zip(parts(email), (email.body, html_of(email)), strict=True):
            assert f"{WOULD_LIKE_TO_PAUSE.fill(names=ann.name)} {has_one_vote_of(3)}" in part
            assert PAUSE_ENDS_AFTER.fill(n=14) in part
            assert messages.REPLY_AGREE_OR_OBJECT in part
            assert not links(source)
            [token] = set(re.findall(r"/v/([^/\s\"]+)/", source))
            assert kinds.VOTE.read(token).seat_id == reader.pk


def test_two_votes_are_one_email_that_asks_to_name_one():
    ann = slow().seats.first()
    vote(ann)
    vote(ann, "abandon")
    post()
    [email] = sent(others_than(ann)[0].user)
    assert len(set(re.findall(r"/v/([^/\s]+)/", email.body))) == 2
    for part in parts(email):
        assert f"{play.WANTS_TO_ABANDON.fill(names=ann.name)} {has_one_vote_of(4)}" in part
        assert messages.REPLY_AGREE_AND_MATTER in part


@pytest.mark.parametrize("by", ["deciding", "taking back", "own vote", "own objection"])
def test_it_is_no_news_when_it_is_decided_taken_back_or_voted_on(by):
    ann, bob, cid, _dora = slow().seats.select_related("user")
    vote(ann)
    if by == "deciding":
        vote(bob)
        assert vote(cid)
    elif by == "taking back":
        votes.withdraw_vote(ann.game_id, ann.name, "pause", by_user(ann.user))
    elif by == "own vote":
        vote(bob)
    else:
        votes.vote_against(bob.game_id, bob.name, "pause", by_user(bob.user))
    post()
    assert "vote" not in reasons(bob.user)
    assert GameNotice.objects.get(kind=Kind.VOTE, user=bob.user).status == Status.DROPPED


def wants(user: User, changes: str) -> None:
    User.objects.filter(pk=user.pk).update(mail_preferences={"changes": changes})


def test_whoever_wants_no_news_of_changes_is_not_written_to():
    ann, bob, cid, _dora = slow().seats.select_related("user")
    wants(bob.user, "none")
    vote(ann)
    post()
    assert sent(bob.user) == []
    assert reasons(cid.user) == ["vote"]


def test_it_is_collected_with_what_happened_at_other_tables():
    dora = UserFactory()
    for name in ("Danube", "Drava"):
        ann, *_ = seated_with(dora, name).seats.exclude(user=dora).select_related("user")
        vote(ann)
    wants(dora, "collected")
    post()
    assert sent(dora) == []
    post(NOON + timedelta(days=1))
    [email] = sent(dora)
    assert email.subject == messages.NEWS_FROM_TABLES.fill(n=2)
    for part, source in zip(parts(email), (email.body, html_of(email)), strict=True):
        assert len(re.findall(WOULD_LIKE_TO_PAUSE.pattern, part)) == 2
        assert len(set(re.findall(r"/v/([^/\s\"]+)/", source))) == 2


def seated_with(user: User, name: str) -> Game:
    game = tables.open_table(user, NewTable(name=name, ruleset="citadels", options={}, size=4, is_open=True))
    for _ in range(3):
        tables.join_table(game.pk, UserFactory())
    nothing_waits(game)
    game.refresh_from_db()
    return game


def test_a_guarded_seat_reads_of_it_without_a_link():
    ann, bob, *_ = slow().seats.select_related("user")
    Seat.objects.filter(pk=bob.pk).update(has_revoked_links=True)
    vote(ann)
    post()
    [email] = sent(bob.user)
    for source in (email.body, html_of(email)):
        assert "/v/" not in source
        assert "/accounts/login/" in source


def test_a_pause_tells_when_the_game_goes_on_by_itself():
    ann, bob, _cid = (game := slow(3)).seats.select_related("user")
    vote(ann)
    vote(bob)
    post()
    for reader in game.seats.select_related("user"):
        for email in sent(reader.user):
            for part in parts(email):
                assert messages.PAUSE_ENDS.fill(when="Wednesday 18 March 2026, 12:00", zone="UTC") in part


def test_it_leaves_by_a_real_socket_and_keeps_the_promises():
    ann, bob, *_ = (game := slow(visibility="always")).seats.select_related("user")
    vote(ann)
    with mail_server() as server, posting_to(server):
        game_outbox.send_due_notices()
        assert newest(server.emails, bob.user.email)["X-Citadels-Kind"] == "vote"
    keeps_the_promises(email_for(bob, Kind.VOTE), game, bob.user)


# --- a change at a table whose question has been asked already


def given_away(game: Game) -> Seat:
    """Somebody who is not asked gives the seat to a bot."""
    asked = awaited(game)
    leaver = game.seats.exclude(pk=asked.pk).exclude(user=game.creator).select_related("user")[0]
    seats.give_to_bot(game.pk, leaver.pk, leaver.user)
    return leaver


def test_a_change_is_told_and_the_question_of_the_last_email_is_not_asked_again():
    game = slow()
    asked = awaited(game)
    leaver = given_away(game)
    post()
    [email] = sent(asked.user)
    assert email.extra_headers["X-Citadels-Kind"] == "changes"
    for part, source in zip(parts(email), (email.body, html_of(email)), strict=True):
        assert BOT_PLAYS_FOR.fill(seat=leaver.name) in part
        assert messages.QUESTION_STILL_WAITS in part
        assert messages.ANSWER_BY.is_in(part)
        assert messages.OPTIONS_WITHOUT_SIGNING_IN in part
        assert len(set(links(source))) == 1


def test_the_links_of_the_email_before_and_of_this_one_still_play():
    game = table(4, visibility="nobody")
    asked = awaited(game)
    post()
    [question] = sent(asked.user)
    nothing_waits(game)
    given_away(game)
    post()
    [change] = sent(asked.user)
    [whole] = set(links(change.body))
    assert Client().get(path_of(whole)).status_code == 200
    option = path_of(links(question.body)[0])
    assert messages.PLAY_THIS in Client().get(option).content.decode()
    assert messages.PLAYED in Client().post(option).content.decode()
    assert game.log_entries.filter(kind="move", seat=asked).count() == 1


def path_of(link: str) -> str:
    return link.removeprefix(settings.BASE_URL)


def test_a_change_that_comes_before_its_question_has_left_is_told_with_the_question():
    game = table(4, visibility="nobody")
    asked = awaited(game)
    given_away(game)
    post()
    [email] = sent(asked.user)
    assert email.extra_headers["X-Citadels-Kind"] == "your_turn"
    assert len(set(links(email.body))) > 1


def test_more_time_is_told_with_the_new_deadline_and_no_second_question():
    game = slow()
    seat = awaited(game)
    extensions.request_extension(game.pk, seat.name, 24, by_user(seat.user))
    extension, granter = extensions.list_open_requests(game.pk, None).get(), others_than(seat)[0]
    extensions.grant(extension.pk, granter.name, by_user(granter.user))
    post()
    [email] = sent(seat.user)
    assert email.extra_headers["X-Citadels-Kind"] == "changes"
    deadline = messages.ANSWER_BY.fill(when="Friday 6 March 2026, 12:00", zone="UTC")
    for part in parts(email):
        assert TABLE_GIVES_HOURS.fill(seat=seat.name, n=24) in part
        assert f"{deadline} {TABLE_HAS_GIVEN_YOU.fill(n=24)}" in part


def test_after_a_pause_the_whole_question_comes_again():
    game = slow()
    asked = awaited(game)
    for matter in ("pause", "resume"):
        referee.decide_matter(game.pk, matter, UserFactory(is_staff=True))
    post()
    email = sent(asked.user)[-1]
    assert email.extra_headers["X-Citadels-Kind"] == "your_turn"
    assert len(set(links(email.body))) > 1


def test_what_was_answered_and_asked_anew_is_a_new_question():
    game = slow()
    asked = awaited(game)
    move(asked, fallback(asked))
    while awaited(game) != asked:
        move(awaited(game), fallback(awaited(game)))
    given_away(game)
    post()
    assert sent(asked.user)[-1].extra_headers["X-Citadels-Kind"] == "your_turn"


def test_a_collected_change_tells_that_the_question_still_waits():
    dora = UserFactory()
    wants(dora, "collected")
    games = [seated_with(dora, name) for name in ("Danube", "Drava")]
    for game in games:
        while awaited(game).user != dora:
            move(awaited(game), fallback(awaited(game)))
        nothing_waits(game)
        given_away(game)
    post(NOON + timedelta(days=1))
    [email] = sent(dora)
    assert email.subject == messages.NEWS_FROM_TABLES.fill(n=2)
    for part, source in zip(parts(email), (email.body, html_of(email)), strict=True):
        assert len(re.findall(messages.ANSWER_BY.pattern, part)) == 2
        assert len(set(links(source))) == 2
