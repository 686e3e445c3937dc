"""manage.py messages: update the message catalogues from the code."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.management.translations.catalogues import (
    DOMAINS,
    MessageDomain,
    extract_catalogue,
    format_catalogue,
    list_untranslated,
    update_catalogue,
)


class Command(BaseCommand):
    help = "Read the messages out of the code and bring the catalogues of all languages up to them."
    requires_system_checks: list[str] = []  # no database: only files

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--begin",
            choices=[one.name for one in DOMAINS],
            help="also catalogues of this one that are not there yet",
        )

    def handle(self, *, begin: str | None, **_: Any) -> None:
        for domain in DOMAINS:
            template = extract_catalogue(domain)
            self.stdout.write(f"{domain.name}: {len(template)} messages")
            for language, _name in settings.LANGUAGES:
                if language != "en":
                    self.stdout.write(f"  {language}: {self._update(domain, language, template, begin)}")

    def _update(self, domain: MessageDomain, language: str, template: Any, begin: str | None) -> str:
        """Update a catalogue, but do not begin one: half a page in a language is worse than none."""
        path = domain.path(language)
        if not path.exists() and domain.name != begin:
            return "not begun"
        catalog = update_catalogue(domain, language, template)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(format_catalogue(catalog))
        return f"{len(list_untranslated(catalog))} to be translated"
