"""What may be chosen, as a list with numbers.

An offer is a choice of its own. Where there are too many, those that begin with the same words
are folded into one, which opens when it is chosen.
"""

from collections.abc import Callable, Sequence

import msgspec

from games.rules.core.notation import Offer

MANY = 14  # choices in one list
FEW = 3  # so few are not worth folding
DEEPEST = 4  # words

Teller = Callable[[Offer], str]
Titler = Callable[[list[str]], str]


class Choice(msgspec.Struct, frozen=True):
    """One line of the list: what it does, how it is written, and the offers behind it."""

    label: str
    notation: str
    offers: tuple[Offer, ...]


def choices(offers: Sequence[Offer], label: Teller, title: Titler, depth: int = 1) -> list[Choice]:
    """A choice for each offer, or, of many, one for those that share their first `depth` words."""
    if len(offers) <= MANY or depth > DEEPEST:
        return [_single(offer, label) for offer in offers]
    groups = _grouped(offers, depth)
    if len(groups) == 1:
        return choices(offers, label, title, depth + 1)
    listed: list[Choice] = []
    for start, group in groups.items():
        if len(group) <= FEW:
            listed += [_single(offer, label) for offer in group]
        else:
            listed.append(_folded(start, group, title))
    return listed


def _grouped(offers: Sequence[Offer], depth: int) -> dict[tuple[str, ...], list[Offer]]:
    groups: dict[tuple[str, ...], list[Offer]] = {}
    for offer in offers:
        words = str(next(offer.moves())).split()
        groups.setdefault(tuple(words[:depth]), []).append(offer)
    return groups


def _single(offer: Offer, label: Teller) -> Choice:
    notation = f"{offer.verb} …" if is_form(offer) else str(next(offer.moves()))
    return Choice(label(offer), notation, (offer,))


def _folded(start: Sequence[str], group: Sequence[Offer], title: Titler) -> Choice:
    return Choice(f"{title(list(start))} ({len(group)} ways)", f"{' '.join(start)} …", tuple(group))


def is_form(offer: Offer) -> bool:
    """Is there something to fill in?"""
    return bool(offer.form(str).fields)
