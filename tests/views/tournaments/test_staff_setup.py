"""An organizer sets a tournament up in five steps, with an estimate that follows what is filled in."""

import re
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
import time_machine
from django.test import Client

from accounts import server_time
from games.tournaments.models import Tournament, TournamentNotice
from games.tournaments.settings import StageSettings, TournamentSettings
from games.tournaments.setup import drafts, validation
from games.tournaments.setup.drafts import TEMPLATES
from games.tournaments.setup.duration import StageLength
from tests.helpers.factories import UserFactory
from tests.helpers.messages import tournaments as messages
from tests.helpers.pages import HTMX, client_of, forms, sent_as_it_is
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.dates import LONG_BEFORE
from tests.helpers.tournaments.pages import address, plain, status
from tests.helpers.tournaments.people import appoint
from tests.helpers.tournaments.stages import FINAL, SWISS

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _long_before():
    with time_machine.travel(LONG_BEFORE, tick=False):
        yield


@pytest.fixture
def draft(ann) -> Tournament:
    return drafts.create_draft(ann, "Danube Cup", "citadels", "swiss_final", zone="Europe/Zagreb")


def step(tournament: Tournament, number: int) -> str:
    return address(tournament, f"staff/settings/{number}/")


def shown(user: Any, tournament: Tournament, number: int) -> dict[str, list[str]]:
    """The form of a step as it is; what stands in text fields is filled in as well."""
    page = client_of(user).get(step(tournament, number))
    assert page.status_code == 200
    form = next(one for one in forms(page.content) if "csrfmiddlewaretoken" in one["fields"])
    sent = sent_as_it_is(form)
    for name, field in form["fields"].items():
        if name not in sent and field.kind in ("text", "number", "datetime-local") and field.values[0]:
            sent[name] = field.values
    return sent


def kept(user: Any, tournament: Tournament, number: int, **changes: Any) -> Any:
    answer = client_of(user).post(step(tournament, number), {**shown(user, tournament, number), **changes})
    tournament.refresh_from_db()
    tournament.__dict__.pop("plan", None)
    return answer


def plans(tournament: Tournament) -> list[Any]:
    return [stage.settings for stage in Tournament.objects.get(pk=tournament.pk).stages.all()]


# --- a new one


def test_a_new_tournament_begins_from_a_kind(ann):
    page = client_of(ann).get("/tournaments/new/").content.decode()
    assert all(str(one.title) in page for one in TEMPLATES.values())
    answer = client_of(ann).post(
        "/tournaments/new/", {"title": "Cup", "ruleset": "citadels", "template": "league"}
    )
    made = Tournament.objects.get()
    assert answer["Location"] == step(made, 1)
    assert (made.state, made.owner, plans(made)[0].format) == (Tournament.State.DRAFT, ann, "league")
    assert Client().get("/tournaments/new/").status_code == 302


@pytest.mark.parametrize("title", ["win at www.evil.example", "http://x", "me@example.org", "a\x00b", ""])
def test_a_title_that_goes_into_emails_holds_no_link(ann, title):
    sent = {"title": title, "ruleset": "citadels", "template": "league"}
    assert client_of(ann).post("/tournaments/new/", sent).status_code == 200
    assert not Tournament.objects.exists()


def test_neither_does_the_title_later_nor_the_name_of_a_stage(ann, draft):
    assert kept(ann, draft, 1, title="see www.evil.example").status_code == 422
    assert kept(ann, draft, 2, **{"s1-name": "http://evil.example"}).status_code == 422
    assert draft.title == "Danube Cup"
    assert plans(draft)[0].name == ""


def test_two_of_one_title_have_addresses_of_their_own_and_none_takes_ours():
    slugs = [drafts.create_draft(UserFactory(), "Mine", "citadels", "league").slug for _ in range(2)]
    assert slugs == ["mine-2", "mine-3"]  # /tournaments/mine/ is a page


# --- the steps


def test_every_step_keeps_what_it_shows_unchanged(ann, draft):
    before = (draft.settings_data, draft.title, plans(draft))
    for number in (1, 2, 4, 5):
        assert kept(ann, draft, number).status_code == 302, number
    assert (draft.settings, draft.title) == (Tournament.objects.get(pk=draft.pk).settings, before[1])
    assert plans(draft) == before[2]


def test_the_steps_lead_from_one_to_the_next_and_then_to_the_desk(ann, draft):
    ways = [kept(ann, draft, number)["Location"] for number in range(1, 6)]
    assert ways == [*(step(draft, number) for number in range(2, 6)), address(draft, "staff/")]


def test_what_it_is(ann, draft):
    kept(ann, draft, 1, title="Sava Cup", summary="Friends.", time_zone="Europe/Budapest", is_listed="")
    assert (draft.title, draft.summary, draft.time_zone) == ("Sava Cup", "Friends.", "Europe/Budapest")
    assert draft.slug == "danube-cup"  # a link that was given away stays good


