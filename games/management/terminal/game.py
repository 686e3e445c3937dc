"""One game in the terminal: its seats, the moves played, and the sentences shown to the person."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from games.bots.arena import BOTS
from games.bots.bot import Bot
from games.rules.core import orders
from games.rules.core.events import Event
from games.rules.core.notation import Move, Offer
from games.rules.core.records import record
from games.rules.core.records.record import RecordedMove
from games.rules.core.rng import compute_commitment
from games.rules.core.ruleset import Ruleset
from games.rules.core.undo import UndoHistory

RIVAL_NAMES = ("Ilka", "Bence", "Vesna", "Tilda", "Luka", "Dora", "Marko", "Piroska")


class ShownSentence(msgspec.Struct, frozen=True):
    """A sentence about what happened, and the seat that it is about, if any."""

    seat: str | None
    sentence: str


def list_seat_names(person: str, count: int) -> list[str]:
    """List the names of the seats, the person first."""
    rivals = [name for name in RIVAL_NAMES if name.casefold() != person.casefold()]
    rivals += [f"Seat{number}" for number in range(len(rivals) + 2, count + 1)]
    return [person, *rivals[: count - 1]]


class TerminalGame:
    """A game of one person against bots."""

    def __init__(
        self,
        rules: Ruleset[Any],
        seats: Sequence[str],
        options: Mapping[str, Any],
        seed: str,
        language: str,
        rivals: str = "random",
    ) -> None:
        self.rules = rules
        self.me = seats[0]
        self.options = options
        self.seed = seed
        self.language = language
        position, events = rules.new(list(seats), options, seed)
        self.history = UndoHistory(rules, position)
        self.plays: list[RecordedMove] = []
        self.sentences: list[list[ShownSentence]] = [
            self._sentences(events)
        ]  # one list for the deal and for each move
        self.read_count = 0  # how many of those lists the person has read
        self.bots: dict[str, Bot] = {seat: BOTS[rivals](rules, f"{seed}/{seat}") for seat in seats}

    # --- state

    @property
    def position(self) -> Any:
        return self.history.position

    @property
    def over(self) -> bool:
        return self.rules.over(self.position)

    @property
    def commitment(self) -> str:
        return compute_commitment(self.seed)

    def next_seat(self) -> str:
        """Return the seat to move; where several are asked at once, bots answer first."""
        awaited = self.rules.awaits(self.position)
        return next((seat for seat in awaited if seat != self.me), self.me)

    def offers(self) -> list[Offer]:
        return self.rules.offers(self.position, self.me)

    def table(self, width: int) -> list[str]:
        return self.rules.table_text(self.position, self.me, self.language, width)

    # --- moves

    def parse_move(self, line: str) -> Move:
        return self.rules.read(self.position, self.me, line, self.language)

    def play(self, seat: str, move: Move) -> None:
        """Make a move, and let orders answer what it asks."""
        self._play(seat, move)
        for fired in orders.fire(self.rules, self.position, self._play):
            notes = [event for event in fired.events if event.private]
            self.sentences[-1] = [*self._sentences(notes), *self.sentences[-1]]

    def _play(self, seat: str, move: Move, order: str = "") -> list[Event]:
        events = self.history.play(seat, move)
        self.plays.append(RecordedMove(seat, move))
        self.sentences.append(self._sentences(events))
        return events

    def order(self, line: str) -> str:
        """File an order or a line of a plan for later questions."""
        return orders.file_order(self.rules, self.position, self.me, line)

    def orders(self) -> list[str]:
        return self.rules.orders.lines(self.position, self.me)

    def play_bot_move(self, seat: str) -> None:
        bot = self.bots[seat]
        view = self.rules.view(self.position, seat) if bot.needs_view else {}
        self.play(seat, bot.choose(view, self.rules.offers(self.position, seat)))

    def undo(self) -> Move:
        """Undo the person's last move and drop its sentences."""
        self.history.undo(self.me)
        self.sentences.pop()
        self.read_count = min(self.read_count, len(self.sentences))
        return self.plays.pop().move

    # --- what happened

    def _sentences(self, events: Sequence[Event]) -> list[ShownSentence]:
        return list(self._phrase_events(events))

    def _phrase_events(self, events: Sequence[Event]) -> Iterator[ShownSentence]:
        for event in events:
            seen = event.seen_by(self.me)
            sentence = self.rules.phrase(self.history.position, seen, self.me, self.language)
            if sentence:
                yield ShownSentence(seen.get("seat"), sentence)

    def news(self) -> list[ShownSentence]:
        """Return what has happened since the person last looked."""
        fresh = [entry for move in self.sentences[self.read_count :] for entry in move]
        self.read_count = len(self.sentences)
        return fresh

    def all_sentences(self) -> list[ShownSentence]:
        return [entry for move in self.sentences for entry in move]

    # --- the record

    def save(self, path: Path, *, reveal: bool) -> None:
        """Write the record; without `reveal` only how the game began, as moves show what rivals chose."""
        written = record.build_record(
            self.rules,
            self.position,
            options=self.options,
            seed=self.seed,
            plays=self.plays if reveal else (),
            reveal=reveal,
        )
        path.write_text(record.format_record(written), "utf-8")


def join_by_seat(entries: Sequence[ShownSentence]) -> list[str]:
    """Join sentences that follow each other and are about the same seat into paragraphs."""
    return [
        " ".join(one.sentence for one in group) for _, group in groupby(entries, key=lambda one: one.seat)
    ]
