"""Messages of signing in, of the profile and of emails about an account."""

from tests.helpers.messages import Message

SITE_NAME = Message("Citadels by Post")

# --- codes and addresses
WRONG_CODE = Message("This is not the code from our latest email. Please check it.")
CODE_USED_UP = Message("That code no longer works. Please ask for a new one.")
TOO_MANY_CODES = Message("Too many tries. Please wait a few minutes, then ask for a new code.")
TOO_OFTEN = Message("Too many tries. Please wait a few minutes.")
ONE_MOMENT = Message("One moment, please")
EMAIL_CANNOT_BE_SENT = Message("We could not send an email")
MAY_WE_SEND_A_CODE = Message(
    "Somebody else could take over your account with what you are about to do, so we check first: "
    "may we send a code to %(address)s?"
)
ADDRESS_TAKEN = Message("There is already an account with this address. If it is yours, please sign in.")
ADDRESS_TOO_LONG = Message("This address is too long.")
PASSKEY_UNKNOWN = Message("This passkey does not work here. Please sign in with a code.")
IN_A_RUNNING_GAME = Message("You are playing in %(n)d running game: a bot will take over.")
ACCOUNT_CLOSED = Message("Your account is closed. Thank you for playing.")

# --- emails
ADDRESS_UNKNOWN_SUBJECT = Message("No account with this address")
ADDRESS_CHANGED_SUBJECT = Message("Your address has changed")
PASSKEY_REMOVED_SUBJECT = Message("A passkey was removed")
ACCOUNT_CLOSED_SUBJECT = Message("Your account is closed")
WANTS_EMAILS_HERE = Message(
    "%(handle)s would like to use this address from now on. Here is the code to confirm it:"
)

# --- the profile
NOTHING_SAVED = Message("Nothing is saved yet: please check what is marked below.")
NAME_RESERVED = Message("This name cannot be used here. Please choose another.")
HANDLE_TAKEN = Message("This handle is taken.")
NAME_TAKEN_OR_OWN = Message("This name is taken. If it is yours, please sign in with your email address.")
HANDLE_MALFORMED = Message(
    "A handle starts with a letter, continues with letters, digits, - or _, and has 2 to 20 characters."
)
HANDLE_CHANGED_OFTEN = Message(
    "You have changed your handle three times in 90 days. Please keep this one for a while."
)
FORMER_HANDLE = Message("%(handle)s until %(until)s")
TIME_IN_ZONE = Message("Deadlines are shown in this time zone. It is %(here)s there now.")
QUIET_HOURS_HALF = Message("Quiet hours need a start and an end.")
QUIET_HOURS_ALL_DAY = Message("Quiet hours cannot begin and end at the same time.")
TOO_MANY_FREE_DAYS = Message("You need at least three days a week for playing.")
NAME_MALFORMED = Message(
    "A name has 2 to 30 characters: letters of any script, digits, spaces, hyphens, dots and apostrophes."
)
NAME_IN_TWO_SCRIPTS = Message("Please use only one script in your name.")
HANDLE_OF_ANOTHER = Message("This handle belongs to somebody else.")
