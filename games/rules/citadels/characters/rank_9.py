"""Rank 9: Queen, Artist, Tax Collector (rank 2 in the classic edition; its taxes are in turn.py)."""

from collections.abc import Iterator

from ...core.agenda import tell
from ...core.notation import Move, Offer, some
from ..districts.table import NEW
from ..position import Game
from ..words import earn, neighbours, rank
from .card import character, when

queen = character("queen", 9)
artist = character("artist", 9)
tax_collector = character("tax_collector", 9, classic_rank=2)


def _sits_beside_rank_4(game: Game, seat: str) -> bool:
    beside = (game.players[one] for one in neighbours(game, seat))
    return any(rank(game, shown) == 4 for player in beside for shown in player.revealed)


@queen.power("bonus", when("bonus", _sits_beside_rank_4))
def royal_company(game: Game, seat: str, move: Move) -> None:
    """Three gold beside the player who showed rank 4 this round."""
    earn(game, seat, 3, "queen")


def _plain_districts(game: Game, seat: str) -> Iterator[Offer]:
    player = game.players[seat]
    plain = list(player.city)
    for coined in player.beautified:
        plain.remove(coined)
    most = min(2 - game.used.count("beautify"), player.gold, len(plain))
    if most > 0:
        yield some("beautify", plain, 1, most)


@artist.power("beautify", _plain_districts, often=True)
def beautify(game: Game, seat: str, move: Move) -> None:
    """A coin onto one or two districts of one's own: they cost one more for good."""
    player = game.players[seat]
    player.gold -= len(move.args)
    player.beautified += move.args
    game.used += ["beautify"] * (len(move.args) - 1)  # counted once for each district
    tell(game, "beautified", seat=seat, cards=list(move.args))


@tax_collector.power("levy", when("levy", lambda game, seat: game.taxes > 0), edition=NEW)
def levy(game: Game, seat: str, move: Move) -> None:
    """Take all gold of the token."""
    gold, game.taxes = game.taxes, 0
    earn(game, seat, gold, "levy")
