"""Django models of games: columns and constraints, with no behaviour beyond small properties."""

from games.models.candidate import StandInCandidate
from games.models.chat import ChatMessage, MessageReport, Mute
from games.models.extension import ExtensionRequest
from games.models.game import Game, Seat
from games.models.heartbeat import Heartbeat, Outage
from games.models.incoming_mail import IncomingMail
from games.models.invitation import Invitation
from games.models.invitation_block import InvitationBlock
from games.models.join_link import JoinLink, JoinLinkUse
from games.models.log_entry import GameLogEntry
from games.models.notice import GameNotice
from games.models.statistics import CountedGame, GameTally, PlayerResult
from games.models.subscription import Subscription
from games.models.vote import Vote

__all__ = [
    "ChatMessage",
    "CountedGame",
    "ExtensionRequest",
    "Game",
    "GameLogEntry",
    "GameNotice",
    "GameTally",
    "Heartbeat",
    "IncomingMail",
    "Invitation",
    "InvitationBlock",
    "JoinLink",
    "JoinLinkUse",
    "MessageReport",
    "Mute",
    "Outage",
    "PlayerResult",
    "Seat",
    "StandInCandidate",
    "Subscription",
    "Vote",
]
