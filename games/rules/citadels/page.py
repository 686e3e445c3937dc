"""The table for a page: everything that its templates show, as names and sentences.

It is made from a `Reader`, who has a view and nothing else: what the view hides cannot come in here.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from ..core.notation import Namer
from .calls_text import exchanged, put_aside, standing
from .districts.table import COST, TYPE, TYPES, UNIQUE
from .position import DRAFT, OVER, THEATER, TURNS
from .question_text import question_text
from .reader import TEXTS, Reader
from .secrets_text import seen, shown, unshown
from .table_text import clockwise, facts, points, roles


class Card(msgspec.Struct, frozen=True):
    """A district, in a hand or in a street."""

    slug: str
    name: str
    type: str
    type_name: str
    cost: int
    effect: str = ""
    note: str = ""
    coin: bool = False
    missing: int = 0  # gold that the reader has not got
    letter: str = ""  # of its type


class City(msgspec.Struct, frozen=True):
    """A seat's head and street."""

    seat: str
    mine: bool
    crown: bool
    role: str
    gold: int
    hand: int
    points: int
    size: int
    goal: int
    short: bool  # by one district
    street: list[Card]
    plots: list[int]  # the numbers of those that are still empty
    held: list[Card] = []  # the hand, when the game is over


class Call(msgspec.Struct, frozen=True):
    """A character in the order of the calls."""

    rank: int
    slug: str
    name: str
    kind: str
    who: str
    words: str
    effect: str
    mine: bool


def page(view: dict[str, Any], name: Namer, language: str) -> dict[str, Any]:
    """The table as the owner of this view sees it."""
    reader = Reader(view, name, language, width=10_000)
    cities = [_city(reader, seat) for seat in clockwise(reader)]
    return {
        "headline": _headline(reader),
        "question": question_text(reader),
        "over": view["phase"] == OVER,
        "round": reader.say("Round {round}", round=view["round"]),
        "facts": list(facts(reader)),
        "calls": [_call(reader, character) for character in view["cast"]],
        "aside": [*(put_aside(reader) if _drafting(view) else ()), *exchanged(reader)],
        "mine": [city for city in cities if city.mine],
        "others": [city for city in cities if not city.mine],
        "hand": list(_cards(reader, reader.own.get("hand", ()))),
        "known": _known(reader),
        "effects": _effects(reader),
        "types": [{"slug": kind, "name": name(kind), "letter": reader.letter(kind)} for kind in TYPES],
    }


def _headline(reader: Reader) -> str:
    """The question as short as it can be said."""
    asked = reader.own.get("asked")
    if asked and asked[0]["name"] == "turn":
        return reader.say("Your turn as the {character}.", character=reader.name(reader.view["called"]))
    if asked and asked[0]["name"] != "draft.pick":
        return reader.say("You are asked something.")
    return question_text(reader)


def _drafting(view: Mapping[str, Any]) -> bool:
    return view["phase"] in (DRAFT, THEATER)


# --- the call of characters


def _call(reader: Reader, character: str) -> Call:
    found = standing(reader, character)
    words = [] if _drafting(reader.view) and found.kind == "open" else found.words
    return Call(
        rank=reader.rank(character),
        slug=character,
        name=reader.name(character),
        kind=found.kind,
        who=found.who[:1].upper() + found.who[1:] if found.who == reader.say("you") else found.who,
        words=", ".join(words),
        effect=TEXTS.effect(character, reader.language, reader.view["edition"]),
        mine=character in reader.own.get("characters", ()),
    )


# --- cities and cards


def _city(reader: Reader, seat: str) -> City:
    player, goal = reader.view["players"][seat], reader.view["goal"]
    size, mine = player["size"], seat == reader.me
    return City(
        seat=seat,
        mine=mine,
        crown=seat == reader.view["crown"],
        role=", ".join(_own_roles(reader) if mine else roles(reader, seat)),
        gold=player["gold"],
        hand=player["hand"],
        points=points(player),
        size=size,
        goal=goal,
        short=size == goal - 1,
        street=[_district(reader, player, district) for district in player["city"]],
        plots=list(range(size + 1, goal + 1)),
        held=_held(reader, seat),
    )


def _own_roles(reader: Reader) -> list[str]:
    """The reader knows the own characters before anybody else does."""
    if reader.view["phase"] == OVER or not reader.own["characters"]:
        return roles(reader, reader.own["seat"])
    shown_ones = reader.view["players"][reader.me]["revealed"]
    return [_own_role(reader, one, is_shown=one in shown_ones) for one in reader.own["characters"]]


def _own_role(reader: Reader, character: str, is_shown: bool) -> str:
    name = reader.name(character)
    if is_shown or reader.view["phase"] != TURNS:
        return name
    return reader.say("{character}, not shown yet", character=name)


def _held(reader: Reader, seat: str) -> list[Card]:
    if reader.view["phase"] != OVER:
        return []
    return list(_cards(reader, reader.view["shown"]["hands"][seat]))


def _district(reader: Reader, player: Mapping[str, Any], district: Mapping[str, Any]) -> Card:
    notes = [reader.say("with a coin")] if district["coin"] else []
    if district["card"] == "museum" and player["museum"]:
        notes.append(reader.say("({n} under it)", n=player["museum"]))
    return _card(reader, district["card"], district["cost"], note=", ".join(notes), coin=district["coin"])


def _cards(reader: Reader, slugs: Iterable[str]) -> Iterator[Card]:
    """From the cheapest to the dearest."""
    costs = COST[reader.view["edition"]]
    for slug in sorted(slugs, key=lambda slug: (costs[slug], slug)):
        yield _card(reader, slug, costs[slug], missing=_missing(reader, slug, costs[slug]))


def _missing(reader: Reader, slug: str, cost: int) -> int:
    """A Factory makes the other unique districts cheaper."""
    if not reader.me or reader.view["phase"] == OVER:
        return 0
    player = reader.view["players"][reader.me]
    cheaper = TYPE[slug] == UNIQUE and any(one["card"] == "factory" for one in player["city"])
    gold: int = player["gold"]
    return max(0, cost - (cheaper and slug != "factory") - gold)


def _card(reader: Reader, slug: str, cost: int, **more: Any) -> Card:
    kind = TYPE[slug]
    effect = TEXTS.effect(slug, reader.language, reader.view["edition"]) if kind == UNIQUE else ""
    letter = reader.letter(kind)
    return Card(slug, reader.name(slug), kind, reader.name(kind), cost, effect, letter=letter, **more)


# --- what the reader knows


def _known(reader: Reader) -> list[str]:
    """After the end nothing is secret."""
    if not reader.own or reader.view["phase"] == OVER:
        return []
    return [*unshown(reader), *(sentence for sentence, _cards in shown(reader)), *seen(reader)]


def _effects(reader: Reader) -> list[dict[str, str]]:
    """What the special districts do that stand in some city."""
    cities = [player["city"] for player in reader.view["players"].values()]
    slugs = sorted({one["card"] for city in cities for one in city if one["type"] == UNIQUE})
    texts = [
        (reader.name(slug), TEXTS.effect(slug, reader.language, reader.view["edition"])) for slug in slugs
    ]
    return [{"name": name, "effect": effect} for name, effect in texts if effect]
