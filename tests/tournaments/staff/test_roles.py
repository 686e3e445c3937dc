"""Who helps to run an event: named, dismissed, handed over."""

from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.test import Client

from games.play.errors import NotAllowed, NotNow, NotPossible
from games.tournaments.mail import links, sections
from games.tournaments.models import Role, TournamentNotice
from games.tournaments.staff.roles import appoint_helper, dismiss_helper, transfer_ownership
from tests.helpers.factories import UserFactory
from tests.helpers.frozen_time import clock  # noqa: F401 (a day that stands still)
from tests.helpers.tournaments.open_tournament import event as opened
from tests.helpers.tournaments.running_tournament import count_notices, entries, helper, told

pytestmark = pytest.mark.django_db

Kind = Role.Kind


@pytest.fixture
def event():
    return opened()


@pytest.fixture
def dora():
    return UserFactory(handle="Dora", email="dora@example.org")


def roles(event):
    return dict(event.roles.values_list("user__handle", "kind"))


@pytest.mark.parametrize("who", ["Dora", " dora "])
def test_somebody_is_named_by_handle_and_told(event, dora, who):
    role = appoint_helper(event.pk, event.owner, who, Kind.REFEREE)
    assert (role.user, role.kind) == (dora, Kind.REFEREE)
    assert told(event, TournamentNotice.Kind.ROLE) == {dora.pk}
    assert entries(event, "named") == [{"person": dora.pk, "role": "referee"}]


def test_a_second_click_names_nobody_twice(event, dora):
    for _ in range(2):
        appoint_helper(event.pk, event.owner, "Dora", Kind.REFEREE)
    assert count_notices(event, TournamentNotice.Kind.ROLE) == 1


def test_somebody_may_get_another_role(event, dora):
    appoint_helper(event.pk, event.owner, "Dora", Kind.REFEREE)
    appoint_helper(event.pk, event.owner, "Dora", Kind.DIRECTOR)
    assert roles(event)["Dora"] == Kind.DIRECTOR
    assert count_notices(event, TournamentNotice.Kind.ROLE) == 2


@pytest.mark.parametrize("who", ["Nobody9", "", "@", "Guest1", "Gone"])
def test_whoever_has_not_signed_up_is_not_named_and_all_get_the_same_answer(event, who):
    UserFactory(handle="Guest1", email="guest@example.org", is_guest=True)
    UserFactory(handle="Gone", is_active=False)
    with pytest.raises(NotPossible, match="Nobody who has signed up is known by this handle"):
        appoint_helper(event.pk, event.owner, who, Kind.REFEREE)


def test_an_address_does_not_tell_whose_it_is(event, dora):
    """Nor whether it is known here at all."""
    for address in (dora.email, "nobody@example.org"):
        with pytest.raises(NotPossible, match="known by this handle"):
            appoint_helper(event.pk, event.owner, address, Kind.REFEREE)
        with pytest.raises(NotPossible, match="known by this handle"):
            transfer_ownership(event.pk, event.owner, address)


def test_there_is_no_such_role(event, dora):
    with pytest.raises(NotPossible, match="no such role"):
        appoint_helper(event.pk, event.owner, "Dora", "king")


@pytest.mark.parametrize("role", [Kind.DIRECTOR, Kind.REFEREE, Kind.ANNOUNCER])
def test_only_an_owner_names_and_dismisses(event, dora, role):
    somebody = helper(event, role)
    with pytest.raises(NotAllowed):
        appoint_helper(event.pk, somebody, "Dora", Kind.REFEREE)
    with pytest.raises(NotAllowed):
        dismiss_helper(event.pk, somebody, event.owner_id)
    with pytest.raises(NotAllowed):
        transfer_ownership(event.pk, somebody, "Dora")


def test_ten_a_day_are_enough(event, clock):  # noqa: F811
    people = [UserFactory() for _ in range(11)]
    for one in people[:10]:
        appoint_helper(event.pk, event.owner, one.handle, Kind.ANNOUNCER)
    with pytest.raises(NotNow, match="tomorrow"):
        appoint_helper(event.pk, event.owner, people[10].handle, Kind.ANNOUNCER)
    another = opened()
    helper(another, Kind.OWNER, event.owner)
    with pytest.raises(NotNow, match="tomorrow"):  # whoever has many events does not write to more strangers
        appoint_helper(another.pk, event.owner, people[10].handle, Kind.ANNOUNCER)
    clock.shift(timedelta(days=1))
    appoint_helper(event.pk, event.owner, people[10].handle, Kind.ANNOUNCER)


