"""A table that is played over JSON lines: one request in, one answer out.

Bots and tools in any programming language can use it; docs/protocol.md documents it.
Every request gets an answer of one line, and a refused request changes nothing.
"""

import json
import logging
from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO

import msgspec

from games.rules.core import orders
from games.rules.core.errors import RulesError, make_printable
from games.rules.core.notation import Namer, Offer
from games.rules.core.ruleset import Ruleset

LONGEST_LINE = 1_000_000  # bytes; a written position has a few thousand
REQUEST_KINDS = (
    '{"seat": …, "move": …}',
    '{"view": …}',
    '{"offers": …}',
    '{"position": true}',
    '{"load": {…}}',
)

JsonAnswer = dict[str, Any]


class JsonTable:
    """One game that answers requests."""

    def __init__(self, rules: Ruleset[Any], position: Any, options: Mapping[str, Any]) -> None:
        self.rules = rules
        self.options = options
        self._set_position(position)

    def answer(self, line: bytes) -> JsonAnswer:
        """Handle one request; never raises an error."""
        try:
            part = self._handle_request(_parse_request(line))
        except RulesError as error:
            return {"ok": False, "error": str(error)} | self.state
        except Exception as error:  # a bug of ours must not end somebody's match
            logging.getLogger(__name__).exception("the table breaks down")
            return {
                "ok": False,
                "error": f"Our rules break down at this: {type(error).__name__}.",
            } | self.state
        return {"ok": True} | self.state | part

    def _set_position(self, position: Any) -> None:
        """Continue from this position. Its state is computed first: if that fails, the old position stays."""
        self.state = self._describe_state(position)
        self.position = position

    def _describe_state(self, position: Any) -> JsonAnswer:
        """The part of every answer: who has to decide, or how the game ended."""
        state: JsonAnswer = {"awaits": self.rules.awaits(position)}
        if self.rules.over(position):
            lines = self.rules.scores(position).items()
            state["scores"] = {seat: sum(line.points for line in score) for seat, score in lines}
            state["winner"] = self.rules.winners(position)
        return state

    def _handle_request(self, request: Mapping[str, Any]) -> JsonAnswer:
        asks: dict[frozenset[str], Callable[[Mapping[str, Any]], JsonAnswer]] = {
            frozenset({"seat", "move"}): self._move,
            frozenset({"view"}): self._view,
            frozenset({"offers"}): self._offers,
            frozenset({"position"}): self._dump_position,
            frozenset({"load"}): self._load,
        }
        ask = asks.get(frozenset(request))
        if ask is None:
            raise RulesError(f"Ask one of: {', '.join(REQUEST_KINDS)}.")
        return ask(request)

    def _move(self, request: Mapping[str, Any]) -> JsonAnswer:
        seat, text = self._require_seat(request["seat"]), request["move"]
        if not isinstance(text, str):
            raise RulesError("“move” must be text.")
        # played on a copy, so that not even a bug can leave half a move behind
        position = self.rules.copy(self.position)
        move = self.rules.read(position, seat, text)
        events = self.rules.play(position, seat, move)
        events += [event for fired in orders.fire(self.rules, position) for event in fired.events]
        self._set_position(position)
        return {"move": str(move), "events": [seen for event in events if (seen := event.seen_by(seat))]}

    def _view(self, request: Mapping[str, Any]) -> JsonAnswer:
        seat = request["view"]
        return {"view": self.rules.view(self.position, None if seat is None else self._require_seat(seat))}

    def _offers(self, request: Mapping[str, Any]) -> JsonAnswer:
        seat = self._require_seat(request["offers"])
        name = self.rules.vocabulary.namer(self.position)
        offers = self.rules.offers(self.position, seat)
        return {"offers": [self._describe_offer(seat, offer, name) for offer in offers]}

    def _describe_offer(self, seat: str, offer: Offer, name: Namer) -> JsonAnswer:
        """Describe an offer by its move, or by an example and the form for all its moves."""
        form = offer.form(name)
        label = self.rules.label(self.position, seat, offer) or form.label
        entry: JsonAnswer = {"move": str(next(offer.moves())), "label": label}
        if form.fields:
            entry["form"] = msgspec.to_builtins(form)
        return entry

    def _dump_position(self, request: Mapping[str, Any]) -> JsonAnswer:
        if request["position"] is not True:
            raise RulesError("“position” must be true.")
        return {"position": self.rules.notation.dump(self.position)}

    def _load(self, request: Mapping[str, Any]) -> JsonAnswer:
        if not isinstance(request["load"], dict):
            raise RulesError("“load” must be a position.")
        position = self.rules.notation.load(request["load"], self.options)
        orders.fire(self.rules, position)
        self._set_position(position)
        return {}

    def _require_seat(self, seat: object) -> str:
        if not isinstance(seat, str):
            raise RulesError("A seat is named by text.")
        if seat not in self.rules.players(self.position):
            raise RulesError(f"Nobody called “{make_printable(seat)}” sits at this table.")
        return seat


def _parse_request(line: bytes) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        raise RulesError(f"A line has at most {LONGEST_LINE} bytes.")
    try:
        request = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise RulesError(f"This is not a line of JSON: {error}.") from error
    if not isinstance(request, dict):
        raise RulesError(f"A request is a JSON object: one of {', '.join(REQUEST_KINDS)}.")
    return request


def read_lines(source: BinaryIO) -> Iterator[bytes]:
    """Read the incoming lines; only the beginning of a line that is too long is kept."""
    while line := source.readline(LONGEST_LINE + 2):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = source.readline(LONGEST_LINE)
        yield line.rstrip(b"\r\n") if line.endswith(b"\n") else line


def format_answer(answer: JsonAnswer) -> str:
    """Format an answer as one line of ASCII JSON, safe for any terminal and pipe."""
    return json.dumps(answer, ensure_ascii=True)
