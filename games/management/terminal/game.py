"""One game: who sits where, what was played, what the person has been told."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from games.bots.arena import BOTS
from games.bots.player import Bot
from games.rules.core import orders, record
from games.rules.core.events import Event
from games.rules.core.notation import Move, Offer
from games.rules.core.record import Play
from games.rules.core.rng import commitment
from games.rules.core.ruleset import Ruleset
from games.rules.core.undo import History

RIVALS = ("Ilka", "Bence", "Vesna", "Tilda", "Luka", "Dora", "Marko", "Piroska")


class Told(msgspec.Struct, frozen=True):
    """A sentence, and the seat that it is about, if it is about one."""

    seat: str | None
    sentence: str


def table_for(person: str, count: int) -> list[str]:
    """The handles of the table, the person first."""
    rivals = [name for name in RIVALS if name.casefold() != person.casefold()]
    rivals += [f"Seat{number}" for number in range(len(rivals) + 2, count + 1)]
    return [person, *rivals[: count - 1]]


class Game:
    """A game as one person lives through it."""

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
        self.history = History(rules, position)
        self.plays: list[Play] = []
        self.told: list[list[Told]] = [self._sentences(events)]  # one list for the deal and for each move
        self.read = 0  # so many of those lists the person has read
        self.bots: dict[str, Bot] = {seat: BOTS[rivals](rules, f"{seed}/{seat}") for seat in seats}

    # --- where it stands

    @property
    def position(self) -> Any:
        return self.history.position

    @property
    def over(self) -> bool:
        return self.rules.over(self.position)

    @property
    def commitment(self) -> str:
        return commitment(self.seed)

    def next_seat(self) -> str:
        """Where several are asked at once the bots answer first: nobody waits for them."""
        awaited = self.rules.awaits(self.position)
        return next((seat for seat in awaited if seat != self.me), self.me)

    def offers(self) -> list[Offer]:
        return self.rules.offers(self.position, self.me)

    def table(self, width: int) -> list[str]:
        return self.rules.table_text(self.position, self.me, self.language, width)

    # --- moves

    def understood(self, line: str) -> Move:
        return self.rules.read(self.position, self.me, line, self.language)

    def play(self, seat: str, move: Move) -> None:
        """Make a move, and all that orders answer to it."""
        self._play(seat, move)
        for fired in orders.fire(self.rules, self.position, self._play):
            notes = [event for event in fired.events if event.private]
            self.told[-1] = [*self._sentences(notes), *self.told[-1]]

    def _play(self, seat: str, move: Move) -> list[Event]:
        events = self.history.play(seat, move)
        self.plays.append(Play(seat, move))
        self.told.append(self._sentences(events))
        return events

    def order(self, line: str) -> str:
        """Write down an order or a line of a plan for later questions."""
        return orders.file(self.rules, self.position, self.me, line)

    def orders(self) -> list[str]:
        return self.rules.orders(self.position, self.me)

    def bot_plays(self, seat: str) -> None:
        bot = self.bots[seat]
        view = self.rules.view(self.position, seat) if bot.looks else {}
        self.play(seat, bot.choose(view, self.rules.offers(self.position, seat)))

    def undo(self) -> Move:
        """Take the person's last move back, and what was told of it."""
        self.history.undo(self.me)
        self.told.pop()
        self.read = min(self.read, len(self.told))
        return self.plays.pop().move

    # --- what happened

    def _sentences(self, events: Sequence[Event]) -> list[Told]:
        return list(self._phrased(events))

    def _phrased(self, events: Sequence[Event]) -> Iterator[Told]:
        for event in events:
            seen = event.seen_by(self.me)
            sentence = self.rules.phrase(self.history.position, seen, self.me, self.language)
            if sentence:
                yield Told(seen.get("seat"), sentence)

    def news(self) -> list[Told]:
        """What has happened since the person looked last."""
        fresh = [told for move in self.told[self.read :] for told in move]
        self.read = len(self.told)
        return fresh

    def everything(self) -> list[Told]:
        return [told for move in self.told for told in move]

    # --- the record

    def save(self, path: Path, *, reveal: bool) -> None:
        """Write the game down; while it runs only how it began, for the moves tell what rivals chose."""
        written = record.of(
            self.rules,
            self.position,
            options=self.options,
            seed=self.seed,
            plays=self.plays if reveal else (),
            reveal=reveal,
        )
        path.write_text(record.write(written), "utf-8")


def told_together(told: Sequence[Told]) -> list[str]:
    """Paragraphs: sentences that follow each other and are about the same seat."""
    return [" ".join(one.sentence for one in group) for _, group in groupby(told, key=lambda one: one.seat)]
