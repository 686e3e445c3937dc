"""How a game is set up: editions, presets, casts and districts (P)."""

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ..core.errors import BadOptions
from ..core.rng import Rng
from ..core.speech import mark
from .characters.card import CHARACTERS, RANK
from .districts.table import (
    BASE_PURPLE,
    BONUS_PURPLE,
    CLASSIC,
    EDITIONS,
    NEW,
    UNIQUE_CARDS,
    UNIQUES_2016,
)
from .position import LONG_GOAL, SHORT_GOAL

RANDOM, FIRST_GAME, BASE = "random", "first_game", "base"
OWN = "own"  # every character and every district is named
COURTESIES = ("spoken", "assumed")
SEATS = range(2, 9)
UNIQUES_IN_A_GAME = 14
FREE_BONUS_CARDS = 3
NO_NINTH = mark("With {n} players the {edition} edition has no character of rank 9.")
KEYS = ("edition", "preset", "characters", "rank9", "districts", "short", "courtesy", "seed")


class Preset(msgspec.Struct, frozen=True):
    """Eight characters, the ninth that goes with them, and fourteen districts."""

    characters: tuple[str, ...]
    ninth: str
    districts: tuple[str, ...]


def _preset(characters: str, districts: str, ninth: str = "") -> Preset:
    return Preset(tuple(characters.split()), ninth, tuple(districts.split()))


PRESETS = {
    FIRST_GAME: _preset(
        "assassin thief magician king bishop merchant architect warlord",
        "dragon_gate factory haunted_quarter imperial_treasury keep laboratory library map_room quarry "
        "school_of_magic smithy statue thieves_den wishing_well",
    ),
    "devious_dignitaries": _preset(
        "magistrate blackmailer wizard king abbot alchemist navigator marshal",
        "dragon_gate factory gold_mine haunted_quarter laboratory necropolis park poor_house secret_vault "
        "smithy stables theater thieves_den wishing_well",
        "queen",
    ),
    "illustrious_emissaries": _preset(
        "witch spy seer emperor bishop merchant scholar diplomat",
        "capitol factory framework great_wall haunted_quarter ivory_tower keep library observatory park "
        "poor_house quarry school_of_magic smithy",
        "artist",
    ),
    "vicious_nobles": _preset(
        "assassin thief magician patrician cardinal trader architect warlord",
        "armory basilica dragon_gate gold_mine imperial_treasury ivory_tower map_room monument museum "
        "school_of_magic stables statue thieves_den wishing_well",
        "tax_collector",
    ),
    "ambitious_aristocrats": _preset(
        "magistrate thief wizard patrician bishop trader architect marshal",
        "capitol factory framework great_wall haunted_quarter keep necropolis park poor_house quarry "
        "school_of_magic stables statue thieves_den",
        "queen",
    ),
    "cunning_agents": _preset(
        "witch blackmailer magician emperor abbot alchemist architect warlord",
        "armory basilica dragon_gate gold_mine keep monument museum necropolis park poor_house quarry "
        "secret_vault smithy theater",
        "tax_collector",
    ),
    "tenacious_delegates": _preset(
        "assassin spy seer king cardinal trader scholar diplomat",
        "basilica capitol haunted_quarter imperial_treasury laboratory library map_room observatory "
        "school_of_magic secret_vault smithy stables statue wishing_well",
        "artist",
    ),
}
BASE_CAST = PRESETS[FIRST_GAME].characters


class Setup(msgspec.Struct):
    """What a new game is made of."""

    edition: str
    cast: list[str]
    uniques: list[str]
    short: bool = False
    courtesy: str = "spoken"


