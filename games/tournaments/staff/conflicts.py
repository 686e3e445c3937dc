"""Conflicts of interest: nobody rules about themselves or at their own tables."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from games.models import Game, Seat
from games.play.errors import NotAllowed
from games.tournaments.models import Entrant, Role, TableSeat, Tournament, TournamentTable
from games.tournaments.staff.permissions import REFEREE_ROLES


def require_impartial(
    user: Any, *, tables: Iterable[TournamentTable] = (), entrants: Iterable[Entrant] = ()
) -> None:
    """Raise if the user is one of these entrants or is involved in one of these tables."""
    if any(one.user_id == user.pk for one in entrants):
        raise NotAllowed(_("This is about you, so somebody else must make the ruling."))
    if is_involved_in(user, tables):
        raise NotAllowed(_("You are playing at this table, so somebody else must make the ruling."))


def is_involved_in(user: Any, tables: Iterable[TournamentTable]) -> bool:
    """Tell whether the user plays at one of these tables, started there, or stood in there."""
    return TournamentTable.objects.filter(
        build_involvement_filter(user), pk__in=[table.pk for table in tables]
    ).exists()


def may_review_game(user: Any, game: Game) -> bool:
    """Tell whether a referee who is not an entrant may review this finished game before the public can."""
    if not user.is_authenticated or not game.arrangement_key or game.state != Game.State.OVER:
        return False
    tournaments = Tournament.objects.filter(
        tables__game=game, roles__user=user, roles__kind__in=REFEREE_ROLES
    )
    return tournaments.exclude(entrants__user=user).exists()


def list_neutral_staff(game_id: int) -> list[int]:
    """List the staff of the game's tournament who have no part in the table; they may grant more time."""
    roles = Role.objects.filter(
        tournament__tables__game=game_id, kind__in=REFEREE_ROLES, user__is_active=True
    )
    seats = Seat.objects.filter(Q(user=OuterRef("user")) | Q(original_user=OuterRef("user")), game=game_id)
    sittings = TableSeat.objects.filter(
        Q(entrant__user=OuterRef("user")) | Q(stand_in=OuterRef("user")), table__game=game_id
    )
    found = roles.exclude(Exists(seats)).exclude(Exists(sittings))
    return list(found.order_by("user").values_list("user", flat=True).distinct())


def build_involvement_filter(user: Any) -> Q:
    """Build a filter for tables at which the user plays, started, or stood in."""
    sittings = TableSeat.objects.filter(Q(entrant__user=user) | Q(stand_in=user), table=OuterRef("pk"))
    seats = Seat.objects.filter(Q(user=user) | Q(original_user=user), game=OuterRef("game"))
    return Q(Exists(sittings)) | Q(Exists(seats))
