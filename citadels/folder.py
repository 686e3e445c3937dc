"""The folder that is our broker: a message is there whole, or not at all.

kombu opens the file under its name and then writes; a worker that looks just then reads nothing and dies.
"""

from pathlib import Path
from time import monotonic
from typing import Any
from uuid import uuid4

from kombu.transport import filesystem
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Whoever comes first finds no folder: a server that was just set up."""
        super().__init__(*args, **kwargs)
        for folder in (self.data_folder_in, self.data_folder_out, self.control_folder):
            Path(folder).mkdir(parents=True, exist_ok=True)

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]
        """Written under a name that no worker looks for, then renamed. The time in front keeps the order."""
        path = Path(self.data_folder_out) / f"{round(monotonic() * 1000)}_{uuid4()}.{queue}.msg"
        draft = path.with_suffix(".draft")
        draft.write_text(dumps(payload))
        draft.replace(path)


class Transport(filesystem.Transport):
    Channel = Channel
