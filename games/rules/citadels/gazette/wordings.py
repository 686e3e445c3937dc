"""The sentences of the gazette: several wordings for what happens often, so that rounds do not read alike."""

from ...core.gazette import Wordings
from ...core.translation import mark

# headlines
HEADLINES: Wordings = {
    "murder": [
        mark("Murder in the city: the {character} is silent"),
        mark("A dagger for the {character}"),
        mark("The {character} is dead"),
    ],
    "murder_heir": [
        mark("The {character} is dead, long live {rival}"),
        mark("{rival} rises from the dead"),
    ],
    "murder_hospital": [
        mark("The {character} survives the dagger"),
    ],
    "robbed": [
        mark("{rival} makes off with {gold} gold"),
        mark("An empty purse for {seat}"),
        mark("Thieves at the door of {seat}"),
    ],
    "lace": [
        mark("{seat} suspects a bluff, and is wrong"),
    ],
    "confiscated": [
        mark("Warrant signed: {seat} takes the {card}"),
        mark("{rival} builds, {seat} moves in"),
    ],
    "bewitched": [
        mark("The {character} under a spell"),
        mark("{seat} pulls the strings"),
    ],
    "swapped": [
        mark("{seat} and {rival} exchange cards by magic"),
        mark("Nothing up the sleeve of {seat}?"),
    ],
    "destroyed": [
        mark("{card} in ruins"),
        mark("{seat} tears down the {card}"),
        mark("Smoke over the city of {rival}"),
    ],
    "seized": [
        mark("A new flag over the {card}"),
        mark("{seat} marches into the city of {rival}"),
    ],
    "exchanged": [
        mark("A trade of districts: {given} for {got}"),
    ],
    "nearly": [
        mark("{seat} is one district away"),
        mark("The end is near, and {seat} is nearest to it"),
    ],
    "lead": [
        mark("New name at the top: {seat}"),
        mark("{seat} overtakes them all"),
    ],
    "built": [
        mark("{seat} opens the {card}"),
        mark("A new jewel in the city of {seat}"),
        mark("The town talks of one thing: the {card}"),
    ],
    "many": [
        mark("{seat} builds {n} districts in one round"),
        mark("Scaffolds all over the city of {seat}"),
    ],
    "crown": [
        mark("The crown moves to {seat}"),
        mark("{seat} is crowned"),
    ],
    "bell": [
        mark("The bell rings: seven will do"),
    ],
    "quiet": [
        mark("A quiet round"),
        mark("Behind closed shutters"),
        mark("The city holds its breath"),
    ],
    "won": [
        mark("{seat} wins the race of the cities"),
        mark("All bells for {seat}"),
        mark("The finest city is that of {seat}"),
    ],
    "shared": [
        mark("Shared laurels: {seats}"),
    ],
}

# crimes, magic and manners
STORIES: Wordings = {
    "murder": [
        mark("{seat} has the {character} murdered; when the name is called, nobody answers."),
        mark("The dagger of {seat} is meant for the {character}: the name is called, the chair stays empty."),
        mark("At dawn {seat} hires a blade; the {character} is the victim, and silence the answer."),
    ],
    "murder_heir": [
        mark("{seat} has the {character} murdered; who was hit comes out only when all is over: {rival}."),
        mark(
            "{seat} orders the murder of the {character}; late at night {rival} lays the mask on the table."
        ),
    ],
    "murder_hospital": [
        mark("{seat} has the {character} stabbed; nursed in the Hospital, {rival} still gathers a little."),
    ],
    "robbed": [
        mark("{rival} lies in wait for the {character} and takes {gold} gold: {seat} pays."),
        mark("The {character} is robbed: {gold} gold go from {seat} to {rival}, without a receipt."),
    ],
    "robbed_nothing": [
        mark("{rival} robs {seat} and finds an empty purse."),
    ],
    "robbed_in_vain": [
        mark("{seat} waits for the {character} in a dark lane, in vain."),
        mark("{seat} picks a lock in the house of the {character}, but nobody is at home."),
    ],
    "bewitched": [
        mark("{seat} puts a spell on the {character} and plays on in the place of whoever wears the mask."),
        mark("It is {seat} who speaks through the mouth of the {character}: a spell ends that turn early."),
    ],
    "bewitched_in_vain": [
        mark("{seat} puts a spell on the {character}, but nobody answers to that name."),
    ],
    "confiscated": [
        mark(
            "{seat} shows a signed warrant and takes the {card} away from {rival} before the mortar is dry."
        ),
    ],
    "warrants": [
        mark("{seat} sends out warrants ({characters}), and none of them is carried out."),
        mark("Warrants flutter through the lanes ({characters}), but {seat} enforces none."),
    ],
    "threats": [
        mark("{seat} writes threatening emails ({characters})."),
        mark("Two anonymous letters worry the town ({characters}); {seat} knows more about them."),
    ],
    "bribed": [
        mark("{seat} pays {gold} gold and is left in peace."),
        mark("{seat} would rather pay {gold} gold than find out."),
    ],
    "bribed_nothing": [
        mark("{seat} buys peace with an empty purse."),
    ],
    "lace": [
        mark("{seat} refuses to pay and loses all {gold} gold."),
    ],
    "unharmed": [
        mark("{seat} refuses to pay, and nothing comes of the threat."),
    ],
    "bluff": [
        mark("{seat} keeps the purse shut, and is right."),
    ],
    "spied": [
        mark("{seat} has spies in the house of {rival}, who bring home {gold} gold."),
    ],
    "spied_nothing": [
        mark("{seat} has the house of {rival} searched and finds nothing of use."),
    ],
    "swapped": [
        mark("One wave of the sleeve, and {seat} holds the cards of {rival}, {got} for {gave}."),
        mark("A trick of {seat} astonishes the public: all cards exchanged with {rival}, {got} for {gave}."),
    ],
    "took": [
        mark("{seat} leafs through the papers of {rival} and keeps one of them."),
        mark("{seat} borrows a plan from the desk of {rival}, and not to give it back."),
    ],
    "took_to_build": [
        mark("{seat} leafs through the papers of {rival} and builds from them at once."),
    ],
    "foresaw": [
        mark("{seat} reads the hands of the others and shuffles their plans."),
    ],
    "theater": [
        mark("Behind the curtain of the Theater {seat} and {rival} exchange masks."),
        mark("An evening at the Theater: {seat} and {rival} go home with other masks than they came."),
    ],
    "tithed": [
        mark("{rival}, the richest of all, has to give {seat} a coin."),
        mark("Alms for {seat}: the richest has to give, and that is {rival}."),
    ],
    "forgot_thanks": [
        mark("{seat} forgets to say thanks at the ball and loses the turn."),
    ],
    "quiet": [
        mark("No blood, no theft, no fire: the watchmen have an easy night."),
        mark("The chronicler waits for a scandal in vain."),
        mark("Nobody lays a hand on anybody, and the taverns talk of the weather."),
    ],
}

