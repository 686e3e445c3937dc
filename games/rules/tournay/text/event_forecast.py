"""What an event of the queue does now, or would do with the next town crier, in a few words."""

from collections.abc import Mapping
from typing import Any

from ...core.reader import SeatReader
from ...core.translation import mark, mark_both
from ..cards.card import CARD_SETS, DAMAGE, DEPARTURE, FAVOUR, LEVY

OUTCOMES = {  # family → what each seat's number means
    DEPARTURE: mark("ready citizens who lie down"),
    FAVOUR: mark("deniers received"),
    LEVY: mark("deniers lost"),
    DAMAGE: mark("cards damaged"),
}
FORECASTS = {  # is it being carried out, or waiting for the next crier
    False: mark_both("Next crier ({n} coin), {outcome}", "Next crier ({n} coins), {outcome}"),
    True: mark_both("Now ({n} coin), {outcome}", "Now ({n} coins), {outcome}"),
}


def describe_forecast(reader: SeatReader, queued: Mapping[str, Any]) -> str:
    """Say what the numbers of an event's outcome mean."""
    event = CARD_SETS[reader.view["cards"]].events[queued["event"]]
    outcome = reader.say(OUTCOMES[event.family])
    forecast, times = FORECASTS[queued["strikes"]], queued["times"]
    return reader.count(*forecast, times, outcome=outcome)
