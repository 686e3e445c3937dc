"""Activating a building, and the characters in its row and column (rule page, sections 3c and 5)."""

from collections.abc import Iterator

from ..core.agenda import Step, tell, then
from ..core.notation import Move, Offer
from .actions import pay_lenders
from .cards.card import BUILDING, DeckCard, card_set
from .district import is_free, list_spaces_in_line
from .effects import build_effect_step
from .offers import Loans
from .position import GREY, TournayGame

ACTIVATE = "activate"


def offer_to_activate(game: TournayGame, loans: Loans) -> Iterator[Offer]:
    """Offer each free building for an own citizen of its colour, and for a borrowed one (A1, T3)."""
    player, cards = game.players[loans.seat], card_set(game).cards
    can_borrow = False
    for cell, space in player.district.items():
        slug = space.cards[0]
        card = cards[slug]
        if card.kind == BUILDING and not space.citizen and not space.damaged:
            if player.plaza[card.colour]:
                yield Move(ACTIVATE, (slug, cell))
            can_borrow = can_borrow or loans.most[card.colour] > 0
    if can_borrow:
        yield loans.offer(
            ACTIVATE,
            "building",
            lambda: _list_free_buildings(game, loans),
            lambda value: (cards[value.split(" ")[0]].colour, 1, 0),
        )


def _list_free_buildings(game: TournayGame, loans: Loans) -> Iterator[str]:
    """What a borrowed citizen could activate, as `market c3`."""
    cards = card_set(game).cards
    for cell, space in game.players[loans.seat].district.items():
        card = cards[space.cards[0]]
        if card.kind == BUILDING and is_free(space) and loans.most[card.colour]:
            yield f"{card.slug} {cell}"


def activate(game: TournayGame, seat: str, slug: str, cell: str, lenders: tuple[str, ...]) -> None:
    """Put a citizen on the building and bring all that follows; it is settled now (C3)."""
    player, card = game.players[seat], card_set(game).cards[slug]
    space = player.district[cell]
    if lenders:
        pay_lenders(game, seat, card.colour, lenders)
        space.citizen = GREY
    else:
        player.plaza[card.colour] -= 1
        space.citizen = card.colour
    tell(game, "activated", seat=seat, card=slug, cell=cell, citizen=space.citizen)
    then(game, *list_effects(game, seat, card, cell))


def list_effects(game: TournayGame, seat: str, card: DeckCard, cell: str) -> list[Step]:
    """The building's own effect, then those of type 2 characters; all twice for one of type 1 (C1, C2)."""
    cards, times = card_set(game).cards, 1
    once = [build_effect_step(seat, card.effect, card.slug)] if card.effect else []
    for space in list_spaces_in_line(game.players[seat].district, cell):
        character = cards[space.cards[0]]
        if space.damaged:
            continue
        if character.twice == card.colour:
            times = 2
        elif character.on_activate and character.on_activate.fits(card):
            once.append(build_effect_step(seat, character.on_activate.effect, character.slug))
    return once * times
