"""The final score, line by line, in words."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ...core.notation import Namer
from ...core.ruleset import ScoreLine
from ...core.translation import Translator, mark, mark_both
from .. import scoring
from ..districts.cards import NEW
from ..position import CitadelsGame

REASON_PHRASES = {  # what the points are for
    "districts": mark("the cost of the districts"),
    "first_completed": mark("the first complete city"),
    "completed": mark("a complete city"),
    "five_types": mark("districts of all five types"),
    "basilica": mark("{card}: districts of odd cost"),
    "capitol": mark("{card}: three districts of one type"),
    "dragon_gate": mark("{card}"),
    "university": mark("{card}"),
    "imperial_treasury": mark("{card}: gold in the stash"),
    "ivory_tower": mark("{card}: the only unique district"),
    "map_room": mark("{card}: cards in hand"),
    "museum": mark("{card}: cards under it"),
    "secret_vault": mark("{card}: in hand"),
    "statue": mark("{card}: with the crown"),
    "wishing_well": mark("{card}: unique districts"),
}


def describe_score_reason(line: ScoreLine, name: Namer, speak: Translator) -> str:
    """Say what the points of a score line are for."""
    return speak.say(REASON_PHRASES[line.reason], card=name(line.reason))


def describe_ties(game: CitadelsGame, speak: Translator) -> Iterator[str]:
    """Say what broke the other ties, and who shares a place; the verdict covers the victory."""
    points = {seat: scoring.sum_score(lines) for seat, lines in scoring.compute_scores(game).items()}
    places = scoring.rank_seats(game)
    for place, following in pairwise(places):
        is_told = place is places[0] and len(place) == 1
        if points[place[0]] == points[following[0]] and not is_told:
            words = {"seats": speak.join_words(place), "others": speak.join_words(following)}
            everybody, n = speak.join_words([*place, *following]), points[place[0]]
            yield speak.count(*_explain_precedence(game, place[0], following[0]), n, all=everybody, **words)
    for place in places[1:]:
        if len(place) > 1:
            n, seats = points[place[0]], speak.join_words(place)
            yield speak.count(
                "{seats} share a place with {n} point each.",
                "{seats} share a place with {n} points each.",
                n,
                seats=seats,
            )


def _explain_precedence(game: CitadelsGame, seat: str, other: str) -> tuple[str, str]:
    """Explain why one of two seats with equal points is ranked higher (S4, S5)."""
    if game.edition == NEW:
        return mark_both(
            "{all} have {n} point each; {seats} before {others}: tie broken by the higher character.",
            "{all} have {n} points each; {seats} before {others}: tie broken by the higher character.",
        )
    if scoring.district_points(game, game.players[seat]) > scoring.district_points(game, game.players[other]):
        return mark_both(
            "{all} have {n} point each; {seats} before {others}: tie broken by points from districts.",
            "{all} have {n} points each; {seats} before {others}: tie broken by points from districts.",
        )
    return mark_both(
        "{all} have {n} point each; {seats} before {others}: tie broken by gold.",
        "{all} have {n} points each; {seats} before {others}: tie broken by gold.",
    )


def explain_tie_break(game: CitadelsGame, tied: Sequence[str]) -> str:
    """Explain which tie-break decided the victory (S4, S5)."""
    if game.edition == NEW:
        return mark("Tied on points; {seat} showed the character of the highest rank.")
    costs = sorted(scoring.district_points(game, game.players[seat]) for seat in tied)
    if costs[-1] > costs[-2]:
        return mark("Tied on points; {seat} has more of them from the cost of districts.")
    return mark("Tied on points; {seat} has the most gold.")
