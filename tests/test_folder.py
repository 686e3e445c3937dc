"""The embedded broker: whoever looks into the folder finds whole messages or none."""

import json
import threading
from pathlib import Path

from kombu import Connection

from citadels.folder import Transport


def test_a_message_is_never_seen_half_written(tmp_path):
    (tmp_path / "control").mkdir()
    options = {"data_folder_in": str(tmp_path), "data_folder_out": str(tmp_path)}
    options["control_folder"] = str(tmp_path / "control")
    done = threading.Event()
    broken: list[Path] = []

    def look() -> None:
        while not done.is_set():
            for path in tmp_path.glob("*.msg"):
                try:
                    json.loads(path.read_text())
                except ValueError:
                    broken.append(path)

    looking = threading.Thread(target=look)
    looking.start()
    with Connection(transport=Transport, transport_options=options) as connection:
        queue = connection.SimpleQueue("bells")
        for number in range(300):
            queue.put({"number": number, "filler": "x" * 5000})
        done.set()
        looking.join()
        assert not broken
        assert {queue.get(timeout=5).payload["number"] for _ in range(300)} == set(range(300))
        queue.close()
    assert not list(tmp_path.glob("*.draft"))


def test_the_folder_is_made_by_whoever_comes_first(tmp_path):
    folders = [tmp_path / "broker" / name for name in ("in", "out", "control")]
    options = dict(
        zip(("data_folder_in", "data_folder_out", "control_folder"), map(str, folders), strict=True)
    )
    with Connection(transport=Transport, transport_options=options) as broker:
        broker.channel()
    assert all(folder.is_dir() for folder in folders)
