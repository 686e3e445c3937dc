"""Messages of signing in, of the profile and of emails about an account."""

from tests.helpers.messages import Message

SITE_NAME = Message("Citadels by Post")

# --- codes and addresses
WRONG_CODE = Message("This is not the code of our latest letter. Please look again.")
CODE_USED_UP = Message("That code works no more. Please ask for a new one.")
TOO_MANY_CODES = Message("That was too often. Please wait a few minutes, then ask for a new code.")
TOO_OFTEN = Message("That was too often. Please wait a few minutes.")
ONE_MOMENT = Message("One moment, please")
EMAIL_CANNOT_BE_SENT = Message("The post does not go out")
MAY_WE_SEND_A_CODE = Message(
    "What you are about to do could take the account away from you if somebody else did it. So we ask "
    "first: may we send a code to %(address)s?"
)
ADDRESS_TAKEN = Message("Somebody here has this address already. If it is you, please sign in with it.")
ADDRESS_TOO_LONG = Message("This address is longer than addresses can be.")
PASSKEY_UNKNOWN = Message("This passkey opens nothing here. Please come in by a code.")
IN_A_RUNNING_GAME = Message("You play in %(n)d running game: a bot will play on for you.")
ACCOUNT_CLOSED = Message("Your account is closed. Thank you for playing.")

# --- emails
ADDRESS_UNKNOWN_SUBJECT = Message("Nobody here has this address")
ADDRESS_CHANGED_SUBJECT = Message("Your address has changed")
PASSKEY_REMOVED_SUBJECT = Message("A passkey was removed")
ACCOUNT_CLOSED_SUBJECT = Message("Your account is closed")
WANTS_EMAILS_HERE = Message(
    "%(handle)s would like letters to come to this address from now on. This is the code that agrees:"
)

# --- the profile
NOTHING_SAVED = Message("Nothing is saved yet: please look at what is marked below.")
NAME_RESERVED = Message("This name cannot be used here. Please choose another.")
HANDLE_TAKEN = Message("This handle is taken.")
NAME_TAKEN_OR_OWN = Message("This name is taken. If it is your own, please sign in with your address.")
HANDLE_MALFORMED = Message(
    "A handle starts with a letter, goes on with letters, digits, - or _, and has 2 to 20 characters."
)
HANDLE_CHANGED_OFTEN = Message(
    "You have changed your handle three times in 90 days. Please keep this one for a while."
)
FORMER_HANDLE = Message("%(handle)s until %(until)s")
TIME_IN_ZONE = Message("Deadlines are told in this zone. There it is %(here)s now.")
QUIET_HOURS_HALF = Message("Quiet hours need a beginning and an end.")
QUIET_HOURS_ALL_DAY = Message("Quiet hours end at another time than they begin.")
TOO_MANY_FREE_DAYS = Message("At least three days of a week are for playing.")
NAME_MALFORMED = Message(
    "A name has 2 to 30 characters: letters of any script, digits, spaces, hyphens, dots and apostrophes."
)
NAME_IN_TWO_SCRIPTS = Message("Please write your name in one script.")
HANDLE_OF_ANOTHER = Message("This is the handle of somebody else.")
