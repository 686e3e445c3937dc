"""The folder that is our broker: a message is there whole, or not at all, and one worker gets it.

kombu opens the file under its name and then writes; a worker that looks just then reads nothing and dies.
What it takes, it carries to the machine's temporary folder: if that is another disk, two workers get it. And
a folder that somebody has removed is the end of its worker.
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
        """Whoever comes first finds no folder: a server that was just set up."""
        super().__init__(*args, **kwargs)
        self._make_folders()

    def _make_folders(self) -> None:
        for folder in (self.data_folder_in, self.data_folder_out, self.control_folder):
            Path(folder).mkdir(parents=True, exist_ok=True)

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]
        """The time in front keeps the order."""
        path = Path(self.data_folder_out) / f"{round(monotonic() * 1000)}_{uuid4()}.{queue}.msg"
        try:
            _write(path, dumps(payload))
        except FileNotFoundError:  # the folder was removed; messages are only bells
            self._make_folders()
            _write(path, dumps(payload))

    def _get(self, queue: str) -> Any:  # type: ignore[override]
        for path in self._waiting(queue):
            taken = path.with_suffix(".taken")
            try:
                path.rename(taken)
                message = taken.read_text()
                taken.unlink()
            except FileNotFoundError:  # somebody else was faster
                continue
            return loads(message)
        raise Empty

    def _waiting(self, queue: str) -> Iterator[Path]:
        """The messages of this queue, the oldest first."""
        folder, ending = Path(self.data_folder_in), f"{queue}.msg"
        try:
            names = sorted(path.name for path in folder.iterdir())
        except FileNotFoundError:
            self._make_folders()
            return
        yield from (folder / name for name in names if name.partition(".")[2] == ending)


def _write(path: Path, text: str) -> None:
    """Under a name that no worker looks for, then renamed."""
    draft = path.with_suffix(".draft")
    draft.write_text(text)
    draft.replace(path)


class Transport(filesystem.Transport):
    Channel = Channel
