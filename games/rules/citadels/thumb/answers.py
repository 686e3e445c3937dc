"""Questions outside the run of a turn: the draft, what to keep, and what others put to one."""

from collections.abc import Sequence

from ...core.notation import Deal, Move, Offer, Pick
from .appeal import appeal, means_of
from .guess import holders
from .sight import Sight
from .worth import filled, rate_build, value, wish

WHIM = 0.6  # points by which a choice of character may differ from the best
CONTENT = 1.0  # a character worth less than this is given away for another, unseen

DECLINE = Move("decline")


def any_of(sight: Sight, offers: Sequence[Offer]) -> Move:
    return offers[sight.below(len(offers))].sample(sight.below)


# --- the draft


def pick(sight: Sight, offers: Sequence[Offer]) -> Move:
    """What serves best; with two players the best for the rival is put away."""
    mine = means_of(sight, sight.seat)
    cards: list[str] = sight.asked["cards"]
    likes = {one: appeal(sight, one, mine) + WHIM * sight.chance() for one in cards}
    best = max(cards, key=likes.__getitem__)
    if not isinstance(offers[0], Pick):
        return Move("pick", (best,))
    theirs = means_of(sight, sight.rivals[0])
    rest = [one for one in cards if one != best]
    return Move("pick", (best, max(rest, key=lambda one: appeal(sight, one, theirs))))


def theater(sight: Sight, offers: Sequence[Offer]) -> Move:
    """Somebody with a poor character takes the leader's for it."""
    mine = means_of(sight, sight.seat)
    worst = min(sight.characters, key=lambda one: appeal(sight, one, mine))
    chances = holders(sight)[sight.leader]
    whole = sum(chances.values())
    hope = sum(chance * appeal(sight, one, mine) for one, chance in chances.items()) / whole if whole else 0
    if appeal(sight, worst, mine) > min(CONTENT, hope - 1):
        return DECLINE
    few = len(sight.rivals) < 3
    return Move("theater", (sight.leader, worst) if few else (sight.leader,))


# --- cards


def keep(sight: Sight, offers: Sequence[Offer]) -> Move:
    cards: list[str] = sight.asked["cards"]
    order = sorted(cards, key=lambda card: _fresh(sight, card), reverse=True)
    return Move("keep", tuple(order[: sight.asked["count"]]))


def _fresh(sight: Sight, card: str) -> float:
    """A twin of what one holds already is of little use."""
    return wish(sight, card) * (0.2 if card in sight.hand and "quarry" not in sight.city else 1)


def take(sight: Sight, offers: Sequence[Offer]) -> Move:
    """The Wizard builds the best he can pay for, unless another card is a better one to have."""
    moves = [filled(sight, offer) if isinstance(offer, Pick) else next(offer.moves()) for offer in offers]

    def rate(move: Move) -> float:
        return rate_build(sight, move) + 0.5 if move.verb == "build" else _fresh(sight, move.args[0])

    return max(
        sorted(moves, key=str), key=rate
    )  # not by their order: nobody knows how a rival sorts his hand


def give(sight: Sight, offers: Sequence[Offer]) -> Move:
    """The cards one wants least, the very least to the strongest rival."""
    offer = offers[0]
    seats = sorted(offer.seats if isinstance(offer, Deal) else (), key=sight.menace.__getitem__, reverse=True)
    twins = [card for place, card in enumerate(sight.hand) if card in sight.hand[:place]]
    order = sorted(sight.hand, key=lambda card: wish(sight, card) * (0.2 if card in twins else 1))
    return Move("give", tuple(word for pair in zip(seats, order, strict=False) for word in pair))


def tribute(sight: Sight, offers: Sequence[Offer]) -> Move:
    """A gold, or the card one would miss less."""
    moves = [move for offer in offers for move in offer.moves()]
    return min(moves, key=lambda move: sight.coin if move.args[0] == "gold" else wish(sight, move.args[0]))


def search(sight: Sight, offers: Sequence[Offer]) -> Move:
    moves = [move for offer in offers for move in offer.moves() if move.verb == "search"]
    return max(moves, key=lambda move: _fresh(sight, move.args[0]))


def recover(sight: Sight, offers: Sequence[Offer]) -> Move:
    """A card that one can still build, for a gold."""
    card = sight.asked["card"]
    wanted = not sight.last_round and _fresh(sight, card) > 1.0
    return Move("recover") if wanted else DECLINE


# --- gold and doubt


def bribe(sight: Sight, offers: Sequence[Offer]) -> Move:
    """Half is certain, all is an even chance; what has been shown settles it."""
    threats = sight.you.get("threats")
    if threats is not None:
        return Move("bribe" if threats.get(sight.called) else "refuse")
    return Move("bribe" if sight.gold < 2 or sight.gold % 2 or sight.chance() < 0.5 else "refuse")


def reveal(sight: Sight, offers: Sequence[Offer]) -> Move:
    """Only the lace is worth showing; a blank that stays hidden keeps the other one in doubt."""
    lace = sight.you.get("threats", {}).get(sight.called, False)
    victim = next((seat for seat in sight.rivals if sight.called in sight.players[seat]["revealed"]), None)
    worth = lace and victim is not None and sight.players[victim]["gold"]
    return Move("reveal" if worth else "conceal")


def confiscate(sight: Sight, offers: Sequence[Offer]) -> Move:
    able = any(offer.verb == "confiscate" for offer in offers)
    return Move("confiscate") if able and value(sight, sight.asked["card"]) > 0 else DECLINE


# --- crown and bell


def crown(sight: Sight, offers: Sequence[Offer]) -> Move:
    """To a weak rival, best to the one whose left-hand neighbour one is; gold rather than a card."""
    moves = [move for offer in offers for move in offer.moves()]

    def rate(move: Move) -> float:
        seat = move.args[0]
        statue = any(one["card"] == "statue" for one in sight.players[seat]["city"])
        gain = 0.3 * ("gold" in move.args) + (0.5 if sight.players[seat]["gold"] else 0)
        return gain + 1.5 * (seat == sight.rivals[-1]) - 0.3 * sight.menace[seat] - 3 * statue

    return max(moves, key=rate)


def announce(sight: Sight, offers: Sequence[Offer]) -> Move:
    """A short game suits whoever is ahead."""
    size, score = sight.me["size"], sight.score[sight.seat]
    ahead = all(sight.players[seat]["size"] <= size and sight.score[seat] <= score for seat in sight.rivals)
    return Move("announce") if ahead else DECLINE
