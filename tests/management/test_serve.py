"""manage.py serve: the whole house starts, looks after itself, and leaves nobody behind."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from games.management.supervisor import (
    AlreadyInUse,
    SupervisedProcess,
    find_running_address,
    hold_lock,
    publish_address,
    require_free_port,
)
from games.management.watchdog import find_orphans
from tests.helpers.processes.family import Port, child_called, family, is_alive, wait_for
from tests.helpers.time_limits import PATIENCE

linux = pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")


def niceness(pid: int) -> int:
    return os.getpriority(os.PRIO_PROCESS, pid)


class House:
    """A server of its own: folder, database and port."""

    def __init__(self, root: Path, folder: Path) -> None:
        self._held = Port()
        self.port = self._held.number
        clean = {name: one for name, one in os.environ.items() if name not in ("DATABASE_URL", "BASE_URL")}
        self.env = {
            **clean,
            "VAR_DIR": str(folder),
            "DEBUG": "1",
            "DJANGO_SETTINGS_MODULE": "citadels.settings.dev",
        }
        self.root = root
        self.folder = folder
        self.run("migrate", "--verbosity", "0")
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port", str(self.port), "--workers", "1"],
            cwd=root,
            env=self.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    @property
    def pid(self) -> int:
        return self.process.pid

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "manage.py", *words]
        return subprocess.run(
            command, cwd=self.root, env=self.env, capture_output=True, text=True, timeout=PATIENCE
        )

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/tables/", timeout=60) as page:
                return page.status == 200
        except OSError:
            return False

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(PATIENCE)
        self._held.close()


@pytest.fixture
def house(root: Path, tmp_path: Path) -> Iterator[House]:
    one = House(root, tmp_path / "var")
    try:
        yield one
    finally:
        one.end()


INVITE = """
from accounts.models import User
from games.play.lobby import invitations, tables
ann = User.objects.create_user("ann@example.org", "Ann")
game = tables.open_table(ann, tables.NewTable("Ours", "citadels", {}, 4))
invitations.invite_people(game.pk, ann, ["bob@example.org"])
"""


def test_commands_beside_a_server_know_where_it_is(tmp_path):
    lock, note = tmp_path / "serve.lock", tmp_path / "serve.url"
    assert find_running_address(lock, note) == ""
    with hold_lock(lock), publish_address(note, "http://127.0.0.1:8121"):
        assert find_running_address(lock, note) == "http://127.0.0.1:8121"
    assert find_running_address(lock, note) == ""
    note.write_text("http://127.0.0.1:9999")  # left behind by one that was killed
    assert find_running_address(lock, note) == ""


@pytest.mark.processes
@pytest.mark.drill(11, "a second supervisor refuses")
@linux
def test_the_house_starts_looks_after_itself_and_leaves_nobody_behind(house):
    printed = house.process.stdout.readline()
    assert f"http://127.0.0.1:{house.port}/" in printed
    wait_for(house.answers)

    # whoever has the printed address reads the emails
    [with_key] = [word for word in printed.split() if "/dev-inbox/?key=" in word]
    browser = build_opener(HTTPCookieProcessor())
    with pytest.raises(HTTPError, match="403"):
        browser.open(with_key.partition("?")[0], timeout=PATIENCE)
    assert browser.open(with_key, timeout=PATIENCE).url == with_key.partition("?")[0]

    # a second one refuses
    second = house.run("serve", "--port", "8299")
    assert second.returncode == 1
    assert f"process {house.pid}" in second.stderr

    # emails leave
    house.run("shell", "-c", INVITE)
    [email] = wait_for(lambda: list((house.folder / "dev_inbox").glob("*.eml")))
    assert f"http://127.0.0.1:{house.port}/i/" in email.read_text()

    # who dies comes back
    for word in ("gunicorn", "work", "clock", "beat"):
        killed = wait_for(lambda word=word: child_called(house.pid, word))
        os.kill(killed, signal.SIGKILL)
        wait_for(lambda word=word, killed=killed: child_called(house.pid, word) not in (0, killed))
    wait_for(house.answers)

    # emails do not hold up what somebody waits for
    writer, clock = child_called(house.pid, "work"), child_called(house.pid, "clock")
    wait_for(lambda: niceness(writer) > niceness(clock))

    # and all end together
    there = family(house.pid)
    assert len(there) >= 5
    house.process.terminate()
    assert house.process.wait(PATIENCE) == 0
    wait_for(lambda: not any(map(is_alive, there)))


@pytest.mark.processes
@pytest.mark.drill(32, "kill -9 of the supervisor")
@linux
def test_nobody_outlives_a_keeper_that_was_killed(house):
    wait_for(house.answers)
    there = family(house.pid)
    house.process.kill()
    wait_for(lambda: not any(map(is_alive, there)))


WITHOUT_THE_KERNEL = """
import sys, time
from games.management import supervisor
supervisor._find_prctl = lambda: None
child = supervisor.ProcessLauncher().start(["sleep", "3600"], {"PATH": "/usr/bin:/bin"})
print(child.pid, flush=True)
time.sleep(3600)
"""


@linux
@pytest.mark.processes
def test_a_watcher_does_it_where_the_kernel_does_not(root):
    keeper = subprocess.Popen([sys.executable, "-c", WITHOUT_THE_KERNEL], cwd=root, stdout=subprocess.PIPE)
    child = int(keeper.stdout.readline())
    assert is_alive(child)
    keeper.kill()
    keeper.wait()
    wait_for(lambda: not is_alive(child))


def test_the_watcher_knows_who_is_left():
    assert find_orphans(["+1\n", "+2\n", "-1\n", "+3\n"]) == {2, 3}


def test_one_keeper_for_one_folder(tmp_path):
    lock = tmp_path / "var" / "serve.lock"
    with hold_lock(lock), pytest.raises(AlreadyInUse, match=str(os.getpid())), hold_lock(lock):
        pass
    with hold_lock(lock):
        pass


def test_a_port_that_is_taken_is_told():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(AlreadyInUse):
            require_free_port("127.0.0.1", other.getsockname()[1])


def test_whoever_keeps_dying_waits_longer():
    child = SupervisedProcess("web server", ["true"])
    pauses = []
    for deaths in (1, 2, 3, 20):
        child.failures_in_a_row = deaths
        pauses.append(child.restart_delay())
    assert pauses == [0.5, 1, 2, 30]
