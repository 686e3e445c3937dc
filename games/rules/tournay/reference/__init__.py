"""What can be looked up: the rule book and the card pages."""

from ...core.capabilities.reference import Reference
from ...core.card_catalogue import CardFacet, CatalogueCard
from ..position import TournayGame
from .cards import TournayCatalogue
from .rulebook import render_rulebook


class TournayReference(Reference[TournayGame]):
    """The rule book, which says what is our own in this edition, and every card and event."""

    author = "Sébastien Dujardin, Xavier Georges, Alain Orban"

    def rulebook(self, language: str = "en", *, with_cards: bool = True) -> str:
        return render_rulebook(language, with_cards)

    def cards(self, language: str = "en") -> tuple[CatalogueCard, ...]:
        return TournayCatalogue(language).cards()

    def facets(self, language: str = "en") -> tuple[CardFacet, ...]:
        return TournayCatalogue(language).facets()
