"""Messages behind the links of emails."""

from tests.helpers.messages import Message

HAPPENED_MEANWHILE = Message("What happened meanwhile")
UNKNOWN_LINK = Message("This link is not valid. Part of it may be missing.")
SEND_FRESH_LINK = Message("Send me a fresh link")
DECIDED_ALREADY = Message("This has already been decided: the game has moved on since the email was sent.")
STOPPED_BECAUSE = Message("Then it stopped: %(error)s")
SEND_TURN = Message("Send this turn")
CHOOSE_NEXT_STEP = Message("Plan my next step")
PUT_LINKS_BACK = Message("It was me: restore the links")
BY_LINK = Message("by a link")
NOTHING_PLAYED_BY_LINK = Message("Nothing has been played for this seat by link or reply.")
LINKS_REVOKED = Message("All links to this seat are disabled.")
LINKS_REVOKED_BY_PLAYER = Message(
    "All links to this seat are disabled, because somebody reported “This was not me.”"
)
MOVES_STAY_PLAYED = Message(
    "This does not undo the last moves. If one of them should not stand, say so at the table: "
    "%(creator)s is the host, and a referee of this site can rewind a game."
)
LINK_OF_FORMER_PLAYER = Message(
    "This link no longer works: somebody else is playing the seat now, or its links were renewed."
)
LINKS_ARE_BACK = Message("Emails for this seat have links again, and you can reply to them.")
SEAT_OF = Message("The seat of %(name)s")
NEWEST_LETTER_HAS_ANOTHER_LINK = Message("This link has expired. There is a newer one in your latest email.")
STOP_THIS_KIND = Message("Stop these emails from all tables?")
KIND_STOPPED = Message("You will get no more of these emails from any table.")
GAME_GOES_ON = Message(
    "The game goes on without emails, and so does the clock: your turns wait for you at the "
    "table, and only the site tells you about them."
)
LINK_TOO_OLD = Message("This link has expired.")
SEAT_LINKS_REVOKED = Message("The links to this seat are disabled. Its player can sign in.")
REPORT_NOT_ME = Message("This was not me: disable all links")
NO_INVITATIONS_ANY_MORE = Message("Nobody here can invite you by email any more.")
ONLY_A_FINGERPRINT = Message(
    "Nobody on this site, whoever they are, can then invite this address by email. We keep only a "
    "fingerprint of it."
)
INVITED_AGAIN = Message("You can be invited again.")
