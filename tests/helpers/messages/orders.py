"""Messages of the page of orders: the list, the plan, and what they did."""

from tests.helpers.messages import Message

YOUR_ORDERS = Message("Your orders")
NO_ORDERS_IN_THIS_GAME = Message("This game has no orders: you are asked about everything.")
NO_ORDER_STANDS = Message("No order stands: you are asked about everything.")
ORDERS_WAIT = Message(
    "Your orders wait, as you have chosen, until your time has run out; then they answer as if you "
    "had answered yourself."
)
ORDER_ANSWERED_AT_ONCE = Message("It has answered at once: %(moves)s")
WHAT_ORDERS_DID = Message("What your orders did")
WITHDRAW = Message("Withdraw")
WITHDRAW_ALL = Message("Withdraw all")
FILE_LIST = Message("File this list")
NUMBER_THEM = Message("Number those that you want: 1 is the best. Empty a box to take it off the list.")
ADD_TO_LIST = Message(
    "“Add” puts one at the end of the list. The arrows or your finger move it, the cross takes it off."
)
ADD = Message("Add")
TAKE_OFF = Message("Take off")
BOTH_HAVE_NUMBER = Message("%(one)s and %(other)s both have number %(number)d.")
NO_NUMBER = Message("%(label)s: “%(text)s” is no number.")
MOVE_UP = Message("Up")
MOVE_DOWN = Message("Down")
LEAVE_OUT = Message("Leave out")
FILE_PLAN = Message("File this plan")
DO_THIS = Message("Do this")
OR_ELSE_THIS = Message("or else this, if that is not possible")
OR_WRITE_IT = Message("Or write it")
ADD_STEP = Message("Add this step")
NOTHING_FILED_YET = Message("Nothing of this has been filed yet.")
PLAN_WRITTEN_DOWN = Message("Your plan is written down.")
MOVED_SINCE_PLAN = Message("You have moved since you wrote this plan. Is it still what you want?")
FILE_ANSWERS = Message("File these answers")
FILE_ORDER = Message("File this order")
ORDER_FIELD = Message("An order in words")
DECIDE_IT_NOW = Message("Decide it now")
