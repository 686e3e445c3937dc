"""Messages of pages about people: leave, profiles, the calendar."""

from tests.helpers.messages import Message

DECIDED_FOR_YOU = Message("Your time bank runs out then, and a move is made for you. The deadline may move.")
LEAVE_BOOKED = Message("Your leave is booked. Open deadlines have been moved where leave counts.")
DAYS_LEFT = Message("%(number)s days left in %(year)s")
LEAVE_CANCELLED = Message("Cancelled. Your clocks run again on these days.")
BACK_FROM_TOMORROW = Message("Be back from tomorrow")
YOU_ARE_AWAY = Message("you are away")
LEAVE_STOPS_CLOCK = Message("leave stops the clock")
LEAVE_DOES_NOT_COUNT = Message("leave does not stop the clock here")
LEAVE_BUDGET = Message(
    "On days of leave your clocks are stopped, from midnight to midnight in your time zone. "
    "Everybody has %(number)s days a year."
)
LEAVE_IN_THE_PAST = Message("Leave has to begin today or later.")
LAST_BEFORE_FIRST = Message("The last day comes before the first one.")
LEAVE_EXCEEDS_BUDGET = Message("That takes %(n)d days of %(year)d, and you have %(left)d left in that year.")
LEAVE_TOO_FAR_AHEAD = Message("Leave can be booked up to the end of next year.")
NO_DATE = Message("This is not a date.")
NO_LEAVE_BOOKED = Message("You have no leave that begins on %(day)s.")
LEFT_TO_A_BOT = Message("Left to a bot")
NO_ANSWERS_YET = Message("none yet")
PAGE_IS_PUBLIC = Message("Everybody can see this page, and nothing else of your account.")
NEW_HERE = Message("new here")
FIRST_DAY = Message("First day")
LAST_DAY = Message("Last day")
BOOK_LEAVE = Message("Book")
TAKE_IT_BACK = Message("Take it back")
MAKE_CALENDAR = Message("Make an address for my calendar")
CALENDAR_ADDRESS = Message("The address")
