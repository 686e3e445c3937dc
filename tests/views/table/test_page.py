"""The page of a table: who sees what, how it stands, what is new, how it ended."""

import re
from datetime import time, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.clock.missed_deadline_policy import MissedDeadlinePolicy
from games.models import Game, Seat
from games.play import referee, votes
from games.play.transaction.origin import by_user
from games.queries import pace_text
from games.rules import registry
from games.rules.core.records.record import parse_record
from games.rules.core.records.replay import verify_record
from games.rules.core.rng import compute_commitment
from games.views.access import PASSES
from tests.helpers.factories import GameLogEntryFactory, UserFactory
from tests.helpers.messages.clock import (
    ANSWER_BY,
    AS_IN_PROFILE,
    BANK_RUNS,
    BOT_PLAYS_ON_FROM,
    CAREFUL_BOT_ANSWERS,
    CHOICE_NOT_ALLOWED,
    CLOCK_OF_STANDS_STILL,
    CLOCK_STANDS_STILL,
    HARMLESS_MOVE,
    HARMLESS_MOVE_PLAYED,
    HAS_TIME_UNTIL,
    IF_NOT_ANSWERED,
    MISS_EXCUSED,
    MISSED,
    MOVED_OUT_OF_QUIET_HOURS,
    ON_LEAVE_AND_BACK_ON,
    PROBABLY_CALLED_AROUND,
    REFEREE_GIVES_HOURS,
    REFEREE_GIVES_ONE_HOUR,
    TABLE_GIVES_HOURS,
    TABLE_GIVES_ONE_HOUR,
    THEN_BANK,
    TIME_ENDED,
    TIME_HAS_RUN_OUT,
    TIME_IN_BANK,
    TIME_OF_IS_OVER,
)
from tests.helpers.messages.mail import YOUR_HAND
from tests.helpers.messages.play import GAME_PAUSED, REFEREE_ENDS
from tests.helpers.messages.replay import FINAL_SCORE, GAME_WAS_GIVEN_UP
from tests.helpers.messages.rules import (
    CHOOSE_CHARACTER,
    COST_OF_DISTRICTS,
    EVERYBODY_HAS,
    GAME_WAITS_FOR,
    SEAT_WINS,
    SEATS_SHARE_VICTORY,
    YOU_TAKE_GOLD,
)
from tests.helpers.messages.table import (
    NOT_YOUR_TURN,
    SEAT_TAKES_MOVE_BACK,
    TAKE_MY_MOVE_BACK,
    TAKEN_BACK,
    THIS_WAITS_FOR_YOU,
    YOU_ARE_WATCHING,
    YOU_TAKE_MOVE_BACK,
)
from tests.helpers.messages.votes import (
    AWAY_AND_BOT_PLAYS,
    AWAY_MARK,
    BOT_PLAYS_FOR,
    BOT_PLAYS_FOR_YOU,
    IS_BACK,
    PLAYS_FOR,
    STAYS_AWAY,
)
from tests.helpers.pages import HTMX, client_of, url
from tests.helpers.rulesets.pebbles import PEBBLES
from tests.helpers.tables import (
    NOTHING_ASKED,
    advice,
    awaited,
    fallback,
    move,
    play_on,
    position,
    table,
    written,
)

pytestmark = pytest.mark.django_db


def waiting_seat(game: Game) -> Seat:
    return game.seats.filter(decision__isnull=True).select_related("user").first()


def text(response) -> str:
    return response.content.decode()


def flat(response) -> str:
    return re.sub(r"\s+", " ", text(response))


# --- who may look


def test_a_stranger_finds_no_such_table():
    game = table(3, visibility="nobody")
    assert Client().get(url(game)).status_code == 404
    assert client_of(UserFactory()).get(url(game)).status_code == 404
    assert Client().get("/g/nosuchtable/").status_code == 404


@pytest.mark.parametrize("page", ["", "log", "record", "news/1-0", "turn", "seat"])
def test_no_page_of_a_closed_table_is_there_for_a_stranger(page):
    game = table(3, visibility="nobody")
    assert client_of(UserFactory()).get(url(game, *page.split("/")) if page else url(game)).status_code == 404


def test_an_onlooker_sees_the_table_and_no_form():
    game = table(3, visibility="always")
    page = text(Client().get(url(game)))
    assert YOU_ARE_WATCHING in page
    assert YOUR_HAND not in page
    assert 'name="decision"' not in page


