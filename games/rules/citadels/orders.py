"""Standing orders of Citadels: which question each answers, and how (rules page, section 5).

They answer whatever a marker's hidden face is (L11): with a blank warrant `always confiscate` declines at
once, so the wait gives nothing away.
"""

from collections.abc import Callable
from typing import NamedTuple

from ..core.errors import NotUnderstood
from ..core.lexicon import ANY_LANGUAGE
from ..core.move_parser import Spellings, parse_words, tidy_line
from ..core.notation import Move, Offer
from ..core.orders import normalize_plan_line
from ..core.translation import LANGUAGES, InflectedName, mark
from .actions import derive_rng
from .characters.card import CHARACTERS
from .districts.cards import COST
from .position import CitadelsGame
from .text.lexicon import LEXICON

OrderAnswer = Callable[[CitadelsGame, str, int], Move | None]  # game, seat, number in the order

DECLINE = Move("decline")


def _answer_always(verb: str) -> OrderAnswer:
    return lambda game, seat, number: Move(verb)


def _answer_gather(verb: str) -> OrderAnswer:
    """Gather this way; decline the Hospital's question if the murdered character is not the seat's."""

    def answer(game: CitadelsGame, seat: str, number: int) -> Move | None:
        if game.agenda[-1][0].name == "hospital.gather" and game.called not in game.players[seat].characters:
            return DECLINE
        return Move(verb) if game.thanked else None  # thanks come first

    return answer


