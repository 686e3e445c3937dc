"""Events as sentences with all secrets revealed, for the replay of a finished game."""

from collections.abc import Mapping
from typing import Any

from ...core.events import Event
from ...core.sentences import ANY, SentenceRule, SentenceTable, Voice
from ...core.translation import mark
from .events import EVENT_SENTENCES, SENTENCES, add_derived_words

# kind of event → sentences for a reader who knows what the acting seat knows
REVEALING_SENTENCES: dict[str, list[SentenceRule]] = {
    "picked": [
        (ANY, "character away", mark("{seat} chooses the {character} and puts the {away} away.")),
        (ANY, "character", mark("{seat} chooses the {character}.")),
    ],
    "silent": [
        (ANY, "victim", mark("The {character} is called. No answer: {victim} was murdered.")),
        (ANY, "", mark("The {character} is called. Nobody has it.")),
    ],
    "theater": [(ANY, "given got", mark("{seat} gives {rival} the {given} and gets the {got}."))],
    "drew": [(ANY, "cards", mark("{seat} draws {cards}."))],
    "kept": [
        (ANY, "cards back", mark("{seat} keeps {cards} and puts {back} back.")),
        (ANY, "cards", mark("{seat} keeps {cards}.")),
    ],
    "gained": [
        (ANY, "cards why", mark("{seat} gains {cards} ({why}).")),
        (ANY, "cards", mark("{seat} gains {cards}.")),
    ],
    "borrowed": [(ANY, "cards", mark("{seat} takes {gold} gold from {rival} and gives {cards} for it."))],
    "searched": [(ANY, "card", mark("{seat} finds {card} in the deck; the deck is shuffled."))],
    "warranted": [
        (ANY, "signed", mark("{seat} lays warrants on {characters}; the one on the {signed} is signed.")),
    ],
    "spied": [
        (
            ANY,
            "hand",
            mark("{seat} looks for {type} in {rival}’s hand ({hand}): {count} found, {gold} gold taken."),
        ),
    ],
    "threatened": [(ANY, "lace", mark("{seat} threatens {characters}; the lace is on the {lace}."))],
    "swapped": [
        (ANY, "hand", mark("{seat} exchanges hands with {rival} ({gave} for {got}) and now holds {hand}.")),
    ],
    "redrew": [(ANY, "cards", mark("{seat} puts {cards} under the deck."))],
    "looked": [(ANY, "hand", mark("{seat} looks at {rival}’s hand: {hand}."))],
    "took": [(ANY, "card", mark("{seat} takes {card} from {rival}."))],
    "foresaw": [(ANY, "card", mark("{seat} draws {card} from {rival}’s hand."))],
    "gave": [(ANY, "card", mark("{seat} gives {card} to {rival}."))],
    "tribute": [(ANY, "card", mark("{rival} gets {card} from {seat}."))],
    "uncovered": [(ANY, "cards", mark("Under the Museum {seat} finds {cards}."))],
    "laboratory": [(ANY, "card", mark("{seat} discards {card} in the Laboratory for {gold} gold."))],
    "museum": [(ANY, "card", mark("{seat} puts {card} under the Museum."))],
}
REVEALED_SENTENCES = SentenceTable(
    {kind: [*REVEALING_SENTENCES[kind], *SENTENCES[kind]] for kind in REVEALING_SENTENCES}, add_derived_words
)


def describe_revealed_event(event: Event, voice: Voice) -> str:
    """Describe the event to a reader who may know everything."""
    if event.kind in REVEALING_SENTENCES:
        return REVEALED_SENTENCES.describe(_event_as_actor_saw_it(event), None, voice)
    return EVENT_SENTENCES.describe(event.seen_by(None), None, voice)


def _event_as_actor_saw_it(event: Event) -> Mapping[str, Any]:
    """The event as the acting seat saw it."""
    return event.seen_by(event.open.get("seat") or next(iter(event.secret), None))
