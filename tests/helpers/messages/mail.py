"""Messages of emails about games, and of the pages that their links open."""

from tests.helpers.messages import Message

# --- the question and its deadline
PLAY_ON_FOR = Message("From now on you play for %(name)s.")
TIME_IS_RUNNING_OUT = Message("Your time is running out.")
EVERYBODY_ELSE_HAS_ANSWERED = Message("Everybody else has answered, and the table is waiting only for you.")
ONLY_YOU_ARE_WAITED_FOR = Message("The table is waiting only for you.")
ANSWER_BY = Message("Please answer by %(when)s (%(zone)s).")
TIME_FOR_IT_ENDED = Message("Time ran out on %(when)s (%(zone)s).")
ONE_ANSWER = Message("Your turn in one reply")
ONE_TAP = Message("Your turn in one tap")
FIRST_ANSWER_PART = Message(
    "First “%(part)s”: write it before the number, for example “%(example)s, %(number)s”."
)
EXAMPLE_OF_FORM = Message("to be filled in; as a line, for example:")
QUESTION_STILL_WAITS = Message("The question in your last email is still open, and its links still work.")
OPTIONS_WITHOUT_SIGNING_IN = Message("Your options, without signing in")
SIGN_IN_TO_GO_ON = Message(
    "Somebody else has used the links to your seat, so this email has none, and a reply to it "
    "does not count. Please sign in to continue:"
)
NEED_NOT_SIGN_IN = Message("No need to sign in.")
IF_SIGNED_IN = Message("For this you need to be signed in.")

# --- headings
WHAT_ONLY_YOU_KNOW = Message("What only you know")
YOUR_HAND = Message("Your hand")
SO_FAR = Message("So far")
MOVE_BY_MOVE = Message("Move by move")
LAST_ROUND_AND_AFTER = Message("The last round, and what followed")
PLAYED_FOR_YOU_AND_AFTER = Message("What was played for you, and what followed")
GAZETTE_BY_ROUNDS = Message("The gazette, round by round")

# --- subjects
YOUR_TURN_AT = Message("Your turn: %(table)s")
TABLES_WAIT = Message("%(n)s tables are waiting for you, and your time is running out")
NEWS_FROM_TABLES = Message("News from %(n)s tables")

# --- news
GAME_HAS_BEGUN = Message("The game has begun.")
EMAIL_WHEN_ASKED = Message("You will get an email when it is your turn.")
GAME_OVER = Message("The game is over.")
PAUSED_BY_REFEREE = Message("The clocks are stopped, and nobody can move until the pause is over.")
PAUSE_ENDS = Message("It resumes automatically on %(when)s (%(zone)s).")
TABLE_CANCELLED = Message("The host has cancelled this table. Nothing was played.")
TABLE_EXPIRED = Message("This table did not fill up in time and has been removed. Nothing was played.")
LINKS_OF_SEAT_END = Message(
    "The links in your emails and replies to them no longer work, and you will get no more emails "
    "about this table. Thank you for playing."
)
PLAYER_UNREACHABLE = Message(
    "Our emails to %(names)s bounce. Meanwhile their clocks are stopped, and at their next visit "
    "they will see what to do. If you can reach them some other way, please do. If emails still "
    "bounce after three days, a bot plays for them until they are back."
)
CREATOR_MAY_GIVE_SEAT = Message("As the host of the table, you can then also give the seat to somebody else.")
ONLY_OWNER_LEARNS_OF_ORDER = Message("Nobody else can tell that it was an order.")
OWN_ORDERS = Message("Your orders: decide before you are asked")

# --- a missed deadline, a seat that looks for a player
PLAYED_FOR_YOU = Message("You ran out of time, so a move was played for you.")
WAITED_LONG_ENOUGH = Message("Our emails did not reach you, and the table has waited for you long enough.")
COME_BACK_BY_LINK_OR_REPLY = Message(
    "To play again yourself, open this link, or reply to this email with the word “back”."
)
SEAT_OFFERED = Message(
    "%(name)s has stayed away, and a bot is playing this seat now. Would you like to take over, "
    "with everything that belongs to it?"
)

# --- more time and votes
TIME_ENDS_OTHERWISE = Message("Otherwise %(name)s’s time ends on %(when)s (%(zone)s).")
REPLY_GRANT = Message("Or reply to this email with “grant”.")
REPLY_AGREE_OR_OBJECT = Message("Or reply to this email with “agree” or “object”.")
REPLY_AGREE_AND_MATTER = Message(
    "Or reply to this email with “agree” or “object” and what you mean, as in “agree pause”."
)

# --- why the reader gets it, and how to end it
FOR_FOLLOWERS = Message("You get this email because you follow this game.")
FOR_STAND_INS = Message("You get this email because you offered to substitute for others.")
FOR_THOSE_WHO_COLLECT = Message("This is your daily digest, sent at the hours you have chosen.")
ASKS_WHETHER_TO_END_GAZETTE = Message("Stop the gazettes of this game?")

# --- invitations
INVITES_TO_GAME = Message("%(host)s invites you to a game of %(game)s")
ASKS_TO_TAKE_OVER = Message("%(host)s asks you to take over a seat in a game of %(game)s")
ASKS_TO_TAKE_OVER_SEAT = Message(
    "%(host)s asks you to take over the seat of %(seat)s at the table “%(name)s”. The game is "
    "already running; you would continue with everything that belongs to that seat."
)
SEATS_FREE = Message("%(free)s of %(size)s free")
INVITATION_DECLINED = Message("%(address)s has declined your invitation.")
INVITATION_BY_NAME_CAME_BACK = Message(
    "Your invitation to %(name)s has bounced. Please invite them in another way."
)
INVITATION_CAME_BACK = Message(
    "Your invitation to %(address)s has bounced. Please check the address, or invite them in another way."
)
ANSWERED_BY_ANOTHER = Message(
    "Somebody has answered your invitation to %(address)s from a different address, so we did "
    "nothing. If that is the person you mean, they can answer from the invited address, or you "
    "can invite the other one. We have told the invited address as well."
)
ANSWERED_FROM_ELSEWHERE = Message(
    "Somebody has answered your invitation from a different address, so we did nothing. If it was "
    "you, please answer from the address at which you receive this email, or open the link below."
)
NEVER_INVITE_AGAIN = Message("Never invite me again")
REACHED_AGAIN = Message("Our emails reach you again.")
REACHED_AGAIN_AT_LENGTH = Message(
    "Our emails to you bounced for a while. This one has arrived, so you get all of them again, "
    "and your clocks are running again."
)
INVITATION_REFUSED = Message("the mail server does not accept email for this address")

# --- emails that do not arrive, on pages

# --- the page of a move link
PLAY_THIS = Message("Yes, play this")
PLAYED = Message("Your move has been played.")
ONCE_MORE_BY_LINK_OR_WORD = Message(
    "Play again? Open this link, or reply to this email with the word “again”."
)
NEW_GAME_STARTS_AT_ONCE = Message("The new game starts at once.")
