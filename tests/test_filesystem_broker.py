"""The embedded broker: whoever looks into the folder finds whole messages or none."""

import json
import re
import shutil
import threading
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from kombu import Connection

from citadels.celery import app
from citadels.filesystem_broker import Transport
from games.ops import process_metrics
from tests.helpers.malformed_messages import MALFORMED, write_message
from tests.helpers.threads import at_once


def broker_in(folder: Path) -> Connection:
    options = {"data_folder_in": str(folder), "data_folder_out": str(folder)}
    options["control_folder"] = str(folder / "control")
    return Connection(transport=Transport, transport_options=options)


def test_a_message_is_never_seen_half_written(tmp_path):
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
    with broker_in(tmp_path) as connection:
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


def test_of_many_workers_one_gets_a_message(tmp_path):
    with broker_in(tmp_path) as broker:
        channels = [broker.channel() for _ in range(4)]
        for number in range(100):
            channels[0]._put("bells", bell(str(number)))
        taken = at_once(*[lambda channel=channel: all_of(channel) for channel in channels])
    assert sorted(int(number) for numbers in taken for number in numbers) == list(range(100))
    assert not list(tmp_path.glob("*.taken"))


def bell(word: str) -> dict[str, Any]:
    return {"body": word, "headers": {}, "properties": {"delivery_tag": word}}


def heard(channel: Transport.Channel, queue: str = "bells") -> str:
    word: str = channel._get(queue)["body"]
    return word


def all_of(channel: Transport.Channel) -> list[str]:
    found = []
    while True:
        try:
            found.append(heard(channel))
        except Empty:
            return found


def test_queues_share_the_folder_and_no_message(tmp_path):
    with broker_in(tmp_path) as broker:
        channel = broker.channel()
        channel._put("bells-clock", bell("ring"))
        channel._put("old.bells", bell("of another house"))
        with pytest.raises(Empty):
            channel._get("bells")
        assert heard(channel, "bells-clock") == "ring"


@pytest.mark.drill(5, "the folder of the broker is removed between two messages")
def test_a_folder_that_was_removed_is_made_again(tmp_path):
    folder = tmp_path / "queue"
    with broker_in(folder) as broker:
        channel = broker.channel()
        shutil.rmtree(folder)
        with pytest.raises(Empty):
            channel._get("bells")
        assert folder.is_dir()
        shutil.rmtree(folder)
        channel._put("bells", bell("ring"))
        assert heard(channel) == "ring"


@pytest.mark.drill(35, "a message in the folder that nobody can read")
@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_message_is_skipped_counted_and_logged(tmp_path, caplog, name):
    counted = process_metrics.MALFORMED_MESSAGES._value.get()
    with broker_in(tmp_path) as broker:
        channel = broker.channel()
        write_message(tmp_path, "bells", MALFORMED[name])
        channel._put("bells", bell("ring"))
        assert all_of(channel) == ["ring"]
    assert process_metrics.MALFORMED_MESSAGES._value.get() == counted + 1
    assert [record.levelname for record in caplog.records if "malformed" in record.message] == ["ERROR"]
    assert list(tmp_path.glob("*.*")) == []


def test_celery_takes_and_writes_json_alone():
    app.finalize()
    assert list(app.conf.accept_content) == ["json"]
    assert not app.conf.result_accept_content or list(app.conf.result_accept_content) == ["json"]
    assert {app.conf.task_serializer, app.conf.result_serializer, app.conf.event_serializer} == {"json"}
    assert {task.serializer for task in app.tasks.values()} == {"json"}


def test_nothing_of_ours_unpickles(root):
    ours = [path for folder in ("accounts", "citadels", "games") for path in (root / folder).rglob("*.py")]
    assert not [
        path for path in ours if re.search(r"\bpickle\b|import (marshal|shelve)", path.read_text("utf-8"))
    ]


def test_a_folder_that_is_called_like_a_message_is_left_alone(tmp_path):
    with broker_in(tmp_path) as broker:
        channel = broker.channel()
        (tmp_path / "0_x.bells.msg").mkdir()
        channel._put("bells", bell("ring"))
        assert heard(channel) == "ring"
        with pytest.raises(Empty):
            channel._get("bells")
