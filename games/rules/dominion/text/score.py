"""The result in words: what broke ties, what the points are for."""

from collections.abc import Iterator

from ...core.ruleset import ScoreLine
from ...core.sentences import Voice
from ...core.translation import Translator
from ..position import DominionGame
from ..scoring import count_points, rank_seats


def describe_ties(game: DominionGame, speak: Translator) -> Iterator[str]:
    """Below the first place too, fewer turns decide between equal points."""
    places = rank_seats(game)[1:]
    points = [count_points(game.players[place[0]]) for place in places]
    if len(set(points)) < len(points):
        yield speak.say("On equal points, whoever had fewer turns comes first.")


def describe_score_reason(line: ScoreLine, voice: Voice) -> str:
    """What the points of this line are for: `Duke (2 cards)`."""
    return voice.speak.count(
        "{card} ({n} card)", "{card} ({n} cards)", line.detail.get("count", 1), card=voice.name(line.reason)
    )
