"""The result in words: who has won and why, what the points are for."""

from collections.abc import Iterator

from ...core.ruleset import ScoreLine
from ...core.sentences import Voice
from ...core.translation import Translator
from ..position import DominionGame
from ..scoring import count_points, rank_seats


def describe_verdict(game: DominionGame, speak: Translator) -> Iterator[str]:
    """Who has won, and whether fewer turns decided it."""
    first = rank_seats(game)[0]
    points = count_points(game.players[first[0]])
    equal = [seat for seat in game.seats if count_points(game.players[seat]) == points]
    if len(first) > 1:
        seats = ", ".join(first)
        yield speak.say("{seats} share the victory: as many points in as many turns.", seats=seats)
    else:
        yield speak.say("{seat} has won.", seat=first[0])
        if len(equal) > 1:
            yield speak.say("Others have as many points, but {seat} had fewer turns.", seat=first[0])


def describe_ties(game: DominionGame, speak: Translator) -> Iterator[str]:
    """Below the first place too, fewer turns decide between equal points."""
    places = rank_seats(game)[1:]
    points = [count_points(game.players[place[0]]) for place in places]
    if len(set(points)) < len(points):
        yield speak.say("Of equal points, those with fewer turns come first.")


def describe_score_reason(line: ScoreLine, voice: Voice) -> str:
    """What the points of this line are for: `Duke (2 cards)`."""
    return voice.speak.count(
        "{card} ({n} card)", "{card} ({n} cards)", line.detail.get("count", 1), card=voice.name(line.reason)
    )
