"""Placing a card: its cost, its place, and the characters that see it (rule page, section 3a)."""

from collections.abc import Iterator, Mapping
from functools import partial

from ..core.agenda import Step, tell, then
from ..core.chain_offer import ChainOffer, ChainPlace, Chosen
from ..core.notation import Offer
from .actions import ASIDE, PLAZA, drop_from_hand, find_card
from .cards.card import CARD_COST, CITIZEN_COST, DENIERS, DeckCard, card_set
from .district import District, list_new_cells, list_spaces_in_line, reading_order
from .knowledge.memory import bury, mark_everybody, take_shown
from .numbers import CARD_COST_DENIERS, SPACES
from .position import GREY, Space, TournayGame, TournayPlayer

CELL, DISCARD, GIVE, FROM, HAND = "cell", "discard", "give", "from", "hand"


# --- what may be placed, and where


def offer_to_place(game: TournayGame, seat: str) -> Iterator[Offer]:
    """Offer each card of the hand that can be paid for and has a place."""
    player = game.players[seat]
    cards = card_set(game).cards
    has_room = len(player.district) < SPACES  # in a frame with a gap, some gap touches a card
    for slug in dict.fromkeys(player.hand):
        card = cards[slug]
        payable = player.deniers >= card.cost if card.payment == DENIERS else can_pay(player, card)
        if payable and (has_room or _has_place(game, player, card)):
            yield ChainOffer("place", (slug,), partial(_next_place, game, player, card))


def can_pay(player: TournayPlayer, card: DeckCard) -> bool:
    if card.payment == DENIERS:
        return player.deniers >= card.cost
    if card.payment == CARD_COST:
        return player.deniers >= CARD_COST_DENIERS and (len(player.hand) > 1 or bool(player.district))
    return bool(
        player.plaza[card.colour] or player.aside[card.colour] or _list_occupied(player.district, card.colour)
    )


def _has_place(game: TournayGame, player: TournayPlayer, card: DeckCard) -> bool:
    """Is there a place in a full district?"""
    if card.payment == DENIERS:
        return bool(_list_covered_cells(game, player.district, card))
    return bool(_list_cells_and_payments(game, player, card))


def _next_place(
    game: TournayGame, player: TournayPlayer, card: DeckCard, chosen: Chosen
) -> ChainPlace | None:
    """The cell, then what pays besides money."""
    if card.payment == DENIERS:
        return None if chosen else ChainPlace(CELL, _list_cells(game, player.district, card))
    cells = _list_cells_and_payments(game, player, card)
    if not chosen:
        return ChainPlace(CELL, tuple(cells))
    if len(chosen) > 1:
        return None
    keyword = DISCARD if card.payment == CARD_COST else GIVE
    return ChainPlace(keyword, cells[chosen[0][0]], keyword=keyword)


def _list_cells(game: TournayGame, district: District, card: DeckCard) -> tuple[str, ...]:
    """Where the card may lie in this district: next to another card, or on one."""
    covered, fresh = _list_covered_cells(game, district, card), list_new_cells(frozenset(district))
    return (*fresh, *sorted(covered, key=reading_order)) if covered else fresh


def _list_covered_cells(game: TournayGame, district: District, card: DeckCard) -> list[str]:
    """Where the card may cover another one: of its colour, and free (P7)."""
    cards, colour = card_set(game).cards, card.colour
    return [
        cell
        for cell, space in district.items()
        if not space.citizen and not space.damaged and cards[space.cards[0]].colour == colour
    ]


def _list_cells_and_payments(
    game: TournayGame, player: TournayPlayer, card: DeckCard
) -> dict[str, tuple[str, ...]]:
    """Where the card may lie, each cell with what may be paid for it: the cost is paid first (P4)."""
    payments = _list_discards(player, card) if card.payment == CARD_COST else _list_gifts(player, card)
    found: dict[str, list[str]] = {}
    for payment, left in payments:
        for cell in _list_cells(game, left, card):
            found.setdefault(cell, []).append(payment)
    return {cell: tuple(found[cell]) for cell in sorted(found, key=reading_order)}


