"""Messages of the replay, the gazette and the end of a game."""

from tests.helpers.messages import Message

FINAL_SCORE = Message("The final score")
GAME_WAS_GIVEN_UP = Message("This game was given up.")
ALL_IS_OPEN = Message("Everything that was hidden is open now.")
REPLAY_AS_PLAYER = Message("The game goes on: this is what you could see at each move.")
REPLAY_AS_ONLOOKER = Message("The game goes on: this is what an onlooker could see at each move.")
WHERE_IT_TURNED = Message("Where it turned")
COMES_OUT_OTHERWISE = Message(
    "Played again, this game does not come out as it did: the rules were mended since, or it was set on "
    "another position. So it is not shown move by move. This is the table as it stands; the record "
    "tells how it came about."
)
SAME_AS_TABLE = Message("The same as a table")
SEAT_MOVES = Message("%(name)s moves.")
SEAL_EXPLAINED = Message(
    "Before the first move the seal below stood at the table; the seed that fits it decides every "
    "shuffle. For this page all %(moves)s moves were played again from the seed, and they led to the"
    " end as it stands. You need not take our word for it: take the record, and let your own copy of"
    " the rules play it."
)
FIRST_REPORT_TO_COME = Message("The first report appears when the first round is over.")
THE_DEAL = Message("The deal")
REPLAY_IT = Message("Replay it, move by move")
SCORE_EXPLAINED = Message("The score, and how it came to it")
SHOW_MOVE = Message("Show move")
LINK_TO_MOVE = Message("Link to this move")
DOWNLOAD_RECORD = Message("Download the record")
TABLE_THEN = Message("How the table stood then")
MOVE_OF = Message("Move %(number)s of %(last)s")
