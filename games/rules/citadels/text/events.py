"""The sentences for the events of Citadels, as a table."""

from collections.abc import Mapping
from typing import Any

from ...core.sentences import ANY, COMMON_SENTENCES, THEM, YOU, SentenceRule, SentenceTable, Voice
from ...core.translation import mark, mark_both
from .lexicon import LEXICON

# names of event fields that are not in the lexicon, and a kind of event without a sentence of its own
EVENT_FIELDS = frozenset(
    {
        "victim",
        "back",
        "builder",
        "character",
        "count",
        "counts",
        "given",
        "got",
        "heir",
        "rival",
        "target",
        "to",
    }
    | {"type", "what", "why", "declined"}
)

SENTENCES: dict[str, list[SentenceRule]] = {
    "dealt": [
        (ANY, "cards", mark("Everybody has {gold} gold and {count} cards; yours are {cards}.")),
        (ANY, "", mark("Everybody has {gold} gold and {count} cards.")),
    ],
    "round": [
        (YOU, "faceup", mark("Round {round}. You have the crown and choose first. Face up: {faceup}.")),
        (YOU, "", mark("Round {round}. You have the crown and choose first.")),
        (ANY, "faceup", mark("Round {round}. {seat} has the crown and chooses first. Face up: {faceup}.")),
        (ANY, "", mark("Round {round}. {seat} has the crown and chooses first.")),
    ],
    "picked": [
        (YOU, "character away", mark("You chose the {character} and put the {away} away.")),
        (YOU, "character", mark("You chose the {character}.")),
        (ANY, "", mark("{seat} has chosen a character.")),
    ],
    "theater": [
        (YOU, "", mark("You exchanged characters with {rival}: you gave the {given} and got the {got}.")),
        (THEM, "", mark("{seat} exchanged characters with you: you gave the {given} and got the {got}.")),
        (ANY, "", mark("{seat} exchanges a character with {rival}, unseen.")),
    ],
    "declined theater": [
        (YOU, "", mark("You leave the characters as they are.")),
        (ANY, "", mark("{seat} leaves the characters as they are.")),
    ],
    "declined search": [
        (YOU, "", mark("You take no card from the deck.")),
        (ANY, "", mark("{seat} takes no card from the deck.")),
    ],
    "declined announce": [
        (YOU, "", mark("You do not ring the bell.")),
        (ANY, "", mark("{seat} does not ring the bell.")),
    ],
    "declined recover": [
        (YOU, "", mark("You let the destroyed card go.")),
        (ANY, "", mark("{seat} lets the destroyed card go.")),
    ],
    "silent": [
        (ANY, "victim", mark("The {character} is called. You are murdered and keep silent.")),
        (ANY, "", mark("The {character} is called. No answer.")),
    ],
    "revealed": [
        (YOU, "", mark("The {character} is called: that is you.")),
        (ANY, "", mark("The {character} is called: {seat}.")),
    ],
    "robbed": [
        (YOU, "gold", mark("{rival} robs you of {gold} gold.")),
        (THEM, "gold", mark("You rob {seat} of {gold} gold.")),
        (ANY, "gold", mark("{rival} robs {seat} of {gold} gold.")),
        (YOU, "", mark("{rival} robs you, but you have no gold.")),
        (THEM, "", mark("You rob {seat} and find no gold.")),
        (ANY, "", mark("{rival} robs {seat} and finds no gold.")),
    ],
    "crowned": [(YOU, "", mark("The crown passes to you.")), (ANY, "", mark("The crown passes to {seat}."))],
    "gathered": [(YOU, "", mark("You take {gold} gold.")), (ANY, "", mark("{seat} takes {gold} gold."))],
    "drew": [
        (YOU, "cards", mark("You draw {cards}.")),
        (ANY, "", mark_both("{seat} draws {n} card.", "{seat} draws {n} cards.")),
    ],
    "kept": [
        (YOU, "cards back", mark("You keep {cards} and put {back} back.")),
        (YOU, "cards", mark("You keep {cards}.")),
        (ANY, "", mark_both("{seat} keeps {n} of them.", "{seat} keeps {n} of them.")),
    ],
    "gained": [
        (YOU, "cards why", mark("You gain {cards} ({why}).")),
        (YOU, "cards", mark("You gain {cards}.")),
        (ANY, "why", mark_both("{seat} gains {n} card ({why}).", "{seat} gains {n} cards ({why}).")),
        (ANY, "", mark_both("{seat} gains {n} card.", "{seat} gains {n} cards.")),
    ],
    "earned": [
        (YOU, "", mark("You gain {gold} gold ({why}).")),
        (ANY, "", mark("{seat} gains {gold} gold ({why}).")),
    ],
    "built": [
        (YOU, "by", mark("You build {card} and destroy {by} instead of paying.")),
        (ANY, "by", mark("{seat} builds {card} and destroys {by} instead of paying.")),
        (
            YOU,
            "cards gold",
            mark_both(
                "You build {card} for {gold} gold and {n} card from your hand.",
                "You build {card} for {gold} gold and {n} cards from your hand.",
            ),
        ),
        (
            ANY,
            "cards gold",
            mark_both(
                "{seat} builds {card} for {gold} gold and {n} card.",
                "{seat} builds {card} for {gold} gold and {n} cards.",
            ),
        ),
        (
            YOU,
            "cards",
            mark_both(
                "You build {card} for {n} card from your hand.",
                "You build {card} for {n} cards from your hand.",
            ),
        ),
        (
            ANY,
            "cards",
            mark_both("{seat} builds {card} for {n} card.", "{seat} builds {card} for {n} cards."),
        ),
        (YOU, "", mark("You build {card} for {gold} gold.")),
        (ANY, "", mark("{seat} builds {card} for {gold} gold.")),
    ],
    "borrowed": [
        (YOU, "", mark("You take {gold} gold from {rival} and give {cards} for it.")),
        (THEM, "", mark("{seat} takes {gold} gold from you and gives you {cards} for it.")),
        (ANY, "", mark("{seat} takes {gold} gold from {rival} and gives as many cards for it.")),
    ],
    "considered": [(ANY, "", mark("The Magistrate considers."))],
    "confiscated": [
        (YOU, "", mark("You show the signed warrant: {card} is yours, {rival} gets the {gold} gold back.")),
        (THEM, "", mark("{seat} shows the signed warrant and takes {card}; you get your {gold} gold back.")),
        (ANY, "", mark("{seat} shows the signed warrant and takes {card}; {rival} gets {gold} gold back.")),
    ],
    "taxed": [
        (YOU, "rival", mark("You pay 1 gold of tax to {rival}.")),
        (THEM, "rival", mark("{seat} pays you 1 gold of tax.")),
        (ANY, "rival", mark("{seat} pays {rival} 1 gold of tax.")),
        (YOU, "", mark("You pay 1 gold of tax.")),
        (ANY, "", mark("{seat} pays 1 gold of tax.")),
    ],
    "completed": [
        (YOU, "", mark("Your city is complete: this round is the last.")),
        (ANY, "", mark("The city of {seat} is complete: this round is the last.")),
    ],
    "searched": [
        (YOU, "card", mark("You find {card} in the deck; the deck is shuffled.")),
        (ANY, "", mark("{seat} takes a card from the deck; the deck is shuffled.")),
    ],
    "announced": [
        (YOU, "", mark("You ring the bell: a city of 7 is complete.")),
        (ANY, "", mark("{seat} rings the bell: a city of 7 is complete.")),
    ],
    "bell_fell": [(ANY, "", mark("The Bell Tower is gone: a city needs {goal} districts again."))],
    "murdered": [
        (YOU, "", mark("You murder the {character}.")),
        (ANY, "", mark("{seat} murders the {character}.")),
    ],
    "bewitched": [
        (YOU, "", mark("You bewitch the {character}.")),
        (ANY, "", mark("{seat} bewitches the {character}.")),
    ],
    "resumed": [
        (YOU, "", mark("You continue as the {character}.")),
        (ANY, "", mark("{seat}, the Witch, continues as the {character}.")),
    ],
    "warranted": [
        (YOU, "signed", mark("You lay warrants on {characters}; the one on the {signed} is signed.")),
        (ANY, "", mark("{seat} lays warrants on {characters}.")),
    ],
    "robs": [
        (YOU, "", mark("You will rob the {character}.")),
        (ANY, "", mark("{seat} will rob the {character}.")),
    ],
    "spied": [
        (
            YOU,
            "hand",
            mark("You look for {type} in {rival}’s hand ({hand}): {count} found, {gold} gold taken."),
        ),
        (YOU, "", mark("You look for {type} in {rival}’s empty hand.")),
        (THEM, "", mark("{seat} looks for {type} in your hand: {count} found, {gold} gold taken.")),
        (ANY, "", mark("{seat} looks for {type} in {rival}’s hand: {count} found, {gold} gold taken.")),
    ],
    "threatened": [
        (YOU, "lace", mark("You threaten {characters}; the lace is on the {lace}.")),
        (ANY, "", mark("{seat} threatens {characters}.")),
    ],
    "bribed": [
        (YOU, "", mark("You pay {rival} {gold} gold, and the threat is gone.")),
        (THEM, "", mark("{seat} pays you {gold} gold, and the threat is gone.")),
        (ANY, "", mark("{seat} pays {rival} {gold} gold, and the threat is gone.")),
    ],
    "refused": [
        (YOU, "", mark("You refuse to pay {rival}.")),
        (THEM, "", mark("{seat} refuses to pay you.")),
        (ANY, "", mark("{seat} refuses to pay {rival}.")),
    ],
    "concealed": [
        (YOU, "", mark("You take back the threat against {rival} unseen.")),
        (THEM, "", mark("{seat} takes back the threat against you unseen.")),
        (ANY, "", mark("{seat} takes back the threat against {rival} unseen.")),
    ],
    "threat_shown": [
        (YOU, "lace", mark("You show the lace and take all of {rival}’s {gold} gold.")),
        (THEM, "lace", mark("{seat} shows the lace and takes all your {gold} gold.")),
        (ANY, "lace", mark("{seat} shows the lace and takes all of {rival}’s {gold} gold.")),
        (YOU, "", mark("You show the threat against {rival}: it is empty.")),
        (THEM, "", mark("{seat} shows the threat against you: it is empty.")),
        (ANY, "", mark("{seat} shows the threat against {rival}: it is empty.")),
    ],
    "swapped": [
        (YOU, "hand", mark("You exchange hands with {rival} ({gave} for {got}); you now hold {hand}.")),
        (THEM, "hand", mark("{seat} exchanges hands with you ({gave} for {got}); you now hold {hand}.")),
        (YOU, "", mark("You exchange hands with {rival} ({gave} for {got}); your hand is empty now.")),
        (THEM, "", mark("{seat} exchanges hands with you ({gave} for {got}); your hand is empty now.")),
        (ANY, "", mark("{seat} exchanges hands with {rival} ({gave} for {got}).")),
    ],
    "redrew": [
        (YOU, "cards", mark("You put {cards} under the deck.")),
        (
            ANY,
            "",
            mark_both("{seat} puts {n} card under the deck.", "{seat} puts {n} cards under the deck."),
        ),
    ],
    "looked": [
        (YOU, "hand", mark("You look at {rival}’s hand: {hand}.")),
        (THEM, "", mark("{seat} looks at your hand.")),
        (ANY, "", mark("{seat} looks at {rival}’s hand.")),
    ],
    "took": [
        (YOU, "card", mark("You take {card} from {rival}.")),
        (THEM, "card", mark("{seat} takes {card} from you.")),
        (ANY, "", mark("{seat} takes a card from {rival}.")),
    ],
    "took_to_build": [
        (YOU, "", mark("You build a card from {rival}’s hand.")),
        (THEM, "", mark("{seat} builds a card from your hand.")),
        (ANY, "", mark("{seat} builds a card from {rival}’s hand.")),
    ],
    "foresaw": [
        (YOU, "card", mark("You draw {card} from {rival}’s hand.")),
        (THEM, "card", mark("{seat} draws {card} from your hand.")),
        (ANY, "", mark("{seat} draws a card from {rival}’s hand.")),
    ],
    "gave": [
        (YOU, "card", mark("You give {card} to {rival}.")),
        (THEM, "card", mark("{seat} gives you {card}.")),
        (ANY, "", mark("{seat} gives {rival} a card.")),
    ],
    "tribute": [
        (YOU, "gold", mark("{rival} gets 1 gold from you.")),
        (THEM, "gold", mark("You get 1 gold from {seat}.")),
        (ANY, "gold", mark("{rival} gets 1 gold from {seat}.")),
        (YOU, "card", mark("{rival} gets {card} from you.")),
        (THEM, "card", mark("You get {card} from {seat}.")),
        (ANY, "", mark("{rival} gets a card from {seat}.")),
    ],
    "tithed": [
        (YOU, "", mark("{rival}, the richest, gives you 1 gold.")),
        (THEM, "", mark("As the richest you give {seat} 1 gold.")),
        (ANY, "", mark("{rival}, the richest, gives {seat} 1 gold.")),
    ],
    "destroyed": [
        (YOU, "own", mark("You destroy your own {card} for {gold} gold.")),
        (ANY, "own", mark("{seat} destroys {card} in their own city for {gold} gold.")),
        (YOU, "", mark("You destroy {rival}’s {card} for {gold} gold.")),
        (THEM, "", mark("{seat} destroys your {card} for {gold} gold.")),
        (ANY, "", mark("{seat} destroys {rival}’s {card} for {gold} gold.")),
    ],
    "recovered": [
        (YOU, "", mark("You buy {card} back at the Graveyard for 1 gold.")),
        (ANY, "", mark("{seat} buys {card} back at the Graveyard for 1 gold.")),
    ],
    "exchanged": [
        (YOU, "even", mark("You give {rival} {given} for {got}.")),
        (THEM, "even", mark("{seat} gives you {given} for {got}.")),
        (ANY, "even", mark("{seat} gives {rival} {given} for {got}.")),
        (YOU, "", mark("You give {rival} {given} and {gold} gold for {got}.")),
        (THEM, "", mark("{seat} gives you {given} and {gold} gold for {got}.")),
        (ANY, "", mark("{seat} gives {rival} {given} and {gold} gold for {got}.")),
    ],
    "uncovered": [(YOU, "", mark("Under the Museum you find {cards}."))],
    "seized": [
        (YOU, "", mark("You seize {card} from {rival} and pay {gold} gold.")),
        (THEM, "", mark("{seat} seizes your {card} and pays you {gold} gold.")),
        (ANY, "", mark("{seat} seizes {card} from {rival} and pays {gold} gold.")),
    ],
    "armory": [
        (YOU, "own", mark("You destroy your Armory and with it your {card}.")),
        (ANY, "own", mark("{seat} destroys the Armory and with it {card} in their own city.")),
        (YOU, "", mark("You destroy your Armory and with it {rival}’s {card}.")),
        (THEM, "", mark("{seat} destroys the Armory and with it your {card}.")),
        (ANY, "", mark("{seat} destroys the Armory and with it {rival}’s {card}.")),
    ],
    "beautified": [
        (YOU, "", mark("You put a coin on {cards}.")),
        (ANY, "", mark("{seat} puts a coin on {cards}.")),
    ],
    "smithy": [
        (YOU, "", mark("You pay {gold} gold at the Smithy.")),
        (ANY, "", mark("{seat} pays {gold} gold at the Smithy.")),
    ],
    "laboratory": [
        (YOU, "card", mark("You discard {card} in the Laboratory for {gold} gold.")),
        (ANY, "", mark("{seat} discards a card in the Laboratory for {gold} gold.")),
    ],
    "museum": [
        (YOU, "card", mark("You put {card} under the Museum.")),
        (ANY, "", mark("{seat} puts a card under the Museum.")),
    ],
    "thanked": [(YOU, "", mark("You say thanks.")), (ANY, "", mark("{seat} says thanks."))],
    "forgot_thanks": [
        (YOU, "", mark("You forgot to say thanks: your turn is lost.")),
        (ANY, "", mark("{seat} forgot to say thanks and loses the turn.")),
    ],
    "ended": [],  # the next event makes it clear
    "heir": [
        (YOU, "", mark("You show the murdered {character}.")),
        (ANY, "", mark("{seat} shows the murdered {character}.")),
    ],
    **COMMON_SENTENCES,
    "over": [(ANY, "", mark("The game is over."))],
}

OBVIOUS_REASONS = ("cards", "redraw", "smithy", "spy", "study")  # clear from the sentence before


def build_voice(edition: str, language: str) -> Voice:
    """How names, lists and effects are worded in this edition and language."""
    return Voice(LEXICON, language, edition)


def format_round_heading(seen: Mapping[str, Any], voice: Voice) -> str:
    """The heading above this event in the log: a new round; else empty."""
    return voice.speak.say("Round {round}", round=seen["round"]) if seen.get("kind") == "round" else ""


def add_derived_words(seen: Mapping[str, Any]) -> dict[str, Any]:
    """Add the derived words that decide which sentence fits."""
    context = dict(seen)
    if context["kind"] == "declined":
        context["kind"] = f"declined {context['what']}"
    if context.get("why") in OBVIOUS_REASONS:
        del context["why"]
    context["own"] = "rival" in seen and seen["rival"] == seen.get("seat")
    context["even"] = not seen.get("gold")
    return context


EVENT_SENTENCES = SentenceTable(SENTENCES, add_derived_words, counted={"built": "cards"})
