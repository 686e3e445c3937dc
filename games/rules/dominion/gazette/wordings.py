"""The sentences of the gazette: several wordings for what happens often, so that rounds do not read alike."""

from ...core.gazette import Wordings
from ...core.translation import mark

HEADLINES: Wordings = {
    "first_province": [
        mark("The first Province goes to {seat}"),
        mark("{seat} raises a flag over the first Province"),
    ],
    "province": [
        mark("Another Province for {seat}"),
        mark("{seat} rules one Province more"),
        mark("The realm of {seat} grows"),
    ],
    "provinces": [
        mark("{n} Provinces in one turn: {seat}"),
    ],
    "attack": [
        mark("{seat} attacks: {cards}"),
        mark("No peace with {seat} at the gates"),
    ],
    "cursed": [
        mark("Curses spread through the realm"),
        mark("Bad luck for {seats}"),
    ],
    "lost": [
        mark("{seat} mourns a loss: {card}"),
        mark("Gone for good: {card}"),
    ],
    "guarded": [
        mark("{seats}: forewarned is forearmed"),
    ],
    "masquerade": [
        mark("Masks and secret gifts"),
        mark("A ball, and everybody leaves with another card"),
    ],
    "chain": [
        mark("{n} Actions in one turn: {seat} hardly stops"),
        mark("{seat} sets the whole court in motion"),
    ],
    "basket": [
        mark("{seat} goes shopping"),
        mark("A full basket for {seat}"),
    ],
    "green": [
        mark("{seat} turns to land"),
        mark("Points on the mind of {seat}"),
    ],
    "bought": [
        mark("New in the house of {seat}: {cards}"),
        mark("{seat} invests"),
    ],
    "emptied": [
        mark("Sold out: {card}"),
    ],
    "few": [
        mark("Provinces left: {n}"),
    ],
    "quiet": [
        mark("All quiet in the realm"),
        mark("A day without news"),
    ],
    "won": [
        mark("{seat} rules them all"),
        mark("The largest realm belongs to {seat}"),
    ],
    "shared": [
        mark("One crown for several houses: {seats}"),
    ],
}

STORIES: Wordings = {
    "attack": [
        mark("{seat} goes on the attack: {cards}."),
        mark("Nobody is safe from {seat}: {cards}."),
        mark("{seat} does the neighbours no favours: {cards}."),
    ],
    "lost": [
        mark("{seat} has to part with this for good: {card}."),
        mark("On the rubbish heap, from the deck of {seat}: {card}."),
    ],
    "cursed": [
        mark("Cursed: {seats}."),
        mark("Nobody wants the Curses; these get them: {seats}."),
    ],
    "guarded": [
        mark("Ready with a Reaction: {seats}."),
        mark("Not caught off guard: {seats}."),
    ],
    "masquerade": [
        mark("At the ball everybody passes a card to the left, and nobody tells which."),
        mark("Masks are worn and gifts are given, not all of them welcome."),
    ],
    "chain": [
        mark("{seat} plays {n} Actions in one turn."),
        mark("One thing leads to another: {seat} plays {n} Actions in one turn."),
    ],
    "quiet": [
        mark("The neighbours live in peace."),
        mark("Everybody minds their own business."),
        mark("No harm is done to anybody."),
    ],
}

PURCHASES: Wordings = {
    "first_province": [
        mark("{seat} is the first to buy a Province."),
        mark("The first Province is gone: {seat} has the coins for it."),
    ],
    "province": [
        mark("A Province goes to {seat}."),
        mark("{seat} pays for a Province."),
    ],
    "provinces": [
        mark("{seat} buys {n} Provinces in a single turn."),
    ],
    "basket": [
        mark("{seat} buys {n} cards and pays {coins}: {cards}."),
        mark("Nobody spends more than {seat}, who pays {coins} for {n} cards: {cards}."),
    ],
    "green": [
        mark("{seat} puts {coins} into land: {cards}."),
    ],
    "bought": [
        mark("{seat} pays {coins} for this: {cards}."),
        mark("The most expensive purchase is {seat}’s, for {coins}: {cards}."),
    ],
    "others": [
        mark("Also bought: {list}."),
        mark("The others choose: {list}."),
    ],
    "nothing": [
        mark("Nobody buys anything."),
        mark("The merchants wait in vain."),
    ],
}

MARKET: Wordings = {
    "emptied": [
        mark("This pile is empty now: {card}."),
        mark("The last one of its pile is gone: {card}."),
    ],
    "left": [
        mark("Provinces left in the supply: {n}."),
        mark("There are Provinces enough for now: {n}."),
    ],
    "few": [
        mark("Provinces are getting scarce: {n} left."),
        mark("It will not be long now; Provinces left: {n}."),
    ],
    "one_pile": [
        mark("One more empty pile would end the game, too."),
    ],
}

RESULTS: Wordings = {
    "provinces_gone": [
        mark("The last Province is gone, and with it the game is over."),
    ],
    "piles_gone": [
        mark("The game is over, because these piles are empty: {cards}."),
    ],
    "behind": [
        mark("Behind: {list}."),
        mark("The rest: {list}."),
    ],
}
