"""Staff of a tournament: helpers are appointed and dismissed by an owner, and notified of it."""

from datetime import datetime, timedelta
from typing import Any

from django.db.transaction import atomic
from django.utils.translation import gettext as _

from accounts.models import User
from games.play.errors import NotNow, NotPossible
from games.play.transaction.origin import DOUBLE_CLICK_WINDOW
from games.tournaments.ledger.transaction import TournamentTransaction, open_transaction
from games.tournaments.models import LedgerEntry, Role, Tournament, TournamentNotice
from games.tournaments.staff.permissions import OWNER_ROLES, require_role

MOST_HELPERS = 20
MOST_APPOINTMENTS_A_DAY = 10  # by one user: each sends an email with a title the sender chose
ONE_DAY = timedelta(days=1)

Kind = Role.Kind


@atomic
def appoint_helper(
    tournament_id: int, user: Any, who: str, kind: str, *, now: datetime | None = None
) -> Role:
    """Give somebody a role, or change it. `who` is a handle."""
    transaction = open_transaction(tournament_id, user, OWNER_ROLES, now)
    if kind not in Kind.values:
        raise NotPossible(_("There is no such role."))
    person = _find_user(transaction, who)
    role = transaction.tournament.roles.filter(user=person).first()
    if role is not None and role.kind == kind:
        return role  # a double click
    if role is None and transaction.tournament.roles.count() >= MOST_HELPERS:
        raise NotPossible(_("You have many helpers already. Please dismiss one first."))
    if role is not None and role.kind == Kind.OWNER:
        _require_other_owner(transaction, role)
    role = _save_role(transaction, person, kind)
    _update_shown_owner(transaction)
    return role


def _find_user(transaction: TournamentTransaction, who: str) -> User:
    """Find a user by handle. Not by email address: whether an address is registered here is private."""
    _limit_appointments(transaction)
    people = User.objects.filter(is_active=True, is_guest=False)
    person = people.filter(handle__lower=who.strip().lower()).first()
    if person is None:
        raise NotPossible(_("There is no account with this handle."))
    return person


def _limit_appointments(transaction: TournamentTransaction) -> None:
    """Limit appointments per user and day over all tournaments, because a user can own many."""
    lately = LedgerEntry.objects.filter(kind="named", by=transaction.by, at__gt=transaction.now - ONE_DAY)
    if lately.count() >= MOST_APPOINTMENTS_A_DAY:
        raise NotNow(_("That is a lot of helpers for one day. Please continue tomorrow."))


def _save_role(transaction: TournamentTransaction, person: User, kind: str) -> Role:
    """Save the role, record it in the ledger, and notify the helper."""
    role, _new = Role.objects.update_or_create(
        tournament=transaction.tournament, user=person, defaults={"kind": kind}
    )
    entry = transaction.append_entry("named", person=person.pk, role=kind)
    transaction.notify_users(TournamentNotice.Kind.ROLE, [person.pk], entry, role=kind)
    return role


def _require_other_owner(transaction: TournamentTransaction, role: Role) -> None:
    """Refuse to remove the only owner."""
    others = transaction.tournament.roles.filter(kind=Kind.OWNER).exclude(pk=role.pk)
    if not others.exists():
        raise NotPossible(
            _("Somebody has to own the tournament. Please hand it over to somebody else first.")
        )


@atomic
def dismiss_helper(tournament_id: int, user: Any, person_id: int, *, now: datetime | None = None) -> None:
    """Remove a helper. Everybody may give up their own role."""
    transaction = TournamentTransaction(tournament_id, user, now)
    role = transaction.tournament.roles.filter(user=person_id).first()
    if getattr(user, "pk", None) != person_id:
        require_role(transaction.tournament, user, OWNER_ROLES)
    if role is None:
        return  # a double click
    if role.kind == Kind.OWNER:
        _require_other_owner(transaction, role)
    role.delete()
    _update_shown_owner(transaction)
    entry = transaction.append_entry("dismissed", person=person_id)
    transaction.notify_users(TournamentNotice.Kind.ROLE, [person_id], entry, role="")


@atomic
def decline_role(role: Role, *, now: datetime | None = None) -> None:
    """Decline an appointment; the owners are notified and may appoint somebody else."""
    transaction = TournamentTransaction(role.tournament_id, role.user, now)
    if not transaction.tournament.roles.filter(pk=role.pk).exists():
        return  # a double click
    if role.kind == Kind.OWNER:
        _require_other_owner(transaction, role)
    Role.objects.filter(pk=role.pk).delete()
    _update_shown_owner(transaction)
    entry = transaction.append_entry("dismissed", person=role.user_id)
    owners = transaction.tournament.roles.filter(kind=Kind.OWNER).values_list("user_id", flat=True)
    transaction.notify_users(TournamentNotice.Kind.ROLE, owners, entry, declined=role.user.handle)


def pass_on_ownership(transaction: TournamentTransaction, role: Role) -> None:
    """Pass a tournament on when its owner closes the account: to another owner, or else the first director.

    Without either, a draft is deleted; for any other tournament the site operator has to find an owner.
    """
    others = transaction.tournament.roles.exclude(pk=role.pk).filter(user__is_active=True).order_by("pk")
    heirs = [*others.filter(kind=Kind.OWNER), *others.filter(kind=Kind.DIRECTOR)]
    if heirs:
        role.delete()
        if heirs[0].kind != Kind.OWNER:
            _save_role(transaction, heirs[0].user, Kind.OWNER)
        _update_shown_owner(transaction)
        transaction.append_entry("handed_over", person=heirs[0].user_id)
    elif transaction.tournament.state == Tournament.State.DRAFT:
        transaction.tournament.delete()


def _update_shown_owner(transaction: TournamentTransaction) -> None:
    """Make sure that the owner shown on pages still has that role."""
    owners = transaction.tournament.roles.filter(kind=Kind.OWNER).order_by("pk")
    ids = list(owners.values_list("user_id", flat=True))
    if ids and transaction.tournament.owner_id not in ids:
        transaction.update_tournament(owner_id=ids[0])


@atomic
def transfer_ownership(tournament_id: int, user: Any, who: str, *, now: datetime | None = None) -> Role:
    """Transfer ownership to somebody else; the previous owner stays on as a director."""
    transaction = TournamentTransaction(tournament_id, user, now)
    if (done := _find_recent_transfer(transaction)) is not None:
        return done  # a double click
    require_role(transaction.tournament, user, OWNER_ROLES)
    person = _find_user(transaction, who)
    if person.pk == user.pk:
        raise NotPossible(_("It is already yours."))
    role = _save_role(transaction, person, Kind.OWNER)
    transaction.tournament.roles.filter(user=user).update(kind=Kind.DIRECTOR)
    transaction.update_tournament(owner=person)
    transaction.append_entry("handed_over", person=person.pk)
    return role


def _find_recent_transfer(transaction: TournamentTransaction) -> Role | None:
    """Find a transfer by the same user a moment ago.

    Checked before permissions, since they are no longer an owner.
    """
    lately = transaction.tournament.ledger_entries.filter(
        kind="handed_over", by=transaction.by, at__gt=transaction.now - DOUBLE_CLICK_WINDOW
    )
    return (
        transaction.tournament.roles.filter(user=transaction.tournament.owner_id).first()
        if lately.exists()
        else None
    )
