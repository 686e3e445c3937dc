"""The fields of a written position, and the defaults that depend on other fields."""

import msgspec

from ..actions import is_completed, rank_of
from ..position import DRAFT, END, THEATER, CitadelsGame

STEP_BY_KIND = {  # pending kind → step
    "keep": "turn.keep",
    "bribe": "blackmailer.bribe",
    "reveal": "blackmailer.reveal",
    "confiscate": "magistrate.confiscate",
    "tribute": "emperor.tribute",
    "look": "wizard.take",
    "give": "seer.give",
    "recover": "graveyard.recover",
    "search": "lighthouse.search",
    "announce": "bell_tower.announce",
    "hospital": "hospital.gather",
    "crown": "heir.crown",
}
REQUIRED_FIELDS = {  # pending kind → fields that it must have
    "keep": ("cards", "count"),
    "confiscate": ("builder", "card", "gold", "counts"),
    "tribute": ("to",),
    "look": ("target",),
    "give": ("from",),
    "recover": ("card",),
}


class StrictSchema(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A part of a written position: unknown fields are refused."""


class WarrantsSchema(StrictSchema):
    signed: str
    blank: list[str]


class ThreatsSchema(StrictSchema):
    lace: str | None = None
    blank: str | None = None
    by: str | None = None


class PendingSchema(StrictSchema, rename={"giver": "from"}):
    kind: str
    seat: str
    cards: list[str] | None = None
    count: int | None = None
    study: bool = False
    builder: str | None = None
    card: str | None = None
    gold: int | None = None
    counts: bool | None = None
    to: str | None = None
    target: str | None = None
    giver: list[str] | None = None


class PlayerSchema(StrictSchema):
    gold: int = 0
    hand: list[str] = []
    city: list[str] = []
    beautified: list[str] = []
    museum: list[str] = []
    characters: list[str] = []
    revealed: list[str] | None = None
    orders: list[str] = []
    built_this_round: list[str] = []


class PositionSchema(StrictSchema):
    seats: list[str]
    cast: list[str] | None = None
    goal: int | None = None
    round: int = 1
    crown: str | None = None
    phase: str | None = None
    drafter: str | None = None
    character_deck: list[str] | None = None
    faceup: list[str] = []
    facedown: list[str] = []
    called: str | None = None
    begun: bool = False
    gathered: bool = False
    thanked: bool = True
    built: int = 0
    first_paid: bool = False
    paid: int = 0
    used: list[str] = []
    murdered: str | None = None
    bewitched: str | None = None
    robbed: str | None = None
    robber: str | None = None
    warrants: WarrantsSchema | None = None
    threats: ThreatsSchema | None = None
    taxes: int = 0
    deck: list[str] | None = None
    first_completed: str | list[str] | None = None
    bell: bool = False
    pending: PendingSchema | None = None
    seed: int = 0


POSITION_FIELDS = frozenset(PositionSchema.__struct_fields__)


# --- defaults


def default_revealed(game: CitadelsGame, seat: str) -> list[str]:
    """The characters of a seat that are revealed by default: all called so far, except a murdered one."""
    if game.phase in (DRAFT, THEATER) or not game.called:
        return []
    limit = 10 if game.called == END else rank_of(game, game.called) + game.begun
    shown = game.players[seat].characters
    return [one for one in shown if rank_of(game, one) < limit and one != game.murdered]


def default_first_completed(game: CitadelsGame) -> list[str]:
    completed = [seat for seat in game.seats if is_completed(game, game.players[seat])]
    return completed if len(completed) == 1 else []
