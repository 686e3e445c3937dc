"""Why a move is refused, where the rules know a better answer than "not now".

Only what the seat can see may be quoted: its own hand, and what lies open (L10).
"""

from ..core.notation import Namer
from .building import LIMIT, counts, may_stand, price
from .characters.card import CHARACTERS
from .districts.table import COST, NEW
from .position import TURNS, Game
from .words import holder, is_completed, is_protected


def why_not(game: Game, seat: str, verb: str, args: tuple[str, ...], name: Namer) -> str | None:
    """A sentence, or None if there is nothing better to say."""
    if game.phase != TURNS or not game.agenda or game.agenda[-1][0].name != "turn":
        return None
    if verb in ("gold", "cards") and game.gathered:
        return "You have gathered already in this turn."
    if verb in game.used and verb != "beautify":
        return f"You have used “{verb}” already in this turn."
    if verb == "build" and args:
        return _no_build(game, seat, args[0], name)
    if verb == "end":
        return _no_end(game)
    if verb in ("destroy", "seize", "exchange") and len(args) > 1:
        return _out_of_reach(game, args[0], args[1].rstrip("+"), name)
    owners = [one for one, card in CHARACTERS.items() if verb in card.powers[game.edition]]
    if owners and game.called not in owners:
        return f"“{verb}” belongs to another character; you play the {name(game.called)}."
    return None


def _no_build(game: Game, seat: str, card: str, name: Namer) -> str | None:
    player = game.players[seat]
    if card not in COST[game.edition]:
        return None
    if not game.gathered:
        return f"You build after gathering: first take gold or cards, then build {name(card)}."
    if card not in player.hand:
        return f"You do not hold {name(card)}."
    if card == "secret_vault":
        return f"{name(card)} cannot be built."
    if game.called == "navigator":
        return f"The {name('navigator')} cannot build."
    if game.built >= LIMIT.get(game.called, 1) and counts(game, card):
        return f"You have built {game.built} in this turn, and that is all you may."
    if card in player.city and not may_stand(game, player, card):
        return f"You may not build {name(card)}: there is one in your city already."
    if not may_stand(game, player, card):
        return f"{name(card)} does not fit into your city any more."
    due = price(game, player, card)
    if player.gold < due:
        return f"{name(card)} costs {due}, and you have {player.gold} gold."
    return None


def _no_end(game: Game) -> str | None:
    if not game.gathered:
        return "You must gather before you end your turn: take gold or cards."
    if game.called == "emperor" and "crown" not in game.used:
        return "You must crown somebody before you end your turn."
    return None


def _out_of_reach(game: Game, owner: str, district: str, name: Namer) -> str | None:
    player = game.players.get(owner)
    if player is None:
        return None
    if district not in player.city:
        return f"There is no {name(district)} in the city of {owner}."
    if district == "keep":
        return f"The {name('keep')} cannot be touched."
    if is_protected(game, owner):
        return f"The city of {owner} is protected by the {name('bishop')}."
    if is_completed(game, player) and not (game.edition == NEW and holder(game, game.called) == owner):
        return f"The city of {owner} is completed."
    return None
