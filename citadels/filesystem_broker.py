"""Celery broker in a folder: kombu's filesystem transport, made safe for several workers.

kombu opens a message file under its final name and then writes it; a worker that reads it in between gets
nothing and dies. It moves taken messages to the temporary folder: if that is on another disk, two workers can
get the same message. And a removed folder or a malformed message kills its worker.
"""

import logging
from collections.abc import Iterator
from pathlib import Path
from queue import Empty
from time import monotonic
from typing import Any
from uuid import uuid4

import msgspec
from kombu.transport import filesystem
from kombu.utils.json import dumps, loads

log = logging.getLogger(__name__)


class TaskHeaders(msgspec.Struct):
    """What Celery takes for granted in the headers of a task."""

    task: str
    id: str
    eta: str | None = None
    expires: str | None = None
    group: str | None = None
    group_index: int | None = None
    root_id: str | None = None
    parent_id: str | None = None
    retries: int | None = None
    timelimit: tuple[float | None, float | None] | None = None
    stamps: dict[str, Any] | None = None
    stamped_headers: list[str] | None = None


class TaskBody(msgspec.Struct, array_like=True):
    """Arguments, named arguments, and what is to follow."""

    args: list[Any]
    kwargs: dict[str, Any]
    embed: dict[str, Any]


class Channel(filesystem.Channel):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Create the folders, which do not exist yet on a new server."""
        super().__init__(*args, **kwargs)
        self._make_folders()

    def _make_folders(self) -> None:
        for folder in (self.data_folder_in, self.data_folder_out, self.control_folder):
            Path(folder).mkdir(parents=True, exist_ok=True)

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]
        """Write a message; the time at the beginning of its name keeps the order."""
        path = Path(self.data_folder_out) / f"{round(monotonic() * 1000)}_{uuid4()}.{queue}.msg"
        try:
            _write_atomically(path, dumps(payload))
        except FileNotFoundError:  # the folder was removed; messages in it were only hints
            self._make_folders()
            _write_atomically(path, dumps(payload))

    def _get(self, queue: str) -> Any:  # type: ignore[override]
        for path in self._list_messages(queue):
            taken = path.with_suffix(".taken")
            try:
                path.rename(taken)
                text = taken.read_bytes()
                taken.unlink()
            except OSError:  # another worker was faster, or it is no file
                continue
            try:
                return self._parse_message(text)
            except Exception as error:  # whatever somebody has written into the folder
                _record_malformed_message(path, error)
        raise Empty

    def _parse_message(self, text: bytes) -> Any:
        """Parse a message, and look at it as kombu and Celery will, which do not survive a malformed one."""
        payload = loads(text.decode())
        message = self.Message(payload, channel=self)
        if not isinstance(message.headers, dict) or not isinstance(message.delivery_tag, str):
            raise TypeError
        if "task" in message.headers:
            msgspec.convert(message.headers, TaskHeaders)
            if message.content_type == "application/json":  # Celery refuses all others
                msgspec.json.decode(message.body, type=TaskBody)
        return payload

    def _list_messages(self, queue: str) -> Iterator[Path]:
        """Yield the messages of this queue, the oldest first."""
        folder, ending = Path(self.data_folder_in), f"{queue}.msg"
        try:
            names = sorted(path.name for path in folder.iterdir())
        except FileNotFoundError:
            self._make_folders()
            return
        yield from (folder / name for name in names if name.partition(".")[2] == ending)


def _record_malformed_message(path: Path, error: Exception) -> None:
    """Log and count a message that is skipped; the work that it may have been about is found by a sweep."""
    from games.ops.process_metrics import count_malformed_message  # needs models, which are loaded after us

    log.error("a malformed message was skipped: %s (%s)", path.name, type(error).__name__)
    count_malformed_message()


def _write_atomically(path: Path, text: str) -> None:
    """Write under a name that no worker looks for, then rename."""
    draft = path.with_suffix(".draft")
    draft.write_text(text)
    draft.replace(path)


class Transport(filesystem.Transport):
    Channel = Channel
