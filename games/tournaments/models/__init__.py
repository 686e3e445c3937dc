"""The rows of tournaments. What happened stands in the ledger; the other rows are where things stand now."""

from games.tournaments.models.entrant import Block, Entrant, Qualifier
from games.tournaments.models.ledger import Entry
from games.tournaments.models.letter import Letter
from games.tournaments.models.rating import RatedGame, Rating
from games.tournaments.models.ruling import Ban, Ruling, Ticket
from games.tournaments.models.table import Round, Sitting, Table
from games.tournaments.models.tournament import Role, Stage, Standing, Tournament

__all__ = [
    "Ban",
    "Block",
    "Entrant",
    "Entry",
    "Letter",
    "Qualifier",
    "RatedGame",
    "Rating",
    "Role",
    "Round",
    "Ruling",
    "Sitting",
    "Stage",
    "Standing",
    "Table",
    "Ticket",
    "Tournament",
]
