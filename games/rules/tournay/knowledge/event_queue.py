"""The queue of events as everybody sees it, with what each event does now or with the next town crier."""

from typing import Any

from ..cards.card import FAVOUR, LEVY, EventCard, card_set
from ..position import QueuedEvent, TournayGame
from ..scoring import count_for_favour
from ..town_crier import list_exposed


def describe_queue(game: TournayGame) -> list[dict[str, Any]]:
    """Each event with its coins, whether it is being carried out, and what it does to whom how many times.

    An event that waits is shown with the coin of the next town crier. Nobody is taken to lay a rampart."""
    striking = _find_striking_events(game)
    return [_describe_event(game, queued, strikes=queued.event in striking) for queued in game.queue]


def _find_striking_events(game: TournayGame) -> set[str]:
    """The event about which seats are asked."""
    group = game.agenda[-1] if game.agenda else []
    return {step.args["event"] for step in group if step.name == "suffer"}


def _describe_event(game: TournayGame, queued: QueuedEvent, *, strikes: bool) -> dict[str, Any]:
    rules = card_set(game)
    times = queued.coins if strikes else min(rules.event_spaces, queued.coins + 1)
    return {
        "event": queued.event,
        "coins": queued.coins,
        "strikes": strikes,
        "times": times,
        "outcome": compute_outcome(game, rules.events[queued.event], times),
    }


def compute_outcome(game: TournayGame, event: EventCard, times: int) -> dict[str, int]:
    """The deniers, citizens or cards that the event gives to or takes from each seat."""
    if event.family == FAVOUR:
        counts = {seat: count_for_favour(game, seat, event.colour) for seat in game.seats}
        most = max(counts.values())
        return {seat: event.amount * times if most and counts[seat] == most else 0 for seat in game.seats}
    if event.family == LEVY:
        return {seat: min(event.amount * times, game.players[seat].deniers) for seat in game.seats}
    return {seat: min(times, len(list_exposed(game, seat, event))) for seat in game.seats}
