"""Messages of the table page: its question, its record, its chat."""

from tests.helpers.messages import Message

NO_MORE_EXPLANATIONS = Message("No more explanations, please")
YOU_ARE_WATCHING = Message("You are watching.")
THIS_WAITS_FOR_YOU = Message("This waits for you")
NOT_YOUR_TURN = Message("It is not your turn.")
TAKE_MY_MOVE_BACK = Message("Take my last move back")
YOU_TAKE_MOVE_BACK = Message("You take your last move back.")
SEAT_TAKES_MOVE_BACK = Message("%(seat)s takes the last move back.")
TAKEN_BACK = Message("taken back")
NOT_ASKED = Message("You are not asked anything at the moment.")
DECIDED_MEANWHILE = Message("You are not asked anything at the moment: this has been decided already.")
GAME_IS_NOT_RUNNING = Message("This game is not running.")
TURN_ENDS_HERE = Message("Here your turn ends.")
TURN_STOPPED_AT = Message("Played: %(moves)s. Then it stopped at “%(line)s”: %(why)s")
NOTHING_TO_TAKE_BACK = Message("Nothing can be taken back: the last move showed something, or ended a turn.")
YOU_PLAY_AS = Message("You play as %(name)s")
MESSAGE_IS_FINAL = Message("A message can be changed only for a few minutes.")
MESSAGE_CHANGED = Message("changed")
YOU_HAVE_MUTED = Message("You do not want to read %(name)s.")
MESSAGE_HIDDEN = Message("This message was taken away.")
TOO_FEW_CHOSEN = Message("%(field)s: %(wanted)s You have chosen %(count)d.")
CHOSEN_TWICE = Message("%(name)s: choose it for “%(one)s” or for “%(other)s”, not for both.")
CHANGE_IT = Message("Change it")
KEEP_THIS = Message("Keep this")
CHAT_FIELD = Message("Write to the table")
POST_MESSAGE = Message("Post it")
LOOK_FIRST = Message("Look first")
TO_DECIDE = Message("Decide")
TO_NOW = Message("Now")
TO_YOURS = Message("Yours")
TO_RECORD = Message("Record")
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
ORDERS_STAND = Message("%(number)s orders of yours stand.")
TURN_INTO_ACCOUNT = Message("Turn this seat into an account")

# --- playing again
PLAY_AGAIN = Message("Play again with the same people")
ANOTHER_GAME_AGAINST_BOTS = Message("Another game against bots")
JOIN_NEW_TABLE = Message("Join the new table")
TO_YOUR_NEXT_GAME = Message("To your next game")
WANTS_TO_PLAY_AGAIN = Message("%(host)s wants to play again with the same people.")

# --- emails about the table
EMAIL_WHEN_YOUR_TURN = Message("You will get a letter when it is your turn; this page notices it by itself.")
EMAILS_STOPPED = Message("You have stopped the emails about this table. Your clock runs all the same.")
GETS_NO_EMAILS = Message("%(name)s gets no emails about this table. The clock runs all the same.")
START_EMAILS = Message("Send emails about this table again")
STOP_EMAILS = Message("Stop emails about this table")
