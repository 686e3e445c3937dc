"""The labels of building: how a district is paid for, what that leaves, and what may follow."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...core.notation import Move
from ...core.translation import mark, mark_both
from ..actions import city_size, size_of
from ..building import BuildPlan, parse_build
from .move_effects import BuildCost, city_after, compute_build_cost, may_be_confiscated

if TYPE_CHECKING:
    from .move_labels import LabelWriter


def label_build(t: "LabelWriter", move: Move) -> str:
    return " ".join([_describe_build_price(t, move), *describe_consequences(t, move)])


def _describe_build_price(t: "LabelWriter", move: Move) -> str:
    """Say how the build is paid for, and how much gold that leaves."""
    plan, spent = parse_build(move), compute_build_cost(t.game, t.seat, move)
    card = t.name(plan.card)
    if plan.sacrifice:
        return _describe_build_by_sacrifice(t, plan, spent)
    if plan.lender:
        return _describe_cardinal_build(t, plan)
    if plan.payment_cards:
        return _describe_build_for_cards(t, plan, spent)
    if spent.tax:
        return t.say_with_sum(
            mark("Build {card} for {gold}, and 1 tax, leaves {left} gold."),
            mark("Build {card} for {gold}, and 1 tax."),
            card=card, gold=spent.gold, left=spent.gold_left,
        )  # fmt: skip
    return t.say_with_sum(
        mark("Build {card} for {gold}, leaves {left} gold."),
        mark("Build {card} for {gold}."),
        card=card, gold=spent.gold, left=spent.gold_left,
    )  # fmt: skip


def _describe_build_by_sacrifice(t: "LabelWriter", plan: BuildPlan, spent: BuildCost) -> str:
    names = {"card": t.name(plan.card), "by": t.name(plan.sacrifice)}
    if spent.tax:
        return t.say_with_sum(
            mark("Build {card} and destroy your {by} instead of paying; 1 tax leaves {left} gold."),
            mark("Build {card} and destroy your {by} instead of paying, with 1 gold of tax."),
            left=spent.gold_left, **names,
        )  # fmt: skip
    return t.say("Build {card} and destroy your {by} instead of paying.", **names)


def _describe_build_for_cards(t: "LabelWriter", plan: BuildPlan, spent: BuildCost) -> str:
    context = {
        "card": t.name(plan.card),
        "cards": ", ".join(map(t.name, plan.payment_cards)),
        "left": spent.gold_left,
    }
    text = t.count(*_find_card_payment_text(t, spent), len(plan.payment_cards), gold=spent.gold, **context)
    return text + " " + t.say("1 gold of tax is included.") if spent.tax else text


def _find_card_payment_text(t: "LabelWriter", spent: BuildCost) -> tuple[str, str]:
    """The sentence for a build that cards pay for, wholly or beside gold, with its plural."""
    if not spent.gold and t.with_sums:
        return mark_both(
            "Build {card} for {n} card ({cards}), leaves {left} gold.",
            "Build {card} for {n} cards ({cards}), leaves {left} gold.",
        )
    if not spent.gold:
        return mark_both("Build {card} for {n} card ({cards}).", "Build {card} for {n} cards ({cards}).")
    if t.with_sums:
        return mark_both(
            "Build {card} for {gold} gold and {n} card ({cards}), leaves {left} gold.",
            "Build {card} for {gold} gold and {n} cards ({cards}), leaves {left} gold.",
        )
    return mark_both(
        "Build {card} for {gold} gold and {n} card ({cards}).",
        "Build {card} for {gold} gold and {n} cards ({cards}).",
    )


def _describe_cardinal_build(t: "LabelWriter", plan: BuildPlan) -> str:
    """Label a Cardinal's build. He takes exactly the gold that is missing, so none is left."""
    names = {"card": t.name(plan.card), "rival": plan.lender, "gives": t.cards(plan.cards_for_lender)}
    gold = len(plan.cards_for_lender)
    if plan.payment_cards:
        return t.say_with_sum(
            mark(
                "Build {card}, pay with {pays} and take {gold} gold from {rival} for {gives}; no gold is "
"left."
            ),
            mark("Build {card}, pay with {pays} and take {gold} gold from {rival} for {gives}."),
            pays=t.cards(plan.payment_cards), gold=gold, **names,
        )  # fmt: skip
    return t.say_with_sum(
        mark("Build {card} with {gold} gold from {rival} for {gives}; no gold is left."),
        mark("Build {card} with {gold} gold from {rival} for {gives}."),
        gold=gold,
        **names,
    )


def describe_consequences(t: "LabelWriter", move: Move) -> Iterator[str]:
    """Warn of what a build may lead to: a completed city, or confiscation."""
    if city_size(t.me) < t.game.goal <= size_of(city_after(t.game, t.seat, move)):
        yield t.say("This completes your city.")
    if may_be_confiscated(t.game, t.seat, move):
        yield t.say("The Magistrate may take it instead; then you get your gold back.")


def label_build_choice(t: "LabelWriter", move: Move) -> str:
    plan = parse_build(move)
    card = t.name(plan.card)
    if plan.lender and plan.payment_cards:
        return t.count(
            "Build {card} with {n} card from your hand and gold from {rival}, giving one of your cards "
"for each.",
            "Build {card} with {n} cards from your hand and gold from {rival}, giving one of your cards "
"for each.",
            len(plan.payment_cards), card=card, rival=plan.lender,
        )  # fmt: skip
    if plan.lender:
        return t.say(
            "Build {card} with gold from {rival}, giving one of your cards for each.",
            card=card,
            rival=plan.lender,
        )
    return t.say("Build {card} and pay with cards from your hand, 1 gold each.", card=card)
