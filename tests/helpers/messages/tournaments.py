"""Messages of tournaments: their pages, and what their services refuse."""

from tests.helpers.messages import Message

# --- entering

ALL_PLACES_TAKEN = Message("All places are taken.")
AVOIDANCE_KEPT = Message("You will not be drawn to the same table, as far as possible. Nobody is told.")
CHALLENGE_ACCEPTED = Message("You accept the challenge.")
CHALLENGE_DECLINED = Message("You have declined the challenge.")
CHALLENGE_TAKEN_BACK = Message("You have withdrawn the challenge.")
CHECKED_IN = Message("You have checked in.")
CHALLENGE_WITHOUT_EVERYBODY = Message(
    "Somebody at this table is out of the tournament, so it will not be played."
)
CHECK_IN_IS_OVER = Message("Check-in is closed.")
EMAILS_BOUNCE = Message("Our emails to you bounce. Please update your address in your profile first.")
ENTRY_ACCEPTED = Message("You are in. Everything else will reach you by email.")
ENTRY_AWAITS_APPROVAL = Message("The organizers will look at your entry, and you will get an email.")
ENTRY_REFUSED = Message("The organizers have not accepted your entry. Only they can change that.")
GOING_ON = Message("You advance.")
INVITED_ONLY = Message("This tournament is by invitation. Please use the link in your invitation.")
CONSTRAINED_SWAP = Message("That is not possible with the constraints of this draw.")
KEPT_APART = Message("Two people would sit together who are kept apart, as a household or by their own wish.")
NO_LONGER_ASKED = Message(
    "This question is no longer open, so nothing has changed. To leave, please withdraw."
)
NO_PLACE_YET = Message("You do not have a place yet. We will ask you if one becomes free.")
NOTHING_TO_CHECK_IN_FOR = Message("You are no longer taking part, so there is nothing to check in for.")
NO_SUCH_ENTRANT = Message("There is no such entrant.")
PLACE_GIVEN_UP = Message("You are no longer taking part. Your place goes to the next in line.")
PLACE_TAKEN = Message("The place is yours.")
RATING_IS_TOO_HIGH = Message(
    "This tournament is for ratings up to %(asked)d, and yours is certainly at least %(found)d."
)
RATING_IS_TOO_LOW = Message(
    "This tournament needs a certain rating of %(asked)d or more, and yours is %(found)d."
)
RULING_NEEDS_SECOND_SIGNATURE = Message(
    "It changes who advances, so a second referee has to sign it, and will be told."
)
RULING_NEEDED_TO_CHANGE_ADVANCEMENT = Message(
    "Somebody else would advance because of this: please let the referees make a ruling."
)
SIGN_UP_TO_ENTER = Message(
    "Only people who have signed up can enter. Signing up takes a minute, and you keep your name."
)
TOO_FEW_FINISHED_GAMES = Message("You need at least %(n)d finished games, and you have %(found)d.")
TOO_LATE_TO_ENTER = Message("It is too late to enter: the tournament is under way.")

# --- pages of links

BEGINS = Message("It begins %(when)s.")
BOX_NOT_TICKED = Message("Nothing has changed. If you want to leave, please tick the box first.")
CHECK_IN_BUTTON = Message("Check in: I am playing")
EMAILS_COME_AGAIN = Message("You will get these emails again.")
LEAVE_QUESTION = Message("Do you want to leave this tournament?")
NOTHING_TO_DECIDE = Message("There is nothing to decide here at the moment.")
ORGANIZERS_ARE_TOLD = Message("The organizers have been told.")
PLACE_QUESTION = Message("Do you take the place?")
STAGE_QUESTION = Message("Are you coming to “%(stage)s”?")
WILL_YOU_PLAY = Message("Will you play?")
WITHDRAWAL_BEFORE_START = Message(
    "Your place goes to the next in line. As long as the tournament has not begun, you can enter "
    "again, but you will be last on the waiting list."
)

# --- the draw and the director

