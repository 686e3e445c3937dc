"""The verbs that cards are written in.

`earn`, `draw`, `draw_and_keep`, `pass_crown`, `check_completion` and `charge_tax` tell their own events; what
only moves gold or cards (`hand_over`, `card_to`, `discard`, `demolish`) leaves the telling to the card.
"""

from collections.abc import Iterator, Sequence

from ..core.agenda import Step, tell, then
from ..core.notation import distinct
from ..core.rng import Rng
from .characters.card import RANK
from .districts.table import CLASSIC, COST, NEW
from .memory import drawn, lay_under, learn, leaves_hand, looks_at, museum_falls
from .position import LONG_GOAL, Game, Player

# --- who is who


def rank(game: Game, character: str) -> int:
    """The number under which this character is called."""
    return RANK[game.edition][character]


def holder(game: Game, character: str) -> str | None:
    """Who holds this character in this round."""
    for seat, player in game.players.items():
        if character in player.characters:
            return seat
    return None


def master(game: Game, character: str) -> str | None:
    """Who has this character's power in this round: its holder, or the Witch who bewitched it."""
    return holder(game, "witch" if game.bewitched == character else character)


def rivals(game: Game, seat: str) -> list[str]:
    """The other seats, clockwise from this one."""
    place = game.seats.index(seat)
    return game.seats[place + 1 :] + game.seats[:place]


def neighbours(game: Game, seat: str) -> tuple[str, str]:
    """The seats on both sides."""
    others = rivals(game, seat)
    return others[0], others[-1]


def owner_of(game: Game, district: str) -> str | None:
    """In whose city this district stands."""
    for seat, player in game.players.items():
        if district in player.city:
            return seat
    return None


def others_of_cast(game: Game) -> list[str]:
    """The characters of the cast without the one whose turn it is."""
    return [other for other in game.cast if other != game.called]


# --- districts


def standing(player: Player) -> list[str]:
    """The districts of a city as moves name them: `tavern+` is the twin with the coin."""
    if not player.beautified:
        return distinct(player.city)
    names = []
    for slug in distinct(player.city):
        names.append(slug)
        if 0 < player.beautified.count(slug) < player.city.count(slug):
            names.append(f"{slug}+")
    return names


def has_coin(player: Player, district: str) -> bool:
    """Does the district that this name means bear a coin?"""
    coins = player.beautified.count(district.rstrip("+"))
    return bool(coins) and (district.endswith("+") or coins == player.city.count(district))


def cost(game: Game, player: Player, district: str) -> int:
    """The cost of a district that stands in this city, its coin included."""
    if not player.beautified:
        return COST[game.edition][district]
    return COST[game.edition][district.rstrip("+")] + has_coin(player, district)


def size(player: Player) -> int:
    return size_of(player.city)


def size_of(city: Sequence[str]) -> int:
    """City size: a Monument counts as two."""
    return len(city) + city.count("monument")


def is_completed(game: Game, player: Player) -> bool:
    return size(player) >= game.goal


def is_protected(game: Game, seat: str) -> bool:
    """Does a Bishop keep rank 8 away from this city?"""
    return game.murdered != "bishop" and bool(holder(game, "bishop")) and master(game, "bishop") == seat


def wall(player: Player, district: str) -> int:
    """What a Great Wall adds to the price for rank 8."""
    return int("great_wall" in player.city and district.rstrip("+") != "great_wall")


class Lot:
    """A district between two cities, with everything that travels with it."""

    def __init__(self, player: Player, district: str) -> None:
        self.card = district.rstrip("+")
        self.coin = has_coin(player, district)
        player.city.remove(self.card)
        if self.coin:
            player.beautified.remove(self.card)
        self.fresh = self.card in player.built_this_round
        if self.fresh:
            player.built_this_round.remove(self.card)
        self.under: list[str] = []
        if self.card == "museum" and self.card not in player.city:
            self.under, player.museum = player.museum, []

    def settle(self, player: Player) -> None:
        player.city.append(self.card)
        if self.coin:
            player.beautified.append(self.card)
        if self.fresh:
            player.built_this_round.append(self.card)
        player.museum += self.under


def demolish(game: Game, seat: str, district: str) -> str:
    """A district leaves a city for good: to the bottom of the deck, with what lies under it."""
    lot = Lot(game.players[seat], district)
    lay_under(game, [lot.card], game.seats)
    if lot.under:
        museum_falls(game, seat, lot.under)
    bell_falls(game, lot.card)
    return lot.card


