"""Messages of tournaments: their pages, and what their services refuse."""

from tests.helpers.messages import Message

# --- entering

ALL_PLACES_TAKEN = Message("All places are taken.")
AVOIDANCE_KEPT = Message("You will not be drawn to one table, as far as it can be helped. Nobody is told.")
CHALLENGE_ACCEPTED = Message("You play it.")
CHALLENGE_DECLINED = Message("You have declined the challenge.")
CHALLENGE_TAKEN_BACK = Message("You have taken the challenge back.")
CHECKED_IN = Message("You have checked in.")
CHALLENGE_WITHOUT_EVERYBODY = Message(
    "Somebody of this table is out of the tournament: no table comes of it."
)
CHECK_IN_IS_OVER = Message("The time to check in is over.")
EMAILS_BOUNCE = Message("Letters to you come back. Please mend your address in your profile first.")
ENTRY_ACCEPTED = Message("You are in. All that you have to do will come by mail.")
ENTRY_AWAITS_APPROVAL = Message("The organizers will look at your entry, and you will get a letter.")
ENTRY_REFUSED = Message("The organizers have not accepted your entry. Only they can change that.")
GOING_ON = Message("You go on.")
INVITED_ONLY = Message(
    "This tournament is for those who were invited. Please use the link of the invitation."
)
CONSTRAINED_SWAP = Message("That is not possible with the constraints of this draw.")
KEPT_APART = Message("Two would sit together who are kept apart, as a household or by their own wish.")
NO_LONGER_ASKED = Message(
    "You are not asked this any more, so nothing has changed. To leave, please withdraw."
)
NO_PLACE_YET = Message("You do not have a place yet. You are asked if one becomes free.")
NOTHING_TO_CHECK_IN_FOR = Message("You do not take part any more, so there is nothing to check in for.")
NO_SUCH_ENTRANT = Message("There is no such entrant.")
OFFER_IS_GONE = Message("This place is not kept for you any more.")
PLACE_GIVEN_UP = Message("You do not take part any more. Your place goes to the next one.")
PLACE_TAKEN = Message("The place is yours.")
RATING_IS_TOO_HIGH = Message("A rating of at most %(asked)d is asked for, and of yours %(found)d is sure.")
RATING_IS_TOO_LOW = Message(
    "A rating that is surely %(asked)d or more is asked for, and of yours %(found)d is sure."
)
RULING_NEEDS_SECOND_SIGNATURE = Message(
    "It changes who goes on: a second referee has to sign it, and is told so."
)
RULING_NEEDED_TO_CHANGE_ADVANCEMENT = Message(
    "Somebody else would go on because of it: please let the referees rule on it."
)
SIGN_UP_TO_ENTER = Message(
    "Only people who have signed up can enter. Signing up takes a minute, and you keep your name."
)
TOO_FEW_FINISHED_GAMES = Message("At least %(n)d finished games are asked for, and you have %(found)d.")
TOO_LATE_TO_ENTER = Message("It is too late to enter: the tournament runs.")

# --- pages of links

BEGINS = Message("It begins %(when)s.")
BOX_NOT_TICKED = Message("Nothing has changed. If you want to leave, please tick the box first.")
CHECK_IN_BUTTON = Message("Check in: I will play")
EMAILS_COME_AGAIN = Message("Letters will come again.")
LEAVE_QUESTION = Message("Do you want to leave this tournament?")
NOTHING_TO_DECIDE = Message("There is nothing to decide here at the moment.")
ORGANIZERS_ARE_TOLD = Message("The organizers are told.")
PLACE_QUESTION = Message("Do you take the place?")
STAGE_QUESTION = Message("Do you come to “%(stage)s”?")
WILL_YOU_PLAY = Message("Will you play?")
WITHDRAWAL_BEFORE_START = Message(
    "Your place goes to the next one. As long as the tournament has not begun, you may enter again, "
    "and are then last on the waiting list."
)

# --- the draw and the director

