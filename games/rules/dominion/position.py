"""A game of Dominion as data. Decks and discard piles are lists with the top card last."""

import msgspec

from ..core.agenda import Position, StepRegistry

VERSION = 1

ACTION_PHASE, BUY_PHASE, OVER = PHASES = ("action", "buy", "over")
OWNER_KNOWS, ALL_KNOW, ORDER_HIDDEN = "*", "+", "~"  # signs that no handle is made of


class DominionPlayer(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """What one seat owns, and what has been seen of it."""

    hand: list[str] = []
    deck: list[str] = []
    discard: list[str] = []
    in_play: list[str] = []
    set_aside: list[str] = []
    revealed: list[str] = []  # turned up from the deck, not put anywhere yet; the first revealed first
    turns: int = 0  # turns begun
    orders: list[str] = []

    # what the others may remember (M7)
    known: str = ""  # a sign for each known card on top of the deck, the topmost last: who knows it
    shown: list[str] = []  # cards of the hand that everybody has seen and that must still be there
    received: list[str] = []  # cards of the hand that the right neighbour passed and that must still be there
    passed: dict[str, int] = {}  # every card passed to the left neighbour so far, by kind


class DominionGame(Position):
    """The whole table."""

    seats: list[str]
    players: dict[str, DominionPlayer]
    kingdom: list[str]
    supply: dict[str, int]
    turn: str
    trash: list[str] = []

    # the turn
    phase: str = ACTION_PHASE
    actions: int = 1
    buys: int = 1
    coins: int = 0
    bought: bool = False
    played: int = 0  # Action plays, for the Conspirator
    reduction: int = 0  # Bridges played
    copper_bonus: int = 0  # Coppersmiths played

    # the card that is being played
    protected: list[str] = []  # seats that have revealed a Moat in this play
    gone: bool = False  # it has left play, so it cannot be trashed again
    passing: dict[str, str] = {}  # Masquerade: the sealed cards


steps: StepRegistry[DominionGame] = StepRegistry()
