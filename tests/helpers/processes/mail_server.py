"""A real Postfix with OpenDKIM, configured by the blocks of docs/email-server.md, beside a test.

Ports, paths and users are replaced by those of the test; everything else runs as the page says. Queue and
configuration are in a temporary folder, and all ports are on this machine only.
"""

import contextlib
import os
import pwd
import re
import shutil
import smtplib
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests.helpers.processes.family import wait_for

PAGE = Path(__file__).resolve().parents[3] / "docs" / "email-server.md"
BLOCK = re.compile(r"^```\n# (/etc/\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
QUEUES = [
    "active",
    "bounce",
    "corrupt",
    "defer",
    "deferred",
    "flush",
    "hold",
    "incoming",
    "private",
    "saved",
    "trace",
    "maildrop",
    "public",
]
OWNER, GROUP = "mail", "games"  # accounts of every Debian, in place of those that the packages create
OUTSIDE = "127.0.0.2"  # an address of this machine that the page's Postfix takes for a stranger's

# what a package sets up, or what is different where nothing is installed
INSTALLED = """
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
daemon_directory = {root}/usr/lib/postfix/sbin
command_directory = {root}/usr/sbin
shlib_directory = {root}/usr/lib/postfix
meta_directory = {folder}/etc/postfix
mail_owner = {owner}
setgid_group = {group}
import_environment = MAIL_CONFIG LD_LIBRARY_PATH={libraries}
maillog_file = {folder}/log
maillog_file_prefixes = {folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.1
mydestination =
alias_maps =
address_verify_map =
address_verify_poll_delay = 1s
"""
SERVICES = """
127.0.0.1:{port} inet n - n - - smtpd
127.0.0.1:{unfiltered} inet n - n - - smtpd
  -o smtpd_milters= -o receive_override_options=no_header_body_checks
127.0.0.1:{stripping} inet n - n - - smtpd
  -o smtpd_milters=
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
"""


class MailServer:
    """Postfix on three ports: as the page says, without the filter, and without header checks too."""

    def __init__(self, root: Path, folder: Path, door: int) -> None:
        self.root, self.folder = root, folder
        self.port, self.stripping, self.unfiltered, self.milter = find_free_ports(4)
        libraries = [root / "usr/lib/postfix", root / "usr/lib", *(root / "usr/lib").glob("*-linux-gnu")]
        self.libraries = ":".join(map(str, libraries))
        self.environment = {"PATH": os.defpath, "LD_LIBRARY_PATH": self.libraries}
        self._write_configuration(door)

    def _write_configuration(self, door: int) -> None:
        changes = {"8025": str(door), "8891": str(self.milter), "/etc/": f"{self.folder}/etc/"}
        for path, text in BLOCK.findall(PAGE.read_text("utf-8")):
            target = self.folder / path.lstrip("/")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(replace_all(text, changes))
        self._complete_postfix()
        self._complete_opendkim()

    def _complete_postfix(self) -> None:
        owner = pwd.getpwnam(OWNER)
        for name in ("queue", "queue/pid", "data", *(f"queue/{name}" for name in QUEUES)):
            (self.folder / name).mkdir()
        for name in ("data", *(f"queue/{name}" for name in QUEUES)):
            shutil.chown(self.folder / name, OWNER, GROUP if name in ("maildrop", "public") else owner.pw_gid)
        etc = self.folder / "etc/postfix"
        values = {**vars(self), "owner": OWNER, "group": GROUP}
        with (etc / "main.cf").open("a") as main:
            main.write(INSTALLED.format(**values))
        (etc / "master.cf").write_text(SERVICES.format(**values))
        (etc / "dynamicmaps.cf").touch()

    def _complete_opendkim(self) -> None:
        """A key, and its public half in a file in place of the DNS."""
        key = self.folder / "etc/dkimkeys/mail.private"
        key.parent.mkdir()
        run_openssl("genrsa", "-out", str(key), "2048")
        shutil.chown(key, OWNER)
        public = "".join(run_openssl("rsa", "-in", str(key), "-pubout").splitlines()[1:-1])
        published = self.folder / "published"
        published.write_text(f"mail._domainkey.play.example.org v=DKIM1; k=rsa; p={public}\n")
        config = self.folder / "etc/opendkim.conf"
        text = config.read_text().replace("opendkim\n", f"{OWNER}\n")
        config.write_text(f"{text}TestPublicKeys {published}\nRequireSafeKeys no\n")

    @contextlib.contextmanager
    def postfix(self) -> Iterator[None]:
        program = self.root / "usr/lib/postfix/sbin/master"
        config = self.folder / "etc/postfix"
        with self._run(self.port, str(program), "-d", "-c", str(config), MAIL_CONFIG=str(config)):
            yield

    @contextlib.contextmanager
    def opendkim(self) -> Iterator[None]:
        program, config = self.root / "usr/sbin/opendkim", self.folder / "etc/opendkim.conf"
        with self._run(self.milter, str(program), "-f", "-x", str(config)):
            yield

    @contextlib.contextmanager
    def _run(self, port: int, *command: str, **environment: str) -> Iterator[None]:
        """Run a program until the end of the test, from when it answers on its port."""
        process = subprocess.Popen(command, env={**self.environment, **environment}, start_new_session=True)
        try:
            wait_for(lambda: answers(port))
            yield
        finally:
            process.terminate()
            process.wait()

    def send(self, raw: bytes, recipient: str, *, port: int = 0, source: str = OUTSIDE) -> None:
        """Bring an email to Postfix from another machine, or with `source` from this one."""
        with smtplib.SMTP("127.0.0.1", port or self.port, timeout=60, source_address=(source, 0)) as client:
            client.sendmail("ann@example.net", recipient, raw)


def replace_all(text: str, changes: dict[str, str]) -> str:
    for old, new in changes.items():
        text = text.replace(old, new)
    return text


def run_openssl(*arguments: str) -> str:
    command = ["openssl", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def find_free_ports(count: int) -> list[int]:
    with contextlib.ExitStack() as stack:
        listeners = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in listeners:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in listeners]


def answers(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 5):
        return True
    return False
