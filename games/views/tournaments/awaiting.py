"""What an event waits for while nothing is played: entries, people who check in, answers before a stage."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.play import times
from games.tournaments import places, ruling
from games.tournaments.models import Entrant, Qualifier, Stage, Tournament
from games.tournaments.models.entrant import PLACED
from games.tournaments.naming import stage_name, when
from games.views.tournaments.event import Event

MOST_NAMED = 40

State = Entrant.State


class Awaiting(NamedTuple):
    """How many there are, what is asked of them, and who has not answered yet."""

    told: list[str]
    silent: list[str]  # names
    more: int  # that are not named
    lost: int  # who would lose their place if it began now


def awaiting(event: Event) -> Awaiting | None:
    """None: it is a draft, it is over, or tables say for themselves what they wait for."""
    if event.tournament.is_open:
        return _before_the_start(event.tournament)
    if event.tournament.has_begun and not event.tournament.is_over:
        return _with_signatures(event.tournament, _between_stages(event.tournament))
    return None


def _before_the_start(found: Tournament) -> Awaiting:
    states = list(found.entrants.values_list("state", flat=True))
    taken = sum(state in PLACED for state in states)
    words = {"taken": taken, "most": found.plan.most, "least": found.plan.least}
    told = [_("%(taken)d of %(most)d places are taken; it takes %(least)d to begin.") % words]
    if waiting := states.count(State.WAITING):
        told.append(ngettext("One waits.", "%(n)d wait.", waiting) % {"n": waiting})
    if found.state != Tournament.State.CHECK_IN:
        return Awaiting(told + _check_in(places.asked_between(found, times.now())), [], 0, 0)
    checked = states.count(State.CHECKED)
    said = ngettext("%(n)d has checked in.", "%(n)d have checked in.", checked)
    told.append(said % {"n": checked})
    asked = found.entrants.filter(state__in=[State.ENTERED, State.OFFERED], bot="").order_by("number")
    return _with_silent(told, asked.values_list("name", "offered_until"), is_at_stake=True)


def _check_in(window: tuple[datetime, datetime] | None) -> list[str]:
    if window is None:
        return [_("Nobody has to check in.")]
    return [_("On %(when)s everybody is asked to check in.") % {"when": when(window[0])}]


def _between_stages(found: Tournament) -> Awaiting | None:
    """People have to say whether they come to the next stage."""
    asked = Qualifier.objects.filter(stage__tournament=found, stage__state=Stage.State.PLANNED)
    offered = list(asked.filter(state=Qualifier.State.OFFERED).select_related("stage", "entrant"))
    if not offered:
        return None
    come = asked.filter(state=Qualifier.State.ACCEPTED).count()
    words = {"stage": stage_name(offered[0].stage), "n": come}
    told = [
        _("“%(stage)s” begins when those who go on have answered; %(n)d have said that they come.") % words
    ]
    return _with_silent(told, [(one.entrant.name, one.until) for one in offered], is_at_stake=False)


def _with_signatures(found: Tournament, others: Awaiting | None) -> Awaiting | None:
    """Rulings about who goes on hold up the end of a stage, until they are signed, refused or lapsed."""
    open_ones = list(ruling.waiting(found))
    if not open_ones:
        return others
    words = ngettext(
        "A ruling that changes who goes on waits for a signature; the stage does not end before that.",
        "%(n)d rulings that change who goes on wait for a signature; the stage does not end before that.",
        len(open_ones),
    )
    told = [words % {"n": len(open_ones)}]
    ends = [ruling.lapses_at(one) for one in open_ones]
    if known := [until for until in ends if until]:
        told.append(_("What is not signed lapses on %(when)s at the latest.") % {"when": when(max(known))})
    if None in ends:
        told.append(
            _("A table that was ended at its deadline has no other result: its ruling does not lapse.")
        )
    return others._replace(told=told + others.told) if others else Awaiting(told, [], 0, 0)


def _with_silent(
    told: list[str], asked: Iterable[tuple[str, datetime | None]], *, is_at_stake: bool
) -> Awaiting:
    """Whoever is asked, and until when the last of them may answer."""
    rows = list(asked)
    ends = [until for _name, until in rows if until]
    if ends:
        told = [*told, _("The others may answer until %(when)s.") % {"when": when(max(ends))}]
    silent = [name for name, _until in rows]
    more = max(0, len(silent) - MOST_NAMED)
    return Awaiting(told, silent[:MOST_NAMED], more, len(rows) if is_at_stake else 0)
