"""The actions and questions that cards are written with.

`earn`, `draw`, `draw_and_keep`, `pass_crown`, `check_completion` and `charge_tax` record their own events.
Actions that only move gold or cards (`give_gold`, `give_card`, `discard`, `demolish`) leave that to the card.
"""

from collections.abc import Iterator, Sequence

from ..core.agenda import Step, tell, then
from ..core.notation import list_distinct
from ..core.rng import Rng
from .characters.card import RANK
from .districts.cards import CLASSIC, COST, NEW
from .knowledge.memory import (
    learn,
    note_card_leaving_hand,
    note_draw,
    note_look_at_top,
    put_under_deck,
    return_museum_cards,
)
from .position import LONG_GOAL, CitadelsGame, CitadelsPlayer

# --- who is who


def rank_of(game: CitadelsGame, character: str) -> int:
    """The rank by which this character is called."""
    return RANK[game.edition][character]


def holder_of(game: CitadelsGame, character: str) -> str | None:
    """The seat that holds this character in this round."""
    for seat, player in game.players.items():
        if character in player.characters:
            return seat
    return None


def power_holder_of(game: CitadelsGame, character: str) -> str | None:
    """The seat that has this character's power in this round: its holder, or the Witch who bewitched it."""
    return holder_of(game, "witch" if game.bewitched == character else character)


def rivals_of(game: CitadelsGame, seat: str) -> list[str]:
    """The other seats, clockwise from this one."""
    place = game.seats.index(seat)
    return game.seats[place + 1 :] + game.seats[:place]


def neighbours_of(game: CitadelsGame, seat: str) -> tuple[str, str]:
    """The seats on both sides."""
    others = rivals_of(game, seat)
    return others[0], others[-1]


def owner_of(game: CitadelsGame, district: str) -> str | None:
    """The seat whose city has this district."""
    for seat, player in game.players.items():
        if district in player.city:
            return seat
    return None


def other_characters(game: CitadelsGame) -> list[str]:
    """The characters of the cast except the one on turn."""
    return [other for other in game.cast if other != game.called]


# --- districts


def list_district_names(player: CitadelsPlayer) -> list[str]:
    """The districts of a city as moves name them: of two Taverns, `tavern+` is the one with a coin."""
    if not player.beautified:
        return list_distinct(player.city)
    names = []
    for slug in list_distinct(player.city):
        names.append(slug)
        if 0 < player.beautified.count(slug) < player.city.count(slug):
            names.append(f"{slug}+")
    return names


def has_coin(player: CitadelsPlayer, district: str) -> bool:
    """Does the district with this name have a coin on it?"""
    coins = player.beautified.count(district.rstrip("+"))
    return bool(coins) and (district.endswith("+") or coins == player.city.count(district))


def cost_of(game: CitadelsGame, player: CitadelsPlayer, district: str) -> int:
    """The cost of a district in this city, including its coin."""
    if not player.beautified:
        return COST[game.edition][district]
    return COST[game.edition][district.rstrip("+")] + has_coin(player, district)


def city_size(player: CitadelsPlayer) -> int:
    return size_of(player.city)


def size_of(city: Sequence[str]) -> int:
    """The size of a city: a Monument counts as two districts."""
    return len(city) + city.count("monument")


def is_completed(game: CitadelsGame, player: CitadelsPlayer) -> bool:
    return city_size(player) >= game.goal


def is_protected(game: CitadelsGame, seat: str) -> bool:
    """Does the Bishop protect this city from rank 8?"""
    return (
        game.murdered != "bishop"
        and bool(holder_of(game, "bishop"))
        and power_holder_of(game, "bishop") == seat
    )


def great_wall_surcharge(player: CitadelsPlayer, district: str) -> int:
    """The gold that a Great Wall adds to rank 8's price for this district."""
    return int("great_wall" in player.city and district.rstrip("+") != "great_wall")


class DistrictInTransit:
    """A district taken out of a city, with everything that moves along with it."""

    def __init__(self, player: CitadelsPlayer, district: str) -> None:
        self.card = district.rstrip("+")
        self.coin = has_coin(player, district)
        player.city.remove(self.card)
        if self.coin:
            player.beautified.remove(self.card)
        self.is_new = self.card in player.built_this_round
        if self.is_new:
            player.built_this_round.remove(self.card)
        self.under: list[str] = []
        if self.card == "museum" and self.card not in player.city:
            self.under, player.museum = player.museum, []

    def settle(self, player: CitadelsPlayer) -> None:
        """Put the district into a player's city."""
        player.city.append(self.card)
        if self.coin:
            player.beautified.append(self.card)
        if self.is_new:
            player.built_this_round.append(self.card)
        player.museum += self.under


def demolish(game: CitadelsGame, seat: str, district: str) -> str:
    """Destroy a district: it goes to the bottom of the deck, with the cards under it. Return its card."""
    lot = DistrictInTransit(game.players[seat], district)
    put_under_deck(game, [lot.card], game.seats)
    if lot.under:
        return_museum_cards(game, seat, lot.under)
    handle_bell_tower_loss(game, lot.card)
    return lot.card


