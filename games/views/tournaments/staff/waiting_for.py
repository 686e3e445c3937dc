"""What a tournament waits for while no table runs, as sentences for the desk of its staff.

That is registration and check-in before the start, answers of qualifiers before a stage, and rulings without
a second signature.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import server_time
from games.tournaments.display import format_stage_name, format_time
from games.tournaments.entries import waiting_list
from games.tournaments.models import Entrant, Qualifier, Stage, Tournament
from games.tournaments.models.entrant import PLACED_STATES
from games.tournaments.rulings import rulings
from games.views.tournaments.context import TournamentVisit

MOST_NAMES_SHOWN = 40

EntrantState = Entrant.State


class WaitingSummary(NamedTuple):
    """Sentences about what is missing, and the people who have not answered yet."""

    sentences: list[str]
    unanswered_names: list[str]  # names
    unnamed_count: int  # how many others have not answered; only the first are named
    places_at_risk: int  # how many would lose their place if the tournament began now


def build_waiting_summary(visit: TournamentVisit, *, proposals: int) -> WaitingSummary | None:
    """Describe what the tournament waits for now; `proposals` are rulings without a second signature.

    None for a draft, for a finished tournament, and while only running tables have to be awaited.
    """
    if visit.tournament.is_open:
        return _summarize_registration(visit.tournament)
    if visit.tournament.has_begun and not visit.tournament.is_over:
        answers = None if visit.running_stage else _summarize_stage_answers(visit.tournament)
        return _add_unsigned_rulings(visit.tournament, answers) if proposals else answers
    return None


def _summarize_registration(found: Tournament) -> WaitingSummary:
    """Count the places taken, and during check-in list those who have not checked in yet."""
    states = list(found.entrants.values_list("state", flat=True))
    taken = sum(state in PLACED_STATES for state in states)
    words = {"taken": taken, "most": found.settings.most, "least": found.settings.least}
    texts = [_("%(taken)d of %(most)d places are taken; at least %(least)d are needed.") % words]
    if waiting := states.count(EntrantState.WAITING):
        texts.append(
            ngettext("One person is waiting.", "%(n)d people are waiting.", waiting) % {"n": waiting}
        )
    if found.state != Tournament.State.CHECK_IN:
        return WaitingSummary(
            texts + _describe_check_in(waiting_list.compute_check_in_window(found, server_time.now())),
            [],
            0,
            0,
        )
    checked = states.count(EntrantState.CHECKED)
    said = ngettext("%(n)d has checked in.", "%(n)d have checked in.", checked)
    texts.append(said % {"n": checked})
    asked = found.entrants.filter(state__in=[EntrantState.ENTERED, EntrantState.OFFERED], bot="").order_by(
        "number"
    )
    return _add_unanswered(texts, asked.values_list("name", "offered_until"), is_at_stake=True)


def _describe_check_in(window: tuple[datetime, datetime] | None) -> list[str]:
    if window is None:
        return [_("There is no check-in.")]
    return [_("On %(when)s everybody is asked to check in.") % {"when": format_time(window[0])}]


def _summarize_stage_answers(found: Tournament) -> WaitingSummary | None:
    """List the qualifiers who have not said yet whether they play the next stage; None if there are none."""
    asked = Qualifier.objects.filter(stage__tournament=found, stage__state=Stage.State.PLANNED)
    offered = list(asked.filter(state=Qualifier.State.OFFERED).select_related("stage", "entrant"))
    if not offered:
        return None
    come = asked.filter(state=Qualifier.State.ACCEPTED).count()
    context = {"stage": format_stage_name(offered[0].stage), "n": come}
    texts = [_("“%(stage)s” begins when everybody who qualified has answered; %(n)d are coming.") % context]
    return _add_unanswered(
        texts, [(one.entrant.name, one.answer_until) for one in offered], is_at_stake=False
    )


def _add_unsigned_rulings(found: Tournament, others: WaitingSummary | None) -> WaitingSummary | None:
    """Put the rulings without a second signature in front of everything else.

    A ruling that changes who advances delays the end of the stage until it is signed, refused or expired.
    """
    open_ones = list(rulings.find_unsigned_rulings(found))
    if not open_ones:
        return others
    text = ngettext(
        "A ruling that changes who advances is waiting for a signature; the stage does not end before that.",
        "%(n)d rulings that change who advances are waiting for a signature; the stage does not end "
        "before that.",
        len(open_ones),
    )
    texts = [text % {"n": len(open_ones)}]
    ends = [rulings.compute_expiry(one) for one in open_ones]
    if known := [until for until in ends if until]:
        texts.append(
            _("What is not signed lapses on %(when)s at the latest.") % {"when": format_time(max(known))}
        )
    if None in ends:
        texts.append(
            _("A table that was ended at its deadline has no other result, so its ruling does not lapse.")
        )
    return others._replace(sentences=texts + others.sentences) if others else WaitingSummary(texts, [], 0, 0)


def _add_unanswered(
    texts: list[str], asked: Iterable[tuple[str, datetime | None]], *, is_at_stake: bool
) -> WaitingSummary:
    """Add who has not answered, and until when the last of them may do so."""
    rows = list(asked)
    ends = [until for _name, until in rows if until]
    if ends:
        texts = [*texts, _("The others can answer until %(when)s.") % {"when": format_time(max(ends))}]
    silent = [name for name, _until in rows]
    more = max(0, len(silent) - MOST_NAMES_SHOWN)
    return WaitingSummary(texts, silent[:MOST_NAMES_SHOWN], more, len(rows) if is_at_stake else 0)
