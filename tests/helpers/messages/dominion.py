"""Messages of Dominion: what cards would do, what choices lead to, the log by turns, its table."""

from tests.helpers.messages import Message

ESTATE_HELD = Message("You hold an Estate: 4 coins if you discard it.")
NO_ESTATE_HELD = Message("You hold no Estate: you would gain one.")
COPPER_HELD = Message("You hold a Copper: +3 coins.")
NO_OTHER_ACTION_FOR_SHANTY_TOWN = Message("You hold no other Action: +2 cards.")
OTHER_ACTION_HELD = Message("You hold another Action: no cards.")
NO_OTHER_ACTION = Message("You hold no other Action: it would do nothing.")
NO_TREASURE_HELD = Message("You hold no Treasure: it would do nothing.")
ACTION_PHASE_IS_OVER = Message("Not any more: your action phase is over.")
LAST_ONE_ENDS_GAME = Message("The last one: the game ends with this turn.")
TREASURES_NOT_PLAYED = Message("Your Treasures are not played yet.")
MOAT_PROTECTS = Message("{attack} does not touch you. The Moat stays in your hand.")
DISCARD_CARDS = Message("You discard {n} cards of your choice.")
MILITIA_DOES_NOTHING = Message("As it stands nothing: you hold no more than 3 cards.")
TORTURER_ON_YOU = Message("You choose: discard 2 cards, or gain a Curse into your hand.")
TURN = Message("Turn {turn}")
YOU_GAINED = Message("you gained: {card}")
SEAT_GAINED = Message("{seat} gained: {card}")
DECKS_OPENED = Message("The decks, opened")
COINS_IN_TREASURES = Message("Coins in all Treasures")
ASKED_TO_REACT = Message("{active} plays {attack}: do you show a Reaction, or decline?")