CHALLENGED_HAVE_ENOUGH_TABLES = Message("These players have all the tables they can have: %(names)s.")
CHALLENGE_REACH = Message("You can challenge people up to %(n)d places above you.")
DEADLINE_IS_TOO_LATE = Message("That would be more than a year from now.")
MOST_MEETINGS = Message("No pair meets more than {n} times.")
NOBODY_TO_CHALLENGE = Message("Nobody can be challenged at the moment.")
NOT_ASKED_ABOUT_SEATS = Message("You are not being asked about seats at the moment.")
NOT_ON_THE_LADDER = Message("One of them is not on the ladder.")
NO_DEADLINE_HERE = Message("Nothing here has a deadline.")
NO_SUCH_STAGE = Message("There is no such stage.")
ONE_BYE_EACH = Message("Nobody sits out more than once.")
PLACE_IS_GONE = Message("This place is no longer kept for you.")
POINTS_DIFFER = Message(
    "Points at the tables of this round differ by {spread}, squared and summed over all pairs."
)
PROPOSAL_WAITS = Message("A proposal about this is waiting for a signature. Please sign or refuse it first.")
REPEATS = Message("{n} meetings are repeats; at least {least} cannot be avoided.")
REPEATS_AT_THE_LEAST = Message("{n} meetings are repeats; fewer is impossible.")
ROUND_IS_NOT_PLAYED = Message("This round is not being played.")
SEATS_DIFFER = Message("For nobody do two seats differ by more than {n} games.")
SEATS_FROM_TO = Message("A table has %(least)d to %(most)d seats.")
SHORT_TABLES_DIFFER_BY_ONE = Message("Nobody plays at a short table more than once more than anybody else.")
TABLE_IS_NOT_PLAYED = Message("This table is no longer being played.")

# --- rulings and disputes

APPEAL_IS_POSSIBLE = Message("It can still be appealed.")
APPEAL_IS_TOO_LATE = Message("It is too late to appeal.")
DISPUTE_IS_ANSWERED = Message("This dispute has been answered.")
DISPUTE_WAITS = Message("It is waiting for an answer.")
END_AS_IT_STANDS = Message("End it as it stands")
ENTRANT_IS_NOT_OUT = Message("%(name)s is not out of the tournament.")
ENTRANT_IS_OUT = Message("%(name)s is already out of the tournament.")
ENTRANT_NEEDED = Message("Please say whom it is about.")
LATE_TABLES = Message("Late tables")
LOSER_NEEDED = Message("Please say who at this table has lost.")
LOSS_NEEDS_FINISHED_TABLE = Message(
    "A game can be ruled lost only once it is over, and as long as it counts."
)
MANY_DISPUTES_TODAY = Message("That is a lot of disputes for one day. Please continue tomorrow.")
NOTHING_LEFT_OF_TABLE = Message(
    "Nothing would be left of this table. Please rule a different result instead."
)
NOTHING_WOULD_CHANGE = Message("That is already the case.")
NOT_AT_THIS_TABLE = Message("You are not at this table.")
NOT_A_SCORE = Message("“%(score)s” is not a score: please write a whole number, or two with a slash between.")
NO_PUBLIC_DISPUTES = Message("None that are public.")
NO_SUCH_RULING = Message("There is no such ruling.")
OTHER_REFEREE_FOR_APPEAL = Message("You gave the first answer: somebody else must look at the appeal.")
PLACES_FOR_ALL_OR_NONE = Message(
    "Give places from 1 on to all of them, or to nobody: then the scores decide."
)
REFEREE_NEEDED = Message("Nobody else can make rulings here yet: please appoint a referee among the helpers.")
RESULT_NEEDS_EVERY_SEAT = Message("A result needs one line for each seat at the table.")
RULED = Message("The ruling is made. Those concerned will get an email.")
SECOND_SIGNATURE_NEEDED = Message("You proposed it, so somebody else must sign.")
NO_WEEK_MORE = Message(
    "More time is given only once, to a table that is nearly finished and where nobody is at fault."
)
TABLE_HAS_NOT_BEGUN = Message("This table has not begun.")
TEXT_IS_TOO_LONG = Message("That is too long: at most %(most)d characters.")
TOO_MANY_DISPUTES = Message(
    "The referees are already looking at %(n)d of your disputes. Please wait for their answer."
)
TWO_SIGNATURES_NEEDED = Message(
    "The rules say so, and it changes who advances: two referees have to sign it."
)
VOID_KNOCK_OUT_TABLE = Message(
    "Nobody would advance from a void table in a knock-out. Please rule on its result instead."
)

# --- setting up and running

