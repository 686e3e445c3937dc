"""A table before its game, at the door."""

from datetime import timedelta

import msgspec
import pytest
from django.utils import timezone

from games.models import Game, GameNotice, Invitation, Seat
from games.play.errors import NotAllowed, NotNow, NotPossible
from games.play.lobby import invitations, tables
from games.rules.core.errors import BadOptions
from tests.helpers.factories import UserFactory
from tests.helpers.messages import play
from tests.helpers.messages.lobby import CANNOT_BEGIN_WITH, TABLE_IS_FULL
from tests.helpers.tables import opened

pytestmark = pytest.mark.django_db


def names(game: Game) -> list[str]:
    return [seat.name for seat in game.seats.all()]


# --- opening


def test_a_new_table_has_its_creator_at_it():
    ann = UserFactory(handle="Ann")
    game = opened(ann)
    assert names(game) == ["Ann"]
    assert game.state == Game.State.OPEN
    assert game.expires_at > timezone.now()


def test_what_is_random_is_drawn_when_the_table_opens():
    game = opened(options={"preset": "random"})
    settled = msgspec.json.decode(game.options)
    assert len(settled["characters"]) == 8
    assert len(settled["districts"]) == 14


def test_options_that_make_no_game_are_refused():
    with pytest.raises(BadOptions):
        opened(options={"edition": "1789"})
    assert not Game.objects.exists()


def test_the_same_wish_twice_is_one_table():
    ann = UserFactory()
    assert opened(ann, key="k1") == opened(ann, key="k1")
    assert opened(ann, key="k2") != opened(ann, key="k1")
    assert opened(UserFactory(), key="k1").creator != ann


def test_nobody_opens_tables_without_end():
    ann = UserFactory()
    for _ in range(tables.MAX_OPEN_TABLES):
        opened(ann)
    with pytest.raises(NotPossible, match=play.TOO_MANY_TABLES.pattern):
        opened(ann)


def test_a_table_that_bots_fill_begins_at_once():
    game = opened(bots=3)
    game.refresh_from_db()
    assert game.state == Game.State.RUNNING


def test_there_is_always_a_seat_for_the_creator():
    assert opened(bots=9, starts_when_full=False).seats.exclude(bot="").count() == 3


# --- sitting down


def test_the_last_seat_starts_the_game():
    game = opened(size=2)
    tables.join_table(game.pk, UserFactory())
    game.refresh_from_db()
    assert game.state == Game.State.RUNNING
    assert game.log_entries.count() == 1


def test_a_full_table_takes_nobody():
    game = opened(size=2, bots=1, starts_when_full=False)
    with pytest.raises(NotPossible, match=TABLE_IS_FULL.pattern):
        tables.join_table(game.pk, UserFactory())


def test_joining_twice_is_joining_once():
    game, bob = opened(), UserFactory()
    assert tables.join_table(game.pk, bob) == tables.join_table(game.pk, bob)
    assert game.seats.count() == 2


def test_a_private_table_takes_only_those_who_were_invited():
    game, bob = opened(is_open=False), UserFactory()
    with pytest.raises(NotAllowed):
        tables.join_table(game.pk, bob)
    assert tables.join_table(game.pk, bob, invited=True).user == bob


def test_nobody_joins_a_game_that_has_begun():
    game = opened(bots=3)
    with pytest.raises(NotNow):
        tables.join_table(game.pk, UserFactory())


@pytest.mark.parametrize("handle", ["Merchant", "kralj", "Luka", "GOLD"])
def test_a_handle_that_is_a_word_of_the_game_gets_a_number(handle):
    """King and harbour in Croatian too: a move must mean one thing, whoever reads it."""
    from games.rules import registry

    assert tables.choose_seat_name(registry.get("citadels"), handle) == f"{handle}-2"


def test_a_seat_is_called_like_the_person_else():
    from games.rules import registry

    rules = registry.get("citadels")
    assert tables.choose_seat_name(rules, "Ann") == "Ann"
    assert tables.choose_seat_name(rules, "Ann", taken=["ann", "ann-2"]) == "Ann-3"


# --- getting up


def test_whoever_leaves_frees_the_seat():
    game, bob = opened(), UserFactory()
    tables.join_table(game.pk, bob)
    tables.leave_table(game.pk, bob)
    tables.leave_table(game.pk, bob)
    assert game.seats.count() == 1


def test_the_creator_does_not_leave():
    game = opened()
    with pytest.raises(NotPossible, match=play.OWN_TABLE_IS_CANCELLED.pattern):
        tables.leave_table(game.pk, game.creator)


def test_nobody_leaves_a_running_game_that_way():
    game = opened(size=2)
    bob = UserFactory()
    tables.join_table(game.pk, bob)
    with pytest.raises(NotNow):
        tables.leave_table(game.pk, bob)


