"""The data of a game of Citadels. It is stored as JSON, so names of fields must not change."""

import msgspec

from ..core.agenda import Position, StepRegistry

VERSION = 1
LONG_GOAL, SHORT_GOAL = 8, 7  # how many districts complete a city
END = "end"  # the value of `called` after the last character
DRAFT, THEATER, TURNS, OVER = PHASES = ("draft", "theater", "turns", "over")


class Glimpse(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """What a seat saw in a place that cards have left unseen since."""

    cards: tuple[str, ...] = ()  # all of these were there...
    gone: int = 0  # ...but this many of them may have left
    types: dict[str, int] = {}  # type, or "" for all others → at least this many cards


class Memory(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """More that a seat knows. Immutable, because copies of a position share it."""

    glimpses: dict[str, Glimpse] = {}  # what it saw in another hand or in the deck, and may be gone
    under: dict[str, tuple[str, ...]] = {}  # cards under another Museum, "" for unknown ones
    below: dict[int, str] = {}  # cards of the deck whose position it knows, by number


class CitadelsPlayer(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """One seat: its stash, hand and city, and the characters it holds this round."""

    gold: int = 0
    hand: list[str] = []
    city: list[str] = []
    beautified: list[str] = []  # districts of the city with a coin on them
    museum: list[str] = []  # cards under the Museum
    characters: list[str] = []
    revealed: list[str] = []  # those of the characters that lie face up
    built_this_round: list[str] = []
    orders: list[str] = []
    seen: tuple[tuple[str, ...], ...] = ()  # the choices at each pick of this round
    picked: tuple[str, ...] = ()  # what was picked, before any Theater
    knows: dict[str, list[str]] = {}  # cards that this seat knows to be in another hand, or in the deck
    away: tuple[str, ...] = ()  # what this seat itself put away face down (2 players)
    memory: Memory = Memory()


class CitadelsGame(Position):
    """A position. The fields of the round and of the turn are reset when a new one begins."""

    edition: str
    seats: list[str]  # clockwise
    players: dict[str, CitadelsPlayer]
    cast: tuple[str, ...]  # by rank
    uniques: tuple[str, ...]  # the unique districts of this game
    goal: int
    crown: str
    deck: list[str]  # top first
    laid: int = 0  # cards put under the deck since it was last shuffled; they are numbered from 0
    short: bool = False
    courtesy: str = "spoken"
    phase: str = DRAFT
    round: int = 1
    first_completed: list[str] = []
    taxes: int = 0
    bell: bool = False
    through_bell: list[str] = []  # seats in first_completed only because the bell lowered the goal

    # the round
    character_deck: list[str] = []
    faceup: list[str] = []
    facedown: list[str] = []
    drafted_from: str = ""  # who chose first; the crown may have moved since
    swapped: list[str] = []  # the two seats that exchanged characters with the Theater
    called: str = ""
    murdered: str = ""
    bewitched: str = ""
    robbed: str = ""
    robber: str = ""
    warrants: dict[str, bool] = {}  # character → signed
    threats: dict[str, bool] = {}  # character → flowered lace
    blackmailer: str = ""
    unmasked: bool = False  # a threat was revealed, so everybody knows the other one too

    # the turn
    begun: bool = False
    gathered: bool = False
    thanked: bool = True
    built: int = 0
    first_paid: bool = False
    paid: int = 0
    used: list[str] = []


steps: StepRegistry[CitadelsGame] = StepRegistry()
