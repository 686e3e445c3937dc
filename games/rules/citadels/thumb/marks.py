"""Whom to murder, rob, bewitch, warrant, threaten or spy upon."""

from collections.abc import Callable, Sequence

from ...core.notation import Move, Offer
from ..districts.table import TRADE, TYPE
from .appeal import CARD, appeal, means_of
from .guess import Guess, holders
from .sight import Sight

TRADE_SHARE = 0.3  # of all district cards; no other type has so many
Harm = Callable[[str, str], float]  # what it is worth to hit this rival as this character


def _expected(guess: Guess, harm: Harm) -> dict[str, float]:
    """For each character what hitting it is worth, over all who may hold it."""
    worth: dict[str, float] = {}
    for seat, chances in guess.items():
        for character, chance in chances.items():
            worth[character] = worth.get(character, 0) + chance * harm(seat, character)
    return worth


def _by_worth(sight: Sight, victims: Sequence[str], harm: Harm) -> list[str]:
    """The best victims first; a little chance keeps one from being easy to read."""
    worth = _expected(holders(sight), harm)
    worth |= dict.fromkeys(sight.characters, -1.0)
    rates = {one: worth.get(one, 0) * (0.85 + 0.3 * sight.chance()) for one in victims}
    return sorted(victims, key=rates.__getitem__, reverse=True)


def _loss(sight: Sight) -> Harm:
    """What a rival loses with a turn as this character."""
    means = {seat: means_of(sight, seat) for seat in sight.rivals}
    return lambda seat, character: sight.stake(seat) * (3 + appeal(sight, character, means[seat]))


def _purse(sight: Sight) -> Harm:
    """What a rival has in the stash."""
    return lambda seat, character: sight.players[seat]["gold"] * (1 + 0.2 * sight.stake(seat)) + 0.05


def _words(offers: Sequence[Offer]) -> list[str]:
    return [move.args[0] for offer in offers for move in offer.moves()]


def murder(sight: Sight, offers: Sequence[Offer]) -> Move:
    return Move("murder", (_by_worth(sight, _words(offers), _loss(sight))[0],))


def rob(sight: Sight, offers: Sequence[Offer]) -> Move:
    return Move("rob", (_by_worth(sight, _words(offers), _purse(sight))[0],))


def bewitch(sight: Sight, offers: Sequence[Offer]) -> Move:
    """The Witch needs somebody who is there: without a victim she has no second half of a turn."""
    mine, loss = means_of(sight, sight.seat), _loss(sight)

    def harm(seat: str, character: str) -> float:
        if character == "navigator" and mine.builds:
            return 0.3
        return 3 + appeal(sight, character, mine) + 0.5 * loss(seat, character)

    return Move("bewitch", (_by_worth(sight, _words(offers), harm)[0],))


def warrant(sight: Sight, offers: Sequence[Offer]) -> Move:
    """The signed one to whoever is likely to build something dear, blanks to the next best."""

    def harm(seat: str, character: str) -> float:
        means = means_of(sight, seat)
        able = 0 if character == "navigator" else min(6, means.gold + 2)
        return able * (0.5 + sight.stake(seat)) if means.hand else 0.1

    return Move("warrant", tuple(_by_worth(sight, _pool(offers), harm)[:3]))


def threaten(sight: Sight, offers: Sequence[Offer]) -> Move:
    """The lace mostly to the richer of the two."""
    first, second = _by_worth(sight, _pool(offers), _purse(sight))[:2]
    return Move("threaten", (first, second) if sight.chance() < 0.65 else (second, first))


def _pool(offers: Sequence[Offer]) -> list[str]:
    """The characters of an offer that takes several; its first word is the verb."""
    return list(dict.fromkeys(list(offers[0].words())[1:]))


def spy(sight: Sight, offers: Sequence[Offer]) -> Move:
    moves = [move for offer in offers for move in offer.moves()]
    return max(moves, key=lambda move: _found(sight, *move.args))


def _found(sight: Sight, seat: str, kind: str) -> float:
    """Gold and cards that the Spy may hope for."""
    player, known = sight.players[seat], sight.known_hand(seat)
    if known is not None:
        matches = float(sum(TYPE[card] == kind for card in known))
    else:
        matches = player["hand"] * (TRADE_SHARE if kind == TRADE else 0.15)
    return min(matches, float(player["gold"])) * (1 + 0.3 * sight.stake(seat)) + CARD * matches
