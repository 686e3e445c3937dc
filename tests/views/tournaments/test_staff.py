"""The desk: who may see and press what, and what each button does."""

import re
from datetime import timedelta

import msgspec
import pytest
import time_machine
from django.test import Client

from accounts import server_time
from games.tournaments.director import director, rounds
from games.tournaments.models import (
    Entrant,
    Role,
    Round,
    Ruling,
    Tournament,
    TournamentNotice,
    TournamentTable,
)
from games.tournaments.results import standings_cache
from games.tournaments.rulings import disputes, effects
from games.tournaments.settings import StageSettings
from games.tournaments.setup import drafts, lifecycle
from games.urls.tournaments import staff_urls
from games.views.tournaments.staff.ledger import ENTRY_LABELS
from tests.helpers.factories import UserFactory
from tests.helpers.messages import tournament_mail
from tests.helpers.messages import tournaments as messages
from tests.helpers.pages import client_of
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.dates import LONG_BEFORE, hours_before
from tests.helpers.tournaments.factories import DisputeFactory, RulingFactory
from tests.helpers.tournaments.finished_games import finish_all
from tests.helpers.tournaments.ledger import write_ledger
from tests.helpers.tournaments.pages import address, plain, press, status, text
from tests.helpers.tournaments.people import appoint, entrant, person, register_entrants, told
from tests.helpers.tournaments.stages import BY_HAND, FINAL, ONE_ROUND, SWISS
from tests.helpers.tournaments.tables import play, start, table

pytestmark = pytest.mark.django_db

State, Phase = Entrant.State, Tournament.State
DESK = {f"staff/{one.pattern}": one.callback for one in staff_urls if "settings" not in str(one.pattern)}
SETTINGS = "staff/settings/1/"


def begun(*stages: StageSettings, people: int = 8, **plan) -> Tournament:
    return (
        TournamentBuilder(*stages, least=4, check_in_hours=0, **plan)
        .entrants(people)
        .started()
        .directed()
        .build()
    )


def owner(found: Tournament):
    assert found.owner is not None
    return found.owner


# --- who may see and press what


def test_nobody_else_learns_that_there_is_a_desk():
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    for page, view in DESK.items():
        for outsider in (UserFactory(), person(found, 1)):
            assert status(outsider, found, page) == 404, page
            for do in view.acts:
                assert status(outsider, found, page, do=do) == 404, (page, do)
        assert Client().get(address(found, page)).status_code == 302
        for do in view.acts:
            assert Client().post(address(found, page), {"do": do}).status_code == 302
    assert status(UserFactory(), found, SETTINGS) == 404
    assert status(UserFactory(), found, SETTINGS, title="Mine") == 404
    assert Tournament.objects.get(pk=found.pk).ledger_length == found.ledger_length


@pytest.mark.parametrize("kind", list(Role.Kind))
def test_each_role_has_the_pages_that_are_its_own(kind):
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    user = appoint(found, kind)
    shown = client_of(user).get(address(found, "staff/")).content.decode()
    for page, view in DESK.items():
        expected = 200 if kind in view.roles else 404
        assert status(user, found, page) == expected, (kind, page)
        assert (f'href="{address(found, page)}"' in shown) == (kind in view.roles), (kind, page)
        if expected == 404:
            for do in view.acts:
                assert status(user, found, page, do=do) == 404, (kind, page, do)
    may = kind in (Role.Kind.OWNER, Role.Kind.DIRECTOR)
    assert status(user, found, SETTINGS) == (200 if may else 404)


def test_what_a_role_may_not_do_the_door_says():
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    announcer = appoint(found, Role.Kind.ANNOUNCER)
    for do in ("pause", "extend", "open", "begin", "call_off", "end_ladder", "repeat", "delete"):
        said = press(announcer, found, "staff/", do=do, reason="because", hours=5)
        assert messages.STAFF_ONLY in said[0], do
    for do in ("name", "dismiss", "transfer"):
        assert press(
            announcer, found, "staff/people/", do=do, who="x", kind="referee", person=owner(found).pk
        )
    assert found.roles.count() == 2
    assert Tournament.objects.get(pk=found.pk).state == Phase.RUNNING


