"""Messages of pages about people: leave, profiles, the calendar."""

from tests.helpers.messages import Message

DECIDED_FOR_YOU = Message("Your saved time runs out then, and it is decided for you. The deadline may move.")
LEAVE_BOOKED = Message("Your leave is booked. Your open deadlines have been moved where it counts.")
DAYS_LEFT = Message("%(number)s days left in %(year)s")
LEAVE_CANCELLED = Message("Taken back. Your clocks run again on these days.")
BACK_FROM_TOMORROW = Message("Be back from tomorrow on")
YOU_ARE_AWAY = Message("you are away")
LEAVE_STOPS_CLOCK = Message("leave stops the clock")
LEAVE_DOES_NOT_COUNT = Message("leave does not stop the clock here")
LEAVE_BUDGET = Message(
    "On days of leave your clocks stand still, from midnight to midnight in your zone. Everybody has"
    " %(number)s days a year."
)
LEAVE_IN_THE_PAST = Message("Leave begins today or later.")
LAST_BEFORE_FIRST = Message("The last day comes before the first one.")
LEAVE_EXCEEDS_BUDGET = Message("That takes %(n)d days of %(year)d, and you have %(left)d left in that year.")
LEAVE_TOO_FAR_AHEAD = Message("Leave can be booked up to the end of next year.")
NO_DATE = Message("This is no date.")
NO_LEAVE_BOOKED = Message("No leave is booked that begins on %(day)s.")
LEFT_TO_A_BOT = Message("Left to a bot")
NO_ANSWERS_YET = Message("none yet")
PAGE_IS_PUBLIC = Message("Everybody may see this page, and nothing else of your account.")
NEW_HERE = Message("new here")
FIRST_DAY = Message("First day")
LAST_DAY = Message("Last day")
BOOK_LEAVE = Message("Book")
TAKE_IT_BACK = Message("Take it back")
MAKE_CALENDAR = Message("Make an address for my calendar")
CALENDAR_ADDRESS = Message("The address")
