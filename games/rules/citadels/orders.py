"""Standing orders of Citadels: which question each answers, and how (rules page, section 5).

They answer whatever a marker's hidden face is (L11): with a blank warrant `always confiscate` declines at
once, so the wait gives nothing away.
"""

from collections.abc import Collection, Sequence

from ..core.errors import NotUnderstood
from ..core.notation import Move, Offer
from ..core.orders import FORCED, PREFER
from ..core.standing_orders import FORCED_ORDER, OrderAnswer, OrderTable, StandingOrder, answer_always
from ..core.translation import mark
from .actions import derive_rng
from .characters.card import CHARACTERS
from .districts.cards import COST
from .position import CitadelsGame
from .text.lexicon import LEXICON

DECLINE = Move("decline")


def _answer_gather(verb: str) -> OrderAnswer[CitadelsGame]:
    """Gather this way; decline the Hospital's question if the murdered character is not the seat's."""

    def answer(game: CitadelsGame, seat: str, number: int) -> Move | None:
        if game.agenda[-1][0].name == "hospital.gather" and game.called not in game.players[seat].characters:
            return DECLINE
        return Move(verb) if game.thanked else None  # thanks come first

    return answer


def _answer_bribe(game: CitadelsGame, seat: str, most: int) -> Move:
    return Move("bribe" if game.players[seat].gold // 2 <= most else "refuse")


def _answer_if_worth(verb: str) -> OrderAnswer[CitadelsGame]:
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


ORDERS: dict[str, StandingOrder[CitadelsGame]] = {
    "always gold": StandingOrder("gather", ("turn", "hospital.gather"), "", _answer_gather("gold")),
    "always cards": StandingOrder("gather", ("turn", "hospital.gather"), "", _answer_gather("cards")),
    "always bribe": StandingOrder("bribe", ("blackmailer.bribe",), "upto", _answer_bribe),
    "always refuse": StandingOrder("bribe", ("blackmailer.bribe",), "", answer_always("refuse")),
    "always reveal": StandingOrder("reveal", ("blackmailer.reveal",), "", answer_always("reveal")),
    "always conceal": StandingOrder("reveal", ("blackmailer.reveal",), "", answer_always("conceal")),
    "always confiscate": StandingOrder(
        "confiscate", ("magistrate.confiscate",), "from", _answer_if_worth("confiscate")
    ),
    "always recover": StandingOrder("recover", ("graveyard.recover",), "from", _answer_if_worth("recover")),
    "always decline recover": StandingOrder("recover", ("graveyard.recover",), "", answer_always("decline")),
    "always decline theater": StandingOrder("theater", ("theater.exchange",), "", answer_always("decline")),
    "always tribute gold": StandingOrder("tribute", ("emperor.tribute",), "", _answer_tribute_gold),
    "always tribute card": StandingOrder("tribute", ("emperor.tribute",), "", _answer_tribute_card),
    "always thanks": StandingOrder("thanks", ("turn",), "", answer_always("thanks")),
    "always end": StandingOrder("end", ("turn",), "", answer_always("end"), only_if_nothing_else=True),
    FORCED: FORCED_ORDER,
}


class CitadelsOrderTable(OrderTable[CitadelsGame]):
    """The orders above, and `prefer CHARACTER…` for the draft."""

    refusal = mark("“{line}” is not an order. Orders are: prefer CHARACTER…, {orders}.")
    unit = "gold"

    def list_words(self) -> Collection[str]:
        return [*self.vocabulary, PREFER, *CHARACTERS]

    def parse(self, line: str, variant: str = "") -> str:
        words = self.parse_words(line)
        return (
            _parse_preference(words[1:], variant) if words[:1] == [PREFER] else super().parse(line, variant)
        )

    def kind(self, line: str) -> str:
        return PREFER if line.startswith(f"{PREFER} ") else super().kind(line)

    def answer(self, position: CitadelsGame, seat: str, line: str, offers: Sequence[Offer]) -> Move | None:
        if self.kind(line) != PREFER:
            return super().answer(position, seat, line, offers)
        asked = position.agenda[-1][0].name
        return _pick_preferred(line.split()[1:], offers) if asked == "draft.pick" else None


ORDER_TABLE = CitadelsOrderTable(LEXICON, ORDERS)


def _parse_preference(words: list[str], edition: str) -> str:
    if not words or any(word not in CHARACTERS for word in words):
        raise NotUnderstood(
            mark("Name the characters you prefer, your favourite first: prefer architect merchant.")
        )
    for word in words:
        if edition not in CHARACTERS[word].editions:
            raise NotUnderstood(mark("The {character} is not in this edition."), character=word)
    return f"{PREFER} {' '.join(dict.fromkeys(words))}"


def _pick_preferred(ranked: list[str], offers: Sequence[Offer]) -> Move | None:
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
    return next((line for line in game.players[seat].orders if not ORDER_TABLE.kind(line)), "")