def set_up(seats: int, options: Mapping[str, Any], rng: Rng | None = None) -> Setup:
    """Read the options, or say which of them is wrong. Random set-ups need chance."""
    unknown = sorted(set(options) - set(KEYS))
    if unknown:
        raise BadOptions(
            mark("There is no option “{option}”. Options are: {all}."), option=unknown[0], all=", ".join(KEYS)
        )
    edition = edition_of(options)
    preset = _one_of("preset", options.get("preset", _default_preset(edition)), (*_presets(edition), OWN))
    if preset == OWN and not {"characters", "districts"} <= set(options):
        raise BadOptions(mark("A set of your own needs “characters” and “districts”."))
    if not isinstance(options.get("seed", 0), int) or isinstance(options.get("seed"), bool):
        raise BadOptions(mark("“seed” is a whole number."))
    short = _truth("short", options.get("short", False))
    courtesy = _one_of("courtesy", options.get("courtesy", "spoken"), COURTESIES)
    if edition == NEW and ("short" in options or "courtesy" in options):
        raise BadOptions(mark("The options “short” and “courtesy” belong to the classic edition."))
    cast = choose_cast(seats, edition, preset, options, rng)
    uniques = _districts(edition, preset, options, cast, rng)
    return Setup(edition, cast, uniques, short, courtesy)


def edition_of(options: Mapping[str, Any]) -> str:
    """Which edition is played; a bare 2016 in YAML is a number, and an easy slip."""
    edition = options.get("edition", NEW)
    if edition == int(NEW):
        raise BadOptions(mark('“edition” is text, not a number: write it in quotes, "{new}".'), new=NEW)
    return _one_of("edition", edition, EDITIONS)


def _default_preset(edition: str) -> str:
    return FIRST_GAME if edition == NEW else BASE


def _presets(edition: str) -> tuple[str, ...]:
    return (*PRESETS, RANDOM) if edition == NEW else (BASE, RANDOM)


