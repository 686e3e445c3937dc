"""manage.py pictures: take the pictures of the docs anew."""

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import find
from django.core.management.base import BaseCommand

from games.management.pictures.drawing import draw, tokens_in
from games.management.pictures.moment import moment

FOLDER = Path("docs/pictures")


class Command(BaseCommand):
    help = "Take the pictures of the docs from the running product and write them to docs/pictures."
    requires_system_checks: list[str] = []  # no database: only the rules and the style sheet

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--folder", type=Path, default=FOLDER, help=f"where to ({FOLDER})")

    def handle(self, *, folder: Path, **_: Any) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in pictures():
            (folder / name).write_text(text, "utf-8")
            self.stdout.write(f"{folder / name}")


def pictures() -> Iterator[tuple[str, str]]:
    """Every picture: its name and what is in it."""
    taken = moment()
    yield "terminal.svg", draw(taken.rows, taken.command, tokens_in(Path(str(find("css/tokens.css")))))
