"""Choose whom to murder, rob, bewitch, warrant, threaten or spy on."""

from collections.abc import Callable, Sequence

from ...core.notation import Move, Offer, list_moves
from ..districts.cards import TRADE, TYPE
from .character_value import CARD_VALUE, estimate_resources, rate_character
from .guess import HolderGuess, guess_holders
from .view import BotView

TRADE_SHARE = 0.3  # of all district cards; no other type has so many
HarmFunction = Callable[[str, str], float]  # what it is worth to hit this rival as this character


def _compute_expected_harm(guess: HolderGuess, harm: HarmFunction) -> dict[str, float]:
    """For each character, the expected value of hitting it, over all rivals who may hold it."""
    worth: dict[str, float] = {}
    for seat, chances in guess.items():
        for character, chance in chances.items():
            worth[character] = worth.get(character, 0) + chance * harm(seat, character)
    return worth


def _sort_victims(view: BotView, victims: Sequence[str], harm: HarmFunction) -> list[str]:
    """Sort the victims, the best first; some noise keeps the bot from being predictable."""
    worth = _compute_expected_harm(guess_holders(view), harm)
    worth |= dict.fromkeys(view.characters, -1.0)
    rates = {one: worth.get(one, 0) * (0.85 + 0.3 * view.chance()) for one in victims}
    return sorted(victims, key=rates.__getitem__, reverse=True)


def _harm_by_lost_turn(view: BotView) -> HarmFunction:
    """Build a function for what a rival loses with a turn as this character."""
    means = {seat: estimate_resources(view, seat) for seat in view.rivals}
    return lambda seat, character: view.stake(seat) * (3 + rate_character(view, character, means[seat]))


def _harm_by_lost_gold(view: BotView) -> HarmFunction:
    """Build a function for what can be taken from a rival's gold."""
    return lambda seat, character: view.players[seat]["gold"] * (1 + 0.2 * view.stake(seat)) + 0.05


def _list_targets(offers: Sequence[Offer]) -> list[str]:
    return [move.args[0] for move in list_moves(offers)]


def choose_murder(view: BotView, offers: Sequence[Offer]) -> Move:
    return Move("murder", (_sort_victims(view, _list_targets(offers), _harm_by_lost_turn(view))[0],))


def choose_robbery(view: BotView, offers: Sequence[Offer]) -> Move:
    return Move("rob", (_sort_victims(view, _list_targets(offers), _harm_by_lost_gold(view))[0],))


def choose_bewitching(view: BotView, offers: Sequence[Offer]) -> Move:
    """Bewitch a character that somebody is likely to hold: without a victim the Witch's turn is only half."""
    mine, loss = estimate_resources(view, view.seat), _harm_by_lost_turn(view)

    def harm(seat: str, character: str) -> float:
        if character == "navigator" and mine.affordable_builds:
            return 0.3
        return 3 + rate_character(view, character, mine) + 0.5 * loss(seat, character)

    return Move("bewitch", (_sort_victims(view, _list_targets(offers), harm)[0],))


def choose_warrants(view: BotView, offers: Sequence[Offer]) -> Move:
    """Sign the warrant for whoever is likely to build something expensive; the next best get the blanks."""

    def harm(seat: str, character: str) -> float:
        means = estimate_resources(view, seat)
        able = 0 if character == "navigator" else min(6, means.gold + 2)
        return able * (0.5 + view.stake(seat)) if means.hand else 0.1

    return Move("warrant", tuple(_sort_victims(view, _list_pool(offers), harm)[:3]))


def choose_threats(view: BotView, offers: Sequence[Offer]) -> Move:
    """Put the lace mostly on the richer of the two."""
    first, second = _sort_victims(view, _list_pool(offers), _harm_by_lost_gold(view))[:2]
    return Move("threaten", (first, second) if view.chance() < 0.65 else (second, first))


def _list_pool(offers: Sequence[Offer]) -> list[str]:
    """List the characters of an offer that takes several; its first word is the verb."""
    return list(dict.fromkeys(list(offers[0].words())[1:]))


def choose_spying(view: BotView, offers: Sequence[Offer]) -> Move:
    moves = list_moves(offers)
    return max(moves, key=lambda move: _expected_spy_gain(view, *move.args))


def _expected_spy_gain(view: BotView, seat: str, kind: str) -> float:
    """The value of the gold and cards that the Spy can expect."""
    player, known = view.players[seat], view.known_hand(seat)
    if known is not None:
        matches = float(sum(TYPE[card] == kind for card in known))
    else:
        matches = player["hand"] * (TRADE_SHARE if kind == TRADE else 0.15)
    return min(matches, float(player["gold"])) * (1 + 0.3 * view.stake(seat)) + CARD_VALUE * matches