def test_a_button_that_is_none_is_not_there():
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    assert status(owner(found), found, "staff/", do="__class__") == 404
    assert status(owner(found), found, "staff/", do="nudge", table="1; drop") == 404
    assert status(owner(found), found, "staff/rulings/", do="sign", ruling="9" * 30) == 404


ABSURD = ["99999999999", "0", "9" * 40, "-1", "1e3", "\u0663", "1\x00"]


def test_absurd_numbers_and_signs_are_no_trouble():
    """Larger than a column holds, of another script, or nothing that a database takes."""
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    start(found, 1)
    length, client = Tournament.objects.get(pk=found.pk).ledger_length, client_of(owner(found))
    for absurd in ABSURD:
        for page, sent in (
            ("staff/", {"do": "nudge", "table": absurd}),
            ("staff/", {"do": "pause", "round": absurd, "reason": "x\x00y"}),
            ("staff/", {"do": "extend", "table": absurd, "hours": absurd, "reason": "x"}),
            ("staff/entrants/", {"do": "refuse", "entrant": absurd, "reason": "\x00"}),
            ("staff/entrants/", {"do": "bots", "upto": absurd}),
            ("staff/entrants/", {"do": "seed", "seeds": absurd}),
            ("staff/rounds/", {"do": "publish", "stage": absurd}),
            ("staff/rounds/", {"do": "swap", "round": absurd, "one": absurd, "other": absurd}),
            ("staff/rulings/", {"do": "propose", "kind": "void", "table": absurd, "reason": "x"}),
            ("staff/rulings/", {"do": "propose", "kind": "result", "table": "1", "scores": absurd}),
            ("staff/rulings/", {"do": "adjudicate", "table": absurd, "reason": "x"}),
            ("staff/disputes/", {"do": "answer", "ticket": absurd, "answer": "x"}),
            ("staff/people/", {"do": "dismiss", "person": absurd}),
        ):
            assert client.post(address(found, page), sent).status_code in (302, 404, 422), (page, sent)
        for page in (
            f"entrants/{absurd}/",
            f"rounds/?round={absurd}&page={absurd}",
            f"standings/?stage={absurd}",
        ):
            assert client.get(address(found, page)).status_code in (200, 404), page
    assert Tournament.objects.get(pk=found.pk).ledger_length == length


def test_rulings_and_disputes_of_another_tournament_are_out_of_reach():
    here, there = (
        TournamentBuilder(SWISS, FINAL).drawn().build(),
        TournamentBuilder(SWISS, FINAL).drawn().build(),
    )
    strange = RulingFactory(tournament=there, kind=Ruling.Kind.WARNING, state=Ruling.State.PROPOSED)
    assert status(owner(here), here, "staff/rulings/", do="sign", ruling=strange.pk) == 404
    assert status(owner(here), here, "staff/entrants/", do="take_out", entrant=entrant(there, 1).pk) == 404


# --- before it begins


def test_a_draft_says_what_is_missing_and_opens_when_nothing_is(ann):
    found = drafts.create_draft(ann, "Danube Cup", "citadels", "league")
    assert messages.START_NEEDED in text(found, "staff/", ann)
    assert press(ann, found, "staff/", do="open")[0].startswith("Please")
    words = dict.fromkeys(("summary", "rules", "dispute_policy"), "None.")
    drafts.change_tournament(found.pk, ann, starts_at=server_time.now() + timedelta(days=9), **words)
    assert press(ann, found, "staff/", do="open") == [messages.REGISTRATION_OPENED]
    assert status(None, found, "") == 200


def test_one_person_has_only_so_many_tournaments_at_work(ann, monkeypatch):
    monkeypatch.setattr(lifecycle, "MOST_ACTIVE_TOURNAMENTS", 1)
    words = dict.fromkeys(("summary", "rules", "dispute_policy"), "None.")
    for title, says in (("Danube Cup", "It is open"), ("Sava Cup", "You already run many tournaments")):
        found = drafts.create_draft(ann, title, "citadels", "league")
        drafts.change_tournament(found.pk, ann, starts_at=server_time.now() + timedelta(days=9), **words)
        assert press(ann, found, "staff/", do="open")[0].startswith(says)


