"""Invariants that hold in every position reachable by legal play. Tests and the fuzzer check them."""

from collections import Counter

from ..core.agenda import awaits
from .position import OVER, DominionGame, DominionPlayer
from .scoring import list_owned
from .setup.kingdoms import STARTING_DECK, build_supply


def check_invariants(game: DominionGame) -> None:
    """Raise AssertionError naming the first invariant that this position breaks."""
    _check_cards(game)
    for seat, player in game.players.items():
        _check_player(game, seat, player)
    _require(all(left >= 0 for left in game.supply.values()), "a pile is negative")
    numbers = (game.actions, game.buys, game.coins, game.played, game.reduction, game.copper_bonus)
    _require(min(numbers) >= 0, "a number of the turn is negative")
    _require(bool(awaits(game)) != (game.phase == OVER), "somebody is awaited exactly while the game goes on")
    _require(not game.pending_events, "events are left over")


def _require(holds: bool, claim: str) -> None:
    if not holds:
        raise AssertionError(claim)


def _check_cards(game: DominionGame) -> None:
    """Check that no card of the game is missing or duplicated."""
    found = Counter(game.supply) + Counter(game.trash)
    for player in game.players.values():
        found.update(list_owned(player))
    whole = Counter(build_supply(len(game.seats), game.kingdom))
    for _ in game.seats:
        whole.update(STARTING_DECK)
    if found != whole:
        raise AssertionError(f"cards too many: {dict(found - whole)}, missing: {dict(whole - found)}")


def _check_player(game: DominionGame, seat: str, player: DominionPlayer) -> None:
    """Check what lies before a player, and that what others remember of the hand is still true."""
    _require(not player.in_play or seat == game.turn, f"{seat} has cards in play out of turn")
    busy = len(game.agenda) > 1
    _require(busy or not (player.set_aside or player.revealed), f"{seat} has cards lying about")
    _require(len(player.known) <= len(player.deck), f"more of the deck of {seat} is known than there is")
    for seen in filter(None, (player.shown, player.received)):
        _require(not Counter(seen) - Counter(player.hand), f"others are wrong about the hand of {seat}")
    card = game.passing.get(seat)
    _require(card is None or card in player.hand, f"{seat} passes a card that is not in the hand")