def bell_falls(game: Game, card: str) -> None:
    """Without the Bell Tower the goal is back at eight, and who is first may change (R49)."""
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


def check_completion(game: Game, seat: str) -> None:
    """The first completed city makes this round the last (S1)."""
    player = game.players[seat]
    if not game.first_completed and is_completed(game, player):
        game.first_completed = [seat]
        if game.bell and size(player) < LONG_GOAL:
            game.through_bell = [seat]
        tell(game, "completed", seat=seat)


# --- gold and cards


def earn(game: Game, seat: str, gold: int, why: str) -> None:
    """Gold from the bank."""
    if gold:
        game.players[seat].gold += gold
        tell(game, "earned", seat=seat, gold=gold, why=why)


def hand_over(game: Game, giver: str, taker: str, gold: int) -> None:
    """Gold from one stash to another; the caller tells why."""
    game.players[giver].gold -= gold
    game.players[taker].gold += gold


def draw(game: Game, seat: str, count: int, why: str) -> None:
    """Cards from the top of the deck to the hand; a short deck gives what it has."""
    cards = game.deck[:count]
    if cards:
        del game.deck[: len(cards)]
        game.players[seat].hand += cards
        drawn(game, seat, cards)
        tell(game, "gained", seat=seat, count=len(cards), why=why, secret={seat: {"cards": cards}})


def from_hand(game: Game, seat: str, card: str, *, seen_by: Sequence[str] = ()) -> list[str]:
    """A card leaves a hand. Returned are those who know which one; to the others any may have gone."""
    witnesses = leaves_hand(game, seat, card, seen_by)
    game.players[seat].hand.remove(card)
    return witnesses


def card_to(game: Game, giver: str, taker: str, card: str) -> None:
    """A card passes from hand to hand; the two know which one; the caller tells why."""
    witnesses = from_hand(game, giver, card, seen_by=(taker,))
    game.players[taker].hand.append(card)
    for watcher in witnesses:
        if watcher != taker:
            learn(game, watcher, taker, [card])


def discard(game: Game, seat: str, cards: Sequence[str]) -> None:
    """Hand cards to the bottom of the deck, in the order named; the caller tells why."""
    for card in cards:
        lay_under(game, [card], from_hand(game, seat, card))


def draw_and_keep(game: Game, seat: str, count: int, keep: int, *, study: bool = False) -> None:
    """Look at cards and choose; without a choice they simply go to the hand (L2)."""
    cards = game.deck[:count]
    if len(cards) <= keep:
        draw(game, seat, count, "study" if study else "cards")
        return
    del game.deck[: len(cards)]
    looks_at(game, seat, cards)
    tell(game, "drew", seat=seat, count=len(cards), secret={seat: {"cards": cards}})
    args = {"cards": cards, "count": keep, "study": True} if study else {"cards": cards, "count": keep}
    then(game, Step("turn.keep", seat, args))


def lot(game: Game, seat: str, what: str) -> Rng:
    """Chance beside the game's own, for answers that nobody gave: no card of the game is drawn for it."""
    return Rng(f"{game.rng.seed}/{game.rng.drawn}/{game.round}/{seat}/{game.called}/{len(game.deck)}/{what}")


# --- the crown


def pass_crown(game: Game, seat: str) -> None:
    """Another player is crowned; a Throne Room pays its owner each time."""
    if seat == game.crown:
        return
    game.crown = seat
    tell(game, "crowned", seat=seat)
    if game.edition == CLASSIC and (owner := owner_of(game, "throne_room")):
        earn(game, owner, 1, "throne_room")


def may_be_crowned(game: Game, seat: str) -> Iterator[str]:
    """Whom an Emperor may crown: neither himself nor the one who is crowned already."""
    return (rival for rival in rivals(game, seat) if rival != game.crown)


# --- the Tax Collector


def tax_due(game: Game, owner: str, builder: str, gold: int) -> int:
    """2016: a gold for each district built, if there is one, except in the collector's own turn (B13)."""
    if game.edition != NEW or "tax_collector" not in game.cast or not gold:
        return 0
    return int(game.called != "tax_collector" or owner != builder)


def charge_tax(game: Game, owner: str, builder: str) -> None:
    """The tax for a district goes onto the token."""
    if tax_due(game, owner, builder, game.players[owner].gold):
        game.players[owner].gold -= 1
        game.taxes += 1
        tell(game, "taxed", seat=owner)
