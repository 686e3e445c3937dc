"""The sentences for the events of Dominion, as a table."""

from collections.abc import Mapping
from typing import Any

from ...core.sentences import ANY, THEM, YOU, SentenceRule, SentenceTable
from ...core.translation import mark, mark_both

# names of event fields that are not in the lexicon, and kinds of events that have several sentences
EVENT_FIELDS = frozenset(
    {"count", "top", "to", "options", "order", "rival", "turn", "coins", "gained", "chose"}
)

SENTENCES: dict[str, list[SentenceRule]] = {
    "dealt": [
        (YOU, "", mark("The kingdom: {cards}. You begin.")),
        (ANY, "", mark("The kingdom: {cards}. {seat} begins.")),
    ],
    "turn_begun": [
        (YOU, "", mark("Your turn {turn} begins.")),
        (ANY, "", mark("{seat}’s turn {turn} begins.")),
    ],
    "drew": [
        (YOU, "cards", mark("You draw: {cards}.")),
        (ANY, "", mark_both("{seat} draws {n} card.", "{seat} draws {n} cards.")),
    ],
    "shuffled": [
        (YOU, "", mark("You shuffle your discard pile into a new deck.")),
        (ANY, "", mark("{seat} shuffles the discard pile into a new deck.")),
    ],
    "played": [
        (YOU, "", mark("You play an Action: {card}.")),
        (ANY, "", mark("{seat} plays an Action: {card}.")),
    ],
    "treasures": [
        (YOU, "", mark("You play Treasures for {coins}: {cards}.")),
        (ANY, "", mark("{seat} plays Treasures for {coins}: {cards}.")),
    ],
    "bought": [
        (YOU, "", mark("You buy for {coins}: {card}.")),
        (ANY, "", mark("{seat} buys for {coins}: {card}.")),
    ],
    "gained hand": [
        (YOU, "", mark("You gain a card to hand: {card}.")),
        (ANY, "", mark("{seat} gains a card to hand: {card}.")),
    ],
    "gained deck": [
        (YOU, "", mark("You gain a card onto your deck: {card}.")),
        (ANY, "", mark("{seat} gains a card onto the deck: {card}.")),
    ],
    "gained discard": [
        (YOU, "", mark("You gain a card: {card}.")),
        (ANY, "", mark("{seat} gains a card: {card}.")),
    ],
    "trashed": [(YOU, "", mark("You trash: {cards}.")), (ANY, "", mark("{seat} trashes: {cards}."))],
    "discarded": [
        (YOU, "cards", mark("You discard: {cards}.")),
        (
            ANY,
            "",
            mark_both(
                "{seat} discards {n} card; on top: {top}.",
                "{seat} discards {n} cards; on top: {top}.",
            ),
        ),
    ],
    "discarded_revealed": [
        (YOU, "", mark("You discard what was revealed: {cards}.")),
        (ANY, "", mark("{seat} discards what was revealed: {cards}.")),
    ],
    "discarded_deck": [
        (YOU, "", mark("You put your deck into your discard pile; on top: {top}.")),
        (ANY, "", mark("{seat} puts the deck into the discard pile; on top: {top}.")),
    ],
    "discarded_aside": [
        (YOU, "", mark("You discard what you had set aside: {cards}.")),
        (ANY, "", mark("{seat} discards what was set aside: {cards}.")),
    ],
    "set_aside": [
        (YOU, "", mark("You set aside: {card}.")),
        (ANY, "", mark("{seat} sets aside: {card}.")),
    ],
    "revealed": [
        (YOU, "", mark("You reveal from your deck: {cards}.")),
        (ANY, "", mark("{seat} reveals from the deck: {cards}.")),
    ],
    "put_back": [
        (YOU, "", mark("This goes on top of your deck: {card}.")),
        (ANY, "", mark("This goes on top of {seat}'s deck: {card}.")),
    ],
    "topdecked": [
        (YOU, "cards", mark("You put on your deck, from the top: {cards}.")),
        (ANY, "", mark_both("{seat} puts {n} card on the deck.", "{seat} puts {n} cards on the deck.")),
    ],
    "scouted": [
        (YOU, "order", mark("You put back on your deck, from the top: {order}.")),
        (ANY, "", mark("{seat} puts back on the deck, in an order of their own: {cards}.")),
    ],
    "took": [
        (YOU, "", mark("You put into your hand: {cards}.")),
        (ANY, "", mark("{seat} puts into their hand: {cards}.")),
    ],
    "showed_hand": [
        (YOU, "", mark("You reveal your hand: {cards}.")),
        (ANY, "", mark("{seat} reveals their hand: {cards}.")),
    ],
    "reacted": [
        (YOU, "", mark("You reveal a Reaction: {card}.")),
        (ANY, "", mark("{seat} reveals a Reaction: {card}.")),
    ],
    "named": [(YOU, "", mark("You wish for: {card}.")), (ANY, "", mark("{seat} wishes for: {card}."))],
    "passed": [
        (YOU, "card", mark("You pass a card to {rival}: {card}.")),
        (THEM, "card", mark("{seat} passes you a card: {card}.")),
        (ANY, "", mark("{seat} passes a card to {rival}.")),
    ],
    "chose two": [
        (YOU, "", mark("You choose one each: {options}.")),
        (ANY, "", mark("{seat} chooses one each: {options}.")),
    ],
    "chose cards": [(YOU, "", mark("You choose cards.")), (ANY, "", mark("{seat} chooses cards."))],
    "chose coins": [(YOU, "", mark("You choose coins.")), (ANY, "", mark("{seat} chooses coins."))],
    "chose actions": [(YOU, "", mark("You choose actions.")), (ANY, "", mark("{seat} chooses actions."))],
    "chose hand": [(YOU, "", mark("You choose a new hand.")), (ANY, "", mark("{seat} chooses a new hand."))],
    "chose curse": [(YOU, "", mark("You choose the Curse.")), (ANY, "", mark("{seat} chooses the Curse."))],
    "chose discard": [
        (YOU, "", mark("You choose to turn your deck over.")),
        (ANY, "", mark("{seat} chooses to turn the deck over.")),
    ],
    "chose keep": [(YOU, "", mark("You keep your deck.")), (ANY, "", mark("{seat} keeps the deck."))],
    "turn_ended": [
        (YOU, "top", mark("Your turn ends; on top of your discard pile: {top}.")),
        (YOU, "", mark("Your turn ends.")),
        (ANY, "top", mark("{seat}’s turn ends; on top of the discard pile: {top}.")),
        (ANY, "", mark("{seat}’s turn ends.")),
    ],
    "over": [
        (ANY, "cards", mark("The game is over, because these piles are empty: {cards}.")),
        (ANY, "", mark("The game is over: the Provinces are gone, or enough other piles.")),
    ],
    "over province": [(ANY, "", mark("The last Province is gone, and with it the game is over."))],
}


def _derive_words(seen: Mapping[str, Any]) -> Mapping[str, Any]:
    """Where a card goes, which option was chosen, and which pile is empty decide about the sentence."""
    kind = seen["kind"]
    if kind == "gained":
        return {**seen, "kind": f"gained {seen['to']}"}
    if kind == "chose":
        options = seen["options"]
        return {**seen, "kind": "chose two" if len(options) > 1 else f"chose {options[0]}"}
    if kind == "over" and seen.get("cards") == ["province"]:
        return {**seen, "kind": "over province"}
    return seen


EVENT_SENTENCES = SentenceTable(SENTENCES, _derive_words)