CHALLENGED_HAVE_ENOUGH_TABLES = Message("These have as many tables as they may: %(names)s.")
CHALLENGE_REACH = Message("You can challenge people up to %(n)d places above you.")
DEADLINE_IS_TOO_LATE = Message("That would be more than a year from now.")
MOST_MEETINGS = Message("No pair meets more than {n} times.")
NOBODY_TO_CHALLENGE = Message("Nobody can be challenged at the moment.")
NOT_ASKED_ABOUT_SEATS = Message("You are not asked about seats at the moment.")
NOT_ON_THE_LADDER = Message("Somebody of them is not on the ladder.")
NO_DEADLINE_HERE = Message("Nothing here has a deadline.")
NO_SUCH_STAGE = Message("There is no such stage.")
ONE_BYE_EACH = Message("Nobody sits out more than once.")
PLACE_IS_GONE = Message("The place is not kept for you any more.")
POINTS_DIFFER = Message(
    "Points at the tables of this round differ by {spread}, squared and summed over all pairs."
)
PROPOSAL_WAITS = Message("A proposal about this waits for a signature. Please sign or refuse it first.")
REPEATS = Message("{n} meetings are repeats; at least {least} cannot be avoided.")
REPEATS_AT_THE_LEAST = Message("{n} meetings are repeats; with fewer it cannot be done.")
ROUND_IS_NOT_PLAYED = Message("This round is not being played.")
SEATS_DIFFER = Message("Nobody sits in one seat more than {n} times more than in another.")
SEATS_FROM_TO = Message("A table has %(least)d to %(most)d seats.")
SHORT_TABLES_DIFFER_BY_ONE = Message("Nobody sits at a short table more than once more than anybody else.")
TABLE_IS_NOT_PLAYED = Message("This table is not being played any more.")

# --- rulings and disputes

APPEAL_IS_POSSIBLE = Message("There is still time for an appeal.")
APPEAL_IS_TOO_LATE = Message("The time for an appeal is over.")
DISPUTE_IS_ANSWERED = Message("This dispute has been answered.")
DISPUTE_WAITS = Message("It waits for an answer.")
END_AS_IT_STANDS = Message("End it as it stands")
ENTRANT_IS_NOT_OUT = Message("%(name)s is not out of the event.")
ENTRANT_IS_OUT = Message("%(name)s is out of the event already.")
ENTRANT_NEEDED = Message("Please say whom it is about.")
LATE_TABLES = Message("Late tables")
LOSER_NEEDED = Message("Please say who of this table has lost it.")
LOSS_NEEDS_FINISHED_TABLE = Message("A game can be ruled lost once it is over, and as long as it counts.")
MANY_DISPUTES_TODAY = Message("That is many disputes for one day. Please go on tomorrow.")
NOTHING_LEFT_OF_TABLE = Message("Nothing would be left of this table. Please rule another result instead.")
NOTHING_WOULD_CHANGE = Message("That is how it stands already.")
NOT_AT_THIS_TABLE = Message("You do not sit at this table.")
NOT_A_SCORE = Message(
    "“%(score)s” is not a score: please write a whole number, or two with a stroke between."
)
NO_PUBLIC_DISPUTES = Message("None that everybody may read.")
NO_SUCH_RULING = Message("There is no such ruling.")
OTHER_REFEREE_FOR_APPEAL = Message(
    "You have answered it the first time: somebody else must look at the appeal."
)
PLACES_FOR_ALL_OR_NONE = Message(
    "Give a place from 1 on to all of them, or to nobody: then the scores decide."
)
REFEREE_NEEDED = Message("Nobody else may rule here yet: please name a referee among the helpers.")
RESULT_NEEDS_EVERY_SEAT = Message("A result has one line for each seat of the table.")
RULED = Message("It is ruled. Those concerned get a letter.")
SECOND_SIGNATURE_NEEDED = Message("Your name is below it: somebody else must sign.")
NO_WEEK_MORE = Message(
    "Only a table that is nearly through, and where nobody is at fault, gets more time, once."
)
TABLE_HAS_NOT_BEGUN = Message("This table has not begun.")
TEXT_IS_TOO_LONG = Message("That is too long: at most %(most)d letters.")
TOO_MANY_DISPUTES = Message(
    "The referees look at %(n)d disputes of yours already. Please wait for their answer."
)
TWO_SIGNATURES_NEEDED = Message("The rules say so, and it changes who goes on: two referees have to sign it.")
VOID_KNOCK_OUT_TABLE = Message("From a void table of a knock-out nobody would go on. Please rule its result.")

# --- setting up and running

