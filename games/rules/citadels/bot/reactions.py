"""The bot's decisions outside the moves of a turn: the draft, cards to keep, and reactions to rivals."""

from collections.abc import Sequence

from ...core.notation import DealOffer, Move, Offer, PickOffer, list_moves
from .card_value import fill_offer, rate_build, value_district, value_in_hand
from .character_value import estimate_resources, rate_character
from .guess import guess_holders
from .view import BotView

CHOICE_NOISE = 0.6  # random points, at most this many, that vary the choice of a character
GOOD_ENOUGH = 1.0  # a character worth less than this is swapped for an unknown one

DECLINE = Move("decline")


def choose_any(view: BotView, offers: Sequence[Offer]) -> Move:
    """Choose a random legal move."""
    return offers[view.random_below(len(offers))].sample(view.random_below)


# --- the draft


def pick_character(view: BotView, offers: Sequence[Offer]) -> Move:
    """Pick the character that serves best; with two players also discard the one best for the rival."""
    mine = estimate_resources(view, view.seat)
    cards: list[str] = view.question["cards"]
    likes = {one: rate_character(view, one, mine) + CHOICE_NOISE * view.chance() for one in cards}
    best = max(cards, key=likes.__getitem__)
    if not isinstance(offers[0], PickOffer):
        return Move("pick", (best,))
    theirs = estimate_resources(view, view.rivals[0])
    rest = [one for one in cards if one != best]
    return Move("pick", (best, max(rest, key=lambda one: rate_character(view, one, theirs))))


def answer_theater(view: BotView, offers: Sequence[Offer]) -> Move:
    """Swap a poor character for one of the leader's that is likely to be better."""
    mine = estimate_resources(view, view.seat)
    worst = min(view.characters, key=lambda one: rate_character(view, one, mine))
    chances = guess_holders(view)[view.leader]
    whole = sum(chances.values())
    hope = (
        sum(chance * rate_character(view, one, mine) for one, chance in chances.items()) / whole
        if whole
        else 0
    )
    if rate_character(view, worst, mine) > min(GOOD_ENOUGH, hope - 1):
        return DECLINE
    few = len(view.rivals) < 3
    return Move("theater", (view.leader, worst) if few else (view.leader,))


# --- cards


def keep_cards(view: BotView, offers: Sequence[Offer]) -> Move:
    cards: list[str] = view.question["cards"]
    order = sorted(cards, key=lambda card: _value_new_card(view, card), reverse=True)
    return Move("keep", tuple(order[: view.question["count"]]))


def _value_new_card(view: BotView, card: str) -> float:
    """What one more card is worth; a duplicate of a card in hand is of little use."""
    return value_in_hand(view, card) * (0.2 if card in view.hand and "quarry" not in view.city else 1)


def take_card(view: BotView, offers: Sequence[Offer]) -> Move:
    """Wizard: build the best affordable card, or take another one that is worth more in hand."""
    moves = [
        fill_offer(view, offer) if isinstance(offer, PickOffer) else next(offer.moves()) for offer in offers
    ]

    def rate(move: Move) -> float:
        return rate_build(view, move) + 0.5 if move.verb == "build" else _value_new_card(view, move.args[0])

    return max(
        sorted(moves, key=str), key=rate
    )  # sorted, so that the order of the rival's hand does not decide ties


def give_cards(view: BotView, offers: Sequence[Offer]) -> Move:
    """Seer: give back the least wanted cards, the very least wanted to the strongest rival."""
    offer = offers[0]
    seats = sorted(
        offer.seats if isinstance(offer, DealOffer) else (), key=view.menace.__getitem__, reverse=True
    )
    twins = [card for place, card in enumerate(view.hand) if card in view.hand[:place]]
    order = sorted(view.hand, key=lambda card: value_in_hand(view, card) * (0.2 if card in twins else 1))
    return Move("give", tuple(word for pair in zip(seats, order, strict=False) for word in pair))


def choose_tribute(view: BotView, offers: Sequence[Offer]) -> Move:
    """Give a gold, or a card that is worth less than that."""
    moves = list_moves(offers)
    return min(
        moves,
        key=lambda move: view.gold_value if move.args[0] == "gold" else value_in_hand(view, move.args[0]),
    )


def choose_searched_card(view: BotView, offers: Sequence[Offer]) -> Move:
    moves = [move for offer in offers for move in offer.moves() if move.verb == "search"]
    return max(moves, key=lambda move: _value_new_card(view, move.args[0]))


def decide_recovery(view: BotView, offers: Sequence[Offer]) -> Move:
    """Buy the destroyed card for one gold if there is time to build it and it is wanted."""
    card = view.question["card"]
    wanted = not view.last_round and _value_new_card(view, card) > 1.0
    return Move("recover") if wanted else DECLINE


# --- gold and doubt


def decide_bribe(view: BotView, offers: Sequence[Offer]) -> Move:
    """Bribe if the threat is known to be real; if unknown, when it costs less than half, else at random."""
    threats = view.you.get("threats")
    if threats is not None:
        return Move("bribe" if threats.get(view.called) else "refuse")
    return Move("bribe" if view.gold < 2 or view.gold % 2 or view.chance() < 0.5 else "refuse")


def decide_reveal(view: BotView, offers: Sequence[Offer]) -> Move:
    """Reveal only the lace, and only for gold; a blank that stays hidden keeps the other threat uncertain."""
    lace = view.you.get("threats", {}).get(view.called, False)
    victim = next((seat for seat in view.rivals if view.called in view.players[seat]["revealed"]), None)
    worth = lace and victim is not None and view.players[victim]["gold"]
    return Move("reveal" if worth else "conceal")


def decide_confiscation(view: BotView, offers: Sequence[Offer]) -> Move:
    able = any(offer.verb == "confiscate" for offer in offers)
    return Move("confiscate") if able and value_district(view, view.question["card"]) > 0 else DECLINE


# --- crown and bell


def choose_crowning(view: BotView, offers: Sequence[Offer]) -> Move:
    """Crown a weak rival, preferably the one who drafts just before the bot; take gold rather than a card."""
    moves = list_moves(offers)

    def rate(move: Move) -> float:
        seat = move.args[0]
        statue = any(one["card"] == "statue" for one in view.players[seat]["city"])
        gain = 0.3 * ("gold" in move.args) + (0.5 if view.players[seat]["gold"] else 0)
        return gain + 1.5 * (seat == view.rivals[-1]) - 0.3 * view.menace[seat] - 3 * statue

    return max(moves, key=rate)


def decide_announcement(view: BotView, offers: Sequence[Offer]) -> Move:
    """Announce the shorter goal only if no rival is ahead in districts or points."""
    size, score = view.me["size"], view.score[view.seat]
    ahead = all(view.players[seat]["size"] <= size and view.score[seat] <= score for seat in view.rivals)
    return Move("announce") if ahead else DECLINE