def test_a_draft_can_be_thrown_away(ann):
    found = drafts.create_draft(ann, "Danube Cup", "citadels", "league")
    answer = client_of(ann).post(address(found, "staff/"), {"do": "delete"})
    assert answer["Location"] == "/tournaments/mine/"
    assert not Tournament.objects.filter(pk=found.pk).exists()


def test_somebody_is_taken_in_or_refused_with_a_reason():
    found = TournamentBuilder(approval=True).build()
    one, other = register_entrants(found, 2)
    assert messages.PENDING_ENTRIES.fill(n=2) in text(found, "staff/", owner(found))
    press(owner(found), found, "staff/entrants/", do="approve", entrant=one.pk)
    press(owner(found), found, "staff/entrants/", do="refuse", entrant=other.pk, reason="Full of friends")
    assert Entrant.objects.get(pk=one.pk).state == State.ENTERED
    assert Entrant.objects.get(pk=other.pk).is_out
    assert "Full of friends" in TournamentNotice.objects.get(kind=TournamentNotice.Kind.REFUSED).data


def test_bots_fill_up_and_seeds_are_written_by_hand():
    found = TournamentBuilder().entrants(3).build()
    assert press(owner(found), found, "staff/entrants/", do="bots", upto=5) == [
        messages.BOTS_ENTERED.fill(n=2)
    ]
    press(owner(found), found, "staff/entrants/", do="seed", seeds="3, 1 2")
    assert dict(found.entrants.filter(seed__isnull=False).values_list("number", "seed")) == {3: 1, 1: 2, 2: 3}
    assert status(owner(found), found, "staff/entrants/", do="seed", seeds="3; x") == 404


def test_begin_now_starts_it_or_says_how_many_are_missing():
    with time_machine.travel(LONG_BEFORE, tick=False):
        found = TournamentBuilder(least=4, check_in_hours=0).entrants(1).build()
        assert press(owner(found), found, "staff/", do="begin") == [
            messages.TOO_FEW_ONE.fill(least=4, there=1)
        ]
        register_entrants(found, 2)
        assert press(owner(found), found, "staff/", do="begin") == [messages.TOO_FEW.fill(least=4, there=3)]
        register_entrants(found, 1)
        press(owner(found), found, "staff/", do="begin")
    assert Tournament.objects.get(pk=found.pk).state == Phase.RUNNING


# --- the draw


def test_a_draw_is_looked_at_changed_and_published():
    found = begun(BY_HAND)
    page = text(found, "staff/rounds/", owner(found))
    assert "Repeated meetings 0 Nobody meets anybody twice." in page
    row = Round.objects.get(stage__tournament=found)
    before = _seats(row)
    one, other = before[0][0], before[1][0]
    press(owner(found), found, "staff/rounds/", do="swap", round=row.pk, one=one, other=other)
    after = _seats(row)
    assert other in after[0]
    assert one in after[1]
    said = press(owner(found), found, "staff/rounds/", do="publish", stage=1)
    assert said == [messages.DRAW_PUBLISHED]
    assert "published" in press(owner(found), found, "staff/rounds/", do="draw_again", round=row.pk)[0]
    assert _seats(row) == after


def _seats(row: Round) -> list[list[int]]:
    tables = row.tables.order_by("number").prefetch_related("seats__entrant")
    return [[one.entrant.number for one in table.seats.all()] for table in tables]


def test_an_organizer_who_plays_sees_no_names_of_an_anonymous_draw():
    plan = msgspec.structs.replace(BY_HAND, anonymous=True)
    found = begun(plan)
    director = appoint(found, Role.Kind.DIRECTOR, person(found, 1))
    page = text(found, "staff/rounds/", director)
    assert "Seat 2" in page
    assert not any(f" {one.name} " in page for one in found.entrants.exclude(number=1))
    assert entrant(found, 2).name in text(found, "staff/rounds/", owner(found))


# --- the board


