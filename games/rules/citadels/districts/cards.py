"""Every district card: slug, type, cost, and how many there are in each edition."""

NOBLE, RELIGIOUS, TRADE, MILITARY, UNIQUE = TYPES = ("noble", "religious", "trade", "military", "unique")
NEW, CLASSIC = EDITIONS = ("2016", "classic")

_BASIC = {  # slug: type, cost, count
    "manor": (NOBLE, 3, 5),
    "castle": (NOBLE, 4, 4),
    "palace": (NOBLE, 5, 3),
    "temple": (RELIGIOUS, 1, 3),
    "church": (RELIGIOUS, 2, 3),
    "monastery": (RELIGIOUS, 3, 3),
    "cathedral": (RELIGIOUS, 5, 2),
    "tavern": (TRADE, 1, 5),
    "market": (TRADE, 2, 4),
    "trading_post": (TRADE, 2, 3),
    "docks": (TRADE, 3, 3),
    "harbor": (TRADE, 4, 3),
    "town_hall": (TRADE, 5, 2),
    "watchtower": (MILITARY, 1, 3),
    "prison": (MILITARY, 2, 3),
    "barracks": (MILITARY, 3, 3),
    "fortress": (MILITARY, 5, 2),
}

_UNIQUE_2016 = {  # slug: cost
    "armory": 3,
    "basilica": 4,
    "capitol": 5,
    "dragon_gate": 6,
    "factory": 5,
    "framework": 3,
    "gold_mine": 6,
    "great_wall": 6,
    "haunted_quarter": 2,
    "imperial_treasury": 5,
    "ivory_tower": 5,
    "keep": 3,
    "laboratory": 5,
    "library": 6,
    "map_room": 5,
    "monument": 4,
    "museum": 4,
    "necropolis": 5,
    "observatory": 4,
    "park": 6,
    "poor_house": 4,
    "quarry": 5,
    "school_of_magic": 6,
    "secret_vault": 0,
    "smithy": 5,
    "stables": 2,
    "statue": 3,
    "theater": 6,
    "thieves_den": 6,
    "wishing_well": 5,
}

_PURPLE_BASE = {
    "haunted_city": 2,
    "keep": 3,
    "laboratory": 5,
    "smithy": 5,
    "graveyard": 5,
    "observatory": 5,
    "great_wall": 6,
    "library": 6,
    "school_of_magic": 6,
    "university": 6,
    "dragon_gate": 6,
}

_PURPLE_BONUS = {
    "armory": 3,
    "ball_room": 6,
    "bell_tower": 5,
    "factory": 6,
    "hospital": 6,
    "imperial_treasury": 4,
    "lighthouse": 3,
    "map_room": 5,
    "museum": 4,
    "park": 6,
    "poor_house": 5,
    "quarry": 5,
    "throne_room": 6,
    "wishing_well": 5,
}

BASE_PURPLE = (*_PURPLE_BASE, "keep")  # two Keeps: twelve cards
BONUS_PURPLE = tuple(_PURPLE_BONUS)
UNIQUES_2016 = tuple(_UNIQUE_2016)
UNIQUE_CARDS = {NEW: UNIQUES_2016, CLASSIC: (*BASE_PURPLE, *BONUS_PURPLE)}


def _classic_slug(slug: str) -> str:
    return "battlefield" if slug == "barracks" else slug


def _build_cost_tables() -> dict[str, dict[str, int]]:
    basic = {slug: cost for slug, (_, cost, _) in _BASIC.items()}
    classic = {_classic_slug(slug): cost for slug, cost in basic.items()}
    return {NEW: basic | _UNIQUE_2016, CLASSIC: classic | _PURPLE_BASE | _PURPLE_BONUS}


COST = _build_cost_tables()  # edition → slug → printed cost
TYPE = {slug: UNIQUE for costs in COST.values() for slug in costs}
TYPE |= {name: kind for slug, (kind, _, _) in _BASIC.items() for name in (slug, _classic_slug(slug))}

BASIC_DECK = {
    NEW: [slug for slug, (_, _, count) in _BASIC.items() for _ in range(count)],
    CLASSIC: [_classic_slug(slug) for slug, (_, _, count) in _BASIC.items() for _ in range(count)],
}
