"""Events as sentences with all secrets revealed, for the replay of a finished game."""

from ...core.events import Event
from ...core.sentences import ANY, SentenceRule, SentenceTable, Voice
from ...core.translation import mark
from .events import EVENT_SENTENCES, SENTENCES

# kind of event → sentences for a reader who knows what the acting seat knows
REVEALING_SENTENCES: dict[str, list[SentenceRule]] = {
    "looked": [(ANY, "cards", mark("{seat} looks at two cards of {deck}: {cards}."))],
    "kept": [(ANY, "card", mark("{seat} keeps {card}; {back} goes back on {deck}, face up."))],
    "took": [(ANY, "cards", mark("{seat} takes from {deck}: {cards}."))],
    "discarded": [(ANY, "card", mark("{seat} puts a card of the hand under its deck: {card}."))],
    "dropped": [(ANY, "all", mark("{seat} puts back what the hand cannot hold: {all}."))],
}
REVEALED_SENTENCES = SentenceTable(
    {kind: [*REVEALING_SENTENCES[kind], *SENTENCES[kind]] for kind in REVEALING_SENTENCES},
    EVENT_SENTENCES.derive,
    EVENT_SENTENCES.counted,
)


def describe_revealed_event(event: Event, voice: Voice) -> str:
    """Describe the event to a reader who may know everything."""
    if event.kind in REVEALING_SENTENCES:
        return REVEALED_SENTENCES.describe(event.seen_by(event.open["seat"]), None, voice)
    return EVENT_SENTENCES.describe(event.seen_by(None), None, voice)
