"""Standing orders of Dominion: which question each answers, and how (rule page, 5.3).

Beside the orders of the rule page there are two for one's own turn: `always treasures`, and a list of what
to buy. `prefer buy province gold duchy left 4 smithy upto 2 silver end` buys the first that can be afforded,
Duchies only when at most 4 Provinces are left, Smithies until one owns 2, and ends the turn if there is
nothing to buy.
"""

from collections.abc import Collection, Sequence

from ..core.agenda import list_questions
from ..core.errors import NotUnderstood
from ..core.notation import Move, Offer, list_distinct
from ..core.orders import FORCED, PREFER
from ..core.standing_orders import (
    FORCED_ORDER,
    ListOrderTable,
    StandingOrder,
    answer_always,
    list_preferred,
)
from ..core.translation import mark
from .buy_list import BuyList
from .card_play import DECLINE, list_reactions
from .cards.card import ACTIONS, CARDS, TREASURES
from .position import DominionGame
from .text.lexicon import LEXICON

NONE, BUY = "none", "buy"
PREFERENCES = {  # what is preferred → the question that the list answers
    "discard": "militia",
    "pass": "masquerade.pass",
    "topdeck": "bureaucrat",
    "gain": "saboteur",
    BUY: "main",
}
# questions of the own turn: everybody knows what may be answered, or the player did before the play, so that
# a turn that is sent as a whole answers as fast
FORESEEN = frozenset(
    {"feast", "ironworks", "mine.gain", "mine.trash", "remodel.gain", "remodel.trash", "spy", "swindler"}
    | {"thief.gain", "thief.trash", "throne_room", "trading_post", "upgrade.gain", "workshop"}
)
LIST_WORDS = ("upto", "left", "end", NONE)


# --- reaction windows


def _answer_window(game: DominionGame, seat: str, number: int) -> Move | None:
    """Reveal a Moat if it is ordered so; decline once every Reaction of the kingdom is settled (O1)."""
    player = game.players[seat]
    shown = list_questions(game, seat)[0].args.get("shown", ())
    unsettled = []
    for card in list_reactions(game):
        if card in shown or f"always decline {card}" in player.orders:
            continue
        if card == "moat" and "always reveal moat" in player.orders:
            if card in player.hand:
                return Move("reveal", ("moat",))
        elif card in player.hand or f"always decline without {card}" not in player.orders:
            unsettled.append(card)
    return None if unsettled else DECLINE


def _window_order(card: str) -> StandingOrder[DominionGame]:
    return StandingOrder(card, ("react",), "", _answer_window)


# --- lists


def pick_discards(game: DominionGame, seat: str, count: int) -> Move | None:
    """The cards of the hand in the order of the list, all copies of a kind together; None if too few."""
    hand, listed = game.players[seat].hand, list_preferred(game.players[seat].orders, "discard")
    chosen = [card for kind in listed for card in hand if card == kind][:count]
    return Move("discard", tuple(chosen) or (NONE,)) if len(chosen) == count else None


def _discard_by_list(game: DominionGame, seat: str, number: int) -> Move | None:
    return pick_discards(game, seat, min(2, len(game.players[seat].hand)))


def _answer_treasures(game: DominionGame, seat: str, number: int) -> Move | None:
    """Play all Treasures as soon as no Action can be played."""
    return None if _can_act(game, seat) else Move("treasures")


def _can_act(game: DominionGame, seat: str) -> bool:
    return bool(game.actions) and not ACTIONS.isdisjoint(game.players[seat].hand)


def _choose_curse(game: DominionGame, seat: str, number: int) -> Move:
    return Move("choose", ("curse",))


ORDERS: dict[str, StandingOrder[DominionGame]] = {
    "always reveal moat": _window_order("moat"),
    "always decline moat": _window_order("moat"),
    "always decline without moat": _window_order("moat"),
    "always decline secret_chamber": _window_order("secret_chamber"),
    "always decline without secret_chamber": _window_order("secret_chamber"),
    "always choose curse": StandingOrder("torturer", ("torturer",), "", _choose_curse),
    "always choose discard": StandingOrder("torturer", ("torturer",), "", _discard_by_list),
    "always treasures": StandingOrder("treasures", ("main",), "", _answer_treasures),
    "always end": StandingOrder("end", ("main",), "", answer_always("end"), only_if_nothing_else=True),
    FORCED: FORCED_ORDER,
}


class DominionOrderTable(ListOrderTable[DominionGame]):
    """The orders above, and the lists: `prefer discard CARD…`."""

    refusal = mark(
        "“{line}” is not an order. Orders are: prefer discard CARD…, prefer pass CARD…, "
        "prefer topdeck CARD…, prefer gain CARD…, prefer buy CARD…, {orders}."
    )
    verbs = PREFERENCES
    example = mark(
        "Say what the list is for, then the cards, your favourite first: prefer discard curse estate."
    )

    def list_words(self) -> Collection[str]:
        return [*self.vocabulary, PREFER, *PREFERENCES, *LIST_WORDS, *CARDS]

    def parse_list(self, verb: str, words: Sequence[str]) -> Sequence[str]:
        return BuyList.parse(words).words() if verb == BUY else _check_list(verb, words)

    def answer_by_list(
        self, position: DominionGame, seat: str, verb: str, listed: Sequence[str], offers: Sequence[Offer]
    ) -> Move | None:
        if list_questions(position, seat)[0].name != PREFERENCES[verb]:
            return None
        return _answer_by_list(position, seat, verb, listed, offers)


def _check_list(verb: str, cards: Sequence[str]) -> list[str]:
    """A list of cards; `none` may end what to gain."""
    allowed = {NONE} if verb == "gain" else set()
    for place, word in enumerate(cards):
        if word not in CARDS and not (word in allowed and place == len(cards) - 1):
            raise NotUnderstood(mark("“{word}” is not a card that a list can name here."), word=word)
    return list_distinct(cards)


def _answer_by_list(
    game: DominionGame, seat: str, verb: str, listed: Sequence[str], offers: Sequence[Offer]
) -> Move | None:
    if verb == "discard":
        return pick_discards(game, seat, len(game.players[seat].hand) - 3)
    if verb == BUY:
        return _answer_by_buy_list(game, seat, listed, offers)
    moves = (Move(verb, (word,)) for word in listed)
    return next((move for move in moves if any(offer.accepts(move) for offer in offers)), None)


def _answer_by_buy_list(
    game: DominionGame, seat: str, listed: Sequence[str], offers: Sequence[Offer]
) -> Move | None:
    """Buy when there is nothing left to play; Treasures that were kept in hand on purpose stay there."""
    treasures_left = game.phase != "buy" and not TREASURES.isdisjoint(game.players[seat].hand)
    if _can_act(game, seat) or treasures_left:
        return None
    move = BuyList.parse(listed).choose(game, seat)
    return move if move and move in offers else None


ORDER_TABLE = DominionOrderTable(LEXICON, ORDERS)


def hides_nothing(game: DominionGame, seat: str) -> bool:
    """Is this seat asked something in its own turn of which the speed of the answer tells nothing?"""
    return game.turn == seat and any(step.name in FORESEEN for step in list_questions(game, seat))


def is_on_turn(game: DominionGame, seat: str) -> bool:
    """Is it this seat's turn, and is it asked something, so that its plan may go on?"""
    return game.turn == seat and bool(list_questions(game, seat))