def test_late_tables_come_first_on_the_board_and_are_nudged():
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    start(found, 1)
    late = start(found, 2)
    TournamentTable.objects.filter(pk=late.pk).update(deadline=server_time.now() - timedelta(hours=5))
    page = text(found, "staff/", owner(found))
    assert page.index("Table 2") < page.index("Table 1")
    assert "1 late" in page
    assert "late by 5" in page
    said = press(owner(found), found, "staff/", do="nudge", table=2)
    assert said[0].startswith("An email is being sent to ")
    assert told(found, TournamentNotice.Kind.NUDGE)


def test_more_time_and_a_pause_for_a_table_a_round_or_all():
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    start(found, 1)
    until = server_time.now() + timedelta(days=3)
    TournamentTable.objects.filter(tournament=found).update(deadline=until)
    Round.objects.filter(stage__tournament=found).update(deadline=until)
    press(owner(found), found, "staff/", do="extend", table=1, hours=24, reason="A storm")
    assert table(found, 1).deadline == until + timedelta(hours=24)
    row = Round.objects.get(stage__tournament=found)
    press(owner(found), found, "staff/", do="extend", round=row.pk, hours=48, reason="A holiday")
    row.refresh_from_db()
    assert row.deadline == until + timedelta(hours=48)
    assert "Reason" in press(owner(found), found, "staff/", do="pause", reason="")[0]
    press(owner(found), found, "staff/", do="pause", reason="An inquiry")
    assert Tournament.objects.get(pk=found.pk).state == Phase.PAUSED
    press(owner(found), found, "staff/", do="resume")
    assert Tournament.objects.get(pk=found.pk).state == Phase.RUNNING


def test_a_paused_table_stays_on_the_board_until_somebody_lets_it_go_on():
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    start(found, 1)
    TournamentTable.objects.filter(tournament=found).update(deadline=server_time.now() - timedelta(hours=5))
    press(owner(found), found, "staff/", do="pause", table=1, reason="An illness")
    page = text(found, "staff/", owner(found))
    assert re.search(messages.PAUSED_FOR.pattern, page)
    assert "0 late" in page  # its deadline moves when the pause ends
    press(owner(found), found, "staff/", do="resume", table=1)
    page = text(found, "staff/", owner(found))
    assert not re.search(messages.PAUSED_FOR.pattern, page)
    assert table(found, 1).hold == TournamentTable.Hold.RELEASE


def test_a_round_is_paused_and_goes_on_by_buttons_of_the_page():
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    start(found, 1)
    row = Round.objects.get(stage__tournament=found)
    press(owner(found), found, "staff/", do="pause", round=row.pk, reason="A holiday")
    page = client_of(owner(found)).get(address(found, "staff/")).content.decode()
    assert f'name="round" value="{row.pk}"' in page
    assert messages.RESUME_ROUND_BUTTON.fill(number=1) in page
    assert 'name="do" value="resume"' in page
    press(owner(found), found, "staff/", do="resume", round=row.pk)
    row.refresh_from_db()
    assert row.paused_at is None


def test_the_desk_says_what_an_open_tournament_waits_for():
    with time_machine.travel(LONG_BEFORE, tick=False):
        found = TournamentBuilder(least=4, most=4).entrants(5).build()
        page = text(found, "staff/", owner(found))
    assert messages.PLACES_TAKEN.fill(taken=4, most=4, least=4) in page
    assert messages.ONE_WAITS in page
    assert address(found) in page
    with time_machine.travel(hours_before(60), tick=False):
        director.run_due_steps(found.pk)
        press(person(found, 1), found, "answer/", what="check_in", about="0", answer="yes")
        page = text(found, "staff/", owner(found))
    assert messages.ONE_CHECKED_IN.fill(n=1) in page
    silent = ", ".join(entrant(found, number).name for number in (2, 3, 4))
    assert messages.NO_ANSWER_YET.fill(names=silent) in page
    assert messages.PLACES_TO_BE_LOST.fill(n=3) in page


def test_the_desk_names_no_check_in_that_is_past():
    found = TournamentBuilder().build()  # whoever looks after it has not come by yet
    with time_machine.travel(hours_before(24), tick=False):
        assert messages.CHECK_IN_OPENS.fill(when="Sunday 28 February 2027, 18:00 (UTC)") in text(
            found, "staff/", owner(found)
        )


