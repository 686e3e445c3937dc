"""Messages about deadlines: in emails, on pages and in answers."""

from tests.helpers.messages import Message

# --- the clock of the own seat
IF_NOT_ANSWERED = Message("If you have not answered by %(when)s, %(what)s.")
ORDERS_WILL_ANSWER = Message("your orders answer for you, and the harmless move where they do not")
BANK_EMPTY = Message("Your bank is empty.")
CLOCK_STOPPED = Message("The clock stands still until the game goes on.")
CLOCK_STOPPED_UNREACHABLE = Message(
    "The clock stands still, because letters do not reach you. If they still do not on %(when)s, "
    "a bot plays for you until you are back."
)

# --- what a miss means
EXCUSE_LEFT = Message("You have one excused miss left.")
EXCUSES_LEFT = Message("You have %(n)d excused misses left.")
MISS_LEFT = Message("It counts as missed: after one more a bot plays for you.")
MISSES_LEFT = Message("It counts as missed: after %(n)d more a bot plays for you.")
BOT_WOULD_TAKE_OVER = Message(
    "Then a bot plays for you until you are back, and somebody else may take your seat."
)
EXCUSED_FOR_THE_LAST_TIME = Message("It is excused. The next one counts.")
HARMLESS_MOVE_ANSWERED = Message("The harmless move was played.")
BOT_ANSWERED = Message("The careful bot has answered.")
ORDERS_ANSWERED = Message("The orders that were filed have answered.")
BOT_PLAYS_NOW = Message("A bot plays for you now, until you are back.")
BOT_PLAYS_NOW_AND_SEAT_IS_FREE = Message(
    "A bot plays for you now, until you are back. Somebody else may take your seat meanwhile."
)

# --- why a deadline is where it is
NOT_MOVED_BY_NIGHT = Message(
    "It falls into your quiet hours or on a free day: at this table they do not move a deadline."
)
NOT_MOVED_BY_FREE_DAY = Message("It falls on a free day: at this table only quiet hours move a deadline.")
NOT_MOVED_FAR_ENOUGH = Message(
    "It still falls into your quiet hours or on a free day: they move a deadline by at most %(time)s "
    "at this table."
)
MOVED_BY_OUTAGE = Message("This site, or its post, stood still for a while: that has moved this deadline.")
MOVED_BY_PAUSE = Message("The game was paused: that has moved this deadline.")
MOVED_BY_BOUNCES = Message("Letters did not reach you for a while: that has moved this deadline.")
MOVED_BY_LEAVE = Message("Your leave has moved this deadline.")

# --- the clock of a seat, for everybody
NOTHING_IN_THE_BANK = Message("nothing in the bank")
EXCUSED_SO_OFTEN = Message("excused %(n)d times")
EXCUSED_ONCE = Message("excused once")
ON_LEAVE_UNTIL = Message("on leave, back on %(day)s")
BOT_WITHOUT_CLOCK = Message("a bot, without a clock")
FINISHES = Message("finishes %(n)d of %(all)d")
USUALLY_ANSWERS = Message("usually answers within %(time)s")
