"""The registry of games: every ruleset, by its slug."""

from typing import Any

from .citadels.ruleset import CITADELS
from .core.errors import RulesError
from .core.ruleset import Ruleset
from .dominion.ruleset import DOMINION
from .tournay.ruleset import TOURNAY

RULESETS: dict[str, Ruleset[Any]] = {rules.slug: rules for rules in (CITADELS, DOMINION, TOURNAY)}


def get(slug: str) -> Ruleset[Any]:
    """Return the ruleset with this slug."""
    found = RULESETS.get(slug)
    if found is None:
        raise RulesError(f"There is no game “{slug:.40}”. There is: {', '.join(RULESETS)}.")
    return found
