"""manage.py rulebook: write the rule books of every game, in every language."""

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.rules import registry
from games.rules.core.translation import LANGUAGES

FOLDER = Path("docs/rules")
GENERATED_NOTE = "<!-- Written by `manage.py rulebook`; whatever is changed here by hand is lost. -->"


class Command(BaseCommand):
    help = "Write the rules of every game, in every language, to docs/rules."
    requires_system_checks: list[str] = []  # no database, no settings: only the rules

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--folder", type=Path, default=FOLDER, help=f"where to ({FOLDER})")

    def handle(self, *, folder: Path, **_: Any) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in build_rulebooks():
            (folder / name).write_text(text, "utf-8")
            self.stdout.write(f"{folder / name}")


def build_rulebooks() -> Iterator[tuple[str, str]]:
    """Yield every rule book: its file name and text."""
    for rules in registry.RULESETS.values():
        for language in LANGUAGES:
            yield f"{rules.slug}.{language}.md", f"{GENERATED_NOTE}\n\n{rules.reference.rulebook(language)}"
