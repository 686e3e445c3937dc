"""A tournament as its pages find it: who looks at it, what they are there, and where they can go."""

from functools import cached_property
from typing import Any, NamedTuple

import msgspec
from django.db.models import OuterRef, Subquery
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from games.tournaments import veiling
from games.tournaments.book import DIRECTING, OWNING, RULING, TELLING
from games.tournaments.models import Entrant, Role, Stage, Table, Tournament
from games.tournaments.models.table import DONE
from games.tournaments.naming import group_names, stage_name

STAFF = RULING | TELLING


class Tab(NamedTuple):
    name: str
    address: str
    is_here: bool


class Event:
    """What every page of a tournament knows."""

    def __init__(self, request: HttpRequest, tournament: Tournament, here: str) -> None:
        self.tournament = tournament
        self.here = here
        self.role: str = getattr(tournament, "role_here", "") or ""
        self.mine = _own(tournament, request.user)
        self.stages = list(tournament.stages.all())

    @property
    def is_staff(self) -> bool:
        return bool(self.role)

    @property
    def owns(self) -> bool:
        return self.role in OWNING

    @property
    def directs(self) -> bool:
        return self.role in DIRECTING

    @property
    def rules(self) -> bool:
        return self.role in RULING

    @property
    def tells(self) -> bool:
        return self.role in TELLING

    # --- stages

    @property
    def begun(self) -> list[Stage]:
        """Stages of which there is something to tell."""
        return [stage for stage in self.stages if stage.state != Stage.State.PLANNED]

    @property
    def latest(self) -> Stage | None:
        """The last one that has begun and was not left out."""
        return next((stage for stage in reversed(self.begun) if not stage.is_left_out), None)

    @property
    def running(self) -> Stage | None:
        return next((stage for stage in self.stages if stage.state == Stage.State.RUNNING), None)

    @property
    def ladder(self) -> Stage | None:
        return next((stage for stage in self.begun if stage.plan.format == "ladder"), None)

    @property
    def has_bracket(self) -> bool:
        return any(stage.plan.format == "knock_out" for stage in self.begun)

    def stage_of(self, table: Table) -> Stage | None:
        """A table without a round is one of the ladder."""
        if table.round is None:
            return self.ladder
        return next((stage for stage in self.stages if stage.pk == table.round.stage_id), None)

    def group_of(self, table: Table) -> str:
        """What its group is called; empty, if the stage has only one."""
        stage = self.stage_of(table) if table.group else None
        names = self._groups.get(stage.number, []) if stage else []
        return names[table.group - 1] if len(names) > 1 else ""

    @cached_property
    def _groups(self) -> dict[int, list[str]]:
        """By stage, without reading the whole ledger."""
        entries = self.tournament.entries.filter(kind="stage").values_list("data", flat=True)
        drawn = [msgspec.json.decode(data) for data in entries]
        return {
            one["stage"]: group_names(one.get("tiers") or [0] * len(one.get("groups", []))) for one in drawn
        }

    def hides(self, table: Table) -> bool:
        """Is it not known yet who sits there?"""
        stage = self.stage_of(table)
        is_over = table.state in (table.State.FINISHED, table.State.ADJUDICATED)
        return stage is not None and stage.plan.anonymous and not is_over

    def keeps(self, table: Table) -> bool:
        """Is it not told yet how it has ended? Whoever sat there knows, and whoever has played all of their
        own tables of the round may know, too."""
        if not table.is_done or table.round_id not in self.veiled_rounds or self._sat_at(table):
            return False
        return table.round_id not in self.played_rounds

    def _sat_at(self, table: Table) -> bool:
        return self.mine is not None and any(one.entrant_id == self.mine.pk for one in table.sittings.all())

    @cached_property
    def veiled_rounds(self) -> set[int]:
        return veiling.veiled_rounds(self.tournament)

    @cached_property
    def played_rounds(self) -> set[int]:
        """Of those, where the reader has nothing left to play."""
        if self.mine is None or not self.veiled_rounds:
            return set()
        own = self.mine.sittings.filter(table__round__in=self.veiled_rounds)
        rows = list(own.values_list("table__round", "table__state"))
        return {row for row, _state in rows} - {row for row, state in rows if state not in DONE}

    def stage_named(self, number: str | None) -> Stage:
        """The stage that the address asks for; without one, the last that has begun."""
        if self.latest is None:
            raise Http404
        if number is None:
            return self.latest
        return next((stage for stage in self.begun if str(stage.number) == number), None) or _gone()

    def name_of(self, stage: Stage) -> str:
        return stage_name(stage)

    @property
    def begun_names(self) -> list[tuple[int, str]]:
        return [(stage.number, stage_name(stage)) for stage in self.begun]

    @property
    def formats(self) -> str:
        """What is played, in a few words."""
        return _(", then ").join(stage_name(stage) for stage in self.stages)

    @cached_property
    def names(self) -> dict[int, str]:
        return dict(self.tournament.entrants.values_list("number", "name"))

    # --- ways

    @property
    def tabs(self) -> list[Tab]:
        found = [("tournament", _("Event")), ("tournament_entrants", _("Entrants"))]
        if self.begun:
            rounds = _("Tables") if self.ladder else _("Rounds")
            found += [("tournament_rounds", rounds), ("tournament_standings", _("Standings"))]
            found += [("tournament_bracket", _("Bracket"))] if self.has_bracket else []
            found += [("tournament_cross", _("Who met whom")), ("tournament_rulings", _("Rulings"))]
        found.append(("tournament_rules", _("Rules")))
        if self.is_staff:
            found.append(("desk", _("Desk")))
        return self._tabs(found, "desk" if self.here.startswith("desk") else self.here)

    @property
    def desk_tabs(self) -> list[Tab]:
        """The matters of the desk, as far as they are anybody's with this role."""
        found = [("desk", _("Board"))]
        if self.directs:
            found += [("desk_entrants", _("Entrants")), ("desk_draw", _("Draw"))]
        if self.rules:
            found += [("desk_rulings", _("Rulings")), ("desk_tickets", _("Disputes"))]
        if self.tells:
            found.append(("desk_letters", _("Announcements")))
        found.append(("desk_people", _("Helpers")))
        if self.directs:
            found.append(("desk_settings", _("Settings")))
        if self.rules:
            found.append(("desk_ledger", _("Ledger")))
        return self._tabs(found, self.here)

    def _tabs(self, found: list[tuple[str, str]], here: str) -> list[Tab]:
        first = {"desk_settings": [1]}  # of its steps
        slug = self.tournament.slug
        return [
            Tab(name, reverse(route, args=[slug, *first.get(route, [])]), route == here)
            for route, name in found
        ]


def _gone() -> Any:
    raise Http404


def _own(tournament: Tournament, user: Any) -> Entrant | None:
    found = tournament.entrants.filter(user=user).first() if user.is_authenticated else None
    if found is not None:
        found.tournament = tournament  # its plan is at hand
    return found


def _role(user: Any) -> Subquery:
    """What this person is in an event, asked together with it."""
    roles = Role.objects.filter(tournament=OuterRef("pk"), user=user.pk or 0)
    return Subquery(roles.values("kind")[:1])


def event_or_404(request: HttpRequest, slug: str, here: str = "") -> Event:
    """A draft is there for those who prepare it alone."""
    found = Tournament.objects.filter(slug=slug).select_related("owner", "previous")
    tournament = found.annotate(role_here=_role(request.user)).prefetch_related("stages").first()
    if tournament is None:
        raise Http404
    event = Event(request, tournament, here)
    if tournament.state == Tournament.State.DRAFT and not event.is_staff:
        raise Http404
    return event
