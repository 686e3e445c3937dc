"""Messages of the dev inbox, where a site without a mail server shows its emails."""

from tests.helpers.messages import Message

EMPTY = Message("There is nothing here yet.")
REPLY_AS = Message("Reply as %(address)s")
REPLY_POSTED = Message("Your reply is sent. The answer comes in a moment, as an email to %(address)s.")
WRITE_SOMETHING = Message("Please write something first.")
NOBODY_THERE = Message("Nobody receives email at that address.")
WHERE_THE_KEY_IS = Message(
    "It stands in the window in which the server was started, behind the word “emails”."
)
OPEN_POST_ROOM = Message("Open the dev inbox")
REPLY_FIELD = Message("Write above this email")
POST_REPLY = Message("Send the reply")
LOOK_INTO_BOX = Message("Open that inbox")
