"""The write path of tournaments: lock the row, append ledger entries, create notices and queue them again.

Every change of a tournament goes through a `TournamentTransaction`.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any

import msgspec
from django.db.models import Max
from django.utils.translation import gettext as _

from accounts import server_time
from games.play.errors import NotNow
from games.play.transaction.origin import DOUBLE_CLICK_WINDOW
from games.play.transaction.task_trigger import trigger_after_commit, trigger_for_after_commit
from games.tournaments.ledger import state
from games.tournaments.ledger.state import EntryData, TournamentState
from games.tournaments.models import Entrant, LedgerEntry, Role, Stage, Tournament, TournamentNotice
from games.tournaments.staff.permissions import require_role

NO_DELAY = timedelta(0)
UNREACHABLE = "out of reach"  # why the outbox dropped a notice whose reader may be reached again
SEND_NOTICES_TASK = "games.tasks.send_tournament_notices"
RUN_DIRECTOR_TASK = "games.tasks.direct_tournaments"

State = Tournament.State


class TournamentTransaction:
    """A tournament locked for update.

    Create it inside a database transaction; the lock is held until that ends.
    """

    def __init__(
        self,
        tournament_id: int,
        by: Any = None,
        now: datetime | None = None,
        known: TournamentState | None = None,
    ) -> None:
        self.tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
        self.by = by
        self.now = now or server_time.now()
        self._is_appending = False  # several entries, and their number is written after them
        self._state = known  # as it was read before the lock; what was appended since is added

    def append_entry(self, kind: str, **data: Any) -> int:
        """Append an entry to the ledger, trigger the director, and return the number of the entry."""
        self.tournament.ledger_length += 1
        if not self._is_appending:
            self._save_length()
        entry = LedgerEntry.objects.create(
            tournament=self.tournament,
            number=self.tournament.ledger_length,
            at=self.now,
            by=self.by,
            kind=kind,
            data=msgspec.json.encode(data).decode(),
        )
        if self._state is not None and self._state.length == entry.number - 1:
            state.apply_entries(self._state, [_parse_entry(kind, entry.data, entry.number, entry.at)])
        trigger_for_after_commit(RUN_DIRECTOR_TASK, self.tournament.pk)
        return self.tournament.ledger_length

    @contextmanager
    def appending_entries(self) -> Iterator[None]:
        """Write the length of the ledger once, after all entries that are appended inside."""
        self._is_appending = True
        try:
            yield
        finally:
            self._is_appending = False
        self._save_length()

    def _save_length(self) -> None:
        """Write the number of entries; the sweep looks again, in case the task is lost."""
        self.tournament.next_look_at = None
        Tournament.objects.filter(pk=self.tournament.pk).update(
            ledger_length=self.tournament.ledger_length, next_look_at=None
        )

    @property
    def state(self) -> TournamentState:
        """The state folded from the ledger: read once, then each new entry is added to the same object."""
        self._state = load_state(self.tournament, self._state)
        return self._state

    def update_tournament(self, **fields: Any) -> None:
        """Update columns of the tournament row."""
        for name, value in fields.items():
            setattr(self.tournament, name, value)
        self.tournament.save(update_fields=list(fields))

    def require_state(self, *states: str) -> None:
        if self.tournament.state not in states:
            raise NotNow(
                _("This is no longer possible at this stage of the tournament. Here is where it stands.")
            )

    # --- Notices

    def notify(
        self,
        kind: str,
        entrants: Iterable[Entrant],
        number: int | None = None,
        *,
        wait: timedelta = NO_DELAY,
        **data: Any,
    ) -> None:
        """Create a notice for each entrant with a user; a second one for the same ledger entry is ignored.

        Sending is delayed by `wait`, so that a later notice can go into the same email.
        """
        people = [(one.user_id, one.pk) for one in entrants if one.user_id]
        self._create_notices(kind, people, number, data, wait)

    def notify_staff(self, kind: str, number: int | None = None, **data: Any) -> None:
        """Create a notice for the staff, announcers excepted."""
        roles = self.tournament.roles.exclude(kind=Role.Kind.ANNOUNCER)
        self._create_notices(kind, [(role.user_id, None) for role in roles], number, data)

    def notify_users(self, kind: str, users: Iterable[int], number: int | None = None, **data: Any) -> None:
        self._create_notices(kind, [(user, None) for user in users], number, data)

    def _create_notices(
        self,
        kind: str,
        people: Sequence[tuple[int, int | None]],
        number: int | None,
        data: dict[str, Any],
        wait: timedelta = NO_DELAY,
    ) -> None:
        text = msgspec.json.encode(data).decode()
        TournamentNotice.objects.bulk_create(
            [
                TournamentNotice(
                    tournament=self.tournament,
                    user_id=user_id,
                    entrant_id=entrant_id,
                    kind=kind,
                    number=self.tournament.ledger_length if number is None else number,
                    data=text,
                    created_at=self.now,
                    next_try_at=server_time.now() + wait,
                )
                for user_id, entrant_id in people
            ],
            ignore_conflicts=True,
        )
        trigger_after_commit(SEND_NOTICES_TASK)

    # --- Rows

    def entrants(self, *states: str) -> list[Entrant]:
        found = self.tournament.entrants.select_related("user")
        return list(found.filter(state__in=states) if states else found)

    def next_number(self, rows: Any) -> int:
        return (rows.aggregate(last=Max("number"))["last"] or 0) + 1

    @cached_property
    def stages(self) -> list[Stage]:
        """The stages in their order, read once: whoever begins or ends one changes its row here."""
        return list(self.tournament.stages.all())

    @property
    def running_stage(self) -> Stage | None:
        return self.find_stage(state=Stage.State.RUNNING)

    def find_stage(self, *, number: int | None = None, state: str | None = None) -> Stage | None:
        """Find the first stage with this number, or in this state."""
        found = (one for one in self.stages if number in (None, one.number) and state in (None, one.state))
        return next(found, None)


def load_state(tournament: Tournament, known: TournamentState | None = None) -> TournamentState:
    """Load the state of a tournament from its ledger, or add to a known one what it does not contain yet."""
    if known is None:
        known = TournamentState()
    elif known.length == tournament.ledger_length:
        return known
    return state.apply_entries(known, _read_entries(tournament, known.length))


def _read_entries(tournament: Tournament, after: int) -> list[EntryData]:
    entries = tournament.ledger_entries.filter(number__gt=after).order_by("number")
    return [_parse_entry(*row) for row in entries.values_list("kind", "data", "number", "at")]


def _parse_entry(kind: str, data: str, number: int, at: datetime) -> EntryData:
    return EntryData(kind, msgspec.json.decode(data), number, at.astimezone(UTC).isoformat())


# --- Notices that did not reach their reader


def resend_dropped_notices(user: Any) -> None:
    """Queue again what was dropped while the user's address bounced; the outbox drops what is outdated."""
    lost = TournamentNotice.objects.filter(
        user=user, status=TournamentNotice.Status.DROPPED, error=UNREACHABLE
    )
    if lost.requeue(server_time.now()):
        trigger_after_commit(SEND_NOTICES_TASK)


# --- Permissions


def open_transaction(
    tournament_id: int, user: Any, roles: set[Any], now: datetime | None = None
) -> TournamentTransaction:
    """Open a tournament transaction for a user with one of these roles.

    Call it inside a database transaction.
    """
    transaction = TournamentTransaction(tournament_id, user, now)
    require_role(transaction.tournament, user, roles)
    return transaction


def find_recent_entry(transaction: TournamentTransaction, kind: str, **data: Any) -> LedgerEntry | None:
    """Find the ledger entry that an identical request made within the double-click window."""
    lately = transaction.tournament.ledger_entries.filter(
        kind=kind, by=transaction.by, at__gt=transaction.now - DOUBLE_CLICK_WINDOW
    )
    same = msgspec.json.encode(data).decode()
    return lately.filter(data=same).order_by("-number").first()
