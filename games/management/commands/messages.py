"""manage.py messages: bring the catalogues up to what the code says."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.management.catalogues import DOMAINS, Domain, brought_up, extracted, missing, written


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
            template = extracted(domain)
            self.stdout.write(f"{domain.name}: {len(template)} messages")
            for language, _name in settings.LANGUAGES:
                if language != "en":
                    self.stdout.write(f"  {language}: {self._update(domain, language, template, begin)}")

    def _update(self, domain: Domain, language: str, template: Any, begin: str | None) -> str:
        """A catalogue that nobody has begun stays away: half a page in a language is worse than none."""
        path = domain.path(language)
        if not path.exists() and domain.name != begin:
            return "not begun"
        catalog = brought_up(domain, language, template)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(written(catalog))
        return f"{len(missing(catalog))} to be translated"
