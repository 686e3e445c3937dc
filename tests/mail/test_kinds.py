"""Every kind of letter: when it comes, what it says, and what it must not say."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.closing import close
from games import tasks
from games.links import tokens
from games.mail import letters, outbox
from games.mail.topics import MOST_SAID, Topic
from games.models import Game, Notice, Seat, Subscription
from games.play import lobby, people, referee, seats, subscriptions, talk
from games.play.origin import How, Origin
from games.play.service import play
from tests.accounts.factories import UserFactory
from tests.mail.test_letters import MOST_BYTES, flat, html_of, links, words_of
from tests.play.tables import advice, awaited, fallback, move, play_on, table, written
from tests.play.test_notices import (
    drafting,
    favourites,
    to_the_end_of_the_round,
    until_gathering,
    with_order,
)
from tests.play.test_notices import market as market
from tests.views.pages import client_of

pytestmark = pytest.mark.django_db

Kind, Status = Notice.Kind, Notice.Status


def sent(user) -> list:
    """What has come to this person."""
    return [letter for letter in mail.outbox if letter.to == [user.email]]


def reasons(user) -> list[str]:
    return [letter.extra_headers["X-Reason"] for letter in sent(user)]


def parts(letter) -> tuple[str, str]:
    """Text and HTML, as they are read."""
    return flat(letter.body), words_of(html_of(letter))


def post(now: datetime | None = None) -> None:
    mail.outbox.clear()
    outbox.send_due(now)


def nothing_waits(game: Game | None = None) -> None:
    """As if everybody had read all letters up to here."""
    notices = Notice.objects.filter(game=game) if game else Notice.objects.all()
    notices.update(status=Status.SENT, sent_at=timezone.now())


def everything_now(*people) -> None:
    for user in people:
        user.mail = dict.fromkeys(["talk", "gazette", "orders", "alone", "reminder"], "now")
        user.save()


# --- reminders


def hours_left(seat: Seat, hours: float) -> None:
    """As if this seat had been asked so long ago, and its alarm rang now."""
    due, gone = timezone.now() + timedelta(hours=hours), seat.game.pace.hours
    Seat.objects.filter(pk=seat.pk).update(asked_at=due - gone, due_at=due, alarm_at=timezone.now())


def reminded(*games: Game) -> None:
    for game in games:
        hours_left(awaited(game), 5)
    tasks.ring()


def test_a_reminder_is_enough_to_answer():
    game = table(3)
    nothing_waits()
    reminded(game)
    seat = awaited(game)
    post()
    [letter] = sent(seat.user)
    assert letter.extra_headers["X-Reason"] == "reminder"
    assert letter.reply_to
    assert links(letter.body)
    for part in parts(letter):
        assert "Your time is running out." in part
        assert "Please answer by" in part
        assert "the harmless move is played for you. You have one excused miss left." in part


def hosted(ann, *names: str, **wish) -> list[Game]:
    """Tables of this person, who is asked at each of them."""
    games = []
    for name in names:
        game = lobby.open_table(ann, lobby.Wish(name, "citadels", {}, 2, is_open=True, **wish))
        lobby.join(game.pk, UserFactory())
        while awaited(game).user != ann:
            move(awaited(game), fallback(awaited(game)))
        games.append(game)
    return games


@time_machine.travel(datetime(2026, 11, 16, 12, tzinfo=UTC), tick=False)
def test_all_tables_that_are_due_are_one_letter():
    ann = UserFactory(time_zone="Europe/Zagreb")
    games = hosted(ann, "Danube", "Drava", "Sava")
    nothing_waits()
    reminded(*games)
    post()
    [letter] = sent(ann)
    assert letter.subject == "3 tables wait for you: your time is running out"
    assert letter.extra_headers["X-Reason"] == "reminder"
    text, html = parts(letter)
    for part, names in ((text, ("DANUBE", "DRAVA", "SAVA")), (html, ("Danube", "Drava", "Sava"))):
        assert all(name in part for name in names)
        assert part.count("Please answer by Monday 16 November 2026, 18:00 (Europe/Zagreb).") == 3
        assert part.count("If you have not answered by Wednesday 18 November 2026, 20:00") == 3
    seats_asked = {tokens.read_turn(link.split("/")[-2]).seat_id for link in links(letter.body)}
    assert seats_asked == {awaited(game).pk for game in games}
    assert not Notice.objects.filter(user=ann, status=Status.WAITING).exists()


def test_a_question_that_has_not_left_yet_and_its_reminder_are_one_letter():
    game = table(3)
    seat = awaited(game)
    reminded(game)
    post()
    assert reasons(seat.user) == ["your_turn"]
    assert not Notice.objects.filter(user=seat.user, status=Status.WAITING).exists()


def test_a_question_that_was_to_be_collected_comes_with_its_reminder():
    game = table(3)
    seat = awaited(game)
    seat.user.mail = {"your_turn": "collected", "started": "collected"}
    seat.user.save()
    post()
    assert not sent(seat.user)
    reminded(game)
    post()
    assert reasons(seat.user) == ["your_turn"]


def test_a_question_that_is_on_its_way_needs_no_reminder():
    """Somebody else is at it, or the mail server was down: that letter says all."""
    game = table(3)
    seat = awaited(game)
    Notice.objects.filter(user=seat.user).update(tries=1, next_try_at=timezone.now() + timedelta(minutes=4))
    reminded(game)
    post()
    assert not sent(seat.user)
    assert Notice.objects.get(kind=Kind.REMINDER).status == Status.DROPPED
    post(timezone.now() + timedelta(minutes=5))
    assert reasons(seat.user) == ["your_turn"]


def test_a_reminder_is_overtaken_by_the_decision_or_by_more_time():
    for change in (lambda seat: move(seat, fallback(seat)), lambda seat: hours_left(seat, 40)):
        game = table(2)
        nothing_waits()
        reminded(game)
        change(awaited(game))
        notice = Notice.objects.get(game=game, kind=Kind.REMINDER)
        outbox.send_due()
        notice.refresh_from_db()
        assert notice.status == Status.DROPPED


def test_a_reminder_that_comes_late_says_so():
    game = table(3)
    nothing_waits()
    reminded(game)
    seat = awaited(game)
    Seat.objects.filter(pk=seat.pk).update(due_at=timezone.now() - timedelta(hours=1))
    post()
    for part in parts(sent(seat.user)[0]):
        assert "The time for it ended on" in part


# --- alone


def all_but_one(market) -> Seat:
    *others, last = market.seats.select_related("user")
    for seat in others:
        move(seat, fallback(seat))
    return last


def test_the_last_one_is_told_with_all_that_it_takes_to_answer(market):
    nothing_waits()
    last = all_but_one(market)
    post()
    [letter] = sent(last.user)
    assert letter.extra_headers["X-Reason"] == "alone"
    assert links(letter.body)
    for part in parts(letter):
        assert "Everybody else has answered: the table waits only for you." in part


def test_a_question_that_has_not_left_yet_says_it_along_the_way(market):
    last = all_but_one(market)
    post()
    [letter] = sent(last.user)
    assert letter.extra_headers["X-Reason"] == "your_turn"
    assert "the table waits only for you" in flat(letter.body)
    post()
    assert not sent(last.user)


def test_a_question_that_is_on_its_way_is_not_followed_by_a_second_letter(market):
    last = market.seats.select_related("user").last()
    Notice.objects.filter(user=last.user).update(tries=1, next_try_at=timezone.now() + timedelta(minutes=4))
    all_but_one(market)
    post()
    assert not sent(last.user)
    assert Notice.objects.get(kind=Kind.ALONE).status == Status.DROPPED


# --- orders


def test_an_order_that_answered_is_told_to_its_owner():
    game = table(4)
    first, second = drafting(game)
    everything_now(second.user)
    nothing_waits()
    with_order(game, second, favourites(game))
    move(first, fallback(first))
    post()
    [letter] = sent(second.user)
    assert letter.extra_headers["X-Reason"] == "orders"
    for part in parts(letter):
        assert f"Your order “{favourites(game)}” answers." in part
        assert "Nobody else learns that it was an order." in part
    for other in mail.outbox:
        told = " ".join(parts(other)).replace("in order", "").replace(EVERY_FOOT, "")
        assert other is letter or "order" not in told


EVERY_FOOT = "Your orders: decide before you are asked"


def test_the_letter_of_a_turn_tells_what_an_order_has_answered():
    game = table(2)
    seat = until_gathering(game)
    nothing_waits()
    with_order(game, seat, "always gold")
    move(awaited(game), "end")
    post()
    [letter] = sent(seat.user)
    assert letter.extra_headers["X-Reason"] == "your_turn"
    for part in parts(letter):
        assert "Your order “always gold” answers." in part


def test_a_plan_that_stops_at_ones_own_move_is_told_too():
    """It stands in the entry of that very move, after which everything else is news."""
    game = table(2)
    seat = until_gathering(game)
    move(awaited(game), "end")
    nothing_waits()
    with_order(game, seat, "plan build palace")
    link = Origin(How.LINK, "k", timezone.now(), seat.user_id)
    play(game.pk, seat.name, ["gold"], link, decision=awaited(game).decision)
    assert awaited(game) == seat
    post(timezone.now() + timedelta(minutes=3))
    [letter] = sent(seat.user)
    for part in parts(letter):
        assert "Your plan stops at “build palace”" in part


def test_orders_are_no_news_to_somebody_who_has_decided_since():
    game = table(4)
    first, second = drafting(game)
    with_order(game, second, favourites(game))
    nothing_waits()
    move(first, fallback(first))
    notice = Notice.objects.get(kind=Kind.ORDERS)
    while awaited(game) != second:
        move(awaited(game), fallback(awaited(game)))
    move(awaited(game), fallback(awaited(game)))
    everything_now(second.user)
    outbox.send_due()
    notice.refresh_from_db()
    assert notice.status == Status.DROPPED


def test_nobody_else_sees_whether_a_hand_or_an_order_has_answered():
    """The letters of all others are the same, byte for byte."""
    with time_machine.travel("2026-11-16 12:00:00Z", tick=False):
        game = table(4)
        first, second = drafting(game)
        move(first, fallback(first))
        move(awaited(game), fallback(awaited(game)))
        others = [seat for seat in game.seats.select_related("user") if seat != second]
        notices = [Notice(pk=7, game=game, user=seat.user, kind=Kind.YOUR_TURN, number=3) for seat in others]
        by_hand = [bytes_of(notice) for notice in notices]
        entry = game.moves.get(seat=second, kind="move")
        note = '{"kind":"order_fired","open":{},"secret":{"%s":{"seat":"%s","line":"x"}},"private":true}'
        entry.events = entry.events.replace("[", "[" + note % (second.name, second.name) + ",", 1)
        entry.how = How.ORDER
        entry.save()
        assert [bytes_of(notice) for notice in notices] == by_hand


def bytes_of(notice: Notice) -> bytes:
    letter = letters.letter(notice.user, [Topic([notice])])
    letter.extra_headers.setdefault("Date", "now")
    return re.sub(rb"=+\d{10,}=+", b"", letter.message().as_bytes())


# --- talk


@pytest.fixture
def talkers():
    game = table(3)
    people = list(game.seats.select_related("user", "game"))
    everything_now(*(seat.user for seat in people))
    nothing_waits()
    return people


def test_what_was_said_comes_as_it_stands_when_the_letter_leaves(talkers):
    speaker, listener, other = talkers
    message = talk.say(speaker.game, speaker, "Helo\nall <b>of you</b>", key="a")
    talk.mend(message, speaker, "Hello\nall <b>of you</b>")
    talk.mute(other, speaker)
    post()
    [letter] = sent(listener.user)
    assert letter.extra_headers["X-Reason"] == "talk"
    assert f"{speaker.name}, " in letter.body
    assert "    Hello\n    all <b>of you</b>" in letter.body
    assert "Hello<br>all &lt;b&gt;of you&lt;/b&gt;" in html_of(letter)
    assert not sent(speaker.user)
    assert not sent(other.user)


def test_what_was_told_is_not_told_again_and_a_second_word_is_a_second_letter(talkers):
    speaker, listener, _other = talkers
    talk.say(speaker.game, speaker, "One", key="a")
    post()
    first = sent(listener.user)[0].message()["Message-ID"]
    talk.say(speaker.game, speaker, "Two", key="b")
    post()
    [letter] = sent(listener.user)
    assert "Two" in letter.body
    assert "One" not in letter.body
    assert letter.message()["Message-ID"] != first


def test_the_letter_of_a_turn_tells_what_was_said_and_then_there_is_nothing_left(talkers):
    game = talkers[0].game
    first, second = drafting(game)
    second.user.mail = {}
    second.user.save()
    talk.say(game, first, "Your turn soon", key="a")
    move(first, fallback(first))
    post()
    [letter] = sent(second.user)
    assert letter.extra_headers["X-Reason"] == "your_turn"
    for part in parts(letter):
        assert "Your turn soon" in part
    assert not Notice.objects.filter(user=second.user, status=Status.WAITING).exists()


@pytest.mark.parametrize("by", ["hiding", "another letter"])
def test_talk_is_overtaken_when_nothing_is_left_to_tell(talkers, by):
    speaker, listener, _other = talkers
    message = talk.say(speaker.game, speaker, "Rude", key="a")
    if by == "hiding":
        talk.hide(message)
    else:
        Notice.objects.exclude(kind=Kind.TALK).update(sent_at=timezone.now())
    post()
    assert not sent(listener.user)
    assert Notice.objects.get(kind=Kind.TALK, user=listener.user).status == Status.DROPPED


def test_a_letter_holds_only_so_much_talk(talkers):
    speaker, listener, _other = talkers
    for number in range(MOST_SAID + 5):
        talk.say(speaker.game, speaker, f"word-{number}.", key=str(number))
    post()
    [letter] = sent(listener.user)
    assert letter.body.count("word-") == MOST_SAID
    assert f"word-{MOST_SAID + 4}." in letter.body


def test_long_talk_does_not_make_a_letter_too_long():
    """Even one with a hundred options."""
    game = table(8)
    names = [seat.name for seat in game.seats.all()]
    cast = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "diplomat"]
    city = ["castle", "tavern", "temple", "docks", "market"]
    page = {
        name: {"characters": [one], "city": city, "gold": 12}
        for name, one in zip(names, reversed(cast), strict=True)
    }
    written(game, {"cast": cast, "called": "diplomat", "begun": True, "gathered": True, **page})
    asked = awaited(game)
    speaker = game.seats.exclude(pk=asked.pk)[0]
    for number in range(10):
        talk.say(game, speaker, "<long> " * 140, key=str(number))
    notice = Notice(pk=7, game=game, user=asked.user, kind=Kind.YOUR_TURN, number=game.length)
    letter = letters.letter(asked.user, [Topic([notice])])
    assert "&lt;long&gt;" in html_of(letter)
    assert len(html_of(letter).encode()) < MOST_BYTES


# --- the gazette


@pytest.fixture
def followed():
    game, follower = table(3, watching="always"), UserFactory(mail={"gazette": "now"})
    subscriptions.subscribe(game, None, follower)
    seat = to_the_end_of_the_round(game)
    nothing_waits()
    move(seat, advice(seat))
    game.refresh_from_db()
    return game, follower


def test_a_follower_reads_the_round_and_the_cities_and_no_secret(followed):
    game, follower = followed
    post()
    [letter] = sent(follower)
    assert letter.extra_headers["X-Reason"] == "gazette"
    assert letter.reply_to == []
    assert not links(letter.body)
    for part in parts(letter):
        assert "Round 1".lower() in part.lower()
        assert "Round 2" in part  # as the table stands
        assert all(seat.name in part for seat in game.seats.all())
        assert "because you follow this game" in part
        assert "only you know" not in part.lower()
        assert "Your hand" not in part
        assert " You " not in part.partition("You get this letter")[0]


def test_a_player_reads_the_round_through_the_own_eyes(followed):
    game, _follower = followed
    waiting = game.seats.filter(decision__isnull=True).select_related("user")[0]
    everything_now(waiting.user)
    post()
    [letter] = sent(waiting.user)
    assert letter.extra_headers["X-Reason"] == "gazette"
    for part in parts(letter):
        assert "You " in part
        assert "only you know" in part.lower()


def test_the_letter_of_a_turn_tells_the_whole_round_that_is_over(followed):
    game, _follower = followed
    post()
    [letter] = sent(awaited(game).user)
    assert letter.extra_headers["X-Reason"] == "your_turn"
    for part in parts(letter):
        assert "The last round, and what came then".lower() in part.lower()
    first = game.moves.order_by("number")[1]
    told = Topic(list(Notice.objects.filter(user=awaited(game).user, kind=Kind.GAZETTE))).told
    assert told[0].number <= first.number + 1


def test_two_rounds_that_were_collected_are_told_in_order():
    game, follower = table(2, watching="always"), UserFactory()
    subscriptions.subscribe(game, None, follower)
    for _ in range(2):
        seat = to_the_end_of_the_round(game)
        move(seat, advice(seat))
    topic = Topic(list(Notice.objects.filter(user=follower)))
    assert [part.title for part in topic.rounds] == ["Round 1", "Round 2"]
    for part in topic.rounds:
        assert [told.number for told in part.told] == sorted(told.number for told in part.told)


def test_the_last_gazette_tells_who_has_won():
    game, follower = table(2, watching="always"), UserFactory(mail={"gazette": "now"})
    play_on(game, 60, advice)
    subscriptions.subscribe(game, None, follower)
    play_on(game, 4000, advice)
    post()
    [letter] = sent(follower)
    for part in parts(letter):
        assert "The game is over." in part
        assert re.search(r"wins with \d+ points|share the victory", part)


def test_one_click_ends_the_gazette_and_looking_does_not(followed):
    game, follower = followed
    post()
    [letter] = sent(follower)
    [link] = re.findall(r"<(http[^>]+)>", letter.extra_headers["List-Unsubscribe"])
    path = "/" + link.split("/", 3)[3]
    client = Client(enforce_csrf_checks=True)
    assert "Do you want no more gazettes" in client.get(path).content.decode()
    assert subscriptions.follows(game, None, follower)
    answer = client.post(path, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert not answer.cookies
    assert not subscriptions.follows(game, None, follower)
    assert client.post(path).status_code == 200


@pytest.mark.parametrize("by", ["unsubscribing", "closing the table to watchers"])
def test_whoever_follows_no_more_gets_no_gazette(followed, by):
    game, follower = followed
    if by == "unsubscribing":
        subscriptions.unsubscribe(game, follower)
    else:
        Game.objects.update(watching=Game.Watching.NOBODY)
    post()
    assert not sent(follower)


def test_the_page_of_a_table_offers_the_gazette_to_those_who_watch():
    game, user = table(3, watching="always"), UserFactory()
    client = client_of(user)
    assert "Send it to me" in client.get(f"/g/{game.key}/").content.decode()
    assert client.post(f"/g/{game.key}/gazette/", {"on": "1"}).status_code == 302
    assert Subscription.objects.get().user == user
    assert "No more gazettes, please" in client.get(f"/g/{game.key}/").content.decode()
    client.post(f"/g/{game.key}/gazette/", {"on": "0"})
    assert not Subscription.objects.exists()


def test_strangers_and_players_are_not_offered_the_gazette():
    game = table(3, watching="always")
    for client in (Client(), client_of(game.seats.first().user)):
        assert "/gazette/" not in client.get(f"/g/{game.key}/").content.decode()
        assert client.post(f"/g/{game.key}/gazette/", {"on": "1"}).status_code == 403
    assert not Subscription.objects.exists()


def test_who_closes_the_account_follows_nothing_any_more(followed):
    game, follower = followed
    assert people.export(follower)["follows"][0]["game__key"] == game.key
    close(follower)
    assert not Subscription.objects.exists()


# --- a seat that is given on


def given_on(game: Game, seat: Seat, newcomer) -> None:
    origin = Origin(How.REFEREE, "k", timezone.now(), UserFactory().pk)
    seats.change_player(game.pk, seat.pk, origin, user=newcomer)


def test_the_one_before_reads_who_plays_on_and_nothing_of_the_game():
    game, newcomer = table(3, watching="nobody"), UserFactory()
    seat = game.seats.exclude(user=game.creator).select_related("user")[0]
    former = seat.user
    play_on(game, 3)
    nothing_waits()
    given_on(game, seat, newcomer)
    move(awaited(game), fallback(awaited(game)))
    post()
    [letter] = sent(former)
    assert letter.extra_headers["X-Reason"] == "succeeded"
    assert "List-Unsubscribe" not in letter.extra_headers
    assert letter.reply_to == []
    assert not links(letter.body)
    assert game.key not in letter.body + html_of(letter)
    for part in parts(letter):
        assert f"{newcomer.handle} plays for {seat.name} from now on. (" in part
        assert "replies to them do not work any more" in part
        assert "picks" not in part


def test_whoever_takes_a_seat_over_reads_how_it_stands():
    game, newcomer = table(3), UserFactory()
    play_on(game, 12)
    seat = game.seats.exclude(pk=awaited(game).pk)[0]
    nothing_waits()
    given_on(game, seat, newcomer)
    post()
    [letter] = sent(newcomer)
    assert letter.extra_headers["X-Reason"] == "started"
    for part in parts(letter):
        assert f"You play on for {seat.name} from now on." in part
        assert "Your hand" in part or "only you know" in part.lower()
        assert "So far".lower() in part.lower()


def test_whoever_takes_over_a_seat_that_is_asked_is_asked_at_once():
    game, newcomer = table(3), UserFactory()
    play_on(game, 12)
    nothing_waits()
    seat = awaited(game)
    given_on(game, seat, newcomer)
    post()
    [letter] = sent(newcomer)
    assert letter.extra_headers["X-Reason"] == "your_turn"
    assert links(letter.body)
    assert f"You play on for {seat.name} from now on." in flat(letter.body)


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
    Notice.objects.create(
        game=game,
        user=game.creator,
        seat=seat,
        kind=Kind.UNREACHABLE,
        number=game.length,
        created_at=timezone.now(),
    )
    return game, seat


def test_the_creator_reads_whom_letters_do_not_reach_and_what_can_be_done(host_and_lost):
    game, seat = host_and_lost
    post()
    [letter] = sent(game.creator)
    assert letter.extra_headers["X-Reason"] == "unreachable"
    for part in parts(letter):
        assert f"Letters to {seat.name} do not arrive" in part
        assert "give the seat to somebody else" in part


def test_it_is_no_news_when_letters_arrive_again(host_and_lost):
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
    outbox.send_again(awaited(game), seat.user)
    post()
    assert reasons(seat.user) == ["your_turn"]


# --- a guarded seat


@pytest.mark.parametrize("kind", [Kind.YOUR_TURN, Kind.REMINDER])
def test_a_letter_to_a_guarded_seat_has_no_way_to_act(kind):
    game = table(3)
    Seat.objects.filter(pk=awaited(game).pk).update(is_guarded=True)
    seat = awaited(game)
    notice = Notice(pk=7, game=game, user=seat.user, kind=kind, number=seat.decision)
    letter = letters.letter(seat.user, [Topic([notice])])
    assert letter.reply_to == []
    assert "mailto:" not in letter.extra_headers["List-Unsubscribe"]
    for part, source in zip(parts(letter), (letter.body, html_of(letter)), strict=True):
        assert not links(source)
        assert seat.post_key not in source
        assert "/accounts/login/" in source
        assert "Please sign in to go on" in part


def test_short_letters_to_a_guarded_seat_have_none_either():
    ann = UserFactory()
    games = hosted(ann, "Danube", "Drava")
    nothing_waits()
    reminded(*games)
    Seat.objects.filter(user=ann).update(is_guarded=True)
    post()
    [letter] = sent(ann)
    assert not links(letter.body + html_of(letter))
    assert letter.body.count("/accounts/login/") == 2


# --- collected


def test_all_kinds_can_be_collected():
    ann = UserFactory(mail=dict.fromkeys(["your_turn", "started", "over", "changes"], "collected"))
    asked, *_ = hosted(ann, "Danube")
    quiet, *_ = hosted(ann, "Drava", watching="always")
    move(awaited(quiet), fallback(awaited(quiet)))
    while awaited(quiet).user == ann:
        move(awaited(quiet), fallback(awaited(quiet)))
    lost_game, *_ = hosted(ann, "Sava")
    game = table(3, watching="always", name="Tisza")
    subscriptions.subscribe(game, None, ann)
    ender = to_the_end_of_the_round(game)
    nothing_waits()
    move(ender, advice(ender))
    reminded(asked)
    referee.decide(quiet.pk, "pause", UserFactory(is_staff=True))
    quiet.refresh_from_db()
    talk.say(quiet, quiet.seats.exclude(user=ann)[0], "A short break", key="a")
    given_on(lost_game, lost_game.seats.get(user=ann), UserFactory())
    ann.mail = {**ann.mail, "reminder": "collected"}
    ann.save()
    post(timezone.now() + timedelta(days=1))
    [letter] = sent(ann)
    assert letter.subject == "News from 4 tables"
    for part in parts(letter):
        assert "Your time is running out." in part
        assert "The referee pauses the game." in part
        assert "A short break" in part
        assert "do not work any more" in part
        assert "Round 1".lower() in part.lower()
        assert "at the hours that you have chosen" in part


def test_many_tables_are_collected_in_more_than_one_letter():
    ann = UserFactory(mail=dict.fromkeys(["your_turn", "started"], "collected"))
    hosted(ann, *(f"Table-{number}" for number in range(outbox.MOST_TABLES + 2)))
    post(timezone.now() + timedelta(days=1))
    first, second = sent(ann)
    assert (first.body.count("TABLE-"), second.body.count("TABLE-")) == (outbox.MOST_TABLES, 2)


def test_collected_letters_come_at_the_next_of_ones_hours():
    ann = UserFactory.build(time_zone="Europe/Zagreb", collect_at=[18, 7])
    at = datetime(2026, 11, 16, 12, tzinfo=UTC)
    assert outbox.next_hour(at, ann) == datetime(2026, 11, 16, 17, tzinfo=UTC)
    assert outbox.next_hour(at + timedelta(hours=6), ann) == datetime(2026, 11, 17, 6, tzinfo=UTC)
    assert outbox.next_hour(at.replace(hour=6), ann) == at.replace(hour=6)


# --- what all of them have in common


def test_every_kind_of_letter_keeps_the_promises():
    """Both parts, dark mode, nothing from elsewhere, narrow lines, headers, language."""
    game = table(3, watching="always")
    seat = to_the_end_of_the_round(game)
    move(seat, advice(seat))
    game.refresh_from_db()
    game.creator.language = "hr"
    game.creator.save()
    asked = awaited(game)
    lost(next(one for one in game.seats.select_related("user") if one.user != asked.user).user)
    talk.say(game, game.seats.exclude(pk=asked.pk)[0], "Hello", key="a")
    followers = UserFactory()
    subscriptions.subscribe(game, None, followers)
    for kind in Kind.values:
        if kind == Kind.EXPIRED:
            continue  # a table whose game never began
        for user in (asked.user, game.seats.exclude(pk=asked.pk)[0].user, followers):
            if user == followers and kind not in (Kind.GAZETTE, Kind.SUCCEEDED):
                continue
            notice = Notice(pk=7, game=game, user=user, seat=asked, kind=kind, number=game.length)
            letter = letters.letter(user, [Topic([notice])])
            keeps_the_promises(letter, game, user)


def keeps_the_promises(letter, game: Game, user) -> None:
    html, message = html_of(letter), letter.message()
    assert "prefers-color-scheme: dark" in html
    assert 'style="' in html
    assert not re.search(r"<(img|script|link|iframe)|url\(|@import", html)
    assert len(html.encode()) < MOST_BYTES
    assert max(len(line) for line in letter.body.splitlines() if "://" not in line) <= 72
    assert "{{" not in letter.body + html
    assert "{%" not in letter.body + html
    assert message["X-Reason"] in {*Kind.values}
    assert message["List-Id"].startswith(f"<{game.key}.games.")
    assert message["References"] == message["In-Reply-To"]
    assert message["Content-Language"] == user.language
