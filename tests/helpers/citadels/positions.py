"""Positions of Citadels in memory, for tests that need no stored game."""

from typing import Any

from games.rules.citadels.characters.card import RANK
from games.rules.citadels.districts.cards import NEW
from games.rules.citadels.position import CitadelsGame
from games.rules.citadels.ruleset import CITADELS
from tests.helpers.citadels.questions import HAND

SEATS = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal"]


def loaded(page: dict[str, Any], seats: int = 4, edition: str = NEW) -> CitadelsGame:
    """A position of the notation in which `{0}` is Ann, `{1}` Bob, and so on."""

    def named(value: Any) -> Any:
        if isinstance(value, dict):
            return {named(key): named(one) for key, one in value.items()}
        if isinstance(value, list):
            return [named(one) for one in value]
        return value.format(*SEATS) if isinstance(value, str) else value

    return CITADELS.notation.load({"seats": SEATS[:seats], **named(page)}, {"edition": edition})


def at_eight(character: str) -> CitadelsGame:
    """Ann is this character at a table of eight; the later a seat, the larger its hand."""
    ranks = RANK[NEW]
    free = [slug for slug, rank in ranks.items() if rank != ranks[character]]
    by_rank = {ranks[slug]: slug for slug in free}
    others = {
        seat: {"characters": [by_rank.popitem()[1]], "gold": place, "hand": ["market"] * (place + 1)}
        for place, seat in enumerate(SEATS[1:])
    }
    for other in others.values():
        other["hand"] = other["hand"][:4]
    own = {"characters": [character], "gold": 6, "hand": HAND}
    return CITADELS.notation.load(
        {"seats": SEATS, "called": character, "begun": True, "Ann": own, **others}, {}
    )
