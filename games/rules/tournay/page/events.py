"""The queue of events with its coins, what each does or would do, and how near the end is."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ...core.reader import SeatReader
from ..cards.card import CARD_SETS
from ..text.end_condition import describe_ending
from ..text.event_forecast import describe_forecast
from ..text.lexicon import LEXICON


class SeatShare(msgspec.Struct, frozen=True):
    """What an event would do to one seat."""

    seat: str
    mine: bool
    number: int


class EventInQueue(msgspec.Struct, frozen=True):
    """An event of the queue."""

    slug: str
    name: str
    effect: str
    coins: list[bool]  # one for each space: is a coin on it?
    is_favour: bool
    is_now: bool  # is it being carried out?
    forecast: str
    shares: list[SeatShare]
    fight: str  # what it takes to win it; empty while it is carried out

    @property
    def coin_count(self) -> int:
        return sum(self.coins)


class CrierCount(msgspec.Struct, frozen=True):
    """The town criers that have been revealed, of those that it takes to end the game."""

    bells: list[bool]
    sentence: str


def build_queue(reader: SeatReader) -> list[EventInQueue]:
    return [_build_event(reader, queued) for queued in reader.view["queue"]]


def _build_event(reader: SeatReader, queued: Mapping[str, Any]) -> EventInQueue:
    rules, slug, coins = CARD_SETS[reader.view["cards"]], queued["event"], queued["coins"]
    return EventInQueue(
        slug=slug,
        name=str(reader.name(slug)),
        effect=LEXICON.effect(slug, reader.language),
        coins=[number < coins for number in range(rules.event_spaces)],
        is_favour=rules.events[slug].is_favour,
        is_now=queued["strikes"],
        forecast=describe_forecast(reader, queued),
        shares=[
            SeatShare(seat, seat == reader.me, queued["outcome"][seat])
            for seat in reader.list_seats_clockwise()
        ],
        fight="" if queued["strikes"] else _describe_fight(reader, coins),
    )


def _describe_fight(reader: SeatReader, coins: int) -> str:
    return reader.count(
        "To win it: 2 red citizens, or 1 and {n} denier.",
        "To win it: 2 red citizens, or 1 and {n} deniers.",
        1 + coins,
    )


# --- the end


def build_criers(reader: SeatReader) -> CrierCount:
    revealed, needed = len(reader.view["criers"]), reader.view["criers_to_end"]
    bells = [number < revealed for number in range(max(revealed, needed))]
    return CrierCount(bells, describe_ending(reader))
