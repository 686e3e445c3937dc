"""The ledger of a tournament as readable lines, for its staff.

It does not say who sits where, because staff who play themselves may not know that.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.tournaments.models import LedgerEntry
from games.tournaments.staff.permissions import REFEREE_ROLES
from games.views.lobby.lists import paginate_rows
from games.views.tournaments.context import TournamentVisit
from games.views.tournaments.staff.base import build_staff_page

ENTRY_LABELS = {
    "active": gettext_lazy("Accepts"),
    "agreed": gettext_lazy("A challenge is accepted"),
    "alternate": gettext_lazy("A place in the next stage is offered"),
    "announced": gettext_lazy("An announcement"),
    "banned": gettext_lazy("Banned from the organizer’s tournaments"),
    "began": gettext_lazy("The tournament begins"),
    "called_off": gettext_lazy("Cancelled"),
    "challenged": gettext_lazy("A challenge"),
    "changed": gettext_lazy("Settings are changed"),
    "check_in": gettext_lazy("Check-in opens"),
    "checked": gettext_lazy("Checked in"),
    "closed": gettext_lazy("A round is closed"),
    "comes": gettext_lazy("Advances"),
    "created": gettext_lazy("Draft created"),
    "declined": gettext_lazy("Did not qualify"),
    "dismissed": gettext_lazy("Stops helping"),
    "disqualified": gettext_lazy("Disqualified"),
    "drawn": gettext_lazy("A round is drawn"),
    "ended": gettext_lazy("The tournament is over"),
    "entered": gettext_lazy("Enters"),
    "extended": gettext_lazy("More time"),
    "finished": gettext_lazy("A table ends"),
    "handed_over": gettext_lazy("Handed over to another owner"),
    "joined": gettext_lazy("Joins a stage under way"),
    "lapsed": gettext_lazy("A ruling lapses: nobody has signed it in time"),
    "late": gettext_lazy("Referees are told of late tables"),
    "looked_again": gettext_lazy("Eligibility checked again"),
    "named": gettext_lazy("Becomes a helper"),
    "now": gettext_lazy("Started by hand"),
    "nudged": gettext_lazy("A reminder is sent"),
    "objected": gettext_lazy("A ruling is refused"),
    "offered": gettext_lazy("A place is offered"),
    "opened": gettext_lazy("Opened for entries"),
    "paused": gettext_lazy("Paused"),
    "pending": gettext_lazy("Asks to enter"),
    "prolonged": gettext_lazy("One extra week"),
    "proposed": gettext_lazy("A ruling is waiting for signatures"),
    "published": gettext_lazy("The draw is published"),
    "refused": gettext_lazy("Not accepted"),
    "reinstated": gettext_lazy("Readmitted"),
    "sits_out": gettext_lazy("Somebody sits out a round"),
    "sits_in": gettext_lazy("Somebody does not sit out after all"),
    "remade": gettext_lazy("A table has been redrawn"),
    "reordered": gettext_lazy("Has declined too often and loses to the challenger"),
    "requalified": gettext_lazy("Who advances is worked out again"),
    "resumed": gettext_lazy("Resumes after a pause"),
    "reversed": gettext_lazy("A ruling is withdrawn"),
    "ruled": gettext_lazy("A table is ruled on"),
    "seeded": gettext_lazy("Seeded by hand"),
    "signed": gettext_lazy("A ruling has its first signature, and waits for a second"),
    "skipped": gettext_lazy("A stage is skipped: too few people"),
    "stage": gettext_lazy("A stage begins"),
    "stage_over": gettext_lazy("A stage is over"),
    "started": gettext_lazy("A table begins"),
    "swap_refused": gettext_lazy("A swap was not possible"),
    "struck": gettext_lazy("A challenge was declined"),
    "ticket_answered": gettext_lazy("A dispute is answered"),
    "ticket_appealed": gettext_lazy("An appeal"),
    "ticket_closed": gettext_lazy("A dispute is closed"),
    "ticket_opened": gettext_lazy("A dispute"),
    "too_few": gettext_lazy("Too few people to begin"),
    "unlisted": gettext_lazy("Leaves the waiting list"),
    "waiting": gettext_lazy("On the waiting list"),
    "warned": gettext_lazy("A warning"),
    "withdrew": gettext_lazy("Withdraws"),
}


class LedgerLine(NamedTuple):
    """An entry of the ledger as the page shows it."""

    number: int
    at: datetime
    by: str
    kind_label: str
    subject: str


def describe_entry(entry: LedgerEntry, visit: TournamentVisit) -> LedgerLine:
    data = msgspec.json.decode(entry.data)
    what = str(ENTRY_LABELS.get(entry.kind, entry.kind))
    about = ", ".join(_describe_subject(data, visit))
    return LedgerLine(entry.number, entry.at, entry.by.handle if entry.by else "", what, about)


def _describe_subject(data: Mapping[str, Any], visit: TournamentVisit) -> Iterator[str]:
    """Say what an entry is about: stage, round, table, entrant, subject, reason.

    Table and entrant never appear together while the reader, who plays, may not know who sits there.
    """
    for name, words in FIELD_LABELS.items():
        if name in data and isinstance(data[name], int):
            yield words(data[name]) % {"n": data[name]}
    if isinstance(data.get("entrant"), int) and not ("table" in data and _hides_seats(visit)):
        yield visit.entrant_names.get(data["entrant"], "")
    for name in ("subject", "reason"):
        if data.get(name):
            yield _("“%(words)s”") % {"words": data[name]}
    if isinstance(data.get("tables"), list):
        number = len(data["tables"])
        yield ngettext("%(n)d table", "%(n)d tables", number) % {"n": number}


def _format_people(number: int) -> str:
    return ngettext("%(n)d person", "%(n)d people", number)


FIELD_LABELS: dict[str, Callable[[int], str]] = {
    "stage": lambda n: _("stage %(n)d"),
    "round": lambda n: _("round %(n)d"),
    "table": lambda n: _("table %(n)d"),
    "ticket": lambda n: _("dispute %(n)d"),
    "hours": lambda n: ngettext("%(n)d hour", "%(n)d hours", n),
    "entrants": _format_people,
    "there": _format_people,
}


def _hides_seats(visit: TournamentVisit) -> bool:
    """Does the reader play in a tournament with anonymous tables?"""
    return visit.own_entrant is not None and any(stage.settings.anonymous for stage in visit.stages)


def _build_ledger_context(request: HttpRequest, visit: TournamentVisit) -> dict[str, Any]:
    page = paginate_rows(request, visit.tournament.ledger_entries.select_related("by").order_by("-number"))
    return {"page": page, "entries": [describe_entry(one, visit) for one in page], "more": ""}


show_ledger = build_staff_page("ledger", REFEREE_ROLES, {}, _build_ledger_context)
