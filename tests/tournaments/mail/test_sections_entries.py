"""Emails about places: what somebody is offered or asked, until when, and why they are out."""

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
from tests.helpers.tournaments.entrant_actions import checking_in
from tests.helpers.tournaments.open_tournament import entered, event, hours_before
from tests.helpers.tournaments.outbox import NOON, at_noon, links_in, nothing_waits, only, opened, post, tell  # noqa: F401 (a day that stands still)
from tests.helpers.tournaments.running_tournament import running

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

Kind = TournamentNotice.Kind


# --- before it begins


def test_entering_is_confirmed_with_all_that_one_should_know():
    cup = event(StageSettings(format="swiss"))
    ann = UserFactory(handle="Ann", time_zone="Europe/Zagreb")
    registration.register_entrant(cup.pk, ann)
    assert post() == 1
    email = only(ann)
    assert email.subject == "Autumn Cup: You have entered"
    for part in parts(email):
        assert "You take part in “Autumn Cup”, a tournament of Citadels that" in part
        assert "It begins on Monday 1 March 2027, 19:00 (Europe/Zagreb)." in part
        assert "asks you to check in" in part
        assert "Sunday 28 February 2027, 19:00 (Europe/Zagreb)" in part  # the last third is for others
        assert "A day for each decision." in part
        assert "a bot plays for whoever stays away, until they are back." in part
        assert "72 hours after being asked the first time is out" in part
        assert "leaves 2 tables" in part


@pytest.mark.parametrize(
    ("ahead", "said"),
    [
        (18, "On Monday 1 February 2027, 12:00 (UTC) you get a letter that asks you to check in"),
        (5, "There is nothing to do before: a letter comes when your first table is drawn."),
    ],
)
def test_a_check_in_that_should_have_opened_is_not_told_of_the_past(ahead, said):
    """With 72 hours of check-in, and fewer than that before the start."""
    cup = event(StageSettings(format="swiss"))
    Tournament.objects.filter(pk=cup.pk).update(starts_at=NOON + timedelta(hours=ahead))
    [ann] = entered(cup, 1, NOON)
    post()
    assert said in flat(only(ann.user).body)


DELUXE = "2016 Edition, First Game, 8 characters, cities of 7 districts."


def test_edition_and_set_are_told_to_whoever_enters_waits_or_checks_in():
    cup = event(most=1)
    ann, bob = entered(cup, 2, NOON)
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
    [ann] = entered(event(StageSettings(format="swiss"), short), 1, NOON)
    post()
    text = flat(only(ann.user).body)
    assert f"Swiss tables: {DELUXE}" in text
    assert "Last table: " in text


def test_clocks_that_are_the_same_in_all_stages_are_told_once():
    cup = event(StageSettings(format="swiss"), StageSettings(format="knock_out", name="Final", round_days=14))
    [ann] = entered(cup, 1, NOON)
    post()
    text = flat(only(ann.user).body)
    assert text.count("A day for each decision.") == 1
    assert "The clocks (Swiss tables, Final)" in text
    assert "The clocks (Final) * A round lasts at most 14 days." in text


def test_the_waiting_list_tells_the_place_in_it():
    cup = event(most=1)
    *_, bob = entered(cup, 3, NOON)
    post()
    for part in parts(only(bob.user)):
        assert "You are number 2 on the waiting list." in part
        assert "kept for 48 hours" in part


def test_an_entry_that_has_to_be_approved_says_so():
    [ann] = entered(event(approval=True), 1, NOON)
    post()
    for part in parts(only(ann.user)):
        assert "The organizers look at each entry." in part