def test_stages_are_changed_added_and_taken_away(ann, draft):
    kept(ann, draft, 2, **{"s1-rounds": 3, "s1-anonymous": "on", "s1-pairing": "strict"})
    first, _final = plans(draft)
    assert (first.rounds, first.anonymous, first.strictly) == (3, True, True)
    assert kept(ann, draft, 2, to="add")["Location"] == step(draft, 2)
    assert len(plans(draft)) == 3
    kept(ann, draft, 2, to="remove")
    kept(ann, draft, 2, to="remove")
    assert [one.go_on for one in plans(draft)] == [0]


def test_games_and_clocks_of_one_stage_or_of_all(ann, draft):
    sent = {"pace": "brisk", "all_stages": "on"}
    assert kept(ann, draft, 3, **sent).status_code == 302
    assert plans(draft)[0].pace == plans(draft)[1].pace != {}
    assert plans(draft)[0].options
    sent = shown(ann, draft, 3) | {"pace": ["relaxed"], "stage": ["2"]}
    sent.pop("all_stages", None)
    client_of(ann).post(step(draft, 3), sent)
    assert plans(draft)[0].pace != plans(draft)[1].pace


def test_the_start_is_in_the_readers_own_time(ann, draft):
    ann.time_zone = "Europe/Zagreb"
    ann.save()
    kept(ann, draft, 4, starts_at="2027-03-01T19:00", least=12, most=40)
    assert draft.starts_at == datetime(2027, 3, 1, 18, tzinfo=UTC)
    assert (draft.settings.least, draft.settings.most) == (12, 40)
    assert 'value="2027-03-01T19:00"' in client_of(ann).get(step(draft, 4)).content.decode()


def test_a_start_that_is_too_near_for_the_check_in_is_told_beside_it(ann, draft):
    with time_machine.travel(datetime(2027, 3, 1, 18, tzinfo=UTC), tick=False):
        kept(ann, draft, 4, starts_at="2027-03-03T18:00", check_in_hours=72)
        page = plain(client_of(ann).get(step(draft, 4)).content)
    assert re.search(messages.WARN_CHECK_IN_IS_PAST.pattern, page)


def test_every_step_lists_what_is_missing(ann, draft):
    for number in range(1, 6):
        page = plain(client_of(ann).get(step(draft, number)).content)
        assert messages.START_NEEDED in page
    kept(ann, draft, 5, rules="None.", dispute_policy="Ask.")
    assert (draft.rules, draft.dispute_policy) == ("None.", "Ask.")


def test_whoever_has_entered_is_told_of_another_start(ann):
    found = TournamentBuilder(least=4, check_in_hours=0).entrants(2).build()
    assert found.owner is not None
    Tournament.objects.filter(pk=found.pk).update(summary="x", rules="x", dispute_policy="x")
    kept(found.owner, found, 4, starts_at="2027-03-05T18:00")
    assert TournamentNotice.objects.filter(kind=TournamentNotice.Kind.NEWS).count() == 2
    kept(found.owner, found, 4)
    assert TournamentNotice.objects.filter(kind=TournamentNotice.Kind.NEWS).count() == 2


# --- the estimate


def test_the_estimate_follows_what_is_filled_in_and_keeps_nothing(ann, draft):
    client = client_of(ann)
    sent = shown(ann, draft, 3)
    slow = client.post(step(draft, 3), sent | {"pace": ["correspondence"]}, headers=HTMX).content
    fast = client.post(step(draft, 3), sent | {"pace": ["brisk"]}, headers=HTMX).content
    assert b"<html" not in slow
    assert b'id="estimate"' in slow
    assert b"until about" in fast
    assert slow != fast
    assert plans(draft)[0].pace == {}


@pytest.mark.parametrize(("days", "said"), [(0.2, 1), (1.2, 1), (1.6, 2), (30.0, 30)])
def test_an_estimate_is_told_in_whole_days(days, said):
    stage = StageLength(4, 1, 1, 1, 1, game=days, days=days, ends_by_deadline=False)
    assert (stage.rounded_days, stage.rounded_game_days) == (said, said)


def test_impossible_settings_are_refused_with_the_nearest_possible_ones(ann, draft):
    sent = shown(ann, draft, 2) | {"s1-size": ["9"]}
    assert b"The game is for 2 to 8 players at a table." in client_of(ann).post(step(draft, 2), sent).content
    sent = shown(ann, draft, 2) | {"s1-go_on": ["1"]}
    said = plain(client_of(ann).post(step(draft, 2), sent, headers=HTMX).content)
    assert "The next stage needs at least 3 people. This would work: 4" in said
    assert "Stage 1, Advance to the next stage:" in said
    answer = kept(ann, draft, 2, **{"s1-go_on": "1"})  # a draft may be wrong for a while
    assert answer["Location"] == step(draft, 2)
    assert messages.DRAFT_HAS_PROBLEMS in plain(client_of(ann).get(step(draft, 2)).content)
    assert kept(ann, draft, 4)["Location"] == step(draft, 5)  # what is wrong is not there
    assert messages.NEXT_STAGE_NEEDS.fill(least=3) in plain(
        client_of(ann).get(address(draft, "staff/")).content
    )


