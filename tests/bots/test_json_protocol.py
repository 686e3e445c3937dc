"""The table that speaks JSON lines, where it meets a bug of ours; a real process tries the rest."""

import io
import json

import pytest

from games.bots.json_protocol import LONGEST_LINE, JsonTable, format_answer, read_lines
from tests.helpers.rulesets.pebbles import PEBBLES, PebblesNotation, PebblesRules


class BreaksInNotation(PebblesNotation):
    def load(self, written, options):
        return super().load({**written, "over": True}, options)


class Breaks(PebblesRules):
    """Rules with a bug in each place that a request may reach."""

    def __init__(self):
        super().__init__()
        self.notation = BreaksInNotation(self)

    def play(self, position, seat, move):
        super().play(position, seat, move)
        raise KeyError(seat)

    def view(self, position, seat):
        raise RecursionError

    def winners(self, position):
        raise ValueError


def table(rules) -> JsonTable:
    return JsonTable(rules, rules.new(["Ann", "Bob"], {}, "x")[0], {})


@pytest.mark.parametrize(
    "request_",
    [
        {"seat": "Ann", "move": "end"},
        {"view": "Ann"},
        {"load": PEBBLES.notation.dump(table(PEBBLES).position)},
    ],
)
def test_a_bug_is_answered_and_leaves_the_position_as_it_was(request_):
    broken = table(Breaks())
    before = PEBBLES.dump(broken.position)
    answer = broken.answer(json.dumps(request_).encode())
    assert answer["ok"] is False
    assert answer["awaits"] == ["Ann"]
    assert answer["error"].startswith("Our rules break down at this: ")
    assert PEBBLES.dump(broken.position) == before


def test_the_end_is_told_with_every_answer():
    one = table(PEBBLES)
    one.position.row["Ann"] = ["red"] * 5
    answer = one.answer(b'{"seat": "Ann", "move": "end"}')
    result = {"awaits": [], "scores": {"Ann": 5, "Bob": 0}, "winner": ["Ann"]}
    assert answer == {"ok": True, **result, "move": "end", "events": [{"kind": "ended", "seat": "Ann"}]}
    refused = one.answer(b"?")
    assert {key: refused[key] for key in result} == result


def test_lines_far_too_long_are_cut_and_the_next_one_is_read():
    longest = b"x" * LONGEST_LINE
    source = io.BytesIO(longest + b"\n" + longest * 3 + b"\n" + b"a\r\n" + b"\n" + b"last")
    found = list(read_lines(source))
    assert [len(line) > LONGEST_LINE for line in found] == [False, True, False, False, False]
    assert found[0] == longest
    assert found[2:] == [b"a", b"", b"last"]


def test_an_answer_is_one_line_of_plain_emails():
    assert format_answer({"error": "“Žofia”\n\u2028"}) == '{"error": "\\u201c\\u017dofia\\u201d\\n\\u2028"}'