def test_a_place_that_is_offered_can_be_taken_by_a_link_or_a_word():
    cup = event(most=1)
    ann, bob = entered(cup, 2, NOON)
    nothing_waits()
    registration.withdraw_entrant(ann.pk, ann.user)
    post()
    email = only(bob.user)
    assert email.extra_headers["X-Reason"] == "place"
    for part in parts(email):
        assert "It is kept for you until Wednesday 3 February 2027, 12:00 (UTC)." in part
        assert "you take the place" in part
    assert opened(links_in(email.body)[0])[2:] == ("place", 0)
    assert email.reply_to == [
        addresses.format_address(
            addresses.TOURNAMENT, bob.reply_key, TournamentNotice.objects.latest("pk").pk
        )
    ]


def test_checking_in_is_asked_for_with_what_happens_otherwise():
    cup = event()
    [ann] = entered(cup, 1, NOON)
    nothing_waits()
    checking_in(cup)
    post()
    email = only(ann.user)
    for part in parts(email):
        assert "Will you play?" in part
        assert (
            "Please answer by Sunday 28 February 2027, 18:00 (UTC). Without an answer your place goes" in part
        )
        assert "“yes” does the same" in part
        assert "A day for each decision." in part
    assert opened(links_in(email.body)[0]).action == "check_in"


def test_a_place_while_others_check_in_asks_to_check_in():
    cup = event(most=1)
    ann, bob = entered(cup, 2, NOON)
    nothing_waits()
    checking_in(cup)
    registration.withdraw_entrant(ann.pk, ann.user, hours_before(70))
    post()
    email = only(bob.user)
    assert email.subject == "Autumn Cup: A place for you: please check in"
    assert opened(links_in(email.body)[0]).action == "check_in"


# --- in the next stage


def second_stage(cup: Tournament, entrant: Entrant, until: datetime | None) -> Stage:
    stage = cup.stages.get(number=2)
    state = Qualifier.State.OFFERED if until else Qualifier.State.ACCEPTED
    Qualifier.objects.create(stage=stage, entrant=entrant, rank=1, state=state, answer_until=until)
    return stage


@pytest.mark.parametrize("kind", [Kind.THROUGH, Kind.ALTERNATE])
def test_a_place_in_the_next_stage_is_asked_about(kind):
    cup = event(StageSettings(), StageSettings(format="knock_out", name="Final"))
    [ann] = entered(cup, 1, NOON)
    running(cup, ann)
    second_stage(cup, ann, NOON + timedelta(hours=72))
    nothing_waits()
    tell(ann, kind, stage=2, until=NOON + timedelta(hours=72))
    post()
    email = only(ann.user)
    for part in parts(email):
        assert "“Final”" in part
        assert "Please say by Thursday 4 February 2027, 12:00 (UTC) whether you come." in part
    assert opened(links_in(email.body)[0])[2:] == ("stage", 2)


def test_who_goes_on_without_being_asked_has_nothing_to_do():
    cup = event(StageSettings(), StageSettings(format="knock_out", name="Final"))
    [ann] = entered(cup, 1, NOON)
    running(cup, ann)
    second_stage(cup, ann, None)
    nothing_waits()
    tell(ann, Kind.THROUGH, stage=2, until=None)
    post()
    assert "There is nothing to do" in flat(only(ann.user).body)


# --- no more


@pytest.mark.parametrize(
    ("kind", "data", "says"),
    [
        (Kind.MISSED, {"why": "check_in"}, "You have not checked in for “Autumn Cup” in time"),
        (Kind.MISSED, {"why": "place"}, "that was kept for you went to the next one"),
        (Kind.REFUSED, {"reasons": ["Because of the weather."]}, "Because of the weather."),
        (Kind.OUT, {"why": "organizer"}, "The organizers have taken you out."),
        (Kind.OUT, {"why": "no_show"}, "although it has waited for you"),
        (Kind.OUT, {"why": "left"}, "You have left too many tables to others."),
    ],
)
def test_whoever_is_out_is_told_why(kind, data, says):
    cup = event()
    [ann] = entered(cup, 1, NOON)
    registration.withdraw_entrant(ann.pk, ann.user)
    nothing_waits()
    tell(Entrant.objects.get(pk=ann.pk), kind, **data)
    post()
    for part in parts(only(ann.user)):
        assert says in part
