"""Messages of the pages about accounts, as a browser shows them."""

from tests.helpers.messages import Message

CODE_FIELD = Message("The code from the email")
SAVED = Message("Saved.")
PASSKEY_ADDED = Message("A passkey was added")
ADDRESS_FIELD = Message("Your address")
HANDLE_FIELD = Message("Your name")
SEND_CODE = Message("Send me a code")
TIME_ZONE = Message("Time zone")
NOT_AT_ALL = Message("never")
SAVE = Message("Save")
LOOK_AFTER_PASSKEYS = Message("Manage passkeys")
ADD_PASSKEY = Message("Add a passkey")
PASSKEY_NAME = Message("A name for it")
ADD_THIS_PASSKEY = Message("Add this passkey")
SIGN_OUT = Message("Sign out")
USE_PASSKEY = Message("Use a passkey")
OWN_HANDLE = Message("Handle")
TABLE_TALK = Message("Table talk")
HALF_TIME_REMINDER = Message("when half of my time has passed")
CAREFUL_BOT = Message("a bot")
STAND_IN = Message("I am happy to substitute")
SATURDAY = Message("Saturday")
SIGN_UP = Message("Sign up")
WELCOME = Message("Welcome, %(handle)s.")
PASSKEYS_NEED_SCRIPTS = Message(
    "Passkeys need JavaScript and a browser that supports them. The code by email works without either."
)
PASSKEY_DID_NOT_ANSWER = Message("The passkey did not respond. You can try again, or sign in with a code.")
