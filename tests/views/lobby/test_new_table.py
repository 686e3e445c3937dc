"""Opening a table by the form: page after page, without a script, with nothing kept in between."""

import re
from datetime import time, timedelta
from typing import Any

import msgspec
import pytest

from games.clock.missed_deadline_policy import MissedDeadlinePolicy
from games.clock.pace import PRESETS, Pace
from games.models import Game, Invitation
from tests.helpers.citadels.cards import read_effect
from tests.helpers.messages.fields import (
    AT_LEAST,
    AT_MOST,
    AT_MOST_HOURS,
    AT_MOST_TIMES,
    BANK_TOO_SMALL,
    CHOOSE_A_DAY,
    CHOOSE_A_PLACE,
    CHOOSE_ONE,
    INVITE_FEWER,
    LOOK_AT_MARKED,
    NAME_HOLDS_LINK,
    NOT_A_TIME,
    NOT_AN_ADDRESS,
    ROOM_FOR_ONE_BOT,
    TOTAL_BELOW_ROW,
    WRITE_A_TIME,
    WRITE_HOURS,
    WRITE_WHOLE_HOURS,
)
from tests.helpers.messages.lobby import (
    ALONE_WITH_BOTS,
    BOTS_TAKE_ALL_SEATS,
    DEADLINES_DO_NOT_MOVE,
    DRAW_AGAIN,
    FIRST_TIME_EXCUSED,
    FIXED_TIMES_WRITTEN,
    FREE_DAYS_DO_NOT_COUNT,
    GAME_TAKES,
    GAME_WITH_A_BOT_TAKES,
    GAME_WITH_BOTS_TAKES,
    LEAVE_STOPS_CLOCK_FOR_DAYS,
    LOOK_IT_OVER,
    OWN_NUMBERS_WRITTEN,
    RELAXED_PACE,
    SHIFT_OF_ZERO,
    TIME_AND_BANK,
    TIME_WITHOUT_BANK,
)
from tests.helpers.messages.rules import DISTRICTS_NEEDED, NINTH_CHARACTER, SHORT_GAME
from tests.helpers.new_table_pages import NEW, first, form_of, go_on, look
from tests.helpers.pages import HTMX, client_of, sent_as_it_is

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(ann):
    return client_of(ann)


def opened() -> Game:
    return Game.objects.get()


def settled(game: Game) -> dict[str, Any]:
    return msgspec.json.decode(game.options)


def text(page: Any) -> str:
    return re.sub(r"\s+", " ", page.content.decode())


# --- the way through


def test_only_whoever_is_signed_in_opens_a_table(db):
    from django.test import Client

    assert Client().get(NEW).url.startswith("/accounts/login/")


def test_a_preset_is_three_pages_and_a_table(client, ann):
    page = look(client, size="5", pace="relaxed", bots="1", access="open", start="word", visibility="always")
    assert LOOK_IT_OVER in text(page)
    answer = go_on(client, page, open="1")
    game = opened()
    assert answer.url == f"/g/{game.key}/"
    assert (game.name, game.size, game.pace, game.creator) == ("Danube nights", 5, PRESETS["relaxed"], ann)
    assert game.patience == MissedDeadlinePolicy()
    assert (game.is_open, game.starts_when_full, game.visibility) == (True, False, "always")
    assert game.seats.exclude(bot="").count() == 1
    assert settled(game)["characters"][0] == "assassin"


def test_nothing_is_there_before_the_last_button(client):
    look(client, addresses="bob@example.org")
    assert not Game.objects.exists()


def test_the_same_form_sent_twice_is_one_table(client):
    page = look(client, addresses="bob@example.org")
    one, two = go_on(client, page, open="1"), go_on(client, page, open="1")
    assert one.url == two.url
    assert Game.objects.count() == Invitation.objects.count() == 1


def test_emails_go_to_the_addresses_as_people_paste_them(client):
    wish = 'bob@example.org, "Smith, Eve" <EVE@example.org>;\n zoe@example.org\n\nbob@example.org'
    go_on(client, look(client, addresses=wish), open="1")
    addresses = opened().invitations.order_by("pk").values_list("address", flat=True)
    assert list(addresses) == ["bob@example.org", "eve@example.org", "zoe@example.org"]


