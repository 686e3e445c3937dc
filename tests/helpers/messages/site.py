"""Messages of the front page, the page frame and pages of errors."""

from tests.helpers.messages import Message

WHAT_THE_SITE_IS = Message("Long card games, played by post")
WHEN_A_LETTER_COMES = Message("A letter comes when it is your turn. You answer when it suits you.")
HOW_A_GAME_IS_PLAYED = Message(
    "This is a server on which a group plays one long game over days, from the inbox. The letter "
    "tells what happened, shows the table and lists what you may do. Answer by link, by form or by a"
    " plain reply, on the train or after dinner. Nobody has to be at a screen at the same time."
)
OPEN_A_TABLE = Message("Open a table")
WHAT_THERE_IS_TODAY = Message(
    "Open a table, invite friends by mail, and play a whole game: in the browser, by the links of the"
    " letters, or by replying to them. Who is invited needs no account, and bots take the seats that "
    "are left."
)
PAGE_NOT_FOUND_HEADING = Message("Return to sender")
SOMETHING_BROKE = Message("Something broke here")
BAD_REQUEST = Message("This could not be read")
SAMPLE_OF_BOTS = Message("Bots have played this far, by the same rules that hold for people.")
SAMPLE_THAT_ENDED = Message("The last game that ended here.")
OPEN_TABLES = Message("Open tables")
NUMBER_OF_CARDS = Message("%(number)s cards")
NO_FINISHED_GAME = Message("No such game has come to its end yet.")
ONE_FINISHED_GAME = Message("%(n)s finished game")
STATISTICS_OF_ALL = Message("Statistics of all games: %(game)s")
SEATS_FREE = Message("%(n)s seats of %(size)s are free")
ROUNDS = Message("Rounds")
STANDINGS = Message("Standings")
BRACKET = Message("Bracket")
TO_THE_CONTENT = Message("To the content")
TABLES_THAT_WAIT = Message("Tables that wait for players")
TRY_AGAIN = Message("Try again")
YOU_ARE_UNREACHABLE = Message(
    "Letters do not reach you: since %(day)s they come back, so we send none. Please look after your"
    " mailbox, or give us another address."
)
ALL_CARDS = Message("All %(number)s cards")
ONE_CARD = Message("%(number)s card")

# --- somebody whom the page knows
NEXT_TABLE = Message("Next table: %(name)s")
NO_TABLE_WAITS = Message("No table waits for you at the moment.")
YOUR_GAMES = Message("Your games")
HOW_TO_BEGIN = Message("Welcome, %(name)s. How would you like to begin?")
