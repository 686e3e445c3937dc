"""The end of the game: points, line by line, and who has won (S)."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations_with_replacement, groupby

from ..core.ruleset import ScoreLine
from .districts.table import COST, NEW, TYPE, TYPES, UNIQUE
from .position import Game, Player
from .words import is_completed, rank

Bonus = Callable[[Game, str, Counter[str]], int]


def scores(game: Game) -> dict[str, list[ScoreLine]]:
    """For each seat what it would score if the game ended now."""
    return {seat: _score(game, seat) for seat in game.seats}


def total(lines: list[ScoreLine]) -> int:
    return sum(line.points for line in lines)


def _score(game: Game, seat: str) -> list[ScoreLine]:
    player = game.players[seat]
    lines = [ScoreLine("districts", district_points(game, player))]
    if seat in game.first_completed:
        lines.append(ScoreLine("first_completed", 4))
    elif is_completed(game, player):
        lines.append(ScoreLine("completed", 2))
    return lines + _best_haunting(game, seat)


def district_points(game: Game, player: Player) -> int:
    """The cost of every district, coins included."""
    return sum(COST[game.edition][card] for card in player.city) + len(player.beautified)


def _best_haunting(game: Game, seat: str) -> list[ScoreLine]:
    """Types and extras, with every haunted district as the type that is best for its owner (S3)."""
    player = game.players[seat]
    fixed = Counter(TYPE[card] for card in player.city if not _may_haunt(game, player, card))
    ghosts = sum(_may_haunt(game, player, card) for card in player.city)
    ways = (fixed + Counter(kinds) for kinds in combinations_with_replacement(TYPES, ghosts))
    return max((_extras(game, seat, way) for way in ways), key=total)


def _may_haunt(game: Game, player: Player, card: str) -> bool:
    """Classic: not if it was built in the last round (R16)."""
    return card == "haunted_quarter" or (card == "haunted_city" and card not in player.built_this_round)


def _extras(game: Game, seat: str, types: Counter[str]) -> list[ScoreLine]:
    lines = []
    if all(types[kind] for kind in TYPES):
        lines.append(ScoreLine("five_types", 3))
    player = game.players[seat]
    for card in player.city:
        bonus = BONUS[card](game, seat, types) if card in BONUS else 0
        if bonus:
            lines.append(ScoreLine(card, bonus))
    vaults = player.hand.count("secret_vault")
    if vaults:
        lines.append(ScoreLine("secret_vault", 3 * vaults))
    return lines


def _odd_costs(game: Game, seat: str, types: Counter[str]) -> int:
    player = game.players[seat]
    coins = Counter(player.beautified)
    odd = 0
    for card in player.city:
        coined = coins[card] > 0
        coins[card] -= coined
        odd += (COST[game.edition][card] + coined) % 2
    return odd


def _wishes(game: Game, seat: str, types: Counter[str]) -> int:
    """2016 counts itself, classic only the others."""
    return types[UNIQUE] - (0 if game.edition == NEW else 1)


BONUS: dict[str, Bonus] = {
    "basilica": _odd_costs,
    "capitol": lambda game, seat, types: 3 if max(types.values()) >= 3 else 0,
    "dragon_gate": lambda game, seat, types: 2,
    "university": lambda game, seat, types: 2,
    "imperial_treasury": lambda game, seat, types: game.players[seat].gold,
    "ivory_tower": lambda game, seat, types: 5 if types[UNIQUE] == 1 else 0,
    "map_room": lambda game, seat, types: len(game.players[seat].hand),
    "museum": lambda game, seat, types: len(game.players[seat].museum),
    "statue": lambda game, seat, types: 5 if game.crown == seat else 0,
    "wishing_well": _wishes,
}


# --- who has won


def winners(game: Game) -> list[str]:
    return ranking(game)[0]


def ranking(game: Game) -> list[list[str]]:
    """Most points first; ties as each edition breaks them (S4, S5), for every place alike."""
    points = {seat: total(lines) for seat, lines in scores(game).items()}

    def worth(seat: str) -> tuple[int, ...]:
        player = game.players[seat]
        if game.edition == NEW:
            return points[seat], _highest_shown(game, seat)
        return points[seat], district_points(game, player), player.gold

    ordered = sorted(game.seats, key=worth, reverse=True)  # of equal ones the order of the table stays
    return [list(equal) for _, equal in groupby(ordered, key=worth)]


def _highest_shown(game: Game, seat: str) -> int:
    return max((rank(game, shown) for shown in game.players[seat].revealed), default=0)
