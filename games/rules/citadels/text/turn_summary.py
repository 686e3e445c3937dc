"""Collapsed turns in the log: a heading that says whose turn it was, and a few words on what happened."""

from collections.abc import Mapping
from typing import Any

from ...core.sentences import Voice
from ...core.translation import mark

# kind of event → words; public facts only
SUMMARY_PHRASES = {
    "murdered": mark("murdered: {characters}"),
    "bewitched": mark("bewitched: {characters}"),
    "warranted": mark("warrants: {characters}"),
    "robs": mark("robs: {characters}"),
    "spied": mark("spied on: {rival}"),
    "threatened": mark("threatens: {characters}"),
    "swapped": mark("hands exchanged with {rival}"),
    "crowned": mark("crown: {seat}"),
    "built": mark("built: {card}"),
    "confiscated": mark("confiscated: {rival}’s {card}"),
    "destroyed": mark("destroyed: {rival}’s {card}"),
    "armory": mark("destroyed: {rival}’s {card}"),
    "seized": mark("seized: {rival}’s {card}"),
    "exchanged": mark("exchanged: {given} for {rival}’s {got}"),
    "announced": mark("bell rung"),
    "completed": mark("city complete"),
}
# the same where `rival` is the reader
PHRASES_ABOUT_READER = {
    "spied": mark("spied on you"),
    "swapped": mark("hands exchanged with you"),
    "crowned": mark("crown: you"),
    "confiscated": mark("confiscated: your {card}"),
    "destroyed": mark("destroyed: your {card}"),
    "armory": mark("destroyed: your {card}"),
    "seized": mark("seized: your {card}"),
    "exchanged": mark("exchanged: {given} for your {got}"),
}


def format_turn_heading(seen: Mapping[str, Any], seat: str | None, voice: Voice) -> str:
    """The heading of the turn that this event begins: the draft or a character call; else empty."""
    kind, say = seen.get("kind"), voice.speak.say
    if kind == "round":
        return say("The draft")
    if kind == "silent":
        return voice.name(seen["character"])
    if kind == "revealed":
        name = say("You") if seen["seat"] == seat else seen["seat"]
        return say("{character}: {seat}", character=voice.name(seen["character"]), seat=name)
    return ""


def describe_event_briefly(seen: Mapping[str, Any], seat: str | None, voice: Voice) -> str:
    """The event in a few words for a collapsed turn; empty if it is not worth mentioning."""
    kind = str(seen.get("kind"))
    is_reader = seat is not None and seen.get("rival", seen.get("seat")) == seat
    sentence = PHRASES_ABOUT_READER.get(kind) if is_reader else None
    sentence = sentence or SUMMARY_PHRASES.get(kind)
    if sentence is None:
        return ""
    names = {key: voice.format_value(seen[key]) for key in ("card", "given", "got") if key in seen}
    named = seen.get("characters") or [seen.get("character", "")]
    seats = {key: seen[key] for key in ("seat", "rival") if key in seen}
    return voice.speak.say(sentence, characters=voice.cards(named), **names, **seats)