def _list_discards(player: TournayPlayer, card: DeckCard) -> Iterator[tuple[str, District]]:
    """What may be discarded (P2), and the district as it is then."""
    hand = [*player.hand]
    hand.remove(card.slug)
    for slug in dict.fromkeys(hand):
        yield f"{slug} {FROM} {HAND}", player.district
    for cell, space in player.district.items():
        for slug in dict.fromkeys(space.cards):
            left = dict(player.district)
            _replace_space(left, cell, _remove_card(space, slug))
            yield f"{slug} {FROM} {cell}", left


def _remove_card(space: Space, slug: str) -> Space | None:
    """The space without the topmost copy of this card; None if nothing is left."""
    place = space.cards.index(slug)
    cards = [*space.cards[:place], *space.cards[place + 1 :]]
    if not cards:
        return None
    return Space(cards) if place == 0 else Space(cards, space.citizen, space.damaged)


def _replace_space(district: District, cell: str, space: Space | None) -> None:
    if space is None:
        del district[cell]
    else:
        district[cell] = space


def _list_gifts(player: TournayPlayer, card: DeckCard) -> Iterator[tuple[str, District]]:
    """Where the citizen may come from that is given for the card (P3), and the district as it is then."""
    if player.plaza[card.colour]:
        yield PLAZA, player.district
    if player.aside[card.colour]:
        yield ASIDE, player.district
    for cell in _list_occupied(player.district, card.colour):
        yield cell, {**player.district, cell: Space(player.district[cell].cards)}


def _list_occupied(district: District, colour: str) -> list[str]:
    return [cell for cell, space in district.items() if space.citizen == colour]


# --- doing it


def place_card(game: TournayGame, seat: str, args: tuple[str, ...]) -> None:
    """Pay for the card, lay it down, and bring the effects of the characters in line (P4, P8)."""
    slug, cell, *payment = args
    player, card = game.players[seat], find_card(game, slug)
    take_shown(game, player, slug)
    deniers = _pay(game, seat, card, payment)
    space = player.district.get(cell)
    over = space.cards[0] if space else ""
    if space:
        space.cards.insert(0, slug)
    else:
        player.district[cell] = Space([slug])
    tell(game, "placed", seat=seat, card=slug, cell=cell, over=over, deniers=deniers)
    then(game, *_list_place_effects(game, seat, card, cell))


def _pay(game: TournayGame, seat: str, card: DeckCard, payment: list[str]) -> int:
    """Pay what the card costs; return how many deniers that was."""
    player = game.players[seat]
    deniers = CARD_COST_DENIERS if card.payment == CARD_COST else card.cost
    player.deniers -= deniers
    if card.payment == CARD_COST:
        _, slug, _, source = payment
        _discard(game, seat, slug, source)
    elif card.payment == CITIZEN_COST:
        _give_citizen(game, seat, card.colour, payment[1])
    return deniers


def _discard(game: TournayGame, seat: str, slug: str, source: str) -> None:
    """Put a card of the hand or of the district under its deck."""
    if source == HAND:
        deck = drop_from_hand(game, seat, slug)
        tell(game, "discarded", seat=seat, deck=deck, secret={seat: {"card": slug}})
        return
    player = game.players[seat]
    space = player.district[source]
    if slug == space.cards[0] and space.citizen and space.citizen != GREY:
        player.aside[space.citizen] += 1
    _replace_space(player.district, source, _remove_card(space, slug))
    bury(game, find_card(game, slug).deck, slug, mark_everybody(game))
    tell(game, "removed", seat=seat, card=slug, cell=source)


def _give_citizen(game: TournayGame, seat: str, colour: str, source: str) -> None:
    """Give a citizen back to the supply."""
    player = game.players[seat]
    if source == PLAZA:
        player.plaza[colour] -= 1
    elif source == ASIDE:
        player.aside[colour] -= 1
    else:
        player.district[source].citizen = ""
    game.supply[colour] += 1
    tell(game, "gave_citizen", seat=seat, colour=colour, source=source)


def _list_place_effects(game: TournayGame, seat: str, card: DeckCard, cell: str) -> Iterator[Step]:
    """The effects of the type 3 characters in line, as the district lies now (C4, C5)."""
    cards: Mapping[str, DeckCard] = card_set(game).cards
    for space in list_spaces_in_line(game.players[seat].district, cell):
        character = cards[space.cards[0]]
        line = character.on_place
        if line and line.fits(card) and not space.damaged:
            yield Step("effect", seat, {"effect": line.effect.text, "card": character.slug})
