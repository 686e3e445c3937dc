"""Messages of forms and form fields."""

from tests.helpers.messages import Message

NOT_AN_ADDRESS = Message("“%(word)s” is not an address.")
LOOK_AT_MARKED = Message("Please check what is marked below.")
CHOOSE_ONE = Message("Please choose one: %(label)s.")
WRITE_A_TIME = Message("Please enter at least one time of day.")
NOT_A_TIME = Message("“%(word)s” is not a time of day. Write 8:00 or 20:30.")
AT_MOST_TIMES = Message("At most %(most)d times a day, please.")
CHOOSE_A_DAY = Message("Please choose at least one day.")
CHOOSE_A_PLACE = Message("Please choose a place.")
WRITE_HOURS = Message("Please enter a number of hours.")
WRITE_WHOLE_HOURS = Message("Please enter a whole number of hours.")
AT_MOST_HOURS = Message("At most %(limit_value)d hours, please.")
AT_MOST = Message("At most %(limit_value)d, please.")
AT_LEAST = Message("Please enter at least %(limit_value)d.")
BANK_TOO_SMALL = Message(
    "The time bank must hold what it starts with and what a decision adds: at least %(n)d."
)
TOTAL_BELOW_ROW = Message("The number for the whole game has to be at least the number in a row.")
NAME_HOLDS_LINK = Message("A name cannot contain a link or an address.")
ROOM_FOR_ONE_BOT = Message("One seat is yours, so there is room for %(n)d bot.")
INVITE_FEWER = Message("Please invite at most %(most)d at once.")
WRITE_WHOLE_ADDRESS = Message("Please write the whole address, as in ann@example.org.")
