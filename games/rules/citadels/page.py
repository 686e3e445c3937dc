"""The table for a page: everything that its templates show, as names and sentences.

It is made from a `Reader`, who has a view and nothing else: what the view hides cannot come in here.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from ..core.notation import Namer
from ..core.speech import mark
from .building import may_be_doubled
from .calls_text import Standing, exchanged, lying_face_down, standing
from .districts.table import COST, TYPE, TYPES, UNIQUE
from .passing import passing
from .position import DRAFT, OVER, THEATER, TURNS
from .question_text import question_text
from .race import behind, race
from .reader import TEXTS, Reader
from .secrets_text import shown, unshown
from .sheet import Knowledge
from .table_text import facts, points, roles
from .words import size_of


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
    hindrance: str = ""  # why the reader could not build it for any gold


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
    behind: str  # how it stands among the others
    street: list[Card]
    plots: list[int]  # the numbers of those that are still empty
    pips: list[bool]  # a place each as they count for the goal: a Monument fills two
    held: list[Card] = []  # the hand, when all hands are open


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
    signs: list[str]  # drawings of what lies on it


SHORT = 80  # letters of a question that can be a headline
SIGNS = {
    "murdered": "dagger",
    "bewitched": "spell",
    "robbed": "purse",
    "warrants": "warrant",
    "threats": "threat",
}
# character → what it lays on others, and how that is told beside it
DEEDS = {
    "assassin": ("murdered", mark("murdered: {characters}")),
    "witch": ("bewitched", mark("bewitched: {characters}")),
    "thief": ("robbed", mark("robs: {characters}")),
    "magistrate": ("warrants", mark("warrants: {characters}")),
    "blackmailer": ("threats", mark("threatens: {characters}")),
}


def page(view: dict[str, Any], name: Namer, language: str) -> dict[str, Any]:
    """The table as the owner of this view sees it."""
    reader = Reader(view, name, language, width=10_000)
    cities = [_city(reader, seat) for seat in reader.clockwise()]
    knowledge = Knowledge(reader) if view["phase"] != OVER else None
    return {
        "headline": _headline(reader),
        "question": question_text(reader),
        "over": view["phase"] == OVER,
        "edition": view["edition"],
        "round": reader.say("Round {round}", round=view["round"]),
        "facts": list(facts(reader)),
        "race": list(race(reader)),
        "calls": [_call(reader, character) for character in view["cast"]],
        "aside": [*([lying_face_down(reader)] if _drafting(view) else ()), *exchanged(reader)],
        "mine": [city for city in cities if city.mine],
        "others": [city for city in cities if not city.mine],
        "hand": list(_cards(reader, reader.own.get("hand", ()))),
        "known": _known(reader, knowledge) if knowledge else [],
        "passing": passing(reader),
        "sheet": knowledge.sheet() if knowledge else None,
        "effects": _effects(reader),
        "types": [{"slug": kind, "name": str(name(kind)), "letter": reader.letter(kind)} for kind in TYPES],
    }


def _headline(reader: Reader) -> str:
    """The question as short as it can be said."""
    asked = reader.own.get("asked")
    if asked and asked[0]["name"] == "turn":
        return reader.say("Your turn as the {character}.", character=reader.name(reader.view["called"]))
    question = question_text(reader)
    return question if len(question) <= SHORT else reader.say("You are asked something.")


def _drafting(view: Mapping[str, Any]) -> bool:
    return view["phase"] in (DRAFT, THEATER)


# --- the call of characters


def _call(reader: Reader, character: str) -> Call:
    found = _unmasked(reader, character) if reader.view["phase"] == OVER else standing(reader, character)
    return Call(
        rank=reader.rank(character),
        slug=character,
        name=str(reader.name(character)),
        kind=found.kind,
        who=found.who[:1].upper() + found.who[1:] if found.who == reader.say("you") else found.who,
        words=", ".join(_words(reader, character, found)),
        effect=TEXTS.effect(character, reader.language, reader.view["edition"]),
        mine=character in reader.own.get("characters", ()),
        signs=list(_signs(reader, character, found.marks)),
    )


def _unmasked(reader: Reader, character: str) -> Standing:
    """After the end everybody sees who had whom, and what lay face down."""
    found = standing(reader, character)
    if found.kind != "silent":
        return found
    held = reader.view["shown"]["characters"]
    holder = next((seat for seat, characters in held.items() if character in characters), None)
    if holder is None:
        return found._replace(kind="out", words=[reader.say("face down")], marks=())
    words = [reader.say("murdered")] if found.marks else []
    return found._replace(kind="known", who=reader.who(holder), words=words)


def _words(reader: Reader, character: str, found: Standing) -> Iterator[str]:
    """What is known, then what the one who has shown it did."""
    if found.kind == "open" and _drafting(reader.view):
        yield reader.say("in the draft")
        return
    yield from found.words
    if found.kind == "open" and found.marks:
        yield reader.say("to come")
    key, sentence = DEEDS.get(character, ("", ""))
    done = reader.view["marks"][key] if key and found.who else ()
    if done:
        yield reader.say(sentence, characters=reader.named([done] if isinstance(done, str) else done))


def _signs(reader: Reader, character: str, marks: Iterable[str]) -> Iterator[str]:
    yield from (SIGNS[one] for one in marks)
    if character == "tax_collector" and reader.view["taxes"]:
        yield "taxes"


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
        short=size == goal - 1 and reader.view["phase"] != OVER,
        behind=behind(reader, seat),
        street=[_district(reader, player, district) for district in player["city"]],
        plots=list(range(size + 1, goal + 1)),
        pips=[True] * size + [False] * (goal - size),
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
    shown = reader.view.get("shown")
    return list(_cards(reader, shown["hands"][seat])) if shown else []


def _district(reader: Reader, player: Mapping[str, Any], district: Mapping[str, Any]) -> Card:
    notes = [reader.say("with a coin")] if district["coin"] else []
    if (places := size_of([district["card"]])) > 1:
        notes.append(reader.say("counts as {n}", n=places))
    if district["card"] == "museum" and player["museum"]:
        notes.append(reader.say("({n} under it)", n=player["museum"]))
    return _card(reader, district["card"], district["cost"], note=", ".join(notes), coin=district["coin"])


def _cards(reader: Reader, slugs: Iterable[str]) -> Iterator[Card]:
    """From the cheapest to the dearest."""
    costs = COST[reader.view["edition"]]
    for slug in sorted(slugs, key=lambda slug: (costs[slug], slug)):
        hindrance = _hindrance(reader, slug)
        missing = 0 if hindrance else _missing(reader, slug, costs[slug])
        yield _card(reader, slug, costs[slug], missing=missing, hindrance=hindrance)


def _hindrance(reader: Reader, slug: str) -> str:
    """A second one of a kind needs a Quarry or the Wizard."""
    if not reader.me or reader.view["phase"] == OVER:
        return ""
    city = [one["card"] for one in reader.view["players"][reader.me]["city"]]
    edition, called = reader.view["edition"], reader.view["called"]
    if may_be_doubled(edition, called, city.count(slug), "quarry" in city):
        return ""
    return reader.say("stands in your city already")


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
    return Card(
        slug, str(reader.name(slug)), kind, str(reader.name(kind)), cost, effect, letter=letter, **more
    )


# --- what the reader knows


def _known(reader: Reader, knowledge: Knowledge) -> list[str]:
    """What only the reader knows, as far as it matters now; the sheet has all of it."""
    if not reader.own:
        return []
    shown_ones = (sentence for sentence, _cards in shown(reader))
    return [*unshown(reader), *shown_ones, *knowledge.conclusions()]


def _effects(reader: Reader) -> list[dict[str, str]]:
    """What the special districts do that stand in some city."""
    cities = [player["city"] for player in reader.view["players"].values()]
    slugs = sorted({one["card"] for city in cities for one in city if one["type"] == UNIQUE})
    effects = {slug: TEXTS.effect(slug, reader.language, reader.view["edition"]) for slug in slugs}
    return [
        {"slug": slug, "name": str(reader.name(slug)), "effect": effect}
        for slug, effect in effects.items()
        if effect
    ]
