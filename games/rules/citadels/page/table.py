"""The table as data for its templates: names, numbers and sentences.

Everything is made from one seat's view, so nothing that the view hides can appear on the page.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from ...core.notation import Namer
from ...core.translation import mark
from ..actions import size_of
from ..building import may_build_copy
from ..districts.cards import COST, TYPE, TYPES, UNIQUE
from ..knowledge.draft_order import list_draft_passes
from ..position import DRAFT, OVER, THEATER, TURNS
from ..text.calls import (
    CharacterStatus,
    describe_face_down_cards,
    describe_theater_exchange,
    find_character_status,
)
from ..text.lexicon import LEXICON
from ..text.private import describe_cards_in_question, describe_unrevealed_characters
from ..text.question import describe_question
from ..text.race import describe_lead_or_lag, describe_race
from ..text.reader import TableReader
from ..text.table import describe_facts, describe_roles, sum_built_points
from .deduction_sheet import Deductions


class DistrictCard(msgspec.Struct, frozen=True):
    """A district card, in a hand or built in a city."""

    slug: str
    name: str
    type: str
    type_name: str
    cost: int
    effect: str = ""
    note: str = ""
    coin: bool = False
    missing: int = 0  # gold the reader still needs to build it
    type_initial: str = ""  # the initial that stands for its type
    obstacle: str = ""  # why the reader cannot build it at all


class City(msgspec.Struct, frozen=True):
    """One seat as the page shows it: its figures and its districts."""

    seat: str
    mine: bool
    crown: bool
    role: str
    gold: int
    hand: int
    points: int
    size: int
    goal: int
    is_one_short: bool  # one district is missing
    lead_text: str  # how far ahead or behind it is
    street: list[DistrictCard]
    plots: list[int]  # the numbers of the places still empty
    pips: list[bool]  # filled or not, one for each place of the goal: a Monument fills two
    revealed_hand: list[DistrictCard] = []  # the hand, when all hands are revealed
    place: int = 0  # in the final ranking; 0 before the end

    @property
    def wins(self) -> bool:
        return self.place == 1


class CharacterCall(msgspec.Struct, frozen=True):
    """A character in the list of calls."""

    rank: int
    slug: str
    name: str
    kind: str
    holder_name: str
    words: str
    effect: str
    mine: bool
    signs: list[str]  # names of the icons for the marks on it


LONGEST_HEADLINE = 80  # longest question that can be a headline, in characters
SIGNS = {
    "murdered": "dagger",
    "bewitched": "spell",
    "robbed": "purse",
    "warrants": "warrant",
    "threats": "threat",
}
# character → the mark it puts on others, and the words for that beside it
DEED_PHRASES = {
    "assassin": ("murdered", mark("murdered: {characters}")),
    "witch": ("bewitched", mark("bewitched: {characters}")),
    "thief": ("robbed", mark("robs: {characters}")),
    "magistrate": ("warrants", mark("warrants: {characters}")),
    "blackmailer": ("threats", mark("threatens: {characters}")),
}


def build_page(view: dict[str, Any], name: Namer, language: str) -> dict[str, Any]:
    """Build the template context of the table as the owner of this view sees it."""
    reader = TableReader(view, name, language, width=10_000)
    cities = _build_cities(reader)
    knowledge = Deductions(reader) if view["phase"] != OVER else None
    return {
        "headline": _build_headline(reader),
        "question": describe_question(reader),
        "over": view["phase"] == OVER,
        "edition": view["edition"],
        "round": reader.say("Round {round}", round=view["round"]),
        "facts": list(describe_facts(reader)),
        "race": list(describe_race(reader)),
        "calls": [_build_call(reader, character) for character in view["cast"]],
        "aside": [
            *([describe_face_down_cards(reader)] if _is_drafting(view) else ()),
            *describe_theater_exchange(reader),
        ],
        "mine": [city for city in cities if city.mine and not city.place],
        "others": [city for city in cities if city.place or not city.mine],
        "hand": list(_build_cards(reader, reader.own.get("hand", ()))),
        "known": _list_private_knowledge(reader, knowledge) if knowledge else [],
        "passing": list_draft_passes(reader),
        "sheet": knowledge.sheet() if knowledge else None,
        "effects": _list_effects(reader),
        "types": [
            {"slug": kind, "name": str(name(kind)), "letter": reader.type_initial(kind)} for kind in TYPES
        ],
    }


def _build_headline(reader: TableReader) -> str:
    """The question to the reader, short enough for a headline."""
    asked = reader.own.get("asked")
    if asked and asked[0]["name"] == "turn":
        return reader.say("Your turn as the {character}.", character=reader.name(reader.view["called"]))
    question = describe_question(reader)
    return question if len(question) <= LONGEST_HEADLINE else reader.say("It is your decision.")


def _is_drafting(view: Mapping[str, Any]) -> bool:
    return view["phase"] in (DRAFT, THEATER)


# --- the character calls


def _build_call(reader: TableReader, character: str) -> CharacterCall:
    found = (
        _reveal_character_status(reader, character)
        if reader.view["phase"] == OVER
        else find_character_status(reader, character)
    )
    return CharacterCall(
        rank=reader.rank(character),
        slug=character,
        name=str(reader.name(character)),
        kind=found.kind,
        holder_name=found.holder_name[:1].upper() + found.holder_name[1:]
        if found.holder_name == reader.say("you")
        else found.holder_name,
        words=", ".join(_describe_call(reader, character, found)),
        effect=LEXICON.effect(character, reader.language, reader.view["edition"]),
        mine=character in reader.own.get("characters", ()),
        signs=list(_list_signs(reader, character, found.marks)),
    )


def _reveal_character_status(reader: TableReader, character: str) -> CharacterStatus:
    """The status of a character after the game, when holders and face-down cards are revealed."""
    found = find_character_status(reader, character)
    if found.kind != "silent":
        return found
    held = reader.view["shown"]["characters"]
    holder = next((seat for seat, characters in held.items() if character in characters), None)
    if holder is None:
        return found._replace(kind="out", words=[reader.say("face down")], marks=())
    words = [reader.say("murdered")] if found.marks else []
    return found._replace(kind="known", holder_name=reader.name_seat(holder), words=words)


def _describe_call(reader: TableReader, character: str, found: CharacterStatus) -> Iterator[str]:
    """Describe what is known of a character, then what its revealed holder did with it."""
    if found.kind == "open" and _is_drafting(reader.view):
        yield reader.say("in the draft")
        return
    yield from found.words
    if found.kind == "open" and found.marks:
        yield reader.say("to come")
    key, sentence = DEED_PHRASES.get(character, ("", ""))
    done = reader.view["marks"][key] if key and found.holder_name else ()
    if done:
        yield reader.say(sentence, characters=reader.join_names([done] if isinstance(done, str) else done))


def _list_signs(reader: TableReader, character: str, marks: Iterable[str]) -> Iterator[str]:
    yield from (SIGNS[one] for one in marks)
    if character == "tax_collector" and reader.view["taxes"]:
        yield "taxes"


# --- cities and cards


def _build_cities(reader: TableReader) -> list[City]:
    """All cities, clockwise from the reader; after the end from the first place to the last."""
    ranking = reader.view.get("ranking", [])
    place_of = {seat: place for place, seats in enumerate(ranking, 1) for seat in seats}
    cities = [_build_city(reader, seat, place_of.get(seat, 0)) for seat in reader.list_seats_clockwise()]
    return sorted(cities, key=lambda city: city.place)


def _build_city(reader: TableReader, seat: str, place: int) -> City:
    player, goal = reader.view["players"][seat], reader.view["goal"]
    size, mine = player["size"], seat == reader.me
    return City(
        seat=seat,
        mine=mine,
        crown=seat == reader.view["crown"],
        role=", ".join(_list_own_roles(reader) if mine else describe_roles(reader, seat)),
        gold=player["gold"],
        hand=player["hand"],
        points=sum_built_points(player),
        size=size,
        goal=goal,
        is_one_short=size == goal - 1 and reader.view["phase"] != OVER,
        lead_text=describe_lead_or_lag(reader, seat),
        street=[_build_district(reader, player, district) for district in player["city"]],
        plots=list(range(size + 1, goal + 1)),
        pips=[True] * size + [False] * (goal - size),
        revealed_hand=_build_revealed_hand(reader, seat),
        place=place,
    )


def _list_own_roles(reader: TableReader) -> list[str]:
    """List the reader's own characters, including those not revealed yet."""
    if reader.view["phase"] == OVER or not reader.own["characters"]:
        return describe_roles(reader, reader.own["seat"])
    shown_ones = reader.view["players"][reader.me]["revealed"]
    return [_format_own_role(reader, one, is_shown=one in shown_ones) for one in reader.own["characters"]]