def handle_bell_tower_loss(game: CitadelsGame, card: str) -> None:
    """If the announced Bell Tower is lost, set the goal back to eight and check who is first again (R49)."""
    if card != "bell_tower" or not game.bell:
        return
    game.bell = False
    if game.short:
        return
    game.goal = LONG_GOAL
    tell(game, "bell_fell", goal=game.goal)
    game.first_completed = [
        seat
        for seat in game.first_completed
        if seat not in game.through_bell or is_completed(game, game.players[seat])
    ]
    game.through_bell = []
    if not game.first_completed:
        game.first_completed = [seat for seat in game.seats if is_completed(game, game.players[seat])]


def check_completion(game: CitadelsGame, seat: str) -> None:
    """Make this round the last if the seat's city is the first to be completed (S1)."""
    player = game.players[seat]
    if not game.first_completed and is_completed(game, player):
        game.first_completed = [seat]
        if game.bell and city_size(player) < LONG_GOAL:
            game.through_bell = [seat]
        tell(game, "completed", seat=seat)


# --- gold and cards


def earn(game: CitadelsGame, seat: str, gold: int, why: str) -> None:
    """Give a seat gold from the bank."""
    if gold:
        game.players[seat].gold += gold
        tell(game, "earned", seat=seat, gold=gold, why=why)


def give_gold(game: CitadelsGame, giver: str, taker: str, gold: int) -> None:
    """Move gold from one player to another. The caller records why."""
    game.players[giver].gold -= gold
    game.players[taker].gold += gold


def draw(game: CitadelsGame, seat: str, count: int, why: str) -> None:
    """Draw cards from the top of the deck into the hand; a short deck gives what it has."""
    cards = game.deck[:count]
    if cards:
        del game.deck[: len(cards)]
        game.players[seat].hand += cards
        note_draw(game, seat, cards)
        tell(game, "gained", seat=seat, count=len(cards), why=why, secret={seat: {"cards": cards}})


def remove_from_hand(game: CitadelsGame, seat: str, card: str, *, seen_by: Sequence[str] = ()) -> list[str]:
    """Remove a card from a hand. Return the seats that know which card it was."""
    witnesses = note_card_leaving_hand(game, seat, card, seen_by)
    game.players[seat].hand.remove(card)
    return witnesses


def give_card(game: CitadelsGame, giver: str, taker: str, card: str) -> None:
    """Move a card from hand to hand; both seats know which one it is. The caller records why."""
    witnesses = remove_from_hand(game, giver, card, seen_by=(taker,))
    game.players[taker].hand.append(card)
    for watcher in witnesses:
        if watcher != taker:
            learn(game, watcher, taker, [card])


def discard(game: CitadelsGame, seat: str, cards: Sequence[str]) -> None:
    """Put hand cards under the deck in the order named. The caller records why."""
    for card in cards:
        put_under_deck(game, [card], remove_from_hand(game, seat, card))


def draw_and_keep(game: CitadelsGame, seat: str, count: int, keep: int, *, study: bool = False) -> None:
    """Draw cards and ask which to keep; if there is no choice they simply go to the hand (L2)."""
    cards = game.deck[:count]
    if len(cards) <= keep:
        draw(game, seat, count, "study" if study else "cards")
        return
    del game.deck[: len(cards)]
    note_look_at_top(game, seat, cards)
    tell(game, "drew", seat=seat, count=len(cards), secret={seat: {"cards": cards}})
    args = {"cards": cards, "count": keep, "study": True} if study else {"cards": cards, "count": keep}
    then(game, Step("turn.keep", seat, args))


def derive_rng(game: CitadelsGame, seat: str, what: str) -> Rng:
    """A generator apart from the game's own, for answers no player gave: it leaves the game's draws alone."""
    return Rng(f"{game.rng.seed}/{game.rng.drawn}/{game.round}/{seat}/{game.called}/{len(game.deck)}/{what}")


# --- the crown


def pass_crown(game: CitadelsGame, seat: str) -> None:
    """Pass the crown to a seat; the classic Throne Room pays its owner each time it moves."""
    if seat == game.crown:
        return
    game.crown = seat
    tell(game, "crowned", seat=seat)
    if game.edition == CLASSIC and (owner := owner_of(game, "throne_room")):
        earn(game, owner, 1, "throne_room")


def list_crown_candidates(game: CitadelsGame, seat: str) -> Iterator[str]:
    """List whom an Emperor may crown: neither himself nor the player who has the crown."""
    return (rival for rival in rivals_of(game, seat) if rival != game.crown)


# --- the Tax Collector


def tax_due(game: CitadelsGame, owner: str, builder: str, gold: int) -> int:
    """2016: one gold for each district built, if any is left, except in the collector's own turn (B13)."""
    if game.edition != NEW or "tax_collector" not in game.cast or not gold:
        return 0
    return int(game.called != "tax_collector" or owner != builder)


def charge_tax(game: CitadelsGame, owner: str, builder: str) -> None:
    """Collect the tax for a newly built district on the tax token."""
    if tax_due(game, owner, builder, game.players[owner].gold):
        game.players[owner].gold -= 1
        game.taxes += 1
        tell(game, "taxed", seat=owner)