def test_a_pass_opens_the_seat_it_was_given_for():
    game = table(3, visibility="nobody")
    seat = awaited(game)
    client = Client()
    session = client.session
    session[PASSES] = {str(seat.pk): seat.key}
    session.save()
    assert THIS_WAITS_FOR_YOU in text(client.get(url(game)))
    Seat.objects.filter(pk=seat.pk).update(key="another")
    assert client.get(url(game)).status_code == 404


# --- how it stands


def test_the_one_who_is_asked_reads_question_and_deadline():
    game = table(3)
    page = text(client_of(awaited(game).user).get(url(game)))
    assert CHOOSE_CHARACTER in page
    assert re.search(ANSWER_BY.pattern, page)
    assert "<time datetime=" in page


def test_the_deadline_is_told_in_the_readers_zone():
    game = table(3)
    seat = awaited(game)
    noon = timezone.now().replace(hour=12, minute=0) + timedelta(days=3)
    Seat.objects.filter(pk=seat.pk).update(due_at=noon)
    seat.user.time_zone = "Asia/Tokyo"
    seat.user.save()
    page = text(client_of(seat.user).get(url(game)))
    assert "21:00</time>" in page
    assert "(Asia/Tokyo)" in page


def test_the_others_read_whom_the_game_waits_for():
    game = table(3)
    page = text(client_of(waiting_seat(game).user).get(url(game)))
    assert GAME_WAITS_FOR.fill(seats=awaited(game).name) in page
    assert NOT_YOUR_TURN in page
    assert re.search(HAS_TIME_UNTIL.pattern, page)


def test_a_paused_game_says_so_and_asks_nobody():
    game = table(3)
    for seat in game.seats.select_related("user")[:2]:
        votes.cast_vote(game.pk, seat.name, "pause", by_user(seat.user))
    page = text(client_of(awaited(game).user).get(url(game)))
    assert GAME_PAUSED in page
    assert 'name="decision"' not in page


def test_an_abandoned_game_stays_readable():
    game = table(3)
    for seat in game.seats.select_related("user"):
        votes.cast_vote(game.pk, seat.name, "abandon", by_user(seat.user))
    page = text(client_of(game.creator).get(url(game)))
    assert GAME_WAS_GIVEN_UP in page


def test_names_of_people_are_never_markup():
    game = table(3, name="<b>bold</b> & co")
    page = text(client_of(awaited(game).user).get(url(game)))
    assert "<b>bold" not in page
    assert "&lt;b&gt;bold&lt;/b&gt; &amp; co" in page


def test_the_page_of_a_table_is_not_kept_in_between():
    game = table(3)
    headers = client_of(game.creator).get(url(game)).headers
    assert "private" in headers["Cache-Control"]
    assert "HX-Request" in headers["Vary"]


# --- the end


@pytest.fixture
def finished() -> Game:
    game = table(2)
    play_on(game, 5000, advice)
    game.refresh_from_db()
    return game


def test_the_end_is_explained_line_by_line(finished):
    page = text(client_of(finished.creator).get(url(finished)))
    assert FINAL_SCORE in page
    assert COST_OF_DISTRICTS in page
    assert re.search(f"{SEAT_WINS.pattern}|{SEATS_SHARE_VICTORY.pattern}", page)


def test_after_the_end_the_winner_is_you_to_himself_and_named_to_the_others(finished):
    (winner,) = registry.get("citadels").winners(position(finished))
    for seat in finished.seats.select_related("user"):
        page = flat(client_of(seat.user).get(url(finished))).partition("<body")[2]
        assert ("You win with" in page) == (seat.name == winner)
        assert (f"{winner} wins with" in page) == (seat.name != winner)
        assert f". {seat.name}" not in page, "not in the score and not beside a city"


def test_after_the_end_the_cities_are_sorted_by_place_and_the_winner_is_marked(finished):
    page = text(client_of(finished.creator).get(url(finished)))
    assert re.findall(r'class="city-name"[^>]*>(\d)\. ', page) == ["1", "2"]
    cities = re.findall(r'<article class="(city[^"]*)"', page)
    assert ["is-winner" in city for city in cities] == [True, False]


def test_a_city_without_a_district_is_a_line_without_a_street():
    game = table(3)
    page = text(client_of(awaited(game).user).get(url(game)))
    assert page.count('<article class="city is-bare') == 3
    assert '<ol class="street">' not in page


def test_the_record_is_there_after_the_end_and_is_fair(finished):
    written_down = text(client_of(finished.creator).get(url(finished, "record")))
    assert f"Seed: {finished.seed}" in written_down
    assert verify_record(registry.get("citadels"), parse_record(written_down)).fair


def test_there_is_no_record_while_the_game_runs():
    game = table(3)
    assert client_of(game.creator).get(url(game, "record")).status_code == 404