def test_a_start_in_the_past_keeps_the_step_open(ann, draft):
    sent = shown(ann, draft, 4) | {"starts_at": ["2020-01-01T12:00"]}
    said = plain(client_of(ann).post(step(draft, 4), sent, headers=HTMX).content)
    assert "Starts: The start is in the past. This would work: " in said
    assert kept(ann, draft, 4, starts_at="2020-01-01T12:00")["Location"] == step(draft, 4)


def test_what_would_be_possible_is_named_as_in_the_form(ann, draft):
    sent = shown(ann, draft, 2) | {"s1-points": ["CUSTOM"], "s1-vectors": ["4: 9 5 2 0"]}
    said = plain(client_of(ann).post(step(draft, 2), sent, headers=HTMX).content)
    assert "This would work: 10, 6, 3, 1 and so on: five on average at every table." in said


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"s1-least": 5}, "Stage 1, Fewest seats: The smallest table is larger than the usual one. "),
        ({"s1-most": 3}, "Stage 1, Most seats: The largest table is smaller than the usual one. "),
        ({"s1-size": 9}, "Stage 1, Seats at a table: The game is for 2 to 8 players at a table."),
        ({"s1-rounds": 31}, "Stage 1, Rounds: That is more than this site can handle: at most 30."),
        ({"s1-round_days": 3}, "Stage 1, Days per round: At this pace a typical game takes "),
        ({"s1-points": "CUSTOM", "s1-vectors": "4: 9 5 2 0"}, "not set points for a table of 3."),
        ({"s1-format": "ladder"}, "This would work: Swiss tables."),
        ({"s1-size": 8, "s1-least": 8, "s1-most": 8, "s1-go_on": 8, "s2-most": 8}, "at least 8 are needed."),
    ],
)
def test_the_box_says_which_field_is_wrong_and_foretells_nothing(ann, draft, changes, said):
    drafts.change_tournament(
        draft.pk, ann, tournament_settings=msgspec.structs.replace(draft.settings, least=5)
    )
    sent = shown(ann, draft, 2) | {name: [str(value)] for name, value in changes.items()}
    page = plain(client_of(ann).post(step(draft, 2), sent, headers=HTMX).content)
    assert said in page
    assert "until about" not in page


def test_tables_that_come_out_even_are_proposed(ann):
    plan = StageSettings(format="knock_out", size=4, least=4, most=4)
    [problem] = validation.find_problems("citadels", TournamentSettings(least=9, most=9), [plan])
    assert (problem.field, problem.suggestion) == ("least", "3")
    smaller = msgspec.structs.replace(plan, least=int(problem.suggestion))
    assert not validation.find_problems("citadels", TournamentSettings(least=9, most=9), [smaller])


def test_points_of_ones_own_and_another_order_of_tie_breaks(ann, draft):
    own = {"s1-points": "CUSTOM", "s1-vectors": "3: 5 3 1\n4: 7, 5, 3, 1\n5: 9 7 5 3 1"}
    kept(ann, draft, 2, **own, **{"s1-order": "as_league"})
    first = plans(draft)[0]
    assert first.vectors == {"3": [5, 3, 1], "4": [7, 5, 3, 1], "5": [9, 7, 5, 3, 1]}
    assert first.tie_breaks[:3] == ("PTS", "WINS", "2NDS")
    assert "Points: 7, 5, 3, 1." in plain(client_of(ann).get(address(draft, "rules/")).content)
    assert "3: 5 3 1\n4: 7 5 3 1\n5: 9" in client_of(ann).get(step(draft, 2)).content.decode()
    for wrong in ("4: 7 5 3", "many", "4: 7 5 3 x", "9: 1 1 1 1 1 1 1 1 1", "4: 99999 1 1 1"):
        assert kept(ann, draft, 2, **{"s1-vectors": wrong}).status_code == 422, wrong
    kept(ann, draft, 2, **{"s1-points": "TEN", "s1-order": ""})
    assert (plans(draft)[0].vectors, plans(draft)[0].tie_breaks) == ({}, ())


def test_the_page_works_without_a_script_and_has_no_code_in_it(ann, draft):
    for number in range(1, 6):
        page = client_of(ann).get(step(draft, number)).content.decode()
        assert "<script>" not in page
        assert "onclick" not in page
        assert "new_table" not in page
        assert "/tables/new" not in page
        assert 'method="post"' in page


# --- who, and when


def test_only_those_who_direct_set_it_up(ann, draft):
    for kind in ("referee", "announcer"):
        assert status(appoint(draft, kind), draft, "staff/settings/1/") == 404
    director = appoint(draft, "director")
    assert kept(director, draft, 1, title="Other").status_code == 302
    assert status(ann, draft, "staff/settings/6/") == 404
    assert status(ann, draft, "staff/settings/0/") == 404


def test_what_has_begun_stays_as_it_was_announced():
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    assert found.owner is not None
    before = plans(found)
    answer = kept(found.owner, found, 2, **{"s1-rounds": 9})
    assert answer.status_code == 422
    assert plans(found) == before
    assert kept(found.owner, found, 1, summary="New words").status_code == 302
    assert found.summary == "New words"
    assert found.ledger_entries.filter(kind="changed").exists()
    assert server_time.now() == LONG_BEFORE
