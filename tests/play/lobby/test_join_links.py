"""Invitation links: so many people, so long, and not against the will of the host."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, Invitation, JoinLink
from games.play.errors import NotAllowed, NotNow, NotPossible
from games.play.lobby import invitations, join_links, tables
from tests.helpers.factories import JoinLinkFactory, UserFactory
from tests.helpers.messages import lobby, play
from tests.helpers.tables import opened
from tests.helpers.threads import at_once

pytestmark = pytest.mark.django_db


def age(link: JoinLink, by: timedelta = timedelta(days=30)) -> None:
    JoinLink.objects.filter(pk=link.pk).update(expires_at=timezone.now() - by, created_at=timezone.now() - by)


def test_whoever_has_the_link_takes_a_seat_at_a_private_table():
    link, ann = JoinLinkFactory(), UserFactory()
    seat = join_links.join_by_link(link.pk, ann)
    assert (seat.game, seat.user) == (link.game, ann)


def test_only_the_host_makes_and_revokes_a_link():
    link = JoinLinkFactory()
    with pytest.raises(NotAllowed):
        join_links.create_join_link(link.game_id, UserFactory(), max_uses=1, lasts=timedelta(days=1))
    with pytest.raises(NotAllowed):
        join_links.revoke_join_link(link.game_id, UserFactory())


@pytest.mark.parametrize(
    ("uses", "lasts"),
    [(0, timedelta(days=1)), (9, timedelta(days=1)), (1, timedelta(days=90)), (1, timedelta())],
)
def test_a_link_has_a_limit_and_an_end(uses, lasts):
    game = opened()
    with pytest.raises(NotPossible):
        join_links.create_join_link(game.pk, game.creator, max_uses=uses, lasts=lasts)


def test_a_link_does_not_outlive_its_table():
    game = opened()
    link = join_links.create_join_link(game.pk, game.creator, max_uses=1, lasts=tables.TABLE_LIFETIME)
    assert link.expires_at <= game.expires_at


def test_a_double_click_makes_one_link_and_a_later_one_replaces_it():
    game = opened()
    first, same = (
        join_links.create_join_link(game.pk, game.creator, max_uses=2, lasts=timedelta(days=1)) for _ in "ab"
    )
    assert first == same
    another = join_links.create_join_link(game.pk, game.creator, max_uses=3, lasts=timedelta(days=1))
    first.refresh_from_db()
    assert first.revoked_at
    assert join_links.find_join_link(game) == another


def test_each_person_counts_once_however_often_they_come_and_go():
    link, ann = JoinLinkFactory(max_uses=1), UserFactory()
    for _ in range(2):
        join_links.join_by_link(link.pk, ann)
        join_links.join_by_link(link.pk, ann)
        tables.leave_table(link.game_id, ann)
    assert join_links.count_uses(link) == 1


def test_a_link_that_was_used_up_revoked_or_is_too_old_says_so():
    link = JoinLinkFactory(max_uses=1)
    join_links.join_by_link(link.pk, UserFactory())
    with pytest.raises(NotNow, match=play.LINK_USED.pattern):
        join_links.join_by_link(link.pk, UserFactory())
    old, revoked = JoinLinkFactory(), JoinLinkFactory()
    age(old)
    with pytest.raises(NotNow, match=play.LINK_EXPIRED.pattern):
        join_links.join_by_link(old.pk, UserFactory())
    join_links.revoke_join_link(revoked.game_id, revoked.game.creator)
    with pytest.raises(NotNow, match=play.LINK_REVOKED.pattern):
        join_links.join_by_link(revoked.pk, UserFactory())


def test_a_link_for_several_people_says_for_how_many_it_was():
    link = JoinLinkFactory(max_uses=2)
    for _ in range(2):
        join_links.join_by_link(link.pk, UserFactory())
    with pytest.raises(NotNow, match=play.LINK_USED_UP.fill_pattern(n=2)):
        join_links.join_by_link(link.pk, UserFactory())


def test_a_link_to_a_table_that_is_full_cancelled_or_has_begun_says_so():
    link = JoinLinkFactory(game__size=3, game__starts_when_full=False)
    tables.add_bots(link.game_id, link.game.creator, 3)
    with pytest.raises(NotPossible, match=lobby.TABLE_IS_FULL.pattern):
        join_links.join_by_link(link.pk, UserFactory())
    tables.start_early(link.game_id, link.game.creator)
    with pytest.raises(NotNow, match=lobby.TABLE_BEGUN_AND_FULL.pattern):
        join_links.join_by_link(link.pk, UserFactory())
    link = JoinLinkFactory()
    tables.cancel_table(link.game_id, link.game.creator)
    with pytest.raises(NotNow, match=lobby.TABLE_CANCELLED.pattern):
        join_links.join_by_link(link.pk, UserFactory())


def test_whom_the_host_has_removed_does_not_come_back_by_the_link():
    link, ann = JoinLinkFactory(), UserFactory()
    seat = join_links.join_by_link(link.pk, ann)
    tables.remove_seat(link.game_id, link.game.creator, seat.pk)
    with pytest.raises(NotAllowed, match=play.TAKEN_OFF_TABLE.pattern):
        join_links.join_by_link(link.pk, ann)


def make_link(game: Game) -> JoinLink:
    return join_links.create_join_link(game.pk, game.creator, max_uses=1, lasts=timedelta(days=2))


def test_whom_the_host_has_removed_does_not_come_back_by_a_link_that_they_did_not_use():
    game, ann = opened(), UserFactory()
    link = make_link(game)
    tables.remove_seat(game.pk, game.creator, tables.join_table(game.pk, ann).pk)
    assert join_links.count_uses(link) == 0
    for one in (link, JoinLinkFactory(game=game)):
        with pytest.raises(NotAllowed, match=play.TAKEN_OFF_TABLE.pattern):
            join_links.join_by_link(one.pk, ann)


def test_whom_the_host_has_removed_before_there_was_a_link_does_not_come_back_by_it():
    game, ann = opened(is_open=False), UserFactory()
    [invitation] = invitations.invite_people(game.pk, game.creator, [ann.email])
    seat = invitations.accept(invitation.pk)
    tables.remove_seat(game.pk, game.creator, seat.pk)
    with pytest.raises(NotAllowed, match=play.TAKEN_OFF_TABLE.pattern):
        join_links.join_by_link(make_link(game).pk, ann)


@pytest.mark.django_db(transaction=True)
def test_of_two_who_use_the_link_for_the_last_time_one_wins_and_the_other_is_told():
    link = JoinLinkFactory(max_uses=1)
    answers = at_once(
        *[lambda user=user: join_links.join_by_link(link.pk, user) for user in (UserFactory(), UserFactory())]
    )
    [refused] = [answer for answer in answers if isinstance(answer, Exception)]
    assert str(refused) == play.LINK_USED
    assert link.game.seats.count() == 2
    assert join_links.count_uses(link) == 1


# --- without an account


def test_who_gives_an_address_gets_an_invitation_and_counts_when_it_is_accepted():
    link = JoinLinkFactory(max_uses=1)
    invitation = invitations.request_by_link(link.pk, "Bob@Example.org")
    assert (invitation.address, invitation.invited_by) == ("bob@example.org", link.game.creator)
    assert invitation.address not in invitation.label
    assert join_links.count_uses(link) == 0
    seat = invitations.accept(invitation.pk, handle="Bobby")
    assert (seat.user.email, seat.user.is_guest, join_links.count_uses(link)) == ("bob@example.org", True, 1)


def test_an_invitation_by_a_link_that_was_used_up_meanwhile_gives_no_seat():
    link = JoinLinkFactory(max_uses=1)
    invitation = invitations.request_by_link(link.pk, "bob@example.org")
    join_links.join_by_link(link.pk, UserFactory())
    with pytest.raises(NotNow, match=play.LINK_USED.pattern):
        invitations.accept(invitation.pk, handle="Bobby")
    assert not Game.objects.get(pk=link.game_id).seats.filter(name="Bobby").exists()


def test_revoking_the_link_withdraws_what_was_asked_for_by_it():
    link = JoinLinkFactory()
    invitation = invitations.request_by_link(link.pk, "bob@example.org")
    join_links.revoke_join_link(link.game_id, link.game.creator)
    invitation.refresh_from_db()
    assert invitation.state == Invitation.State.WITHDRAWN


def test_asking_twice_sends_one_email_and_who_sits_there_gets_none():
    link = JoinLinkFactory()
    first = invitations.request_by_link(link.pk, "bob@example.org")
    assert invitations.request_by_link(link.pk, "bob@example.org") == first
    assert invitations.request_by_link(link.pk, link.game.creator.email) is None
    assert Invitation.objects.count() == 1


def test_strangers_do_not_use_up_what_the_host_may_send(monkeypatch):
    monkeypatch.setattr(invitations, "MAX_REQUESTS", 2)
    monkeypatch.setattr(invitations, "MAX_EMAILS_PER_DAY", 1)
    link = JoinLinkFactory()
    for name in ("bob", "eve"):
        invitations.request_by_link(link.pk, f"{name}@example.org")
    assert invitations.request_by_link(link.pk, "dan@example.org") is None
    assert invitations.invite_people(link.game_id, link.game.creator, ["fay@example.org"])


def test_nobody_is_flooded_by_what_others_ask_for():
    for _ in range(invitations.MAX_REQUESTS_PER_ADDRESS):
        assert invitations.request_by_link(JoinLinkFactory().pk, "bob@example.org")
    assert invitations.request_by_link(JoinLinkFactory().pk, "bob@example.org") is None


def test_asking_for_an_address_that_the_host_has_invited_leaves_the_invitation_alone():
    link = JoinLinkFactory()
    [invitation] = invitations.invite_people(link.game_id, link.game.creator, ["bob@example.org"])
    long_ago = timezone.now() - timedelta(hours=1)
    Invitation.objects.update(status=Invitation.Status.SENT, invited_at=long_ago)
    assert invitations.request_by_link(link.pk, "bob@example.org") is None
    invitation.refresh_from_db()
    assert (invitation.times_sent, invitation.invited_at) == (1, long_ago)