ADVANCEMENT_RULING_WAITS = Message(
    "A ruling that changes who advances is waiting for a signature; the stage does not end before that."
)
ANNOUNCEMENT_GOES_TO = Message("The email goes to %(n)d people.")
BANNED_FROM_SITE = Message("You may not enter tournaments here until %(when)s. The reason: %(reason)s")
BAN_END_IS_PAST = Message("The last day of a ban has to be in the future.")
BAN_END_NEEDED = Message("Please say until when the ban lasts.")
BAN_IS_TOO_LONG = Message("A ban lasts at most five years.")
BOTS_ENTERED = Message("%(n)d bots have entered.")
CHECK_IN_OPENS = Message("On %(when)s everybody is asked to check in.")
DRAFT_HAS_PROBLEMS = Message("Saved, but these settings don’t work yet:")
DRAW_PUBLISHED = Message("The draw is published: emails go out, and tables begin.")
ENTRANT_NAME_NEEDED = Message("Please name the entrant.")
GROUPS_BY_ZONE = Message("People in similar time zones are in one group.")
NEXT_STAGE_NEEDS = Message("The next stage needs at least %(least)d people.")
NO_ANSWER_YET = Message("No answer yet from %(names)s")
NO_CHECK_IN_NOW = Message("Nobody has to check in at the moment.")
NO_SUCH_ROLE = Message("There is no such role.")
ONE_CHECKED_IN = Message("%(n)d has checked in.")
ONE_WAITS = Message("One person is waiting.")
OWNED_ALREADY = Message("It is already yours.")
OWNER_NEEDED = Message("Somebody has to own the tournament. Please hand it over to somebody else first.")
PAUSED_FOR = Message("paused for %(since)s")
PENDING_ENTRIES = Message("%(n)d people would like to enter")
PLACES_ARE_GIVEN = Message("%(n)d people already have a place.")
PLACES_TAKEN = Message("%(taken)d of %(most)d places are taken; at least %(least)d are needed.")
PLACES_TO_BE_LOST = Message("%(n)s people who have not checked in lose their places.")
REGISTRATION_OPENED = Message("It is open: people can enter.")
RESUME_ROUND_BUTTON = Message("Resume round %(number)s")
RULER_SITS_AT_TABLE = Message("You are playing at this table, so somebody else must make the ruling.")
RULING_IS_ABOUT_YOU = Message("This is about you, so somebody else must make the ruling.")
SCORES_NEEDED = Message("Please enter each entrant’s number and score, separated by commas.")
SCORE_BUT_LOST = Message("%(name)s: %(score)s, but lost")
STAFF_ONLY = Message("Only those who run this tournament can do this.")
START_NEEDED = Message("Please say when it starts.")
TABLE_NEEDED = Message("Please name the table.")
TOO_FEW = Message("At least %(least)d people are needed, and there are %(there)d.")
TOO_FEW_ONE = Message("At least %(least)d people are needed, and there is %(there)d.")
TOO_MANY_HELPERS = Message("You have many helpers already. Please dismiss one first.")
RESULTS_STAND = Message("The tournament is over, and the results stand.")
UNKNOWN_HANDLE = Message("There is no account with this handle.")
UNSIGNED_RULING_LAPSES = Message("What is not signed lapses on %(when)s at the latest.")
WARN_CHECK_IN_IS_PAST = Message(
    "Check-in would already have opened on %(when)s, so it opens as soon as people can enter. A "
    "check-in of %(n)d hours would still fit."
)
WARN_CHECK_IN_TOO_SHORT = Message(
    "Fewer than %(least)d hours are too short to answer, so nobody is asked to check in."
)
WARN_NO_CHECK_IN = Message("Without a check-in, tables may begin with people who have forgotten about it.")
WARN_START_TOO_SOON = Message("It starts too soon for a check-in, so nobody is asked.")
WHEN_PEOPLE_ARE_LEVEL = Message("Breaking ties")
WRITE_TO_TABLE_BUTTON = Message("Write to this table")

# --- standings and files

BETTER_IN_ENCOUNTERS = Message("better in direct encounters ({better} vs {worse})")
BETTER_PLACE = Message("a better place ({better} vs {worse})")
BYE_FOR_STRANGER = Message("{who} has a bye without being an entrant.")
CLOSER_TO_WINNERS = Message("closer to the winners’ scores ({better} vs {worse})")
ENTRANT_TWICE = Message("Somebody is in the list of entrants twice.")
FILE_IS_TOO_LONG = Message("This file is too long: {size} bytes.")
GOT_FURTHER = Message("got further (round {better} vs {worse})")
LARGER_THAN_ANY = Message("This is larger than any tournament on this site.")
LEVEL = Message("tied on everything that counts")
LOT_DECIDES_YET = Message("No table has finished yet; until then the order is random.")
MORE_POINTS = Message("more points ({better} vs {worse})")
MORE_WINS = Message("more wins ({better} vs {worse})")
NOT_A_TOURNAMENT_FILE = Message("This is not the file of a tournament: {error}.")
NOT_DISQUALIFIED = Message("not disqualified")
NO_POINTS_FOR_SIZE = Message("There are no {system} points for a table of {size}.")
NUMBERS_TOO_LONG = Message("The numbers in this file are longer than those of any tournament.")
ONE_RESULT_COUNTS = Message("At least one result must count; 0 stands for all of them.")
PLACE_IS_MISSING = Message("At table {table} a place is missing, or less than 1.")
POINTS_CHART = Message("Points by table")
POINTS_DO_NOT_FOLLOW = Message("The points of “{section}” do not follow from the results of its tables.")
POINT_LISTS_FROM_TWO_ON = Message("Give one list of points for each table size, from two players on.")
POINT_LISTS_NEEDED = Message(
    "A list of points for each table size is needed for your own points, and only for those."
)
PUNCTUAL_BADGE = Message("Punctual in %(event)s")
ROUND_IS_PLAYED = Message(
    "Round %(rounds)s is being played. Results appear here when the last table of the round has finished."
)
SCORE_IS_MISSING = Message("At table {table} a score is missing.")
SITS_TWICE = Message("Somebody sits twice at table {table}.")
STANDINGS_DO_NOT_FOLLOW = Message(
    "The standings of “{section}” do not follow from its tables: look at rank {rank}."
)
STRANGER_AT_TABLE = Message("{who} sat at table {table} without being an entrant.")
STRANGER_IN_SECTION = Message("{who} plays in “{section}” without being an entrant.")
STRONGER_OPPONENTS = Message("stronger opponents ({better} vs {worse})")
STRONGER_OPPONENTS_BEATEN = Message("finished ahead of stronger opponents ({better} vs {worse})")
TABLES_WORTH_MORE = Message(
    "Tables of {high} are worth more than tables of {low}: on average {more} points against {less}."
)
TABLE_IS_TOO_SMALL = Message("Table {table} has fewer than two players.")
TABLE_TWICE = Message("Table {table} is listed twice.")
TIE_BREAKS_ONCE_EACH = Message("The list of tie-breaks must name each at most once, and at least one.")
UNKNOWN_VERSION = Message("This file has version {version}; only version {known} can be read.")
UNREADABLE_NUMBER = Message("This file contains a number that cannot be read.")
WORSE_PLACE_EARNS_MORE = Message("At a table of {size}, place {worse} earns more than place {better}.")

