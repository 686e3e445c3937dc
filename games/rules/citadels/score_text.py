"""The final score, line by line, in words."""

from collections.abc import Iterator
from itertools import pairwise

from ..core.notation import Namer
from ..core.ruleset import ScoreLine
from ..core.speech import Tongue, mark, mark_both, tongue
from . import scoring
from .districts.table import NEW
from .position import Game

REASONS = {  # what the points are for
    "districts": mark("the cost of the districts"),
    "first_completed": mark("the first completed city"),
    "completed": mark("a completed city"),
    "five_types": mark("districts of all five types"),
    "basilica": mark("{card}: districts of odd cost"),
    "capitol": mark("{card}: three districts of one type"),
    "dragon_gate": mark("{card}"),
    "university": mark("{card}"),
    "imperial_treasury": mark("{card}: gold in the stash"),
    "ivory_tower": mark("{card}: the only unique district"),
    "map_room": mark("{card}: cards in the hand"),
    "museum": mark("{card}: cards under it"),
    "secret_vault": mark("{card}: in the hand"),
    "statue": mark("{card}: with the crown"),
    "wishing_well": mark("{card}: unique districts"),
}


def score_text(game: Game, name: Namer, language: str) -> list[str]:
    """Who has won and why, then every seat's points from the best to the last."""
    speak = tongue(language)
    scores = scoring.scores(game)
    lines = [*verdict(game, speak), *ties(game, speak), ""]
    for seat in (seat for place in scoring.ranking(game) for seat in place):
        total = scoring.total(scores[seat])
        lines.append(speak.count("{seat}: {n} point", "{seat}: {n} points", total, seat=seat))
        lines += [f"{line.points:6}  {reason(line, name, speak)}" for line in scores[seat]]
    return lines


def reason(line: ScoreLine, name: Namer, speak: Tongue) -> str:
    return speak.say(REASONS[line.reason], card=name(line.reason))


def verdict(game: Game, speak: Tongue) -> Iterator[str]:
    """Who has won, and what decided it."""
    totals = {seat: scoring.total(lines) for seat, lines in scoring.scores(game).items()}
    winners = scoring.winners(game)
    best = totals[winners[0]]
    if len(winners) > 1:
        yield speak.count(
            "{seats} share the victory with {n} point each.",
            "{seats} share the victory with {n} points each.",
            best,
            seats=", ".join(winners),
        )
        return
    yield speak.count("{seat} wins with {n} point.", "{seat} wins with {n} points.", best, seat=winners[0])
    tied = [seat for seat, points in totals.items() if points == best]
    if len(tied) > 1:
        yield speak.say(_tie_break(game, tied), seat=winners[0])


def ties(game: Game, speak: Tongue) -> Iterator[str]:
    """What decided between equal points, and who shares a place, as far as the verdict does not tell."""
    points = {seat: scoring.total(lines) for seat, lines in scoring.scores(game).items()}
    places = scoring.ranking(game)
    for place, following in pairwise(places):
        is_told = place is places[0] and len(place) == 1
        if points[place[0]] == points[following[0]] and not is_told:
            words = {"seats": ", ".join(place), "others": ", ".join(following)}
            everybody = speak.say(
                "{some} and {last}", some=", ".join([*place, *following[:-1]]), last=following[-1]
            )
            n = points[place[0]]
            yield speak.count(*_precedence(game, place[0], following[0]), n, all=everybody, **words)
    for place in places[1:]:
        if len(place) > 1:
            n, seats = points[place[0]], ", ".join(place)
            yield speak.count(
                "{seats} share a place with {n} point each.",
                "{seats} share a place with {n} points each.",
                n,
                seats=seats,
            )


def _precedence(game: Game, seat: str, other: str) -> tuple[str, str]:
    """S4 and S5."""
    if game.edition == NEW:
        return mark_both(
            "{all} have {n} point each; {seats} before {others}, for a character of higher rank.",
            "{all} have {n} points each; {seats} before {others}, for a character of higher rank.",
        )
    if scoring.district_points(game, game.players[seat]) > scoring.district_points(game, game.players[other]):
        return mark_both(
            "{all} have {n} point each; {seats} before {others}, for more from districts.",
            "{all} have {n} points each; {seats} before {others}, for more of them from districts.",
        )
    return mark_both(
        "{all} have {n} point each; {seats} before {others}, for more gold.",
        "{all} have {n} points each; {seats} before {others}, for more gold.",
    )


def _tie_break(game: Game, tied: list[str]) -> str:
    """S4 and S5."""
    if game.edition == NEW:
        return mark("Others have as many; {seat} showed the character of the highest rank.")
    costs = sorted(scoring.district_points(game, game.players[seat]) for seat in tied)
    if costs[-1] > costs[-2]:
        return mark("Others have as many; {seat} has more of them from the cost of districts.")
    return mark("Others have as many; {seat} has the most gold.")