# --- the log


def test_the_table_shows_the_last_entries_and_the_log_the_older_ones():
    game = table(3)
    play_on(game, 90)
    game.refresh_from_db()
    client = client_of(game.creator)
    page = text(client.get(url(game)))
    assert f"{url(game, 'log')}?before={game.log_length + 1 - 40}" in page
    older = text(client.get(f"{url(game, 'log')}?before={game.log_length + 1 - 40}"))
    assert re.search(EVERYBODY_HAS.pattern, older)


@pytest.mark.parametrize("before", ["", "x", "-1", "99999999999999999999", "0"])
def test_the_log_takes_any_number(before):
    game = table(3)
    assert client_of(game.creator).get(f"{url(game, 'log')}?before={before}").status_code == 200


def test_what_was_taken_back_is_struck_and_the_change_is_told():
    game = table(3)
    written(game, {"called": "king", "{0}": {"characters": ["king"]}})
    seat = awaited(game)
    move(seat, "gold")
    client = client_of(seat.user)
    assert TAKE_MY_MOVE_BACK in text(client.get(url(game)))
    assert client.post(url(game, "undo"), {"key": "u"}).status_code == 303
    page = text(client.get(url(game)))
    assert f"<s>{YOU_TAKE_GOLD.fill(gold=2)}</s> <b>{TAKEN_BACK}</b>" in page
    assert YOU_TAKE_MOVE_BACK in page
    other = game.seats.exclude(pk=seat.pk).first()
    assert SEAT_TAKES_MOVE_BACK.fill(seat=seat.name) in text(client_of(other.user).get(url(game)))


# --- what is new


def stamp(game: Game) -> str:
    game.refresh_from_db()
    return f"{game.log_length}-{game.page_version}"


def test_nothing_new_is_no_answer():
    game = table(3)
    client = client_of(game.creator)
    assert client.get(url(game, "news", stamp(game))).status_code == 204


def test_a_new_move_brings_the_changed_parts():
    game = table(3)
    before, seat = stamp(game), awaited(game)
    move(seat, fallback(seat))
    other = awaited(game)
    news = text(client_of(other.user).get(url(game, "news", before) + "?asked=0", headers=HTMX))
    assert 'id="record"' in news
    assert 'id="decide-box"' in news
    assert "hx-swap-oob" in news
    assert stamp(game) in news


def test_a_form_that_asks_the_same_is_left_alone():
    game = table(3)
    before, seat = stamp(game), awaited(game)
    Game.objects.filter(pk=game.pk).update(page_version=1)
    news = text(client_of(seat.user).get(f"{url(game, 'news', before)}?asked={seat.decision}", headers=HTMX))
    assert 'id="said"' in news
    assert 'id="decide-box"' not in news


def test_who_waits_is_told_the_score_when_the_game_ends():
    game = table(2)
    play_on(game, 5000, advice)
    game.refresh_from_db()
    assert game.state == Game.State.OVER
    news = text(client_of(game.creator).get(url(game, "news", "1-0") + "?asked=0", headers=HTMX))
    assert FINAL_SCORE in news


def test_a_vote_is_news_too():
    game = table(3)
    before, seat = stamp(game), awaited(game)
    votes.cast_vote(game.pk, seat.name, "pause", by_user(seat.user))
    assert client_of(game.creator).get(url(game, "news", before)).status_code == 200


# --- what it costs


def test_the_table_needs_at_most_nine_statements(django_assert_max_num_queries):
    game = table(4)
    play_on(game, 30)
    client = client_of(awaited(game).user)
    client.get(url(game))
    with django_assert_max_num_queries(9):
        client.get(url(game))


def test_looking_what_is_new_needs_at_most_four_statements(django_assert_max_num_queries):
    game = table(4)
    client, address = client_of(game.creator), url(game, "news", stamp(game))
    with django_assert_max_num_queries(4):
        client.get(address)


def test_the_cost_does_not_grow_with_the_game(django_assert_num_queries):
    game = table(3)
    client = client_of(game.creator)
    client.get(url(game))
    with django_assert_num_queries(9):
        client.get(url(game))
    play_on(game, 120)
    with django_assert_num_queries(9):
        client.get(url(game))


# --- another game