def test_a_table_full_of_bots_begins_at_once(client):
    go_on(client, look(client, bots="3"), open="1")
    assert opened().state == Game.State.RUNNING


def test_nobody_is_invited_to_a_table_full_of_bots(client):
    page = first(client, bots="3", addresses="bob@example.org")
    assert BOTS_TAKE_ALL_SEATS in page.content.decode()
    assert not Invitation.objects.exists()


# --- characters and districts


def test_what_is_random_is_shown_and_is_what_will_be_played(client):
    page = look(client, "random")
    shown = re.findall(r'<b class="rank">\d</b>\s*<div>.*?<b>([^<]+)</b>', page.content.decode())
    again = re.findall(
        r'<b class="rank">\d</b>\s*<div>.*?<b>([^<]+)</b>', go_on(client, page).content.decode()
    )
    assert len(shown) == 8
    assert shown == again
    go_on(client, page, open="1")
    assert [slug.replace("_", " ").title() for slug in settled(opened())["characters"]] == shown


def test_what_is_random_may_be_drawn_again(client):
    page = look(client, "random")
    seeds = {sent_as_it_is(form_of(page))["seed"][0]}
    for _ in range(3):
        page = go_on(client, page, draw="1")
        seeds.add(sent_as_it_is(form_of(page))["seed"][0])
    assert len(seeds) == 4
    assert sent_as_it_is(form_of(go_on(client, page)))["seed"][0] in seeds  # what was drawn stays
    assert DRAW_AGAIN in text(page)
    assert DRAW_AGAIN not in text(look(client))


def test_characters_and_districts_are_chosen_by_hand_with_what_they_do(client):
    page = look(client, "own")
    assert read_effect("assassin") in text(page)
    districts = sent_as_it_is(form_of(page))["o-districts"]
    assert len(districts) == 14
    districts[districts.index("smithy")] = "museum"
    page = go_on(
        client, page, **{"o__characters-0": "witch", "o__characters-8": "artist"}, o__districts=districts
    )
    go_on(client, page, open="1")
    chosen = settled(opened())
    assert chosen["characters"][0] == "witch"
    assert chosen["characters"][8] == "artist"
    assert "museum" in chosen["districts"]
    assert "smithy" not in chosen["districts"]


def test_what_the_rules_refuse_stands_at_the_top(client):
    page = go_on(client, look(client, "own"), o__districts=["smithy", "museum"])
    assert DISTRICTS_NEEDED.fill(needed=14, n=2) in text(page)
    assert not Game.objects.exists()


def test_the_classic_edition_asks_its_own_questions(client):
    page = first(client, o__edition="classic")
    assert SHORT_GAME in text(page)
    assert "Devious Dignitaries" not in text(page)
    page = go_on(client, page, o__preset="own", o__short="on")
    assert "Ball Room" in text(page)
    go_on(client, go_on(client, page), open="1")
    chosen = settled(opened())
    assert (chosen["edition"], chosen["short"]) == ("classic", True)
    assert chosen["districts"].count("keep") == 2


@pytest.mark.parametrize(("size", "offered"), [("2", False), ("4", True), ("8", False)])
def test_a_ninth_character_is_offered_where_it_is_a_choice(client, size, offered):
    assert (NINTH_CHARACTER in text(first(client, size=size))) == offered


def test_eight_players_get_their_ninth_character(client):
    go_on(client, look(client, size="8"), open="1")
    assert len(settled(opened())["characters"]) == 9


# --- the pace


FIXED = {
    "pace": "fixed",
    "times": "20:00, 8",
    "weekdays": ["0", "2"],
    "zone": "Europe/Budapest",
    "notice": "6",
    "fixed_bank": "12",
    "fixed_grace": "",
}
OWN = {
    "pace": "own",
    "hours": "30",
    "allowance": "10",
    "increment": "1",
    "cap": "20",
    "grace": "3",
    "shift": "8",
}


def hours(number: int) -> timedelta:
    return timedelta(hours=number)


