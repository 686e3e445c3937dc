"""The log by turns: the heading of a round and of a turn in it, and an event in a few words."""

from collections.abc import Mapping
from typing import Any

from ...core.sentences import Voice
from ...core.translation import mark
from ..position import DominionGame

# kind of event → words; the seat on turn is in the heading, whoever else it happens to is named
SUMMARY_PHRASES = {
    "bought": mark("bought: {card}"),
    "gained": mark("{seat} gained: {card}"),
    "trashed": mark("{seat} trashed: {cards}"),
    "reacted": mark("{seat} showed: {card}"),
}
# the same where the reader is that seat
PHRASES_ABOUT_READER = {
    "gained": mark("you gained: {card}"),
    "trashed": mark("you trashed: {cards}"),
    "reacted": mark("you showed: {card}"),
}


def find_first_seat(game: DominionGame) -> str:
    """The seat that began the game: from it to the seat on turn all have begun as many turns."""
    turns = game.players[game.turn].turns
    place = game.seats.index(game.turn)
    clockwise = game.seats[place + 1 :] + game.seats[: place + 1]
    return next(seat for seat in clockwise if game.players[seat].turns == turns)


def format_round_heading(game: DominionGame, seen: Mapping[str, Any], voice: Voice) -> str:
    """The title of the round that this event begins, when the first seat begins its next turn; else empty."""
    if seen.get("kind") != "turn_begun" or seen["seat"] != find_first_seat(game):
        return ""
    return voice.speak.say("Turn {turn}", turn=seen["turn"])


def describe_event_briefly(seen: Mapping[str, Any], seat: str | None, voice: Voice) -> str:
    """The event in a few words for a collapsed turn; empty if it is not worth mentioning."""
    kind = str(seen.get("kind"))
    if kind == "played":
        return voice.name(seen["card"])
    if kind == "passed":
        return _describe_passed_card(seen, seat, voice)
    is_reader = seat is not None and seen.get("seat") == seat
    phrase = PHRASES_ABOUT_READER.get(kind) if is_reader else None
    phrase = phrase or SUMMARY_PHRASES.get(kind)
    if phrase is None:
        return ""
    words = {key: voice.format_value(seen[key]) for key in ("card", "cards") if key in seen}
    return voice.speak.say(phrase, seat=seen["seat"], **words)


def _describe_passed_card(seen: Mapping[str, Any], seat: str | None, voice: Voice) -> str:
    """What the reader gave and got in a Masquerade; nobody else's card is known."""
    if "card" not in seen:
        return ""
    if seen["seat"] == seat:
        return voice.speak.say("you passed: {card}", card=voice.name(seen["card"]))
    return voice.speak.say("you got: {card}", card=voice.name(seen["card"]))
