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

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.core.cache import cache
from django.db.models import QuerySet

from games.models import Game, GameLogEntry, Seat
from games.play.transaction.locked_game import BY_PLAYER
from games.rules import registry
from games.rules.core.events import Event, load_events
from games.tournaments.models import Tournament, TournamentTable
from games.tournaments.rulings.collusion_signals import CollusionFlag, HostileAction, find_sparing_pairs
from games.tournaments.staff.permissions import REFEREE_ROLES, require_role

CACHE_LIFETIME = timedelta(days=7)  # cache lifetime; a finished game does not change
GAMES_PER_QUERY = 100  # whose logs are read at once
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
    tables = list(_find_ended_tables(tournament))
    attacks = _load_attacks([table.game for table in tables if table.game is not None])
    found: list[HostileAction] = []
    for table in tables:
        seated = {one.seat: one.entrant.number for one in table.seats.all()}
        here = tuple(seated.values())
        pairs = attacks.get(table.game_id or 0, ())
        found += (HostileAction(seated[by], seated[against], here) for by, against in pairs)
    return found


def _find_ended_tables(tournament: Tournament) -> QuerySet[TournamentTable]:
    games = tournament.tables.filter(game__state__in=[Game.State.OVER, Game.State.ABANDONED])
    found = games.select_related("game").defer("game__position")
    return found.prefetch_related("seats__entrant").order_by("number")


def _load_attacks(games: Sequence[Game]) -> dict[int, list[SeatAttack]]:
    """Load the hostile actions of finished games, cached; the others with two queries for many games."""
    keys = {f"attacks:{game.pk}": game for game in games}
    kept = cache.get_many(list(keys))
    found = {keys[key].pk: [tuple(pair) for pair in pairs] for key, pairs in kept.items()}
    missing = [game for key, game in keys.items() if key not in kept]
    for start in range(0, len(missing), GAMES_PER_QUERY):
        fresh = _find_attacks(missing[start : start + GAMES_PER_QUERY])
        cache.set_many(
            {f"attacks:{pk}": pairs for pk, pairs in fresh.items()}, CACHE_LIFETIME.total_seconds()
        )
        found |= fresh
    return found


def _find_attacks(games: Sequence[Game]) -> dict[int, list[SeatAttack]]:
    """Find the hostile actions of these games in their logs."""
    places: dict[int, dict[str, int]] = defaultdict(dict)
    for game_id, name, place in Seat.objects.filter(game__in=games).values_list("game_id", "name", "place"):
        places[game_id][name] = place
    moves = GameLogEntry.objects.filter(game__in=games, taken_back=False).order_by("game_id", "number")
    fields = ("game_id", "events", "how", "seat__name", "by_id", "seat__original_user_id")
    rulesets = {game.pk: game.ruleset for game in games}
    found: dict[int, list[SeatAttack]] = {game.pk: [] for game in games}
    for game_id, rows in groupby(moves.values_list(*fields).iterator(), itemgetter(0)):
        found[game_id] = _extract_attacks(rulesets[game_id], places[game_id], rows)
    return found


def _extract_attacks(
    ruleset: str, places: Mapping[str, int], moves: Iterable[tuple[Any, ...]]
) -> list[SeatAttack]:
    """List who attacked whom in the moves of one game; moves of bots and stand-ins do not count."""
    new_events: list[Event] = []
    by_hand: list[str] = []  # per event: the seat, if its own player caused it
    for _game, events, how, seat, user, entrant in moves:
        here = load_events(events)
        new_events += here
        by_hand += [seat if how in BY_PLAYER and user == entrant else ""] * len(here)
    attacks = registry.get(ruleset).statistics.hostile(new_events)
    return [(places[one.by], places[one.against]) for one in attacks if by_hand[one.place] == one.by]
