"""Rank 9: Queen, Artist, Tax Collector (rank 2 in the classic edition; its taxes are in turn.py)."""

from collections.abc import Iterator

from ...core.agenda import tell
from ...core.notation import Move, Offer, offer_cards
from ..actions import earn, neighbours_of, rank_of
from ..districts.cards import NEW
from ..position import CitadelsGame
from .card import define_character, offer_when

queen = define_character("queen", 9)
artist = define_character("artist", 9)
tax_collector = define_character("tax_collector", 9, classic_rank=2)


def _sits_beside_rank_4(game: CitadelsGame, seat: str) -> bool:
    beside = (game.players[one] for one in neighbours_of(game, seat))
    return any(rank_of(game, shown) == 4 for player in beside for shown in player.revealed)


@queen.power("bonus", offer_when("bonus", _sits_beside_rank_4))
def earn_royal_bonus(game: CitadelsGame, seat: str, move: Move) -> None:
    """Gain three gold when seated next to the player who revealed rank 4 this round."""
    earn(game, seat, 3, "queen")


def _offer_districts_to_beautify(game: CitadelsGame, seat: str) -> Iterator[Offer]:
    player = game.players[seat]
    plain = list(player.city)
    for coined in player.beautified:
        plain.remove(coined)
    most = min(2 - game.used.count("beautify"), player.gold, len(plain))
    if most > 0:
        yield offer_cards("beautify", plain, 1, most)


@artist.power("beautify", _offer_districts_to_beautify, often=True)
def beautify(game: CitadelsGame, seat: str, move: Move) -> None:
    """Place a coin on one or two of your own districts: they cost one more for the rest of the game."""
    player = game.players[seat]
    player.gold -= len(move.args)
    player.beautified += move.args
    game.used += ["beautify"] * (len(move.args) - 1)  # counted once for each district
    tell(game, "beautified", seat=seat, cards=list(move.args))


@tax_collector.power("levy", offer_when("levy", lambda game, seat: game.taxes > 0), edition=NEW)
def levy(game: CitadelsGame, seat: str, move: Move) -> None:
    """Take all gold on the Tax Collector's token."""
    gold, game.taxes = game.taxes, 0
    earn(game, seat, gold, "levy")
