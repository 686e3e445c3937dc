"""Models of tournaments. The ledger records what happened; the other rows hold the current status."""

from games.tournaments.models.entrant import Avoidance, Entrant, Qualifier
from games.tournaments.models.ledger import LedgerEntry
from games.tournaments.models.notice import TournamentNotice
from games.tournaments.models.rating import RatedGame, Rating
from games.tournaments.models.ruling import Ban, Dispute, Ruling
from games.tournaments.models.table import Round, TableSeat, TournamentTable
from games.tournaments.models.tournament import CachedStanding, Role, Stage, Tournament

__all__ = [
    "Avoidance",
    "Ban",
    "CachedStanding",
    "Dispute",
    "Entrant",
    "LedgerEntry",
    "Qualifier",
    "RatedGame",
    "Rating",
    "Role",
    "Round",
    "Ruling",
    "Stage",
    "TableSeat",
    "Tournament",
    "TournamentNotice",
    "TournamentTable",
]
