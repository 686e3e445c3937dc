"""The result in words: what the points of a line are for, and what decided between equals."""

from collections.abc import Iterator

from ...core.ruleset import ScoreLine
from ...core.sentences import Voice
from ...core.translation import Translator, mark, mark_both
from ..numbers import PRESTIGE_LIMIT
from ..position import TournayGame
from ..scoring import EVENTS, PRINTED, rank_seats, sum_points

COUNTED = {  # what a title counts → how many of it
    "card_set": mark_both("{n} set of cards", "{n} sets of cards"),
    "citizen_set": mark_both("{n} set of citizens", "{n} sets of citizens"),
    "four_deniers": mark_both("{n} time 4 deniers", "{n} times 4 deniers"),
    "character": mark_both("{n} character card", "{n} character cards"),
    "prestige": mark_both("{n} prestige building", "{n} prestige buildings"),
    "rampart": mark_both("{n} rampart", "{n} ramparts"),
    "white_or_yellow_building": mark_both("{n} white or yellow building", "{n} white or yellow buildings"),
    "yellow_card": mark_both("{n} yellow card", "{n} yellow cards"),
    "white_card": mark_both("{n} white card", "{n} white cards"),
    "red_card": mark_both("{n} red card", "{n} red cards"),
    "yellow_citizen": mark_both("{n} yellow citizen", "{n} yellow citizens"),
    "white_citizen": mark_both("{n} white citizen", "{n} white citizens"),
    "red_citizen": mark_both("{n} red citizen", "{n} red citizens"),
}


def describe_score_reason(line: ScoreLine, voice: Voice) -> str:
    """What the points of this line are for: `City Hall, in sight: 4 yellow citizens, 2 points each`."""
    speak, detail = voice.speak, line.detail
    if line.reason == PRINTED:
        return speak.count("Printed on {n} card", "Printed on {n} cards", detail.get("count", 0))
    if line.reason == EVENTS:
        return speak.count("{n} event won", "{n} events won", detail.get("count", 0))
    words = {"card": voice.name(line.reason), "each": detail.get("each", 0)}
    if detail.get("per") == "flat":
        return speak.say("{card}, your own", **words)
    per, n = detail["per"], detail["count"]
    counted = speak.count(*COUNTED[per], n)
    told = _TITLES[bool(detail.get("has_it"))]
    sentence = speak.say(told, counted=counted, **words)
    if n * words["each"] > line.points:
        return speak.say("{reason}; no more than {limit} for a title", reason=sentence, limit=PRESTIGE_LIMIT)
    return sentence


_TITLES = {
    True: mark("{card}, in your own district: {counted}, {each} each"),
    False: mark("{card}, in another district: {counted}, {each} each"),
}


def describe_tie_break(game: TournayGame, winner: str, speak: Translator) -> str:
    return speak.say(
        "Others have as many points, but {seat} has more deniers: {n}.",
        n=game.players[winner].deniers,
        seat=winner,
    )


def describe_ties(game: TournayGame, speak: Translator) -> Iterator[str]:
    """Below the first place too, more deniers decide between equal points."""
    scored = sum_points(game)
    points = [scored[place[0]] for place in rank_seats(game)[1:]]
    if len(set(points)) < len(points):
        yield speak.say("Of equal points, those with more deniers come first.")