def _format_own_role(reader: TableReader, character: str, is_shown: bool) -> str:
    name = reader.name(character)
    if is_shown or reader.view["phase"] != TURNS:
        return name
    return reader.say("{character}, not shown yet", character=name)


def _build_revealed_hand(reader: TableReader, seat: str) -> list[DistrictCard]:
    shown = reader.view.get("shown")
    return list(_build_cards(reader, shown["hands"][seat])) if shown else []


def _build_district(
    reader: TableReader, player: Mapping[str, Any], district: Mapping[str, Any]
) -> DistrictCard:
    notes = [reader.say("with a coin")] if district["coin"] else []
    if (places := size_of([district["card"]])) > 1:
        notes.append(reader.say("counts as {n}", n=places))
    if district["card"] == "museum" and player["museum"]:
        notes.append(reader.say("({n} under it)", n=player["museum"]))
    return _build_card(
        reader, district["card"], district["cost"], note=", ".join(notes), coin=district["coin"]
    )


def _build_cards(reader: TableReader, slugs: Iterable[str]) -> Iterator[DistrictCard]:
    """Build the cards of a hand, from the cheapest to the most expensive."""
    costs = COST[reader.view["edition"]]
    for slug in sorted(slugs, key=lambda slug: (costs[slug], slug)):
        yield build_hand_card(reader, slug)


