"""The organizer's tab of rounds."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.users import current_user
from games.tournaments.director import rounds
from games.tournaments.models import Round
from games.tournaments.staff.permissions import DIRECTOR_ROLES
from games.views.tournaments.context import TournamentVisit
from games.views.tournaments.staff.base import build_staff_page, get_post_number
from games.views.tournaments.table_list import ListedRound, list_rounds

MOST_ROUNDS_SHOWN = 8  # unpublished rounds on the page


def _build_rounds_context(request: HttpRequest, visit: TournamentVisit) -> dict[str, Any]:
    stage = visit.running_stage
    drafted = (
        list(stage.rounds.filter(state=Round.State.DRAFTED).order_by("number")[:MOST_ROUNDS_SHOWN])
        if stage
        else []
    )
    shown = list_rounds(request, visit, stage, drafted, at_the_desk=True) if stage and drafted else []
    return {"stage": stage, "rounds": [(one, _list_swap_choices(visit, one)) for one in shown]}


def _list_swap_choices(visit: TournamentVisit, shown: ListedRound) -> list[tuple[str, list[tuple[int, str]]]]:
    """List who can be swapped in a round, table by table; empty if names are hidden from the reader."""
    found = [
        (
            _("Table %(number)d") % {"number": listed_table.table.number},
            [(seat.number, seat.name) for seat in listed_table.seats],
        )
        for listed_table in shown.tables
    ]
    if any(not number for _table, seats in found for number, _name in seats):
        return []
    sitting_out = [(number, name) for number, name in visit.entrant_names.items() if name in shown.byes]
    return [*found, *([(_("Without a table"), sitting_out)] if sitting_out else [])]


def _publish_rounds(request: HttpRequest, visit: TournamentVisit) -> str:
    rounds.publish_stage(visit.tournament.pk, current_user(request), get_post_number(request, "stage"))
    return _("The draw is published: emails go out, and tables begin.")


def _pair_round_again(request: HttpRequest, visit: TournamentVisit) -> str:
    round_id = get_post_number(request, "round")
    if rounds.pair_round_again(visit.tournament.pk, current_user(request), round_id) is None:
        return _("Drawn anew it comes out the same: it is the best draw that there is to find.")
    return _("The draw has been redone.")


def _swap_entrants(request: HttpRequest, visit: TournamentVisit) -> str:
    pair = get_post_number(request, "one"), get_post_number(request, "other")
    rounds.swap_entrants(visit.tournament.pk, current_user(request), get_post_number(request, "round"), *pair)
    return _("They have swapped places. The numbers below are those of the new draw.")


manage_rounds = build_staff_page(
    "rounds",
    DIRECTOR_ROLES,
    {"publish": _publish_rounds, "draw_again": _pair_round_again, "swap": _swap_entrants},
    _build_rounds_context,
)
