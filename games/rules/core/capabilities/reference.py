"""The rule book and the card catalogue of a game."""

from ..agenda import P
from ..card_catalogue import CardFacet, CatalogueCard
from ..errors import RulesError
from ..translation import mark
from .base import Capability


class Reference(Capability[P]):
    """What somebody can look up; by default nothing has been written down."""

    def rulebook(self, language: str = "en", *, with_cards: bool = True) -> str:
        """The rule book in Markdown, with all cards or without them."""
        raise RulesError(mark("Nobody has written the rules of {game} down yet."), game=self.rules.slug)

    def cards(self, language: str = "en") -> tuple[CatalogueCard, ...]:
        """Every card of every edition, in the order of the catalogue page, grouped by heading."""
        return ()

    def facets(self, language: str = "en") -> tuple[CardFacet, ...]:
        """The properties that the cards can be filtered by."""
        return ()
