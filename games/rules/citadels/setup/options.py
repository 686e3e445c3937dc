"""Options of a new game: editions, presets, casts and districts, with their validation (P)."""

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ...core.errors import BadOptions
from ...core.rng import Rng
from ...core.translation import mark
from ..characters.card import CHARACTERS, RANK
from ..districts.cards import BASE_PURPLE, BONUS_PURPLE, CLASSIC, EDITIONS, NEW, UNIQUE_CARDS, UNIQUES_2016
from ..position import LONG_GOAL, SHORT_GOAL

RANDOM, FIRST_GAME, BASE = "random", "first_game", "base"
CUSTOM = "own"  # the options list every character and every district
COURTESIES = ("spoken", "assumed")
SEAT_COUNTS = range(2, 9)
UNIQUES_IN_A_GAME = 14
FREE_BONUS_CARDS = 3
NO_NINTH_MESSAGE = mark("With {n} players the {edition} edition has no character of rank 9.")
OPTION_KEYS = ("edition", "preset", "characters", "rank9", "districts", "short", "courtesy", "seed")


class Preset(msgspec.Struct, frozen=True):
    """Eight characters, the ninth that goes with them, and fourteen districts."""

    characters: tuple[str, ...]
    ninth: str
    districts: tuple[str, ...]


def _make_preset(characters: str, districts: str, ninth: str = "") -> Preset:
    return Preset(tuple(characters.split()), ninth, tuple(districts.split()))


PRESETS = {
    FIRST_GAME: _make_preset(
        "assassin thief magician king bishop merchant architect warlord",
        "dragon_gate factory haunted_quarter imperial_treasury keep laboratory library map_room quarry "
        "school_of_magic smithy statue thieves_den wishing_well",
    ),
    "devious_dignitaries": _make_preset(
        "magistrate blackmailer wizard king abbot alchemist navigator marshal",
        "dragon_gate factory gold_mine haunted_quarter laboratory necropolis park poor_house secret_vault "
        "smithy stables theater thieves_den wishing_well",
        "queen",
    ),
    "illustrious_emissaries": _make_preset(
        "witch spy seer emperor bishop merchant scholar diplomat",
        "capitol factory framework great_wall haunted_quarter ivory_tower keep library observatory park "
        "poor_house quarry school_of_magic smithy",
        "artist",
    ),
    "vicious_nobles": _make_preset(
        "assassin thief magician patrician cardinal trader architect warlord",
        "armory basilica dragon_gate gold_mine imperial_treasury ivory_tower map_room monument museum "
        "school_of_magic stables statue thieves_den wishing_well",
        "tax_collector",
    ),
    "ambitious_aristocrats": _make_preset(
        "magistrate thief wizard patrician bishop trader architect marshal",
        "capitol factory framework great_wall haunted_quarter keep necropolis park poor_house quarry "
        "school_of_magic stables statue thieves_den",
        "queen",
    ),
    "cunning_agents": _make_preset(
        "witch blackmailer magician emperor abbot alchemist architect warlord",
        "armory basilica dragon_gate gold_mine keep monument museum necropolis park poor_house quarry "
        "secret_vault smithy theater",
        "tax_collector",
    ),
    "tenacious_delegates": _make_preset(
        "assassin spy seer king cardinal trader scholar diplomat",
        "basilica capitol haunted_quarter imperial_treasury laboratory library map_room observatory "
        "school_of_magic secret_vault smithy stables statue wishing_well",
        "artist",
    ),
}
BASE_CAST = PRESETS[FIRST_GAME].characters


class CitadelsSetup(msgspec.Struct):
    """The cast, the unique districts and the variant of a new game."""

    edition: str
    cast: list[str]
    uniques: list[str]
    short: bool = False
    courtesy: str = "spoken"


def build_setup(seats: int, options: Mapping[str, Any], rng: Rng | None = None) -> CitadelsSetup:
    """Turn options into a set-up, or raise BadOptions naming the wrong one. Random set-ups need an `rng`."""
    unknown = sorted(set(options) - set(OPTION_KEYS))
    if unknown:
        raise BadOptions(
            mark("There is no option “{option}”. Options are: {all}."),
            option=unknown[0],
            all=", ".join(OPTION_KEYS),
        )
    edition = parse_edition(options)
    preset = _check_choice(
        "preset", options.get("preset", _default_preset_name(edition)), (*_list_presets(edition), CUSTOM)
    )
    if preset == CUSTOM and not {"characters", "districts"} <= set(options):
        raise BadOptions(mark("Your own set needs “characters” and “districts”."))
    if not isinstance(options.get("seed", 0), int) or isinstance(options.get("seed"), bool):
        raise BadOptions(mark("“seed” is a whole number."))
    short = _check_boolean("short", options.get("short", False))
    courtesy = _check_choice("courtesy", options.get("courtesy", "spoken"), COURTESIES)
    if edition == NEW and ("short" in options or "courtesy" in options):
        raise BadOptions(mark("The options “short” and “courtesy” belong to the classic edition."))
    cast = choose_cast(seats, edition, preset, options, rng)
    uniques = _choose_districts(edition, preset, options, cast, rng)
    return CitadelsSetup(edition, cast, uniques, short, courtesy)


