"""Messages of the lists of tables, the waiting room, invitations and the form of a new table."""

from tests.helpers.messages import Message

HOST_INVITES_YOU = Message("%(host)s invites you to this table.")
DECISION_TIME = Message("%(time)s per decision")
BANK_BEGINS_WITH = Message("If you need longer, you use up your time bank: each seat starts with %(bank)s.")
GAME_TAKES = Message("A game of %(size)d takes %(length)s.")
GAME_WITH_A_BOT_TAKES = Message("A game of %(size)d with a bot takes %(length)s.")
GAME_WITH_BOTS_TAKES = Message("A game of %(size)d with %(n)d bots takes %(length)s.")
SEATS_TAKEN = Message("%(taken)s of %(size)s seats taken")
YOU_TAKE_SEAT_AS = Message("You take the seat as <b>%(who)s</b>.")
INVITATION_ACCEPTED = Message("This invitation was accepted, and can no longer be used to take the seat.")
OPEN_THE_TABLE = Message("Open the table")
ANOTHER_TIME = Message("Another time, then")
INVITATION_DECLINED = Message(
    "You have declined this invitation. If you have changed your mind, ask to be invited again."
)
TABLE_IS_FULL = Message("The table is full.")
INVITATION_WITHDRAWN = Message("The invitation has been withdrawn.")
INVITATION_UNKNOWN = Message("This invitation is not valid. Part of the link may be missing.")
INVITATION_SENT_ELSEWHERE = Message(
    "This link no longer works: the invitation was sent again, to a different address."
)
INVITATION_TOO_OLD = Message("This link has expired. Please ask to be invited again.")
TABLE_CANCELLED = Message("The table has been cancelled.")
TABLE_BEGUN_AND_FULL = Message("The game has begun, and all seats are taken.")
HOST_ASKS_YOU_TO_PLAY_ON = Message("%(host)s asks you to take over the seat of %(seat)s.")
HOW_THE_GAME_STANDS = Message("Where the game stands")
DEADLINES_DO_NOT_MOVE = Message("Deadlines do not move for nights or free days.")
WHEN_CREATOR_SAYS_SO = Message("when the host starts it")
EVERYBODY_MAY_WATCH = Message("Everybody, from the start")
SIGN_IN_AND_TAKE_A_SEAT = Message("Sign in and take a seat")
NO_TABLE_WAITS = Message("No table is waiting at the moment. Open one, and others will find it here.")
ONE_GAME_WAITS = Message("%(number)s game is waiting for you")
NOTHING_WAITS = Message("It is not your turn anywhere")
TIME_IS_OVER = Message("time is up")
NOT_FILLED_IN_TIME = Message("did not fill up in time, and was removed")
SOMEBODY_INVITES_YOU = Message("%(who)s invites you")
ONE_GAME_TO_READ_AGAIN = Message("%(number)s finished game")
YOU_WON = Message("You won")
WON_BY = Message("Won by %(who)s")
NONE_YET = Message("None yet.")
LEAVE_STOPS_CLOCK_FOR_DAYS = Message("Booked leave stops the clock, for at most %(n)d days per game.")
HOW_LONG = Message("Length")
YOU_SIT_HERE = Message("You are at this table")
ONLY_THE_CREATOR = Message("Only the host of the table can do this.")
CANNOT_BEGIN_WITH = Message(
    "%(there)d of %(size)d seats are taken, and the game cannot start with that many: %(why)s"
)
TABLE_WAS_CANCELLED = Message("This table has been cancelled. No cards were dealt.")
TABLE_WAS_NOT_FILLED = Message(
    "This table did not fill up in time and has been removed. No cards were dealt."
)
ONE_INVITATION_UNANSWERED = Message("%(number)s invitation has no answer yet.")
LETTERS_ARE_ON_THEIR_WAY = Message("%(n)d emails are on their way.")
TURN_INTO_ACCOUNT = Message("Turn this address into an account")
LOOK_IT_OVER = Message("Check it, then open the table")
BOTS_TAKE_ALL_SEATS = Message("The bots take all the seats, so nobody you invite would find one.")
DRAW_AGAIN = Message("Draw again")
TIME_AND_BANK = Message("%(time)s per decision, plus a time bank of %(bank)s.")
TIME_WITHOUT_BANK = Message("%(time)s per decision.")
RELAXED_PACE = Message("Relaxed")
ALONE_WITH_BOTS = Message("With bots only, a game takes as long as you like.")
SHIFT_OF_ZERO = Message(
    "With 0, a deadline is the same for all, even if it falls in somebody’s quiet hours or on a free day."
)
FIRST_TIME_EXCUSED = Message("The first missed deadline is forgiven.")
FIXED_TIMES_WRITTEN = Message(
    "You have entered fixed times: please choose “Due at fixed times”, or remove them."
)
OWN_NUMBERS_WRITTEN = Message(
    "You have entered your own numbers: please choose “My own numbers”, or remove them."
)
SEATS_LOOKING = Message("Substitutes wanted")
MOVES_SO_FAR = Message("%(number)s moves so far")
SIGN_IN_AND_TAKE_THE_SEAT = Message("Sign in and take the seat")
SIGN_IN_TO_YOUR_SEAT = Message(
    "If you have a seat, sign in: we send a code to your address, and you will find your games there."
)
MEND_ADDRESS_FIRST = Message("Our emails to you bounce at the moment: please update your address first.")
BOT_PLAYS_UNTIL_YOU_ARE_BACK = Message("a bot is playing for you until you are back")
YOU_PLAY_ALREADY = Message("You are already playing yourself.")
BOT_PLAYS_FOR_YOU = Message("A bot is playing for you.")
SEAT_NOT_FREE = Message("This seat is no longer free.")
YOU_PLAY_YOURSELF = Message("You are playing yourself.")
WELCOME_BACK = Message("Welcome back. From now on you are playing yourself.")
TAKE_THE_SEAT = Message("Take the seat")
PLAY_MYSELF_AGAIN = Message("Play myself again")
GO_ON = Message("Continue")
FIXED_TIMES = Message("Fixed times of the day")
OWN_NUMBERS = Message("My own numbers")
WHEN_TIME_RUNS_OUT = Message("If time runs out")
TIMES_OF_DAY = Message("Times of day")
NUMBER_OF_SEATS = Message("Seats")
NUMBER_OF_BOTS = Message("Bot seats")
HOURS_FOR_DECISION = Message("Hours per decision")
DUE_AT_FIXED_TIMES = Message("Due at fixed times")
MONDAY = Message("Monday")
SUNDAY = Message("Sunday")
DAILY_PACE = Message("Daily")
NAME_OF_TABLE = Message("Table name")
INVITE_BY_MAIL = Message("Invite by email")
NAME_AT_TABLE = Message("Your name at the table")
ABOUT_WEEKS = Message("about %(n)d weeks; nine games in ten within %(most)d")
DUE_AT = Message("%(days)s at %(times)s, %(zone)s")
EVERY_DAY = Message("every day")
MONDAY_TO_FRIDAY = Message("Monday to Friday")
WANTS_NO_INVITATIONS = Message("%(address)s does not want invitations.")
FREE_DAYS_DO_NOT_COUNT = Message(
    "A deadline in your quiet hours moves to an hour after they end, by at most %(time)s. Free "
    "days do not move it."
)
WEEKENDS_COST_TIME = Message(
    "For a player with free weekends the table may wait from Friday evening to Monday morning."
)
SOMEBODY_WITH_YOUR_LINK = Message("somebody with your link")
CHOOSE_LIMITS = Message("Please choose how many people the link is for, and for how long.")
WAITING_FOR = Message("Waiting for %(names)s")
NO_PUBLIC_GAME_RUNS = Message("No public game is running at the moment.")
NO_PUBLIC_GAME_LIKE_THIS = Message("No public game like this is running.")
NO_PUBLIC_GAME_ENDED = Message("No public game has ended yet.")
NO_GAME_LIKE_THIS = Message("No finished game matches.")
NOBODY_IS_CALLED = Message("There is nobody here called %(name)s.")
WHOSE_RESULT = Message("Whose result do you mean? Please name a player.")
DAY_BEFORE_FIRST = Message("This day is before the first one.")
