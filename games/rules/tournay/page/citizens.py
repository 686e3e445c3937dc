"""Citizens as the templates draw them: so many figures of a colour, standing or lying."""

from collections.abc import Mapping

import msgspec

from ...core.reader import SeatReader
from ..numbers import COLOURS
from ..position import GREY
from ..text.lexicon import LEXICON

MOST_FIGURES = 5  # of one colour side by side; of more one is drawn, with a number


class CitizenGroup(msgspec.Struct, frozen=True):
    """Citizens of one colour."""

    colour: str
    name: str
    letter: str  # empty for a borrowed citizen
    count: int

    @property
    def figures(self) -> range:
        return range(self.count if self.count <= MOST_FIGURES else 1)

    @property
    def has_number(self) -> bool:
        return self.count > MOST_FIGURES


class Citizens(msgspec.Struct, frozen=True):
    """All citizens of a seat: ready on the plaza, spent beside it, at work on buildings."""

    ready: list[CitizenGroup]
    spent: list[CitizenGroup]
    at_work: list[CitizenGroup]


def build_group(reader: SeatReader, colour: str, count: int = 1) -> CitizenGroup:
    letter = LEXICON.texts(reader.language)["letters"].get(colour, "")
    return CitizenGroup(colour, str(reader.name(f"{colour}_citizen")), str(letter), count)


def build_groups(reader: SeatReader, counts: Mapping[str, int]) -> list[CitizenGroup]:
    """The colours of which there is at least one, in their usual order."""
    return [build_group(reader, colour, counts[colour]) for colour in COLOURS if counts.get(colour)]


def build_citizens(reader: SeatReader, seat: str) -> Citizens:
    player = reader.view["players"][seat]
    standing = [space["citizen"] for space in player["district"].values()]
    working = {colour: standing.count(colour) for colour in COLOURS if colour != GREY}
    return Citizens(
        ready=build_groups(reader, player["plaza"]),
        spent=build_groups(reader, player["aside"]),
        at_work=build_groups(reader, working),
    )