def test_leaving_makes_an_accepted_invitation_a_declined_one():
    game = opened()
    [invitation] = invitations.invite_people(game.pk, game.creator, ["bob@example.org"])
    seat = invitations.accept(invitation.pk, handle="Bobby")
    tables.leave_table(game.pk, seat.user)
    invitation.refresh_from_db()
    assert invitation.state == Invitation.State.DECLINED


def test_the_creator_removes_others_but_not_themselves():
    game, bob = opened(bots=1), UserFactory()
    seat = tables.join_table(game.pk, bob)
    for one in game.seats.all():
        tables.remove_seat(game.pk, game.creator, one.pk)
    assert [one.user for one in game.seats.all()] == [game.creator]
    with pytest.raises(NotAllowed):
        tables.remove_seat(game.pk, bob, seat.pk)


def test_nobody_is_removed_from_another_table():
    game, other = opened(), opened()
    tables.remove_seat(game.pk, game.creator, other.seats.get().pk)
    assert other.seats.count() == 1


def test_bots_are_added_up_to_a_number():
    game = opened(size=5)
    tables.add_bots(game.pk, game.creator, 2)
    tables.add_bots(game.pk, game.creator, 2)
    assert game.seats.count() == 2
    tables.add_bots(game.pk, game.creator, 99)
    game.refresh_from_db()
    assert game.seats.count() == 5
    assert game.state == Game.State.RUNNING
    assert len(set(names(game))) == 5


# --- cancelling and expiring


def test_a_cancelled_table_is_closed_and_the_others_are_told():
    game, bob = opened(), UserFactory()
    tables.join_table(game.pk, bob)
    invitations.invite_people(game.pk, game.creator, ["eve@example.org"])
    tables.cancel_table(game.pk, game.creator)
    tables.cancel_table(game.pk, game.creator)
    game.refresh_from_db()
    assert game.state == Game.State.CANCELLED
    assert game.invitations.get().state == Invitation.State.WITHDRAWN
    assert [notice.user for notice in GameNotice.objects.all()] == [bob]


def test_only_the_creator_cancels():
    game = opened()
    with pytest.raises(NotAllowed):
        tables.cancel_table(game.pk, UserFactory())


def test_a_running_game_is_not_cancelled():
    game = opened(bots=3)
    with pytest.raises(NotNow):
        tables.cancel_table(game.pk, game.creator)


def test_a_table_that_nobody_fills_expires_and_its_creator_is_told():
    game, young = opened(), opened()
    Game.objects.filter(pk=game.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert tables.expire_due_tables(timezone.now()) == 1
    assert tables.expire_due_tables(timezone.now()) == 0
    game.refresh_from_db()
    young.refresh_from_db()
    assert (game.state, young.state) == (Game.State.EXPIRED, Game.State.OPEN)
    [notice] = GameNotice.objects.all()
    assert (notice.user, notice.kind) == (game.creator, GameNotice.Kind.EXPIRED)


def test_a_game_that_began_in_time_does_not_expire():
    game = opened(bots=3)
    assert not tables.expire_table(game.pk, timezone.now() + timedelta(days=99))


# --- the start


def test_the_creator_may_begin_with_fewer():
    game = opened(size=6)
    for _ in range(3):
        tables.join_table(game.pk, UserFactory())
    tables.start_early(game.pk, game.creator)
    tables.start_early(game.pk, game.creator)
    game.refresh_from_db()
    assert (game.state, game.size, game.log_entries.count()) == (Game.State.RUNNING, 4, 1)
    assert sorted(Seat.objects.filter(game=game).values_list("place", flat=True)) == [0, 1, 2, 3]


def test_the_rules_may_need_more_players():
    game = opened()
    with pytest.raises(NotPossible, match=CANNOT_BEGIN_WITH.fill_pattern(there=1, size=4)):
        tables.start_early(game.pk, game.creator)
    game.refresh_from_db()
    assert (game.state, game.size) == (Game.State.OPEN, 4)


def test_only_the_creator_begins():
    game, bob = opened(), UserFactory()
    tables.join_table(game.pk, bob)
    with pytest.raises(NotAllowed):
        tables.start_early(game.pk, bob)


def test_a_full_table_may_wait_for_the_word():
    game = opened(size=2, starts_when_full=False)
    tables.join_table(game.pk, UserFactory())
    game.refresh_from_db()
    assert game.state == Game.State.OPEN
    tables.start_early(game.pk, game.creator)
    game.refresh_from_db()
    assert game.state == Game.State.RUNNING


def test_open_invitations_end_when_the_game_begins():
    game = opened(size=2)
    invitations.invite_people(game.pk, game.creator, ["eve@example.org"])
    tables.join_table(game.pk, UserFactory())
    assert game.invitations.get().state == Invitation.State.WITHDRAWN
