"""What the titles count in a district, as far as a view shows it."""

from collections.abc import Mapping
from typing import Any

from ..cards.card import DeckCard
from ..position import TournayPlayer
from ..scoring import DistrictCount


class SeenDistrict(DistrictCount):
    """What the titles count for a seat, from its part of the view; `more` are cards to be placed there."""

    def __init__(
        self, player: Mapping[str, Any], cards: Mapping[str, DeckCard], more: tuple[str, ...] = ()
    ) -> None:
        self.player = TournayPlayer(
            player["deniers"], player["plaza"], player["aside"], ramparts=player["ramparts"]
        )
        visible = [space["cards"][0] for space in player["district"].values()]
        self.visible = [cards[slug] for slug in (*visible, *more)]
        self.citizens = player["citizens"]
