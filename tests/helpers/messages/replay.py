"""Messages of the replay, the gazette and the end of a game."""

from tests.helpers.messages import Message

FINAL_SCORE = Message("The final score")
GAME_WAS_GIVEN_UP = Message("This game was abandoned.")
ALL_IS_OPEN = Message("Everything that was hidden is open now.")
REPLAY_AS_PLAYER = Message("The game is still running: this is what you could see at each move.")
REPLAY_AS_ONLOOKER = Message("The game is still running: this is what a spectator could see at each move.")
WHERE_IT_TURNED = Message("Turning points")
COMES_OUT_OTHERWISE = Message(
    "Played again, this game does not come out as it did: the rules were mended since, or it was set on "
    "another position. So it is not shown move by move. This is the table as it stands; the record "
    "tells how it came about."
)
SAME_AS_TABLE = Message("The same as a table")
SEAT_MOVES = Message("%(name)s moves.")
SEAL_EXPLAINED = Message(
    "Before the first move, the seal below was shown at the table; the seed that matches it "
    "decides every shuffle. For this page all %(moves)s moves were replayed from the seed, and "
    "they led to the same end. You need not take our word for it: download the record and let "
    "your own copy of the rules play it."
)
FIRST_REPORT_TO_COME = Message("The first report appears when the first round is over.")
THE_DEAL = Message("The deal")
REPLAY_IT = Message("Replay it, move by move")
SCORE_EXPLAINED = Message("The score, and how the game unfolded")
SHOW_MOVE = Message("Show move")
LINK_TO_MOVE = Message("Link to this move")
DOWNLOAD_RECORD = Message("Download the record")
TABLE_THEN = Message("The table at that point")
MOVE_OF = Message("Move %(number)s of %(last)s")
