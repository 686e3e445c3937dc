"""The gazette: a round that is over, for players and for those who follow."""

import html
import re

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.close_account import close_account
from games.mail.content.game_update import GameUpdate
from games.models import Game, GameNotice, Subscription
from games.models.game import load_game_and_seats
from games.play import followers, personal_data
from games.queries import game_view
from games.queries.gazette import load_editions
from tests.helpers.factories import UserFactory
from tests.helpers.mail.emails import links, tells_what_only_the_reader_knows
from tests.helpers.mail.outbox import Kind, everything_now, nothing_waits, parts, post, sent
from tests.helpers.messages import mail as messages
from tests.helpers.messages.rules import SEAT_HAS_CHOSEN, SEAT_WINS, SEATS_SHARE_VICTORY
from tests.helpers.pages import client_of
from tests.helpers.tables import advice, awaited, move, play_on, table, to_the_end_of_the_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def followed():
    game, follower = table(3, visibility="always"), UserFactory(mail_preferences={"gazette": "now"})
    followers.subscribe(game, None, follower)
    seat = to_the_end_of_the_round(game)
    nothing_waits()
    move(seat, advice(seat))
    game.refresh_from_db()
    return game, follower


def test_a_follower_reads_the_round_and_the_cities_and_no_secret(followed):
    game, follower = followed
    post()
    [email] = sent(follower)
    assert email.extra_headers["X-Citadels-Kind"] == "gazette"
    assert email.reply_to == []
    assert not links(email.body)
    for part in parts(email):
        assert "Round 1".lower() in part.lower()
        assert "Round 2" in part  # as the table stands
        assert all(seat.name in part for seat in game.seats.all())
        assert messages.FOR_FOLLOWERS in part
        assert not tells_what_only_the_reader_knows(part)
        assert messages.YOUR_HAND not in part
        assert " You " not in part.partition(messages.FOR_FOLLOWERS)[0]


def test_a_email_begins_with_the_report_and_ends_with_the_record(followed):
    game, follower = followed
    post()
    [email] = sent(follower)
    view = game_view.GameView(*load_game_and_seats(game.pk), None, "en")
    [edition] = load_editions(view)
    for text in (" ".join(html.unescape(part).split()) for part in parts(email)):
        assert text.index(edition.headline) < text.index(edition.paragraphs[-1])
        assert text.index(edition.paragraphs[-1]) < text.lower().index(messages.MOVE_BY_MOVE.lower())
        assert SEAT_HAS_CHOSEN.is_in(text.partition(edition.paragraphs[-1])[2])  # the record
    assert f"/g/{game.key}/gazette/" in email.body
    assert f"/g/{game.key}/gazette/" in email.alternatives[0][0]


@pytest.mark.parametrize(("language", "word"), [("hu", "forduló"), ("hr", "krug")])
def test_the_report_is_in_the_language_of_its_reader(language, word):
    game, follower = (
        table(3, visibility="always"),
        UserFactory(mail_preferences={"gazette": "now"}, language=language),
    )
    followers.subscribe(game, None, follower)
    seat = to_the_end_of_the_round(game)
    move(seat, advice(seat))
    post()
    [email] = sent(follower)
    [edition] = load_editions(game_view.GameView(*load_game_and_seats(game.pk), None, language))
    assert word in edition.title
    assert edition.headline in email.body


def test_a_game_that_cannot_be_played_again_is_told_by_its_record(followed):
    game, follower = followed
    Game.objects.filter(pk=game.pk).update(seed="another")
    cache.clear()
    post()
    [email] = sent(follower)
    assert not messages.MOVE_BY_MOVE.is_in(email.body)
    assert SEAT_HAS_CHOSEN.is_in(email.body)


def test_a_player_reads_the_round_through_the_own_eyes(followed):
    game, _follower = followed
    waiting = game.seats.filter(decision__isnull=True).select_related("user")[0]
    everything_now(waiting.user)
    post()
    [email] = sent(waiting.user)
    assert email.extra_headers["X-Citadels-Kind"] == "gazette"
    for part in parts(email):
        assert "You " in part
        assert tells_what_only_the_reader_knows(part)


