"""The race of the cities in sentences: who is ahead, and how near the end is."""

from collections.abc import Iterator

from ..position import OVER
from .reader import TableReader
from .table import sum_built_points


def describe_race(reader: TableReader) -> Iterator[str]:
    """Say who leads by points built and who is nearest to the end; nothing before the first district."""
    players, goal = reader.view["players"], reader.view["goal"]
    built = {seat: sum_built_points(player) for seat, player in players.items()}
    most, size = max(built.values()), max(player["size"] for player in players.values())
    if not most or reader.view["phase"] == OVER:
        return
    leading = [seat for seat, number in built.items() if number == most]
    if leading == [reader.me]:
        yield reader.count(
            "You are ahead, with {n} point in your city.",
            "You are ahead, with {n} points in your city.",
            most,
        )
    else:
        seats = reader.join_words([reader.name_seat(seat) for seat in leading])
        yield reader.count(
            "Ahead: {seats}, with {n} point in the city.",
            "Ahead: {seats}, with {n} points in the city.",
            most,
            seats=seats,
        )
    if size < goal:
        nearest = [reader.name_seat(seat) for seat, player in players.items() if player["size"] == size]
        yield reader.count(
            "Nearest to the end: {seats}, {n} district short.",
            "Nearest to the end: {seats}, {n} districts short.",
            goal - size,
            seats=reader.join_words(nearest),
        )


def describe_lead_or_lag(reader: TableReader, seat: str) -> str:
    """Say in a few words how far a city leads, or how far it is behind whom."""
    if reader.view["phase"] == OVER:
        return ""  # the score says it
    built = {one: sum_built_points(player) for one, player in reader.view["players"].items()}
    mine, best = built.pop(seat), max(built.values(), default=0)
    if mine > best:
        return reader.say("leads by {n}", n=mine - best)
    first = next((one for one, points in built.items() if points == best), "")
    if mine == best:
        level = (
            reader.say("level with you")
            if first == reader.me
            else reader.say("level with {seat}", seat=first)
        )
        return level if best else ""
    if first == reader.me:
        return reader.say("{n} behind you", n=best - mine)
    return reader.say("{n} behind {seat}", n=best - mine, seat=first)
