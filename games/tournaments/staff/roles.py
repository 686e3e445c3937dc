"""Staff of a tournament: helpers are appointed and dismissed by an owner, and notified of it."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.play.errors import NotNow, NotPossible
from games.tournaments.ledger.transaction import DOUBLE_CLICK_WINDOW, TournamentTransaction, open_transaction
from games.tournaments.models import LedgerEntry, Role, Tournament, TournamentNotice
from games.tournaments.staff.permissions import OWNER_ROLES, require_role

MOST_HELPERS = 20
MOST_APPOINTMENTS_A_DAY = 10  # by one user: each sends an email with a title the sender chose
ONE_DAY = timedelta(days=1)

Kind = Role.Kind


@transaction.atomic
def appoint_helper(
    tournament_id: int, user: Any, who: str, kind: str, *, now: datetime | None = None
) -> Role:
    """Give somebody a role, or change it. `who` is a handle."""
    book = open_transaction(tournament_id, user, OWNER_ROLES, now)
    if kind not in Kind.values:
        raise NotPossible(_("There is no such role."))
    person = _find_user(book, who)
    role = book.tournament.roles.filter(user=person).first()
    if role is not None and role.kind == kind:
        return role  # a double click
    if role is None and book.tournament.roles.count() >= MOST_HELPERS:
        raise NotPossible(_("That is many helpers. Please dismiss one first."))
    if role is not None and role.kind == Kind.OWNER:
        _require_other_owner(book, role)
    role = _save_role(book, person, kind)
    _update_shown_owner(book)
    return role


def _find_user(book: TournamentTransaction, who: str) -> User:
    """Find a user by handle. Not by email address: whether an address is registered here is private."""
    _limit_appointments(book)
    people = User.objects.filter(is_active=True, is_guest=False)
    person = people.filter(handle__lower=who.strip().lower()).first()
    if person is None:
        raise NotPossible(_("Nobody who has signed up is known by this handle."))
    return person


def _limit_appointments(book: TournamentTransaction) -> None:
    """Limit appointments per user and day over all tournaments, because a user can own many."""
    lately = LedgerEntry.objects.filter(kind="named", by=book.by, at__gt=book.now - ONE_DAY)
    if lately.count() >= MOST_APPOINTMENTS_A_DAY:
        raise NotNow(_("That is many helpers for one day. Please go on tomorrow."))


def _save_role(book: TournamentTransaction, person: User, kind: str) -> Role:
    """Save the role, record it in the ledger, and notify the helper."""
    role, _new = Role.objects.update_or_create(
        tournament=book.tournament, user=person, defaults={"kind": kind}
    )
    entry = book.write("named", person=person.pk, role=kind)
    book.notify_users(TournamentNotice.Kind.ROLE, [person.pk], entry, role=kind)
    return role


def _require_other_owner(book: TournamentTransaction, role: Role) -> None:
    """Refuse to remove the only owner."""
    others = book.tournament.roles.filter(kind=Kind.OWNER).exclude(pk=role.pk)
    if not others.exists():
        raise NotPossible(_("Somebody has to own the tournament. Hand it over to somebody else first."))


@transaction.atomic
def dismiss_helper(tournament_id: int, user: Any, person_id: int, *, now: datetime | None = None) -> None:
    """Remove a helper. Everybody may give up their own role."""
    book = TournamentTransaction(tournament_id, user, now)
    role = book.tournament.roles.filter(user=person_id).first()
    if getattr(user, "pk", None) != person_id:
        require_role(book.tournament, user, OWNER_ROLES)
    if role is None:
        return  # a double click
    if role.kind == Kind.OWNER:
        _require_other_owner(book, role)
    role.delete()
    _update_shown_owner(book)
    entry = book.write("dismissed", person=person_id)
    book.notify_users(TournamentNotice.Kind.ROLE, [person_id], entry, role="")


@transaction.atomic
def decline_role(role: Role, *, now: datetime | None = None) -> None:
    """Decline an appointment; the owners are notified and may appoint somebody else."""
    book = TournamentTransaction(role.tournament_id, role.user, now)
    if not book.tournament.roles.filter(pk=role.pk).exists():
        return  # a double click
    if role.kind == Kind.OWNER:
        _require_other_owner(book, role)
    Role.objects.filter(pk=role.pk).delete()
    _update_shown_owner(book)
    entry = book.write("dismissed", person=role.user_id)
    owners = book.tournament.roles.filter(kind=Kind.OWNER).values_list("user_id", flat=True)
    book.notify_users(TournamentNotice.Kind.ROLE, owners, entry, declined=role.user.handle)


def pass_on_ownership(book: TournamentTransaction, role: Role) -> None:
    """Pass a tournament on when its owner closes the account: to another owner, or else the first director.

    Without either, a draft is deleted; for any other tournament the site operator has to find an owner.
    """
    others = book.tournament.roles.exclude(pk=role.pk).filter(user__is_active=True).order_by("pk")
    heirs = [*others.filter(kind=Kind.OWNER), *others.filter(kind=Kind.DIRECTOR)]
    if heirs:
        role.delete()
        if heirs[0].kind != Kind.OWNER:
            _save_role(book, heirs[0].user, Kind.OWNER)
        _update_shown_owner(book)
        book.write("handed_over", person=heirs[0].user_id)
    elif book.tournament.state == Tournament.State.DRAFT:
        book.tournament.delete()


def _update_shown_owner(book: TournamentTransaction) -> None:
    """Make sure that the owner shown on pages still has that role."""
    owners = book.tournament.roles.filter(kind=Kind.OWNER).order_by("pk")
    ids = list(owners.values_list("user_id", flat=True))
    if ids and book.tournament.owner_id not in ids:
        book.update_tournament(owner_id=ids[0])


@transaction.atomic
def transfer_ownership(tournament_id: int, user: Any, who: str, *, now: datetime | None = None) -> Role:
    """Transfer ownership to somebody else; the previous owner stays on as a director."""
    book = TournamentTransaction(tournament_id, user, now)
    if (done := _find_recent_transfer(book)) is not None:
        return done  # a double click
    require_role(book.tournament, user, OWNER_ROLES)
    person = _find_user(book, who)
    if person.pk == user.pk:
        raise NotPossible(_("It is yours already."))
    role = _save_role(book, person, Kind.OWNER)
    book.tournament.roles.filter(user=user).update(kind=Kind.DIRECTOR)
    book.update_tournament(owner=person)
    book.write("handed_over", person=person.pk)
    return role


def _find_recent_transfer(book: TournamentTransaction) -> Role | None:
    """Find a transfer by the same user a moment ago.

    Checked before permissions, since they are no longer an owner.
    """
    lately = book.tournament.entries.filter(
        kind="handed_over", by=book.by, at__gt=book.now - DOUBLE_CLICK_WINDOW
    )
    return book.tournament.roles.filter(user=book.tournament.owner_id).first() if lately.exists() else None
