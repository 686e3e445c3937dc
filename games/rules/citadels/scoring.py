"""Scoring: every seat's points, line by line, and the ranking (S)."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations_with_replacement, groupby

from ..core.ruleset import ScoreLine
from .actions import is_completed, rank_of
from .districts.cards import COST, NEW, TYPE, TYPES, UNIQUE
from .position import CitadelsGame, CitadelsPlayer

BonusFunction = Callable[[CitadelsGame, str, Counter[str]], int]


def compute_scores(game: CitadelsGame) -> dict[str, list[ScoreLine]]:
    """Compute what each seat would score if the game ended now."""
    return {seat: _score_seat(game, seat) for seat in game.seats}


def sum_score(lines: list[ScoreLine]) -> int:
    return sum(line.points for line in lines)


def _score_seat(game: CitadelsGame, seat: str) -> list[ScoreLine]:
    player = game.players[seat]
    lines = [ScoreLine("districts", district_points(game, player))]
    if seat in game.first_completed:
        lines.append(ScoreLine("first_completed", 4))
    elif is_completed(game, player):
        lines.append(ScoreLine("completed", 2))
    return lines + _score_best_types(game, seat)


def district_points(game: CitadelsGame, player: CitadelsPlayer) -> int:
    """The total cost of the player's districts, including their coins."""
    return sum(COST[game.edition][card] for card in player.city) + len(player.beautified)


def _score_best_types(game: CitadelsGame, seat: str) -> list[ScoreLine]:
    """Score types and extras, counting each haunted district as the type that is best for its owner (S3)."""
    player = game.players[seat]
    fixed = Counter(TYPE[card] for card in player.city if not _may_be_any_type(game, player, card))
    ghosts = sum(_may_be_any_type(game, player, card) for card in player.city)
    ways = (fixed + Counter(kinds) for kinds in combinations_with_replacement(TYPES, ghosts))
    return max((_score_extras(game, seat, way) for way in ways), key=sum_score)


def _may_be_any_type(game: CitadelsGame, player: CitadelsPlayer, card: str) -> bool:
    """May this district count as any type? Classic: not if it was built in the last round (R16)."""
    return card == "haunted_quarter" or (card == "haunted_city" and card not in player.built_this_round)


def _score_extras(game: CitadelsGame, seat: str, types: Counter[str]) -> list[ScoreLine]:
    lines = []
    if all(types[kind] for kind in TYPES):
        lines.append(ScoreLine("five_types", 3))
    player = game.players[seat]
    for card in player.city:
        bonus = BONUS_BY_DISTRICT[card](game, seat, types) if card in BONUS_BY_DISTRICT else 0
        if bonus:
            lines.append(ScoreLine(card, bonus))
    vaults = player.hand.count("secret_vault")
    if vaults:
        lines.append(ScoreLine("secret_vault", 3 * vaults))
    return lines


def _score_basilica(game: CitadelsGame, seat: str, types: Counter[str]) -> int:
    """Basilica: one point for each district of odd cost, its coin included."""
    player = game.players[seat]
    coins = Counter(player.beautified)
    odd = 0
    for card in player.city:
        coined = coins[card] > 0
        coins[card] -= coined
        odd += (COST[game.edition][card] + coined) % 2
    return odd


def _score_wishing_well(game: CitadelsGame, seat: str, types: Counter[str]) -> int:
    """Wishing Well: one point per unique district; in 2016 it counts itself, in classic only the others."""
    return types[UNIQUE] - (0 if game.edition == NEW else 1)


BONUS_BY_DISTRICT: dict[str, BonusFunction] = {
    "basilica": _score_basilica,
    "capitol": lambda game, seat, types: 3 if max(types.values()) >= 3 else 0,
    "dragon_gate": lambda game, seat, types: 2,
    "university": lambda game, seat, types: 2,
    "imperial_treasury": lambda game, seat, types: game.players[seat].gold,
    "ivory_tower": lambda game, seat, types: 5 if types[UNIQUE] == 1 else 0,
    "map_room": lambda game, seat, types: len(game.players[seat].hand),
    "museum": lambda game, seat, types: len(game.players[seat].museum),
    "statue": lambda game, seat, types: 5 if game.crown == seat else 0,
    "wishing_well": _score_wishing_well,
}


# --- who has won


def find_winners(game: CitadelsGame) -> list[str]:
    return rank_seats(game)[0]


def rank_seats(game: CitadelsGame) -> list[list[str]]:
    """Group the seats by place, best first. Ties are broken as each edition does, on every place (S4, S5)."""
    points = {seat: sum_score(lines) for seat, lines in compute_scores(game).items()}

    def worth(seat: str) -> tuple[int, ...]:
        player = game.players[seat]
        if game.edition == NEW:
            return points[seat], _highest_rank_shown(game, seat)
        return points[seat], district_points(game, player), player.gold

    ordered = sorted(game.seats, key=worth, reverse=True)  # stable: seats that are equal stay in seat order
    return [list(equal) for _, equal in groupby(ordered, key=worth)]


def _highest_rank_shown(game: CitadelsGame, seat: str) -> int:
    return max((rank_of(game, shown) for shown in game.players[seat].revealed), default=0)