def test_between_stages_the_desk_says_whose_answer_is_missing():
    last = StageSettings(format="knock_out", size=4, least=3, most=4, check_in_hours=72)
    found = begun(StageSettings(format="swiss", size=4, least=3, most=4, rounds=1, go_on=4), last)
    finish_all(found)
    asked = found.entrants.filter(qualifications__state="offered").order_by("qualifications__rank")
    page = text(found, "staff/", owner(found))
    assert "0 are coming" in page
    assert messages.NO_ANSWER_YET.fill(names=", ".join(one.name for one in asked)) in page


def test_a_finished_tournament_has_a_next_season_with_the_same_settings():
    found = begun(
        StageSettings(format="pyramid", size=4, least=3, most=4, group=7), people=7, late_entry=False
    )
    finish_all(found)
    while Tournament.objects.get(pk=found.pk).state != Phase.FINISHED:
        assert finish_all(found)
    Tournament.objects.filter(pk=found.pk).update(title="Danube 2026", summary="Seven of us")
    answer = client_of(owner(found)).post(address(found, "staff/"), {"do": "repeat"})
    made = Tournament.objects.get(previous=found)
    assert answer["Location"] == address(made, SETTINGS)
    assert (made.title, made.state, made.summary) == ("Danube 2027", Phase.DRAFT, "Seven of us")
    assert made.settings == found.settings
    assert [one.settings for one in made.stages.all()] == [one.settings for one in found.stages.all()]
    press(owner(found), found, "staff/", do="repeat")  # a double click
    assert Tournament.objects.filter(previous=found).count() == 1


def test_a_tournament_that_runs_has_no_next_season_yet():
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    assert messages.STATE_HAS_CHANGED in press(owner(found), found, "staff/", do="repeat")[0]
    assert not Tournament.objects.filter(previous=found).exists()


def test_it_is_called_off_by_its_owner_with_a_reason():
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    director = appoint(found, Role.Kind.DIRECTOR)
    assert "Only those" in press(director, found, "staff/", do="call_off", reason="Rain")[0]
    press(owner(found), found, "staff/", do="call_off", reason="Rain")
    assert Tournament.objects.get(pk=found.pk).state == Phase.CANCELLED


# --- rulings


def test_what_changes_who_goes_on_needs_a_second_signature_on_the_page():
    found = TournamentBuilder(ONE_ROUND, FINAL).drawn().build()
    play(found, 1, 30, 25, 20, 10)
    play(found, 2, 25, 40, 20, 10)
    with write_ledger(found) as transaction:
        standings_cache.refresh_standings(transaction)
    first, second = appoint(found), appoint(found)
    scores = "5 40, 6 30, 7 50, 8 20"  # P7 comes in for P6
    said = press(
        first, found, "staff/rulings/", do="propose", kind="result", table=2, scores=scores, reason="A slip"
    )
    ruling = Ruling.objects.get()
    assert ruling.state == Ruling.State.PROPOSED
    assert messages.RULING_NEEDS_SECOND_SIGNATURE in said[0]
    assert re.search(tournament_mail.STAGE_WAITS_FOR_SIGNATURE.pattern, text(found, "staff/rulings/", second))
    board = text(found, "staff/", owner(found))
    assert messages.ADVANCEMENT_RULING_WAITS in board
    assert re.search(messages.UNSIGNED_RULING_LAPSES.pattern, board)
    own = client_of(first).get(address(found, "staff/rulings/")).content.decode()
    assert 'value="sign"' not in own
    assert "P7: 50" in text(found, "staff/rulings/", second)  # what they would sign
    assert press(first, found, "staff/rulings/", do="sign", ruling=ruling.pk)  # a sentence, and no signature
    ruling.refresh_from_db()
    assert ruling.state == Ruling.State.PROPOSED
    assert "A slip" not in text(found, "rulings/")
    press(second, found, "staff/rulings/", do="sign", ruling=ruling.pk)
    ruling.refresh_from_db()
    assert ruling.state == Ruling.State.IN_FORCE
    assert "A slip" in text(found, "rulings/")


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"kind": "result", "scores": "1 5"}, messages.TABLE_NEEDED),
        ({"kind": "result", "table": 1, "scores": "one five"}, messages.SCORES_NEEDED),
        ({"kind": "warning"}, messages.ENTRANT_NAME_NEEDED),
        ({"kind": "warning", "entrant": 1, "reason": ""}, "Reason"),
        ({"kind": "reverse", "entrant": 1}, "What"),
    ],
)
def test_a_ruling_that_is_not_filled_in_says_what_is_missing(sent, said):
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    assert said in press(owner(found), found, "staff/rulings/", do="propose", **{"reason": "x", **sent})[0]
    assert not Ruling.objects.exists()


