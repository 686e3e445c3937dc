"""Who is ahead, and how near the end is: the race of the cities in sentences."""

from collections.abc import Iterator

from .position import OVER
from .reader import Reader
from .table_text import points


def race(reader: Reader) -> Iterator[str]:
    """Who leads, by what is built, and who is nearest to the end; nothing before the first district."""
    players, goal = reader.view["players"], reader.view["goal"]
    built = {seat: points(player) for seat, player in players.items()}
    most, size = max(built.values()), max(player["size"] for player in players.values())
    if not most or reader.view["phase"] == OVER:
        return
    leading = [seat for seat, number in built.items() if number == most]
    if leading == [reader.me]:
        yield reader.count("You are ahead: {n} point is built.", "You are ahead: {n} points are built.", most)
    else:
        seats = reader.listed([reader.who(seat) for seat in leading])
        yield reader.count(
            "Ahead: {seats}, {n} point built.", "Ahead: {seats}, {n} points built.", most, seats=seats
        )
    if size < goal:
        nearest = [reader.who(seat) for seat, player in players.items() if player["size"] == size]
        yield reader.count(
            "Nearest to the end: {seats}, {n} district short.",
            "Nearest to the end: {seats}, {n} districts short.",
            goal - size,
            seats=reader.listed(nearest),
        )


def behind(reader: Reader, seat: str) -> str:
    """How a city stands among the others, in two or three words."""
    if reader.view["phase"] == OVER:
        return ""  # then the score tells
    built = {one: points(player) for one, player in reader.view["players"].items()}
    mine, best = built.pop(seat), max(built.values(), default=0)
    if mine > best:
        return reader.say("{n} ahead", n=mine - best)
    if mine == best:
        return reader.say("level with the best") if best else ""
    return reader.say("{n} behind", n=best - mine)
