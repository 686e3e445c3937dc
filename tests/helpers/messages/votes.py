"""Messages about what players decide together, and about seats that change hands."""

from tests.helpers.messages import Message

VOTE_FOR_A_PAUSE = Message("Vote for a pause")
PAUSE_THE_GAME = Message("Pause the game")
VOTE_AGAINST_THE_PAUSE = Message("Vote against the pause")
ABANDON_THIS_GAME = Message("Abandon this game")
ABANDON_THIS_GAME_QUESTION = Message("Abandon this game?")
VOTE_TO_ABANDON = Message("Vote to abandon")
VOTE_TO_ABANDON_QUESTION = Message("Vote to abandon this game?")
ENDS_AT_ONCE = Message("The game ends at once, without a winner, and cannot be resumed.")
LAST_VOTE_ENDS_GAME = Message(
    "Yours is the last vote needed: with it the game ends at once, without a winner, and cannot be resumed."
)
WITHDRAW_MY_VOTE = Message("Withdraw my vote")
LET_A_BOT_PLAY_QUESTION = Message("Let a bot play for you?")
YOUR_ORDERS_STAY = Message("Your orders remain. They answer first, and the bot does the rest.")
BOTS_PLAY_TO_THE_END = Message(
    "There are no other people in this game: the bots will finish it within minutes."
)
COUNTS_AS_LEFT = Message("The others are told. Until you come back, this counts as a game you have left.")
YOU_HAVE_LET_A_BOT_PLAY = Message(
    "You have handed your seat to a bot. You can take it back as long as the game is running and "
    "nobody else has taken it."
)
VOTES_OF_NEEDED = Message("%(votes)s of %(needed)s votes needed")
WOULD_LIKE_TO_PAUSE = Message("%(names)s: pause the game?")
VOTES_SO_FAR = Message("%(takes)s, %(votes)d so far.")
IT_TAKES_VOTES = Message("%(n)d votes needed")
AGAINST_IT_ARE = Message("Against: %(names)s.")
AGAINST_IT_MARK = Message("against: %(names)s")
PAUSE_ENDS_AFTER = Message("A pause ends automatically after %(n)d days, or when the players vote to resume.")
PAUSE_ENDS_ON = Message("It resumes automatically %(when)s, sooner if the players vote for it.")
NO_SUCH_VOTE = Message("There is nothing to vote on here at the moment.")
DECISIVE_VOTE = Message("That was the last vote needed.")
VOTE_IS_OVER = Message("This vote is over: it has been decided, or nobody supports it any more.")
YOU_ARE_AGAINST_IT = Message("You have voted no.")
TO_VOTE = Message("Vote")
COME_BACK_FIRST = Message("A bot is playing for you at the moment. Come back first.")
AWAY_AND_BOT_PLAYS = Message("A bot is playing for %(name)s until %(name)s comes back.")
AWAY_MARK = Message("away, a bot is playing")
BOT_PLAYS_FOR_YOU = Message("A bot is playing for you until you take over again.")
STAYS_AWAY = Message("%(seat)s stays away: a bot plays until %(seat)s is back.")
IS_BACK = Message("%(seat)s is back.")
BOT_PLAYS_FOR = Message("A bot plays for %(seat)s from now on.")
PLAYS_FOR = Message("%(who)s plays for %(seat)s from now on.")
SEAT_NOT_YOURS = Message("This seat is not yours to give.")
