"""The queue of events with its coins, what the next town crier would do with each, and how near the end is."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ...core.reader import SeatReader
from ...core.translation import mark, mark_both
from ..cards.card import CARD_SETS, DAMAGE, DEPARTURE, FAVOUR, LEVY
from ..text.lexicon import LEXICON

OUTCOMES = {  # family → what each seat's number of it means
    DEPARTURE: mark("ready citizens who lie down"),
    FAVOUR: mark("deniers received"),
    LEVY: mark("deniers lost"),
    DAMAGE: mark("cards damaged"),
}
FORECASTS = {  # is it the family of a crier to come, or of the one who is out
    False: mark_both("Next crier, with {n} coin: {outcome}", "Next crier, with {n} coins: {outcome}"),
    True: mark_both("Now, with {n} coin: {outcome}", "Now, with {n} coins: {outcome}"),
}


class SeatShare(msgspec.Struct, frozen=True):
    """What an event would do to one seat."""

    seat: str
    mine: bool
    number: int


class QueuedEvent(msgspec.Struct, frozen=True):
    """An event of the queue."""

    slug: str
    name: str
    effect: str
    coins: list[bool]  # one for each space: is a coin on it?
    is_favour: bool
    is_now: bool  # is it being carried out?
    forecast: str
    shares: list[SeatShare]

    @property
    def coin_count(self) -> int:
        return sum(self.coins)


class CrierCount(msgspec.Struct, frozen=True):
    """The town criers that have been revealed, of those that it takes to end the game."""

    bells: list[bool]
    sentence: str


def build_queue(reader: SeatReader) -> list[QueuedEvent]:
    return [_build_event(reader, queued) for queued in reader.view["queue"]]


def _build_event(reader: SeatReader, queued: Mapping[str, Any]) -> QueuedEvent:
    rules, slug, coins = CARD_SETS[reader.view["cards"]], queued["event"], queued["coins"]
    event = rules.events[slug]
    outcome = reader.say(OUTCOMES[event.family])
    return QueuedEvent(
        slug=slug,
        name=str(reader.name(slug)),
        effect=LEXICON.effect(slug, reader.language),
        coins=[number < coins for number in range(rules.event_spaces)],
        is_favour=event.is_favour,
        is_now=queued["strikes"],
        forecast=reader.count(*FORECASTS[queued["strikes"]], queued["times"], outcome=outcome),
        shares=[
            SeatShare(seat, seat == reader.me, queued["outcome"][seat])
            for seat in reader.list_seats_clockwise()
        ],
    )


# --- the end


def build_criers(reader: SeatReader) -> CrierCount:
    revealed, needed = len(reader.view["criers"]), reader.view["criers_to_end"]
    bells = [number < revealed for number in range(max(revealed, needed))]
    return CrierCount(bells, describe_ending(reader))


def describe_ending(reader: SeatReader) -> str:
    """Say how near the end is: the criers, and the districts that are complete (Z1)."""
    view = reader.view
    if view["last_round"]:
        return reader.say("This is the last round. After it everybody may place one more card.")
    criers = reader.say("Town criers: {n} of {needed}.", n=len(view["criers"]), needed=view["criers_to_end"])
    complete = [seat for seat in view["seats"] if view["players"][seat]["complete"]]
    if complete:
        seats = reader.join_words([reader.name_seat(seat) for seat in complete])
        return f"{criers} {reader.say('District complete: {seats}.', seats=seats)}"
    return f"{criers} {reader.say('No district is complete yet.')}"
