"""Find Postfix and OpenDKIM for the tests, or fetch them: `python tests/tools/mail_server.py`.

They are unpacked from Debian's packages into a folder of the user's cache and never installed: a machine
keeps the mail server that it has.
"""

import contextlib
import os
import shutil
import subprocess
from pathlib import Path

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "citadels-mail-server"
PACKAGES = ("postfix", "opendkim")
PROGRAMS = ("usr/lib/postfix/sbin/master", "usr/sbin/opendkim")
PATIENCE = 120  # seconds for the packages; where there is no network, apt-get waits for long


def find() -> Path | None:
    """The folder below which both are installed: this machine's root, or our own."""
    return next((root for root in (Path("/"), CACHE) if all((root / one).exists() for one in PROGRAMS)), None)


def explain_absence() -> str:
    """Why there can be no mail server here; empty if there is one."""
    if os.geteuid() != 0:
        return "Postfix starts only as root"
    return "" if find() else "no Postfix and OpenDKIM here, and apt-get could not fetch them"


def fetch() -> None:
    print("Fetching Postfix and OpenDKIM for the tests ...", flush=True)
    archives = CACHE / "archives"
    (archives / "partial").mkdir(parents=True, exist_ok=True)
    options = ["-y", "--download-only", "--no-install-recommends", "-o", f"Dir::Cache::archives={archives}"]
    with contextlib.suppress(subprocess.TimeoutExpired):
        if not _run("apt-get", "install", *options, *PACKAGES) and _run("apt-get", "update"):
            _run("apt-get", "install", *options, *PACKAGES)
    for package in archives.glob("*.deb"):
        _run("dpkg-deb", "-x", str(package), str(CACHE))


def _run(*command: str) -> bool:
    """Run a command without a word, and say whether it has succeeded."""
    quiet = subprocess.DEVNULL
    done = subprocess.run(command, stdin=quiet, stdout=quiet, stderr=quiet, timeout=PATIENCE)
    return done.returncode == 0


if __name__ == "__main__":
    if not find() and os.geteuid() == 0 and shutil.which("apt-get"):
        fetch()
    if reason := explain_absence():
        print(f"Tests with a real mail server are left out: {reason}.")
