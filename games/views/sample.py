"""The table on the front page: a picture of a game, for people who have none yet."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

GOAL = 7


class Type(NamedTuple):
    """A type of district, told by shape, letter and colour."""

    slug: str
    name: Promise
    letter: Promise


NOBLE = Type(
    "noble", pgettext_lazy("district type", "noble"), pgettext_lazy("letter of a district type", "N")
)
RELIGIOUS = Type(
    "religious", pgettext_lazy("district type", "religious"), pgettext_lazy("letter of a district type", "R")
)
TRADE = Type(
    "trade", pgettext_lazy("district type", "trade"), pgettext_lazy("letter of a district type", "T")
)
MILITARY = Type(
    "military", pgettext_lazy("district type", "military"), pgettext_lazy("letter of a district type", "M")
)
UNIQUE = Type(
    "unique", pgettext_lazy("district type", "unique"), pgettext_lazy("letter of a district type", "U")
)
TYPES = [NOBLE, RELIGIOUS, TRADE, MILITARY, UNIQUE]


class District(NamedTuple):
    slug: str
    name: Promise
    kind: Type
    cost: int

    @property
    def type(self) -> str:
        return self.kind.slug

    @property
    def type_name(self) -> Promise:
        return self.kind.name


class City(NamedTuple):
    owner: Promise | str
    role: Promise
    gold: int
    cards: int
    districts: list[District]

    @property
    def built(self) -> int:
        return len(self.districts)

    @property
    def points(self) -> int:
        return sum(district.cost for district in self.districts)

    @property
    def one_short(self) -> bool:
        return self.built == GOAL - 1

    @property
    def plots(self) -> range:
        return range(self.built + 1, GOAL + 1)


TAVERN = District("tavern", _("Tavern"), TRADE, 1)
WATCHTOWER = District("watchtower", _("Watch\u00adtower"), MILITARY, 1)
TEMPLE = District("temple", _("Temple"), RELIGIOUS, 1)

CITIES = [
    City(
        owner=_("Your city"),
        role=_("Merchant, rank 6"),
        gold=5,
        cards=4,
        districts=[
            TAVERN,
            District("trading_post", _("Trading Post"), TRADE, 2),
            District("castle", _("Castle"), NOBLE, 4),
            District("church", _("Church"), RELIGIOUS, 2),
            District("library", _("Library"), UNIQUE, 6),
        ],
    ),
    City(
        owner="Bence",
        role=_("Thief, rank 2"),
        gold=2,
        cards=1,
        districts=[
            TAVERN,
            WATCHTOWER,
            TEMPLE,
            District("prison", _("Prison"), MILITARY, 2),
            District("docks", _("Docks"), TRADE, 3),
            District("monastery", _("Monas\u00adtery"), RELIGIOUS, 3),
        ],
    ),
]
