"""What every page of a tournament needs: the tournament, the reader's role and entrant, stages and tabs.

It also decides which names and results are still hidden from the reader.
"""

from functools import cached_property
from typing import Any, NamedTuple

import msgspec
from django.db.models import OuterRef, Subquery
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from games.tournaments.display import format_group_names, format_stage_name
from games.tournaments.models import Entrant, Role, Stage, Tournament, TournamentTable
from games.tournaments.models.table import DONE_STATES
from games.tournaments.results import hidden_results
from games.tournaments.staff.permissions import ANNOUNCER_ROLES, DIRECTOR_ROLES, OWNER_ROLES, REFEREE_ROLES

STAFF_ROLES = REFEREE_ROLES | ANNOUNCER_ROLES


class Tab(NamedTuple):
    name: str
    address: str
    is_here: bool


class TournamentVisit:
    """A tournament as the current visitor sees it."""

    def __init__(self, request: HttpRequest, tournament: Tournament, here: str) -> None:
        self.tournament = tournament
        self.current_route = here
        self.role: str = getattr(tournament, "role_here", "") or ""
        self.own_entrant = _find_own_entrant(tournament, request.user)
        self.stages = list(tournament.stages.all())

    @property
    def is_staff(self) -> bool:
        return bool(self.role)

    @property
    def is_owner(self) -> bool:
        return self.role in OWNER_ROLES

    @property
    def may_direct(self) -> bool:
        return self.role in DIRECTOR_ROLES

    @property
    def may_rule(self) -> bool:
        return self.role in REFEREE_ROLES

    @property
    def may_announce(self) -> bool:
        return self.role in ANNOUNCER_ROLES

    # --- stages

    @property
    def begun_stages(self) -> list[Stage]:
        """Stages that have begun, finished and skipped ones included."""
        return [stage for stage in self.stages if stage.state != Stage.State.PLANNED]

    @property
    def latest_stage(self) -> Stage | None:
        """The last stage that has begun and was not skipped."""
        return next((stage for stage in reversed(self.begun_stages) if not stage.is_skipped), None)

    @property
    def running_stage(self) -> Stage | None:
        return next((stage for stage in self.stages if stage.state == Stage.State.RUNNING), None)

    @property
    def ladder_stage(self) -> Stage | None:
        return next((stage for stage in self.begun_stages if stage.settings.format == "ladder"), None)

    @property
    def has_bracket(self) -> bool:
        return any(stage.settings.format == "knock_out" for stage in self.begun_stages)

    def find_stage(self, table: TournamentTable) -> Stage | None:
        """Find the stage of a table. A table without a round belongs to the ladder."""
        if table.round is None:
            return self.ladder_stage
        return next((stage for stage in self.stages if stage.pk == table.round.stage_id), None)

    def find_group_name(self, table: TournamentTable) -> str:
        """Name of the table's group; empty if the stage has only one."""
        stage = self.find_stage(table) if table.group else None
        names = self._group_names.get(stage.number, []) if stage else []
        return names[table.group - 1] if len(names) > 1 else ""

    @cached_property
    def _group_names(self) -> dict[int, list[str]]:
        """Names of the groups by stage number, from the stage entries only, not from the whole ledger."""
        entries = self.tournament.ledger_entries.filter(kind="stage").values_list("data", flat=True)
        drawn = [msgspec.json.decode(data) for data in entries]
        return {
            one["stage"]: format_group_names(one.get("tiers") or [0] * len(one.get("groups", [])))
            for one in drawn
        }

    def hides_names(self, table: TournamentTable) -> bool:
        """Are the names at this table still hidden? They are until an anonymous table is over."""
        stage = self.find_stage(table)
        is_over = table.state in (table.State.FINISHED, table.State.ADJUDICATED)
        return stage is not None and stage.settings.anonymous and not is_over

    def hides_result(self, table: TournamentTable) -> bool:
        """Is the result of this finished table still hidden from the reader?

        Those who sat there see it, and so does anybody who has finished all their own tables of the round.
        """
        if not table.is_done or table.round_id not in self.hidden_rounds or self._sat_at(table):
            return False
        return table.round_id not in self.finished_rounds

    def _sat_at(self, table: TournamentTable) -> bool:
        return self.own_entrant is not None and any(
            one.entrant_id == self.own_entrant.pk for one in table.seats.all()
        )

    @cached_property
    def hidden_rounds(self) -> set[int]:
        """Primary keys of the rounds whose results are not public yet."""
        return hidden_results.find_hidden_rounds(self.tournament)

    @cached_property
    def finished_rounds(self) -> set[int]:
        """Rounds with hidden results in which the reader has finished all their own tables."""
        if self.own_entrant is None or not self.hidden_rounds:
            return set()
        own = self.own_entrant.table_seats.filter(table__round__in=self.hidden_rounds)
        rows = list(own.values_list("table__round", "table__state"))
        return {row for row, _state in rows} - {row for row, state in rows if state not in DONE_STATES}

    def get_stage_or_404(self, number: str | None) -> Stage:
        """Return the stage that the query string asks for, by default the latest; 404 if there is none."""
        if self.latest_stage is None:
            raise Http404
        if number is None:
            return self.latest_stage
        return (
            next((stage for stage in self.begun_stages if str(stage.number) == number), None) or _raise_404()
        )

    def format_stage_name(self, stage: Stage) -> str:
        return format_stage_name(stage)

    @property
    def begun_stage_names(self) -> list[tuple[int, str]]:
        return [(stage.number, format_stage_name(stage)) for stage in self.begun_stages]

    @property
    def format_summary(self) -> str:
        """Names of all stages in a few words, as in “Swiss, then final”."""
        return _(", then ").join(format_stage_name(stage) for stage in self.stages)

    @cached_property
    def entrant_names(self) -> dict[int, str]:
        return dict(self.tournament.entrants.values_list("number", "name"))

    # --- tabs

    @property
    def tabs(self) -> list[Tab]:
        found = [("tournament", _("Tournament")), ("tournament_entrants", _("Entrants"))]
        if self.begun_stages:
            rounds = _("Tables") if self.ladder_stage else _("Rounds")
            found += [("tournament_rounds", rounds), ("tournament_standings", _("Standings"))]
            found += [("tournament_bracket", _("Bracket"))] if self.has_bracket else []
            found += [("tournament_meetings", _("Who met whom")), ("tournament_rulings", _("Rulings"))]
        found.append(("tournament_rules", _("Rules")))
        if self.is_staff:
            found.append(("staff_board", _("Organizer’s desk")))
        return self._build_tabs(
            found, "staff_board" if self.current_route.startswith("staff_") else self.current_route
        )

    @property
    def staff_tabs(self) -> list[Tab]:
        """The tabs of the staff pages that this role may open."""
        found = [("staff_board", _("Board"))]
        if self.may_direct:
            found += [("staff_entrants", _("Entrants")), ("staff_rounds", _("Draw"))]
        if self.may_rule:
            found += [("staff_rulings", _("Rulings")), ("staff_disputes", _("Disputes"))]
        if self.may_announce:
            found.append(("staff_announcements", _("Announcements")))
        found.append(("staff_helpers", _("Helpers")))
        if self.may_direct:
            found.append(("staff_settings", _("Settings")))
        if self.may_rule:
            found.append(("staff_ledger", _("Ledger")))
        return self._build_tabs(found, self.current_route)

    def _build_tabs(self, found: list[tuple[str, str]], here: str) -> list[Tab]:
        first = {"staff_settings": [1]}  # of its steps
        slug = self.tournament.slug
        return [
            Tab(name, reverse(route, args=[slug, *first.get(route, [])]), route == here)
            for route, name in found
        ]


def _raise_404() -> Any:
    raise Http404


def _find_own_entrant(tournament: Tournament, user: Any) -> Entrant | None:
    found = tournament.entrants.filter(user=user).first() if user.is_authenticated else None
    if found is not None:
        found.tournament = tournament  # saves loading it again
    return found


def _build_role_subquery(user: Any) -> Subquery:
    """Subquery for the user's role, so that it is loaded together with the tournament."""
    roles = Role.objects.filter(tournament=OuterRef("pk"), user=user.pk or 0)
    return Subquery(roles.values("kind")[:1])


def get_visit_or_404(request: HttpRequest, slug: str, here: str = "") -> TournamentVisit:
    """Load a tournament for the current visitor; 404 for a draft unless they are staff."""
    found = Tournament.objects.filter(slug=slug).select_related("owner", "previous")
    tournament = (
        found.annotate(role_here=_build_role_subquery(request.user)).prefetch_related("stages").first()
    )
    if tournament is None:
        raise Http404
    visit = TournamentVisit(request, tournament, here)
    if tournament.state == Tournament.State.DRAFT and not visit.is_staff:
        raise Http404
    return visit
