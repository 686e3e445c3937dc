"""The desk of the referees: late tables, rulings with their signatures, signs of collusion, disputes."""

from datetime import datetime
from typing import Any

from django.db.models import Case, When
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.users import current_user
from games.tournaments.director import late_tables
from games.tournaments.models import Ruling, TournamentTable
from games.tournaments.rulings import collusion, disputes, effects, rulings
from games.tournaments.rulings.collusion_signals import CollusionFlag
from games.tournaments.staff.permissions import REFEREE_ROLES
from games.views.lobby.lists import paginate_rows
from games.views.params import parse_whole_number
from games.views.tournaments import facts
from games.views.tournaments.context import TournamentVisit
from games.views.tournaments.entrant_forms import require_cleaned_data
from games.views.tournaments.staff.base import build_staff_page, get_action_data, get_post_number
from games.views.tournaments.staff.forms import DisputeAnswerForm, ReasonForm, RulingForm
from games.views.tournaments.table_list import list_tables

MIN_RULING_STAFF = 2
MOST_LATE_TABLES = 20  # each needs its game to be loaded; the next ones appear as these are settled


# --- rulings


def _build_rulings_context(request: HttpRequest, visit: TournamentVisit) -> dict[str, Any]:
    """Build the page of rulings and late tables.

    Signs of collusion are computed only on request, because that reads every finished game.
    """
    user, found = current_user(request), visit.tournament
    known = found.rulings.select_related(
        "by", "second_by", "table__round", "table__game", "entrant", "reversed_ruling"
    )
    known = known.defer("table__game__position")
    page = paginate_rows(request, known)
    return {
        "page": page,
        "rulings": [(one, _describe_proposed_result(visit, one), _find_expiry(visit, one)) for one in page],
        "more": "",
        "late": [
            one
            for one in late_tables.list_late_tables(found, user, most=MOST_LATE_TABLES)
            if _may_see_seats(visit, one.table)
        ],
        "form": _build_ruling_form(request, visit, get_action_data(request, "propose", "preview")),
        "looks": "signs" in request.GET,
        "flags": [_describe_flag(one, visit) for one in collusion.find_flagged_pairs(found, user)]
        if "signs" in request.GET
        else [],
        "me": user,
        "is_alone": found.roles.filter(kind__in=REFEREE_ROLES).count() < MIN_RULING_STAFF,
    }


def _describe_proposed_result(visit: TournamentVisit, one: Ruling) -> list[str]:
    """Describe the result that a proposed ruling would set, seat by seat."""
    is_result = one.kind in (Ruling.Kind.RESULT, Ruling.Kind.LOSS) and one.state == Ruling.State.PROPOSED
    if not is_result or one.table is None or not _may_see_seats(visit, one.table):
        return []
    return [
        (_("%(name)s: %(score)s, but lost") if line.left else _("%(name)s: %(score)s"))
        % {"name": visit.entrant_names.get(line.entrant, ""), "score": line.score}
        for line in effects.parse_lines(one)
    ]


def _find_expiry(visit: TournamentVisit, one: Ruling) -> datetime | None:
    """Find when a proposed ruling expires unless it is signed; None if it does not."""
    is_open = one.state == Ruling.State.PROPOSED and not visit.tournament.is_over
    return rulings.compute_expiry(one) if is_open else None


def _may_see_seats(visit: TournamentVisit, table: TournamentTable) -> bool:
    """May the reader know who sits at this table? Staff who play themselves may not at anonymous tables."""
    return visit.own_entrant is None or not visit.hides_names(table)


def _build_ruling_form(request: HttpRequest, visit: TournamentVisit, sent: Any = None) -> RulingForm:
    """Build the form, with a score field for each seat of the table in the address if names are known."""
    wanted = parse_whole_number(request.GET.get("table", ""), 9)
    named = visit.tournament.tables.filter(number=wanted or 0)
    found = list_tables(request, visit, named, at_the_desk=True)
    seats = [(seat.number, seat.name, seat.score) for listed_table in found for seat in listed_table.seats]
    known = seats if all(number for number, _name, _score in seats) else []
    return RulingForm(sent, names=visit.entrant_names, table=wanted, seats=known)


def _describe_flag(flag: CollusionFlag, visit: TournamentVisit) -> str:
    """Describe how rarely one player has turned against another, and how unlikely that is by chance."""
    context = {
        "by": visit.entrant_names.get(int(flag.by), ""),
        "spared": visit.entrant_names.get(int(flag.spared), ""),
        "hits": flag.hits,
        "actions": flag.actions,
        "odds": int(1 / flag.chance) if flag.chance else 10**9,
    }
    text = ngettext(
        "%(by)s has turned against %(spared)s once in %(actions)d: "
        "by chance so few would happen once in %(odds)d.",
        "%(by)s has turned against %(spared)s %(hits)d times in %(actions)d: "
        "by chance so few would happen once in %(odds)d.",
        flag.hits,
    )
    both = _("The same holds the other way round.") if flag.mutual else ""
    return f"{text % context} {both}".strip()


def _propose_ruling(request: HttpRequest, visit: TournamentVisit) -> str:
    form = _build_ruling_form(request, visit, request.POST)
    require_cleaned_data(form)
    return _describe_ruling_state(
        rulings.propose_ruling(visit.tournament.pk, current_user(request), **form.build_ruling_arguments())
    )


