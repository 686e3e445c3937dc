"""The registry of games: every ruleset, by its slug."""

from typing import Any

from .citadels.ruleset import CITADELS
from .core.errors import RulesError
from .core.ruleset import Ruleset
from .dominion.ruleset import DOMINION
from .tournay.ruleset import TOURNAY

RULESETS: dict[str, Ruleset[Any]] = {rules.slug: rules for rules in (CITADELS, DOMINION, TOURNAY)}
# complete as rules, but without pages of their own: only commands and tests find them, no table is offered
RULES_ONLY: dict[str, Ruleset[Any]] = {}


def get(slug: str) -> Ruleset[Any]:
    """Return the ruleset with this slug."""
    found = RULESETS.get(slug) or RULES_ONLY.get(slug)
    if found is None:
        raise RulesError(f"There is no game “{slug:.40}”. There is: {', '.join(RULESETS)}.")
    return found