# what was built, and what fell
WORKS: Wordings = {
    "built": [
        mark("The work of the round is that of {seat}: the {card}, for {gold} gold."),
        mark("{seat} spends {gold} gold and opens the {card}."),
        mark(
            "Masons and carpenters are busy in the city of {seat}, who pays them {gold} gold for the {card}."
        ),
    ],
    "free": [
        mark("{seat} puts up the {card} without spending a coin."),
    ],
    "many": [
        mark("{seat} builds as if the world ended tomorrow: {cards}, for {gold} gold in all."),
        mark("{seat} keeps all the masons of the town busy: {cards}, {gold} gold together."),
    ],
    "others": [
        mark("Also new on the map: {list}."),
        mark("The others build as well: {list}."),
    ],
    "alone": [
        mark("Nobody else lays a stone."),
    ],
    "nothing": [
        mark("Not a stone is laid upon another."),
        mark("No mason finds work."),
    ],
    "destroyed": [
        mark("{seat} pays {gold} gold to have the {card} in the city of {rival} torn down."),
        mark(
            "The soldiers of {seat} leave nothing of the {card}: {rival} mourns, and the pay is {gold} gold."
        ),
    ],
    "destroyed_free": [
        mark("{seat} has the {card} in the city of {rival} torn down, and it costs nothing."),
    ],
    "destroyed_own": [
        mark("{seat} tears down the {card} in their own city."),
    ],
    "recovered": [
        mark("{seat} buys the stones back at the Graveyard."),
    ],
    "seized": [
        mark("{seat} marches in, pays {gold} gold and keeps the {card}; {rival} can only watch."),
        mark("The {card} gets another master: {seat} pays {rival} {gold} gold and stays."),
    ],
    "exchanged": [
        mark("{seat} talks {rival} into a trade: the {given} for the {got}."),
        mark("A sealed contract changes the map: {seat} gives {rival} the {given} for the {got}."),
    ],
    "armory": [
        mark("{seat} blows up the Armory, and with it the {card} in the city of {rival}."),
    ],
    "beautified": [
        mark("{seat} has something gilded: {cards}."),
    ],
    "announced": [
        mark("{seat} rings the bell: from now on seven districts are enough."),
    ],
    "bell_fell": [
        mark("Without the Bell Tower a city needs {goal} districts again."),
    ],
    "completed": [
        mark("{seat} lays the last stone of a completed city, and the game ends with this round."),
        mark("The city of {seat} is complete: there will be no further round."),
    ],
}

# how near the end is, and for whom
RACE: Wordings = {
    "leads": [
        mark("{seat} is still ahead with {n} of {goal} districts."),
        mark("Nobody catches up with {seat}, who has {n} of {goal} districts."),
    ],
    "takes_lead": [
        mark("{seat} is first in the race now, with {n} of {goal} districts."),
        mark("Nobody has more than {seat} by now: {n} of {goal} districts."),
    ],
    "level": [
        mark("Level at the top, with {n} of {goal} districts: {seats}."),
        mark("Shoulder to shoulder, {n} of {goal} districts each: {seats}."),
    ],
    "all_level": [
        mark("All cities are the same size, {n} of {goal} districts."),
        mark("Nobody is ahead of anybody: every city has {n} of {goal} districts."),
    ],
    "behind": [
        mark("Behind: {list}."),
        mark("The rest: {list}."),
    ],
    "worth": [
        mark("By worth, however, {seat} is first, with {n} points."),
        mark("Whoever counts gold instead of roofs puts {seat} first, with {n} points."),
    ],
    "one_left": [
        mark("One more district, and the last round has come."),
        mark("The next round may well be the last."),
    ],
    "two_left": [
        mark("The end comes into sight: two districts are missing."),
        mark("Two districts are missing, and nobody should dawdle now."),
    ],
    "half_way": [
        mark("Half of the way is done."),
    ],
}

# who chooses first
CROWN: Wordings = {
    "passes": [
        mark("The crown passes from {rival} to {seat}, who will choose first."),
        mark("{seat} begins the next draft: the crown is no longer with {rival}."),
    ],
    "stays": [
        mark("The crown stays with {seat}."),
        mark("{seat} keeps the crown and will choose first again."),
    ],
}

# who was who
MASKS: Wordings = {
    "shown": [
        mark("Behind the masks: {list}."),
        mark("Who was who: {list}."),
        mark("The cast of the round: {list}."),
    ],
    "unseen": [
        mark("Not seen at all: {seats}."),
    ],
}
