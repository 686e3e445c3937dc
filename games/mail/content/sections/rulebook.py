"""The rules of a game in emails: a link to the rule book, and its first chapters for whoever asks."""

from django.utils.translation import gettext as _

from games.mail.content import game_links
from games.mail.content.section import Section, SectionLink
from games.rules import registry


def link_to_rulebook(ruleset: str) -> list[Section]:
    """Lead a newcomer to the rules of the game, if there are any to read."""
    link = game_links.find_rulebook_link(ruleset)
    if not link:
        return []
    way = SectionLink(_("The rules of the game"), link, text_label=_("The rules of the game:"))
    return [Section(style="soft", paragraphs=[_("New to this game?")], inline_links=[way])]


def build_short_rules(ruleset: str, language: str) -> list[Section]:
    """Tell what somebody needs for a first turn, below the link to all the rules."""
    chapters = registry.get(ruleset).reference.short_rules(language)
    told = [
        Section(heading="" if place else title, is_continued=place > 0, paragraphs=[block])
        for title, blocks in chapters.items()
        for place, block in enumerate(blocks)
    ]
    return [*link_to_rulebook(ruleset), *told]
