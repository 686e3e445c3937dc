"""Rows and their constraints: no behaviour beyond small properties."""

from games.models.candidate import Candidate
from games.models.extension import Extension
from games.models.game import Game, Seat
from games.models.incoming import Incoming
from games.models.invitation import Invitation
from games.models.move import Move
from games.models.notice import Notice
from games.models.pulse import Outage, Pulse
from games.models.statistics import Counted, Result, Tally
from games.models.subscription import Subscription
from games.models.talk import Message, Mute, Report
from games.models.vote import Vote

__all__ = [
    "Candidate",
    "Counted",
    "Extension",
    "Game",
    "Incoming",
    "Invitation",
    "Message",
    "Move",
    "Mute",
    "Notice",
    "Outage",
    "Pulse",
    "Report",
    "Result",
    "Seat",
    "Subscription",
    "Tally",
    "Vote",
]
