"""A table that speaks JSON lines: one request in, one answer out.

Bots and tools in any language play through this; docs/protocol.md is their page.
Whatever comes in, the answer is one line, and a refused request changes nothing.
"""

import json
import logging
from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO

import msgspec

from games.rules.core import orders
from games.rules.core.errors import RulesError, printable
from games.rules.core.notation import Namer, Offer
from games.rules.core.ruleset import Ruleset

LONGEST_LINE = 1_000_000  # bytes; a written position has some thousand
KINDS = (
    '{"seat": …, "move": …}',
    '{"view": …}',
    '{"offers": …}',
    '{"position": true}',
    '{"load": {…}}',
)

Answer = dict[str, Any]


class Table:
    """One game, and how to ask it."""

    def __init__(self, rules: Ruleset[Any], position: Any, options: Mapping[str, Any]) -> None:
        self.rules = rules
        self.options = options
        self._adopt(position)

    def answer(self, line: bytes) -> Answer:
        """What there is to say to this line."""
        try:
            part = self._ask(_request(line))
        except RulesError as error:
            return {"ok": False, "error": str(error)} | self.state
        except Exception as error:  # a bug of ours must not end a stranger's match
            logging.getLogger(__name__).exception("the table breaks down")
            return {
                "ok": False,
                "error": f"Our rules break down at this: {type(error).__name__}.",
            } | self.state
        return {"ok": True} | self.state | part

    def _adopt(self, position: Any) -> None:
        """Go on from this position, once it is known that everything about it can be told."""
        self.state = self._state(position)
        self.position = position

    def _state(self, position: Any) -> Answer:
        """What every answer tells: whose turn it is, or how it ended."""
        state: Answer = {"awaits": self.rules.awaits(position)}
        if self.rules.over(position):
            lines = self.rules.scores(position).items()
            state["scores"] = {seat: sum(line.points for line in score) for seat, score in lines}
            state["winner"] = self.rules.winners(position)
        return state

    def _ask(self, request: Mapping[str, Any]) -> Answer:
        asks: dict[frozenset[str], Callable[[Mapping[str, Any]], Answer]] = {
            frozenset({"seat", "move"}): self._move,
            frozenset({"view"}): self._view,
            frozenset({"offers"}): self._offers,
            frozenset({"position"}): self._written,
            frozenset({"load"}): self._load,
        }
        ask = asks.get(frozenset(request))
        if ask is None:
            raise RulesError(f"Ask one of: {', '.join(KINDS)}.")
        return ask(request)

    def _move(self, request: Mapping[str, Any]) -> Answer:
        seat, text = self._seat(request["seat"]), request["move"]
        if not isinstance(text, str):
            raise RulesError("“move” must be text.")
        # played on a copy, so that not even a bug leaves half a move behind
        position = self.rules.copy(self.position)
        move = self.rules.read(position, seat, text)
        events = self.rules.play(position, seat, move)
        events += [event for fired in orders.fire(self.rules, position) for event in fired.events]
        self._adopt(position)
        return {"move": str(move), "events": [seen for event in events if (seen := event.seen_by(seat))]}

    def _view(self, request: Mapping[str, Any]) -> Answer:
        seat = request["view"]
        return {"view": self.rules.view(self.position, None if seat is None else self._seat(seat))}

    def _offers(self, request: Mapping[str, Any]) -> Answer:
        seat = self._seat(request["offers"])
        name = self.rules.namer(self.position)
        offers = self.rules.offers(self.position, seat)
        return {"offers": [self._offer(seat, offer, name) for offer in offers]}

    def _offer(self, seat: str, offer: Offer, name: Namer) -> Answer:
        """One move, or an example of one and the form that describes them all."""
        form = offer.form(name)
        label = self.rules.label(self.position, seat, offer) or form.label
        entry: Answer = {"move": str(next(offer.moves())), "label": label}
        if form.fields:
            entry["form"] = msgspec.to_builtins(form)
        return entry

    def _written(self, request: Mapping[str, Any]) -> Answer:
        if request["position"] is not True:
            raise RulesError("“position” must be true.")
        return {"position": self.rules.to_notation(self.position)}

    def _load(self, request: Mapping[str, Any]) -> Answer:
        if not isinstance(request["load"], dict):
            raise RulesError("“load” must be a position.")
        position = self.rules.from_notation(request["load"], self.options)
        orders.fire(self.rules, position)
        self._adopt(position)
        return {}

    def _seat(self, seat: object) -> str:
        if not isinstance(seat, str):
            raise RulesError("A seat is named by text.")
        if seat not in self.rules.players(self.position):
            raise RulesError(f"Nobody called “{printable(seat)}” sits at this table.")
        return seat


def _request(line: bytes) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        raise RulesError(f"A line has at most {LONGEST_LINE} bytes.")
    try:
        request = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise RulesError(f"This is not a line of JSON: {error}.") from error
    if not isinstance(request, dict):
        raise RulesError(f"A request is a JSON object: one of {', '.join(KINDS)}.")
    return request


def lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines that come in; of one that is far too long only the beginning is kept."""
    while line := source.readline(LONGEST_LINE + 2):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = source.readline(LONGEST_LINE)
        yield line.rstrip(b"\r\n") if line.endswith(b"\n") else line


def written(answer: Answer) -> str:
    """The answer as one line that any terminal and any pipe can carry."""
    return json.dumps(answer, ensure_ascii=True)
