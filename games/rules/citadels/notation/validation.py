"""Validate a written position (N4)."""

from collections import Counter

from ...core.capabilities.position_notation import check_handles
from ...core.errors import BadPosition, RulesError, make_printable
from ..actions import owner_of
from ..characters.card import CHARACTERS
from ..districts.cards import COST
from ..districts.effects import EFFECTS
from ..draft import count_characters_each
from ..position import END, PHASES, CitadelsGame, CitadelsPlayer
from .schema import POSITION_FIELDS, PositionSchema

MOST_GOLD = 10**6
MOST_DISTRICTS, MOST_CARDS = 40, 400


def check_seats(seats: object, wrong: type[RulesError] = BadPosition) -> None:
    """Check that these are handles a table can use; raise `wrong` if they are not."""
    check_handles(seats, POSITION_FIELDS, wrong)
    if isinstance(seats, list) and not 2 <= len(seats) <= 8:
        raise wrong(f"Citadels is for 2 to 8 seats, not {len(seats)}.")


def check_position(page: PositionSchema, game: CitadelsGame) -> None:
    """Raise BadPosition for the first thing in a position that no game can come to."""
    for part in (_check_names, _check_cards, _check_seat_parts, _check_moment, _check_numbers, _check_marks):
        part(page, game)


def _check_moment(page: PositionSchema, game: CitadelsGame) -> None:
    if game.called and game.called != END and game.called not in game.cast:
        raise BadPosition(f"The {game.called} is called but not in the cast.")
    if game.phase not in PHASES:
        raise BadPosition(f"There is no phase “{make_printable(game.phase)}”.")
    verbs = {verb for who in CHARACTERS.values() for verb in who.powers[game.edition]}
    if unknown := set(game.used) - verbs - set(EFFECTS) - {"from"}:
        raise BadPosition(f"“used” does not know “{make_printable(min(unknown))}”.")


def _check_numbers(page: PositionSchema, game: CitadelsGame) -> None:
    numbers = (game.taxes, game.built, game.paid, game.round - 1, game.goal - 1)
    if not 0 <= min(numbers) <= max(numbers) <= MOST_GOLD:
        raise BadPosition("A number in the position is too small or too large.")
    if game.taxes and "tax_collector" not in game.cast:
        raise BadPosition("“taxes” needs the Tax Collector in the cast.")


def _check_marks(page: PositionSchema, game: CitadelsGame) -> None:
    if game.bell and not owner_of(game, "bell_tower"):
        raise BadPosition("“bell” needs a Bell Tower in a city.")
    if len(set(game.first_completed)) != len(game.first_completed):
        raise BadPosition("“first_completed” names a seat twice.")
    if page.warrants and len({page.warrants.signed, *page.warrants.blank}) != 3:
        raise BadPosition("Warrants lie on three different characters: one signed, two blank.")
    if page.threats and page.threats.lace and page.threats.lace == page.threats.blank:
        raise BadPosition("Two threats cannot lie on one character.")
    if game.threats and not game.blackmailer:
        raise BadPosition("“threats” needs a Blackmailer at the table, or “by”.")


def _check_names(page: PositionSchema, game: CitadelsGame) -> None:
    pending = page.pending
    spoken_of = [game.crown, page.drafter, page.robber, *game.first_completed]
    if page.threats:
        spoken_of.append(page.threats.by)
    if pending:
        spoken_of += [pending.seat, pending.builder, pending.to, pending.target, *(pending.giver or ())]
    for seat in spoken_of:
        if seat is not None and seat not in game.players:
            raise BadPosition(f"There is no seat “{seat:.40}”.")


def _check_cards(page: PositionSchema, game: CitadelsGame) -> None:
    costs = COST[game.edition]
    piles = [
        pile
        for one in game.players.values()
        for pile in (one.hand, one.city, one.museum, one.built_this_round)
    ]
    piles.append(game.deck)
    if page.pending:
        piles += [page.pending.cards or [], [page.pending.card] if page.pending.card else []]
    if sum(map(len, piles)) > MOST_CARDS:
        raise BadPosition(f"A position has at most {MOST_CARDS} cards.")
    for card in (card for pile in piles for card in pile):
        if card not in costs:
            raise BadPosition(f"There is no district “{make_printable(card)}” in this edition.")


def _check_seat_parts(page: PositionSchema, game: CitadelsGame) -> None:
    held = Counter(one for player in game.players.values() for one in player.characters)
    for one, copies in held.items():
        if copies > 1:
            raise BadPosition(f"The {one} is held twice.")
    for seat, player in game.players.items():
        if not 0 <= player.gold <= MOST_GOLD:
            raise BadPosition(f"{seat} cannot have {player.gold} gold.")
        if len(player.city) > MOST_DISTRICTS:
            raise BadPosition(f"A city has at most {MOST_DISTRICTS} districts.")
        if len(player.characters) > count_characters_each(game):
            raise BadPosition(f"{seat} holds too many characters.")
        _check_city(seat, player)


def _check_city(seat: str, player: CitadelsPlayer) -> None:
    if Counter(player.beautified) - Counter(player.city):
        raise BadPosition(f"{seat} has a coin without its district.")
    if player.museum and "museum" not in player.city:
        raise BadPosition(f"{seat} has cards under a Museum but no Museum.")
    if set(player.revealed) - set(player.characters):
        raise BadPosition(f"{seat} cannot have revealed a character that is not held.")
