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
    "Your vote is the last one needed: with it the game ends at once, without a winner, and cannot be "
    "resumed."
)
WITHDRAW_MY_VOTE = Message("Withdraw my vote")
LET_A_BOT_PLAY_QUESTION = Message("Let a bot play for you?")
YOUR_ORDERS_STAY = Message("Your orders stay. They answer first, and the bot does the rest.")
BOTS_PLAY_TO_THE_END = Message(
    "No other person plays here: the bots will play the game to its end within minutes."
)
COUNTS_AS_LEFT = Message(
    "The others are told. Until you come back, this counts as a game that you have left."
)
YOU_HAVE_LET_A_BOT_PLAY = Message(
    "You have let a bot play for you. You may play yourself again as long as the game runs and nobody else "
    "has taken the seat."
)
VOTES_OF_NEEDED = Message("%(votes)s of %(needed)s votes needed")
WOULD_LIKE_TO_PAUSE = Message("%(names)s would like to pause the game.")
VOTES_SO_FAR = Message("%(takes)s and has %(votes)d so far.")
IT_TAKES_VOTES = Message("It takes %(n)d votes")
AGAINST_IT_ARE = Message("Against it: %(names)s.")
AGAINST_IT_MARK = Message("against it: %(names)s")
PAUSE_ENDS_AFTER = Message("A pause ends by itself after %(n)d days, or when the players vote to go on.")
PAUSE_ENDS_ON = Message("By itself it goes on %(when)s, sooner if the players vote for it.")
NO_SUCH_VOTE = Message("This cannot be voted on now.")
DECISIVE_VOTE = Message("That was the vote that was missing.")
VOTE_IS_OVER = Message("This vote is over: it was decided, or nobody is for it any more.")
YOU_ARE_AGAINST_IT = Message("You are against it.")
TO_VOTE = Message("Vote")
COME_BACK_FIRST = Message("A bot plays for you at the moment. Come back first.")
AWAY_AND_BOT_PLAYS = Message("A bot plays for %(name)s until %(name)s comes back.")
AWAY_MARK = Message("away, a bot plays meanwhile")
BOT_PLAYS_FOR_YOU = Message("A bot plays for you until you play yourself again.")
STAYS_AWAY = Message("%(seat)s stays away: a bot plays until %(seat)s is back.")
IS_BACK = Message("%(seat)s is back.")
BOT_PLAYS_FOR = Message("A bot plays for %(seat)s from now on.")
PLAYS_FOR = Message("%(who)s plays for %(seat)s from now on.")
SEAT_NOT_YOURS = Message("This seat is not yours to give.")
