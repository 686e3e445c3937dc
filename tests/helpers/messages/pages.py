"""Messages of pages of games and people."""

from tests.helpers.messages import Message

PAGE_NOT_FOUND = Message("404, nobody lives at this address")
SIGN_IN = Message("Sign in")
TO_THE_TABLE = Message("Go to the table")
CHOOSE_FIRST = Message("Please choose something first.")
AND_THEN = Message("And then?")
PREVIEW_HEADING = Message("Where you would stand then")
CHOSEN_AND_WRITTEN_DIFFER = Message("You have both chosen and typed a move. Please remove one of them.")
DROP_LAST_LINE = Message("Remove the last line")
NEXT_STEP_UNKNOWN = Message("What comes next is not known yet.")
PAGE_OF = Message("Page %(number)s of %(all)s")
TO_YOUR_GAMES = Message("Go to my games")
TRY_IT = Message("Try it")
SEND = Message("Send")
NUMBER_OF_CHOSEN = Message("NUMBER of %(most)s chosen")
ADD_AND_GO_ON = Message("Add it and continue")
RATHER_THIS_GAME = Message("or %(name)s")
