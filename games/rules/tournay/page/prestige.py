"""What each prestige building would score for whom now, and the points of every seat."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ...core.reader import SeatReader
from ..cards.card import CARD_SETS, PRESTIGE
from ..knowledge.seen_district import SeenDistrict
from ..numbers import PRESTIGE_LIMIT
from ..scoring import score_title
from .cards import ActivityCard, build_card, find_card


class TitleScore(msgspec.Struct, frozen=True):
    """What a title would score for one seat."""

    points: int
    count: int
    each: int
    is_owner: bool

    @property
    def is_capped(self) -> bool:
        return self.count * self.each > self.points


class TitleRow(msgspec.Struct, frozen=True):
    """A prestige building that is in sight, or in the reader's own hand, with its scores seat by seat."""

    card: ActivityCard
    scores: list[TitleScore]  # in the order of the seats
    is_in_hand: bool = False


class PointsRow(msgspec.Struct, frozen=True):
    """The points of one seat, by what they are for."""

    seat: str
    mine: bool
    printed: int
    events: int
    titles: int
    total: int


class PrestigeTable(msgspec.Struct, frozen=True):
    """Titles by seats."""

    seats: list[PointsRow]
    titles: list[TitleRow]
    limit: int = PRESTIGE_LIMIT


def build_prestige(reader: SeatReader) -> PrestigeTable:
    seats = reader.list_seats_clockwise()
    titles = [_build_row(reader, title, seats) for title in reader.view["titles"]]
    hidden = [_build_hidden_row(reader, slug, seats) for slug in _list_hidden_titles(reader)]
    return PrestigeTable([_build_points(reader, seat) for seat in seats], [*titles, *hidden])


def _build_row(reader: SeatReader, title: Mapping[str, Any], seats: list[str]) -> TitleRow:
    scores = [TitleScore(**title["seats"][seat], is_owner=seat in title["owners"]) for seat in seats]
    return TitleRow(build_card(reader, title["title"]), scores)


def _build_points(reader: SeatReader, seat: str) -> PointsRow:
    return PointsRow(seat=seat, mine=seat == reader.me, **reader.view["players"][seat]["points"])


# --- what only the reader knows


def _list_hidden_titles(reader: SeatReader) -> list[str]:
    """The prestige buildings of the reader's hand that nobody has in sight yet."""
    in_sight = {title["title"] for title in reader.view["titles"]}
    held = dict.fromkeys(reader.own.get("hand", ()))
    return [slug for slug in held if find_card(reader, slug).kind == PRESTIGE and slug not in in_sight]


def _build_hidden_row(reader: SeatReader, slug: str, seats: list[str]) -> TitleRow:
    """What a title of the hand would score if the reader had placed it."""
    scores, cards = [], CARD_SETS[reader.view["cards"]].cards
    for seat in seats:
        has_it = seat == reader.me
        own = SeenDistrict(reader.view["players"][seat], cards, (slug,) if has_it else ())
        line = score_title(cards[slug], own, has_it=has_it)
        scores.append(TitleScore(line.points, line.detail["count"], line.detail["each"], is_owner=has_it))
    return TitleRow(build_card(reader, slug), scores, is_in_hand=True)
