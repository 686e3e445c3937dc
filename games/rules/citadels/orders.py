"""Standing orders of Citadels: which question each answers, and how (rules page, section 5).

They fire alike whatever hidden face a marker has (L11): `always confiscate` says `decline` to a
blank warrant at once, as a hand would.
"""

from collections.abc import Callable
from typing import NamedTuple

from ..core.errors import NotUnderstood
from ..core.lexicon import ANY
from ..core.notation import Move, Offer
from ..core.orders import plan_line
from ..core.reading import Spellings, tidy, words_of
from ..core.speech import LANGUAGES, Name, mark
from .characters.card import CHARACTERS
from .districts.table import COST
from .lexicon import LEXICON
from .position import Game
from .words import lot

Answer = Callable[[Game, str, int], Move | None]  # game, seat, the number in the order

DECLINE = Move("decline")


def _fixed(verb: str) -> Answer:
    return lambda game, seat, number: Move(verb)


def _gather(verb: str) -> Answer:
    def answer(game: Game, seat: str, number: int) -> Move | None:
        if game.agenda[-1][0].name == "hospital.gather" and game.called not in game.players[seat].characters:
            return DECLINE
        return Move(verb) if game.thanked else None  # thanks come first

    return answer


def _bribe(game: Game, seat: str, most: int) -> Move:
    return Move("bribe" if game.players[seat].gold // 2 <= most else "refuse")


def _if_worth(verb: str) -> Answer:
    """Take a card that costs enough, where it is legal; otherwise say no."""

    def answer(game: Game, seat: str, least: int) -> Move:
        step = game.agenda[-1][0]
        worth = COST[game.edition][step.args["card"]] >= least
        legal = verb != "confiscate" or game.warrants.get(game.called, False)
        return Move(verb) if worth and legal else DECLINE

    return answer


def _tribute_card(game: Game, seat: str, number: int) -> Move | None:
    hand = sorted(game.players[seat].hand)
    return Move("tribute", (lot(game, seat, "tribute").choice(hand),)) if hand else None


def _tribute_gold(game: Game, seat: str, number: int) -> Move | None:
    return Move("tribute", ("gold",)) if game.players[seat].gold else None


class Standing(NamedTuple):
    """A standing order: a later one of the same kind takes its place."""

    kind: str
    questions: tuple[str, ...]
    word: str  # after which a number may follow
    answer: Answer


ORDERS = {
    "always gold": Standing("gather", ("turn", "hospital.gather"), "", _gather("gold")),
    "always cards": Standing("gather", ("turn", "hospital.gather"), "", _gather("cards")),
    "always bribe": Standing("bribe", ("blackmailer.bribe",), "upto", _bribe),
    "always refuse": Standing("bribe", ("blackmailer.bribe",), "", _fixed("refuse")),
    "always reveal": Standing("reveal", ("blackmailer.reveal",), "", _fixed("reveal")),
    "always conceal": Standing("reveal", ("blackmailer.reveal",), "", _fixed("conceal")),
    "always confiscate": Standing("confiscate", ("magistrate.confiscate",), "from", _if_worth("confiscate")),
    "always recover": Standing("recover", ("graveyard.recover",), "from", _if_worth("recover")),
    "always decline recover": Standing("recover", ("graveyard.recover",), "", _fixed("decline")),
    "always decline theater": Standing("theater", ("theater.exchange",), "", _fixed("decline")),
    "always tribute gold": Standing("tribute", ("emperor.tribute",), "", _tribute_gold),
    "always tribute card": Standing("tribute", ("emperor.tribute",), "", _tribute_card),
    "always thanks": Standing("thanks", ("turn",), "", _fixed("thanks")),
    "always end": Standing("end", ("turn",), "", _fixed("end")),
}
NO_LIMIT = {"upto": 10**6, "from": 0}


VOCABULARY = {word for order, standing in ORDERS.items() for word in (*order.split(), standing.word) if word}


def standing_order(line: str, edition: str) -> str:
    """The line in exact notation, whatever language it is in, or an error that lists what there is."""
    words = _words(line, _spelt)
    if words[:1] == ["prefer"]:
        return _preference(words[1:], edition)
    order, number = _taken_apart(words)
    if order is None:
        order, number = _taken_apart(_words(line, _spelt_without_amount))
    if order is None:
        raise NotUnderstood(
            mark("“{line}” is not an order. Orders are: prefer CHARACTER…, {orders}."),
            line=line,
            orders=_all_orders(edition),
        )
    return order if number is None else f"{order} {ORDERS[order].word} {number}"


def _words(line: str, spellings: Spellings) -> list[str]:
    return words_of(line, [*VOCABULARY, "prefer", *CHARACTERS], spellings) or []


def _spelt(word: str) -> set[str]:
    return LEXICON.spellings(word, ANY)


def _spelt_without_amount(word: str) -> set[str]:
    """In “upto 2 gold” nobody gathers two gold: the number is that of the limit."""
    return {spelling for spelling in _spelt(word) if not spelling[0].isdigit()}


def _all_orders(edition: str) -> Name:
    """What may be ordered for good, in the words of whoever is told."""
    told = {language: _listed(language, edition) for language in LANGUAGES}
    return Name(told["en"], told)


def _listed(language: str, edition: str) -> str:
    return ", ".join(LEXICON.line(order, language, edition) for order in ORDERS)


def written_order(line: str, edition: str) -> str:
    """A line of a written position: a standing order in exact notation, or a line of a plan."""
    line = tidy(line)
    if line.split()[0].lower() in ("always", "prefer"):
        return standing_order(line, edition)
    return plan_line(LEXICON, line.removeprefix("plan "))


def _preference(words: list[str], edition: str) -> str:
    if not words or any(word not in CHARACTERS for word in words):
        raise NotUnderstood(
            mark("Name the characters that you prefer, the best first: prefer architect merchant.")
        )
    for word in words:
        if edition not in CHARACTERS[word].editions:
            raise NotUnderstood(mark("The {character} is not in this edition."), character=word)
    return f"prefer {' '.join(dict.fromkeys(words))}"


def _taken_apart(words: list[str]) -> tuple[str | None, int | None]:
    """An order and its number, if it has one; “gold” may stand behind that."""
    if (whole := " ".join(words)) in ORDERS:
        return whole, None
    limit = words[:-1] if words[-1:] == ["gold"] else words
    *order, word, number = ["", "", *limit]
    named = " ".join(order).strip()
    if named in ORDERS and word and word == ORDERS[named].word and number.isdecimal() and len(number) < 6:
        return named, int(number)
    return None, None


def kind_of_order(line: str) -> str:
    """Which question the order is for; empty for a line of a plan."""
    if line.startswith("prefer "):
        return "prefer"
    order, _ = _taken_apart(line.split())
    return ORDERS[order].kind if order else ""


def answer_by_order(game: Game, seat: str, line: str, offers: list[Offer]) -> Move | None:
    """The answer, if the order is for this question and can be carried out as written (R59)."""
    asked = game.agenda[-1][0].name
    if line.startswith("prefer "):
        return _pick(line.split()[1:], offers) if asked == "draft.pick" else None
    order, number = _taken_apart(line.split())
    if order is None:
        return None
    standing = ORDERS[order]
    if asked not in standing.questions:
        return None
    if order == "always end" and len(offers) > 1:
        return None  # only when nothing else is left to do
    move = standing.answer(game, seat, NO_LIMIT.get(standing.word, 0) if number is None else number)
    return move if move and any(offer.accepts(move) for offer in offers) else None


def _pick(wishes: list[str], offers: list[Offer]) -> Move | None:
    for wish in wishes:
        move = Move("pick", (wish,))
        if any(offer.accepts(move) for offer in offers):
            return move
    return None


def on_turn(game: Game, seat: str) -> bool:
    """Does the turn that is being played belong to this seat?"""
    bottom = game.agenda[0][0] if game.agenda else None
    if bottom is None or bottom.name not in ("turn", "turn.gathered") or bottom.seat != seat:
        return False
    return game.thanked or _next_line(game, seat) == "thanks"  # no plan forgets the courtesy that is due


def _next_line(game: Game, seat: str) -> str:
    return next((line for line in game.players[seat].orders if not kind_of_order(line)), "")