def test_every_preset_says_what_it_gives(client):
    page = text(client.get(NEW))
    for words in (
        TIME_AND_BANK.fill(time="8 hours", bank="a day"),
        TIME_AND_BANK.fill(time="7 days", bank="14 days"),
        RELAXED_PACE,
    ):
        assert words in page


def test_every_preset_forecasts_the_length_of_a_game_of_this_size(client):
    page = client.get(NEW).content.decode()
    length = GAME_TAKES.fill(size=4, length=r"\w+ (\d+) (day|week)s.+")
    found = rf'id="forecast-(?!fixed|own)\w+">{length}'
    lengths = re.findall(found, page)
    days = [int(number) * (7 if unit == "week" else 1) for number, unit in lengths]
    assert len(set(days)) == 4
    assert days == sorted(days)
    page = go_on(client, look(client, size="6"), back="0").content.decode()
    found = re.findall(GAME_TAKES.fill(size=6, length=".+"), page)
    assert len(found) == 4  # the numbers of the other ways were not sent along


def forecasts(client, **answers: Any) -> dict[str, str]:
    """What the page would say at each pace, after these answers were filled in and nothing was sent."""
    form = form_of(client.get(NEW))
    written = {
        name: field.values for name, field in form["fields"].items() if field.kind in ("text", "number")
    }
    sent = sent_as_it_is(form) | written | answers
    part = client.post(NEW, sent, headers=HTMX)
    assert part.status_code == 200
    assert "<form" not in part.content.decode()
    return dict(re.findall(r'id="forecast-(\w+)" hx-swap-oob="true">([^<]*)<', part.content.decode()))


def test_fixed_times_and_own_numbers_have_a_forecast_like_a_preset(client):
    page = text(client.get(NEW))
    for way in ("fixed", "own"):
        assert re.search(rf'id="forecast-{way}">{GAME_TAKES.fill(size=4, length=".+")}', page)


def is_forecast(text: str, size: int) -> bool:
    return bool(re.fullmatch(GAME_TAKES.fill(size=size, length=".+"), text))


def test_the_forecasts_follow_what_is_filled_in(client):
    before = forecasts(client)
    assert list(before) == ["brisk", "daily", "relaxed", "correspondence", "fixed", "own"]
    assert all(is_forecast(text, 4) for text in before.values())
    assert all(is_forecast(text, 7) for text in forecasts(client, size="7").values())
    weekly = forecasts(client, pace="own", hours="168", times="9:00", weekdays=["0"])
    assert (weekly["own"], weekly["fixed"]) != (before["own"], before["fixed"])
    assert is_forecast(weekly["own"], 4)
    assert weekly["daily"] == before["daily"]


def test_nobody_waits_for_a_bot_so_a_game_with_bots_is_shorter(client):
    none, one, two = (forecasts(client, size="5", bots=bots)["daily"] for bots in "012")
    lengths = [int(re.search(r" (\d+) days", text)[1]) for text in (none, one, two)]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[0] > lengths[1] > lengths[2]
    assert re.fullmatch(GAME_WITH_A_BOT_TAKES.fill(size=5, length=".+"), one)
    assert re.fullmatch(GAME_WITH_BOTS_TAKES.fill(size=5, n=2, length=".+"), two)
    alone = forecasts(client, size="5", bots="4")
    assert set(alone.values()) == {ALONE_WITH_BOTS}


def test_fields_that_cannot_be_read_forecast_nothing(client):
    found = forecasts(client, size="x", bots="99", hours="many", times="25:00")
    assert (found["own"], found["fixed"]) == ("", "")
    assert is_forecast(found["daily"], 4)


def test_what_the_rules_are_told_on_the_first_page_counts(client):
    assert forecasts(client, **{"o-edition": "classic"}) != forecasts(client)


def test_the_whole_tells_how_long_it_takes_with_its_bots(client):
    assert re.search(GAME_WITH_BOTS_TAKES.fill(size=4, n=2, length=".+"), text(look(client, bots="2")))


def test_forecasts_are_not_made_without_end(client):
    sent = sent_as_it_is(form_of(client.get(NEW)))
    answers = [client.post(NEW, sent, headers=HTMX).status_code for _ in range(121)]
    assert set(answers[:120]) == {200}
    assert answers[-1] == 429