def parse_edition(options: Mapping[str, Any]) -> str:
    """Read the edition. A bare 2016 in YAML is a number, an easy slip that gets its own message."""
    edition = options.get("edition", NEW)
    if edition == int(NEW):
        raise BadOptions(mark('“edition” is text, not a number: write it in quotes, "{new}".'), new=NEW)
    return _check_choice("edition", edition, EDITIONS)


def _default_preset_name(edition: str) -> str:
    return FIRST_GAME if edition == NEW else BASE


def _list_presets(edition: str) -> tuple[str, ...]:
    return (*PRESETS, RANDOM) if edition == NEW else (BASE, RANDOM)


def _check_choice(option: str, value: object, allowed: Sequence[str]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise BadOptions(
            mark("“{option}” is one of {allowed}, not “{value}”."),
            option=option,
            allowed=", ".join(allowed),
            value=str(value)[:40],
        )
    return value


def _check_boolean(option: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise BadOptions(
            mark("“{option}” is true or false, not “{value}”."), option=option, value=str(value)[:40]
        )
    return value


def _check_slugs(option: str, value: object) -> list[str]:
    if not isinstance(value, list | tuple) or not all(isinstance(slug, str) for slug in value):
        raise BadOptions(mark("“{option}” is a list of names."), option=option)
    return list(value)


# --- the cast


def choose_cast(
    seats: int, edition: str, preset: str, options: Mapping[str, Any], rng: Rng | None
) -> list[str]:
    """Choose one character for each rank, in order; a ninth where it is required or asked for."""
    if seats not in SEAT_COUNTS:
        raise BadOptions(
            mark("Citadels is for {least} to {most} players, not {n}."),
            least=SEAT_COUNTS[0],
            most=SEAT_COUNTS[-1],
            n=seats,
        )
    if "characters" in options:
        eight = _check_slugs("characters", options["characters"])
    elif preset == RANDOM:
        eight = _draw_random_cast(seats, edition, _require_rng(rng))
    else:
        eight = _replace_emperor_for_two(
            list(PRESETS[preset].characters if edition == NEW else BASE_CAST), seats
        )
    cast = sorted(eight, key=lambda slug: _find_rank(edition, slug))
    _check_ranks(edition, cast)
    _check_rank9_option(edition, preset, cast, options)
    if len(cast) == 8 and (ninth := _choose_ninth(seats, edition, preset, options, rng)):
        cast.append(ninth)
    _check_cast_for_seats(seats, edition, cast, options)
    return cast


def _require_rng(rng: Rng | None) -> Rng:
    """The generator, or BadOptions if a random set-up was asked for without one."""
    if rng is None:
        raise BadOptions(mark("A random set-up needs a seed."))
    return rng


def _find_rank(edition: str, slug: str) -> int:
    if slug not in CHARACTERS:
        raise BadOptions(mark("There is no character “{slug}”."), slug=slug[:40])
    if slug not in RANK[edition]:
        raise BadOptions(mark("The {slug} is not in the {edition} edition."), slug=slug, edition=edition)
    return RANK[edition][slug]


def _check_ranks(edition: str, cast: Sequence[str]) -> None:
    ranks = [_find_rank(edition, slug) for slug in cast]
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


def _replace_emperor_for_two(eight: list[str], seats: int) -> list[str]:
    """Replace a preset's Emperor by the King with two players (P5)."""
    return ["king" if slug == "emperor" and seats == 2 else slug for slug in eight]


def _draw_random_cast(seats: int, edition: str, rng: Rng) -> list[str]:
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


def _check_rank9_option(edition: str, preset: str, cast: Sequence[str], options: Mapping[str, Any]) -> None:
    """Check that `rank9` is a boolean or a character of rank 9 and fits the list of characters."""
    ninth = options.get("rank9", len(cast) == 9)
    if not isinstance(ninth, bool | str):
        raise BadOptions(mark("“rank9” is true, false or the name of a character of rank 9."))
    if isinstance(ninth, str):
        if _find_rank(edition, ninth) != 9:
            raise BadOptions(mark("The {slug} is not of rank 9."), slug=ninth)
        if ninth not in cast and (len(cast) == 9 or preset == CUSTOM):
            raise BadOptions(mark("“rank9” is the {slug}, who is not in the list of characters."), slug=ninth)
    elif not ninth and len(cast) == 9 and preset != CUSTOM:  # the form always sends a value for rank9
        raise BadOptions(mark("“rank9” is false, but the {slug} is in the list of characters."), slug=cast[8])


def _choose_ninth(seats: int, edition: str, preset: str, options: Mapping[str, Any], rng: Rng | None) -> str:
    """Choose the character of rank 9, or empty if none is used (R53)."""
    ninth = options.get("rank9", False) if preset != CUSTOM else False  # a custom list already has its ninth
    if ninth and not may_have_ninth(seats, edition):
        raise BadOptions(NO_NINTH_MESSAGE, n=seats, edition=edition)
    if isinstance(ninth, str):
        return ninth
    if not ninth and not needs_ninth(seats, edition):
        return ""
    if preset == RANDOM and "characters" not in options:
        able = [
            slug for slug, rank in RANK[edition].items() if rank == 9 and not (slug == "queen" and seats < 5)
        ]
        return _require_rng(rng).choice(able)
    named = PRESETS[preset].ninth if preset in PRESETS and "characters" not in options else ""
    if named and not (named == "queen" and seats < 5):
        return named
    return "artist" if named or seats < 5 else "queen"


def _check_cast_for_seats(seats: int, edition: str, cast: Sequence[str], options: Mapping[str, Any]) -> None:
    ninth = len(cast) == 9
    if ninth and not may_have_ninth(seats, edition):
        raise BadOptions(NO_NINTH_MESSAGE, n=seats, edition=edition)
    if not ninth and needs_ninth(seats, edition):
        raise BadOptions(mark("With {n} players a character of rank 9 is needed."), n=seats)
    if "queen" in cast and seats < 5:
        raise BadOptions(mark("The queen is for 5 to 8 players."))
    if "emperor" in cast and seats == 2:
        raise BadOptions(mark("The emperor is not for 2 players."))


# --- the districts


def _choose_districts(
    edition: str, preset: str, options: Mapping[str, Any], cast: Sequence[str], rng: Rng | None
) -> list[str]:
    if edition == NEW:
        return _choose_uniques_2016(preset, options, rng)
    return _choose_purple_districts(preset, options, "diplomat" in cast, rng)


def _choose_uniques_2016(preset: str, options: Mapping[str, Any], rng: Rng | None) -> list[str]:
    if "districts" not in options:
        if preset == RANDOM:
            return sorted(_draw_random_cards(UNIQUES_2016, UNIQUES_IN_A_GAME, _require_rng(rng)))
        return list(PRESETS[preset].districts)
    chosen = _check_slugs("districts", options["districts"])
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


def _choose_purple_districts(
    preset: str, options: Mapping[str, Any], diplomat: bool, rng: Rng | None
) -> list[str]:
    base = [slug for slug in BASE_PURPLE if not (slug == "graveyard" and diplomat)]  # P12
    if "districts" not in options:
        extra = (
            _draw_random_cards(BONUS_PURPLE, FREE_BONUS_CARDS, _require_rng(rng)) if preset == RANDOM else []
        )
        return [*base, *sorted(extra)]
    chosen = _check_slugs("districts", options["districts"])
    for slug in chosen:
        copies = UNIQUE_CARDS[CLASSIC].count(slug)
        if not copies:
            raise BadOptions(
                mark("There is no purple district “{slug}” in the classic edition."), slug=slug[:40]
            )
        if chosen.count(slug) > copies:
            raise BadOptions(
                mark("There are not that many cards of {slug} in the classic edition."), slug=slug
            )
    chosen = [slug for slug in chosen if not (slug == "graveyard" and diplomat)]
    bonus = sum(slug in BONUS_PURPLE for slug in chosen)
    removed = len(base) - (len(chosen) - bonus)
    if bonus - removed > FREE_BONUS_CARDS:
        raise BadOptions(
            mark(
                "{free} bonus districts can simply be added; for each further one a purple card must be "
                "removed. There are {bonus} bonus cards, and {removed} cards removed."
            ),
            free=FREE_BONUS_CARDS,
            bonus=bonus,
            removed=removed,
        )
    return chosen


def _draw_random_cards(cards: Sequence[str], count: int, rng: Rng) -> list[str]:
    pile = list(cards)
    rng.shuffle(pile)
    return pile[:count]


def compute_goal(edition: str, seats: int, short: bool) -> int:
    """How many districts complete a city (O3)."""
    if edition == NEW:
        return LONG_GOAL if seats <= 3 else SHORT_GOAL
    return SHORT_GOAL if short else LONG_GOAL


def dump_setup(setup: CitadelsSetup) -> dict[str, Any]:
    """The options that give exactly this set-up, with nothing left to chance or to a default."""
    options: dict[str, Any] = {"edition": setup.edition, "characters": setup.cast, "districts": setup.uniques}
    if setup.edition == CLASSIC:
        options |= {"short": setup.short, "courtesy": setup.courtesy}
    return options


def sample_setup(rng: Rng) -> tuple[int, dict[str, Any]]:
    """A random number of seats with valid options for it, for tests and fuzzing."""
    edition = rng.choice(EDITIONS)
    seats = 2 + rng.below(7)
    options: dict[str, Any] = {"edition": edition, "preset": rng.choice(_list_presets(edition))}
    if may_have_ninth(seats, edition) and rng.below(2):
        options["rank9"] = True
    if edition == CLASSIC:
        options["short"] = bool(rng.below(2))
        if rng.below(2):
            options["districts"] = _draw_random_cards(sorted({*UNIQUE_CARDS[CLASSIC]}), 14, rng)
        if not rng.below(3):
            options["courtesy"] = "assumed"
    return seats, options
