"""Messages of what people do at a table, before a game and while it runs: refusals, votes, the log."""

from tests.helpers.messages import Message

# --- tables and invitations
TOO_MANY_TABLES = Message("You already have many tables waiting. Please cancel one first.")
OWN_TABLE_IS_CANCELLED = Message("This is your table: you can cancel it, but not leave it.")
TOO_MANY_INVITATIONS = Message("There are too many open invitations to this table.")
TOO_MANY_EMAILS_TODAY = Message("That is a lot of emails for one day. Please continue tomorrow.")
NOT_INVITED_TODAY = Message("%(address)s cannot be invited today.")
INVITATION_SENT_OFTEN = Message("This invitation has been sent often enough.")
NO_SUCH_PERSON = Message("There is no such person: %(ids)s")
NO_SUCH_BOT = Message("There is no such bot: %(names)s")
FIRST_GAME_OF = Message("The first game of %(name)s")
FIRST_GAME = Message("First game")

# --- invitation links
LINK_USED = Message("This link was for one person and has been used.")
LINK_USED_UP = Message("This link was for %(n)d people and has been used up.")
LINK_EXPIRED = Message("This invitation link has expired.")
LINK_REVOKED = Message("This invitation link has been revoked.")
TAKEN_OFF_TABLE = Message("The host has removed you from this table.")
TOO_MANY_REQUESTS = Message("Too many people have asked for an email through this link.")

# --- rematches
SEAT_GIVEN_AWAY = Message("The host of the new table has given your seat to somebody else.")
BEGUN_WITHOUT_YOU = Message("The new game has begun without you.")
GAME_NOT_OVER = Message("This game is not over yet.")
WANTS_TO_PLAY_AT = Message("%(host)s wants to play again with the same people, at the table “%(name)s”.")

# --- seats
NOBODY_SITS_TWICE = Message("Nobody can sit at a table twice.")
SEAT_NOT_FREE = Message("This seat has already been taken.")
SEAT_HAS_ITS_PLAYER_BACK = Message("This seat is no longer free: its player has come back.")
SEAT_FOR_SOMEBODY_ELSE = Message("This seat is for somebody else.")
SOMEBODY_ELSE_PLAYS = Message("Somebody else plays for %(seat)s from now on.")

# --- moves and orders
TOO_LATE_TO_UNDO = Message("It is too late to undo: the time for that decision is over.")

# --- more time and leave
ASKED_FOR_TIME_ALREADY = Message("You have already asked for more time: you can do that once per decision.")
OWN_CLOCK_STOPPED = Message("Your clock is stopped: you do not need more time.")
NOBODY_COULD_GRANT = Message("There is nobody at this table who could agree.")
SOMEBODY_ELSE_GRANTS = Message("Somebody else at the table has to agree.")
LEAVE_COMES_TOO_LATE = Message(
    "You have just run out of time at one of your tables: leave does not bring that back."
)
LEAVE_OVER = Message("This leave is over, or ends tonight: there is nothing left to cancel.")
LEAVE_STOPS_THE_CLOCK_FOR = Message("up to %(days)s stop the clock in this game")
DAYS_OF_LEAVE = Message("%(n)d days of leave")

# --- votes and referees
GAME_PAUSED = Message("The game is paused.")
NOBODY_IS_FOR_IT = Message("Nobody is asking for this at the moment.")
ONLY_ORGANIZERS_PAUSE = Message("Only the organizers of this game can pause or end it.")
WANTS_TO_ABANDON = Message("%(names)s: abandon the game?")
PAUSE_HAS_ENDED_BY_ITSELF = Message("The pause has reached its limit: the game resumes.")
RULING_INCOMPLETE = Message("This field is required.")
NOBODY_OF_THAT_NAME = Message("There is nobody with this name.")
NO_SUCH_MOVE = Message("There is no such move, or it has already been undone.")
REFEREE_ENDS = Message("The referee ends the game.")
REFEREE_PAUSES = Message("The referee pauses the game.")
REFEREE_RESUMES = Message("The referee resumes the game.")
