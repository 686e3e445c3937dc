"""Messages of the page of orders: the list, the plan, and what they did."""

from tests.helpers.messages import Message

YOUR_ORDERS = Message("Your orders")
NO_ORDERS_IN_THIS_GAME = Message("This game has no orders: you are asked about everything.")
NO_ORDER_STANDS = Message("You have no orders: you are asked about everything.")
ORDERS_WAIT = Message(
    "As you have chosen, your orders wait until your time is up; then they answer as if you had "
    "answered yourself."
)
ORDER_ANSWERED_AT_ONCE = Message("It answered at once: %(moves)s")
WHAT_ORDERS_DID = Message("What your orders did")
WITHDRAW = Message("Withdraw")
WITHDRAW_ALL = Message("Withdraw all")
FILE_LIST = Message("Save this list")
NUMBER_THEM = Message("Number what you want: 1 is your favourite. Clear a box to take it off the list.")
ADD_TO_LIST = Message(
    "“Add” puts something at the end of the list. Move it with the arrows or your finger; the "
    "cross removes it."
)
ADD = Message("Add")
REMOVE = Message("Remove")
BOTH_HAVE_NUMBER = Message("%(one)s and %(other)s both have number %(number)d.")
NO_NUMBER = Message("%(label)s: “%(text)s” is not a number.")
MOVE_UP = Message("Up")
MOVE_DOWN = Message("Down")
FILE_PLAN = Message("Save this plan")
DO_THIS = Message("Do this")
OR_ELSE_THIS = Message("or this, if that is not possible")
OR_WRITE_IT = Message("Or type your move")
ADD_STEP = Message("Add this step")
NOTHING_FILED_YET = Message("Nothing has been saved yet.")
PLAN_WRITTEN_DOWN = Message("Your plan is saved.")
MOVED_SINCE_PLAN = Message("You have moved since you wrote this plan. Do you still want it?")
FILE_ANSWERS = Message("Save these answers")
FILE_ORDER = Message("Save this order")
ORDER_FIELD = Message("An order in words")
DECIDE_IT_NOW = Message("Decide now")
