"""Standing orders of Tournay: which question each answers, and how (rule page, section 15).

Out of turn a seat is only asked about events. A preference for what is laid down or damaged answers where
no rampart could be laid, or where `always endure` says that none shall be.
"""

from collections.abc import Collection, Sequence

from ..core.agenda import list_questions
from ..core.errors import NotUnderstood
from ..core.notation import Move, Offer, list_distinct
from ..core.orders import FORCED, PREFER
from ..core.standing_orders import FORCED_ORDER, ListOrderTable, StandingOrder, answer_always
from ..core.translation import mark
from .actions import find_queued
from .cards.card import DAMAGE, EventCard, card_set
from .numbers import COLOURS
from .position import ACT, CELLS, TournayGame
from .text.lexicon import LEXICON
from .town_crier import DAMAGE_CARDS, ENDURE, LAY, RAMPART, can_hurt, list_choices

ALWAYS_ENDURE = "always endure"
PREFERENCES: dict[str, Collection[str]] = {LAY: COLOURS, DAMAGE_CARDS: CELLS}  # verb → what a list may name


def find_asked_event(game: TournayGame, seat: str) -> tuple[EventCard, int] | None:
    """The event that this seat is asked about, and its coins."""
    for step in list_questions(game, seat):
        if step.name == "suffer":
            queued = find_queued(game, step.args["event"])
            return card_set(game).events[queued.event], queued.coins
    return None


def _lay_rampart(game: TournayGame, seat: str, number: int) -> Move | None:
    """Lay the first event card by alphabet."""
    held, asked = game.players[seat].events, find_asked_event(game, seat)
    return Move(RAMPART, (min(held), asked[0].slug)) if held and asked else None


def _lay_rampart_if_hurt(game: TournayGame, seat: str, number: int) -> Move | None:
    asked = find_asked_event(game, seat)
    if asked and not can_hurt(game, seat, asked[0]):
        return Move(ENDURE, (asked[0].slug,))
    return _lay_rampart(game, seat, number)


def _endure(game: TournayGame, seat: str, number: int) -> Move | None:
    """Not offered where there is a choice: the choice is the way to endure."""
    asked = find_asked_event(game, seat)
    return Move(ENDURE, (asked[0].slug,)) if asked else None


ORDERS: dict[str, StandingOrder[TournayGame]] = {
    "always rampart": StandingOrder("event", ("suffer",), "", _lay_rampart),
    "always rampart hurt": StandingOrder("event", ("suffer",), "", _lay_rampart_if_hurt),
    ALWAYS_ENDURE: StandingOrder("event", ("suffer",), "", _endure),
    "always skip": StandingOrder("last_card", ("last_card",), "", answer_always("skip")),
    FORCED: FORCED_ORDER,
}


class TournayOrderTable(ListOrderTable[TournayGame]):
    """The orders above, and the lists: `prefer lay COLOUR…`, `prefer damage CELL…`."""

    refusal = mark("“{line}” is not an order. Orders are: prefer lay COLOUR…, prefer damage CELL…, {orders}.")
    verbs = PREFERENCES
    example = mark("Say what the list is for, then the best first: prefer lay red yellow white.")

    def list_words(self) -> Collection[str]:
        return [*self.vocabulary, PREFER, *PREFERENCES, *COLOURS, *CELLS]

    def parse_list(self, verb: str, words: Sequence[str]) -> Sequence[str]:
        for word in words:
            if word not in PREFERENCES[verb]:
                raise NotUnderstood(mark("“{word}” is nothing that this list can name."), word=word)
        return list_distinct(words)

    def answer_by_list(
        self, position: TournayGame, seat: str, verb: str, listed: Sequence[str], offers: Sequence[Offer]
    ) -> Move | None:
        move = _answer_by_list(position, seat, verb, listed)
        return move if move and any(offer.accepts(move) for offer in offers) else None


def _answer_by_list(game: TournayGame, seat: str, verb: str, listed: Sequence[str]) -> Move | None:
    """The first of what is listed, as much as the event takes; None if that is too little."""
    asked, player = find_asked_event(game, seat), game.players[seat]
    if asked is None or (player.events and ALWAYS_ENDURE not in player.orders):
        return None
    event, coins = asked
    if (verb == DAMAGE_CARDS) != (event.family == DAMAGE):
        return None
    choices = list_choices(game, seat, event, coins)
    chosen = [value for word in listed for value in choices if value == word][:coins]
    return Move(verb, tuple(chosen)) if len(chosen) == coins else None


ORDER_TABLE = TournayOrderTable(LEXICON, ORDERS)


def hides_nothing(game: TournayGame, seat: str) -> bool:
    """Does everybody see that there is no choice? The actions alone depend on nothing hidden."""
    return game.step == ACT and any(step.name == "turn" for step in list_questions(game, seat))


def is_on_turn(game: TournayGame, seat: str) -> bool:
    """Is this seat asked something of its own turn? A question about an event is none (L4)."""
    return game.turn == seat and any(step.name != "suffer" for step in list_questions(game, seat))
