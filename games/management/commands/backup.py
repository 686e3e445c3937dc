"""manage.py backup: write everything that the database holds into one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.backups.archive import BackupError
from games.management.backups.backup import write_backup


class Command(BaseCommand):
    help = "Back up the database into a file, while people play. Keep SECRET_KEY too, apart from it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--force", action="store_true", help="overwrite FILE")

    def handle(self, *, file: Path, force: bool, **_: Any) -> None:
        try:
            manifest = write_backup(file, overwrite=force)
        except (BackupError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{file}: {sum(manifest.rows.values())} rows of {len(manifest.rows)} tables.")
