"""SQLite under many writers, on a full disk and after a power cut: a file of its own, on either run."""

import contextlib
import shutil
import smtplib
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.workers import frozen
from tests.helpers.processes.environments import OURS, Stand
from tests.helpers.processes.family import Port
from tests.helpers.time_limits import PATIENCE

# it brings its own database, which takes long to make
pytestmark = [pytest.mark.one_database, pytest.mark.xdist_group("sqlite file")]

WRITE = """
import sys, django
django.setup()
from django.db import connection, transaction
from accounts.models import User
done = 0
for _ in range(int(sys.argv[1])):
    with transaction.atomic():
        user = User.objects.get(handle="Ann")
        user.bounce_days += 1
        user.save(update_fields=["bounce_days"])
    done += 1
    print(done, flush=True)
"""
PEOPLE = """
import django
django.setup()
from accounts.models import User
User.objects.create_user("ann@example.org", "Ann")
"""
RECEIVE = """
import sys, django
django.setup()
from django.core.management import call_command
call_command("postmaster", port=int(sys.argv[1]))
"""
FULL = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
"""


class File:
    """A database file, and processes that write to it as the house does."""

    def __init__(self, root: Path, folder: Path, env: dict[str, str]) -> None:
        self.root, self.path, self.env = root, folder / "db.sqlite3", env
        assert not set(env) & OURS - {"SECRET_KEY"}
        self.run("manage.py", "migrate", "--verbosity", "0")
        self.run("-c", PEOPLE)

    def start(self, *command: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, *command],
            cwd=self.root,
            env=self.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *command: str) -> tuple[int, str, str]:
        process = self.start(*command)
        out, errors = process.communicate(timeout=PATIENCE)
        return process.returncode, out, errors

    def written(self, path: Path | None = None) -> int:
        with self.opened(path) as link:
            number: int = link.execute("SELECT bounce_days FROM accounts_user").fetchone()[0]
        return number

    def is_whole(self, path: Path | None = None) -> bool:
        with self.opened(path) as link:
            return link.execute("PRAGMA integrity_check").fetchall() == [("ok",)]

    @contextlib.contextmanager
    def opened(self, path: Path | None = None) -> Iterator[sqlite3.Connection]:
        with contextlib.closing(sqlite3.connect(path or self.path, timeout=20)) as link:
            yield link


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[File]:
    root, folder = Path(__file__).resolve().parent.parent.parent, tmp_path_factory.mktemp("sqlite")
    with Stand("sqlite", "filesystem").environment(folder) as env:
        yield File(root, folder, env)


@pytest.mark.long
@pytest.mark.drill(24, "sixteen processes write while somebody reads for long")
def test_sixteen_writers_and_a_long_reader_lose_nothing_and_are_never_locked_out(file, counted):
    before = file.written()
    with file.opened() as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM accounts_user").fetchall()  # its view of the file stays open
        writers = [file.start("-c", WRITE, "25") for _ in range(16)]
        ended = [writer.communicate(timeout=PATIENCE) for writer in writers]
        assert reader.execute("SELECT bounce_days FROM accounts_user").fetchone()[0] == before
    assert [errors for _out, errors in ended if "locked" in errors] == []
    assert [writer.returncode for writer in writers] == [0] * 16
    assert (file.written() - before, file.is_whole()) == (400, True)
    counted(writers=16, written=400, lost=0, locked=0)


@pytest.mark.drill(24, "the disk is full: no file may grow any more")
def test_on_a_full_disk_nothing_is_confirmed_that_is_not_kept(file, counted):
    before = file.written()
    most = sum(
        path.stat().st_size for path in file.path.parent.glob("db.sqlite3")
    )  # room for a few more pages
    code, out, errors = file.run("-c", FULL + WRITE, "5000", str(min(most, 200_000)))
    confirmed = len(out.splitlines())
    assert code != 0, "the disk was large enough"
    assert "disk I/O error" in errors or "full" in errors, errors[-500:]
    assert (file.written() - before, file.is_whole()) == (confirmed, True)
    assert file.run("-c", WRITE, "3")[0] == 0  # there is room again
    assert file.written() - before == confirmed + 3
    counted(confirmed=confirmed, kept=confirmed, lost=0)


@contextlib.contextmanager
def postmaster(file: File, before: str = "") -> Iterator[int]:
    """Whoever receives emails, with this done before; on which port?"""
    port = Port()
    process = file.start("-c", before + RECEIVE, str(port.number), "200000")
    try:
        assert "LMTP" in process.stdout.readline()
        yield port.number
    finally:
        process.terminate()
        process.communicate()
        port.close()


def deliver(port: int, number: int) -> int:
    """Bring an email that came back; what does the postmaster answer?"""
    with smtplib.LMTP("127.0.0.1", port, timeout=PATIENCE) as client:
        client.ehlo()
        client.docmd("mail", "FROM:<>")
        client.docmd("rcpt", f"TO:<bounce+n{number}-abcdefghabcdefgh@localhost>")
        return client.data(f"Subject: {number}\r\n\r\n{'It came back. ' * 2000}")[0]


@pytest.mark.drill(24, "the disk is full while emails come in")
def test_on_a_full_disk_no_email_is_confirmed_that_is_not_stored(file, counted):
    emails = range(1, 11)
    with postmaster(file, FULL) as port:
        refused = [number for number in emails if deliver(port, number) != 250]
    assert refused, "the disk was large enough"
    with postmaster(file) as port:  # the mail server tries again, and there is room
        assert {deliver(port, number) for number in refused} == {250}
    with file.opened() as link:
        stored = link.execute("SELECT count(*) FROM games_incomingmail").fetchone()[0]
    assert (stored, file.is_whole()) == (len(emails), True)
    counted(emails=len(emails), asked_to_come_back=len(refused), lost=0)


@pytest.mark.drill(24, "power cut: the files are copied while a process writes, five times")
def test_whatever_was_confirmed_before_a_power_cut_is_there_afterwards(file, counted, tmp_path):
    before, lost = file.written(), 0
    writer = file.start("-c", WRITE, "1000000")  # more than it will come to
    try:
        for cut in range(5):
            confirmed = [int(writer.stdout.readline()) for _ in range(20)][-1]
            copy = tmp_path / str(cut) / "db.sqlite3"
            copy.parent.mkdir()
            with frozen(writer):  # as they are at one instant
                for name in ("db.sqlite3", "db.sqlite3-wal"):  # the -shm is rebuilt, as after a cut
                    shutil.copy(file.path.with_name(name), copy.with_name(name))
            assert file.is_whole(copy)
            lost += max(0, before + confirmed - file.written(copy))
    finally:
        writer.kill()
        writer.communicate()
    assert lost == 0
    assert file.is_whole()
    counted(cuts=5, lost=0)