def test_a_table_may_be_due_at_fixed_times(client):
    page = look(client, **FIXED)
    assert "Monday and Wednesday at 08:00 and 20:00, Budapest" in text(page)
    go_on(client, page, open="1")
    assert opened().pace == Pace(
        hours=hours(6),
        allowance=hours(12),
        cap=hours(12),
        daily_at=(time(8), time(20)),
        weekdays=frozenset({0, 2}),
        zone="Europe/Budapest",
    )


def test_fixed_times_stay_in_a_night_unless_the_table_lets_it_move_them(client):
    page = text(client.get(NEW))
    assert SHIFT_OF_ZERO in page
    assert DEADLINES_DO_NOT_MOVE in text(look(client, **FIXED))
    page = look(client, **FIXED, fixed_shift="12")
    assert FREE_DAYS_DO_NOT_COUNT.fill(time="12 hours") in text(page)
    go_on(client, page, open="1")
    assert opened().pace.shift == hours(12)


def test_fixed_times_are_offered_in_the_creators_zone(client, ann):
    ann.time_zone = "Europe/Zagreb"
    ann.save()
    assert sent_as_it_is(form_of(client.get(NEW)))["zone"] == ["Europe/Zagreb"]


def test_a_table_may_have_its_own_numbers(client):
    go_on(client, look(client, **OWN), open="1")
    lengths = {name: hours(int(value)) for name, value in OWN.items() if name != "pace"}
    assert opened().pace == Pace(**lengths)


def test_a_bank_of_which_nothing_is_said_holds_what_is_put_into_it(client):
    go_on(client, look(client, **OWN | {"cap": "", "grace": "", "shift": ""}), open="1")
    assert (opened().pace.cap, opened().pace.grace) == (hours(10), hours(0))


def test_what_happens_when_time_runs_out_is_the_creators_choice(client):
    chosen = {"answers": ["orders"], "excused": "0", "in_a_row": "3", "in_total": "5", "stand_ins": None}
    page = look(client, **chosen, leave="some", leave_days="9")
    assert LEAVE_STOPS_CLOCK_FOR_DAYS.fill(n=9) in text(page)
    go_on(client, page, open="1")
    assert opened().patience == MissedDeadlinePolicy(
        answers=("minimal", "orders"), excused=0, in_a_row=3, in_total=5, leave=9, stand_ins=False
    )


@pytest.mark.parametrize(
    ("answers", "complaint"),
    [
        (FIXED | {"times": ""}, WRITE_A_TIME),
        (FIXED | {"times": "25:00"}, NOT_A_TIME.fill(word="25:00")),
        (FIXED | {"times": "half past 8pm"}, NOT_A_TIME.fill(word="8pm")),
        (FIXED | {"times": ",".join(f"1:{n:02}" for n in range(25))}, AT_MOST_TIMES.fill(most=24)),
        (FIXED | {"weekdays": None}, CHOOSE_A_DAY),
        (FIXED | {"weekdays": ["7"]}, "not one of the available choices"),
        (FIXED | {"zone": "Mars/Olympus"}, "not one of the available choices"),
        (FIXED | {"zone": None}, CHOOSE_A_PLACE),
        (FIXED | {"notice": ""}, WRITE_HOURS),
        (OWN | {"hours": ""}, WRITE_HOURS),
        (OWN | {"hours": "0"}, AT_LEAST.fill(limit_value=1)),
        (OWN | {"hours": "1441"}, AT_MOST_HOURS.fill(limit_value=1440)),
        (OWN | {"hours": "two days"}, WRITE_WHOLE_HOURS),
        (OWN | {"hours": "9" * 5000}, WRITE_WHOLE_HOURS),
        (OWN | {"allowance": "-1"}, AT_LEAST.fill(limit_value=0)),
        (OWN | {"cap": "9"}, BANK_TOO_SMALL.fill(n=10)),
        (OWN | {"shift": "169"}, AT_MOST_HOURS.fill(limit_value=168)),
        ({"in_a_row": "5", "in_total": "4"}, TOTAL_BELOW_ROW),
        ({"excused": "101"}, AT_MOST.fill(limit_value=100)),
        ({"leave": "some", "leave_days": "0"}, AT_LEAST.fill(limit_value=1)),
        ({"answers": ["magic"]}, "not one of the available choices"),
    ],
)
def test_a_mistake_about_time_is_a_sentence_beside_its_field(client, answers, complaint):
    page = first(client, **answers)
    assert re.search(f'class="error"[^>]*>[^<]*{re.escape(complaint)}', text(page))
    assert re.search(r'<details class="fold more" open>(?:(?!</details>).)*class="error"', text(page))


