"""A tournament on the desk: locked, with its ledger open. Every change goes through here."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

import msgspec
from django.db.models import Max
from django.utils.translation import gettext as _

from games.play import times
from games.play.errors import NotNow, NotYours
from games.play.wake import wake, wake_for
from games.tournaments import ledger
from games.tournaments.ledger import Story
from games.tournaments.models import Entrant, Entry, Letter, Role, Stage, Tournament

AT_ONCE = timedelta(0)
SEND_LETTERS = "games.tasks.send_event_letters"
DIRECT = "games.tasks.direct"

State = Tournament.State


class Book:
    """Open it inside a transaction: nobody else changes the tournament before that ends."""

    def __init__(self, tournament_id: int, by: Any = None, now: datetime | None = None) -> None:
        self.tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
        self.by = by
        self.now = now or times.now()

    def write(self, kind: str, **data: Any) -> int:
        """One more entry; returns its number."""
        self.tournament.length += 1
        Tournament.objects.filter(pk=self.tournament.pk).update(length=self.tournament.length)
        Entry.objects.create(
            tournament=self.tournament,
            number=self.tournament.length,
            at=self.now,
            by=self.by,
            kind=kind,
            data=msgspec.json.encode(data).decode(),
        )
        self.__dict__.pop("story", None)
        wake_for(DIRECT, self.tournament.pk)
        return self.tournament.length

    @cached_property
    def story(self) -> Story:
        """All that happened, read anew after each entry."""
        return story_of(self.tournament)

    def set(self, **fields: Any) -> None:
        """Change the row of the tournament."""
        for name, value in fields.items():
            setattr(self.tournament, name, value)
        self.tournament.save(update_fields=list(fields))

    def must_be(self, *states: str) -> None:
        if self.tournament.state not in states:
            raise NotNow(_("The tournament is not in a state for this any more. Here is how it stands."))

    # --- letters

    def tell(
        self,
        kind: str,
        entrants: Iterable[Entrant],
        number: int | None = None,
        *,
        wait: timedelta = AT_ONCE,
        **data: Any,
    ) -> None:
        """A letter of this kind to each of these entrants; of the same entry, only one. It waits so long for
        another one about the event, and leaves with it."""
        people = [(one.user_id, one.pk) for one in entrants if one.user_id]
        self._leave(kind, people, number, data, wait)

    def tell_staff(self, kind: str, number: int | None = None, **data: Any) -> None:
        """A letter to the people who run it."""
        roles = self.tournament.roles.exclude(kind=Role.Kind.ANNOUNCER)
        self._leave(kind, [(role.user_id, None) for role in roles], number, data)

    def tell_people(self, kind: str, users: Iterable[int], number: int | None = None, **data: Any) -> None:
        self._leave(kind, [(user, None) for user in users], number, data)

    def _leave(
        self,
        kind: str,
        people: Sequence[tuple[int, int | None]],
        number: int | None,
        data: dict[str, Any],
        wait: timedelta = AT_ONCE,
    ) -> None:
        text = msgspec.json.encode(data).decode()
        Letter.objects.bulk_create(
            [
                Letter(
                    tournament=self.tournament,
                    user_id=user_id,
                    entrant_id=entrant_id,
                    kind=kind,
                    number=self.tournament.length if number is None else number,
                    data=text,
                    created_at=self.now,
                    next_try_at=times.now() + wait,
                )
                for user_id, entrant_id in people
            ],
            ignore_conflicts=True,
        )
        wake(SEND_LETTERS)

    # --- rows

    def entrants(self, *states: str) -> list[Entrant]:
        found = self.tournament.entrants.select_related("user")
        return list(found.filter(state__in=states) if states else found)

    def next_number(self, rows: Any) -> int:
        return (rows.aggregate(last=Max("number"))["last"] or 0) + 1

    @property
    def stages(self) -> list[Stage]:
        return list(self.tournament.stages.all())

    @property
    def stage(self) -> Stage | None:
        """The one that runs."""
        return self.tournament.stages.filter(state=Stage.State.RUNNING).first()


def story_of(tournament: Tournament) -> Story:
    """What the ledger tells."""
    entries = tournament.entries.order_by("number").values_list("kind", "data", "number", "at")
    return ledger.told(
        ledger.Entry(kind, msgspec.json.decode(data), number, at.isoformat())
        for kind, data, number, at in entries
    )


# --- who may do what

RULING = {Role.Kind.OWNER, Role.Kind.DIRECTOR, Role.Kind.REFEREE}
DIRECTING = {Role.Kind.OWNER, Role.Kind.DIRECTOR}
TELLING = {Role.Kind.OWNER, Role.Kind.DIRECTOR, Role.Kind.ANNOUNCER}
OWNING = {Role.Kind.OWNER}


def role_of(tournament: Tournament, user: Any) -> str:
    """What this person is here; empty: nobody in particular."""
    if not getattr(user, "is_authenticated", False):
        return ""
    return tournament.roles.filter(user=user).values_list("kind", flat=True).first() or ""


def must_be_one_of(tournament: Tournament, user: Any, roles: set[Any]) -> None:
    if role_of(tournament, user) not in roles:
        raise NotYours(_("Only those who run this tournament may do this."))


def open_book(tournament_id: int, user: Any, roles: set[Any], now: datetime | None = None) -> Book:
    """The book, for somebody who may write in it. Call it inside a transaction."""
    book = Book(tournament_id, user, now)
    must_be_one_of(book.tournament, user, roles)
    return book
