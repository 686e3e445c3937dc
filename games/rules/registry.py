"""The games we play."""

from typing import Any

from .citadels.ruleset import CITADELS
from .core.errors import RulesError
from .core.ruleset import Ruleset

RULESETS: dict[str, Ruleset[Any]] = {rules.slug: rules for rules in (CITADELS,)}


def get(slug: str) -> Ruleset[Any]:
    """The rules of this game."""
    if slug not in RULESETS:
        raise RulesError(f"There is no game “{slug:.40}”. There is: {', '.join(RULESETS)}.")
    return RULESETS[slug]
