"""Messages of the answers to replies by email."""

from tests.helpers.messages import Message

WHAT_WE_UNDERSTOOD = Message("What we understood")
NOTHING_TO_READ = Message("There was no line in your letter that we could read.")
ENCRYPTED_EMAIL = Message(
    "Your email is encrypted, and we have no key to open it. Please send it again without encryption. You "
    "may still sign it."
)
SEALED_EMAIL = Message(
    "Your mail program has packed your email in a signature that we cannot open. Please send it again "
    "without the signature."
)
FOREIGN_SENDER = Message(
    "A letter to your seat came from an address that is not yours. Nothing was done. If it was you, please "
    "write from the address to which this letter comes, or sign in and change your address."
)
LAST_ANSWER = Message(
    "Many of your emails came to nothing within an hour, so this is our last answer to such emails before "
    "%(when)s (%(zone)s). Emails that do something are always answered."
)
LAST_WARNING = Message("We do not tell you of more such emails before %(when)s (%(zone)s).")
YOUR_OPTIONS = Message("Your options")

# --- moves
PLAYED = Message("Played: %(move)s")
WHAT_HAPPENED = Message("What happened")
LEAVES_OPEN = Message(
    "Option %(number)d leaves something open (%(part)s): please write that in front of it, for example "
    "“%(example)s, %(number)d”."
)
TWO_TURNS = Message("Two whole turns do not fit together: please choose one of them.")
ENDS_LIKE_THIS = Message("The turn above ends like this anyway.")
NO_SUCH_OPTION = Message("There is no option %(number)d in the letter.")
NO_MOVE_IN_LINE = Message("We found no move in this line and skipped it.")
IS_QUESTION = Message("This is a question, so it was not played: please write it without “?”.")
IS_IN_DOUBT = Message("This says “not”, “if” or “perhaps”, so it was not played: please write just the move.")
OTHER_OPTION = Message("Option %(number)d is “%(label)s”: please write only its number, or only the line.")
NOT_SURE = Message("There may be a move in this line, but we are not sure: please write just the move.")
LINE_ABOVE_NOT_PLAYED = Message("Not played, because a line above it was not.")
GAME_HAS_MOVED_ON = Message("The game has moved on since you were asked this. Here is how it stands now.")
TAKEN_BACK = Message("Taken back.")

RULES_BELOW = Message("The rules in short are below, with a link to all of them.")

# --- orders
DEFAULT_ORDERS = Message(
    "From the start you have %(orders)s, which answer where you have no choice. To be asked again, write "
    "“%(cancel)s”."
)
ORDER_STANDS = Message("Your order stands: %(order)s")
ORDER_CANCELLED = Message("Cancelled: %(order)s")

# --- more time
HOW_MANY_HOURS = Message("How many hours? Please write a number, as in “extend %(hours)d”.")
HELP_EXTEND = Message("extend %(hours)d: ask the others for so many hours more; one of them has to grant it")
ASKED_FOR_HOURS = Message(
    "You have asked the table for %(n)d hours more. The clock runs on until somebody grants it."
)

# --- leave, and coming back
LEAVE_BOOKED = Message("You are on leave from %(first)s to %(last)s, both days included.")
WHICH_DAYS = Message(
    "Please write the first and the last day, as in “leave 2026-12-20 2027-01-03” or “leave 20 December to "
    "3 January”."
)
LEAVE_TAKEN_BACK = Message("Taken back: your leave %(days)s. Days that are past, and today, stay used.")
SEVERAL_BOOKINGS = Message("You have booked %(days)s. Please write the first day of what you mean behind it.")
ON_DAY = Message("on %(day)s")
FROM_DAY_TO_DAY = Message("from %(first)s to %(last)s")
NO_BOOKING = Message("You have booked no leave that could be taken back.")
WELCOME_BACK = Message("Welcome back: you play yourself again.")
BOT_PLAYS_FOR_YOU = Message("A bot plays for you at the moment. To play yourself again, write “back” first.")

# --- votes
VOTE_COUNTS = Message("Your vote counts. %(standing)s")
NO_SUCH_VOTE = Message("There is no such vote at this table at the moment.")
VOTE_ON_WHAT = Message("On what? Please write “vote pause”, “vote resume” or “vote abandon”.")
WHICH_VOTE = Message("Several votes are open: please write which you mean, as in “agree pause”.")
UNSURE_VOTE = Message("This may be a vote, but we are not sure: please write just “agree” or “object”.")
TIME_OR_VOTE = Message("Somebody asks for more time, and there is a vote: please write “grant” or “agree”.")

CONFIRM_THE_END = Message(
    "Nothing has changed yet: no other vote is missing, so yours would end the game at once, for good. If "
    "you want that, please reply “vote abandon yes”."
)

# --- emails about the table, language and hours
EMAILS_STOPPED = Message("No more emails about this table will come.")
REPLY_START = Message("To get emails again, reply “start”.")
EMAILS_RESUMED = Message("Emails about this table come again.")
STOPPED_ALREADY = Message("You get no emails about this table already. To get them again, reply “start”.")
STOP_EMAILS = Message(
    "Do you want no more emails about this? Then please write “stop emails”. Nothing has changed."
)
TOURNAMENT_EMAILS_RESUMED = Message("Emails about this tournament come again.")
LANGUAGE_CHOSEN = Message("From now on we write to you in English.")
WHICH_LANGUAGE = Message(
    "We write in these languages: %(names)s. Please write one of them, as in “language en”."
)
QUIET_HOURS = Message(
    "Your quiet hours are from %(start)s to %(end)s (%(zone)s): no deadline falls into them where the table "
    "allows it, and emails wait until they are over."
)
NO_QUIET_HOURS = Message("You have no quiet hours now: deadlines may fall at any hour.")
WHICH_QUIET_HOURS = Message("From when to when? Please write it as in “quiet 22-7”, or write “quiet off”.")

# --- invitations
SEATED_AS = Message("You sit at the table as %(name)s.")
YES_OR_NO = Message("Please answer with “yes” or “no” in the first line.")
ONLY_YES_OR_NO = Message("Only “yes” or “no” is read here.")

# --- playing again
NEW_TABLE_IS_OPEN = Message("The table “%(name)s” is open, and the others are asked by email.")
NEXT_GAME_HAS_BEGUN = Message("Your next game has begun: “%(name)s”.")
