"""Who helps to run a tournament: named, dismissed, handed over."""

import re
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.test import Client

from games.play.errors import NotAllowed, NotNow, NotPossible
from games.tournaments.mail import links, sections
from games.tournaments.models import Role, TournamentNotice
from games.tournaments.staff.roles import appoint_helper, dismiss_helper, transfer_ownership
from tests.helpers.factories import UserFactory
from tests.helpers.messages import tournament_mail
from tests.helpers.messages import tournaments as messages
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.ledger import list_entries
from tests.helpers.tournaments.people import appoint, count_notices, told

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

Kind = Role.Kind


@pytest.fixture
def tournament():
    return TournamentBuilder().build()


@pytest.fixture
def dora():
    return UserFactory(handle="Dora", email="dora@example.org")


def roles(tournament):
    return dict(tournament.roles.values_list("user__handle", "kind"))


@pytest.mark.parametrize("who", ["Dora", " dora "])
def test_somebody_is_named_by_handle_and_told(tournament, dora, who):
    role = appoint_helper(tournament.pk, tournament.owner, who, Kind.REFEREE)
    assert (role.user, role.kind) == (dora, Kind.REFEREE)
    assert told(tournament, TournamentNotice.Kind.ROLE) == {dora.pk}
    assert list_entries(tournament, "named") == [{"person": dora.pk, "role": "referee"}]


def test_a_second_click_names_nobody_twice(tournament, dora):
    for _ in range(2):
        appoint_helper(tournament.pk, tournament.owner, "Dora", Kind.REFEREE)
    assert count_notices(tournament, TournamentNotice.Kind.ROLE) == 1


def test_somebody_may_get_another_role(tournament, dora):
    appoint_helper(tournament.pk, tournament.owner, "Dora", Kind.REFEREE)
    appoint_helper(tournament.pk, tournament.owner, "Dora", Kind.DIRECTOR)
    assert roles(tournament)["Dora"] == Kind.DIRECTOR
    assert count_notices(tournament, TournamentNotice.Kind.ROLE) == 2


@pytest.mark.parametrize("who", ["Nobody9", "", "@", "Guest1", "Gone"])
def test_whoever_has_not_signed_up_is_not_named_and_all_get_the_same_answer(tournament, who):
    UserFactory(handle="Guest1", email="guest@example.org", is_guest=True)
    UserFactory(handle="Gone", is_active=False)
    with pytest.raises(NotPossible, match=messages.UNKNOWN_HANDLE.pattern):
        appoint_helper(tournament.pk, tournament.owner, who, Kind.REFEREE)


def test_an_address_does_not_tell_whose_it_is(tournament, dora):
    """Nor whether it is known here at all."""
    for address in (dora.email, "nobody@example.org"):
        with pytest.raises(NotPossible, match=messages.UNKNOWN_HANDLE.pattern):
            appoint_helper(tournament.pk, tournament.owner, address, Kind.REFEREE)
        with pytest.raises(NotPossible, match=messages.UNKNOWN_HANDLE.pattern):
            transfer_ownership(tournament.pk, tournament.owner, address)


def test_there_is_no_such_role(tournament, dora):
    with pytest.raises(NotPossible, match=messages.NO_SUCH_ROLE.pattern):
        appoint_helper(tournament.pk, tournament.owner, "Dora", "king")


@pytest.mark.parametrize("role", [Kind.DIRECTOR, Kind.REFEREE, Kind.ANNOUNCER])
def test_only_an_owner_names_and_dismisses(tournament, dora, role):
    somebody = appoint(tournament, role)
    with pytest.raises(NotAllowed):
        appoint_helper(tournament.pk, somebody, "Dora", Kind.REFEREE)
    with pytest.raises(NotAllowed):
        dismiss_helper(tournament.pk, somebody, tournament.owner_id)
    with pytest.raises(NotAllowed):
        transfer_ownership(tournament.pk, somebody, "Dora")


def test_ten_a_day_are_enough(tournament, clock):
    people = [UserFactory() for _ in range(11)]
    for one in people[:10]:
        appoint_helper(tournament.pk, tournament.owner, one.handle, Kind.ANNOUNCER)
    with pytest.raises(NotNow, match="tomorrow"):
        appoint_helper(tournament.pk, tournament.owner, people[10].handle, Kind.ANNOUNCER)
    another = TournamentBuilder().staff(tournament.owner, Kind.OWNER).build()
    with pytest.raises(
        NotNow, match="tomorrow"
    ):  # whoever has many tournaments does not write to more strangers
        appoint_helper(another.pk, tournament.owner, people[10].handle, Kind.ANNOUNCER)
    clock.shift(timedelta(days=1))
    appoint_helper(tournament.pk, tournament.owner, people[10].handle, Kind.ANNOUNCER)


