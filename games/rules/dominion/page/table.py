"""The table as data for its templates: names, numbers and sentences.

Everything is made from one seat's view, so nothing that the view hides can appear on the page.
"""

from typing import Any

import msgspec

from ...core.notation import Namer
from ...core.reader import SeatReader
from ..knowledge.view import build_view, reveal_decks
from ..position import BUY_PHASE, OVER, DominionGame
from ..text.question import describe_question
from .cards import TYPES, ShownCard, build_card, build_cards, build_hand, build_mark
from .decks import build_decks
from .supply import build_shelf, describe_ending

LONGEST_HEADLINE = 80  # longest question that can be a headline, in characters


class TurnStrip(msgspec.Struct, frozen=True):
    """The turn as it grows: what is left to spend, what lies in play, what holds for its rest."""

    seat: str
    mine: bool
    title: str
    actions: int
    buys: int
    coins: int
    in_play: list[ShownCard]
    notes: list[str]


class OwnPiles(msgspec.Struct, frozen=True):
    """The reader's deck and discard pile, as far as the reader may look at them."""

    deck: int
    discard_top: ShownCard | None
    revealed: list[ShownCard]
    set_aside: list[ShownCard]
    notes: list[str]  # what the reader knows of the top of the deck, or has put down


class SeatAtTable(msgspec.Struct, frozen=True):
    """Another seat, as far as everybody sees it."""

    seat: str
    hand: int
    turns: int
    deck_is_empty: bool
    discard_top: ShownCard | None
    revealed: list[ShownCard]
    set_aside: list[ShownCard]
    is_on_turn: bool
    is_next: bool
    is_protected: bool
    is_asked: bool


def build_page(view: dict[str, Any], name: Namer, language: str) -> dict[str, Any]:
    """Build the template context of the table as the owner of this view sees it."""
    reader = SeatReader(view, name, language, width=10_000)
    is_over = view["phase"] == OVER
    return {
        "headline": _build_headline(reader),
        "question": describe_question(reader),
        "is_main_question": _is_asked_for_turn(reader),
        "over": is_over,
        "round": reader.say("Turn {turn}", turn=view["players"][view["turn"]]["turns"]),
        "turn": None if is_over else _build_turn(reader),
        "hand": [] if is_over else build_hand(reader),
        "mine": None if is_over or not reader.me else _build_own_piles(reader),
        "shelf": build_shelf(reader),
        "others": [] if is_over else _list_others(reader),
        "trash": build_cards(reader, view["trash"]),
        "trash_size": len(view["trash"]),
        "ending": describe_ending(reader),
        "decks": build_decks(reader),
        "types": [build_mark(kind, name, language) for kind in TYPES],
    }


def build_revealed_page(game: DominionGame, name: Namer, language: str) -> dict[str, Any]:
    """Build the page that a spectator sees, with every deck and hand open."""
    return build_page({**build_view(game, None), "shown": reveal_decks(game)}, name, language)


def _build_headline(reader: SeatReader) -> str:
    """The question to the reader, short enough for a headline."""
    if _is_asked_for_turn(reader):
        return reader.say("It is your turn.")
    question = describe_question(reader)
    return question if len(question) <= LONGEST_HEADLINE else reader.say("It is your decision.")


def _is_asked_for_turn(reader: SeatReader) -> bool:
    """Is the reader asked what to play or buy, and not by a card?"""
    return any(asked["name"] == "main" for asked in reader.own.get("asked", ()))


# --- the turn


def _build_turn(reader: SeatReader) -> TurnStrip:
    view, seat = reader.view, reader.view["turn"]
    return TurnStrip(
        seat=seat,
        mine=seat == reader.me,
        title=_describe_phase(reader),
        actions=view["actions"],
        buys=view["buys"],
        coins=view["coins"],
        in_play=build_cards(reader, view["players"][seat]["in_play"]),
        notes=_list_turn_notes(reader),
    )


def _describe_phase(reader: SeatReader) -> str:
    if reader.view["phase"] == BUY_PHASE:
        return reader.say("buy phase")
    return reader.say("action phase")


def _list_turn_notes(reader: SeatReader) -> list[str]:
    view, notes = reader.view, list[str]()
    if view["reduction"]:
        notes.append(reader.say("Every card costs {n} less.", n=view["reduction"]))
    if view["copper_bonus"]:
        notes.append(reader.say("Each Copper yields {n} more.", n=view["copper_bonus"]))
    if view["protected"]:
        seats = reader.join_words([reader.name_seat(seat) for seat in view["protected"]])
        notes.append(reader.say("Protected by a Moat: {seats}.", seats=seats))
    return notes


# --- seats


def _find_top(reader: SeatReader, seat: str) -> ShownCard | None:
    top = reader.view["players"][seat]["discard_top"]
    return build_card(reader, top) if top else None


def _build_own_piles(reader: SeatReader) -> OwnPiles:
    own, notes = reader.own, list[str]()
    if own["deck_top"]:
        notes.append(reader.say("On top of it: {cards}.", cards=reader.join_names(own["deck_top"])))
    if own["passing"]:
        notes.append(reader.say("You pass {card}, once all have chosen.", card=reader.name(own["passing"])))
    player = reader.view["players"][own["seat"]]
    return OwnPiles(
        deck=own["deck"],
        discard_top=_find_top(reader, own["seat"]),
        revealed=build_cards(reader, player["revealed"]),
        set_aside=build_cards(reader, player["set_aside"]),
        notes=notes,
    )


def _list_others(reader: SeatReader) -> list[SeatAtTable]:
    """All seats but the reader's, in turn order; for a spectator all of them."""
    seats = reader.list_seats_clockwise()
    return [_build_seat(reader, seat) for seat in (seats[1:] if reader.me else seats)]


def _build_seat(reader: SeatReader, seat: str) -> SeatAtTable:
    view, player = reader.view, reader.view["players"][seat]
    seats = view["seats"]
    following = seats[(seats.index(view["turn"]) + 1) % len(seats)]
    return SeatAtTable(
        seat=seat,
        hand=player["hand"],
        turns=player["turns"],
        deck_is_empty=player["deck_is_empty"],
        discard_top=_find_top(reader, seat),
        revealed=build_cards(reader, player["revealed"]),
        set_aside=build_cards(reader, player["set_aside"]),
        is_on_turn=seat == view["turn"],
        is_next=seat == following,
        is_protected=seat in view["protected"],
        is_asked=seat in view["awaits"],
    )
