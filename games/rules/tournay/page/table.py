"""The table as data for its templates: names, numbers and sentences.

Everything is made from one seat's view, so nothing that the view hides can appear on the page.
"""

from typing import Any

from ...core.notation import Namer
from ...core.reader import SeatReader
from ...core.translation import mark
from ..knowledge.view import build_view, reveal_hands
from ..numbers import COLOURS
from ..position import OVER, TournayGame
from ..text.end_condition import describe_ending
from ..text.question import describe_question
from .cards import ActivityCard, build_cards
from .citizens import build_group
from .decks import build_rack
from .events import build_criers, build_queue
from .prestige import build_prestige
from .seats import list_seats

LONGEST_HEADLINE = 80  # longest question that can be a headline, in characters
END_RULE = mark(
    "Before a round begins: if two districts are complete, or one is and enough town criers have come, that "
    "round is the last. A complete district has nine spaces filled, and at least two prestige buildings in "
    "sight."
)


def build_page(view: dict[str, Any], name: Namer, language: str) -> dict[str, Any]:
    """Build the template context of the table as the owner of this view sees it."""
    reader = SeatReader(view, name, language, width=10_000)
    seats = list_seats(reader)
    is_over = view["step"] == OVER
    mine = next((one for one in seats if one.mine), None)
    ending = describe_ending(reader)
    return {
        "headline": _build_headline(reader),
        "question": describe_question(reader),
        "over": is_over,
        "round": reader.say("Round {round}", round=view["round"]),
        "mine": None if is_over else mine,
        "hand": [] if is_over else build_cards(reader, reader.own.get("hand", ())),
        "seats": seats,
        "others": [one for one in seats if is_over or not one.mine],
        "queue": build_queue(reader),
        "criers": build_criers(reader),
        "rack": build_rack(reader),
        "prestige": build_prestige(reader),
        "effects": _list_effects(reader),
        "ending": ending,
        "end_rule": "" if view["last_round"] else reader.say(END_RULE),
        "colours": [build_group(reader, colour) for colour in COLOURS],
    }


def build_revealed_page(game: TournayGame, name: Namer, language: str) -> dict[str, Any]:
    """Build the page that a spectator sees, with every hand open."""
    return build_page({**build_view(game, None), "shown": reveal_hands(game)}, name, language)


def _build_headline(reader: SeatReader) -> str:
    """The question to the reader, short enough for a headline."""
    question = describe_question(reader)
    return question if len(question) <= LONGEST_HEADLINE else reader.say("It is your decision.")


def _list_effects(reader: SeatReader) -> list[ActivityCard]:
    """The cards in sight in the reader's district, each once, with what they do."""
    if not reader.me:
        return []
    district = reader.view["players"][reader.me]["district"]
    return build_cards(reader, {space["cards"][0] for space in district.values()})
