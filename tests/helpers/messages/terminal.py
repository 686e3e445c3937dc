"""Messages of the game at a terminal, `manage.py play`."""

from tests.helpers.messages import Message

SEED = Message("Seed: {seed}")
LEAVE_FOR_GOOD = Message("Leave this game for good? Type yes, or anything else to play on.")
TABLE_LEFT = Message("You leave the table; the game stays unfinished.")
TABLE_CLOCKWISE = Message("THE TABLE, clockwise from you")

# --- answers
CHOOSE_FROM_LIST = Message("Choose one number from 1 to {most}.")
TYPE_NUMBER = Message("type a number from {least} to {most}.")
CHOOSE_NUMBERS = Message("choose {n} numbers.")
CHOOSE_SOME_NUMBERS = Message("choose {least} to {most} numbers.")
UNPRINTABLE = Message("There are unprintable characters in this line.")
LINE_TOO_LONG = Message("A move is one short line; this has {count} characters.")

# --- commands
HELP_UNDO = Message("take your last move back, as long as it revealed nothing and your turn is not over")
NO_SUCH_WORD = Message("Nothing here is called “{word}”.")
TAKEN_BACK = Message("Undone: {move}.")
SAVED = Message("The game will be saved to {path}; moves and seed follow when you leave it.")
FILE_EXISTS = Message("There is already a file {path}; choose another name.")
NOT_WRITABLE = Message("That cannot be written: {reason}.")