def test_nobody_rules_where_they_sit():
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    play(found, 1, 30, 25, 20, 10)
    referee = appoint(found, user=person(found, 1))
    said = press(referee, found, "staff/rulings/", do="propose", kind="void", table=1, reason="I lost")
    assert messages.RULER_SITS_AT_TABLE in said[0]


def test_referees_see_late_tables_with_who_made_them_wait():
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    late = start(found, 1)
    TournamentTable.objects.filter(pk=late.pk).update(deadline=server_time.now() - timedelta(hours=1))
    page = text(found, "staff/rulings/", owner(found))
    assert messages.LATE_TABLES in page
    assert re.search(r"\d+ %", page)
    assert messages.END_AS_IT_STANDS not in text(
        found, "staff/rulings/", appoint(found, user=person(found, 1))
    )


def test_a_referee_who_plays_learns_no_names_of_late_tables_without_names():
    found = TournamentBuilder(msgspec.structs.replace(SWISS, anonymous=True, go_on=0)).drawn().build()
    late = start(found, 2, is_anonymous=True)
    TournamentTable.objects.filter(pk=late.pk).update(deadline=server_time.now() - timedelta(hours=1))
    assert messages.END_AS_IT_STANDS in text(found, "staff/rulings/", owner(found))
    assert messages.END_AS_IT_STANDS not in text(
        found, "staff/rulings/", appoint(found, user=person(found, 1))
    )


def test_many_disputes_are_cut_into_pages_and_asked_for_in_few_questions(django_assert_max_num_queries):
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    start(found, 1)
    for number in range(1, 61):
        DisputeFactory(
            table=table(found, 1) if number % 2 else None,
            claimant=entrant(found, 2),
            text=f"Matter {number}.",
            state="open" if number == 1 else "closed",
        )
    client = client_of(owner(found))
    with django_assert_max_num_queries(20):
        page = client.get(address(found, "staff/disputes/")).content.decode()
    assert page.index("Matter 1.") < page.index("Matter 60.")
    assert "Matter 2." not in page
    assert "Matter 1." not in text(found, "staff/disputes/", appoint(found, user=person(found, 3)))


# --- emails, helpers, the ledger


def test_an_announcement_goes_to_everybody_and_stands_on_the_page():
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    announcer = appoint(found, Role.Kind.ANNOUNCER)
    said = press(
        announcer,
        found,
        "staff/announcements/",
        do="announce",
        to="all",
        subject="Snow",
        text="Drive <b>slowly</b>.",
    )
    assert said == [messages.ANNOUNCEMENT_GOES_TO.fill(n=8)]
    page = client_of(announcer).get(address(found, "staff/announcements/")).content.decode()
    assert "Drive &lt;b&gt;slowly" in page
    assert press(announcer, found, "staff/announcements/", do="announce", to="moon", subject="x", text="y")[
        0
    ].startswith("Recipients")


def test_an_announcement_to_one_table_reaches_nobody_else():
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    start(found, 1)
    sent = {"do": "announce", "subject": "Hurry", "text": "Please."}
    assert press(owner(found), found, "staff/announcements/", to="table", **sent) == [
        "Table: Please name the table."
    ]
    assert messages.WRITE_TO_TABLE_BUTTON in text(found, "staff/", owner(found))
    said = press(owner(found), found, "staff/announcements/", to="table", table=1, **sent)
    assert said == [messages.ANNOUNCEMENT_GOES_TO.fill(n=4)]
    seated = table(found, 1).seats.values_list("entrant__user", flat=True)
    assert told(found, TournamentNotice.Kind.NEWS) == set(seated)


