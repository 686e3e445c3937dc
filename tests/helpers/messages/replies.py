"""Messages of the answers to replies by email."""

from tests.helpers.messages import Message

WHAT_WE_UNDERSTOOD = Message("What we understood")
NOTHING_TO_READ = Message("We could not read a single line of your email.")
ENCRYPTED_EMAIL = Message(
    "Your email is encrypted, and we have no key to open it. Please send it again without encryption. You "
    "may still sign it."
)
SEALED_EMAIL = Message(
    "Your mail program has wrapped your email in a signature that we cannot open. Please send it "
    "again without the signature."
)
FOREIGN_SENDER = Message(
    "We received an email for your seat from an address that is not yours, so we did nothing. If "
    "it was you, please write from the address at which you receive this email, or sign in and "
    "change your address."
)
LAST_ANSWER = Message(
    "Many of your emails in the last hour had no effect, so we will not answer such emails again "
    "before %(when)s (%(zone)s). Emails that do something are always answered."
)
LAST_WARNING = Message("We will not report more such emails before %(when)s (%(zone)s).")
YOUR_OPTIONS = Message("Your options")

# --- moves
PLAYED = Message("Played: %(move)s")
WHAT_HAPPENED = Message("What happened")
LEAVES_OPEN = Message(
    "Option %(number)d leaves something open (%(part)s): please write that first, for example "
    "“%(example)s, %(number)d”."
)
TWO_TURNS = Message("Two whole turns do not fit together: please choose one.")
ENDS_LIKE_THIS = Message("The turn above ends this way anyway.")
NO_SUCH_OPTION = Message("There is no option %(number)d in the email.")
NO_MOVE_IN_LINE = Message("We found no move in this line and skipped it.")
IS_QUESTION = Message("This is a question, so we did not play it: please write it without “?”.")
IS_IN_DOUBT = Message(
    "This says “not”, “if” or “perhaps”, so we did not play it: please write just the move."
)
OTHER_OPTION = Message(
    "Option %(number)d is “%(label)s”: please write either its number or the line, not both."
)
NOT_SURE = Message("There may be a move in this line, but we are not sure: please write just the move.")
LINE_ABOVE_NOT_PLAYED = Message("Not played, because a line above it could not be played.")
GAME_HAS_MOVED_ON = Message("The game has moved on since you were asked this. Here is how things stand now.")
TAKEN_BACK = Message("Undone.")

RULES_BELOW = Message("The rules in short are below, with a link to all of them.")

# --- orders
DEFAULT_ORDERS = Message(
    "From the start you have %(orders)s, which answer for you when there is no choice. To be "
    "asked again, write “%(cancel)s”."
)
ORDER_STANDS = Message("Your order: %(order)s")
ORDER_CANCELLED = Message("Cancelled: %(order)s")

# --- more time
HOW_MANY_HOURS = Message("How many hours? Please write a number, as in “extend %(hours)d”.")
HELP_EXTEND = Message("extend %(hours)d: ask the others for so many more hours; one of them has to agree")
ASKED_FOR_HOURS = Message(
    "You have asked the others for %(n)d more hours. The clock keeps running until somebody agrees."
)

# --- leave, and coming back
LEAVE_BOOKED = Message("You are on leave from %(first)s to %(last)s, inclusive.")
WHICH_DAYS = Message(
    "Please write the first and the last day, as in “leave 2026-12-20 2027-01-03” or “leave 20 December to "
    "3 January”."
)
LEAVE_TAKEN_BACK = Message(
    "Cancelled: your leave %(days)s. Days that have passed, and today, still count as used."
)
SEVERAL_BOOKINGS = Message("You have booked %(days)s. Please add the first day of the leave you mean.")
ON_DAY = Message("on %(day)s")
FROM_DAY_TO_DAY = Message("from %(first)s to %(last)s")
NO_BOOKING = Message("You have no leave booked that could be cancelled.")
WELCOME_BACK = Message("Welcome back: you are playing yourself again.")
BOT_PLAYS_FOR_YOU = Message("A bot is playing for you at the moment. To play yourself, write “back” first.")

# --- votes
VOTE_COUNTS = Message("Your vote is recorded. %(standing)s")
NO_SUCH_VOTE = Message("There is no such vote at this table at the moment.")
VOTE_ON_WHAT = Message("On what? Please write “vote pause”, “vote resume” or “vote abandon”.")
WHICH_VOTE = Message("Several votes are open: please write which one you mean, as in “agree pause”.")
UNSURE_VOTE = Message("This may be a vote, but we are not sure: please write just “agree” or “object”.")
TIME_OR_VOTE = Message(
    "Somebody has asked for more time, and there is also a vote: please write “grant” or “agree”."
)

CONFIRM_THE_END = Message(
    "Nothing has changed yet: yours is the last vote needed, so it would end the game at once, "
    "for good. If you want that, please reply “vote abandon yes”."
)

# --- emails about the table, language and hours
EMAILS_STOPPED = Message("You will get no more emails about this table.")
REPLY_START = Message("To get emails again, reply “start”.")
EMAILS_RESUMED = Message("You will get emails about this table again.")
STOPPED_ALREADY = Message("You already get no emails about this table. To get them again, reply “start”.")
STOP_EMAILS = Message(
    "Do you want no more emails about this? Then please write “stop emails”. Nothing has changed."
)
TOURNAMENT_EMAILS_RESUMED = Message("You will get emails about this tournament again.")
LANGUAGE_CHOSEN = Message("From now on we write to you in English.")
WHICH_LANGUAGE = Message("Our languages are: %(names)s. Please pick one, as in “language en”.")
QUIET_HOURS = Message(
    "Your quiet hours are from %(start)s to %(end)s (%(zone)s): no deadlines during these hours "
    "where the table allows it, and we hold your email until they are over."
)
NO_QUIET_HOURS = Message("You have no quiet hours now: deadlines can fall at any hour.")
WHICH_QUIET_HOURS = Message("From when to when? Please write something like “quiet 22-7”, or “quiet off”.")

# --- invitations
SEATED_AS = Message("You are at the table as %(name)s.")
YES_OR_NO = Message("Please answer with “yes” or “no” in the first line.")
ONLY_YES_OR_NO = Message("Only “yes” or “no” counts here.")

# --- playing again
NEW_TABLE_IS_OPEN = Message("The table “%(name)s” is open, and the others have been asked by email.")
NEXT_GAME_HAS_BEGUN = Message("Your next game has begun: “%(name)s”.")
