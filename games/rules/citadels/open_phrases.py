"""Events as sentences when nothing is hidden any more: the replay of a game that is over."""

from collections.abc import Mapping
from typing import Any

from ..core.events import Event
from ..core.speech import mark
from .phrases import ANY, SENTENCES, Sentence, Voice, phrase

# kind → what can be said of it by whoever knows what the one knows who acts
SECRETS: dict[str, list[Sentence]] = {
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
            mark(
                "{seat} looks for {type} in the hand of {rival} ({hand}): {count} found, {gold} gold taken."
            ),
        ),
    ],
    "threatened": [(ANY, "lace", mark("{seat} threatens {characters}; the lace lies at the {lace}."))],
    "swapped": [
        (ANY, "hand", mark("{seat} exchanges hands with {rival} ({gave} for {got}) and now holds {hand}.")),
    ],
    "redrew": [(ANY, "cards", mark("{seat} puts {cards} under the deck."))],
    "looked": [(ANY, "hand", mark("{seat} looks at the hand of {rival}: {hand}."))],
    "took": [(ANY, "card", mark("{seat} takes {card} from {rival}."))],
    "foresaw": [(ANY, "card", mark("{seat} draws {card} from the hand of {rival}."))],
    "gave": [(ANY, "card", mark("{seat} gives {card} to {rival}."))],
    "tribute": [(ANY, "card", mark("{rival} gets {card} from {seat}."))],
    "uncovered": [(ANY, "cards", mark("Under the Museum {seat} finds {cards}."))],
    "laboratory": [(ANY, "card", mark("{seat} discards {card} in the Laboratory for {gold} gold."))],
    "museum": [(ANY, "card", mark("{seat} puts {card} under the Museum."))],
}
OPEN = {kind: [*SECRETS[kind], *SENTENCES[kind]] for kind in SECRETS}


def open_phrase(event: Event, voice: Voice) -> str:
    """The event as whoever has seen all hands would tell it."""
    if event.kind in SECRETS:
        return phrase(_as_the_one_who_acts(event), None, voice, OPEN)
    return phrase(event.seen_by(None), None, voice)


def _as_the_one_who_acts(event: Event) -> Mapping[str, Any]:
    return event.seen_by(event.open.get("seat") or next(iter(event.secret), None))
