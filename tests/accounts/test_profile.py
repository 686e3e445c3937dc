"""The page about oneself: what can be changed there, and what is refused."""

import re
from datetime import UTC, datetime, time

import pytest
from django.contrib.messages import get_messages
from django.utils import translation

from accounts import personal_data
from accounts.forms import ProfileForm
from accounts.models import User
from accounts.preferences import mail_preferences, time_zones
from tests.helpers.factories import UserFactory
from tests.helpers.messages import accounts
from tests.helpers.sign_in import SAME, sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client, ann):
    client.force_login(ann)

    def post(**changes):
        return client.post("/accounts/", {**SAME, **changes})

    return post


def test_it_is_for_people_who_are_signed_in(client):
    assert client.get("/accounts/")["Location"] == "/accounts/login/?next=/accounts/"


def test_everything_can_be_changed(page, ann):
    saved = page(
        handle="Anna",
        language="hr",
        time_zone="Europe/Zagreb",
        quiet_from="22:00",
        quiet_until="07:30",
        mail_talk="none",
        mail_your_turn="collected",
    )
    assert saved.status_code == 302
    ann.refresh_from_db()
    assert (ann.handle, ann.language, ann.time_zone) == ("Anna", "hr", "Europe/Zagreb")
    assert (ann.quiet_from, ann.quiet_until) == (time(22), time(7, 30))
    assert ann.mail_preferences == {"talk": "none", "your_turn": "collected"}
    assert [former.handle for former in ann.former_handles.all()] == ["Ann"]


def test_saving_without_a_change_changes_nothing(page, ann):
    before = User.objects.values().get()
    assert page().status_code == 302
    assert User.objects.values().get() == before
    assert not ann.former_handles.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("handle", "2 Bobs"),
        ("handle", "admin"),
        ("language", "tlh"),
        ("time_zone", "Europe/Atlantis"),
        ("quiet_until", "25:00"),
        ("mail_talk", "weekly"),
    ],
)
def test_a_mistake_is_marked_and_nothing_is_saved(page, ann, field, value):
    refused = page(**{field: value})
    assert refused.status_code == 200
    assert field in refused.context["form"].errors
    assert accounts.NOTHING_SAVED in refused.content.decode()
    ann.refresh_from_db()
    assert (ann.handle, ann.language, ann.time_zone) == ("Ann", "en", "UTC")


def test_beside_a_mistake_the_page_still_calls_you_by_your_name(page):
    assert "<h1>Ann</h1>" in page(handle="2 Bobs").content.decode()


def test_half_of_the_quiet_hours_is_marked_where_it_is_missing(page):
    assert page(quiet_from="22:00").context["form"].errors["quiet_until"]


def test_somebody_elses_handle_is_refused(page):
    User.objects.create_user("bob@example.org", "Bob")
    assert page(handle="BOB").context["form"].errors["handle"]


def test_the_page_shows_what_one_was_called(client, page, ann):
    page(handle="Anna")
    assert accounts.FORMER_HANDLE.is_in(client.get("/accounts/").content.decode(), handle="Ann")


def test_the_page_says_what_it_means_to_have_no_email_for_ones_turn(client, page):
    assert (
        str(mail_preferences.MAIL_KINDS["your_turn"].warning_if_none)
        in client.get("/accounts/").content.decode()
    )


def test_saving_is_confirmed(page):
    assert [str(message) for message in get_messages(page().wsgi_request)] == ["Saved."]


@pytest.fixture
def winter(clock):
    """Budapest is an hour ahead of UTC, and Buenos Aires three behind."""
    clock.move_to(datetime(2026, 1, 15, 12, tzinfo=UTC))


@pytest.mark.usefixtures("winter")
def test_zones_are_cities_by_continent_with_their_distance_to_utc():
    choices = time_zones.build_zone_choices("Europe/Budapest")
    assert choices[0] == ("UTC", "UTC")
    europe = next(cities for continent, cities in choices[1:] if continent == "Europe")
    assert ("Europe/Budapest", "Budapest (UTC+1)") in europe
    america = next(cities for continent, cities in choices[1:] if continent == "America")
    assert ("America/Argentina/Buenos_Aires", "Buenos Aires, Argentina (UTC−3)") in america
    assert ("America/St_Johns", "St Johns (UTC−3:30)") in america


