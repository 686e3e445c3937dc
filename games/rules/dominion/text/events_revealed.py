"""Events as sentences with all secrets revealed, for the replay of a finished game."""

from ...core.events import Event
from ...core.sentences import ANY, SentenceRule, SentenceTable, Voice
from ...core.translation import mark
from .events import EVENT_SENTENCES, SENTENCES

# kind of event → sentences for a reader who knows what the acting seat knows
REVEALING_SENTENCES: dict[str, list[SentenceRule]] = {
    "drew": [(ANY, "cards", mark("{seat} draws: {cards}."))],
    "discarded": [(ANY, "cards", mark("{seat} discards: {cards}."))],
    "topdecked": [(ANY, "cards", mark("{seat} puts on the deck, from the top: {cards}."))],
    "scouted": [(ANY, "order", mark("{seat} puts back on the deck, from the top: {order}."))],
    "passed": [(ANY, "card", mark("{seat} passes a card to {rival}: {card}."))],
    "turn_ended": [(ANY, "cards", mark("{seat}’s turn ends, with these still in hand: {cards}."))],
}
REVEALED_SENTENCES = SentenceTable(
    {kind: [*REVEALING_SENTENCES[kind], *SENTENCES[kind]] for kind in REVEALING_SENTENCES}
)


def describe_revealed_event(event: Event, voice: Voice) -> str:
    """Describe the event to a reader who may know everything."""
    if event.kind in REVEALING_SENTENCES:
        return REVEALED_SENTENCES.describe(event.seen_by(event.open["seat"]), None, voice)
    return EVENT_SENTENCES.describe(event.seen_by(None), None, voice)