def build_hand_card(reader: TableReader, slug: str) -> DistrictCard:
    """Build a card that is not in a city, with what keeps the reader from building it."""
    cost = COST[reader.view["edition"]][slug]
    hindrance = _explain_hindrance(reader, slug)
    missing = 0 if hindrance else _compute_missing_gold(reader, slug, cost)
    return _build_card(reader, slug, cost, missing=missing, obstacle=hindrance)


def _explain_hindrance(reader: TableReader, slug: str) -> str:
    """Say why the reader cannot build the card: a second copy needs a Quarry or the Wizard."""
    if not reader.me or reader.view["phase"] == OVER:
        return ""
    city = [one["card"] for one in reader.view["players"][reader.me]["city"]]
    edition, called = reader.view["edition"], reader.view["called"]
    if may_build_copy(edition, called, city.count(slug), "quarry" in city):
        return ""
    return reader.say("is already in your city")


def _compute_missing_gold(reader: TableReader, slug: str, cost: int) -> int:
    """The gold the reader lacks to build the card; a Factory makes other unique districts cheaper."""
    if not reader.me or reader.view["phase"] == OVER:
        return 0
    player = reader.view["players"][reader.me]
    cheaper = TYPE[slug] == UNIQUE and any(one["card"] == "factory" for one in player["city"])
    gold: int = player["gold"]
    return max(0, cost - (cheaper and slug != "factory") - gold)


def _build_card(reader: TableReader, slug: str, cost: int, **more: Any) -> DistrictCard:
    kind = TYPE[slug]
    effect = LEXICON.effect(slug, reader.language, reader.view["edition"]) if kind == UNIQUE else ""
    letter = reader.type_initial(kind)
    return DistrictCard(
        slug, str(reader.name(slug)), kind, str(reader.name(kind)), cost, effect, type_initial=letter, **more
    )


# --- what the reader knows


def _list_private_knowledge(reader: TableReader, knowledge: Deductions) -> list[str]:
    """Say what only the reader knows, as far as it matters now. The deduction sheet has all of it."""
    if not reader.own:
        return []
    shown_ones = (sentence for sentence, _cards in describe_cards_in_question(reader))
    return [*describe_unrevealed_characters(reader), *shown_ones, *knowledge.conclusions()]


def _list_effects(reader: TableReader) -> list[dict[str, str]]:
    """List the effects of the unique districts built in any city."""
    cities = [player["city"] for player in reader.view["players"].values()]
    slugs = sorted({one["card"] for city in cities for one in city if one["type"] == UNIQUE})
    effects = {slug: LEXICON.effect(slug, reader.language, reader.view["edition"]) for slug in slugs}
    return [
        {"slug": slug, "name": str(reader.name(slug)), "effect": effect}
        for slug, effect in effects.items()
        if effect
    ]
