"""Messages of emails about tournaments, and of the answers to replies."""

from tests.helpers.messages import Message

# --- answers to replies

ANSWER_BY = Message("Please answer by %(when)s.")
ASKED_TO_PLAY_CHALLENGE = Message("You are asked whether you accept a challenge.")
CHECKED_IN_ALREADY = Message("You have checked in for “%(title)s”.")
HELP_WITHDRAW = Message("withdraw yes: leave the tournament")
NOT_UNDERSTOOD = Message(
    "We did not understand this. A question to the referees begins with the word “dispute”."
)
NO_ANSWER_TO_APPEAL = Message("There is no answer you could appeal against.")
SEATS_WANTED_KEPT = Message("Saved. Your latest choice counts.")
SEVERAL_QUESTIONS_OPEN = Message("You are being asked several things. Please reply to the email you mean.")
WITHDRAWAL_TO_BE_CONFIRMED = Message(
    "Nothing has changed yet. If you want to leave the tournament, please reply “withdraw yes”, or "
    "open: %(link)s"
)
WRITTEN_FROM_STRANGE_ADDRESS = Message(
    "We received an email about your place in this tournament from an address that is not yours, "
    "so we did nothing. If it was you, please write from the address at which you receive this "
    "email, or sign in and change your address."
)
YES_MEANT_FOR_LINE_ABOVE = Message(
    "This may belong to the line above, so we did nothing. If you want to leave, please write "
    "“withdraw yes” on one line."
)

# --- emails

APPEAL_UNTIL = Message("You can appeal until %(when)s.")
CALLED_OFF = Message("“%(title)s” will not take place.")
CHALLENGED = Message("You are invited to play at a table with %(names)s.")
CHALLENGED_ENTRANT_IS_OUT = Message(
    "Somebody at table %(table)d is out of the tournament, so the challenge is off."
)
CHALLENGE_EXAMPLE = Message("challenge Anna, Luka")
CHECK_IN_ASKED_BY = Message(
    "Please answer by %(when)s. Without an answer your place goes to the next in line."
)
CHECK_IN_MISSED = Message(
    "You did not check in for “%(title)s” in time, so your place has gone to the next in line."
)
CHECK_IN_WILL_BE_ASKED = Message(
    "On %(opens)s you will get an email with a link to check in. Please do so by %(closes)s, or "
    "your place goes to somebody else."
)
CLOCKS_OF_STAGE = Message("The clocks (%(name)s)")
COMING_ASKED_BY = Message(
    "Please say by %(when)s whether you are coming. After that the place goes to the next in line."
)
DEADLINES_ARE_LATER = Message("All deadlines of “%(title)s” are %(hours)d hours later.")
DECLINING_AGAIN_IS_A_LOSS = Message(
    "Please answer by %(when)s. No answer counts as no, and declining again counts as a lost game."
)
DECLINING_IS_FREE = Message(
    "Please answer by %(when)s. No answer counts as no, and costs you nothing: you have asked not "
    "to sit with somebody at this table."
)
ENTERED = Message("You have entered")
HELPER_DECLINED = Message("%(name)s has declined to help run “%(title)s”. You can ask somebody else.")
IMPARTIAL_REFEREE_NEEDED = Message("Please appoint a referee who is not.")
IN_THE_NEXT_ROUND = Message("You are in the next round.")
MORE_TABLES_ON_PAGE = Message("%(n)d more tables are on the tournament’s page.")
NOBODY_SIGNED = Message("Nobody signed it in time. Things stay as they are, and the tournament continues.")
NOTHING_TO_DO = Message("There is nothing to do: you will get an email when your first table is drawn.")
NOTHING_TO_DO_BEFORE = Message(
    "There is nothing to do until then: you will get an email when your first table is drawn."
)
NOT_GOING_ON = Message("You did not qualify. If somebody cannot come, the next in line are asked.")
NOT_IN_THE_NEXT_ROUND = Message("You are not in the next round.")
NUMBER_ON_WAITING_LIST = Message("You are number %(n)d on the waiting list.")
OFFER_HAS_LAPSED = Message(
    "You have not answered, so the place in “%(title)s” that was kept for you has gone to the next in line."
)
OLD_QUESTIONS_HOLD = Message(
    "Questions you were asked before are still open, and the links in those emails still work."
)
OUT_AS_LEAVER = Message("You have left too many tables to others.")
OUT_AS_NO_SHOW = Message("You have not made a move at your table, although it waited for you.")
OWN_PLACE = Message("You are in place %(rank)d, with %(points)s points.")
PLACE_KEPT_UNTIL = Message("It is kept for you until %(when)s. Then it goes to the next in line.")
PLACE_TO_CONFIRM = Message("A place for you: please check in")
RECIPIENTS_NEEDED = Message("Please choose whom to write to.")
REFEREE_MAY = Message("You can make rulings and answer disputes, except where you are playing yourself.")
REPLY_CHECKS_IN = Message("you will play; “yes” does the same")
REPLY_DISPUTES = Message("followed by your question or complaint to the referees")
REPLY_HELP = Message("What you can write")
REPLY_TAKES_PLACE = Message("you take the place")
ROUND_IS_OVER = Message("Round %(round)d is over")
ROUND_IS_PAUSED = Message("Round %(round)d of “%(stage)s” is paused.")
RULING_ABOUT_TABLE = Message("A ruling about table %(table)d")
RULING_HAS_LAPSED = Message("A ruling was not signed")
RULING_WAITS = Message("A ruling is waiting for a signature")
SITTING_OUT = Message("You sit out round %(round)d: that counts as an average table.")
STAGE_WAITS_FOR_SIGNATURE = Message(
    "The stage does not end before that; without a signature the ruling lapses on %(when)s."
)
TABLES_END = Message(
    "Time for these tables ends on %(when)s. After that the referees decide what is not finished."
)
TABLE_HAS_AN_HOUR_MORE = Message("Table %(table)d has one more hour.")
TABLE_IS_MADE_AGAIN = Message(
    "Somebody did not show up at table %(table)d. It does not count, and table %(new)d replaces "
    "it: you will get emails from there as soon as it begins."
)
TABLE_IS_PAUSED = Message("Table %(table)d is paused.")
TABLE_IS_VOID = Message(
    "Somebody did not show up at table %(table)d. It does not count, and too few players are left "
    "for a new one."
)
TABLE_WAITS_FOR_NOBODY = Message("This table is not waiting for anybody.")
TAKEN_OUT = Message("The organizers have removed you. Please ask them if you do not know why.")
TAKES_PART = Message("You are in “%(title)s”, a tournament of %(game)s organized by %(owner)s.")
TAKES_PART_NO_MORE = Message("You are no longer taking part in “%(title)s”.")
THROUGH_WITHOUT_TABLE = Message("You have no table in round %(round)d: you advance to the next one.")
TOO_FEW_TO_BEGIN = Message(
    "Only %(there)d people are there, and %(least)d are needed. You can wait, take fewer, or cancel."
)
TOURNAMENT_IS_PAUSED = Message("“%(title)s” is paused.")
WHY_STAFF_GETS_EMAIL = Message(
    "You get this email because you help to run this tournament, or play at one of its tables."
)
WRITTEN_TO_RECENTLY = Message("They were emailed less than half a day ago.")
YOUR_TABLES = Message("Your tables")
YOUR_TABLE_OF_ROUND = Message("Your table in round %(round)d")
