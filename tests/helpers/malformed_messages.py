"""Messages for the folder of the broker that no worker can do anything with."""

import base64
import json
from pathlib import Path
from time import monotonic
from typing import Any
from uuid import uuid4

TASK = {"task": "games.tasks.send_game_notices", "id": "7", "timelimit": [None, None]}
BODY: list[Any] = [[], {}, {}]


def write_task(
    body: Any = BODY, headers: Any = TASK, kind: str = "application/json", **properties: Any
) -> bytes:
    """A task as Celery writes it; bytes for a body that is no JSON."""
    text = body if isinstance(body, bytes) else json.dumps(body).encode()
    usual = {"delivery_tag": "7", "body_encoding": "base64", "delivery_info": {}}
    message = {
        "body": base64.b64encode(text).decode(),
        "content-type": kind,
        "content-encoding": "utf-8",
        "headers": headers,
        "properties": {**usual, **properties},
    }
    return json.dumps(message).encode()


WHOLE = json.loads(write_task())
MALFORMED = {
    "empty": b"",
    "cut off": write_task()[:-9],
    "no text": b"\xff\xfe\0",
    "nothing": b"null",
    "a number": b"7",
    "a list": b"[]",
    "an empty object": b"{}",
    "very deep": b"[" * 100_000,
    "of an unknown type": b'{"__type__": "nonsense", "__value__": 1}',
    "without properties": json.dumps({**WHOLE, "properties": None}).encode(),
    "properties in a list": json.dumps({**WHOLE, "properties": []}).encode(),
    "body that is no text": json.dumps({**WHOLE, "body": 7}).encode(),
    "body that is no base64": json.dumps({**WHOLE, "body": "?"}).encode(),
    "body of an unknown encoding": write_task(body_encoding="rot13"),
    "tag that is no text": write_task(delivery_tag=[7]),
    "headers that are no object": write_task(headers="task"),
    "task that is no name": write_task(headers={**TASK, "task": []}),
    "no id": write_task(headers={"task": TASK["task"]}),
    "id that is no text": write_task(headers={**TASK, "id": [7]}),
    "limit that is no pair": write_task(headers={**TASK, "timelimit": 7}),
    "stamps that are no object": write_task(headers={**TASK, "stamps": 7, "stamped_headers": 7}),
    "arguments in no list": write_task(body={"a": 1}),
    "too few arguments": write_task(body=[1]),
    "arguments of wrong types": write_task(body=[1, 2, 3]),
}
# what Celery refuses or drops by itself, without falling over
REFUSED = {
    "pickle": write_task(b"cos\nsystem\n(S'touch pickled'\ntR.", kind="application/x-python-serialize"),
    "no JSON": write_task(b"hello", kind="text/plain"),
    "an unknown task": write_task(headers={**TASK, "task": "games.tasks.of_nobody"}),
    "arguments that do not fit": write_task(body=[[1, 2, 3], {}, {}]),
    "no headers": write_task(headers=None),
}


def write_message(folder: Path, queue: str, text: bytes) -> Path:
    """Put a message into the folder, behind those that are there."""
    path = folder / f"{round(monotonic() * 1000)}_{uuid4()}.{queue}.msg"
    draft = path.with_suffix(".draft")
    draft.write_bytes(text)
    return draft.replace(path)
