"""The stored data of a game of Citadels."""

import msgspec

from ..core.agenda import Position, Steps

VERSION = 1
LONG_GOAL, SHORT_GOAL = 8, 7  # how many districts complete a city
END = "end"  # what is called when every character has been
DRAFT, THEATER, TURNS, OVER = PHASES = ("draft", "theater", "turns", "over")


class Glimpse(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """What somebody saw in a place from which cards have left unseen since."""

    cards: tuple[str, ...] = ()  # all of these were there...
    gone: int = 0  # ...but so many of them may have left
    types: dict[str, int] = {}  # at least so many cards of a type are there, and of all others


class Memory(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """More that a seat knows. Never changed, always made anew: copies of a position share it."""

    glimpses: dict[str, Glimpse] = {}  # what it saw in another hand, or in the deck, and may be gone
    under: dict[str, tuple[str, ...]] = {}  # what lies under another Museum, "" for what it does not know
    below: dict[int, str] = {}  # cards of the deck whose place it knows, by their number


class Player(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
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
    seen: tuple[tuple[str, ...], ...] = ()  # what lay there at each pick of this round
    picked: tuple[str, ...] = ()  # what was picked, before any Theater
    knows: dict[str, list[str]] = {}  # cards that this seat knows to be in another hand, or in the deck
    away: tuple[str, ...] = ()  # what this seat itself put away face down (2 players)
    memory: Memory = Memory()


class Game(Position):
    """A position. The fields of a round and of a turn are reset when one begins."""

    edition: str
    seats: list[str]  # clockwise
    players: dict[str, Player]
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
    through_bell: list[str] = []  # who is in first_completed only because the bell lowered the goal

    # the round
    character_deck: list[str] = []
    faceup: list[str] = []
    facedown: list[str] = []
    drafted_from: str = ""  # who chose first; the crown may have passed on since
    swapped: list[str] = []  # the two seats that exchanged characters by the Theater
    called: str = ""
    murdered: str = ""
    bewitched: str = ""
    robbed: str = ""
    robber: str = ""
    warrants: dict[str, bool] = {}  # character → signed
    threats: dict[str, bool] = {}  # character → flowered lace
    blackmailer: str = ""
    unmasked: bool = False  # one of the threats was shown, so everybody knows the other

    # the turn
    begun: bool = False
    gathered: bool = False
    thanked: bool = True
    built: int = 0
    first_paid: bool = False
    paid: int = 0
    used: list[str] = []


steps: Steps[Game] = Steps()
