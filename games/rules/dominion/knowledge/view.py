"""What a seat may see of a position, built field by field: what is not listed here stays hidden."""

from collections import Counter
from typing import Any

from ...core.agenda import awaits, list_questions
from ..cards.card import COST
from ..position import OVER, DominionGame, DominionPlayer
from ..scoring import count_points, list_owned


def build_view(game: DominionGame, seat: str | None) -> dict[str, Any]:
    """Build the view of the table for this seat; None is a spectator."""
    view = _build_public_table(game)
    if seat in game.players:
        view["you"] = _build_private_part(game, seat)
    if game.phase == OVER:
        view["shown"] = reveal_decks(game)
    return view


def reveal_decks(game: DominionGame) -> dict[str, Any]:
    """Every player's cards and points, to be shown only after the game is over."""
    return {seat: _reveal_deck(player) for seat, player in game.players.items()}


def _build_public_table(game: DominionGame) -> dict[str, Any]:
    return {
        "game": "dominion",
        "seats": list(game.seats),
        "awaits": awaits(game),
        "turn": game.turn,
        "phase": game.phase,
        "actions": game.actions,
        "buys": game.buys,
        "coins": game.coins,
        "bought": game.bought,
        "played": game.played,
        "reduction": game.reduction,
        "copper_bonus": game.copper_bonus,
        "kingdom": list(game.kingdom),
        "supply": dict(game.supply),
        "costs": {card: max(0, COST[card] - game.reduction) for card in game.supply},
        "trash": sorted(game.trash),
        "protected": list(game.protected),
        "players": {seat: _build_public_player(game, seat) for seat in game.seats},
    }


def _build_public_player(game: DominionGame, seat: str) -> dict[str, Any]:
    player = game.players[seat]
    return {
        "hand": len(player.hand),
        "deck_is_empty": not player.deck,
        "discard_top": player.discard[-1] if player.discard else "",
        "in_play": list(player.in_play),
        "set_aside": list(player.set_aside),
        "revealed": list(player.revealed),
        "turns": player.turns,
        "asked": [step.name for step in list_questions(game, seat)],
    }


def _build_private_part(game: DominionGame, seat: str) -> dict[str, Any]:
    """Build the private part of the view: what only this seat knows.

    A seat may not look through its discard pile, but it knows what it owns: it has seen every card that it
    gained, lost, passed or received (M7).
    """
    player = game.players[seat]
    return {
        "seat": seat,
        "hand": sorted(player.hand),
        "owned": dict(sorted(Counter(list_owned(player)).items())),
        "deck": len(player.deck),
        "deck_top": player.deck[: -len(player.known) - 1 : -1] if player.known else [],
        "passing": game.passing.get(seat, ""),
        "orders": list(player.orders),
        "asked": [_build_question(game, seat)] if list_questions(game, seat) else [],
    }


def _build_question(game: DominionGame, seat: str) -> dict[str, Any]:
    """The question to this seat, with what it needs to know to answer it."""
    step = list_questions(game, seat)[0]
    asked: dict[str, Any] = {"name": step.name, **step.args}
    if step.name == "library":
        asked["card"] = game.players[seat].hand[-1]
    return asked


def _reveal_deck(player: DominionPlayer) -> dict[str, Any]:
    return {
        "cards": sorted(list_owned(player)),
        "hand": sorted(player.hand),
        "points": count_points(player),
    }