def test_a_game_without_templates_is_shown_as_text(monkeypatch):
    game = table(2)
    names = [seat.name for seat in game.seats.all()]
    position, _ = PEBBLES.new(names, {"bag": 2}, "any")
    get = registry.get
    monkeypatch.setattr(registry, "get", lambda slug: PEBBLES if slug == "pebbles" else get(slug))
    Game.objects.filter(pk=game.pk).update(
        ruleset="pebbles", options='{"bag": 2}', position=PEBBLES.dump(position).decode()
    )
    game.log_entries.update(events="[]")
    game.seats.update(**NOTHING_ASKED)
    game.seats.filter(name=names[0]).update(decision=1, asked_at=game.started_at)
    client = client_of(game.seats.get(name=names[0]).user)
    page = text(client.get(url(game)))
    assert '<pre class="plain"' in page
    assert client.post(url(game, "move"), {"decision": 1, "key": "k", "line": "end"}).status_code == 303


def test_the_shuffle_is_sealed_from_the_deal_on_and_the_record_opens_it():
    game = table(3, visibility=Game.Visibility.ALWAYS)
    play_on(game, 4)
    seal = compute_commitment(game.seed)
    page = Client().get(url(game)).content.decode()
    assert seal in page
    assert game.seed not in page
    assert Client().get(url(game, "record")).status_code == 404
    referee.decide_matter(game.pk, "abandon", UserFactory(is_staff=True))
    record = Client().get(url(game, "record")).content.decode()
    assert f"Commitment: {seal}" in record
    assert f"Seed: {game.seed}" in record
    assert REFEREE_ENDS in Client().get(url(game)).content.decode()


# --- the clocks


def test_the_one_who_is_asked_reads_what_happens_in_the_end():
    game = table(3)
    seat = awaited(game)
    page = flat(client_of(seat.user).get(url(game)))
    assert THEN_BANK.fill(time="2 days") in page
    in_the_end = IF_NOT_ANSWERED.fill(last="<time[^>]+>[^<]+</time>", what=HARMLESS_MOVE_PLAYED)
    assert re.search(in_the_end, page)
    Seat.objects.filter(pk=seat.pk).update(time_out="bot")
    assert CAREFUL_BOT_ANSWERS in flat(client_of(seat.user).get(url(game)))


def test_what_answers_for_somebody_is_for_nobody_else_to_know():
    game = table(3)
    seat = awaited(game)
    Seat.objects.filter(pk=seat.pk).update(time_out="bot")
    seat.user.quiet_from, seat.user.quiet_until = time(0), time(23, 59)
    seat.user.save()
    page = flat(client_of(waiting_seat(game).user).get(url(game)))
    assert not re.search(IF_NOT_ANSWERED.pattern, page)
    assert CAREFUL_BOT_ANSWERS not in page
    assert MOVED_OUT_OF_QUIET_HOURS not in page


def test_a_bank_that_runs_is_told_to_both_sides():
    game = table(3)
    seat = awaited(game)
    now = timezone.now()
    late = timedelta(hours=1, minutes=1)
    hands = {"asked_at": now - game.pace.hours - late, "due_at": now - late}
    Seat.objects.filter(pk=seat.pk).update(**hands)
    page = flat(client_of(seat.user).get(url(game)))
    assert re.search(TIME_ENDED.pattern, page)
    assert BANK_RUNS.fill(time="1 day 22 h") in page
    others = flat(client_of(waiting_seat(game).user).get(url(game)))
    assert re.search(TIME_OF_IS_OVER.fill(name=seat.name, last=".+"), others)


def test_a_clock_that_stands_still_says_why():
    game = table(3)
    seat = awaited(game)
    seat.user.unreachable_since = timezone.now()
    seat.user.save()
    Seat.objects.filter(pk=seat.pk).update(
        stopped_at=timezone.now(), alarm_at=timezone.now() + timedelta(days=3)
    )
    assert CLOCK_STANDS_STILL in flat(client_of(seat.user).get(url(game)))
    others = flat(client_of(waiting_seat(game).user).get(url(game)))
    assert CLOCK_OF_STANDS_STILL.fill(name=seat.name) in others
    assert re.search(BOT_PLAYS_ON_FROM.pattern, others)


def test_somebody_on_leave_is_said_to_be_back_on_a_day():
    game = table(3)
    seat = awaited(game)
    today = timezone.now().date()
    seat.user.leave = [[str(today - timedelta(days=1)), str(today + timedelta(days=2))]]
    seat.user.save()
    others = flat(client_of(waiting_seat(game).user).get(url(game)))
    assert re.search(ON_LEAVE_AND_BACK_ON.fill(name=seat.name, day=".+"), others)