def test_nobody_is_told_of_mistakes_in_fields_that_are_not_in_use(client):
    fixed, own = FIXED | {"times": "never"}, OWN | {"cap": "-7"}
    page = first(client, **fixed)
    page = go_on(client, page, **{"name": "Danube nights", **fixed, **own})
    page = go_on(
        client, page, **{"name": "Danube nights", **fixed, **own, "pace": "brisk", "leave_days": "x"}
    )
    go_on(client, go_on(client, page, o__preset="first_game"), open="1")
    assert opened().pace == PRESETS["brisk"]


MEANT = {"fixed": FIXED_TIMES_WRITTEN, "own": OWN_NUMBERS_WRITTEN}
WRITTEN = [
    {"hours": "30"},
    {"shift": "0"},
    {"times": "8:00"},
    {"weekdays": ["0", "2"]},
    {"zone": "Asia/Tokyo"},
]


def untouched(client) -> dict[str, Any]:
    """All that a browser sends of the fields of both ways."""
    form = client.get(NEW).context["draft"].page.table
    return {name: form[name].value() for names in form.FIELDS.values() for name in names}


def offers_a_fold(page: Any, name: str) -> bool:
    return bool(re.search(rf'<details class="fold more" open>(?:(?!</details>).)*name="{name}"', text(page)))


def test_what_the_page_itself_has_put_into_the_fields_is_nobodys_wish(client, ann):
    ann.time_zone = "Europe/Zagreb"
    ann.save()
    go_on(client, look(client, **untouched(client), pace="brisk"), open="1")
    assert opened().pace == PRESETS["brisk"]


@pytest.mark.parametrize("written", WRITTEN)
@pytest.mark.parametrize("pace", ["daily", "own", "fixed"])
def test_whoever_writes_into_the_fields_of_another_way_is_asked_until_it_is_clear(client, written, pace):
    name = next(iter(written))
    way = "own" if name in OWN else "fixed"
    answers = {"name": "Danube nights", **untouched(client), **written}
    page = first(client, **answers, pace=pace)
    assert (MEANT[way] in text(page)) == (pace != way)
    if pace != way:
        again = go_on(client, page, **answers, pace=pace)
        assert MEANT[way] in text(again)
        assert offers_a_fold(again, name)
        assert MEANT[way] not in text(go_on(client, again, **answers, pace=way))


@pytest.mark.parametrize("instead", ["24", "", " 24 "])
def test_numbers_that_are_taken_out_again_are_no_question_any_more(client, instead):
    answers = {"name": "Danube nights", **untouched(client), "pace": "brisk"}
    page = first(client, **answers | {"hours": "30"})
    assert MEANT["own"] in text(page)
    page = go_on(client, page, **answers | {"hours": instead})
    go_on(client, go_on(client, page, o__preset="first_game"), open="1")
    assert opened().pace == PRESETS["brisk"]


@pytest.mark.parametrize("way", [FIXED, OWN])
def test_numbers_of_a_way_that_was_chosen_earlier_may_stay_where_they_are(client, way):
    page = go_on(client, look(client, **way), back="0")
    page = go_on(client, page, **{"name": "Danube nights", **way, "pace": "relaxed"})
    go_on(client, go_on(client, page, o__preset="first_game"), open="1")
    assert opened().pace == PRESETS["relaxed"]


def test_numbers_written_anew_after_going_back_are_asked_about(client):
    page = go_on(client, look(client, **OWN), back="0")
    page = go_on(client, page, **{"name": "Danube nights", **OWN, "hours": "31", "pace": "relaxed"})
    assert MEANT["own"] in text(page)


