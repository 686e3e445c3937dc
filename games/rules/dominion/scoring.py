"""The end of the game, the score and the winners (E1 to E3)."""

from itertools import groupby

from ..core.ruleset import ScoreLine
from .cards.card import CARDS
from .position import DominionGame, DominionPlayer

EMPTY_PILES_TO_END = {2: 3, 3: 3, 4: 3, 5: 4, 6: 4}  # number of seats → empty piles


def is_finished(game: DominionGame) -> bool:
    """Is the Province pile empty, or are enough others?"""
    if not game.supply["province"]:
        return True
    return list(game.supply.values()).count(0) >= EMPTY_PILES_TO_END[len(game.seats)]


def list_final_piles(game: DominionGame) -> list[str]:
    """The empty piles that have ended the game; the Provinces alone are enough."""
    empty = [card for card, left in game.supply.items() if not left]
    return ["province"] if "province" in empty else empty


def list_owned(player: DominionPlayer) -> list[str]:
    """All cards of a player, wherever they are (D11)."""
    piles = (player.hand, player.deck, player.discard, player.in_play, player.set_aside, player.revealed)
    return [card for pile in piles for card in pile]


def compute_score(player: DominionPlayer) -> list[ScoreLine]:
    """The points of each kind of card that a player owns."""
    return score_cards(list_owned(player))


def score_cards(owned: list[str]) -> list[ScoreLine]:
    """The points of each kind of card in a deck with these cards."""
    lines = []
    for card in CARDS:
        count = owned.count(card)
        each = _count_points(card, owned) if count else 0
        if each:
            lines.append(ScoreLine(card, each * count, {"count": count, "each": each}))
    return lines


def _count_points(card: str, owned: list[str]) -> int:
    if card == "duke":
        return owned.count("duchy")
    if card == "gardens":
        return len(owned) // 10
    return CARDS[card].points


def compute_scores(game: DominionGame) -> dict[str, list[ScoreLine]]:
    return {seat: compute_score(player) for seat, player in game.players.items()}


def count_points(player: DominionPlayer) -> int:
    return sum(line.points for line in compute_score(player))


def rank_seats(game: DominionGame) -> list[list[str]]:
    """The seats by points, then by fewer turns; who is equal in both shares the place."""

    def key(seat: str) -> tuple[int, int]:
        return -count_points(game.players[seat]), game.players[seat].turns

    return [list(equal) for _, equal in groupby(sorted(game.seats, key=key), key=key)]
