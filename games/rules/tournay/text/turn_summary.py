"""The log by turns: the heading of a round and of a turn in it, and an event in a few words."""

from collections.abc import Mapping
from typing import Any

from ...core.sentences import Voice
from ...core.translation import mark
from ..position import TournayGame

# kind of event → words; the seat on turn is in the heading, whoever else it happens to is named
SUMMARY_PHRASES = {
    "placed": mark("placed: {card}"),
    "activated": mark("at work: {card}"),
    "used_other": mark("used of {rival}: {card}"),
    "took_open": mark("drew: {card}"),
    "kept": mark("drew: {deck}"),
    "took": mark("drew: {deck}"),
    "fought": mark("won: {event}"),
    "taxed": mark("collected tax"),
    "gathered": mark("gathered"),
    "recruited": mark("recruited"),
    "crier": mark("a town crier"),
    "rampart": mark("{seat} laid a rampart: {card}"),
    "damaged": mark("{seat} has damaged: {cards}"),
    "last_round": mark("the last round"),
    "no_last_card": mark("no last card"),
}
# the same where the reader is that seat
PHRASES_ABOUT_READER = {
    "kept": mark("drew: {card}"),
    "took": mark("drew: {cards}"),
    "rampart": mark("you laid a rampart: {card}"),
    "damaged": mark("you have damaged: {cards}"),
}
WORDS = ("card", "cards", "deck", "event")  # fields that the lexicon names
SEATS = ("seat", "rival")


def format_round_heading(game: TournayGame, seen: Mapping[str, Any], voice: Voice) -> str:
    """The title of the round that this event begins, when the start player's turn does; else empty."""
    if seen.get("kind") == "last_cards":
        return voice.speak.say("One last card")
    if seen.get("kind") != "turn_begun" or seen["seat"] != game.start:
        return ""
    return voice.speak.say("Round {round}", round=seen["round"])


def describe_event_briefly(seen: Mapping[str, Any], seat: str | None, voice: Voice) -> str:
    """The event in a few words for a collapsed turn; empty if it is not worth mentioning."""
    kind = str(seen.get("kind"))
    is_reader = seat is not None and seen.get("seat") == seat
    phrase = PHRASES_ABOUT_READER.get(kind) if is_reader else None
    phrase = phrase or SUMMARY_PHRASES.get(kind)
    if phrase is None:
        return ""
    words = {key: voice.format_value(seen[key]) for key in WORDS if key in seen}
    seats = {key: seen[key] for key in SEATS if key in seen}
    return voice.speak.say(phrase, **seats, **words)
