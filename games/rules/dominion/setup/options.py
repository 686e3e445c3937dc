"""The options of a new game, checked and completed (rule page, 7.4)."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from ...core.errors import BadOptions, make_printable
from ...core.rng import Rng
from ...core.translation import mark
from ..cards.card import BASE, BASIC, CARDS, INTRIGUE, list_kingdom_cards
from .kingdoms import KINGDOM_SIZE, SEAT_COUNTS, SETS

BOXES = (INTRIGUE, BASE)
RANDOM, KINGDOM, SET, SPLIT = "random", "kingdom", "set", "split"
CUSTOM, BOTH = "custom", "both"  # a form's word for “the cards of `kingdom`”, and for both boxes
BOX_CHOICES = {INTRIGUE: [INTRIGUE], BASE: [BASE], BOTH: [*BOXES]}  # a form's answer → boxes
OPTION_NAMES = (KINGDOM, SET, "boxes", SPLIT, "seed")


def choose_kingdom(options: Mapping[str, Any], rng: Rng) -> list[str]:
    """The ten cards that these options ask for, in alphabetical order; BadOptions says what is wrong."""
    check_option_names(options)
    named = _find_named_kingdom(options)
    if named is None:
        return _draw_kingdom(options, rng)
    _check_kingdom_size(named)
    return sorted(named)


def _check_kingdom_size(named: list[str]) -> None:
    size, count = KINGDOM_SIZE, len(named)
    if count < size:
        text = mark("A kingdom has {size} cards, not {count}. Cards to add: {n}.")
        raise BadOptions(text, size=size, count=count, n=size - count)
    if count > size:
        text = mark("A kingdom has {size} cards, not {count}. Cards to remove: {n}.")
        raise BadOptions(text, size=size, count=count, n=count - size)


def choose_written_kingdom(options: Mapping[str, Any]) -> list[str]:
    """The kingdom of a written position: at most ten cards, as listed; nothing is drawn (N10)."""
    check_option_names(options)
    named = _find_named_kingdom(options) or []
    if len(named) > KINGDOM_SIZE:
        _check_kingdom_size(named)
    return named


def check_seat_count(seats: int) -> None:
    least, most = SEAT_COUNTS[0], SEAT_COUNTS[-1]
    if seats not in SEAT_COUNTS:
        raise BadOptions(mark("Dominion is for {least} to {most} players."), least=least, most=most)


def check_option_names(options: Mapping[str, Any]) -> None:
    for name in options:
        if name not in OPTION_NAMES:
            option = make_printable(str(name))
            raise BadOptions(mark("This game has no option “{option}”."), option=option)
    is_listed, is_set = (
        options.get(KINGDOM, RANDOM) != RANDOM,
        options.get(SET) not in (None, "", RANDOM, CUSTOM),
    )
    if is_listed and is_set:
        raise BadOptions(mark("Name either a set or the cards of a kingdom, not both."))
    if (is_listed or is_set) and ("boxes" in options or options.get(SPLIT)):
        raise BadOptions(mark("“boxes” and “split” are for a random kingdom; you have named the cards."))


def _find_named_kingdom(options: Mapping[str, Any]) -> list[str] | None:
    """The cards of the set or of the list; None if they are to be drawn at random."""
    slug = options.get(SET)
    if slug and slug not in (RANDOM, CUSTOM):
        if slug not in SETS:
            sets = ", ".join(SETS)
            raise BadOptions(
                mark("There is no set “{set}”. The sets are: {sets}."), set=_quote(slug), sets=sets
            )
        return SETS[slug].split()
    named = options.get(KINGDOM, RANDOM)
    return None if named == RANDOM else check_kingdom(named)


def check_kingdom(named: object) -> list[str]:
    """Check that these are different kingdom cards."""
    if not isinstance(named, list) or not all(isinstance(card, str) for card in named):
        raise BadOptions(mark("A kingdom is a list of cards, or “random”."))
    for card in named:
        if card not in CARDS:
            raise _build_unknown_card_error(card)
        if CARDS[card].box == BASIC:
            raise BadOptions(mark("{card} is in every game: choose kingdom cards."), card=card)
        if named.count(card) > 1:
            raise BadOptions(
                mark("{card} is listed twice: the cards of a kingdom are all different."), card=card
            )
    return list(named)


def _build_unknown_card_error(card: str) -> BadOptions:
    """Name the cards that are spelt most alike, if there are any."""
    alike = get_close_matches(card.lower()[:40].replace(" ", "_"), list_kingdom_cards(*BOXES), 3)
    if not alike:
        return BadOptions(mark("There is no card “{card}” in these boxes."), card=_quote(card))
    text = mark("There is no card “{card}” in these boxes. Did you mean: {cards}?")
    return BadOptions(text, card=_quote(card), cards=", ".join(alike))


def _quote(value: object) -> str:
    return make_printable(str(value))


def _draw_kingdom(options: Mapping[str, Any], rng: Rng) -> list[str]:
    boxes = options.get("boxes", INTRIGUE)
    if not isinstance(options.get(SPLIT, False), bool):
        raise BadOptions(mark("“split” is true or false."))
    if options.get(SPLIT) or boxes == SPLIT:
        if options.get(SPLIT) and "boxes" in options:
            raise BadOptions(mark("“split” takes five cards from each box: leave out “boxes”."))
        half = KINGDOM_SIZE // 2
        return sorted([card for box in BOXES for card in _draw_cards(list_kingdom_cards(box), half, rng)])
    boxes = BOX_CHOICES.get(boxes, []) if isinstance(boxes, str) else boxes
    if not isinstance(boxes, list) or not boxes or any(box not in BOXES for box in boxes):
        raise BadOptions(mark("“boxes” lists where the cards come from: {boxes}."), boxes=", ".join(BOXES))
    return sorted(_draw_cards(list_kingdom_cards(*boxes), KINGDOM_SIZE, rng))


def _draw_cards(pool: list[str], count: int, rng: Rng) -> list[str]:
    rng.shuffle(pool)
    return pool[:count]


def sample_setup(rng: Rng) -> tuple[int, dict[str, Any]]:
    """A random number of seats and a random kingdom, for tests and fuzzing."""
    ways: list[dict[str, Any]] = [
        {"boxes": [*BOXES]},
        {"boxes": [INTRIGUE]},
        {"boxes": [BASE]},
        {SPLIT: True},
    ]
    options = rng.choice(ways)
    return rng.choice(SEAT_COUNTS), {KINGDOM: choose_kingdom(options, rng)}