@pytest.mark.parametrize("rendered_values", ["", "[", "[]", "7", "null", '{"hours": [[]]}', "[" * 9999, None])
def test_a_page_that_does_not_tell_what_it_offered_is_no_error_of_ours(client, rendered_values):
    assert first(client, rendered_values=rendered_values, pace="brisk").status_code == 200


def test_going_back_keeps_every_answer_about_time(client):
    page = look(client, **FIXED, answers=None, stand_ins=None, in_total="7")
    page = go_on(client, page, back="0")
    sent = sent_as_it_is(form_of(page))
    assert (sent["pace"], sent["weekdays"], sent["zone"]) == (["fixed"], ["0", "2"], ["Europe/Budapest"])
    assert not {"answers", "stand_ins"} & set(sent)
    assert 'value="20:00, 8"' in page.content.decode()
    assert text(page).count('<details class="fold more" open>') == 2  # the times, and what is not as usual


def test_what_is_not_chosen_is_folded_away(client):
    assert '<details class="fold more" open>' not in text(client.get(NEW))


def test_the_whole_pace_is_there_to_look_over(client):
    page = text(look(client, pace="brisk"))
    assert TIME_WITHOUT_BANK.fill(time="8 hours") in page
    assert FIRST_TIME_EXCUSED in page
    assert re.search(GAME_TAKES.fill(size=4, length=".+"), page)


# --- going back, and mistakes


def test_going_back_keeps_what_was_told(client):
    page = go_on(client, look(client, "vicious_nobles", size="6"), back="0")
    sent = sent_as_it_is(form_of(page))
    assert sent["size"] == ["6"]
    assert 'value="Danube nights"' in page.content.decode()
    page = go_on(client, page, name="Sava nights")
    assert sent_as_it_is(form_of(page))["o-preset"] == ["vicious_nobles"]


def test_another_edition_forgets_a_set_that_it_has_not(client):
    page = go_on(client, look(client, "vicious_nobles"), back="0")
    page = go_on(client, page, name="Danube nights", o__edition="classic")
    assert sent_as_it_is(form_of(page))["o-preset"] == ["base"]


@pytest.mark.parametrize(
    ("answers", "complaint"),
    [
        ({"name": ""}, "required"),
        ({"name": "Win at http://spam.example"}, NAME_HOLDS_LINK),
        ({"name": "Win\x07"}, NAME_HOLDS_LINK),
        ({"size": "2", "bots": "2"}, ROOM_FOR_ONE_BOT.fill(n=1)),
        ({"size": "9"}, "not one of the available choices"),
        ({"pace": "breakneck"}, "not one of the available choices"),
        ({"addresses": "bob@"}, NOT_AN_ADDRESS.fill(word="bob@")),
        ({"addresses": ",".join(f"p{n}@example.org" for n in range(31))}, INVITE_FEWER.fill(most=30)),
        ({"visibility": "me"}, "not one of the available choices"),
    ],
)
def test_a_mistake_is_told_beside_its_field(client, answers, complaint):
    page = first(client, **answers)
    assert complaint in text(page)
    assert LOOK_AT_MARKED in text(page)


def test_a_hidden_field_that_somebody_has_changed_is_checked_again(client):
    page = look(client)
    assert "available choices" in text(go_on(client, page, open="1", pace="breakneck"))
    assert "available choices" in text(go_on(client, page, open="1", o__preset="mine"))
    assert not Game.objects.exists()


def test_a_page_that_was_left_out_is_asked_for(client):
    sent = sent_as_it_is(form_of(look(client)))
    del sent["o-preset"]
    page = client.post(NEW, {**sent, "open": "1"})
    assert re.search(CHOOSE_ONE.pattern, text(page))


def test_nonsense_is_no_error_of_ours(client):
    for sent in ({"done": "x"}, {"back": "9" * 5000}, {"done": "999", "seed": "é" * 999, "key": "k" * 999}):
        assert client.post(NEW, sent).status_code == 200
    assert client.get(NEW, {"game": "chess"}).status_code == 404


def test_names_are_text(client):
    page = look(client, name="<script>alert(1)</script>")
    assert "<script>alert" not in page.content.decode()
    assert "&lt;script&gt;alert" in page.content.decode()
