"""Messages of the table page: its question, its record, its chat."""

from tests.helpers.messages import Message

NO_MORE_EXPLANATIONS = Message("No more explanations, please")
YOU_ARE_WATCHING = Message("You are watching.")
THIS_WAITS_FOR_YOU = Message("Your turn")
NOT_YOUR_TURN = Message("It is not your turn.")
TAKE_MY_MOVE_BACK = Message("Undo")
YOU_TAKE_MOVE_BACK = Message("You undo your last move.")
SEAT_TAKES_MOVE_BACK = Message("%(seat)s undoes the last move.")
TAKEN_BACK = Message("undone")
NOT_ASKED = Message("You are not being asked anything at the moment.")
DECIDED_MEANWHILE = Message("You are not being asked anything at the moment: this has already been decided.")
GAME_IS_NOT_RUNNING = Message("This game is not running.")
TURN_ENDS_HERE = Message("Your turn ends here.")
TURN_STOPPED_AT = Message("Played: %(moves)s. We stopped at “%(line)s”: %(why)s")
NOTHING_TO_TAKE_BACK = Message("This cannot be undone: the last move revealed something, or ended a turn.")
YOU_PLAY_AS = Message("You are playing as %(name)s")
MESSAGE_IS_FINAL = Message("A message can be changed only for a few minutes.")
MESSAGE_CHANGED = Message("changed")
YOU_HAVE_MUTED = Message("You have muted %(name)s.")
MESSAGE_HIDDEN = Message("This message was removed.")
TOO_FEW_CHOSEN = Message("%(field)s: %(wanted)s You have chosen %(count)d.")
CHOSEN_TWICE = Message("%(name)s: choose it for “%(one)s” or for “%(other)s”, not for both.")
CHANGE_IT = Message("Edit")
CHAT_FIELD = Message("Write to the table")
POST_MESSAGE = Message("Send message")
LOOK_FIRST = Message("Preview")
TO_DECIDE = Message("Decide")
TO_NOW = Message("Now")
TO_YOURS = Message("Yours")
TO_RECORD = Message("Log")
TO_TALK = Message("Talk")
CLOSE = Message("Close")
NO_SEAT_HERE = Message("You have no seat at this table.")
WHOLE_TURN_AT_ONCE = Message("The whole turn at once")

# --- what was said and not yet seen
MARK_AS_READ = Message("Mark as read")
ONE_NEW_MESSAGE = Message("%(number)s new message at the table.")
NEW_MESSAGES = Message("%(number)s new messages at the table.")
NEW_MESSAGES_IN_LIST = Message("%(number)s new messages")

# --- orders that stand, and guests
ORDERS_STAND = Message("You have %(number)s orders.")
TURN_INTO_ACCOUNT = Message("Turn this seat into an account")

# --- playing again
PLAY_AGAIN = Message("Play again with the same people")
ANOTHER_GAME_AGAINST_BOTS = Message("Another game against bots")
JOIN_NEW_TABLE = Message("Join the new table")
TO_YOUR_NEXT_GAME = Message("Go to your next game")
WANTS_TO_PLAY_AGAIN = Message("%(host)s wants to play again with the same people.")

# --- emails about the table
EMAIL_WHEN_YOUR_TURN = Message("You will get an email when it is your turn; this page updates by itself.")
EMAILS_STOPPED = Message("You have stopped the emails about this table. Your clock runs all the same.")
GETS_NO_EMAILS = Message("%(name)s gets no emails about this table. The clock runs all the same.")
START_EMAILS = Message("Send emails about this table again")
STOP_EMAILS = Message("Stop emails about this table")
