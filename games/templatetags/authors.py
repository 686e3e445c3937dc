"""Template tags that credit who invented a game, on the pages that are about it."""

from django import template
from django.utils.translation import gettext as _

from games.queries.table_summary import find_ruleset_name
from games.rules import registry

register = template.Library()


@register.simple_tag
def credit_author(ruleset: str) -> str:
    """Credit the author of this game in a sentence; empty for a page that is about no game."""
    rules = registry.RULESETS.get(ruleset)
    author = rules.reference.author if rules else ""
    if not author:
        return ""
    return _("%(game)s is a game by %(author)s.") % {"game": find_ruleset_name(ruleset), "author": author}


@register.simple_tag
def credit_authors() -> str:
    """Credit the authors of all games, a sentence for each."""
    return " ".join(filter(None, map(credit_author, registry.RULESETS)))
