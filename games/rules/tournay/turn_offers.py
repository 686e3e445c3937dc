"""What a turn offers: to place a card first, and the actions, each by its verb (rule page, section 3)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from ..core.notation import Move, Offer
from .activation import ACTIVATE, offer_to_activate
from .cards.card import CARD_SETS
from .numbers import ADVANCED, CITIZENS_OF_A_COLOUR, CITIZENS_TO_DRAW, COLOURS, DECKS, RECRUIT, TAX
from .offers import (
    DRAW_MOVES,
    FIGHTER,
    GATHER,
    NONE_LENT,
    RECRUIT_MOVES,
    TOP,
    TWO,
    USING,
    Loans,
    list_ways_to_draw,
)
from .placement import offer_to_place
from .position import PLACE, TournayGame

PLACE_CARD, DRAW, FIGHT, COLLECT_TAX = "place", "draw", "fight", "tax"
WITH = "with"
DECK_FACTS = {deck: (deck[:-1], CITIZENS_TO_DRAW[int(deck[-1])]) for deck in DECKS}
# each deck, the colour and number of citizens that a draw takes, and the moves
DRAWS = tuple((deck, *DECK_FACTS[deck], DRAW_MOVES[deck, TOP], DRAW_MOVES[deck, TWO]) for deck in DECKS)
DRAW_VALUES = {key: " ".join(move.args) for key, move in DRAW_MOVES.items()}  # as a field of a form says it
DRAW_NEEDS = {value: (*DECK_FACTS[deck], 0) for (deck, _), value in DRAW_VALUES.items()}
FIGHT_MOVES = {  # event → the moves with one citizen and with two
    event: (Move(FIGHT, (event, WITH, "1")), Move(FIGHT, (event, WITH, "2")))
    for one in CARD_SETS.values()
    for event in one.events
}
TAX_MOVES = {
    colour: tuple(
        Move("tax", (colour, str(count))) for count in range(TAX[0], CITIZENS_OF_A_COLOUR + 1, TAX[0])
    )
    for colour in COLOURS
}


def list_turn_offers(game: TournayGame, seat: str) -> list[Offer]:
    """Everything that the turn offers: taking an action gives up placing (T1)."""
    loans, offers = Loans(game, seat), list[Offer]()
    for offer_some in TURN_OFFERS.values():
        offers += offer_some(game, loans)
    return offers


def list_turn_offers_for(game: TournayGame, seat: str, move: Move) -> Iterable[Offer]:
    """What the turn offers with the verb of this move; with citizens of others only if it has some."""
    offer_some = TURN_OFFERS.get(move.verb)
    if offer_some is None:
        return ()
    return offer_some(game, Loans(game, seat, counted=USING in move.args))


def _offer_to_place(game: TournayGame, loans: Loans) -> Iterable[Offer]:
    return offer_to_place(game, loans.seat) if game.step == PLACE else ()


def _offer_to_draw(game: TournayGame, loans: Loans) -> Iterable[Offer]:
    """Offer each deck for own citizens of its colour, and with borrowed ones (D1, T3)."""
    own, up, decks = loans.own, game.up, game.decks
    offers: list[Offer] = []
    lenders, can_borrow = loans.most is not NONE_LENT, False
    for deck, colour, needed, top, two in DRAWS:
        cards = decks[deck]
        if not cards:
            continue
        if own[colour] >= needed:
            if deck not in up:
                offers.append(two)
            else:
                offers += (top, two) if len(cards) > 1 else (top,)
        if lenders and not can_borrow:
            can_borrow = loans.can_draw(colour, needed)
    if can_borrow:
        offers.append(loans.offer(DRAW, "deck", lambda: _list_draws(game, loans), DRAW_NEEDS.__getitem__))
    return offers


def _list_draws(game: TournayGame, loans: Loans) -> list[str]:
    """What could be drawn with borrowed citizens, as `red 2 two`."""
    values: list[str] = []
    for deck, colour, needed, _, _ in DRAWS:
        if loans.can_draw(colour, needed):
            values += [DRAW_VALUES[deck, how] for how in list_ways_to_draw(game, deck)]
    return values


def _offer_to_fight(game: TournayGame, loans: Loans) -> Iterable[Offer]:
    """Offer each event for two red citizens, or for one and some deniers (F1)."""
    own, most, deniers = loans.own[FIGHTER], loans.most[FIGHTER], loans.deniers
    offers: list[Offer] = []
    if own:
        for queued in game.queue:
            with_one, with_two = FIGHT_MOVES[queued.event]
            if own > 1:
                offers.append(with_two)
            if deniers >= price_fight(1, queued.coins):
                offers.append(with_one)
    if most and game.queue:
        coins = {queued.event: queued.coins for queued in game.queue}
        if own or most > 1 or loans.can_fight(1, price_fight(1, min(coins.values()))):
            needs = partial(_need_to_fight, coins)
            offers.append(loans.offer(FIGHT, "event", lambda: _list_fights(coins, loans), needs))
    return offers


def _list_fights(coins: Mapping[str, int], loans: Loans) -> Iterator[str]:
    """What could be fought with borrowed citizens, as `famine with 2`."""
    for event in coins:
        for citizens in (2, 1):
            if loans.can_fight(citizens, price_fight(citizens, coins[event])):
                yield f"{event} {WITH} {citizens}"


def _need_to_fight(coins: Mapping[str, int], value: str) -> tuple[str, int, int]:
    event, _, citizens = value.split(" ")
    return FIGHTER, int(citizens), price_fight(int(citizens), coins[event])


def price_fight(citizens: int, coins: int) -> int:
    return 1 + coins if citizens == 1 else 0


def _offer_taxes(game: TournayGame, loans: Loans) -> Iterable[Offer]:
    moves: list[Offer] = []
    for colour, citizens in loans.own.items():
        if citizens >= TAX[0]:
            moves += TAX_MOVES[colour][: citizens // TAX[0]]
    return moves


def _offer_to_gather(game: TournayGame, loans: Loans) -> Iterable[Offer]:
    return (GATHER,)


def _offer_to_recruit(game: TournayGame, loans: Loans) -> Iterable[Offer]:
    """Only in the advanced game (R1)."""
    if game.mode != ADVANCED or loans.deniers < RECRUIT:
        return ()
    return [RECRUIT_MOVES[colour] for colour in COLOURS if loans.own[colour] and game.supply[colour]]


TURN_OFFERS: dict[str, Callable[[TournayGame, Loans], Iterable[Offer]]] = {
    PLACE_CARD: _offer_to_place,
    DRAW: _offer_to_draw,
    ACTIVATE: offer_to_activate,
    FIGHT: _offer_to_fight,
    COLLECT_TAX: _offer_taxes,
    GATHER.verb: _offer_to_gather,
    "recruit": _offer_to_recruit,
}
