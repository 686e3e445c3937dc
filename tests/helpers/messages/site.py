"""Messages of the front page, the page frame and pages of errors."""

from tests.helpers.messages import Message

WHAT_THE_SITE_IS = Message("Long card games, played by email")
WHEN_A_LETTER_COMES = Message("You get an email when it is your turn, and answer when it suits you.")
HOW_A_GAME_IS_PLAYED = Message(
    "A group plays one long game over days, by email. The email tells you what happened, shows "
    "the table and lists your options. Answer by link, by form or with a plain reply, on the "
    "train or after dinner. Nobody has to be at a screen at the same time."
)
OPEN_A_TABLE = Message("Open a table")
WHAT_THERE_IS_TODAY = Message(
    "Open a table, invite friends by email, and play a whole game: in the browser, by the links "
    "in the emails, or by replying to them. Nobody you invite needs an account, and bots take the "
    "seats that are left."
)
PAGE_NOT_FOUND_HEADING = Message("Return to sender")
SOMETHING_BROKE = Message("Something broke here")
BAD_REQUEST = Message("We could not read this")
SAMPLE_OF_BOTS = Message("Bots have played this far, by the same rules as people.")
SAMPLE_THAT_ENDED = Message("The last game that ended here.")
OPEN_TABLES = Message("Open tables")
NUMBER_OF_CARDS = Message("%(number)s cards")
NO_FINISHED_GAME = Message("No such game has finished yet.")
ONE_FINISHED_GAME = Message("%(n)s finished game")
STATISTICS_OF_ALL = Message("Statistics of all games: %(game)s")
SEATS_FREE = Message("%(n)s seats of %(size)s are free")
ROUNDS = Message("Rounds")
STANDINGS = Message("Standings")
BRACKET = Message("Bracket")
TO_THE_CONTENT = Message("Skip to content")
TABLES_THAT_WAIT = Message("Tables waiting for players")
TRY_AGAIN = Message("Try again")
YOU_ARE_UNREACHABLE = Message(
    "Our emails to you have bounced since %(day)s, so we send none. Please check your mailbox, or "
    "give us a different address."
)
ALL_CARDS = Message("All %(number)s cards")
ONE_CARD = Message("%(number)s card")

# --- somebody whom the page knows
NEXT_TABLE = Message("Next table: %(name)s")
NO_TABLE_WAITS = Message("No table is waiting for you at the moment.")
YOUR_GAMES = Message("Your games")
HOW_TO_BEGIN = Message("Welcome, %(name)s. How would you like to begin?")
