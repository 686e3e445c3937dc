"""What can be looked up: the rule book and the card pages."""

from ...core.capabilities.reference import Reference
from ...core.card_catalogue import CardFacet, CatalogueCard
from ..position import DominionGame
from .cards import DominionCatalogue
from .rulebook import render_rulebook


class DominionReference(Reference[DominionGame]):
    """The rule book and every card of both boxes."""

    author = "Donald X. Vaccarino"

    def rulebook(self, language: str = "en", *, with_cards: bool = True) -> str:
        return render_rulebook(language, with_cards)

    def cards(self, language: str = "en") -> tuple[CatalogueCard, ...]:
        return DominionCatalogue(language).cards()

    def facets(self, language: str = "en") -> tuple[CardFacet, ...]:
        return DominionCatalogue(language).facets()
