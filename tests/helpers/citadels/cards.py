"""What is written on the cards of Citadels, for tests: rewording a card breaks none that is about a page."""

from games.rules.citadels.ruleset import CITADELS


def read_effect(slug: str, edition: str = "2016") -> str:
    """Return what a card does, in the words of this edition."""
    card = next(card for card in CITADELS.reference.cards() if card.slug == slug)
    return next(face.effect for face in card.faces if face.traits["edition"] == edition)