ADVANCEMENT_RULING_WAITS = Message(
    "A ruling that changes who goes on waits for a signature; the stage does not end before that."
)
ANNOUNCEMENT_GOES_TO = Message("The letter goes to %(n)d people.")
BANNED_FROM_SITE = Message("You may not enter tournaments here until %(when)s. The reason: %(reason)s")
BAN_END_IS_PAST = Message("A ban ends in the future.")
BAN_END_NEEDED = Message("Please say until when the ban lasts.")
BAN_IS_TOO_LONG = Message("A ban lasts five years at most.")
BOTS_ENTERED = Message("%(n)d bots have entered.")
CHECK_IN_OPENS = Message("On %(when)s everybody is asked to check in.")
DRAFT_HAS_PROBLEMS = Message("It is kept, but it cannot be played so:")
DRAW_PUBLISHED = Message("The draw is published: letters go out, and tables begin.")
ENTRANT_NAME_NEEDED = Message("Please name the entrant.")
GROUPS_BY_ZONE = Message("People whose time zones are alike are in one group.")
NEXT_STAGE_NEEDS = Message("The next stage needs %(least)d people at least.")
NO_ANSWER_YET = Message("No answer yet from %(names)s")
NO_CHECK_IN_NOW = Message("Nobody has to check in at the moment.")
NO_SUCH_ROLE = Message("There is no such role.")
ONE_CHECKED_IN = Message("%(n)d has checked in.")
ONE_WAITS = Message("One waits.")
OWNED_ALREADY = Message("It is yours already.")
OWNER_NEEDED = Message("Somebody has to own the tournament. Hand it over to somebody else first.")
PAUSED_FOR = Message("paused for %(since)s")
PENDING_ENTRIES = Message("%(n)d people would like to enter")
PLACES_ARE_GIVEN = Message("%(n)d people have a place already.")
PLACES_TAKEN = Message("%(taken)d of %(most)d places are taken; it takes %(least)d to begin.")
PLACES_TO_BE_LOST = Message("%(n)s people who have not checked in lose their places.")
REGISTRATION_OPENED = Message("It is open: people can enter.")
RESUME_ROUND_BUTTON = Message("Let round %(number)s go on")
RULER_SITS_AT_TABLE = Message("You sit at this table: somebody else must rule.")
RULING_IS_ABOUT_YOU = Message("This is about you: somebody else must rule.")
SCORES_NEEDED = Message("Please write each entrant's number and score, with commas between.")
SCORE_BUT_LOST = Message("%(name)s: %(score)s, but lost")
STAFF_ONLY = Message("Only those who run this tournament may do this.")
START_NEEDED = Message("Please say when it starts.")
TABLE_NEEDED = Message("Please name the table.")
TOO_FEW = Message("%(least)d people are needed at least, and %(there)d are there.")
TOO_FEW_ONE = Message("%(least)d people are needed at least, and %(there)d is there.")
TOO_MANY_HELPERS = Message("That is many helpers. Please dismiss one first.")
RESULTS_STAND = Message("The tournament is over, and what was played there stands.")
UNKNOWN_HANDLE = Message("Nobody who has signed up is known by this handle.")
UNSIGNED_RULING_LAPSES = Message("What is not signed lapses on %(when)s at the latest.")
WARN_CHECK_IN_IS_PAST = Message(
    "The check-in would have opened on %(when)s: it opens as soon as people may enter. %(n)d hours "
    "before the start would lie ahead."
)
WARN_CHECK_IN_TOO_SHORT = Message(
    "In fewer than %(least)d hours people cannot answer: nobody is asked to check in."
)
WARN_NO_CHECK_IN = Message("Nobody has to check in: tables may begin with people who have forgotten it.")
WARN_START_TOO_SOON = Message("It starts so soon that nobody is asked to check in.")
WHEN_PEOPLE_ARE_LEVEL = Message("When people are level")
WRITE_TO_TABLE_BUTTON = Message("Write to this table")

# --- standings and files

BETTER_IN_ENCOUNTERS = Message("better in direct encounters ({better} vs {worse})")
BETTER_PLACE = Message("a better place ({better} vs {worse})")
BYE_FOR_STRANGER = Message("{who} has a bye without being an entrant.")
CLOSER_TO_WINNERS = Message("closer to the winners' scores ({better} vs {worse})")
ENTRANT_TWICE = Message("Somebody is in the list of entrants twice.")
FILE_IS_TOO_LONG = Message("This file is too long: {size} bytes.")
GOT_FURTHER = Message("got further (round {better} vs {worse})")
LARGER_THAN_ANY = Message("This is larger than any tournament of this house.")
LEVEL = Message("level in everything that counts")
LOT_DECIDES_YET = Message("No table is over yet: until then the lot decides the order.")
MORE_POINTS = Message("more points ({better} vs {worse})")
MORE_WINS = Message("more wins ({better} vs {worse})")
NOT_A_TOURNAMENT_FILE = Message("This is not the file of a tournament: {error}.")
NOT_DISQUALIFIED = Message("not disqualified")
NO_POINTS_FOR_SIZE = Message("There are no {system} points for a table of {size}.")
NUMBERS_TOO_LONG = Message("The numbers in this file are longer than those of any tournament.")
ONE_RESULT_COUNTS = Message("At least one result must count; 0 stands for all of them.")
PLACE_IS_MISSING = Message("At table {table} a place is missing, or less than 1.")
POINTS_CHART = Message("Points from table to table")
POINTS_DO_NOT_FOLLOW = Message("The points of “{section}” do not follow from what its tables brought.")
POINT_LISTS_FROM_TWO_ON = Message("Give one list of points for each table size, from two players on.")
POINT_LISTS_NEEDED = Message("Points of your own, and only they, need a list of points for each table size.")
PUNCTUAL_BADGE = Message("Punctual in %(event)s")
ROUND_IS_PLAYED = Message(
    "Round %(rounds)s is being played. What comes of it stands here when its last table is over."
)
SCORE_IS_MISSING = Message("At table {table} a score is missing.")
SITS_TWICE = Message("Somebody sits twice at table {table}.")
STANDINGS_DO_NOT_FOLLOW = Message(
    "The standings of “{section}” do not follow from its tables: look at rank {rank}."
)
STRANGER_AT_TABLE = Message("{who} sat at table {table} without being an entrant.")
STRANGER_IN_SECTION = Message("{who} plays in “{section}” without being an entrant.")
STRONGER_OPPONENTS = Message("stronger opponents ({better} vs {worse})")
STRONGER_OPPONENTS_BEATEN = Message("stronger opponents left behind ({better} vs {worse})")
TABLES_WORTH_MORE = Message(
    "Tables of {high} are worth more than tables of {low}: on average {more} points against {less}."
)
TABLE_IS_TOO_SMALL = Message("Table {table} has fewer than two players.")
TABLE_TWICE = Message("Table {table} is there twice.")
TIE_BREAKS_ONCE_EACH = Message("The list of tie-breaks must name each at most once, and at least one.")
UNKNOWN_VERSION = Message("This file has version {version}; only version {known} can be read.")
UNREADABLE_NUMBER = Message("In this file is a number that cannot be read.")
WORSE_PLACE_EARNS_MORE = Message("At a table of {size} place {worse} earns more than place {better}.")