def test_what_was_written_stays_when_it_could_not_be_sent():
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    sent = {"do": "announce", "to": "table", "subject": "A long letter", "text": "Many words."}
    page = client_of(owner(found)).post(address(found, "staff/announcements/"), sent)
    assert page.status_code == 422
    assert "Many words." in page.content.decode()
    dispute = disputes.open_dispute(entrant(found, 1).pk, None, "Why?")
    sent = {"do": "answer", "ticket": dispute.pk, "answer": "", "public": "A question was asked."}
    page = client_of(owner(found)).post(address(found, "staff/disputes/"), sent)
    assert "A question was asked." in page.content.decode()


def test_a_result_is_ruled_with_a_field_for_each_seat():
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    play(found, 1, 30, 25, 20, 10)
    where = "staff/rulings/?table=1"
    page = text(found, where, owner(found))
    assert all(f"Score of {entrant(found, number).name}" in page for number in (1, 2, 3, 4))
    scores = {f"score-{number}": score for number, score in ((1, 30), (2, 26), (3, 20))}
    sent = {"do": "propose", "kind": "result", "table": 1, "reason": "A slip"}
    assert "for everybody" in press(owner(found), found, where, **sent, **scores)[0]
    press(owner(found), found, where, **sent, **scores, **{"score-4": 10})
    lines = effects.parse_lines(Ruling.objects.get())
    assert [(line.entrant, line.score) for line in lines] == [(1, "30"), (2, "26"), (3, "20"), (4, "10")]


def test_an_owner_names_helpers_and_dismisses_them():
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    other = UserFactory(handle="Referee-to-be")
    press(owner(found), found, "staff/people/", do="name", who="referee-to-be", kind="referee")
    assert found.roles.get(user=other).kind == Role.Kind.REFEREE
    press(owner(found), found, "staff/people/", do="dismiss", person=other.pk)
    assert not found.roles.filter(user=other).exists()


def test_the_ledger_is_in_words():
    found = begun(BY_HAND)
    page = text(found, "staff/ledger/", owner(found))
    assert "A round is drawn stage 1, round 1, 2 tables" in page
    assert "The tournament begins 8 people" in page
    assert "{" not in plain(client_of(owner(found)).get(address(found, "staff/ledger/")).content)


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "round 1, 1 table"), ("hu", "1. forduló, 1 asztal"), ("hr", "1. kolo, 1 stol")],
)
def test_one_table_is_one_table_in_the_ledger(language, words):
    found = begun(BY_HAND, people=4)
    reader = owner(found)
    reader.language = language
    reader.save()
    assert re.search(rf"{words}\b", text(found, "staff/ledger/", reader))


def test_every_kind_of_entry_has_words(root):
    """So that a new one is not forgotten."""
    written = set()
    for path in (root / "games/tournaments").rglob("*.py"):
        written |= set(re.findall(r'transaction\.append_entry\(\s*"([a-z_]+)"', path.read_text()))
    assert written
    assert written <= set(ENTRY_LABELS)


def test_nothing_is_drawn_or_published_where_nothing_is_played():
    """Or emails about tables that never begin would go out."""
    found = begun(BY_HAND)
    assert press(owner(found), found, "staff/rounds/", do="publish", stage=7) == [messages.NO_SUCH_STAGE]
    press(owner(found), found, "staff/", do="call_off", reason="Rain")
    drawn = Round.objects.get(stage__tournament=found).pk
    for sent in ({"do": "publish", "stage": 1}, {"do": "draw_again", "round": drawn}):
        [said] = press(owner(found), found, "staff/rounds/", **sent)
        assert messages.STATE_HAS_CHANGED in said
    assert not told(found, TournamentNotice.Kind.ROUND)


def test_publishing_twice_changes_nothing():
    found = begun(BY_HAND)
    press(owner(found), found, "staff/rounds/", do="publish", stage=1)
    length = Tournament.objects.get(pk=found.pk).ledger_length
    press(owner(found), found, "staff/rounds/", do="publish", stage=1)
    assert Tournament.objects.get(pk=found.pk).ledger_length == length
    assert Round.objects.get(stage__tournament=found).state == rounds.State.PUBLISHED
