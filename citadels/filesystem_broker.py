"""Celery broker in a folder: kombu's filesystem transport, made safe for several workers.

kombu opens a message file under its final name and then writes it; a worker that reads it in between gets
nothing and dies. It moves taken messages to the temporary folder: if that is on another disk, two workers can
get the same message. And a removed folder kills its worker.
"""

from collections.abc import Iterator
from pathlib import Path
from queue import Empty
from time import monotonic
from typing import Any
from uuid import uuid4

from kombu.transport import filesystem
from kombu.utils.json import dumps, loads


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
                message = taken.read_text()
                taken.unlink()
            except FileNotFoundError:  # another worker was faster
                continue
            return loads(message)
        raise Empty

    def _list_messages(self, queue: str) -> Iterator[Path]:
        """Yield the messages of this queue, the oldest first."""
        folder, ending = Path(self.data_folder_in), f"{queue}.msg"
        try:
            names = sorted(path.name for path in folder.iterdir())
        except FileNotFoundError:
            self._make_folders()
            return
        yield from (folder / name for name in names if name.partition(".")[2] == ending)


def _write_atomically(path: Path, text: str) -> None:
    """Write under a name that no worker looks for, then rename."""
    draft = path.with_suffix(".draft")
    draft.write_text(text)
    draft.replace(path)


class Transport(filesystem.Transport):
    Channel = Channel
