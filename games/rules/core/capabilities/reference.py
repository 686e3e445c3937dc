"""The rule book and the card catalogue of a game."""

from itertools import islice
from typing import ClassVar

from ..agenda import P
from ..card_catalogue import CardFacet, CatalogueCard
from ..errors import RulesError
from ..markdown import split_blocks, split_chapters, strip_marks
from ..translation import mark
from .base import Capability


class Reference(Capability[P]):
    """What somebody can look up; by default nothing has been written down."""

    author: ClassVar[str] = ""  # who invented the game, credited at the foot of its pages
    short_chapters: ClassVar[int] = 3  # of the rule book: the goal, a round, a turn

    def rulebook(self, language: str = "en", *, with_cards: bool = True) -> str:
        """The rule book in Markdown, with all cards or without them."""
        raise RulesError(mark("Nobody has written the rules of {game} down yet."), game=self.rules.slug)

    def short_rules(self, language: str = "en") -> dict[str, list[str]]:
        """What a newcomer needs for a first turn: the first chapters of the rule book, title → paragraphs."""
        chapters = split_chapters(self.rulebook(language, with_cards=False))
        return {
            title: [strip_marks(block) for block in split_blocks(lines)]
            for title, lines in islice(chapters.items(), self.short_chapters)
        }

    def cards(self, language: str = "en") -> tuple[CatalogueCard, ...]:
        """Every card of every edition, in the order of the catalogue page, grouped by heading."""
        return ()

    def facets(self, language: str = "en") -> tuple[CardFacet, ...]:
        """The properties that the cards can be filtered by."""
        return ()