# --- pages

ALL_WITH_REASONS = Message("All results, with reasons")
BOT_MAKES_ROOM = Message(
    "Bots hold the last places and make room for people: you get one of these places straight away."
)
BOT_PLAYS_FOR_ABSENT = Message("After %(misses)s a bot takes over until the player is back.")
CHALLENGE_QUESTION = Message("You are challenged to table %(number)s. Do you accept?")
CHALLENGE_SENT = Message("They are being asked by email. The table begins when all have agreed.")
CHECK_IN_RULE = Message(
    "In the last %(check_in_hours)d hours before the start everybody is asked to check in."
)
CLOSING_WITHDRAWS = Message("You are in %(n)d tournament: you will be withdrawn from it.")
DECLINING_TWICE_LOSES = Message("Whoever declines twice in a row loses to the challenger.")
EMAILS_OFF_WARNING = Message(
    "Then only this site asks you to check in, and you lose your place if you do not confirm it. "
    "You still get the emails from your tables."
)
ENTER_BUTTON = Message("I am playing")
ENTRIES_NEED_APPROVAL = Message("The organizers look at each entry.")
ENTRY_NEEDS_APPROVAL = Message("The organizers look at your entry before you get a place.")
FINISHED_GAMES_NEEDED = Message("At least %(finished)d finished games.")
HOW_IT_ENDED = Message("How it ended")
IN_FORCE = Message("in force")
LEAVING_GOES_TO_BOTTOM = Message("Whoever leaves a table goes to the bottom.")
NOBODY_MEETS_TWICE = Message("Nobody meets anybody twice.")
NO_ROUND_YET = Message("No round is published yet.")
NO_SHOW_RULE = Message("Whoever has not moved within %(n)d hours of first being asked is out.")
NO_SUCH_TABLE = Message("There is no such table.")
ONTO_THE_WAITING_LIST = Message("Join the waiting list")
PLACE_ON_WAITING_LIST = Message("You are number %(queue)s on the waiting list.")
RATING_NEEDED = Message("A certain rating of %(rating_from)d or more.")
RELIABILITY_NEEDED = Message(
    "Anybody who has played before must have finished %(reliability)d %% of their last twenty games."
)
RESULT_IS_HIDDEN = Message("The result is shown when the round is over.")
SEATS_ARE_CHOSEN = Message("Seats are chosen: whoever finished higher in the previous stage chooses first.")
SEATS_ARE_EVEN = Message("Everybody sits in each seat equally often.")
STANDINGS_FOLLOW = Message("The standings in this file follow from its tables, to the last digit.")
STATE_HAS_CHANGED = Message(
    "This is no longer possible at this stage of the tournament. Here is where it stands."
)
TIME_TO_ANSWER_CHALLENGE = Message(
    "A challenge has to be answered within %(hours)d hours. No answer counts as no."
)
TOURNAMENT_ASKS_YOU = Message("The tournament has a question for you.")
TO_THE_FINAL = Message("to the final")
WHAT_WAS_CLOSE = Message("Close calls")
WITHDRAWN = Message("You have withdrawn.")
WITHOUT_TABLE = Message("Without a table in this round: %(names)s.")
WITH_THE_REFEREES = Message("with the referees")
WORDS_NEEDED = Message("Please add a few words: people will read this.")
