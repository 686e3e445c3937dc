"""Messages of Citadels about a table that cannot be set up so."""

from tests.helpers.messages import Message

QUEEN_NEEDS_PLAYERS = Message("The queen is for 5 to 8 players.")
EMPEROR_NOT_FOR_TWO = Message("The emperor is not for 2 players.")
NO_RANK_NINE = Message("With {n} players the {edition} edition has no character of rank 9.")
TWO_OF_ONE_RANK = Message("The {slug} and the {other} are both of rank {rank}: choose one.")
RANK_MISSING = Message("There is no character of rank {rank} in the list.")
UNKNOWN_CHARACTER = Message("There is no character “{slug}”.")
NOT_IN_EDITION = Message("The {slug} is not in the {edition} edition.")
LIST_OF_NAMES = Message("“{option}” is a list of names.")
NOT_RANK_NINE = Message("The {slug} is not of rank 9.")
RANK_NINE_VALUES = Message("“rank9” is true, false or the name of a character of rank 9.")
RANK_NINE_NOT_IN_LIST = Message("“rank9” is the {slug}, who is not in the list of characters.")
RANK_NINE_IN_LIST = Message("“rank9” is false, but the {slug} is in the list of characters.")
EDITION_IS_TEXT = Message('“edition” is text, not a number: write it in quotes, "{new}".')
UNIQUE_ONLY_ONCE = Message("A unique district can be in the game only once.")
UNKNOWN_UNIQUE_DISTRICT = Message("There is no unique district “{slug}” in the 2016 edition.")
NOT_ONE_OF = Message("“{option}” is one of {allowed}, not “{value}”.")
CLASSIC_OPTIONS = Message("The options “short” and “courtesy” belong to the classic edition.")
TRUE_OR_FALSE = Message("“{option}” is true or false, not “{value}”.")
TOO_MANY_CARDS_OF = Message("There are not that many cards of {slug} in the classic edition.")
UNKNOWN_PURPLE_DISTRICT = Message("There is no purple district “{slug}” in the classic edition.")
UNKNOWN_OPTION = Message("There is no option “{option}”. Options are: {all}.")
SEED_IS_A_NUMBER = Message("“seed” is a whole number.")
TOO_MANY_BONUS_DISTRICTS = Message(
    "{free} bonus districts can simply be added; for each further one a purple card must be "
    "removed. There are {bonus} bonus cards, and {removed} cards removed."
)
