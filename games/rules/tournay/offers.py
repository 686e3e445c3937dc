"""What the rules may ask with: moves that are made once, and the borrowing of citizens."""

from collections.abc import Callable, Sequence

from ..core.chain_offer import ChainOffer, ChainPlace, Chosen
from ..core.notation import Move
from .actions import list_lenders
from .numbers import BORROWED_CITIZEN, COLOURS, DECKS
from .position import TournayGame

TOP, TWO, USING = "top", "two", "using"
DRAW_MOVES = {(deck, how): Move("draw", (deck[:-1], deck[-1], how)) for deck in DECKS for how in (TOP, TWO)}
GATHER, SKIP = Move("gather"), Move("skip")
RECRUIT_MOVES = {colour: Move("recruit", (colour,)) for colour in COLOURS}


def list_ways_to_draw(game: TournayGame, deck: str) -> tuple[str, ...]:
    """How a card can be drawn from this deck (D1 to D3, D5)."""
    cards = game.decks[deck]
    if not cards:
        return ()
    if deck not in game.up:
        return (TWO,)
    return (TOP, TWO) if len(cards) > 1 else (TOP,)


# what is done with borrowed citizens → their colour, how many it takes, the other deniers that it costs
Needs = Callable[[str], tuple[str, int, int]]


def offer_with_borrowed(
    game: TournayGame, seat: str, verb: str, place: str, values: Sequence[str], needs: Needs
) -> ChainOffer | None:
    """Offer what can be done with citizens of others (T3): what, then whose; None if there is nothing."""
    able = tuple(value for value in values if count_borrowed(game, seat, *needs(value))[1])
    if not able:
        return None

    def next_place(chosen: Chosen) -> ChainPlace | None:
        if not chosen:
            return ChainPlace(place, able)
        if len(chosen) > 1:
            return None
        colour, count, cost = needs(chosen[0][0])
        least, most = count_borrowed(game, seat, colour, count, cost)
        return ChainPlace(USING, list_lenders(game, seat, colour), least, most, USING)

    return ChainOffer(verb, (), next_place)


def count_borrowed(game: TournayGame, seat: str, colour: str, count: int, cost: int) -> tuple[int, int]:
    """The least and the most citizens that can be borrowed to make up this number; (0, 0) if none can."""
    player = game.players[seat]
    ready = sum(other.plaza[colour] for other in game.players.values()) - player.plaza[colour]
    most = min(count, ready, (player.deniers - cost) // BORROWED_CITIZEN)
    least = max(1, count - player.plaza[colour])
    return (least, most) if least <= most else (0, 0)
