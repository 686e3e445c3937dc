"""The legal moves as a numbered list.

Each offer is a choice of its own. Where there are too many, those that begin with the same words
are folded into one, which opens when it is chosen.
"""

from collections.abc import Callable, Sequence

import msgspec

from games.rules.core.notation import Offer

LONGEST_LIST = 14  # choices in one list
LEAST_TO_FOLD = 3  # so few are not worth folding
DEEPEST_FOLD = 4  # words

OfferLabeller = Callable[[Offer], str]
FoldTitler = Callable[[list[str]], str]


class MenuChoice(msgspec.Struct, frozen=True):
    """One line of the list: what it does, how it is written, and the offers behind it."""

    label: str
    notation: str
    offers: tuple[Offer, ...]


def build_choices(
    offers: Sequence[Offer], label: OfferLabeller, title: FoldTitler, depth: int = 1
) -> list[MenuChoice]:
    """Build a choice for each offer, or, of many, one for those that share their first `depth` words."""
    if len(offers) <= LONGEST_LIST or depth > DEEPEST_FOLD:
        return [_build_single_choice(offer, label) for offer in offers]
    groups = _group_by_first_words(offers, depth)
    if len(groups) == 1:
        return build_choices(offers, label, title, depth + 1)
    listed: list[MenuChoice] = []
    for start, group in groups.items():
        if len(group) <= LEAST_TO_FOLD:
            listed += [_build_single_choice(offer, label) for offer in group]
        else:
            listed.append(_build_folded_choice(start, group, title))
    return listed


def _group_by_first_words(offers: Sequence[Offer], depth: int) -> dict[tuple[str, ...], list[Offer]]:
    groups: dict[tuple[str, ...], list[Offer]] = {}
    for offer in offers:
        words = str(next(offer.moves())).split()
        groups.setdefault(tuple(words[:depth]), []).append(offer)
    return groups


def _build_single_choice(offer: Offer, label: OfferLabeller) -> MenuChoice:
    notation = f"{offer.verb} …" if has_fields(offer) else str(next(offer.moves()))
    return MenuChoice(label(offer), notation, (offer,))


def _build_folded_choice(start: Sequence[str], group: Sequence[Offer], title: FoldTitler) -> MenuChoice:
    return MenuChoice(f"{title(list(start))} ({len(group)} ways)", f"{' '.join(start)} …", tuple(group))


def has_fields(offer: Offer) -> bool:
    """Does this offer have fields to fill in?"""
    return bool(offer.form(str).fields)