def test_the_email_of_a_turn_tells_the_whole_round_that_is_over(followed):
    game, _follower = followed
    post()
    [email] = sent(awaited(game).user)
    assert email.extra_headers["X-Citadels-Kind"] == "your_turn"
    for part in parts(email):
        assert messages.LAST_ROUND_AND_AFTER.is_in(part)
    first = game.log_entries.order_by("number")[1]
    entries = GameUpdate(
        list(GameNotice.objects.filter(user=awaited(game).user, kind=Kind.GAZETTE))
    ).log_entries
    assert entries[0].number <= first.number + 1


def test_two_rounds_that_were_collected_are_told_in_order():
    game, follower = table(2, visibility="always"), UserFactory()
    followers.subscribe(game, None, follower)
    for _ in range(2):
        seat = to_the_end_of_the_round(game)
        move(seat, advice(seat))
    topic = GameUpdate(list(GameNotice.objects.filter(user=follower)))
    assert [part.title for part in topic.finished_rounds] == ["Round 1", "Round 2"]
    for part in topic.finished_rounds:
        assert [log_entry.number for log_entry in part.entries] == sorted(
            entry.number for entry in part.entries
        )


def test_the_last_gazette_tells_who_has_won():
    game, follower = table(2, visibility="always"), UserFactory(mail_preferences={"gazette": "now"})
    play_on(game, 60, advice)
    followers.subscribe(game, None, follower)
    play_on(game, 4000, advice)
    post()
    [email] = sent(follower)
    for part in parts(email):
        assert messages.GAME_OVER in part
        assert SEAT_WINS.is_in(part) or SEATS_SHARE_VICTORY.is_in(part)


def test_one_click_ends_the_gazette_and_looking_does_not(followed):
    game, follower = followed
    post()
    [email] = sent(follower)
    [link] = re.findall(r"<(http[^>]+)>", email.extra_headers["List-Unsubscribe"])
    path = "/" + link.split("/", 3)[3]
    client = Client(enforce_csrf_checks=True)
    assert messages.ASKS_WHETHER_TO_END_GAZETTE in client.get(path).content.decode()
    assert followers.is_following(game, None, follower)
    answer = client.post(path, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert not answer.cookies
    assert not followers.is_following(game, None, follower)
    assert client.post(path).status_code == 200


@pytest.mark.parametrize("by", ["unsubscribing", "closing the table to watchers"])
def test_whoever_follows_no_more_gets_no_gazette(followed, by):
    game, follower = followed
    if by == "unsubscribing":
        followers.unsubscribe(game, follower)
    else:
        Game.objects.update(visibility=Game.Visibility.NOBODY)
    post()
    assert not sent(follower)


def test_the_page_of_a_table_offers_the_gazette_to_those_who_watch():
    game, user = table(3, visibility="always"), UserFactory()
    client = client_of(user)
    assert 'name="on" value="1"' in client.get(f"/g/{game.key}/").content.decode()
    assert client.post(f"/g/{game.key}/gazette/", {"on": "1"}).status_code == 302
    assert Subscription.objects.get().user == user
    assert 'name="on" value="0"' in client.get(f"/g/{game.key}/").content.decode()
    client.post(f"/g/{game.key}/gazette/", {"on": "0"})
    assert not Subscription.objects.exists()


def test_strangers_and_players_are_not_offered_the_gazette():
    game = table(3, visibility="always")
    for client in (Client(), client_of(game.seats.first().user)):
        assert f'action="/g/{game.key}/gazette/"' not in client.get(f"/g/{game.key}/").content.decode()
        assert client.post(f"/g/{game.key}/gazette/", {"on": "1"}).status_code == 403
    assert not Subscription.objects.exists()


def test_who_closes_the_account_follows_nothing_any_more(followed):
    game, follower = followed
    assert personal_data.export_player(follower)["follows"][0]["game__key"] == game.key
    close_account(follower)
    assert not Subscription.objects.exists()