# --- pages

ALL_WITH_REASONS = Message("All of it, with reasons")
BOT_MAKES_ROOM = Message(
    "Bots have the last places, and make room for people: you get the place of one at once."
)
BOT_PLAYS_FOR_ABSENT = Message("After %(misses)s a bot plays for whoever stays away, until they are back.")
CHALLENGE_QUESTION = Message("You are challenged to table %(number)s. Do you play?")
CHALLENGE_SENT = Message("They are asked by mail. The table begins when all have agreed.")
CHECK_IN_RULE = Message(
    "Within the last %(check_in_hours)d hours before the start everybody is asked to check in."
)
CLOSING_WITHDRAWS = Message("You take part in %(n)d tournament: you will be withdrawn from it.")
DECLINING_TWICE_LOSES = Message("Whoever declines twice in a row has lost to the challenger.")
EMAILS_OFF_WARNING = Message(
    "Then only this site asks you to check in, and a place that is not confirmed is lost. "
    "Letters from your tables come all the same."
)
ENTER_BUTTON = Message("I play")
ENTRIES_NEED_APPROVAL = Message("The organizers look at each entry.")
ENTRY_NEEDS_APPROVAL = Message("The organizers look at your entry before you have a place.")
FINISHED_GAMES_NEEDED = Message("At least %(finished)d finished games.")
HOW_IT_ENDED = Message("How it ended")
IN_FORCE = Message("in force")
LEAVING_GOES_TO_BOTTOM = Message("Whoever leaves a table goes to the bottom.")
NOBODY_MEETS_TWICE = Message("Nobody meets anybody twice.")
NO_ROUND_YET = Message("No round is published yet.")
NO_SHOW_RULE = Message("Whoever has not made a move %(n)d hours after being asked the first time is out.")
NO_SUCH_TABLE = Message("There is no such table.")
ONTO_THE_WAITING_LIST = Message("Onto the waiting list")
PLACE_ON_WAITING_LIST = Message("You have place %(queue)s of the waiting list.")
RATING_NEEDED = Message("A rating that is surely %(rating_from)d or more.")
RELIABILITY_NEEDED = Message(
    "Whoever has begun games before has played %(reliability)d %% of the last twenty to the end."
)
RESULT_IS_HIDDEN = Message("How it ended is told when the round is over.")
SEATS_ARE_CHOSEN = Message("Seats are chosen: whoever stood higher in the stage before chooses first.")
SEATS_ARE_EVEN = Message("Everybody sits in each seat equally often.")
STANDINGS_FOLLOW = Message("The standings of this file follow from its tables, to the last digit.")
STATE_HAS_CHANGED = Message("The tournament is not in a state for this any more. Here is how it stands.")
TIME_TO_ANSWER_CHALLENGE = Message("Whoever is challenged has %(hours)d hours to answer. No answer is a no.")
TOURNAMENT_ASKS_YOU = Message("The tournament asks you something.")
TO_THE_FINAL = Message("to the final")
WHAT_WAS_CLOSE = Message("What was close")
WITHDRAWN = Message("You have withdrawn.")
WITHOUT_TABLE = Message("Without a table in this round: %(names)s.")
WITH_THE_REFEREES = Message("with the referees")
WORDS_NEEDED = Message("Please say something in words: people will read it.")