def _preview_ruling(request: HttpRequest, visit: TournamentVisit) -> HttpResponse:
    """Show what the ruling would change; it is not made."""
    form = _build_ruling_form(request, visit, request.POST)
    require_cleaned_data(form)
    found = rulings.preview_ruling(
        visit.tournament.pk, current_user(request), **form.build_ruling_arguments()
    )
    context = {"visit": visit, **_build_rulings_context(request, visit), "preview": found, "form": form}
    context["changes"] = [_describe_change(one, visit) for one in found.changes]
    return render(request, "tournaments/staff/rulings.html", context)


def _describe_change(change: rulings.RankChange, visit: TournamentVisit) -> str:
    words = {
        "name": visit.entrant_names.get(change.entrant, ""),
        "rank": change.rank,
        "points": facts.format_points(change.points),
        "rank_after": change.rank_after,
        "points_after": facts.format_points(change.points_after),
    }
    return _("%(name)s: from %(rank)d (%(points)s) to %(rank_after)d (%(points_after)s)") % words


def _describe_ruling_state(made: Ruling) -> str:
    if made.state == Ruling.State.PROPOSED and made.kind == Ruling.Kind.BAN:
        return _("A ban needs the owner or a second signature: the others are told so.")
    if made.state == Ruling.State.PROPOSED:
        return _("It changes who advances, so a second referee has to sign it, and will be told.")
    return _("The ruling is made. Those concerned will get an email.")


def _sign_ruling(request: HttpRequest, visit: TournamentVisit) -> str:
    return _describe_ruling_state(rulings.sign_ruling(_get_ruling_id(request, visit), current_user(request)))


def _refuse_ruling(request: HttpRequest, visit: TournamentVisit) -> str:
    words = require_cleaned_data(ReasonForm(request.POST))["reason"]
    rulings.refuse_ruling(_get_ruling_id(request, visit), current_user(request), words)
    return _("You have refused the ruling.")


def _reverse_ruling(request: HttpRequest, visit: TournamentVisit) -> str:
    words = require_cleaned_data(ReasonForm(request.POST))["reason"]
    return _describe_ruling_state(
        rulings.reverse_ruling(_get_ruling_id(request, visit), current_user(request), words)
    )


def _get_ruling_id(request: HttpRequest, visit: TournamentVisit) -> int:
    """Return the id of the ruling that the button names; 404 if it belongs to another tournament."""
    found = visit.tournament.rulings.filter(pk=get_post_number(request, "ruling")).first()
    if found is None:
        raise Http404
    return found.pk


def _adjudicate_table(request: HttpRequest, visit: TournamentVisit) -> str:
    words = require_cleaned_data(ReasonForm(request.POST))["reason"]
    table = get_post_number(request, "table")
    return _describe_ruling_state(
        late_tables.adjudicate_table(visit.tournament.pk, current_user(request), table, reason=words)
    )


def _extend_table_once(request: HttpRequest, visit: TournamentVisit) -> str:
    late_tables.extend_table_once(
        visit.tournament.pk, current_user(request), get_post_number(request, "table")
    )
    return _("The table has one extra week.")


manage_rulings = build_staff_page(
    "rulings",
    REFEREE_ROLES,
    {
        "propose": _propose_ruling,
        "preview": _preview_ruling,
        "sign": _sign_ruling,
        "refuse": _refuse_ruling,
        "reverse": _reverse_ruling,
        "adjudicate": _adjudicate_table,
        "extend_once": _extend_table_once,
    },
    _build_rulings_context,
    written=("propose", "preview"),
)


# --- disputes


def _build_disputes_context(request: HttpRequest, visit: TournamentVisit) -> dict[str, Any]:
    """List the disputes in which the reader is not involved, unanswered ones first."""
    user = current_user(request)
    seen = disputes.find_visible_disputes(visit.tournament, user)
    seen = seen.select_related(
        "claimant", "table__game", "table__round__stage", "answered_by", "final_answer_by"
    )
    waits = Case(When(state__in=disputes.WAITING_STATES, then=0), default=1)
    return {
        "page": paginate_rows(request, seen.order_by(waits, "-number")),
        "more": "",
        "form": DisputeAnswerForm(),
        "sent": get_action_data(request, "answer"),
        "me": user,
    }


def _answer_dispute(request: HttpRequest, visit: TournamentVisit) -> str:
    context = require_cleaned_data(DisputeAnswerForm(request.POST))
    disputes.answer_dispute(
        _get_dispute_id(request, visit), current_user(request), context["answer"], context["public"]
    )
    return _("The answer goes out by email.")


def _close_dispute(request: HttpRequest, visit: TournamentVisit) -> str:
    disputes.close_dispute(_get_dispute_id(request, visit), current_user(request))
    return _("Closed.")


def _get_dispute_id(request: HttpRequest, visit: TournamentVisit) -> int:
    found = visit.tournament.disputes.filter(pk=get_post_number(request, "ticket")).first()
    if found is None:
        raise Http404
    return found.pk


manage_disputes = build_staff_page(
    "disputes",
    REFEREE_ROLES,
    {"answer": _answer_dispute, "close": _close_dispute},
    _build_disputes_context,
    written=("answer",),
)
