"""The kingdom of a game and its supply (rule page, section 1)."""

from collections.abc import Iterable

from ..cards.card import VICTORIES

KINGDOM_SIZE = 10
SEAT_COUNTS = range(2, 7)
STARTING_DECK = ["copper"] * 7 + ["estate"] * 3

SETS = {  # suggested set → its kingdom
    "victory_dance": ("bridge duke great_hall harem ironworks masquerade nobles pawn scout upgrade"),
    "secret_schemes": (
        "conspirator harem ironworks pawn saboteur shanty_town steward swindler trading_post tribute"
    ),
    "best_wishes": (
        "coppersmith courtyard masquerade scout shanty_town"
        " steward torturer trading_post upgrade wishing_well"
    ),
    "deconstruction": (
        "bridge mining_village remodel saboteur secret_chamber spy swindler thief throne_room torturer"
    ),
    "hand_madness": (
        "bureaucrat chancellor council_room courtyard militia mine minion nobles steward torturer"
    ),
    "underlings": ("baron cellar festival library masquerade minion nobles pawn steward witch"),
    "first_game": ("cellar market militia mine moat remodel smithy village woodcutter workshop"),
    "big_money": (
        "adventurer bureaucrat chancellor chapel feast laboratory market mine moneylender throne_room"
    ),
    "interaction": ("bureaucrat chancellor council_room festival library militia moat spy thief village"),
    "size_distortion": ("cellar chapel feast gardens laboratory thief village witch woodcutter workshop"),
    "village_square": (
        "bureaucrat cellar festival library market remodel smithy throne_room village woodcutter"
    ),
}


def find_set(kingdom: Iterable[str]) -> str:
    """The suggested set that this kingdom is; empty if it is none."""
    wanted = sorted(kingdom)
    return next((slug for slug, cards in SETS.items() if sorted(cards.split()) == wanted), "")


def count_pile(slug: str, seats: int) -> int:
    """How many cards lie in the pile of this card when a game begins."""
    supply = build_supply(seats, ())
    return supply[slug] if slug in supply else build_supply(seats, (slug,))[slug]


def build_supply(seats: int, kingdom: Iterable[str]) -> dict[str, int]:
    """The piles of a new game, after dealing; five and six seats use the treasures of both boxes."""
    boxes = 1 if seats <= 4 else 2
    victory = 8 if seats == 2 else 12
    supply = {
        "copper": 60 * boxes - 7 * seats,
        "silver": 40 * boxes,
        "gold": 30 * boxes,
        "estate": victory,
        "duchy": victory,
        "province": {5: 15, 6: 18}.get(seats, victory),
        "curse": 10 * (seats - 1),
    }
    return supply | {card: victory if card in VICTORIES else 10 for card in kingdom}
