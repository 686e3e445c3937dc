"""Emails about places: what somebody is offered or asked, until when, and why they are out."""

import re
from datetime import datetime, timedelta

import pytest
from django.core import mail

from games.mail import addresses
from games.tournaments.entries import registration
from games.tournaments.models import Entrant, Qualifier, Stage, Tournament, TournamentNotice
from games.tournaments.settings import StageSettings
from tests.helpers.factories import UserFactory
from tests.helpers.mail.emails import flat
from tests.helpers.mail.outbox import parts
from tests.helpers.messages import tournament_mail
from tests.helpers.messages import tournaments as messages
from tests.helpers.messages.lobby import TIME_WITHOUT_BANK
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.dates import hours_before
from tests.helpers.tournaments.factories import QualifierFactory
from tests.helpers.tournaments.outbox import NOON, links_in, nothing_waits, only, opened, post, tell
from tests.helpers.tournaments.people import checking_in, register_entrants
from tests.helpers.tournaments.tables import draw_round

pytestmark = [pytest.mark.usefixtures("at_noon"), pytest.mark.django_db, pytest.mark.one_database]

Kind = TournamentNotice.Kind


# --- before it begins


def test_entering_is_confirmed_with_all_that_one_should_know():
    cup = TournamentBuilder(StageSettings(format="swiss")).build()
    ann = UserFactory(handle="Ann", time_zone="Europe/Zagreb")
    registration.register_entrant(cup.pk, ann)
    assert post() == 1
    email = only(ann)
    assert email.subject == f"Autumn Cup: {tournament_mail.ENTERED}"
    about = {"title": "Autumn Cup", "game": "Citadels", "owner": cup.owner.handle}
    for part in parts(email):
        assert tournament_mail.TAKES_PART.fill(**about) in part
        assert messages.BEGINS.fill(when="on Monday 1 March 2027, 19:00 (Europe/Zagreb)") in part
        assert re.search(tournament_mail.CHECK_IN_WILL_BE_ASKED.pattern, part)
        assert "Sunday 28 February 2027, 19:00 (Europe/Zagreb)" in part  # the last third is for others
        assert TIME_WITHOUT_BANK.fill(time="A day") in part
        assert re.search(messages.BOT_PLAYS_FOR_ABSENT.pattern, part)
        assert messages.NO_SHOW_RULE.fill(n=72) in part
        assert "leaves 2 tables" in part


@pytest.mark.parametrize(
    ("ahead", "said"),
    [
        (18, "On Monday 1 February 2027, 12:00 (UTC) you will get an email with a link to check in"),
        (5, tournament_mail.NOTHING_TO_DO_BEFORE),
    ],
)
def test_a_check_in_that_should_have_opened_is_not_told_of_the_past(ahead, said):
    """With 72 hours of check-in, and fewer than that before the start."""
    cup = TournamentBuilder(StageSettings(format="swiss")).build()
    Tournament.objects.filter(pk=cup.pk).update(starts_at=NOON + timedelta(hours=ahead))
    [ann] = register_entrants(cup, 1, NOON)
    post()
    assert said in flat(only(ann.user).body)


DELUXE = "2016 Edition, First Game, 8 characters, cities of 7 districts."


def test_edition_and_set_are_told_to_whoever_enters_waits_or_checks_in():
    cup = TournamentBuilder(most=1).build()
    ann, bob = register_entrants(cup, 2, NOON)
    post()
    for one in (ann, bob):
        assert all(f"Rules: {DELUXE}" in part for part in parts(only(one.user)))
    nothing_waits()
    mail.outbox.clear()
    checking_in(cup)
    post()
    assert all(f"Rules: {DELUXE}" in part for part in parts(only(ann.user)))


def test_what_differs_from_stage_to_stage_is_told_of_each():
    short = StageSettings(format="knock_out", name="Last table", options={"edition": "classic"})
    [ann] = register_entrants(TournamentBuilder(StageSettings(format="swiss"), short).build(), 1, NOON)
    post()
    text = flat(only(ann.user).body)
    assert f"Swiss tables: {DELUXE}" in text
    assert "Last table: " in text


def test_clocks_that_are_the_same_in_all_stages_are_told_once():
    cup = TournamentBuilder(
        StageSettings(format="swiss"), StageSettings(format="knock_out", name="Final", round_days=14)
    ).build()
    [ann] = register_entrants(cup, 1, NOON)
    post()
    text = flat(only(ann.user).body)
    assert text.count(TIME_WITHOUT_BANK.fill(time="A day")) == 1
    assert tournament_mail.CLOCKS_OF_STAGE.fill(name="Swiss tables, Final") in text
    assert "The clocks (Final) * A round lasts at most 14 days." in text


def test_the_waiting_list_tells_the_place_in_it():
    cup = TournamentBuilder(most=1).build()
    *_, bob = register_entrants(cup, 3, NOON)
    post()
    for part in parts(only(bob.user)):
        assert tournament_mail.NUMBER_ON_WAITING_LIST.fill(n=2) in part
        assert "kept for 48 hours" in part


