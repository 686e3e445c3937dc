"""Messages of emails about tournaments, and of the answers to replies."""

from tests.helpers.messages import Message

# --- answers to replies

ANSWER_BY = Message("Please answer by %(when)s.")
ASKED_TO_PLAY_CHALLENGE = Message("You are asked whether you play a challenge.")
CHECKED_IN_ALREADY = Message("You have checked in for “%(title)s”.")
HELP_WITHDRAW = Message("withdraw yes: leave the tournament")
NOT_UNDERSTOOD = Message(
    "This was not understood. A question to the referees begins with the word “dispute”."
)
NO_ANSWER_TO_APPEAL = Message("There is no answer that you could appeal against.")
SEATS_WANTED_KEPT = Message("Your wish is kept. What was said last holds.")
SEVERAL_QUESTIONS_OPEN = Message("You are asked several things. Please reply to the letter that you mean.")
WITHDRAWAL_TO_BE_CONFIRMED = Message(
    "Nothing has changed yet. If you want to leave the tournament, please reply “withdraw yes”, or "
    "open: %(link)s"
)
WRITTEN_FROM_STRANGE_ADDRESS = Message(
    "A letter about your place in this tournament came from an address that is not yours. Nothing was "
    "done. If it was you, please write from the address to which this letter comes, or sign in and "
    "change your address."
)
YES_MEANT_FOR_LINE_ABOVE = Message(
    "This may be meant for the line above, so nothing was done. If you want to leave, please write "
    "“withdraw yes” in one line."
)

# --- emails

APPEAL_UNTIL = Message("You may appeal until %(when)s.")
CALLED_OFF = Message("“%(title)s” does not take place.")
CHALLENGED = Message("You are asked to play at a table with %(names)s.")
CHALLENGED_ENTRANT_IS_OUT = Message(
    "Somebody of table %(table)d is out of the tournament, and so no table comes of the challenge."
)
CHALLENGE_EXAMPLE = Message("challenge Anna, Luka")
CHECK_IN_ASKED_BY = Message("Please answer by %(when)s. Without an answer your place goes to the next one.")
CHECK_IN_MISSED = Message(
    "You have not checked in for “%(title)s” in time, so your place has gone to the next one."
)
CHECK_IN_WILL_BE_ASKED = Message(
    "On %(opens)s you get a letter that asks you to check in, with a link. Please do so by %(closes)s, "
    "or your place goes to somebody else."
)
CLOCKS_OF_STAGE = Message("The clocks (%(name)s)")
COMING_ASKED_BY = Message("Please say by %(when)s whether you come. Then the place goes to the next in line.")
DEADLINES_ARE_LATER = Message("All deadlines of “%(title)s” are %(hours)d hours later.")
DECLINING_AGAIN_IS_A_LOSS = Message(
    "Please answer by %(when)s. No answer is a no, and to decline again counts as a lost game."
)
DECLINING_IS_FREE = Message(
    "Please answer by %(when)s. No answer is a no, and costs you nothing: you have asked not to sit "
    "with somebody of this table."
)
ENTERED = Message("You have entered")
HELPER_DECLINED = Message("%(name)s does not help to run “%(title)s”. You may name somebody else.")
IMPARTIAL_REFEREE_NEEDED = Message("Please name a referee who does not.")
IN_THE_NEXT_ROUND = Message("You are in the next round.")
MORE_TABLES_ON_PAGE = Message("%(n)d more tables are on the page of the tournament.")
NOBODY_SIGNED = Message("Nobody has signed it in time. Things stay as they are, and the event goes on.")
NOTHING_TO_DO = Message("There is nothing to do: a letter comes when your first table is drawn.")
NOTHING_TO_DO_BEFORE = Message(
    "There is nothing to do before: a letter comes when your first table is drawn."
)
NOT_GOING_ON = Message(
    "You are not among those who go on. If somebody does not come, the next in line are asked."
)
NOT_IN_THE_NEXT_ROUND = Message("You are not in the next round.")
NUMBER_ON_WAITING_LIST = Message("You are number %(n)d on the waiting list.")
OFFER_HAS_LAPSED = Message(
    "You have not answered, so the place in “%(title)s” that was kept for you went to the next one."
)
OLD_QUESTIONS_HOLD = Message(
    "What you were asked before is still asked, and the links of those letters hold."
)
OUT_AS_LEAVER = Message("You have left too many tables to others.")
OUT_AS_NO_SHOW = Message("You have not made a move at your table, although it has waited for you.")
OWN_PLACE = Message("You are in place %(rank)d, with %(points)s points.")
PLACE_KEPT_UNTIL = Message("It is kept for you until %(when)s. Then it goes to the next one.")
PLACE_TO_CONFIRM = Message("A place for you: please check in")
RECIPIENTS_NEEDED = Message("Please choose whom to write to.")
REFEREE_MAY = Message("You may rule and answer disputes, but not where you play yourself.")
REPLY_CHECKS_IN = Message("you will play; “yes” does the same")
REPLY_DISPUTES = Message("with your words behind it: a question or a complaint to the referees")
REPLY_HELP = Message("What you may write")
REPLY_TAKES_PLACE = Message("you take the place")
ROUND_IS_OVER = Message("Round %(round)d is over")
ROUND_IS_PAUSED = Message("Round %(round)d of “%(stage)s” is paused.")
RULING_ABOUT_TABLE = Message("A ruling about table %(table)d")
RULING_HAS_LAPSED = Message("A ruling was not signed")
RULING_WAITS = Message("A ruling waits for a signature")
SITTING_OUT = Message("In round %(round)d you sit out: that counts like a middling table.")
STAGE_WAITS_FOR_SIGNATURE = Message(
    "The stage does not end before that; without a signature the ruling lapses on %(when)s."
)
TABLES_END = Message(
    "The time for these tables ends on %(when)s. What is not finished then the referees decide."
)
TABLE_HAS_AN_HOUR_MORE = Message("Table %(table)d has an hour more.")
TABLE_IS_MADE_AGAIN = Message(
    "Somebody did not come to table %(table)d. It does not count, and table %(new)d takes its place: "
    "letters come from there as soon as it begins."
)
TABLE_IS_PAUSED = Message("Table %(table)d is paused.")
TABLE_IS_VOID = Message(
    "Somebody did not come to table %(table)d. It does not count, and too few are left for another."
)
TABLE_WAITS_FOR_NOBODY = Message("This table waits for nobody.")
TAKEN_OUT = Message("The organizers have taken you out. Please ask them if you do not know why.")
TAKES_PART = Message("You take part in “%(title)s”, a tournament of %(game)s that %(owner)s organizes.")
TAKES_PART_NO_MORE = Message("You do not take part in “%(title)s” any more.")
THROUGH_WITHOUT_TABLE = Message("In round %(round)d you have no table: you are through to the next one.")
TOO_FEW_TO_BEGIN = Message(
    "Only %(there)d are there, and %(least)d are needed. You can wait, take fewer, or call it off."
)
TOURNAMENT_IS_PAUSED = Message("“%(title)s” is paused.")
WHY_STAFF_GETS_EMAIL = Message(
    "You get this letter because you help to run this tournament, or play at one of its tables."
)
WRITTEN_TO_RECENTLY = Message("They were written to less than half a day ago.")
YOUR_TABLES = Message("Your tables")
YOUR_TABLE_OF_ROUND = Message("Your table of round %(round)d")
