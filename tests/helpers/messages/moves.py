"""Messages of the rules about moves that cannot be played, and orders that cannot be filed."""

from tests.helpers.messages import Message

NOBODY_CALLED = Message("There is nobody called “{seat}” at this table.")
MAY_NOT_PLAY = Message("You may not play “{move}” now.")
NOT_UNDERSTOOD = Message("I do not understand “{unknown}”.")
NOT_UNDERSTOOD_AFTER = Message("I do not understand “{unknown}” after “{so_far}”.")
YOU_MAY = Message("You may: {moves}.")
GAME_WAITS_FOR_OTHERS = Message("It is not your turn. Waiting for {seats}.")
NOTHING_TO_DO = Message("There is nothing for you to do now.")
TOO_MANY_READINGS = Message("This line can be read in too many ways: write its words in full.")
NOTHING_WRITTEN = Message("This line is empty.")
NOTHING_TO_TAKE_BACK_YET = Message("There is nothing to undo yet.")
MAY_NOT_TAKE_BACK = Message("You cannot undo this: the last move revealed something new or ended a turn.")
ONLY_ONE_MAY_TAKE_BACK = Message("Only {seat} can undo a move now.")
PLAN_HOLDS_AN_ORDER = Message("“{line}” is an order; a plan is made of moves.")
CHOICE_DOES_NOT_FIT = Message("“{choice}” does not fit with the rest of this turn.")
TOO_MANY_PLACES = Message("You have chosen more for “%(part)s” than there is room for. Please choose again.")
COSTS_TOO_MUCH = Message("{card} costs {due}, and you have {gold} gold.")