def _one_of(option: str, value: object, allowed: Sequence[str]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise BadOptions(
            mark("“{option}” is one of {allowed}, not “{value}”."),
            option=option,
            allowed=", ".join(allowed),
            value=str(value)[:40],
        )
    return value


def _truth(option: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise BadOptions(
            mark("“{option}” is true or false, not “{value}”."), option=option, value=str(value)[:40]
        )
    return value


def _slugs(option: str, value: object) -> list[str]:
    if not isinstance(value, list | tuple) or not all(isinstance(slug, str) for slug in value):
        raise BadOptions(mark("“{option}” is a list of names."), option=option)
    return list(value)


# --- the cast


def choose_cast(
    seats: int, edition: str, preset: str, options: Mapping[str, Any], rng: Rng | None
) -> list[str]:
    """One character for each rank, by rank; a ninth where it is required or asked for."""
    if seats not in SEATS:
        raise BadOptions(
            mark("Citadels is for {least} to {most} players, not {n}."),
            least=SEATS[0],
            most=SEATS[-1],
            n=seats,
        )
    if "characters" in options:
        eight = _slugs("characters", options["characters"])
    elif preset == RANDOM:
        eight = _random_cast(seats, edition, _chance(rng))
    else:
        eight = _fitting(list(PRESETS[preset].characters if edition == NEW else BASE_CAST), seats)
    cast = sorted(eight, key=lambda slug: _rank_of(edition, slug))
    _check_ranks(edition, cast)
    _check_wish(edition, preset, cast, options)
    if len(cast) == 8 and (ninth := _ninth(seats, edition, preset, options, rng)):
        cast.append(ninth)
    _check_seats(seats, edition, cast, options)
    return cast


def _chance(rng: Rng | None) -> Rng:
    if rng is None:
        raise BadOptions(mark("A random set-up needs a seed."))
    return rng


def _rank_of(edition: str, slug: str) -> int:
    if slug not in CHARACTERS:
        raise BadOptions(mark("There is no character “{slug}”."), slug=slug[:40])
    if slug not in RANK[edition]:
        raise BadOptions(mark("The {slug} is not in the {edition} edition."), slug=slug, edition=edition)
    return RANK[edition][slug]


def _check_ranks(edition: str, cast: Sequence[str]) -> None:
    ranks = [_rank_of(edition, slug) for slug in cast]
    for slug, other in itertools.pairwise(cast):
        if RANK[edition][slug] == RANK[edition][other]:
            raise BadOptions(
                mark("The {slug} and the {other} are both of rank {rank}: choose one."),
                slug=slug,
                other=other,
                rank=RANK[edition][slug],
            )
    missing = [str(number) for number in range(1, 9) if number not in ranks]
    if missing:
        raise BadOptions(mark("There is no character of rank {rank} in the list."), rank=missing[0])


def _fitting(eight: list[str], seats: int) -> list[str]:
    """With two players a preset's Emperor makes room for the King (P5)."""
    return ["king" if slug == "emperor" and seats == 2 else slug for slug in eight]


def _random_cast(seats: int, edition: str, rng: Rng) -> list[str]:
    cast = []
    for number in range(1, 9):
        able = [
            slug
            for slug, rank in RANK[edition].items()
            if rank == number and not (slug == "emperor" and seats == 2)
        ]
        cast.append(rng.choice(able))
    return cast


def may_have_ninth(seats: int, edition: str) -> bool:
    return seats >= (3 if edition == NEW else 4)


def needs_ninth(seats: int, edition: str) -> bool:
    return seats == 8 or (seats == 3 and edition == NEW)


def _check_wish(edition: str, preset: str, cast: Sequence[str], options: Mapping[str, Any]) -> None:
    """`rank9` is a truth or a character of rank 9, and does not speak against the list of characters."""
    wish = options.get("rank9", len(cast) == 9)
    if not isinstance(wish, bool | str):
        raise BadOptions(mark("“rank9” is true, false or the name of a character of rank 9."))
    if isinstance(wish, str):
        if _rank_of(edition, wish) != 9:
            raise BadOptions(mark("The {slug} is not of rank 9."), slug=wish)
        if wish not in cast and (len(cast) == 9 or preset == OWN):
            raise BadOptions(mark("“rank9” is the {slug}, who is not in the list of characters."), slug=wish)
    elif not wish and len(cast) == 9 and preset != OWN:  # a form always says something about rank 9
        raise BadOptions(mark("“rank9” is false, but the {slug} is in the list of characters."), slug=cast[8])


def _ninth(seats: int, edition: str, preset: str, options: Mapping[str, Any], rng: Rng | None) -> str:
    """The character of rank 9, where one is used (R53)."""
    wish = options.get("rank9", False) if preset != OWN else False  # a set of your own names it itself
    if wish and not may_have_ninth(seats, edition):
        raise BadOptions(NO_NINTH, n=seats, edition=edition)
    if isinstance(wish, str):
        return wish
    if not wish and not needs_ninth(seats, edition):
        return ""
    if preset == RANDOM and "characters" not in options:
        able = [
            slug for slug, rank in RANK[edition].items() if rank == 9 and not (slug == "queen" and seats < 5)
        ]
        return _chance(rng).choice(able)
    named = PRESETS[preset].ninth if preset in PRESETS and "characters" not in options else ""
    if named and not (named == "queen" and seats < 5):
        return named
    return "artist" if named or seats < 5 else "queen"


def _check_seats(seats: int, edition: str, cast: Sequence[str], options: Mapping[str, Any]) -> None:
    ninth = len(cast) == 9
    if ninth and not may_have_ninth(seats, edition):
        raise BadOptions(NO_NINTH, n=seats, edition=edition)
    if not ninth and needs_ninth(seats, edition):
        raise BadOptions(mark("With {n} players a character of rank 9 is needed."), n=seats)
    if "queen" in cast and seats < 5:
        raise BadOptions(mark("The queen is for 5 to 8 players."))
    if "emperor" in cast and seats == 2:
        raise BadOptions(mark("The emperor is not for 2 players."))


# --- the districts


def _districts(
    edition: str, preset: str, options: Mapping[str, Any], cast: Sequence[str], rng: Rng | None
) -> list[str]:
    if edition == NEW:
        return _uniques_2016(preset, options, rng)
    return _purple(preset, options, "diplomat" in cast, rng)


def _uniques_2016(preset: str, options: Mapping[str, Any], rng: Rng | None) -> list[str]:
    if "districts" not in options:
        if preset == RANDOM:
            return sorted(_drawn(UNIQUES_2016, UNIQUES_IN_A_GAME, _chance(rng)))
        return list(PRESETS[preset].districts)
    chosen = _slugs("districts", options["districts"])
    for slug in chosen:
        if slug not in UNIQUES_2016:
            raise BadOptions(
                mark("There is no unique district “{slug}” in the 2016 edition."), slug=slug[:40]
            )
    if len(set(chosen)) != len(chosen):
        raise BadOptions(mark("A unique district can be in the game only once."))
    if len(chosen) != UNIQUES_IN_A_GAME:
        raise BadOptions(
            mark("A game has {needed} unique districts; there are {n} in the list."),
            needed=UNIQUES_IN_A_GAME,
            n=len(chosen),
        )
    return chosen


def _purple(preset: str, options: Mapping[str, Any], diplomat: bool, rng: Rng | None) -> list[str]:
    base = [slug for slug in BASE_PURPLE if not (slug == "graveyard" and diplomat)]  # P12
    if "districts" not in options:
        extra = _drawn(BONUS_PURPLE, FREE_BONUS_CARDS, _chance(rng)) if preset == RANDOM else []
        return [*base, *sorted(extra)]
    chosen = _slugs("districts", options["districts"])
    for slug in chosen:
        copies = UNIQUE_CARDS[CLASSIC].count(slug)
        if not copies:
            raise BadOptions(
                mark("There is no purple district “{slug}” in the classic edition."), slug=slug[:40]
            )
        if chosen.count(slug) > copies:
            raise BadOptions(mark("There are not so many cards of {slug} in the classic edition."), slug=slug)
    chosen = [slug for slug in chosen if not (slug == "graveyard" and diplomat)]
    bonus = sum(slug in BONUS_PURPLE for slug in chosen)
    removed = len(base) - (len(chosen) - bonus)
    if bonus - removed > FREE_BONUS_CARDS:
        raise BadOptions(
            mark(
                "{free} bonus districts may be added freely; for each further one a purple card must be "
                "taken out. There are {bonus} bonus cards and {removed} cards out."
            ),
            free=FREE_BONUS_CARDS,
            bonus=bonus,
            removed=removed,
        )
    return chosen


def _drawn(cards: Sequence[str], count: int, rng: Rng) -> list[str]:
    pile = list(cards)
    rng.shuffle(pile)
    return pile[:count]


def goal_of(edition: str, seats: int, short: bool) -> int:
    """How many districts make a completed city (O3)."""
    if edition == NEW:
        return LONG_GOAL if seats <= 3 else SHORT_GOAL
    return SHORT_GOAL if short else LONG_GOAL


def settled(setup: Setup) -> dict[str, Any]:
    """The options written out: nothing is left to chance or to a default."""
    options: dict[str, Any] = {"edition": setup.edition, "characters": setup.cast, "districts": setup.uniques}
    if setup.edition == CLASSIC:
        options |= {"short": setup.short, "courtesy": setup.courtesy}
    return options


def sample_setup(rng: Rng) -> tuple[int, dict[str, Any]]:
    """Some number of seats and some options that go with it, for tests and fuzzing."""
    edition = rng.choice(EDITIONS)
    seats = 2 + rng.below(7)
    options: dict[str, Any] = {"edition": edition, "preset": rng.choice(_presets(edition))}
    if may_have_ninth(seats, edition) and rng.below(2):
        options["rank9"] = True
    if edition == CLASSIC:
        options["short"] = bool(rng.below(2))
        if rng.below(2):
            options["districts"] = _drawn(sorted({*UNIQUE_CARDS[CLASSIC]}), 14, rng)
        if not rng.below(3):
            options["courtesy"] = "assumed"
    return seats, options
