"""Messages behind the links of emails."""

from tests.helpers.messages import Message

HAPPENED_MEANWHILE = Message("This happened meanwhile")
UNKNOWN_LINK = Message("This is no link of ours. A part of it may be missing.")
SEND_FRESH_LINK = Message("Send me a fresh link")
DECIDED_ALREADY = Message(
    "This has been decided already: the game has moved on since the letter was written."
)
STOPPED_BECAUSE = Message("Then it stopped: %(error)s")
SEND_TURN = Message("Send this turn")
CHOOSE_NEXT_STEP = Message("Choose the next step too")
PUT_LINKS_BACK = Message("It is me: put the links back")
BY_LINK = Message("by a link")
NOTHING_PLAYED_BY_LINK = Message("Nothing has been played for this seat by a link or a reply.")
LINKS_REVOKED = Message("All links of this seat are out of use.")
LINKS_REVOKED_BY_PLAYER = Message(
    "All links of this seat are out of use, because somebody said: “This was not me.”"
)
MOVES_STAY_PLAYED = Message(
    "This does not take the last moves back. If one of them should not stand, say so at the table: "
    "%(creator)s has set it up, and a referee of this house can take a game back."
)
LINK_OF_FORMER_PLAYER = Message(
    "This link is out of use: the seat is played by somebody else now, or its links were made anew."
)
LINKS_ARE_BACK = Message("Letters to this seat have links again, and you may reply to them.")
SEAT_OF = Message("The seat of %(name)s")
NEWEST_LETTER_HAS_ANOTHER_LINK = Message("This link has become too old. Your newest letter has another.")
STOP_THIS_KIND = Message("Do you want no more of these letters, from any table?")
KIND_STOPPED = Message("No more of these letters will come, from any table.")
STOP_TABLE = Message("No more letters about this table")
GAME_GOES_ON = Message(
    "The game goes on without letters, and so does the clock: your turns then wait for you at the "
    "table, and only the site tells you of them."
)
LINK_TOO_OLD = Message("This link has become too old.")
SEAT_LINKS_REVOKED = Message("The links of this seat are out of use. Its player may sign in.")
REPORT_NOT_ME = Message("This was not me: put all links out of use")
NO_INVITATIONS_ANY_MORE = Message("Nobody here can invite you by email any more.")
ONLY_A_FINGERPRINT = Message(
    "Nobody on this site can then invite this address by email, whoever they are. We keep only a fingerprint "
    "of it."
)
INVITED_AGAIN = Message("You can be invited again.")
