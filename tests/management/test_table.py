"""The process protocol, through a real process."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest
from django.core.management import CommandError, call_command

from tests.helpers.messages import rules
from tests.helpers.time_limits import PATIENCE

pytestmark = pytest.mark.processes

SEATS = ["Ann", "Bob", "Cleo", "Dan"]


class Table:
    """`manage.py table` at the other end of a pipe."""

    def __init__(self, root, *args: str) -> None:
        # a database that nobody could reach: the command must not even try
        env = os.environ | {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"}
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "table", "--game", "citadels", *args],
            cwd=root,
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def send(self, line: bytes) -> dict:
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def ask(self, **request) -> dict:
        return self.send(json.dumps(request).encode())

    def close(self) -> tuple[bytes, bytes, int]:
        out, err = self.process.communicate(timeout=PATIENCE)
        return out, err, self.process.returncode


@pytest.fixture(scope="module")
def shared(root) -> Iterator[Table]:
    """One process for all that leaves the position as it is."""
    table = Table(root, "--seats", ",".join(SEATS), "--seed", "42")
    yield table
    assert table.close() == (b"", b"", 0)


@pytest.fixture
def table(root) -> Iterator[Table]:
    table = Table(root, "--seats", ",".join(SEATS), "--seed", "42")
    yield table
    assert table.close() == (b"", b"", 0)


def test_a_whole_game_is_played_over_the_pipe(table):
    dice, kinds = Random(3), set()
    answer = table.ask(view=None)
    while answer["awaits"]:
        assert "scores" not in answer
        seat = dice.choice(answer["awaits"])
        offers = table.ask(offers=seat)["offers"]
        move = dice.choice(offers)["move"]
        answer = table.ask(seat=seat, move=move)
        assert answer["ok"], answer
        assert answer["move"] == move
        kinds |= {event["kind"] for event in answer["events"]}
    assert set(answer["scores"]) == set(SEATS)
    best = max(answer["scores"].values())
    assert all(answer["scores"][seat] == best for seat in answer["winner"])
    assert len(kinds) > 5
    refused = table.ask(seat="Ann", move="gold")
    assert not refused["ok"]
    assert refused["error"] == rules.GAME_IS_OVER
    assert table.ask(offers="Ann")["offers"] == []


def test_the_session_on_the_protocols_page_is_a_real_one(root):
    page = (root / "docs" / "protocol.md").read_text("utf-8")
    session = page.split("## A session\n```\n")[1].split("\n```")[0]
    table = Table(root, "--seats", ",".join(SEATS), "--seed", "1")
    exchanges = [exchange.split("\n< ") for exchange in f"\n{session}".split("\n> ")[1:]]
    assert len(exchanges) > 3
    for request, shown in exchanges:
        answer = json.dumps(table.send(request.encode()), ensure_ascii=False)
        for part in " ".join(shown.split()).split("…"):
            assert part.strip(", ") in answer
            answer = answer[answer.index(part.strip(", ")) :]
    assert table.close() == (b"", b"", 0)


def test_the_same_seed_deals_the_same_game(root, shared):
    twin = Table(root, "--seats", ",".join(SEATS), "--seed", "42")
    other = Table(root, "--seats", ",".join(SEATS))
    position = shared.ask(position=True)
    assert twin.ask(position=True) == position
    assert other.ask(position=True) != position
    twin.close()
    other.close()


def test_a_move_tells_what_happened_as_its_seat_sees_it(table):
    [seat] = table.ask(view=None)["awaits"]
    offered = table.ask(offers=seat)["offers"]
    assert all(set(offer) == {"move", "label"} and offer["label"] for offer in offered)
    answer = table.ask(seat=seat, move=f"  {offered[0]['move'].upper()} ")
    assert answer["ok"]
    assert answer["move"] == offered[0]["move"]
    own = [event for event in answer["events"] if event.get("seat") == seat]
    assert offered[0]["move"].split()[1] in json.dumps(own)
    assert "secret" not in json.dumps(answer["events"])


def test_an_offer_with_something_to_fill_in_has_a_form_and_an_example(root):
    table = Table(root, "--seats", "Ann,Bob", "--seed", "1")
    while True:  # with two seats the second choice of characters is of two cards
        [seat] = table.ask(view=None)["awaits"]
        offers = table.ask(offers=seat)["offers"]
        if "form" in offers[0]:
            break
        assert table.ask(seat=seat, move=offers[0]["move"])["ok"]
    [offer] = offers
    fields = offer["form"]["fields"]
    assert offer["form"]["label"]
    assert [(field["least"], field["most"]) for field in fields] == [(1, 1), (1, 1)]
    assert offer["move"].split()[1] in [value for value, name in fields[0]["choices"]]
    assert table.ask(seat=seat, move=offer["move"])["ok"]
    assert table.close() == (b"", b"", 0)


def test_a_view_shows_a_seat_its_own_hand_and_no_other(shared):
    position = shared.ask(position=True)["position"]
    own = shared.ask(view="Ann")["view"]["you"]
    assert sorted(position["Ann"]["hand"]) == own["hand"]
    assert "you" not in shared.ask(view=None)["view"]


def test_a_position_can_be_saved_and_loaded(table):
    saved = table.ask(position=True)["position"]
    [seat] = table.ask(view=None)["awaits"]
    table.ask(seat=seat, move=table.ask(offers=seat)["offers"][0]["move"])
    assert table.ask(view=None)["awaits"] != [seat]
    assert table.ask(load=saved) == {"ok": True, "awaits": [seat]}
    again = table.ask(position=True)["position"]
    assert again | {"seed": 0} == saved | {"seed": 0}


def test_a_loaded_position_may_have_other_seats(table):
    position = {"seats": ["Xia", "Yves", "Zoe", "Wim"], "crown": "Zoe"}
    assert table.ask(load=position) == {"ok": True, "awaits": ["Zoe"]}
    assert table.ask(offers="Zoe")["offers"]
    assert not table.ask(offers="Ann")["ok"]


def deep(depth: int) -> bytes:
    return b'{"load":' + b"[" * depth + b"]" * depth + b"}"


BAD_LINES = {
    "empty": b"",
    "blank": b"   ",
    "not JSON": b"gold",
    "half an object": b'{"view": "Ann"',
    "two objects": b'{"view": "Ann"} {"view": "Ann"}',
    "not an object": b'["view", "Ann"]',
    "a number": b"7",
    "nothing asked": b"{}",
    "unknown key": b'{"dance": true}',
    "one key too many": b'{"view": "Ann", "offers": "Ann"}',
    "move without seat": b'{"move": "gold"}',
    "seat without move": b'{"seat": "Ann"}',
    "seat is a number": b'{"seat": 1, "move": "gold"}',
    "seat is null": b'{"seat": null, "move": "gold"}',
    "move is a list": b'{"seat": "Ann", "move": ["gold"]}',
    "view is a list": b'{"view": ["Ann"]}',
    "offers is null": b'{"offers": null}',
    "position is not true": b'{"position": 1}',
    "position is false": b'{"position": false}',
    "load is a list": b'{"load": []}',
    "load of nothing": b'{"load": {}}',
    "load with unknown fields": b'{"load": {"seats": ["Ann", "Bob", "Cleo", "Dan"], "dragons": 3}}',
    "load with wrong types": b'{"load": {"seats": ["Ann", "Bob", "Cleo", "Dan"], "round": "x"}}',
    "load with unknown card": b'{"load": {"seats": ["Ann", "Bob", "Cleo", "Dan"], "Ann": {"hand": ["x"]}}}',
    "unknown seat": b'{"seat": "Zoe", "move": "gold"}',
    "view of an unknown seat": b'{"view": "Zoe"}',
    "offers of an unknown seat": b'{"offers": "ann"}',
    "not on turn": b'{"seat": "%s", "move": "gold"}',
    "unknown verb": b'{"seat": "@", "move": "dance"}',
    "wrong moment": b'{"seat": "@", "move": "end"}',
    "too many arguments": b'{"seat": "@", "move": "pick king king king king"}',
    "empty move": b'{"seat": "@", "move": ""}',
    "control characters in a move": b'{"seat": "@", "move": "pick\\u0000\\u001b[31m king"}',
    "raw control characters": b'{"seat": "@", "move": "pick\x00king"}',
    "control characters in a seat": b'{"view": "A\\u0007nn"}',
    "a lone surrogate": b'{"view": "\\ud800"}',
    "a long move": b'{"seat": "@", "move": "' + b"x" * 500_000 + b'"}',
    "megabytes": b'{"seat": "@", "move": "' + b"x" * 3_000_000 + b'"}',
    "megabytes of blanks": b" " * 2_000_000,
    "binary": bytes(byte for byte in range(256) if byte != 10),
    "not UTF-8": b'{"view": "\xff\xfe"}',
    "UTF-16": '{"view": "Ann"}'.encode("utf-16").replace(b"\n", b""),
    "deeply nested": deep(400_000),
    "not a number": b'{"load": {"seed": NaN}}',
    "a huge number": b'{"load": {"seats": ["Ann", "Bob", "Cleo", "Dan"], "seed": ' + b"9" * 5000 + b"}}",
}


@pytest.mark.parametrize("line", [pytest.param(line, id=name) for name, line in BAD_LINES.items()])
def test_bad_input_gets_a_sentence_and_changes_nothing(shared, line):
    before = shared.ask(position=True)
    [seat] = before["awaits"]
    idle = next(other for other in SEATS if other != seat)
    answer = shared.send(line.replace(b"@", seat.encode()).replace(b"%s", idle.encode()))
    assert set(answer) == {"ok", "error", "awaits"}
    assert answer["ok"] is False
    assert answer["awaits"] == [seat]
    assert answer["error"].endswith((".", "?"))
    assert "break down" not in answer["error"]
    assert answer["error"].isprintable()
    assert len(answer["error"]) < 1000
    assert shared.ask(position=True) == before


def test_a_last_line_without_an_end_is_answered_too(root):
    table = Table(root, "--seats", "Ann,Bob,Cleo,Dan")
    out, err = table.process.communicate(b'{"view": "Ann"}\r\n{"view": "Zoe"}', timeout=PATIENCE)
    assert [json.loads(line)["ok"] for line in out.splitlines()] == [True, False]
    assert (err, table.process.returncode) == (b"", 0)


def test_a_listener_who_leaves_ends_the_table_without_noise(root):
    table = Table(root, "--seats", "Ann,Bob,Cleo,Dan")
    assert table.ask(view=None)["ok"]
    table.process.stdout.close()
    table.process.stdin.write(b'{"view": null}\n' * 3)
    table.process.stdin.close()
    assert table.process.wait(timeout=PATIENCE) == 1
    assert table.process.stderr.read() == b""
    table.process.stderr.close()


def test_an_interrupt_ends_the_table_without_noise(root):
    table = Table(root, "--seats", "Ann,Bob,Cleo,Dan")
    assert table.ask(view=None)["ok"]
    table.process.send_signal(signal.SIGINT)
    assert table.close() == (b"", b"", 130)


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["--seats", "Ann"], "for 2 to 8 seats"),
        (["--seats", "Ann,ann"], "same name"),
        (["--seats", "Ann,,Bob"], "seat"),
        (["--seats", "A\x07nn,Bob"], "unprintable"),
        (["--seats", "Ann,Bob", "--options", "{"], "not JSON"),
        (["--seats", "Ann,Bob", "--options", "[]"], "JSON object"),
        (["--seats", "Ann,Bob", "--options", '{"dragons": 3}'], "dragons"),
        (["--seats", "Ann,Bob", "--game", "chess"], "There is no game “chess”"),
        (["--seats", "Ann,Bob", "--seed", ""], "seed"),
        ([], "--seats"),
    ],
)
def test_a_table_that_cannot_be_set_says_why(args, complaint):
    with pytest.raises(CommandError, match=complaint):
        call_command("table", "--game", "citadels", *args)


@pytest.mark.parametrize("args", [["--seats", "Ann"], ["--seats", "Ann,Bob", "--seed", "\udcff"]])
def test_a_table_that_cannot_be_set_ends_without_a_traceback(root, args):
    out, err, code = Table(root, *args).close()
    assert code != 0
    assert out == b""
    assert err
    assert b"Traceback" not in err
