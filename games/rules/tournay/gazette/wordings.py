"""The sentences of the gazette: several wordings for what happens often, so that rounds do not read alike."""

from ...core.gazette import Wordings
from ...core.translation import mark

HEADLINES: Wordings = {
    "crier": [
        mark("A town crier rings his bell"),
        mark("Hear ye! Trouble is on its way"),
    ],
    "last_crier": [
        mark("The criers have said enough"),
    ],
    "damaged": [
        mark("Cracks and rubble: {cards}"),
        mark("Scaffolding wanted by {seat}"),
    ],
    "departed": [
        mark("Empty streets in the town"),
        mark("Many a bench on the plaza stays empty"),
    ],
    "levied": [
        mark("Purses grow lighter"),
        mark("Hard times cost money"),
    ],
    "ramparts": [
        mark("{seats}: safe behind the wall"),
        mark("The wall holds"),
    ],
    "favoured": [
        mark("A good day for {seats}"),
    ],
    "fought": [
        mark("{seat} stands up to it: {cards}"),
        mark("The soldiers of {seat} march out"),
    ],
    "spoils": [
        mark("Rich spoils for {seat}"),
    ],
    "borrowed": [
        mark("{seat} borrows helping hands from {rival}"),
        mark("{rival} lends a hand, and not for free"),
    ],
    "first_prestige": [
        mark("The first great building of the town: {card}"),
        mark("{seat} lays a foundation stone"),
    ],
    "prestige": [
        mark("{seat} builds for glory: {card}"),
        mark("A landmark more: {card}"),
    ],
    "covered": [
        mark("Torn down and built over: {old}"),
    ],
    "placed": [
        mark("The quarter of {seat} grows"),
        mark("New from {seat}: {card}"),
    ],
    "full": [
        mark("No room left: {seats}"),
    ],
    "last_round": [
        mark("The last round begins"),
    ],
    "quiet": [
        mark("A quiet day on the Scheldt"),
        mark("Nothing but the sound of hammers"),
    ],
    "won": [
        mark("The town belongs to {seat}"),
        mark("{seat} has built best"),
    ],
    "shared": [
        mark("One town, several masters: {seats}"),
    ],
}

STORIES: Wordings = {
    "crier": [
        mark("{seat} comes upon a town crier, number {n} of the {most} that matter."),
        mark("With {seat} a town crier enters the scene; that makes {n} of {most}."),
    ],
    "last_crier": [
        mark("{seat} comes upon a town crier, and {n} of them are enough for the game to end."),
    ],
    "struck": [
        mark("These events strike: {cards}."),
        mark("What the bells ring for: {cards}."),
    ],
    "damaged": [
        mark("{seat} has to repair this: {cards}."),
        mark("Damage in the quarter of {seat}: {cards}."),
    ],
    "departed": [
        mark("Citizens leave the plaza of {seats}."),
        mark("The plazas grow emptier; citizens are missed by {seats}."),
    ],
    "levied": [
        mark("These have to pay, {n} altogether: {seats}."),
        mark("The misfortune costs {n} altogether, paid by {seats}."),
    ],
    "ramparts": [
        mark("Safe behind a rampart: {seats}."),
        mark("These have built a rampart in time: {seats}."),
    ],
    "favoured": [
        mark("Fortune smiles on {seats}."),
        mark("Some have reason to celebrate: {seats}."),
    ],
    "fought": [
        mark("{seat} gets the better of this: {cards}."),
        mark("Beaten by the soldiers of {seat}: {cards}."),
    ],
    "spoils": [
        mark("{seat} beats this and takes the coins as well, {n} of them: {cards}."),
    ],
    "borrowed": [
        mark("{seat} has no hands to spare and pays {rival} for some."),
        mark("At work for {seat}: citizens of {rival}, who is paid for it."),
    ],
    "quiet": [
        mark("No misfortune strikes the town."),
        mark("Everybody goes about their own business."),
        mark("The citizens sleep soundly."),
    ],
}

WORKS: Wordings = {
    "first_prestige": [
        mark("{seat} builds the first prestige building of the town: {card}."),
        mark("Everybody stops and looks up: {seat} has built {card}."),
    ],
    "prestige": [
        mark("{seat} adds a prestige building: {card}."),
        mark("Another landmark, thanks to {seat}: {card}."),
    ],
    "covered": [
        mark("{seat} builds over what stood there: {old} makes room for {card}."),
        mark("In the quarter of {seat} {old} disappears under {card}."),
    ],
    "placed": [
        mark("{seat} builds: {card}."),
        mark("The masons of {seat} have finished their work: {card}."),
    ],
    "others": [
        mark("Also new: {list}."),
        mark("Elsewhere: {list}."),
    ],
    "nothing": [
        mark("Nobody builds anything."),
        mark("The masons have a day off."),
    ],
}

OUTLOOK: Wordings = {
    "last_round": [
        mark("The last round begins: one more turn for everybody, and one last card."),
    ],
    "full": [
        mark("All nine spaces are filled in the quarter of {seats}."),
        mark("Not a space is left for {seats}."),
    ],
    "near": [
        mark("Not much room is left for {seats}."),
    ],
    "criers": [
        mark("Of the town criers that bring the end nearer, {n} of {most} have come."),
        mark("Town criers so far: {n}; it takes {most} for the game to end."),
    ],
    "lead": [
        mark("As things stand, {seat} is ahead with {n} points."),
        mark("If it ended today, {seat} would win with {n} points."),
    ],
}

RESULTS: Wordings = {
    "full": [
        mark("The quarter is full, and the game is over: {seats}."),
    ],
    "long": [
        mark("After so many rounds the game is over."),
    ],
    "behind": [
        mark("Behind: {list}."),
        mark("The rest: {list}."),
    ],
}
