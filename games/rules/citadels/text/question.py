"""The question to the reader in a sentence, or whom the game is waiting for."""

from collections.abc import Mapping
from typing import Any

from ...core.translation import mark
from ..draft_sizes import must_put_away
from .reader import TableReader

QUESTION_SENTENCES = {  # kind of question → sentence
    "draft.pick": mark("Choose your character."),
    "theater.exchange": mark("Your Theater: do you exchange a character with somebody, unseen?"),
    "magistrate.confiscate": mark("{builder} pays {gold} gold for {card}: do you confiscate it?"),
    "blackmailer.bribe": mark("You are threatened: do you pay half your gold, or refuse?"),
    "blackmailer.reveal": mark("{holder} refuses to pay: do you show the threat?"),
    "hospital.gather": mark("The murdered {character} is called, and you have the Hospital."),
    "wizard.take": mark("You see {target}’s hand: take a card, or build it at once."),
    "seer.give": mark("Give a card back to each of these: {seats}."),
    "emperor.tribute": mark("You are crowned: give {to} 1 gold or a card."),
    "graveyard.recover": mark("{card} was destroyed: do you take it into your hand for 1 gold?"),
    "lighthouse.search": mark("Your Lighthouse: choose a card from the deck."),
    "bell_tower.announce": mark("Your Bell Tower: do you ring it, so that 7 districts complete a city?"),
    "heir.crown": mark("Your Emperor was murdered: whom do you crown?"),
}


def describe_question(reader: TableReader) -> str:
    """Describe what the reader is asked, or else whom the game is waiting for."""
    asked = reader.own.get("asked")
    if asked:
        return _describe_own_question(reader, asked[0])
    return reader.describe_wait()


def _describe_own_question(reader: TableReader, asked: Mapping[str, Any]) -> str:
    kind = asked["name"]
    if kind == "turn":
        return _describe_own_turn(reader)
    if kind == "turn.keep":
        return reader.count("Which card do you keep?", "Which {n} cards do you keep?", asked["count"])
    if kind == "draft.pick" and must_put_one_away(reader, asked):
        return _ask_for_two(reader)
    if kind == "draft.pick" and reader.own["characters"]:
        return reader.say("Choose your second character.")
    return reader.say(QUESTION_SENTENCES[kind], **_build_question_words(reader, asked))


def must_put_one_away(reader: TableReader, asked: Mapping[str, Any]) -> bool:
    """Must the reader also put a card away? With two players, at the second and the third pick (D8)."""
    return must_put_away(len(reader.view["seats"]), len(asked["cards"]))


def _ask_for_two(reader: TableReader) -> str:
    if reader.own["characters"]:
        return reader.say("Choose your second character, and one to put away.")
    return reader.say("Choose your character, and one to put away.")


def _build_question_words(reader: TableReader, asked: Mapping[str, Any]) -> dict[str, object]:
    """The values for the placeholders of the question's sentence."""
    called = reader.view["called"]
    context: dict[str, object] = {key: asked.get(key, "") for key in ("builder", "gold", "target", "to")}
    context["seats"] = reader.join_words(asked.get("from", []))
    context["card"] = reader.name(asked.get("card", ""))
    return context | {"character": reader.name(called), "holder": reader.holder(called)}


def _describe_own_turn(reader: TableReader) -> str:
    called = reader.view["called"]
    if called not in reader.own["characters"]:
        return reader.say("You continue as the {character}.", character=reader.name(called))
    turn = reader.say("Your turn: you are the {character}.", character=reader.name(called))
    if reader.view["turn"]["gathered"]:
        return turn
    return turn + " " + reader.say("First take gold or draw cards.")
