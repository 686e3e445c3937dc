"""What stands beside a choice on a page: what it opens, the gold that is left, the card itself."""

from ..core.notation import Move, Offer
from ..core.ruleset import Hint
from .aftermath import city_after, gold_after, points_after, types_of
from .characters.card import CHARACTERS, RANK
from .characters.income import income_from, income_of
from .districts.table import COST, TYPE, TYPES
from .phrases import Voice
from .position import LONG_GOAL, Game
from .reader import Reader
from .sheet import Knowledge
from .view import view
from .words import size, size_of


def hint(game: Game, seat: str, offer: Offer, voice: Voice) -> Hint:
    """An offer with something to fill in leaves open what it costs."""
    if offer.form(str).fields:
        return Hint(card=_picture(game, next(offer.moves())) if offer.verb == "build" else {})
    move = next(offer.moves())
    return Hint(
        _note(game, seat, move, voice),
        _left(game, seat, move, voice),
        _worth(game, seat, move, voice),
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
        opens = _income_then(game, seat, move, voice), _fifth_type(game, seat, move, voice)
        return " ".join(filter(None, [*opens, voice.effect(move.args[0])]))
    if move.verb in ("murder", "rob"):
        return _who_it_may_be(game, seat, move.args[0], voice)
    if move.verb in ("destroy", "seize"):
        return _city_then(game, seat, move, voice)
    return ""


def _who_it_may_be(game: Game, seat: str, character: str, voice: Voice) -> str:
    """Whom it may hit, as far as this seat can know; of one that lies face up the choice itself tells."""
    if character in game.faceup:
        return ""
    reader = Reader(view(game, seat), voice.name, voice.speak.language, width=10_000)
    knowledge = Knowledge(reader)
    if knowledge.is_out(character):
        return voice.speak.say("Nobody has it: it lies face down.")
    return voice.speak.say("Who may have it: {words}.", words=knowledge.where(character))


def _city_then(game: Game, seat: str, move: Move, voice: Voice) -> str:
    """What is left to the other, or of the own city; without an announced Bell Tower more is needed."""
    owner, district = move.args[0], move.args[1].rstrip("+")
    left = size(game.players[owner]) - size_of([district])
    goal = LONG_GOAL if district == "bell_tower" and game.bell and not game.short else game.goal
    if owner == seat:
        return voice.speak.say("You then have {n} of {goal} districts.", n=left, goal=goal)
    return voice.speak.say("{seat} then has {n} of {goal} districts.", seat=owner, n=left, goal=goal)


def _income_then(game: Game, seat: str, move: Move, voice: Voice) -> str:
    """One more district of the type that pays the character on turn."""
    who = CHARACTERS.get(game.called)
    if move.verb != "build" or not who or "income" not in who.powers[game.edition] or "income" in game.used:
        return ""
    then = income_from(city_after(game, seat, move), who.income)
    return voice.speak.say("Your income grows to {n}.", n=then) if then > income_of(game, seat) else ""


def _fifth_type(game: Game, seat: str, move: Move, voice: Voice) -> str:
    if move.verb != "build" or types_of(game, seat, game.players[seat].city) == len(TYPES):
        return ""
    if types_of(game, seat, city_after(game, seat, move)) == len(TYPES):
        return voice.speak.say("Your fifth type: 3 points more at the end.")
    return ""


# --- what is left


def _left(game: Game, seat: str, move: Move, voice: Voice) -> str:
    gold = gold_after(game, seat, move)
    return "" if gold is None else voice.speak.say("{gold} gold", gold=gold)


def _worth(game: Game, seat: str, move: Move, voice: Voice) -> str:
    """What the own city is worth then."""
    points = points_after(game, seat, move)
    return "" if points is None else voice.speak.count("{n} point", "{n} points", points)


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
