"""Who helps to run an event: named and dismissed by its owner, and told so."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.play.errors import NotNow, NotPossible
from games.tournaments.book import OWNING, Book, must_be_one_of, open_book
from games.tournaments.models import Entry, Letter, Role, Tournament
from games.tournaments.twice import A_MOMENT

MOST_HELPERS = 20
MOST_NAMED_A_DAY = 10  # by one person: each costs a letter, with a title of their own making
A_DAY = timedelta(days=1)

Kind = Role.Kind


@transaction.atomic
def name(tournament_id: int, user: Any, who: str, kind: str, *, now: datetime | None = None) -> Role:
    """Give somebody a role, or another one. `who` is a handle."""
    book = open_book(tournament_id, user, OWNING, now)
    if kind not in Kind.values:
        raise NotPossible(_("There is no such role."))
    person = _found(book, who)
    role = book.tournament.roles.filter(user=person).first()
    if role is not None and role.kind == kind:
        return role  # a double click
    if role is None and book.tournament.roles.count() >= MOST_HELPERS:
        raise NotPossible(_("That is many helpers. Please dismiss one first."))
    if role is not None and role.kind == Kind.OWNER:
        _must_not_be_last(book, role)
    role = _appoint(book, person, kind)
    _keep_an_owner(book)
    return role


def _found(book: Book, who: str) -> User:
    """By the handle, which everybody may know; whether an address is known here is nobody's business."""
    _must_not_ask_often(book)
    people = User.objects.filter(is_active=True, is_guest=False)
    person = people.filter(handle__lower=who.strip().lower()).first()
    if person is None:
        raise NotPossible(_("Nobody who has signed up is known by this handle."))
    return person


def _must_not_ask_often(book: Book) -> None:
    """Of one person, whichever event it is about: one can have many."""
    lately = Entry.objects.filter(kind="named", by=book.by, at__gt=book.now - A_DAY)
    if lately.count() >= MOST_NAMED_A_DAY:
        raise NotNow(_("That is many helpers for one day. Please go on tomorrow."))


def _appoint(book: Book, person: User, kind: str) -> Role:
    role, _new = Role.objects.update_or_create(
        tournament=book.tournament, user=person, defaults={"kind": kind}
    )
    entry = book.write("named", person=person.pk, role=kind)
    book.tell_people(Letter.Kind.ROLE, [person.pk], entry, role=kind)
    return role


def _must_not_be_last(book: Book, role: Role) -> None:
    others = book.tournament.roles.filter(kind=Kind.OWNER).exclude(pk=role.pk)
    if not others.exists():
        raise NotPossible(_("Somebody has to own the tournament. Hand it over to somebody else first."))


@transaction.atomic
def dismiss(tournament_id: int, user: Any, person_id: int, *, now: datetime | None = None) -> None:
    """Take a role away. Everybody may give up their own."""
    book = Book(tournament_id, user, now)
    role = book.tournament.roles.filter(user=person_id).first()
    if getattr(user, "pk", None) != person_id:
        must_be_one_of(book.tournament, user, OWNING)
    if role is None:
        return  # a double click
    if role.kind == Kind.OWNER:
        _must_not_be_last(book, role)
    role.delete()
    _keep_an_owner(book)
    entry = book.write("dismissed", person=person_id)
    book.tell_people(Letter.Kind.ROLE, [person_id], entry, role="")


@transaction.atomic
def decline(role: Role, *, now: datetime | None = None) -> None:
    """Somebody who was named would rather not: the owners are told, and may name somebody else."""
    book = Book(role.tournament_id, role.user, now)
    if not book.tournament.roles.filter(pk=role.pk).exists():
        return  # a double click
    if role.kind == Kind.OWNER:
        _must_not_be_last(book, role)
    Role.objects.filter(pk=role.pk).delete()
    _keep_an_owner(book)
    entry = book.write("dismissed", person=role.user_id)
    owners = book.tournament.roles.filter(kind=Kind.OWNER).values_list("user_id", flat=True)
    book.tell_people(Letter.Kind.ROLE, owners, entry, declined=role.user.handle)


def hand_on(book: Book, role: Role) -> None:
    """The owner closes the account: another owner has it, or the director who has helped longest. A draft
    that nobody else prepares vanishes; for any other event the operator has to find somebody."""
    others = book.tournament.roles.exclude(pk=role.pk).filter(user__is_active=True).order_by("pk")
    heirs = [*others.filter(kind=Kind.OWNER), *others.filter(kind=Kind.DIRECTOR)]
    if heirs:
        role.delete()
        if heirs[0].kind != Kind.OWNER:
            _appoint(book, heirs[0].user, Kind.OWNER)
        _keep_an_owner(book)
        book.write("handed_over", person=heirs[0].user_id)
    elif book.tournament.state == Tournament.State.DRAFT:
        book.tournament.delete()


def _keep_an_owner(book: Book) -> None:
    """The one whom pages name is one of those who are."""
    owners = book.tournament.roles.filter(kind=Kind.OWNER).order_by("pk")
    ids = list(owners.values_list("user_id", flat=True))
    if ids and book.tournament.owner_id not in ids:
        book.set(owner_id=ids[0])


@transaction.atomic
def transfer(tournament_id: int, user: Any, who: str, *, now: datetime | None = None) -> Role:
    """Hand the event over to somebody else; whoever owned it goes on as a director."""
    book = Book(tournament_id, user, now)
    if (done := _just_handed_over(book)) is not None:
        return done  # a double click
    must_be_one_of(book.tournament, user, OWNING)
    person = _found(book, who)
    if person.pk == user.pk:
        raise NotPossible(_("It is yours already."))
    role = _appoint(book, person, Kind.OWNER)
    book.tournament.roles.filter(user=user).update(kind=Kind.DIRECTOR)
    book.set(owner=person)
    book.write("handed_over", person=person.pk)
    return role


def _just_handed_over(book: Book) -> Role | None:
    """By the same person: they are not asked whether they may, for they may not any more."""
    lately = book.tournament.entries.filter(kind="handed_over", by=book.by, at__gt=book.now - A_MOMENT)
    return book.tournament.roles.filter(user=book.tournament.owner_id).first() if lately.exists() else None
