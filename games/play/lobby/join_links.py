"""Invitation links: the host passes one on, and whoever has it may take a seat.

A table has one link at a time, for so many people and so long; the host may revoke it. Each person counts
once. Whoever is signed in sits down at once; others get an email first, which proves that the address is
theirs (`request_by_link` in `invitations.py`).
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import server_time
from games.models import Game, Invitation, JoinLink, JoinLinkUse, Seat
from games.play.errors import NotAllowed, NotNow, NotPossible, PlayError
from games.play.lobby import tables
from games.play.transaction.origin import DOUBLE_CLICK_WINDOW

MIN_LIFETIME, MAX_LIFETIME = timedelta(hours=1), tables.TABLE_LIFETIME


# --- the host


@transaction.atomic
def create_join_link(game_id: int, user: Any, *, max_uses: int, lasts: timedelta) -> JoinLink:
    """Make the link of a table; it replaces an earlier one, unless a double click asks for the same again."""
    game = tables.lock_open_table(game_id)
    tables.require_creator(game, user)
    if not (1 <= max_uses <= game.size and MIN_LIFETIME <= lasts <= MAX_LIFETIME):
        raise NotPossible(_("A link cannot be for that many people, or for that long."))
    now = server_time.now()
    expires_at = min(now + lasts, game.expires_at or now + lasts)
    earlier = find_join_link(game)
    if earlier and _is_double_click(earlier, max_uses, expires_at):
        return earlier
    _revoke(game)
    return JoinLink.objects.create(game=game, max_uses=max_uses, created_at=now, expires_at=expires_at)


def _is_double_click(earlier: JoinLink, max_uses: int, expires_at: datetime) -> bool:
    """Does the host ask for the link that was just made?"""
    is_new = server_time.now() - earlier.created_at < DOUBLE_CLICK_WINDOW
    is_same_end = abs(expires_at - earlier.expires_at) < DOUBLE_CLICK_WINDOW
    return is_new and is_same_end and earlier.max_uses == max_uses


@transaction.atomic
def revoke_join_link(game_id: int, user: Any) -> None:
    """Revoke the link of a table; seats that were taken by it stay taken."""
    game = Game.objects.select_for_update().get(pk=game_id)
    tables.require_creator(game, user)
    _revoke(game)


def _revoke(game: Game) -> None:
    now = server_time.now()
    for link in game.join_links.filter(revoked_at=None):
        tables.withdraw_open_invitations(link.invitations, now)
    game.join_links.filter(revoked_at=None).update(revoked_at=now)


def find_join_link(game: Game) -> JoinLink | None:
    """Return the link of a table that has not been revoked; it may be used up or too old by now."""
    return game.join_links.filter(revoked_at=None).first()


# --- whoever has the link


@transaction.atomic
def join_by_link(link_id: int, user: Any) -> Seat:
    """Take a seat by a link. Of two who want the last one at the same time, one gets it."""
    link = lock_join_link(link_id)
    if seat := link.game.seats.filter(user=user).first():
        return seat  # a double click
    return take_seat(link, user)


def take_seat(link: JoinLink, user: Any) -> Seat:
    """Give this person a seat and count the use; the caller has locked the link."""
    require_usable(link, user)
    JoinLinkUse.objects.get_or_create(link=link, user=user, defaults={"used_at": server_time.now()})
    return tables.join_table(link.game_id, user, invited=True)


def lock_join_link(link_id: int) -> JoinLink:
    """Lock the table of a link, so that nobody else sits down meanwhile, and load the link as it is then."""
    game_id = JoinLink.objects.values_list("game_id", flat=True).get(pk=link_id)
    game = Game.objects.select_for_update().get(pk=game_id)
    link = JoinLink.objects.get(pk=link_id)
    link.game = game
    return link


def count_uses(link: JoinLink) -> int:
    """Count the people who came by the link and whom the host has not removed."""
    return link.uses.filter(is_barred=False).count()


def find_problem(link: JoinLink, user: Any = None) -> PlayError | None:
    """Return why the link gives this person no seat; None if it does. Without a user, for a newcomer."""
    if user and _is_barred(link.game, user):
        return NotAllowed(_("The host has removed you from this table."))
    if link.game.state != Game.State.OPEN:
        return NotNow(tables.describe_closed_table(link.game))
    if link.revoked_at is not None:
        return NotNow(_("This invitation link has been revoked."))
    if link.expires_at <= server_time.now():
        return NotNow(_("This invitation link has expired."))
    has_used = user is not None and link.uses.filter(user=user).exists()
    if not has_used and count_uses(link) >= link.max_uses:
        return NotNow(_describe_used_link(link.max_uses))
    if link.game.seats.count() >= link.game.size:
        return NotPossible(_("The table is full."))
    return None


def _is_barred(game: Game, user: Any) -> bool:
    """Has the host removed this person, even before there was a link?

    Whoever has accepted an invitation and leaves has declined it since; whoever was removed has not."""
    if JoinLinkUse.objects.filter(link__game=game, user=user, is_barred=True).exists():
        return True
    accepted = game.invitations.to_user(user).filter(state=Invitation.State.ACCEPTED)
    return accepted.exists() and not game.seats.filter(user=user).exists()


def require_usable(link: JoinLink, user: Any = None) -> None:
    if problem := find_problem(link, user):
        raise problem


def _describe_used_link(people: int) -> str:
    sentence = ngettext(
        "This link was for one person and has been used.",
        "This link was for %(n)d people and has been used up.",
        people,
    )
    return sentence % {"n": people}
