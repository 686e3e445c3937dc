"""The question to the reader in a sentence, or whom the game is waiting for."""

from collections.abc import Callable, Mapping
from typing import Any

from ...core.reader import SeatReader
from ...core.translation import mark, mark_both
from ..position import PLACE

EFFECT_SENTENCES = {  # kind of effect that asks → sentence
    "draw": mark("{card}: from which deck do you draw, and how?"),
    "fight": mark("{card}: which event do you take?"),
    "other": mark("{card}: which building in another district do you use?"),
    "events": mark("{card}: which events get a coin and strike?"),
}
EVENT_SENTENCES = {  # what the event asks, and whether a rampart could be laid → sentences
    ("cells", False): mark_both(
        "{event}: which card of yours is damaged?", "{event}: which {n} cards of yours are damaged?"
    ),
    ("cells", True): mark_both(
        "{event}: do you lay a rampart, or which card of yours is damaged?",
        "{event}: do you lay a rampart, or which {n} cards of yours are damaged?",
    ),
    ("citizens", False): mark_both(
        "{event}: which citizen do you lay down?", "{event}: which {n} citizens do you lay down?"
    ),
    ("citizens", True): mark_both(
        "{event}: do you lay a rampart, or which citizen do you lay down?",
        "{event}: do you lay a rampart, or which {n} citizens do you lay down?",
    ),
    ("", True): mark_both(
        "{event} strikes, with {n} coin: do you lay a rampart?",
        "{event} strikes, with {n} coins: do you lay a rampart?",
    ),
}
SURPLUS = mark_both(
    "You hold {n} card too many: which one do you put back?",
    "You hold {n} cards too many: which ones do you put back?",
)


def describe_question(reader: SeatReader) -> str:
    """Describe what the reader is asked, or else whom the game is waiting for."""
    asked = reader.own.get("asked")
    if not asked:
        return reader.describe_wait()
    name = asked[0]["name"]
    if name in EFFECT_SENTENCES:
        return reader.say(EFFECT_SENTENCES[name], card=reader.name(asked[0].get("card", "")))
    return QUESTIONS[name](reader, asked[0])


def _describe_turn(reader: SeatReader, asked: Mapping[str, Any]) -> str:
    if reader.view["step"] == PLACE:
        return reader.say("Your turn: place a card if you like, then take one action.")
    return reader.say("Your turn: take one action.")


def _describe_keep(reader: SeatReader, asked: Mapping[str, Any]) -> str:
    return reader.say("You look at {cards}: which one do you keep?", cards=reader.join_names(asked["cards"]))


def _describe_event(reader: SeatReader, asked: Mapping[str, Any]) -> str:
    choice = next((one for one in ("cells", "citizens") if asked[one]), "")
    sentences = EVENT_SENTENCES[choice, bool(asked["ramparts"])]
    return reader.count(*sentences, asked["coins"], event=reader.name(asked["event"]))


def _describe_surplus(reader: SeatReader, asked: Mapping[str, Any]) -> str:
    return reader.count(*SURPLUS, asked["count"])


def _describe_last_card(reader: SeatReader, asked: Mapping[str, Any]) -> str:
    return reader.say("The last round is over: do you place one more card?")


QUESTIONS: dict[str, Callable[[SeatReader, Mapping[str, Any]], str]] = {
    "turn": _describe_turn,
    "keep": _describe_keep,
    "suffer": _describe_event,
    "drop": _describe_surplus,
    "last_card": _describe_last_card,
}
