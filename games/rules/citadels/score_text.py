"""The final score, line by line, in words."""

from collections.abc import Iterator

from ..core.notation import Namer
from ..core.ruleset import ScoreLine
from ..core.speech import Tongue, mark, tongue
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
    lines = [*verdict(game, speak), ""]
    for seat in sorted(scores, key=lambda seat: _place(game, scores, seat)):
        total = scoring.total(scores[seat])
        lines.append(speak.count("{seat}: {n} point", "{seat}: {n} points", total, seat=seat))
        lines += [f"{line.points:6}  {reason(line, name, speak)}" for line in scores[seat]]
    return lines


def _place(game: Game, scores: dict[str, list[ScoreLine]], seat: str) -> tuple[int, bool]:
    return -scoring.total(scores[seat]), seat not in scoring.winners(game)


def reason(line: ScoreLine, name: Namer, speak: Tongue) -> str:
    return speak.say(REASONS[line.reason], card=name(line.reason))


def verdict(game: Game, speak: Tongue) -> Iterator[str]:
    """Who has won, and what decided it."""
    totals = {seat: scoring.total(lines) for seat, lines in scoring.scores(game).items()}
    winners = scoring.winners(game)
    best = totals[winners[0]]
    if len(winners) > 1:
        yield speak.say("{seats} share the victory with {n} points each.", seats=", ".join(winners), n=best)
        return
    yield speak.count("{seat} wins with {n} point.", "{seat} wins with {n} points.", best, seat=winners[0])
    tied = [seat for seat, points in totals.items() if points == best]
    if len(tied) > 1:
        yield speak.say(_tie_break(game, tied), seat=winners[0])


def _tie_break(game: Game, tied: list[str]) -> str:
    """S4 and S5."""
    if game.edition == NEW:
        return mark("Others have as many; {seat} showed the character of the highest rank.")
    costs = sorted(scoring.district_points(game, game.players[seat]) for seat in tied)
    if costs[-1] > costs[-2]:
        return mark("Others have as many; {seat} has more of them from the cost of districts.")
    return mark("Others have as many; {seat} has the most gold.")