def test_an_absent_player_and_the_misses_are_told_quietly():
    game = table(3)
    seat, other = awaited(game), waiting_seat(game)
    Seat.objects.filter(pk=other.pk).update(bot="rule_based", offered_at=timezone.now(), missed_count=2)
    page = flat(client_of(seat.user).get(url(game)))
    assert AWAY_AND_BOT_PLAYS.fill(name=other.name) in page
    marks = f"{TIME_IN_BANK.fill(time='2 days')}, {MISSED.fill(n=2)}, {AWAY_MARK}"
    assert f"<dt><bdi>{other.name}</bdi></dt><dd>{marks}</dd>" in page
    assert BOT_PLAYS_FOR_YOU in flat(client_of(other.user).get(url(game)))


def test_whoever_waits_reads_when_they_will_probably_be_called():
    game = table(3)
    assert re.search(PROBABLY_CALLED_AROUND.pattern, flat(client_of(waiting_seat(game).user).get(url(game))))
    assert not re.search(PROBABLY_CALLED_AROUND.pattern, flat(client_of(awaited(game).user).get(url(game))))
    game = table(3, visibility="always")
    assert not re.search(PROBABLY_CALLED_AROUND.pattern, flat(Client().get(url(game))))


def test_the_pace_stands_at_the_table_in_full():
    game = table(3)
    page = flat(client_of(awaited(game).user).get(url(game)))
    for sentence in pace_text.describe_pace(game.pace, game.patience):
        assert f"<li>{sentence}</li>" in page


def entered(game: Game, kind: str, entry: str, seat: Seat | None, how: str = "clock") -> str:
    """The page after this entry of the journal."""
    game.refresh_from_db()
    number = game.log_length + 1
    GameLogEntryFactory(game=game, number=number, kind=kind, text=entry, seat=seat, how=how)
    Game.objects.filter(pk=game.pk).update(log_length=number)
    return flat(client_of(awaited(game).user).get(url(game)))


@pytest.mark.parametrize(
    ("kind", "entry", "how", "sentence"),
    [
        ("missed", "missed {}", "clock", TIME_HAS_RUN_OUT),
        ("missed", "excused {}", "clock", MISS_EXCUSED),
        ("seat", "seat {} bot", "clock", STAYS_AWAY),
        ("seat", "seat {} bot", "form", BOT_PLAYS_FOR),
        ("seat", "seat {} {}", "form", IS_BACK),
        ("seat", "seat {} zoe", "form", PLAYS_FOR),
        ("extend", "extend 12", "form", TABLE_GIVES_HOURS),
        ("extend", "extend 1", "form", TABLE_GIVES_ONE_HOUR),
    ],
)
def test_the_record_tells_what_the_clock_and_the_people_did(kind, entry, how, sentence):
    game = table(3)
    seat = awaited(game)
    page = entered(game, kind, entry.replace("{}", seat.name), seat, how)
    assert sentence.fill(seat=seat.name, who="zoe", n=12) in page


def test_time_that_the_referee_gives_is_the_referees():
    game = table(3)
    assert REFEREE_GIVES_HOURS.fill(n=12) in entered(game, "extend", "extend 12", None, "referee")


def test_the_referee_gives_one_hour():
    assert REFEREE_GIVES_ONE_HOUR in entered(table(3), "extend", "extend 1", None, "referee")


# --- the own seat


def test_what_answers_in_the_end_is_chosen_at_the_page_of_the_seat():
    game = table(3)
    seat = awaited(game)
    client = client_of(seat.user)
    page = flat(client.get(url(game, "seat")))
    assert AS_IN_PROFILE.fill(what=HARMLESS_MOVE) in page
    assert client.post(url(game, "seat"), {"time_out": "bot"}).status_code == 302
    seat.refresh_from_db()
    assert seat.time_out == "bot"
    assert re.search(r'value="bot" checked', flat(client.get(url(game, "seat"))))


def test_the_page_of_the_seat_offers_only_what_the_table_allows():
    game = table(3, patience=MissedDeadlinePolicy(answers=("minimal", "orders")))
    client = client_of(awaited(game).user)
    page = flat(client.get(url(game, "seat")))
    assert 'value="orders"' in page
    assert 'value="bot"' not in page.replace('name="bot"', "")
    refused = client.post(url(game, "seat"), {"time_out": "bot"})
    assert refused.status_code == 422
    assert CHOICE_NOT_ALLOWED in flat(refused)


def test_whoever_has_only_a_bots_seat_to_give_has_nothing_to_choose():
    game = table(3, bots=1)
    creator = game.seats.get(user=game.creator)
    Seat.objects.filter(pk=creator.pk).update(user=None, bot="rule_based")
    assert 'name="time_out"' not in flat(client_of(game.creator).get(url(game, "seat")))
