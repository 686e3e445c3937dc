"""manage.py restore: put a backup in the place of the database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.management.backups.archive import BackupError
from games.management.backups.backup import restore_backup
from games.management.supervisor import AlreadyInUse, hold_lock


class Command(BaseCommand):
    help = "Restore a backup that `manage.py backup` has written. Stop everything else before."
    requires_system_checks: list[str] = []  # they may need the tables that are not there yet

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--force", action="store_true", help="replace the database that is there")

    def handle(self, *, file: Path, force: bool, **_: Any) -> None:
        try:
            with hold_lock(settings.VAR_DIR / "serve.lock"):
                manifest, games = restore_backup(file, overwrite=force)
        except AlreadyInUse as error:
            raise CommandError("The server is running. Stop it first.") from error
        except (BackupError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"The database is as it was on {manifest.made_at:%Y-%m-%d at %H:%M:%S %Z}. "
            f"{games} running game(s) go on, and their players get an email."
        )
