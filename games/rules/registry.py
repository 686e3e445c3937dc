"""The registry of games: every ruleset, by its slug."""

from typing import Any

from .citadels.ruleset import CITADELS
from .core.errors import RulesError
from .core.ruleset import Ruleset

RULESETS: dict[str, Ruleset[Any]] = {rules.slug: rules for rules in (CITADELS,)}


def get(slug: str) -> Ruleset[Any]:
    """Return the ruleset with this slug."""
    if slug not in RULESETS:
        raise RulesError(f"There is no game “{slug:.40}”. There is: {', '.join(RULESETS)}.")
    return RULESETS[slug]
