"""Positions in which each kind of question of Citadels is asked, in both editions where they have it.

`{0}` is the first seat, and so on.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from games.rules.citadels.characters.card import RANK
from games.rules.citadels.districts.cards import CLASSIC, EDITIONS, NEW

HAND = ["tavern", "market", "docks", "castle", "temple"]
RIVALS = {
    "{1}": {"gold": 4, "hand": ["palace", "docks"], "city": ["manor", "tavern", "temple"]},
    "{2}": {"gold": 7, "hand": ["market", "prison", "castle"], "city": ["castle", "monastery"]},
    "{3}": {"gold": 1, "hand": ["fortress"], "city": ["watchtower", "docks", "palace"]},
}
SEATED = {  # who is whom beside the one who is asked
    "{1}": {**RIVALS["{1}"], "characters": ["architect"]},
    "{2}": {**RIVALS["{2}"], "characters": ["bishop"]},
    "{3}": {**RIVALS["{3}"], "characters": ["warlord"]},
}
TURN = {"called": "merchant", "gathered": True, **SEATED}
TYPES = ["manor", "market", "monastery", "watchtower", "prison", "palace", "harbor"]


SECOND_PICK_OF_TWO = {  # who chooses keeps one and puts one away
    "phase": "draft",
    "crown": "{0}",
    "drafter": "{1}",
    "{0}": {"characters": ["king"]},
    "facedown": ["thief"],
    "character_deck": ["assassin", "magician", "bishop", "merchant", "architect", "warlord"],
}


class Question(NamedTuple):
    """What is asked, of how many seats in which edition, and the position in notation."""

    step: str
    edition: str
    seats: int
    page: dict[str, Any]


def list_questions() -> Iterator[Question]:
    for edition in EDITIONS:
        for seats in (2, 4, 8):
            yield Question("draft.pick", edition, seats, {"phase": "draft", "crown": "{0}"})
        yield Question("draft.pick", edition, 2, SECOND_PICK_OF_TWO)
        yield Question("turn", edition, 4, turn("assassin", edition))
        for step, page in ASKED.items():
            yield Question(step, edition, 4, page)
    for step, page in ASKED_2016.items():
        yield Question(step, NEW, 4, page)
    yield Question("turn.keep", NEW, 4, SCHOLAR)
    for step, page in ASKED_CLASSIC.items():
        yield Question(step, CLASSIC, 4, page)


def turn(character: str, edition: str) -> dict[str, Any]:
    """The first seat has this character and much to do; the others have what somebody may want."""
    ranks = RANK[edition]
    by_rank = {rank: slug for slug, rank in ranks.items() if rank not in (ranks[character], 9)}
    others = [{**RIVALS[seat], "characters": [by_rank.popitem()[1]]} for seat in RIVALS]
    own = {"characters": [character], "gold": 6, "hand": HAND, "city": ["manor", "church", "harbor"]}
    return {"called": character, "begun": True, "{0}": own, **dict(zip(RIVALS, others, strict=True))}


def _own(**more: Any) -> dict[str, Any]:
    return {"{0}": {"characters": ["merchant"], "gold": 5, "hand": HAND, "city": ["manor"], **more}}


def _pending(kind: str, seat: str = "{0}", **fields: Any) -> dict[str, Any]:
    return {"pending": {"kind": kind, "seat": seat, **fields}}


ASKED: dict[str, dict[str, Any]] = {  # in both editions
    "turn.keep": {**TURN, **_own(), **_pending("keep", cards=["palace", "temple", "docks"], count=1)},
    "emperor.tribute": {
        **SEATED,
        "called": "emperor",
        "gathered": True,
        "{0}": {"characters": ["emperor"]},
        **_pending("tribute", "{1}", to="{0}"),
    },
    "heir.crown": {
        **SEATED,
        "called": "end",
        "murdered": "emperor",
        "{0}": {"characters": ["emperor"]},
        **_pending("crown"),
    },
}
SCHOLAR = {
    **TURN,
    **_own(characters=["scholar"], city=["temple"]),
    "called": "scholar",
    "{1}": {**RIVALS["{1}"], "characters": ["merchant"]},
    **_pending("keep", cards=[*HAND, "laboratory", "school_of_magic"], count=1),
}
ASKED_2016: dict[str, dict[str, Any]] = {
    "theater.exchange": {**SEATED, **_own(city=["theater"]), "phase": "theater", "crown": "{1}"},
    "blackmailer.bribe": {
        **TURN,
        **_own(),
        "threats": {"lace": "merchant", "blank": "bishop", "by": "{3}"},
        "{3}": {**RIVALS["{3}"], "characters": ["blackmailer"]},
        **_pending("bribe"),
    },
    "blackmailer.reveal": {
        **TURN,
        **_own(),
        "threats": {"lace": "merchant", "blank": "bishop", "by": "{3}"},
        "{3}": {**RIVALS["{3}"], "characters": ["blackmailer"]},
        **_pending("reveal", "{3}"),
    },
    "magistrate.confiscate": {
        **TURN,
        **_own(),
        "warrants": {"signed": "merchant", "blank": ["bishop", "king"]},
        "{3}": {**RIVALS["{3}"], "characters": ["magistrate"]},
        **_pending("confiscate", "{3}", builder="{0}", card="stables", gold=2, counts=False),
    },
    "wizard.take": {
        **TURN,
        "called": "wizard",
        "{0}": {"characters": ["wizard"], "gold": 4, "hand": HAND},
        **_pending("look", target="{2}"),
    },
    "seer.give": {
        **TURN,
        "called": "seer",
        "{0}": {"characters": ["seer"], "hand": [*HAND, "palace", "prison", "fortress"]},
        **_pending("give", **{"from": ["{1}", "{2}", "{3}"]}),
    },
}
ASKED_CLASSIC: dict[str, dict[str, Any]] = {
    "graveyard.recover": {
        **TURN,
        **_own(),
        "called": "warlord",
        "{1}": {**SEATED["{1}"], "city": ["graveyard"]},
        **_pending("recover", "{1}", card="market"),
    },
    "lighthouse.search": {**TURN, "built": 1, **_own(city=["lighthouse"]), **_pending("search")},
    "bell_tower.announce": {**TURN, "built": 1, **_own(city=["bell_tower"]), **_pending("announce")},
    "hospital.gather": {
        **SEATED,
        "called": "merchant",
        "murdered": "merchant",
        **_own(city=["hospital"]),
        **_pending("hospital"),
    },
}