def test_the_distance_to_utc_is_that_of_today(clock):
    clock.move_to(datetime(2026, 7, 15, 12, tzinfo=UTC))
    europe = dict(time_zones.build_zone_choices()[1:][list(time_zones.CONTINENTS).index("Europe")][1])
    assert (europe["Europe/Budapest"], europe["Europe/London"]) == ("Budapest (UTC+2)", "London (UTC+1)")


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("hu", {"Vienna": "Bécs", "Prague": "Prága", "Kyiv": "Kijev", "Budapest": "Budapest"}),
        ("hr", {"Vienna": "Beč", "Prague": "Prag", "Kyiv": "Kijev", "Budapest": "Budimpešta"}),
    ],
)
def test_cities_are_called_as_the_reader_calls_them(language, shown):
    europe = time_zones.list_cities(language)["Europe"]
    assert shown.items() <= {name.partition("/")[2]: city for name, city in europe}.items()


def test_a_city_without_another_name_keeps_its_own():
    assert ("Africa/Casablanca", "Casablanca") in time_zones.list_cities("hu")["Africa"]


def test_old_names_are_not_offered_and_become_the_names_of_today():
    offered = {name for cities in time_zones.list_cities().values() for name, _city in cities}
    assert {"Europe/Zagreb", "Europe/Kyiv", "Asia/Kolkata"} <= offered
    assert not {"Europe/Kiev", "Asia/Calcutta", "America/Buenos_Aires", "Europe/Tiraspol"} & offered
    old = ["Asia/Calcutta", "US/Pacific", "Europe/Kiev", "Europe/Zagreb", "UTC", "Mars/Base", ""]
    assert [time_zones.normalize_zone(name) for name in old] == [
        *("Asia/Kolkata", "America/Los_Angeles", "Europe/Kyiv", "Europe/Zagreb", "UTC", "UTC", "UTC")
    ]


@pytest.mark.usefixtures("winter")
def test_a_zone_with_an_old_name_stays_to_be_chosen():
    assert ("US/Pacific", "US/Pacific (UTC−8)") in time_zones.build_zone_choices("US/Pacific")


# --- every page in one's own language and zone


def test_pages_speak_the_language_of_whoever_is_signed_in(client, ann):
    ann.language = "hr"
    ann.save()
    client.force_login(ann)
    assert client.get("/accounts/", headers={"accept-language": "hu"})["Content-Language"] == "hr"
    assert client.get("/accounts/login/", headers={"accept-language": "hu"})["Content-Language"] == "hr"
    client.logout()
    assert client.get("/accounts/login/", headers={"accept-language": "hu"})["Content-Language"] == "hu"


def test_pages_tell_the_time_of_ones_zone(client, ann, time_machine):
    time_machine.move_to("2026-07-01 22:30+00:00", tick=False)
    ann.time_zone = "Europe/Zagreb"
    ann.save()
    client.force_login(ann)
    assert accounts.TIME_IN_ZONE.fill(here="2 July, 00:30") in client.get("/accounts/").content.decode()


def test_language_and_zone_end_with_the_request(client, ann):
    from django.utils import timezone

    ann.language, ann.time_zone = "hu", "Europe/Budapest"
    ann.save()
    client.force_login(ann)
    client.get("/accounts/")
    client.logout()
    client.get("/accounts/login/", headers={"accept-language": "en"})
    assert translation.get_language() == "en"
    assert timezone.get_current_timezone_name() == "UTC"


def test_they_cost_no_query_more_than_the_person_and_what_waits(client, ann, django_assert_num_queries):
    client.force_login(ann)
    with django_assert_num_queries(3):  # the session, the person, the tables that wait
        client.get("/rules/citadels/")


