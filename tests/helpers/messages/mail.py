"""Messages of emails about games, and of the pages that their links open."""

from tests.helpers.messages import Message

# --- the question and its deadline
PLAY_ON_FOR = Message("You play on for %(name)s from now on.")
TIME_IS_RUNNING_OUT = Message("Your time is running out.")
EVERYBODY_ELSE_HAS_ANSWERED = Message("Everybody else has answered: the table waits only for you.")
ONLY_YOU_ARE_WAITED_FOR = Message("The table waits only for you.")
ANSWER_BY = Message("Please answer by %(when)s (%(zone)s).")
TIME_FOR_IT_ENDED = Message("The time for it ended on %(when)s (%(zone)s).")
ONE_ANSWER = Message("Your turn in one answer")
ONE_TAP = Message("Your turn in one tap")
FIRST_ANSWER_PART = Message(
    "First “%(part)s”: write it in front of the number, for example “%(example)s, %(number)s”."
)
EXAMPLE_OF_FORM = Message("to be filled in; as a line, for example:")
QUESTION_STILL_WAITS = Message("What your last letter asked still waits for you, and its links hold.")
OPTIONS_WITHOUT_SIGNING_IN = Message("Your options, without signing in")
SIGN_IN_TO_GO_ON = Message(
    "Somebody else has used the links of your seat, so this letter has none, and a reply to it does not "
    "count. Please sign in to go on:"
)
NEED_NOT_SIGN_IN = Message("You need not sign in.")
IF_SIGNED_IN = Message("If you are signed in.")

# --- headings
WHAT_ONLY_YOU_KNOW = Message("What only you know")
YOUR_HAND = Message("Your hand")
SO_FAR = Message("So far")
MOVE_BY_MOVE = Message("Move by move")
LAST_ROUND_AND_AFTER = Message("The last round, and what came then")
PLAYED_FOR_YOU_AND_AFTER = Message("What was played for you, and what came then")
GAZETTE_BY_ROUNDS = Message("The gazette, round by round")

# --- subjects
YOUR_TURN_AT = Message("Your turn: %(table)s")
TABLES_WAIT = Message("%(n)s tables wait for you: your time is running out")
NEWS_FROM_TABLES = Message("News from %(n)s tables")

# --- news
GAME_HAS_BEGUN = Message("The game has begun.")
EMAIL_WHEN_ASKED = Message("You get a letter when you are asked.")
GAME_OVER = Message("The game is over.")
PAUSED_BY_REFEREE = Message("No clock runs, and nobody can move until the pause is over.")
PAUSE_ENDS = Message("By itself it goes on on %(when)s (%(zone)s).")
TABLE_CANCELLED = Message("This table has been cancelled by its creator. Nothing was played.")
TABLE_EXPIRED = Message("This table was not filled in time and has been cleared away. Nothing was played.")
LINKS_OF_SEAT_END = Message(
    "The links of your letters and replies to them do not work any more, and no more letters about this "
    "table will come to you. Thank you for having played."
)
PLAYER_UNREACHABLE = Message(
    "Letters to %(names)s do not arrive: they came back. Meanwhile no time runs for them, and at their next "
    "visit they see what to do. If you know another way to reach them, please write to them. If letters "
    "still do not arrive after three days, a bot plays for them until they are back."
)
CREATOR_MAY_GIVE_SEAT = Message(
    "As the one who has opened the table, you may then also give the seat to somebody else."
)
ONLY_OWNER_LEARNS_OF_ORDER = Message("Nobody else learns that it was an order.")
OWN_ORDERS = Message("Your orders: decide before you are asked")

# --- a missed deadline, a seat that looks for a player
PLAYED_FOR_YOU = Message("Your time for a decision had run out, so it was played for you.")
WAITED_LONG_ENOUGH = Message("Letters did not reach you, and the table has waited for you long enough.")
COME_BACK_BY_LINK_OR_REPLY = Message(
    "To play yourself again, open this link, or reply to this letter with the word “back”."
)
SEAT_OFFERED = Message(
    "%(name)s has stayed away, and a bot plays this seat now. Would you like to play on, with everything "
    "that lies there?"
)

# --- more time and votes
TIME_ENDS_OTHERWISE = Message("The time of %(name)s ends on %(when)s (%(zone)s) otherwise.")
REPLY_GRANT = Message("Or reply to this letter with the word “grant”.")
REPLY_AGREE_OR_OBJECT = Message("Or reply to this letter with the word “agree” or “object”.")
REPLY_AGREE_AND_MATTER = Message(
    "Or reply to this letter with the word “agree” or “object” and what you mean, as in “agree pause”."
)

# --- why the reader gets it, and how to end it
FOR_FOLLOWERS = Message("You get this letter because you follow this game.")
FOR_STAND_INS = Message("You get this letter because you have said that you stand in for others.")
FOR_THOSE_WHO_COLLECT = Message(
    "You get this letter at the hours that you have chosen, because you want these letters collected."
)
ASKS_WHETHER_TO_END_GAZETTE = Message("Do you want no more gazettes of this game?")

# --- invitations
INVITES_TO_GAME = Message("%(host)s invites you to a game of %(game)s")
ASKS_TO_TAKE_OVER = Message("%(host)s asks you to take over a seat at %(game)s")
ASKS_TO_TAKE_OVER_SEAT = Message(
    "%(host)s asks you to take over the seat of %(seat)s at the table “%(name)s”. The game is running; you "
    "would play on with everything that lies at that seat."
)
SEATS_FREE = Message("%(free)s of %(size)s free")
INVITATION_DECLINED = Message("%(address)s has declined your invitation.")
INVITATION_BY_NAME_CAME_BACK = Message(
    "Your invitation to %(name)s has not arrived: emails to them come back. Please ask in another way."
)
INVITATION_CAME_BACK = Message(
    "Your invitation to %(address)s has not arrived: emails to this address come back. Please check the "
    "address, or ask in another way."
)
ANSWERED_BY_ANOTHER = Message(
    "Somebody has answered your invitation to %(address)s from another address, so nothing was done. If that "
    "is the person you mean, they can answer from the invited address, or you can invite the other one. The "
    "invited address is told as well."
)
ANSWERED_FROM_ELSEWHERE = Message(
    "Somebody has answered your invitation from another address. Nothing was done. If it was you, please "
    "answer from the address to which this email comes, or open the link below."
)
NEVER_INVITE_AGAIN = Message("Never invite me again")
REACHED_AGAIN = Message("Emails reach you again.")
REACHED_AGAIN_AT_LENGTH = Message(
    "Emails to you came back for a while. This one has arrived, so you get all of them again, and your "
    "clocks run on."
)
INVITATION_REFUSED = Message("the mail server does not take letters to this address")

# --- emails that do not arrive, on pages

# --- the page of a move link
PLAY_THIS = Message("Yes, play this")
PLAYED = Message("This is played.")
ONCE_MORE_BY_LINK_OR_WORD = Message(
    "Once more? Open this link, or reply to this email with the word “again”."
)
NEW_GAME_STARTS_AT_ONCE = Message("The new game starts at once.")
