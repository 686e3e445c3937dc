"""Hints of collusion from the logs of finished games: who spares whom, for referees to look into.

Only what everybody at the table saw, or sees after the game, is used: who acted against whom. Left out, and
why:

- Networks, devices and playing hours: that would mean storing data about everybody for months without
  consent, and flats, schools and libraries share networks. Households declare themselves at registration and
  are never paired together.
- Similar addresses, and new accounts with a single friend: that is what a newcomer brought along by a friend
  looks like.
- Gifts: a game with them would have to report them, as it does hostile actions (`Ruleset.hostile`).
"""

from datetime import timedelta
from typing import Any

from django.core.cache import cache
from django.db.models import QuerySet

from games.models import Game, GameLogEntry
from games.play.transaction.locked_game import BY_PLAYER
from games.rules import registry
from games.rules.core.events import Event, load_events
from games.tournaments.models import Tournament, TournamentTable
from games.tournaments.rulings.collusion_signals import CollusionFlag, HostileAction, find_sparing_pairs
from games.tournaments.staff.permissions import REFEREE_ROLES, require_role

CACHE_LIFETIME = timedelta(days=7)  # cache lifetime; a finished game does not change
SeatAttack = tuple[int, int]  # attacking and attacked seat, from 0


def find_flagged_pairs(tournament: Tournament, user: Any) -> tuple[CollusionFlag, ...]:
    """Find the conspicuous pairs, for a referee; pairs that include the reader are left out."""
    require_role(tournament, user, REFEREE_ROLES)
    own = set(tournament.entrants.filter(user=user).values_list("number", flat=True))
    return tuple(
        flag
        for flag in find_sparing_pairs(list_hostile_actions(tournament))
        if not {flag.by, flag.spared} & own
    )


def list_hostile_actions(tournament: Tournament) -> list[HostileAction]:
    """List every hostile action in the tournament by a player against another entrant."""
    found: list[HostileAction] = []
    for table in _find_ended_tables(tournament):
        seated = {one.seat: one.entrant.number for one in table.seats.all()}
        here = tuple(seated.values())
        if table.game is not None:
            found += (
                HostileAction(seated[by], seated[against], here) for by, against in _load_attacks(table.game)
            )
    return found


def _find_ended_tables(tournament: Tournament) -> QuerySet[TournamentTable]:
    games = tournament.tables.filter(game__state__in=[Game.State.OVER, Game.State.ABANDONED])
    found = games.select_related("game").defer("game__position")
    return found.prefetch_related("seats__entrant").order_by("number")


def _load_attacks(game: Game) -> list[SeatAttack]:
    """Load the hostile actions of a finished game, cached."""
    key = f"attacks:{game.pk}"
    if (kept := cache.get(key)) is None:
        kept = _find_attacks(game)
        cache.set(key, kept, CACHE_LIFETIME.total_seconds())
    return [tuple(pair) for pair in kept]


def _find_attacks(game: Game) -> list[SeatAttack]:
    places = dict(game.seats.values_list("name", "place"))
    new_events: list[Event] = []
    by_hand: list[str] = []  # per event: the seat, if its own player caused it
    moves = GameLogEntry.objects.filter(game=game, taken_back=False).order_by("number")
    fields = ("events", "how", "seat__name", "by_id", "seat__original_user_id")
    for events, how, seat, user, entrant in moves.values_list(*fields):
        here = load_events(events)
        new_events += here
        by_hand += [seat if how in BY_PLAYER and user == entrant else ""] * len(here)
    attacks = registry.get(game.ruleset).statistics.hostile(new_events)
    return [(places[one.by], places[one.against]) for one in attacks if by_hand[one.place] == one.by]
