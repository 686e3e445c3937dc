"""Messages of the pages about accounts, as a browser shows them."""

from tests.helpers.messages import Message

COME_IN = Message("Come in")
CODE_FIELD = Message("The code from the letter")
SAVED = Message("Saved.")
PASSKEY_ADDED = Message("A passkey was added")
ADDRESS_FIELD = Message("Your address")
HANDLE_FIELD = Message("Your name")
SEND_CODE = Message("Send me a code")
TIME_ZONE = Message("Time zone")
NOT_AT_ALL = Message("not at all")
SAVE = Message("Save")
LOOK_AFTER_PASSKEYS = Message("Look after passkeys")
ADD_PASSKEY = Message("Add a passkey")
PASSKEY_NAME = Message("A name for it")
ADD_THIS_PASSKEY = Message("Add this passkey")
SIGN_OUT = Message("Sign out")
USE_PASSKEY = Message("Use a passkey")
OWN_HANDLE = Message("Handle")
TABLE_TALK = Message("Table talk")
HALF_TIME_REMINDER = Message("when half of my time has passed")
CAREFUL_BOT = Message("the careful bot")
STAND_IN = Message("I stand in for others")
SATURDAY = Message("Saturday")
SIGN_UP = Message("Sign up")
WELCOME = Message("Welcome, %(handle)s.")
PASSKEYS_NEED_SCRIPTS = Message(
    "Passkeys need JavaScript and a browser that knows them. The code by mail works without both."
)
PASSKEY_DID_NOT_ANSWER = Message("The passkey did not answer. You can try again, or come in by a code.")
