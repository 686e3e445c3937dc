"""Messages of the lists of tables, the waiting room, invitations and the form of a new table."""

from tests.helpers.messages import Message

HOST_INVITES_YOU = Message("%(host)s invites you to this table.")
DECISION_TIME = Message("%(time)s for a decision")
BANK_BEGINS_WITH = Message("Who needs longer uses up the bank: each seat begins with %(bank)s in it.")
GAME_TAKES = Message("A game of %(size)d takes %(length)s.")
GAME_WITH_A_BOT_TAKES = Message("A game of %(size)d with a bot takes %(length)s.")
GAME_WITH_BOTS_TAKES = Message("A game of %(size)d with %(n)d bots takes %(length)s.")
SEATS_TAKEN = Message("%(taken)s of %(size)s seats taken")
YOU_TAKE_SEAT_AS = Message("You take the seat as <b>%(who)s</b>.")
INVITATION_ACCEPTED = Message(
    "This invitation has been accepted, and the seat is not to be had by it any more."
)
OPEN_THE_TABLE = Message("Open the table")
ANOTHER_TIME = Message("Another time, then")
INVITATION_DECLINED = Message(
    "You have declined this invitation. If you think otherwise now, ask to be invited again."
)
TABLE_IS_FULL = Message("The table is full.")
INVITATION_WITHDRAWN = Message("The invitation has been withdrawn.")
INVITATION_UNKNOWN = Message("This is no invitation of ours. A part of the link may be missing.")
INVITATION_SENT_ELSEWHERE = Message(
    "This link is out of use: the invitation was sent again, to another address."
)
INVITATION_TOO_OLD = Message("This link has become too old. Please ask to be invited again.")
TABLE_CANCELLED = Message("The table has been cancelled.")
TABLE_BEGUN_AND_FULL = Message("The game has begun, and all seats are taken.")
HOST_ASKS_YOU_TO_PLAY_ON = Message("%(host)s asks you to play on in the seat of %(seat)s.")
HOW_THE_GAME_STANDS = Message("How the game stands")
DEADLINES_DO_NOT_MOVE = Message("Deadlines do not move for nights or free days.")
WHEN_CREATOR_SAYS_SO = Message("when the creator says so")
EVERYBODY_MAY_WATCH = Message("Everybody, from the start")
SIGN_IN_AND_TAKE_A_SEAT = Message("Sign in and take a seat")
NO_TABLE_WAITS = Message("No table is waiting at the moment. Open one, and others will find it here.")
ONE_GAME_WAITS = Message("%(number)s game waits for you")
NOTHING_WAITS = Message("Nothing waits for you")
TIME_IS_OVER = Message("the time is over")
NOT_FILLED_IN_TIME = Message("not filled in time, and cleared away")
SOMEBODY_INVITES_YOU = Message("%(who)s invites you")
ONE_GAME_TO_READ_AGAIN = Message("%(number)s game to read again")
YOU_WON = Message("You won")
WON_BY = Message("Won by %(who)s")
NONE_YET = Message("None yet.")
LEAVE_STOPS_CLOCK_FOR_DAYS = Message(
    "Booked leave stops the clock, for at most %(n)d days in the whole game."
)
HOW_LONG = Message("How long")
YOU_SIT_HERE = Message("You sit here")
ONLY_THE_CREATOR = Message("Only the creator of the table may do this.")
CANNOT_BEGIN_WITH = Message(
    "%(there)d of %(size)d seats are taken, and the game cannot begin with so many: %(why)s"
)
TABLE_WAS_CANCELLED = Message("This table has been cancelled. Nothing was dealt.")
TABLE_WAS_NOT_FILLED = Message(
    "This table was not filled in time and has been cleared away. Nothing was dealt."
)
ONE_INVITATION_UNANSWERED = Message("%(number)s invitation has no answer yet.")
LETTERS_ARE_ON_THEIR_WAY = Message("%(n)d letters are on their way.")
TURN_INTO_ACCOUNT = Message("Turn this address into an account")
LOOK_IT_OVER = Message("Look it over, then open the table")
BOTS_TAKE_ALL_SEATS = Message("The bots take all the seats: nobody whom you invite would find one.")
DRAW_AGAIN = Message("Draw again")
TIME_AND_BANK = Message("%(time)s for each decision, %(bank)s in the bank.")
TIME_WITHOUT_BANK = Message("%(time)s for each decision.")
RELAXED_PACE = Message("Relaxed")
ALONE_WITH_BOTS = Message("Alone with bots, a game takes as long as you like.")
SHIFT_OF_ZERO = Message(
    "With 0 it is the same for all: it stays even where it falls into somebody’s quiet hours, or on "
    "a free day."
)
FIRST_TIME_EXCUSED = Message("The first time is excused.")
FIXED_TIMES_WRITTEN = Message(
    "You have written fixed times: please choose “Due at fixed times”, or take them out again."
)
OWN_NUMBERS_WRITTEN = Message(
    "You have written numbers of your own: please choose “My own numbers”, or take them out again."
)
SEATS_LOOKING = Message("Seats that look for a player")
MOVES_SO_FAR = Message("%(number)s moves so far")
SIGN_IN_AND_TAKE_THE_SEAT = Message("Sign in and take the seat")
SIGN_IN_TO_YOUR_SEAT = Message(
    "If you have a seat, sign in: a code comes to your address, and your games are there."
)
MEND_ADDRESS_FIRST = Message("Letters do not reach you at the moment: please mend your address first.")
BOT_PLAYS_UNTIL_YOU_ARE_BACK = Message("a bot plays for you until you are back")
YOU_PLAY_ALREADY = Message("You play yourself already.")
BOT_PLAYS_FOR_YOU = Message("A bot plays for you.")
SEAT_NOT_FREE = Message("This seat is not free any more.")
YOU_PLAY_YOURSELF = Message("You play yourself.")
WELCOME_BACK = Message("Welcome back. You play yourself from now on.")
TAKE_THE_SEAT = Message("Take the seat")
PLAY_MYSELF_AGAIN = Message("Play myself again")
GO_ON = Message("Go on")
FIXED_TIMES = Message("Fixed times of the day")
OWN_NUMBERS = Message("My own numbers")
WHEN_TIME_RUNS_OUT = Message("When time runs out")
TIMES_OF_DAY = Message("Times of the day")
NUMBER_OF_SEATS = Message("Seats")
NUMBER_OF_BOTS = Message("Seats for bots")
HOURS_FOR_DECISION = Message("Hours for a decision")
DUE_AT_FIXED_TIMES = Message("Due at fixed times")
MONDAY = Message("Monday")
SUNDAY = Message("Sunday")
DAILY_PACE = Message("Daily")
NAME_OF_TABLE = Message("Name of the table")
INVITE_BY_MAIL = Message("Invite by mail")
NAME_AT_TABLE = Message("Your name at the table")
ABOUT_WEEKS = Message("about %(n)d weeks, nine of ten games within %(most)d")
DUE_AT = Message("%(days)s at %(times)s, %(zone)s")
EVERY_DAY = Message("every day")
MONDAY_TO_FRIDAY = Message("Monday to Friday")
WANTS_NO_INVITATIONS = Message("%(address)s wants no invitations.")
FREE_DAYS_DO_NOT_COUNT = Message(
    "A deadline in your quiet hours moves to an hour after you are up, by at most %(time)s. Free days do not "
    "move it."
)
WEEKENDS_COST_TIME = Message(
    "For a player with free weekends the table may wait from Friday evening to Monday morning."
)
SOMEBODY_WITH_YOUR_LINK = Message("somebody with your link")
CHOOSE_LIMITS = Message("Please choose for how many people the link is, and for how long.")
WAITING_FOR = Message("Waiting for %(names)s")
NO_PUBLIC_GAME_RUNS = Message("No public game is running at the moment.")
NO_PUBLIC_GAME_LIKE_THIS = Message("No public game like this is running.")
NO_PUBLIC_GAME_ENDED = Message("No public game has ended yet.")
NO_GAME_LIKE_THIS = Message("No finished game is like this.")
NOBODY_IS_CALLED = Message("Nobody here is called %(name)s.")
WHOSE_RESULT = Message("Whose result do you mean? Please name a player.")
DAY_BEFORE_FIRST = Message("This day is before the first one.")
