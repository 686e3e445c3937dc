"""New code, new tables, and the end of a process in the middle of its work; backups."""

import signal
import time
from datetime import timedelta

import pytest
from django.db import connection, connections
from django.utils import timezone

from games.models import GameLogEntry, GameNotice
from tests.faults import invariants
from tests.faults.server import House
from tests.faults.workers import LATER, Worker
from tests.helpers.tables import play_on, table
from tests.helpers.time_limits import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.drill(27, "SIGTERM to a worker between two letters")
def test_a_worker_that_is_told_to_end_finishes_its_emails_and_ends_soon(house, counted):
    for _ in range(3):
        table(3)
    worker = house.worker()
    told: list[float] = []

    def tell(line: str) -> None:
        if line == "letter" and not told:
            told.append(time.monotonic())
            worker.send_signal(signal.SIGTERM)

    house.server.hear = tell
    house.beat()
    assert worker.wait(150) == 0  # nobody had to kill it
    seconds = time.monotonic() - told[0]
    first = len(house.server.emails)
    assert invariants.repeated(house.server.emails) == 0
    house.worker()
    house.quiet()
    invariants.hold()
    invariants.all_are_told(house.server.emails)
    repeated = invariants.repeated(house.server.emails)
    assert repeated == 0
    counted(emails=len(house.server.emails), before_the_end=first, seconds=round(seconds, 1), twice=repeated)


@pytest.mark.long
@pytest.mark.drill(26, "a column is added and a table made while web and worker run")
def test_old_code_goes_on_while_tables_grow(house, counted):
    game = table(3)
    house.web()
    house.worker()
    house.beat()
    house.play(game, 3)
    with connection.cursor() as cursor:
        for name in ("games_game", "games_seat", "games_gamelogentry", "games_gamenotice"):
            cursor.execute(f"ALTER TABLE {name} ADD COLUMN later integer NULL")
        cursor.execute("CREATE TABLE games_later (id integer)")
    try:
        assert house.play(game, 6) == 0
        house.quiet()
        invariants.hold()
        invariants.all_are_told(house.server.emails)
    finally:
        house.close()
        with connection.cursor() as cursor:
            for name in ("games_game", "games_seat", "games_gamelogentry", "games_gamenotice"):
                cursor.execute(f"ALTER TABLE {name} DROP COLUMN later")
            cursor.execute("DROP TABLE games_later")
    moves = GameLogEntry.objects.filter(kind="move").count()
    assert moves == 9
    counted(moves=moves, refused=0, lost=0)


# --- backups


def run(house: House, *command: str) -> None:
    """As an operator does it."""
    connections.close_all()
    assert house.start("manage.py", *command).wait(PATIENCE) == 0, house.said()[-2000:]


@pytest.mark.long
@pytest.mark.drill(25, "a backup while people play; restored hours later")
def test_a_backup_is_whole_and_its_restoration_sends_no_old_email_again(house, counted, tmp_path):
    games = [table(3) for _ in range(3)]
    web, worker, beat = house.web(), house.worker(), house.beat()
    for game in games:
        house.play(game, 2)
    house.quiet()
    file = tmp_path / "backup.zip"
    run(house, "backup", str(file))
    sent = set(GameNotice.objects.filter(status=GameNotice.Status.SENT).values_list("pk", flat=True))
    names = {message["Message-ID"] for message in invariants.parsed(house.server.emails)}
    for game in games:
        house.play(game, 2)
    house.quiet()
    for process in (web, worker, beat):
        process.terminate()
        process.wait()
    run(house, "restore", str(file), "--force")
    assert set(GameNotice.objects.filter(status=GameNotice.Status.SENT).values_list("pk", flat=True)) == sent
    invariants.hold()
    house.server.emails.clear()
    now = timezone.now()
    assert Worker(house.server, "letters", now + LATER).out == "9\n"  # to say that it was restored
    for game in games:
        play_on(game, 2)
    Worker(house.server, "letters", now + LATER)
    again = names & {email["Message-ID"] for email in invariants.parsed(house.server.emails)}
    assert again == set()
    invariants.hold(bound=timedelta(days=1))
    counted(games=3, emails_before=len(names), sent_again=0, lost_with_the_backup=6)