def test_a_visitor_costs_no_query(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get("/rules/citadels/")


@pytest.mark.parametrize("path", ["", "close/", "address/", "passkeys/", "passkeys/add/", "logout/"])
def test_pages_have_no_inline_script_or_style(client, ann, path):
    sign_in(client, ann)
    page = client.get(f"/accounts/{path}")
    text = page.content.decode()
    assert page.status_code == 200
    assert "unsafe" not in page["Content-Security-Policy"]
    assert " style=" not in text
    assert "<style" not in text
    assert " onclick=" not in text
    scripts = [tag.split(">")[0] for tag in text.split("<script")[1:]]
    assert all('src="/static/' in tag or 'type="application/json"' in tag for tag in scripts)


# --- the hours of collected emails


def test_the_hours_of_collected_emails_can_be_chosen(page, ann, client):
    assert page(digest_hours=["18", "7"]).status_code == 302
    ann.refresh_from_db()
    assert sorted(ann.digest_hours) == [7, 18]
    boxes = re.findall(
        r'<input type="checkbox" name="digest_hours"[^>]*>', client.get("/accounts/").content.decode()
    )
    assert len(boxes) == 24
    assert [box for box in boxes if "checked" in box] == [boxes[7], boxes[18]]


@pytest.mark.parametrize("hours", [[], ["24"], ["-1"], ["noon"]])
def test_hours_that_are_none_are_refused(page, ann, hours):
    assert "digest_hours" in page(digest_hours=hours).context["form"].errors
    ann.refresh_from_db()
    assert ann.digest_hours == [8]


# --- hours


def test_what_changes_elsewhere_meanwhile_is_not_overwritten(ann):
    form = ProfileForm({**SAME, "digest_hours": ["8"]}, instance=User.objects.get(pk=ann.pk))
    assert form.is_valid()
    User.objects.filter(pk=ann.pk).update(
        leave=[["2026-12-20", "2027-01-03"]], calendar_key="key", bounce_days=2
    )
    form.save()
    ann.refresh_from_db()
    assert (ann.leave, ann.calendar_key, ann.bounce_days) == ([["2026-12-20", "2027-01-03"]], "key", 2)


def test_hours_can_be_chosen(page, ann):
    chosen = {
        "free_days": ["5", "6"],
        "reminder": "50",
        "time_out": "bot",
        "is_stand_in": "on",
        "holds_email": "",
    }
    assert page(**chosen).status_code == 302
    ann.refresh_from_db()
    assert (ann.free_days, ann.reminder, ann.time_out, ann.is_stand_in) == ([5, 6], 50, "bot", True)
    assert not ann.holds_email


def test_the_harmless_move_is_what_happens_without_a_choice(page, ann, client):
    assert 'value="minimal" id="id_time_out_0" checked' in client.get("/accounts/").content.decode()
    page(time_out="orders")
    page(time_out="minimal")
    ann.refresh_from_db()
    assert ann.time_out == ""


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("free_days", ["0", "1", "2", "3", "4"], accounts.TOO_MANY_FREE_DAYS),
        ("free_days", ["7"], "Select a valid choice."),
        ("reminder", "10", "Select a valid choice."),
        ("time_out", "dance", "Select a valid choice."),
    ],
)
def test_hours_that_cannot_be_are_refused(page, ann, field, value, sentence):
    refused = page(**{field: value})
    assert sentence in refused.content.decode()
    ann.refresh_from_db()
    assert (ann.free_days, ann.reminder, ann.time_out) == ([], 75, "")


@pytest.mark.parametrize(
    ("changes", "times"),
    [
        ({}, 0),
        ({"language": "hu", "is_stand_in": "on"}, 0),
        ({"time_out": "bot"}, 1),
        ({"holds_email": ""}, 1),
        ({"quiet_from": "22:00", "quiet_until": "07:00"}, 1),
        ({"free_days": ["6"]}, 1),
        ({"time_zone": "Europe/Zagreb"}, 1),
        ({"reminder": "90"}, 1),
    ],
)
def test_other_apps_hear_of_other_hours_once_they_are_saved(page, ann, monkeypatch, changes, times):
    heard = []
    monkeypatch.setattr(
        personal_data, "notify_hours_changed", lambda user: heard.append(User.objects.get(pk=user.pk))
    )
    page(**changes)
    assert len(heard) == times
    ann.refresh_from_db()
    assert [user.free_days for user in heard] == [ann.free_days] * times


@pytest.mark.parametrize("holds", [True, False])
def test_whether_quiet_hours_keep_emails_is_a_choice(ann, holds):
    ann.quiet_from, ann.quiet_until, ann.holds_email = time(22), time(7), holds
    night, morning = datetime(2026, 3, 4, 23, tzinfo=UTC), datetime(2026, 3, 5, 7, tzinfo=UTC)
    assert ann.next_email_time(night) == (morning if holds else night)


# --- the name that others read


def test_a_name_is_chosen_beside_the_handle(page, ann):
    assert page(display_name="  Ánn  Mária ").status_code == 302
    ann.refresh_from_db()
    assert (ann.handle, ann.display_name) == ("Ann", "Ánn Mária")
    page(display_name="Ann")
    ann.refresh_from_db()
    assert ann.display_name == ""


@pytest.mark.parametrize("name", ["<b>", "Аnn", "Ádmin", "Bob"], ids=ascii)
def test_a_name_that_pretends_or_cannot_be_read_is_refused(page, ann, name):
    UserFactory(handle="Bob")
    assert page(display_name=name).context["form"].errors["display_name"]
    ann.refresh_from_db()
    assert ann.display_name == ""