def test_an_entry_that_has_to_be_approved_says_so():
    [ann] = register_entrants(TournamentBuilder(approval=True).build(), 1, NOON)
    post()
    for part in parts(only(ann.user)):
        assert messages.ENTRIES_NEED_APPROVAL in part


def test_a_place_that_is_offered_can_be_taken_by_a_link_or_a_word():
    cup = TournamentBuilder(most=1).build()
    ann, bob = register_entrants(cup, 2, NOON)
    nothing_waits()
    registration.withdraw_entrant(ann.pk, ann.user)
    post()
    email = only(bob.user)
    assert email.extra_headers["X-Citadels-Kind"] == "place"
    for part in parts(email):
        assert tournament_mail.PLACE_KEPT_UNTIL.fill(when="Wednesday 3 February 2027, 12:00 (UTC)") in part
        assert tournament_mail.REPLY_TAKES_PLACE in part
    assert opened(links_in(email.body)[0])[2:] == ("place", 0)
    assert email.reply_to == [
        addresses.format_address(
            addresses.TOURNAMENT, bob.reply_key, TournamentNotice.objects.latest("pk").pk
        )
    ]


def test_checking_in_is_asked_for_with_what_happens_otherwise():
    cup = TournamentBuilder().build()
    [ann] = register_entrants(cup, 1, NOON)
    nothing_waits()
    checking_in(cup)
    post()
    email = only(ann.user)
    for part in parts(email):
        assert messages.WILL_YOU_PLAY in part
        assert tournament_mail.CHECK_IN_ASKED_BY.fill(when="Sunday 28 February 2027, 18:00 (UTC)") in part
        assert tournament_mail.REPLY_CHECKS_IN in part
        assert TIME_WITHOUT_BANK.fill(time="A day") in part
    assert opened(links_in(email.body)[0]).action == "check_in"


def test_a_place_while_others_check_in_asks_to_check_in():
    cup = TournamentBuilder(most=1).build()
    ann, bob = register_entrants(cup, 2, NOON)
    nothing_waits()
    checking_in(cup)
    registration.withdraw_entrant(ann.pk, ann.user, hours_before(70))
    post()
    email = only(bob.user)
    assert email.subject == f"Autumn Cup: {tournament_mail.PLACE_TO_CONFIRM}"
    assert opened(links_in(email.body)[0]).action == "check_in"


# --- in the next stage


def second_stage(cup: Tournament, entrant: Entrant, until: datetime | None) -> Stage:
    stage = cup.stages.get(number=2)
    state = Qualifier.State.OFFERED if until else Qualifier.State.ACCEPTED
    QualifierFactory(stage=stage, entrant=entrant, state=state, answer_until=until)
    return stage


@pytest.mark.parametrize("kind", [Kind.THROUGH, Kind.ALTERNATE])
def test_a_place_in_the_next_stage_is_asked_about(kind):
    cup = TournamentBuilder(StageSettings(), StageSettings(format="knock_out", name="Final")).build()
    [ann] = register_entrants(cup, 1, NOON)
    draw_round(cup, (1,))
    second_stage(cup, ann, NOON + timedelta(hours=72))
    nothing_waits()
    tell(ann, kind, stage=2, until=NOON + timedelta(hours=72))
    post()
    email = only(ann.user)
    for part in parts(email):
        assert "“Final”" in part
        assert tournament_mail.COMING_ASKED_BY.fill(when="Thursday 4 February 2027, 12:00 (UTC)") in part
    assert opened(links_in(email.body)[0])[2:] == ("stage", 2)


def test_who_goes_on_without_being_asked_has_nothing_to_do():
    cup = TournamentBuilder(StageSettings(), StageSettings(format="knock_out", name="Final")).build()
    [ann] = register_entrants(cup, 1, NOON)
    draw_round(cup, (1,))
    second_stage(cup, ann, None)
    nothing_waits()
    tell(ann, Kind.THROUGH, stage=2, until=None)
    post()
    assert tournament_mail.NOTHING_TO_DO in flat(only(ann.user).body)


# --- no more


@pytest.mark.parametrize(
    ("kind", "data", "says"),
    [
        (Kind.MISSED, {"why": "check_in"}, tournament_mail.CHECK_IN_MISSED.fill(title="Autumn Cup")),
        (Kind.MISSED, {"why": "place"}, tournament_mail.OFFER_HAS_LAPSED.fill(title="Autumn Cup")),
        (Kind.REFUSED, {"reasons": ["Because of the weather."]}, "Because of the weather."),
        (Kind.OUT, {"why": "organizer"}, tournament_mail.TAKEN_OUT),
        (Kind.OUT, {"why": "no_show"}, tournament_mail.OUT_AS_NO_SHOW),
        (Kind.OUT, {"why": "left"}, tournament_mail.OUT_AS_LEAVER),
    ],
)
def test_whoever_is_out_is_told_why(kind, data, says):
    cup = TournamentBuilder().build()
    [ann] = register_entrants(cup, 1, NOON)
    registration.withdraw_entrant(ann.pk, ann.user)
    nothing_waits()
    tell(Entrant.objects.get(pk=ann.pk), kind, **data)
    post()
    for part in parts(only(ann.user)):
        assert says in part
