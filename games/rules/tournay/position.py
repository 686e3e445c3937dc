"""A game of Tournay as data. Decks and stacks are lists with the top card first."""

import msgspec

from ..core.agenda import Position, StepRegistry

VERSION = 1

PLACE, ACT, LAST_CARD, OVER = STEPS = ("place", "act", "last_card", "over")
TOWN_CRIER = "town_crier"
GREY = "grey"  # the token of a citizen that was borrowed
FIRST_CELL = "c3"
COLUMNS, ROWS = "abcde", "12345"
CELLS = tuple(f"{column}{row}" for row in ROWS for column in COLUMNS)  # in reading order


class Space(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """One space of a district: the cards on it, and what stands on the visible one."""

    cards: list[str]
    citizen: str = ""  # a colour, or GREY
    damaged: bool = False


class QueuedEvent(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """An event of the queue and the coins on it."""

    event: str
    coins: int = 0


class TournayPlayer(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """What one seat owns, and what has been seen of its hand."""

    deniers: int
    plaza: dict[str, int]  # ready citizens, by colour
    aside: dict[str, int]  # spent ones
    hand: list[str] = []  # activity cards
    events: list[str] = []  # event cards in the hand; everybody has seen them
    district: dict[str, Space] = {}
    ramparts: list[str] = []
    orders: list[str] = []
    known: list[
        str
    ] = []  # for each card of the hand the other seats that know it: digits, their places at the table


class TournayGame(Position):
    """The whole table."""

    seats: list[str]
    players: dict[str, TournayPlayer]
    supply: dict[str, int]
    queue: list[QueuedEvent]
    event_deck: list[str]
    decks: dict[str, list[str]]
    start: str
    turn: str
    mode: str = "basic"
    cards: str = "own"  # the card set
    up: list[str] = []  # decks whose top card lies face up
    criers: list[str] = []  # decks whose crier has been revealed
    round: int = 1
    step: str = PLACE
    last_round: bool = False

    # what only one or some of the seats know
    drawn: list[str] = []  # the two cards that the active seat looks at; they are out of their deck
    drawn_known: list[str] = []  # for each of them the other seats that know it
    buried: dict[
        str, list[str]
    ] = {}  # deck → for each card put under it, the last one lowest, the seats that know it
    events_buried: int = 0  # events under the event deck, put there for all to see


steps: StepRegistry[TournayGame] = StepRegistry()
