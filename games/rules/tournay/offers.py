"""What the rules may ask with: moves that are made once, and the borrowing of citizens."""

from collections.abc import Callable, Iterable

from ..core.chain_offer import ChainOffer, ChainPlace, Chosen
from ..core.notation import Move
from .actions import list_lenders
from .numbers import BORROWED_CITIZEN, COLOURS, DECKS
from .position import TournayGame

YELLOW, WHITE, RED = COLOURS
NONE_LENT = dict.fromkeys(COLOURS, 0)
FIGHTER = RED  # the colour of the citizens that fight events
TOP, TWO, USING = "top", "two", "using"
# value of what is done with borrowed citizens → their colour, how many it takes, its other cost in deniers
Needs = Callable[[str], tuple[str, int, int]]

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


class Loans:
    """What a seat could borrow: of each colour as many as the others have ready and it can pay for."""

    __slots__ = ("deniers", "game", "most", "own", "seat")

    def __init__(self, game: TournayGame, seat: str, *, counted: bool = True) -> None:
        """Where they are not `counted`, nothing can be borrowed: for a move with own citizens only."""
        self.game = game
        self.seat = seat
        player = game.players[seat]
        self.own, self.deniers = player.plaza, player.deniers
        self.most = NONE_LENT
        affordable = self.deniers // BORROWED_CITIZEN
        if affordable and counted:
            yellow = white = red = -affordable
            for lender in game.players.values():
                if lender is not player:
                    ready = lender.plaza
                    yellow += ready[YELLOW]
                    white += ready[WHITE]
                    red += ready[RED]
            self.most = {
                YELLOW: affordable + min(yellow, 0),
                WHITE: affordable + min(white, 0),
                RED: affordable + min(red, 0),
            }

    def count(self, colour: str, needed: int, cost: int) -> tuple[int, int]:
        """The least and the most citizens that can be borrowed to make up this number, at this other cost."""
        affordable = (self.deniers - cost) // BORROWED_CITIZEN
        return max(1, needed - self.own[colour]), min(needed, self.most[colour], affordable)

    def can_fight(self, citizens: int, cost: int) -> bool:
        least, most = self.count(FIGHTER, citizens, cost)
        return least <= most

    def can_draw(self, colour: str, needed: int) -> bool:
        """Can citizens be borrowed that, with its own, make up this number?"""
        most = self.most[colour]
        return most > 0 and needed - self.own[colour] <= most

    def offer(
        self, verb: str, place: str, list_values: Callable[[], Iterable[str]], needs: Needs
    ) -> ChainOffer:
        """Offer these ways to do something with citizens of others (T3): what, then whose citizens."""

        def next_place(chosen: Chosen) -> ChainPlace | None:
            if not chosen:
                return ChainPlace(place, tuple(list_values()))
            if len(chosen) > 1:
                return None
            colour, needed, cost = needs(chosen[0][0])
            least, most = self.count(colour, needed, cost)
            return ChainPlace(USING, list_lenders(self.game, self.seat, colour), least, most, USING)

        return ChainOffer(verb, (), next_place)
