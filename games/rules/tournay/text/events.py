"""The sentences for the events of Tournay, as a table."""

from collections.abc import Mapping
from typing import Any

from ...core.sentences import ANY, THEM, YOU, SentenceRule, SentenceTable
from ...core.translation import mark, mark_both

# names of event fields that are not in the lexicon, and kinds of events that have several sentences
EVENT_FIELDS = frozenset(
    {"count", "cell", "cells", "over", "deniers", "kept", "coins", "to_end", "criers", "repaired", "source"}
    | {
        "back",
        "how",
        "events",
        "citizen",
        "citizens",
        "mode",
        "decks",
        "colour",
        "deck",
        "seats",
        "round",
        "rival",
    }
)

SENTENCES: dict[str, list[SentenceRule]] = {
    "dealt": [
        (YOU, "", mark("The decks are shuffled. The lot has fallen on you: you begin.")),
        (ANY, "", mark("The decks are shuffled. {seat} begins, by lot.")),
    ],
    "event_turned_up": [(ANY, "", mark("A new event is turned up: {event}."))],
    "turn_begun": [
        (YOU, "", mark("Your turn of round {round} begins.")),
        (ANY, "", mark("{seat}'s turn of round {round} begins.")),
    ],
    # placing
    "placed": [
        (YOU, "over", mark("You place {card} on {cell}, over {over}.")),
        (YOU, "", mark("You place {card} on {cell}.")),
        (ANY, "over", mark("{seat} places {card} on {cell}, over {over}.")),
        (ANY, "", mark("{seat} places {card} on {cell}.")),
    ],
    "discarded": [
        (YOU, "card", mark("You put a card of your hand under its deck: {card}.")),
        (ANY, "", mark("{seat} puts a card of the hand under its deck: {deck}.")),
    ],
    "removed": [
        (YOU, "", mark("You put a card of your district under its deck: {card} from {cell}.")),
        (ANY, "", mark("{seat} puts a card of the district under its deck: {card} from {cell}.")),
    ],
    "gave_citizen": [
        (YOU, "", mark("You give a citizen back to the supply: {citizen}.")),
        (ANY, "", mark("{seat} gives a citizen back to the supply: {citizen}.")),
    ],
    # citizens and money
    "borrowed": [
        (YOU, "", mark("You borrow from {rival} for {deniers} deniers: {count} × {citizen}.")),
        (THEM, "", mark("{seat} borrows from you for {deniers} deniers: {count} × {citizen}.")),
        (ANY, "", mark("{seat} borrows from {rival} for {deniers} deniers: {count} × {citizen}.")),
    ],
    "recruited": [
        (
            YOU,
            "",
            mark_both(
                "You pay {n} denier for a new citizen: {citizen}.",
                "You pay {n} deniers for a new citizen: {citizen}.",
            ),
        ),
        (
            ANY,
            "",
            mark_both(
                "{seat} pays {n} denier for a new citizen: {citizen}.",
                "{seat} pays {n} deniers for a new citizen: {citizen}.",
            ),
        ),
    ],
    "income": [
        (YOU, "card", mark_both("{card} brings you {n} denier.", "{card} brings you {n} deniers.")),
        (YOU, "", mark_both("You get {n} denier.", "You get {n} deniers.")),
        (ANY, "card", mark_both("{card} brings {seat} {n} denier.", "{card} brings {seat} {n} deniers.")),
        (ANY, "", mark_both("{seat} gets {n} denier.", "{seat} gets {n} deniers.")),
    ],
    "mass": [
        (YOU, "", mark_both("{n} citizen of yours stands up.", "{n} citizens of yours stand up.")),
        (ANY, "", mark_both("{n} citizen of {seat} stands up.", "{n} citizens of {seat} stand up.")),
    ],
    "taxed": [
        (
            YOU,
            "",
            mark_both(
                "You lay down {count} × {citizen} and collect {n} denier.",
                "You lay down {count} × {citizen} and collect {n} deniers.",
            ),
        ),
        (
            ANY,
            "",
            mark_both(
                "{seat} lays down {count} × {citizen} and collects {n} denier.",
                "{seat} lays down {count} × {citizen} and collects {n} deniers.",
            ),
        ),
    ],
    "gathered": [
        (YOU, "", mark_both("You gather {n} citizen.", "You gather {n} citizens.")),
        (ANY, "", mark_both("{seat} gathers {n} citizen.", "{seat} gathers {n} citizens.")),
    ],
    # drawing
    "spent": [
        (YOU, "", mark("You draw from {deck}.")),
        (ANY, "", mark("{seat} draws from {deck}.")),
    ],
    "buried": [(ANY, "", mark("{card} goes under its deck."))],
    "took_open": [
        (YOU, "", mark("You take the open card: {card}.")),
        (ANY, "", mark("{seat} takes the open card: {card}.")),
    ],
    "looked": [
        (YOU, "cards", mark("You see two cards: {cards}.")),
        (ANY, "", mark("{seat} looks at two cards of {deck}.")),
    ],
    "kept": [
        (YOU, "card", mark("You keep {card}; {back} goes back face up.")),
        (ANY, "", mark("{seat} keeps one; {back} goes back face up.")),
    ],
    "took": [
        (YOU, "cards", mark("You put into your hand: {cards}.")),
        (ANY, "", mark_both("{seat} takes {n} card: {deck}.", "{seat} takes {n} cards: {deck}.")),
    ],
    "deck_empty": [(ANY, "", mark("There is no card left to draw: {deck}."))],
    "dropped": [
        (YOU, "", mark("You put back what your hand cannot hold: {all}.")),
        (ANY, "", mark("{seat} puts back what the hand cannot hold: {all}.")),
    ],
    # buildings and their effects
    "activated": [
        (YOU, "", mark("You activate {card} on {cell}.")),
        (ANY, "", mark("{seat} activates {card} on {cell}.")),
    ],
    "used_other": [
        (YOU, "", mark("You use {card} of {rival}.")),
        (THEM, "", mark("{seat} uses your {card}.")),
        (ANY, "", mark("{seat} uses {card} of {rival}.")),
    ],
    "no_effect": [(ANY, "card", mark("{card} can do nothing now."))],
    "skipped": [
        (YOU, "card", mark("You make no use of {card}.")),
        (ANY, "card", mark("{seat} makes no use of {card}.")),
    ],
    "fought": [
        (YOU, "kept", mark("You win an event, with its coins: {event}, {kept}.")),
        (YOU, "", mark("You win an event: {event}.")),
        (ANY, "kept", mark("{seat} wins an event, with its coins: {event}, {kept}.")),
        (ANY, "", mark("{seat} wins an event: {event}.")),
    ],
    # criers and events
    "crier": [
        (
            ANY,
            "",
            mark("A town crier turns up in {deck}; that makes {count} of the {to_end} that the end takes."),
        ),
    ],
    "coins_put": [(ANY, "", mark("A coin is put on: {events}."))],
    "event": [
        (ANY, "", mark_both("{event} takes effect, with {n} coin.", "{event} takes effect, with {n} coins.")),
    ],
    "favoured": [
        (YOU, "", mark("{event}: you have the most, and get {deniers} deniers.")),
        (ANY, "", mark("{event}: {seat} has the most, and gets {deniers} deniers.")),
    ],
    "lost_deniers": [
        (YOU, "", mark_both("{event} costs you {n} denier.", "{event} costs you {n} deniers.")),
        (ANY, "", mark_both("{event} costs {seat} {n} denier.", "{event} costs {seat} {n} deniers.")),
    ],
    "departed": [
        (YOU, "", mark_both("{event}: you lay down {n} citizen.", "{event}: you lay down {n} citizens.")),
        (
            ANY,
            "",
            mark_both("{event}: {seat} lays down {n} citizen.", "{event}: {seat} lays down {n} citizens."),
        ),
    ],
    "damaged": [
        (YOU, "", mark("{event} damages your district: {cards}.")),
        (ANY, "", mark("{event} damages the district of {seat}: {cards}.")),
    ],
    "unharmed": [
        (YOU, "", mark("{event} does you no harm.")),
        (ANY, "", mark("{event} does {seat} no harm.")),
    ],
    "rampart": [
        (YOU, "", mark("You lay {card} as a rampart: {event} passes you by.")),
        (ANY, "", mark("{seat} lays {card} as a rampart: {event} passes by.")),
    ],
    # the end
    "last_round": [(ANY, "", mark("This is the last round: round {round}."))],
    "last_cards": [(ANY, "", mark("The last round is over: everybody may place one more card."))],
    "no_last_card": [
        (YOU, "", mark("You place no last card.")),
        (ANY, "", mark("{seat} places no last card.")),
    ],
    "over": [(ANY, "", mark("The game is over."))],
}
COUNTED = {  # what the pairs count, where it is not `count`
    "income": "deniers",
    "recruited": "deniers",
    "taxed": "deniers",
    "lost_deniers": "deniers",
    "event": "coins",
}


def _derive_words(seen: Mapping[str, Any]) -> Mapping[str, Any]:
    """The name of a citizen of a colour; all that was dropped, as far as the reader may know it."""
    words = dict(seen)
    if "colour" in seen:
        words["citizen"] = f"{seen['colour']}_citizen"
    if seen["kind"] == "dropped":
        words["all"] = [*seen.get("cards", seen["decks"]), *seen["events"]]
    return words


EVENT_SENTENCES = SentenceTable(SENTENCES, _derive_words, COUNTED)
