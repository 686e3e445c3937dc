"""Messages about deadlines: in emails, on pages and in answers."""

from tests.helpers.messages import Message

# --- the clock of the own seat
IF_NOT_ANSWERED = Message("If you have not answered by %(when)s, %(what)s.")
ORDERS_WILL_ANSWER = Message(
    "your orders answer for you, and where you have none a safe default move is played"
)
BANK_EMPTY = Message("Your time bank is empty.")
CLOCK_STOPPED = Message("The clock is stopped until the game resumes.")
CLOCK_STOPPED_UNREACHABLE = Message(
    "Your clock is stopped, because our emails to you bounce. If they still do on %(when)s, a bot "
    "plays for you until you are back."
)

# --- what a miss means
EXCUSE_LEFT = Message("One more missed deadline will be forgiven.")
EXCUSES_LEFT = Message("%(n)d more missed deadlines will be forgiven.")
MISS_LEFT = Message("It counts as missed: after one more, a bot plays for you.")
MISSES_LEFT = Message("It counts as missed: after %(n)d more, a bot plays for you.")
BOT_WOULD_TAKE_OVER = Message(
    "Then a bot plays for you until you are back, and somebody else can take your seat."
)
EXCUSED_FOR_THE_LAST_TIME = Message("This miss is forgiven. The next one counts.")
HARMLESS_MOVE_ANSWERED = Message("A safe default move was played.")
BOT_ANSWERED = Message("A bot has answered.")
ORDERS_ANSWERED = Message("Standing orders have answered.")
BOT_PLAYS_NOW = Message("A bot is playing for you now, until you are back.")
BOT_PLAYS_NOW_AND_SEAT_IS_FREE = Message(
    "A bot is playing for you now, until you are back. Somebody else can take your seat meanwhile."
)

# --- why a deadline is where it is
NOT_MOVED_BY_NIGHT = Message(
    "This falls in your quiet hours or on a free day, which do not move deadlines at this table."
)
NOT_MOVED_BY_FREE_DAY = Message("This falls on a free day; at this table only quiet hours move deadlines.")
NOT_MOVED_FAR_ENOUGH = Message(
    "This still falls in your quiet hours or on a free day: at this table they move a deadline by "
    "at most %(time)s."
)
MOVED_BY_OUTAGE = Message("This site, or its email, was down for a while, so this deadline was moved.")
MOVED_BY_PAUSE = Message("The game was paused, so this deadline was moved.")
MOVED_BY_BOUNCES = Message("Our emails did not reach you for a while, so this deadline was moved.")
MOVED_BY_LEAVE = Message("Your leave has moved this deadline.")

# --- the clock of a seat, for everybody
NOTHING_IN_THE_BANK = Message("time bank empty")
EXCUSED_SO_OFTEN = Message("forgiven %(n)d times")
EXCUSED_ONCE = Message("forgiven once")
ON_LEAVE_UNTIL = Message("on leave, back on %(day)s")
BOT_WITHOUT_CLOCK = Message("a bot, without a clock")
FINISHES = Message("finishes %(n)d of %(all)d")
USUALLY_ANSWERS = Message("usually answers within %(time)s")
