"""Turns of the record that are folded: whose they are, and the little that is worth to be read of them."""

from collections.abc import Mapping
from typing import Any

from ..core.speech import mark
from .phrases import Voice

# kind → sentence; only what is open to everybody
GISTS = {
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


def turn_heading(seen: Mapping[str, Any], seat: str | None, voice: Voice) -> str:
    """A round begins with its draft; then every call is a turn, answered or not."""
    kind, say = seen.get("kind"), voice.speak.say
    if kind == "round":
        return say("The draft")
    if kind == "silent":
        return voice.name(seen["character"])
    if kind == "revealed":
        name = say("You") if seen["seat"] == seat else seen["seat"]
        return say("{character}: {seat}", character=voice.name(seen["character"]), seat=name)
    return ""


def gist(seen: Mapping[str, Any], voice: Voice) -> str:
    sentence = GISTS.get(str(seen.get("kind")))
    if sentence is None:
        return ""
    names = {key: voice.shown(seen[key]) for key in ("card", "given", "got") if key in seen}
    named = seen.get("characters") or [seen.get("character", "")]
    seats = {key: seen[key] for key in ("seat", "rival") if key in seen}
    return voice.speak.say(sentence, characters=voice.cards(named), **names, **seats)