def test_twenty_helpers_are_enough(tournament, dora):
    for _ in range(19):
        appoint(tournament, Kind.ANNOUNCER)
    with pytest.raises(NotPossible, match=messages.TOO_MANY_HELPERS.pattern):
        appoint_helper(tournament.pk, tournament.owner, "Dora", Kind.REFEREE)


# --- dismissing


def test_a_helper_is_dismissed_and_told(tournament, dora):
    appoint(tournament, user=dora)
    dismiss_helper(tournament.pk, tournament.owner, dora.pk)
    dismiss_helper(tournament.pk, tournament.owner, dora.pk)
    assert "Dora" not in roles(tournament)
    assert count_notices(tournament, TournamentNotice.Kind.ROLE) == 1


def test_everybody_may_give_up_the_own_role(tournament, dora):
    appoint(tournament, user=dora)
    dismiss_helper(tournament.pk, dora, dora.pk)
    assert "Dora" not in roles(tournament)


def test_the_last_owner_stays(tournament):
    with pytest.raises(NotPossible, match=messages.OWNER_NEEDED.pattern):
        dismiss_helper(tournament.pk, tournament.owner, tournament.owner_id)
    with pytest.raises(NotPossible, match=messages.OWNER_NEEDED.pattern):
        appoint_helper(tournament.pk, tournament.owner, tournament.owner.handle, Kind.REFEREE)
    assert roles(tournament) == {tournament.owner.handle: Kind.OWNER}


def test_one_of_two_owners_may_go_and_the_other_is_the_owner(tournament, dora):
    appoint_helper(tournament.pk, tournament.owner, "Dora", Kind.OWNER)
    dismiss_helper(tournament.pk, tournament.owner, tournament.owner_id)
    tournament.refresh_from_db()
    assert tournament.owner == dora


# --- handing over


def test_a_tournament_is_handed_over_and_its_former_owner_directs(tournament, dora):
    former = tournament.owner
    transfer_ownership(tournament.pk, former, "Dora")
    tournament.refresh_from_db()
    assert tournament.owner == dora
    assert roles(tournament) == {"Dora": Kind.OWNER, former.handle: Kind.DIRECTOR}


def test_a_second_click_hands_nothing_over_again(tournament, dora, clock):
    former = tournament.owner
    first = transfer_ownership(tournament.pk, former, "Dora")
    assert transfer_ownership(tournament.pk, former, "Dora") == first
    assert count_notices(tournament, TournamentNotice.Kind.ROLE) == 1
    clock.shift(timedelta(hours=1))
    with pytest.raises(NotAllowed):
        transfer_ownership(tournament.pk, former, "Dora")


def test_nobody_hands_it_over_to_themselves(tournament):
    with pytest.raises(NotPossible, match=messages.OWNED_ALREADY.pattern):
        transfer_ownership(tournament.pk, tournament.owner, tournament.owner.handle)


# --- declining by link


def test_whoever_was_named_declines_by_the_link_in_the_email(tournament, dora):
    role = appoint_helper(tournament.pk, tournament.owner, dora.handle, Kind.REFEREE)
    page = urlsplit(links.build_role_url(role)).path
    notice = TournamentNotice.objects.get(tournament=tournament, kind=TournamentNotice.Kind.ROLE)
    assert links.build_role_url(role) in [way.link for way in sections.build_email_section([notice]).links]
    stranger = Client()
    assert "appointed referee" in stranger.get(page).content.decode()
    assert stranger.post(page).status_code == 409  # what presses buttons by itself ticks no box
    assert "Dora" in roles(tournament)
    assert messages.ORGANIZERS_ARE_TOLD in stranger.post(page, {"sure": "yes"}).content.decode()
    assert "Dora" not in roles(tournament)
    told_owner = TournamentNotice.objects.get(
        tournament=tournament, kind=TournamentNotice.Kind.ROLE, user=tournament.owner
    )
    [said, *_] = sections.build_email_section([told_owner]).paragraphs
    assert re.match(tournament_mail.HELPER_DECLINED.pattern, said)
    assert "Dora" in said
    assert stranger.post(page, {"sure": "yes"}).status_code == 410


def test_a_link_for_another_role_or_of_the_only_owner_declines_nothing(tournament, dora):
    old = urlsplit(
        links.build_role_url(appoint_helper(tournament.pk, tournament.owner, dora.handle, Kind.REFEREE))
    ).path
    appoint_helper(tournament.pk, tournament.owner, dora.handle, Kind.DIRECTOR)
    assert Client().post(old, {"sure": "yes"}).status_code == 410
    owner = urlsplit(links.build_role_url(tournament.roles.get(kind=Kind.OWNER))).path
    assert Client().post(owner, {"sure": "yes"}).status_code == 409
    assert set(roles(tournament).values()) == {Kind.OWNER, Kind.DIRECTOR}
