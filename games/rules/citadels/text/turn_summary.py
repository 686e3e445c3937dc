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
    "confiscated": mark("confiscated: {card}"),
    "destroyed": mark("destroyed: {card}"),
    "armory": mark("destroyed: {card}"),
    "seized": mark("seized: {card}"),
    "exchanged": mark("exchanged: {given} for {got}"),
    "announced": mark("bell rung"),
    "completed": mark("city completed"),
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


def describe_event_briefly(seen: Mapping[str, Any], voice: Voice) -> str:
    """The event in a few words for a collapsed turn; empty if it is not worth mentioning."""
    sentence = SUMMARY_PHRASES.get(str(seen.get("kind")))
    if sentence is None:
        return ""
    names = {key: voice.format_value(seen[key]) for key in ("card", "given", "got") if key in seen}
    named = seen.get("characters") or [seen.get("character", "")]
    seats = {key: seen[key] for key in ("seat", "rival") if key in seen}
    return voice.speak.say(sentence, characters=voice.cards(named), **names, **seats)
