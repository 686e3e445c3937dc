"""The bot's decisions outside the moves of a turn: the draft, cards to keep, and reactions to rivals."""

from collections.abc import Sequence

from ...core.notation import DealOffer, Move, Offer, PickOffer
from .card_value import fill_offer, rate_build, value_district, value_in_hand
from .character_value import estimate_resources, rate_character
from .guess import guess_holders
from .view import BotView

CHOICE_NOISE = 0.6  # random points, at most this many, that vary the choice of a character
GOOD_ENOUGH = 1.0  # a character worth less than this is swapped for an unknown one

DECLINE = Move("decline")


def choose_any(sight: BotView, offers: Sequence[Offer]) -> Move:
    """Choose a random legal move."""
    return offers[sight.random_below(len(offers))].sample(sight.random_below)


# --- the draft


def pick_character(sight: BotView, offers: Sequence[Offer]) -> Move:
    """Pick the character that serves best; with two players also discard the one best for the rival."""
    mine = estimate_resources(sight, sight.seat)
    cards: list[str] = sight.question["cards"]
    likes = {one: rate_character(sight, one, mine) + CHOICE_NOISE * sight.chance() for one in cards}
    best = max(cards, key=likes.__getitem__)
    if not isinstance(offers[0], PickOffer):
        return Move("pick", (best,))
    theirs = estimate_resources(sight, sight.rivals[0])
    rest = [one for one in cards if one != best]
    return Move("pick", (best, max(rest, key=lambda one: rate_character(sight, one, theirs))))


def answer_theater(sight: BotView, offers: Sequence[Offer]) -> Move:
    """Swap a poor character for one of the leader's that is likely to be better."""
    mine = estimate_resources(sight, sight.seat)
    worst = min(sight.characters, key=lambda one: rate_character(sight, one, mine))
    chances = guess_holders(sight)[sight.leader]
    whole = sum(chances.values())
    hope = (
        sum(chance * rate_character(sight, one, mine) for one, chance in chances.items()) / whole
        if whole
        else 0
    )
    if rate_character(sight, worst, mine) > min(GOOD_ENOUGH, hope - 1):
        return DECLINE
    few = len(sight.rivals) < 3
    return Move("theater", (sight.leader, worst) if few else (sight.leader,))


# --- cards


def keep_cards(sight: BotView, offers: Sequence[Offer]) -> Move:
    cards: list[str] = sight.question["cards"]
    order = sorted(cards, key=lambda card: _value_new_card(sight, card), reverse=True)
    return Move("keep", tuple(order[: sight.question["count"]]))


def _value_new_card(sight: BotView, card: str) -> float:
    """What one more card is worth; a duplicate of a card in hand is of little use."""
    return value_in_hand(sight, card) * (0.2 if card in sight.hand and "quarry" not in sight.city else 1)


def take_card(sight: BotView, offers: Sequence[Offer]) -> Move:
    """Wizard: build the best affordable card, or take another one that is worth more in hand."""
    moves = [
        fill_offer(sight, offer) if isinstance(offer, PickOffer) else next(offer.moves()) for offer in offers
    ]

    def rate(move: Move) -> float:
        return rate_build(sight, move) + 0.5 if move.verb == "build" else _value_new_card(sight, move.args[0])

    return max(
        sorted(moves, key=str), key=rate
    )  # sorted, so that the order of the rival's hand does not decide ties


def give_cards(sight: BotView, offers: Sequence[Offer]) -> Move:
    """Seer: give back the least wanted cards, the very least wanted to the strongest rival."""
    offer = offers[0]
    seats = sorted(
        offer.seats if isinstance(offer, DealOffer) else (), key=sight.menace.__getitem__, reverse=True
    )
    twins = [card for place, card in enumerate(sight.hand) if card in sight.hand[:place]]
    order = sorted(sight.hand, key=lambda card: value_in_hand(sight, card) * (0.2 if card in twins else 1))
    return Move("give", tuple(word for pair in zip(seats, order, strict=False) for word in pair))


def choose_tribute(sight: BotView, offers: Sequence[Offer]) -> Move:
    """Give a gold, or a card that is worth less than that."""
    moves = [move for offer in offers for move in offer.moves()]
    return min(
        moves, key=lambda move: sight.coin if move.args[0] == "gold" else value_in_hand(sight, move.args[0])
    )


def choose_searched_card(sight: BotView, offers: Sequence[Offer]) -> Move:
    moves = [move for offer in offers for move in offer.moves() if move.verb == "search"]
    return max(moves, key=lambda move: _value_new_card(sight, move.args[0]))


def decide_recovery(sight: BotView, offers: Sequence[Offer]) -> Move:
    """Buy the destroyed card for one gold if there is time to build it and it is wanted."""
    card = sight.question["card"]
    wanted = not sight.last_round and _value_new_card(sight, card) > 1.0
    return Move("recover") if wanted else DECLINE


# --- gold and doubt


def decide_bribe(sight: BotView, offers: Sequence[Offer]) -> Move:
    """Bribe if the threat is known to be real; if unknown, when it costs less than half, else at random."""
    threats = sight.you.get("threats")
    if threats is not None:
        return Move("bribe" if threats.get(sight.called) else "refuse")
    return Move("bribe" if sight.gold < 2 or sight.gold % 2 or sight.chance() < 0.5 else "refuse")


def decide_reveal(sight: BotView, offers: Sequence[Offer]) -> Move:
    """Reveal only the lace, and only for gold; a blank that stays hidden keeps the other threat uncertain."""
    lace = sight.you.get("threats", {}).get(sight.called, False)
    victim = next((seat for seat in sight.rivals if sight.called in sight.players[seat]["revealed"]), None)
    worth = lace and victim is not None and sight.players[victim]["gold"]
    return Move("reveal" if worth else "conceal")


def decide_confiscation(sight: BotView, offers: Sequence[Offer]) -> Move:
    able = any(offer.verb == "confiscate" for offer in offers)
    return Move("confiscate") if able and value_district(sight, sight.question["card"]) > 0 else DECLINE


# --- crown and bell


def choose_crowning(sight: BotView, offers: Sequence[Offer]) -> Move:
    """Crown a weak rival, preferably the one who drafts just before the bot; take gold rather than a card."""
    moves = [move for offer in offers for move in offer.moves()]

    def rate(move: Move) -> float:
        seat = move.args[0]
        statue = any(one["card"] == "statue" for one in sight.players[seat]["city"])
        gain = 0.3 * ("gold" in move.args) + (0.5 if sight.players[seat]["gold"] else 0)
        return gain + 1.5 * (seat == sight.rivals[-1]) - 0.3 * sight.menace[seat] - 3 * statue

    return max(moves, key=rate)


def decide_announcement(sight: BotView, offers: Sequence[Offer]) -> Move:
    """Announce the shorter goal only if no rival is ahead in districts or points."""
    size, score = sight.me["size"], sight.score[sight.seat]
    ahead = all(sight.players[seat]["size"] <= size and sight.score[seat] <= score for seat in sight.rivals)
    return Move("announce") if ahead else DECLINE