def test_twenty_helpers_are_enough(event, dora):
    for _ in range(19):
        helper(event, Kind.ANNOUNCER)
    with pytest.raises(NotPossible, match="many helpers"):
        appoint_helper(event.pk, event.owner, "Dora", Kind.REFEREE)


# --- dismissing


def test_a_helper_is_dismissed_and_told(event, dora):
    helper(event, user=dora)
    dismiss_helper(event.pk, event.owner, dora.pk)
    dismiss_helper(event.pk, event.owner, dora.pk)
    assert "Dora" not in roles(event)
    assert count_notices(event, TournamentNotice.Kind.ROLE) == 1


def test_everybody_may_give_up_the_own_role(event, dora):
    helper(event, user=dora)
    dismiss_helper(event.pk, dora, dora.pk)
    assert "Dora" not in roles(event)


def test_the_last_owner_stays(event):
    with pytest.raises(NotPossible, match="has to own"):
        dismiss_helper(event.pk, event.owner, event.owner_id)
    with pytest.raises(NotPossible, match="has to own"):
        appoint_helper(event.pk, event.owner, event.owner.handle, Kind.REFEREE)
    assert roles(event) == {event.owner.handle: Kind.OWNER}


def test_one_of_two_owners_may_go_and_the_other_is_the_owner(event, dora):
    appoint_helper(event.pk, event.owner, "Dora", Kind.OWNER)
    dismiss_helper(event.pk, event.owner, event.owner_id)
    event.refresh_from_db()
    assert event.owner == dora


# --- handing over


def test_an_event_is_handed_over_and_its_former_owner_directs(event, dora):
    former = event.owner
    transfer_ownership(event.pk, former, "Dora")
    event.refresh_from_db()
    assert event.owner == dora
    assert roles(event) == {"Dora": Kind.OWNER, former.handle: Kind.DIRECTOR}


def test_a_second_click_hands_nothing_over_again(event, dora, clock):  # noqa: F811
    former = event.owner
    first = transfer_ownership(event.pk, former, "Dora")
    assert transfer_ownership(event.pk, former, "Dora") == first
    assert count_notices(event, TournamentNotice.Kind.ROLE) == 1
    clock.shift(timedelta(hours=1))
    with pytest.raises(NotAllowed):
        transfer_ownership(event.pk, former, "Dora")


def test_nobody_hands_it_over_to_themselves(event):
    with pytest.raises(NotPossible, match="yours already"):
        transfer_ownership(event.pk, event.owner, event.owner.handle)


# --- declining by link


def test_whoever_was_named_declines_by_the_link_in_the_email(event, dora):
    role = appoint_helper(event.pk, event.owner, dora.handle, Kind.REFEREE)
    page = urlsplit(links.build_role_url(role)).path
    notice = TournamentNotice.objects.get(tournament=event, kind=TournamentNotice.Kind.ROLE)
    assert links.build_role_url(role) in [way.link for way in sections.build_email_section([notice]).links]
    stranger = Client()
    assert "named referee" in stranger.get(page).content.decode()
    assert stranger.post(page).status_code == 409  # what presses buttons by itself ticks no box
    assert "Dora" in roles(event)
    assert "The organizers are told." in stranger.post(page, {"sure": "yes"}).content.decode()
    assert "Dora" not in roles(event)
    told_owner = TournamentNotice.objects.get(
        tournament=event, kind=TournamentNotice.Kind.ROLE, user=event.owner
    )
    assert "Dora does not help" in sections.build_email_section([told_owner]).paragraphs[0]
    assert stranger.post(page, {"sure": "yes"}).status_code == 410


def test_a_link_for_another_role_or_of_the_only_owner_declines_nothing(event, dora):
    old = urlsplit(
        links.build_role_url(appoint_helper(event.pk, event.owner, dora.handle, Kind.REFEREE))
    ).path
    appoint_helper(event.pk, event.owner, dora.handle, Kind.DIRECTOR)
    assert Client().post(old, {"sure": "yes"}).status_code == 410
    owner = urlsplit(links.build_role_url(event.roles.get(kind=Kind.OWNER))).path
    assert Client().post(owner, {"sure": "yes"}).status_code == 409
    assert set(roles(event).values()) == {Kind.OWNER, Kind.DIRECTOR}
