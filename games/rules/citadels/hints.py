"""What stands beside a choice on a page: what it opens, the gold that is left, the card itself."""

from collections.abc import Callable

from ..core.notation import Move, Offer
from ..core.ruleset import Hint
from .building import price
from .characters.card import RANK
from .characters.income import income_of
from .characters.rank_8 import exchange_price, price_to_destroy, seizing_price
from .districts.table import COST, NEW, TYPE, TYPES
from .phrases import Voice
from .position import Game
from .turn import gathering

Spent = Callable[[Game, str, Move], int]


def hint(game: Game, seat: str, offer: Offer, voice: Voice) -> Hint:
    """An offer with something to fill in leaves open what it costs."""
    if offer.form(str).fields:
        return Hint(card=_picture(game, next(offer.moves())) if offer.verb == "build" else {})
    move = next(offer.moves())
    return Hint(
        _note(game, seat, move, voice),
        _left(game, seat, move, voice),
        _picture(game, move),
        _rank(game, move),
    )


def _rank(game: Game, move: Move) -> int:
    """Players know the characters by these numbers."""
    return RANK[game.edition].get(move.args[0], 0) if len(move.args) == 1 else 0


# --- what it opens


def _note(game: Game, seat: str, move: Move, voice: Voice) -> str:
    if move.verb in ("pick", "bewitch"):
        return voice.effect(move.args[0])
    if move.verb in ("build", "take", "keep", "search", "recover") and move.args:
        return " ".join(filter(None, [_fifth_type(game, seat, move, voice), voice.effect(move.args[0])]))
    return ""


def _fifth_type(game: Game, seat: str, move: Move, voice: Voice) -> str:
    there = {TYPE[card] for card in game.players[seat].city}
    if move.verb == "build" and len(there) == len(TYPES) - 1 and TYPE[move.args[0]] not in there:
        return voice.speak.say("Your fifth type: 3 points more at the end.")
    return ""


# --- what is left


def _build(game: Game, seat: str, move: Move) -> int:
    return price(game, game.players[seat], move.args[0]) if len(move.args) == 1 else 0


def _destroy(game: Game, seat: str, move: Move) -> int:
    return price_to_destroy(game, game.players[move.args[0]], move.args[1])


def _exchange(game: Game, seat: str, move: Move) -> int:
    rival, theirs, own = move.args
    return exchange_price(game, game.players[seat], game.players[rival], theirs, own)


def _seize(game: Game, seat: str, move: Move) -> int:
    return seizing_price(game, game.players[move.args[0]], move.args[1])


def _income(game: Game, seat: str, move: Move) -> int:
    if move.args:
        return -int(move.args[0])
    return 0 if game.called in ("patrician", "cardinal") else -income_of(game, seat)


def _bonus(game: Game, seat: str, move: Move) -> int:
    if move.args == ("cards",):
        return 0
    return -{"merchant": 1, "queen": 3, "navigator": 4}.get(game.called, 0)


def _tribute(game: Game, seat: str, move: Move) -> int:
    return 1 if move.args == ("gold",) else 0


SPENT: dict[str, Spent] = {
    "gold": lambda game, seat, move: -gathering(game, seat)[0],
    "cards": lambda game, seat, move: 0,
    "build": _build,
    "income": _income,
    "bonus": _bonus,
    "levy": lambda game, seat, move: -game.taxes,
    "tithe": lambda game, seat, move: -1,
    "destroy": _destroy,
    "exchange": _exchange,
    "seize": _seize,
    "smithy": lambda game, seat, move: 2,
    "laboratory": lambda game, seat, move: -2 if game.edition == NEW else -1,
    "tribute": _tribute,
    "bribe": lambda game, seat, move: game.players[seat].gold // 2,
    "refuse": lambda game, seat, move: 0,
    "end": lambda game, seat, move: 0,
}


def _left(game: Game, seat: str, move: Move, voice: Voice) -> str:
    if move.verb not in SPENT:
        return ""
    left = game.players[seat].gold - SPENT[move.verb](game, seat, move)
    return voice.speak.say("{gold} gold", gold=left)


# --- the card


def _picture(game: Game, move: Move) -> dict[str, object]:
    """The first card or character that the move names; a district has a type and a cost."""
    for word in move.args:
        slug = word.rstrip("+")
        if slug in COST[game.edition]:
            return {"slug": slug, "type": TYPE[slug], "cost": COST[game.edition][slug]}
        if slug in RANK[game.edition]:
            return {"slug": slug, "rank": RANK[game.edition][slug]}
    return {}