def _answer_bribe(game: CitadelsGame, seat: str, most: int) -> Move:
    return Move("bribe" if game.players[seat].gold // 2 <= most else "refuse")


def _answer_if_worth(verb: str) -> OrderAnswer:
    """Take a card if it costs enough and taking it is legal; otherwise decline."""

    def answer(game: CitadelsGame, seat: str, least: int) -> Move:
        step = game.agenda[-1][0]
        worth = COST[game.edition][step.args["card"]] >= least
        legal = verb != "confiscate" or game.warrants.get(game.called, False)
        return Move(verb) if worth and legal else DECLINE

    return answer


def _answer_tribute_card(game: CitadelsGame, seat: str, number: int) -> Move | None:
    hand = sorted(game.players[seat].hand)
    return Move("tribute", (derive_rng(game, seat, "tribute").choice(hand),)) if hand else None


def _answer_tribute_gold(game: CitadelsGame, seat: str, number: int) -> Move | None:
    return Move("tribute", ("gold",)) if game.players[seat].gold else None


class StandingOrder(NamedTuple):
    """A kind of standing order. A seat has one order of each kind; a later one replaces it."""

    kind: str
    questions: tuple[str, ...]
    number_word: str  # the word before an optional number
    answer: OrderAnswer


ORDERS = {
    "always gold": StandingOrder("gather", ("turn", "hospital.gather"), "", _answer_gather("gold")),
    "always cards": StandingOrder("gather", ("turn", "hospital.gather"), "", _answer_gather("cards")),
    "always bribe": StandingOrder("bribe", ("blackmailer.bribe",), "upto", _answer_bribe),
    "always refuse": StandingOrder("bribe", ("blackmailer.bribe",), "", _answer_always("refuse")),
    "always reveal": StandingOrder("reveal", ("blackmailer.reveal",), "", _answer_always("reveal")),
    "always conceal": StandingOrder("reveal", ("blackmailer.reveal",), "", _answer_always("conceal")),
    "always confiscate": StandingOrder(
        "confiscate", ("magistrate.confiscate",), "from", _answer_if_worth("confiscate")
    ),
    "always recover": StandingOrder("recover", ("graveyard.recover",), "from", _answer_if_worth("recover")),
    "always decline recover": StandingOrder("recover", ("graveyard.recover",), "", _answer_always("decline")),
    "always decline theater": StandingOrder("theater", ("theater.exchange",), "", _answer_always("decline")),
    "always tribute gold": StandingOrder("tribute", ("emperor.tribute",), "", _answer_tribute_gold),
    "always tribute card": StandingOrder("tribute", ("emperor.tribute",), "", _answer_tribute_card),
    "always thanks": StandingOrder("thanks", ("turn",), "", _answer_always("thanks")),
    "always end": StandingOrder("end", ("turn",), "", _answer_always("end")),
}
NO_LIMIT = {"upto": 10**6, "from": 0}


VOCABULARY = {
    word for order, standing in ORDERS.items() for word in (*order.split(), standing.number_word) if word
}


def parse_standing_order(line: str, edition: str) -> str:
    """Parse a line in any language into exact notation, or raise an error that lists the possible orders."""
    words = _parse_words(line, _list_spellings)
    if words[:1] == ["prefer"]:
        return _parse_preference(words[1:], edition)
    order, number = _split_order(words)
    if order is None:
        order, number = _split_order(_parse_words(line, _list_spellings_without_amount))
    if order is None:
        raise NotUnderstood(
            mark("“{line}” is not an order. Orders are: prefer CHARACTER…, {orders}."),
            line=line,
            orders=_name_all_orders(edition),
        )
    return order if number is None else f"{order} {ORDERS[order].number_word} {number}"


def _parse_words(line: str, spellings: Spellings) -> list[str]:
    return parse_words(line, [*VOCABULARY, "prefer", *CHARACTERS], spellings) or []


def _list_spellings(word: str) -> set[str]:
    return LEXICON.spellings(word, ANY_LANGUAGE)


def _list_spellings_without_amount(word: str) -> set[str]:
    """Spellings without a number: in “upto 2 gold” the 2 is the limit, not part of “take 2 gold”."""
    return {spelling for spelling in _list_spellings(word) if not spelling[0].isdigit()}


def _name_all_orders(edition: str) -> InflectedName:
    """All standing orders, in the language of whoever reads the error."""
    data = {language: _format_order_list(language, edition) for language in LANGUAGES}
    return InflectedName(data["en"], data)


def _format_order_list(language: str, edition: str) -> str:
    return ", ".join(LEXICON.translate_line(order, language, edition) for order in ORDERS)


def parse_written_order(line: str, edition: str) -> str:
    """Parse an order in a written position: a standing order or a line of a plan, in exact notation."""
    line = tidy_line(line)
    if line.split()[0].lower() in ("always", "prefer"):
        return parse_standing_order(line, edition)
    return normalize_plan_line(LEXICON, line.removeprefix("plan "))


def _parse_preference(words: list[str], edition: str) -> str:
    if not words or any(word not in CHARACTERS for word in words):
        raise NotUnderstood(
            mark("Name the characters that you prefer, the best first: prefer architect merchant.")
        )
    for word in words:
        if edition not in CHARACTERS[word].editions:
            raise NotUnderstood(mark("The {character} is not in this edition."), character=word)
    return f"prefer {' '.join(dict.fromkeys(words))}"


def _split_order(words: list[str]) -> tuple[str | None, int | None]:
    """Split words into an order and its number, if it has one; “gold” may follow the number."""
    if (whole := " ".join(words)) in ORDERS:
        return whole, None
    limit = words[:-1] if words[-1:] == ["gold"] else words
    *order, word, number = ["", "", *limit]
    named = " ".join(order).strip()
    if (
        named in ORDERS
        and word
        and word == ORDERS[named].number_word
        and number.isdecimal()
        and len(number) < 6
    ):
        return named, int(number)
    return None, None


def find_order_kind(line: str) -> str:
    """The kind of question the order answers; empty for a line of a plan."""
    if line.startswith("prefer "):
        return "prefer"
    order, _ = _split_order(line.split())
    return ORDERS[order].kind if order else ""


def answer_by_order(game: CitadelsGame, seat: str, line: str, offers: list[Offer]) -> Move | None:
    """The move that the order makes now; None if it is for another question or not legal as written (R59)."""
    asked = game.agenda[-1][0].name
    if line.startswith("prefer "):
        return _pick_preferred(line.split()[1:], offers) if asked == "draft.pick" else None
    order, number = _split_order(line.split())
    if order is None:
        return None
    standing = ORDERS[order]
    if asked not in standing.questions:
        return None
    if order == "always end" and len(offers) > 1:
        return None  # ends the turn only when nothing else can be done
    move = standing.answer(game, seat, NO_LIMIT.get(standing.number_word, 0) if number is None else number)
    return move if move and any(offer.accepts(move) for offer in offers) else None


def _pick_preferred(ranked: list[str], offers: list[Offer]) -> Move | None:
    for character in ranked:
        move = Move("pick", (character,))
        if any(offer.accepts(move) for offer in offers):
            return move
    return None


def is_on_turn(game: CitadelsGame, seat: str) -> bool:
    """Is it this seat's turn, so that its plan may go on?"""
    bottom = game.agenda[0][0] if game.agenda else None
    if bottom is None or bottom.name not in ("turn", "turn.gathered") or bottom.seat != seat:
        return False
    return game.thanked or _next_plan_line(game, seat) == "thanks"  # a plan never skips due thanks


def _next_plan_line(game: CitadelsGame, seat: str) -> str:
    return next((line for line in game.players[seat].orders if not find_order_kind(line)), "")
