"""What a written position may not say (N4)."""

from collections import Counter

from ...core.errors import BadPosition, RulesError
from ..districts.table import COST
from ..position import END, PHASES, Game
from ..words import owner_of
from .page import FIELDS, Written


def check_seats(seats: object, wrong: type[RulesError] = BadPosition) -> None:
    """Handles that a table can use; `wrong` is how to complain."""
    if not isinstance(seats, list) or not all(isinstance(seat, str) and seat for seat in seats):
        raise wrong("“seats” must list the handles, clockwise.")
    if not 2 <= len(seats) <= 8:
        raise wrong(f"Citadels is for 2 to 8 seats, not {len(seats)}.")
    if len({seat.casefold() for seat in seats}) != len(seats):
        raise wrong("Two seats have the same name.")
    for seat in seats:
        if seat in FIELDS or seat.split() != [seat]:
            raise wrong(f"A seat cannot be called “{seat:.40}”.")


def check(page: Written, game: Game) -> None:
    _check_names(page, game)
    _check_cards(page, game)
    if game.called and game.called != END and game.called not in game.cast:
        raise BadPosition(f"The {game.called} is called but not in the cast.")
    if game.phase not in PHASES:
        raise BadPosition(f"There is no phase “{game.phase:.40}”.")
    if game.bell and not owner_of(game, "bell_tower"):
        raise BadPosition("“bell” needs a Bell Tower in a city.")
    if game.taxes and "tax_collector" not in game.cast:
        raise BadPosition("“taxes” needs the Tax Collector in the cast.")
    if min(game.taxes, game.built, game.paid, game.round - 1, game.goal - 1) < 0:
        raise BadPosition("A number in the position is too small.")
    if game.threats and not game.blackmailer:
        raise BadPosition("“threats” needs a Blackmailer at the table, or “by”.")
    held = Counter(one for player in game.players.values() for one in player.characters)
    doubled = [one for one, copies in held.items() if copies > 1]
    if doubled:
        raise BadPosition(f"The {doubled[0]} is held twice.")


def _check_names(page: Written, game: Game) -> None:
    pending = page.pending
    spoken_of = [game.crown, page.drafter, page.robber, *game.first_completed]
    if page.threats:
        spoken_of.append(page.threats.by)
    if pending:
        spoken_of += [pending.seat, pending.builder, pending.to, pending.target, *(pending.giver or ())]
    for seat in spoken_of:
        if seat is not None and seat not in game.players:
            raise BadPosition(f"There is no seat “{seat:.40}”.")


def _check_cards(page: Written, game: Game) -> None:
    costs = COST[game.edition]
    piles = [
        pile
        for one in game.players.values()
        for pile in (one.hand, one.city, one.museum, one.built_this_round)
    ]
    piles.append(game.deck)
    if page.pending:
        piles += [page.pending.cards or [], [page.pending.card] if page.pending.card else []]
    for card in (card for pile in piles for card in pile):
        if card not in costs:
            raise BadPosition(f"There is no district “{card:.40}” in this edition.")
    for seat, player in game.players.items():
        if player.gold < 0:
            raise BadPosition(f"{seat} cannot have {player.gold} gold.")
        if Counter(player.beautified) - Counter(player.city):
            raise BadPosition(f"{seat} has a coin without its district.")
        if player.museum and "museum" not in player.city:
            raise BadPosition(f"{seat} has cards under a Museum but no Museum.")
        if set(player.revealed) - set(player.characters):
            raise BadPosition(f"{seat} cannot have revealed a character that is not held.")
