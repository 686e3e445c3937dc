"""A game as one seat may see it; pages and emails are built from this.

Everything returned from here has passed through `view` or `seen_by` for the reading seat. Stored positions,
events and move texts are never handed on.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django.utils.translation import pgettext

from games.models import Game, Seat
from games.play.deadlines import seat_clock
from games.rules import registry
from games.rules.core.notation import Offer
from games.rules.core.reader import describe_wait
from games.rules.core.rng import compute_commitment
from games.rules.core.turns.composition import TurnComposer
from games.rules.core.turns.suggestions import TurnSuggestions


class GameView:
    """A game as a seat sees it; `seat` is None for a spectator."""

    def __init__(self, game: Game, seats: Sequence[Seat], seat: Seat | None, language: str) -> None:
        self.game = game
        self.seats = seats
        self.seat = seat
        self.language = language
        self.rules = registry.get(game.ruleset)

    @property
    def name(self) -> str | None:
        return self.seat.name if self.seat else None

    def call_seat(self, name: str) -> str:
        """What this reader calls a seat: the own one is “You”."""
        return pgettext("at the table", "You") if name == self.name else self.shown_names.get(name, name)

    @cached_property
    def shown_names(self) -> dict[str, str]:
        """What people read for the name of each seat in the game."""
        return {seat.name: seat.shown_name for seat in self.seats}

    @cached_property
    def position(self) -> Any:
        return self.rules.load(self.game.position)

    @cached_property
    def public_view(self) -> "GameView":
        """The same game as everybody may see it."""
        view = GameView(self.game, self.seats, None, self.language)
        view.position = self.position
        return view

    @cached_property
    def page(self) -> dict[str, Any]:
        """What the game's own templates show; `names` has what people read for the name of each seat."""
        page = self.rules.presentation.page(self.position, self.name, self.language)
        return {**page, **self._name_awaited(page), "names": self.shown_names}

    def _name_awaited(self, page: dict[str, Any]) -> dict[str, Any]:
        """Say whom the game waits for by the names that people read, where the game names its seats."""
        awaited = self.rules.awaits(self.position)
        plain = describe_wait(awaited, self.language)
        shown = describe_wait([self.shown_names.get(name, name) for name in awaited], self.language)
        return {key: shown for key in ("headline", "question") if page.get(key) == plain}

    @cached_property
    def offers(self) -> list[Offer]:
        """The moves this seat may make now; none while the game is not running or a bot plays the seat."""
        if self.seat is None or self.seat.bot or self.game.state != Game.State.RUNNING:
            return []
        if not self.seat.is_awaited:
            return []
        return self.rules.offers(self.position, self.seat.name)

    @property
    def seed_commitment(self) -> str:
        """The commitment to the seed, published from the deal on so that the seed cannot be changed later.

        The record of the finished game contains the seed, with which it can be checked."""
        return compute_commitment(self.game.seed)

    @property
    def is_closed(self) -> bool:
        """Is the game over or abandoned, so that the seed may be shown?"""
        return self.game.is_closed

    @property
    def successors(self) -> list[Seat]:
        """Seats whose player is not the one they are named after.

        In an anonymous game: none while it runs, and all seats of people after its end."""
        people = [seat for seat in self.seats if seat.user and not seat.bot]
        if self.game.is_anonymous:
            return people if self.is_closed else []
        return [seat for seat in people if seat.user_id != seat.original_user_id]

    @property
    def has_deadlines(self) -> bool:
        """Does time run here? Not where one person plays with bots."""
        return seat_clock.has_deadlines(self.game, self.seats)

    @property
    def awaited_seats(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.is_awaited]

    @property
    def may_undo(self) -> bool:
        """May this seat undo the last move? Only while it is asked itself."""
        return bool(self.game.undoable_moves and self.offers)

    def is_on_turn(self) -> bool:
        return bool(self.offers) and self.rules.orders.on_turn(self.position, str(self.name))

    # --- whole turns

    @property
    def preview_seed(self) -> str:
        """The seed of the worlds in which a turn is tried; public, and the same for the whole decision."""
        return f"{self.game.key}/{self.seat.decision if self.seat else 0}"

    def make_composer(self) -> TurnComposer[Any]:
        return self._make_composer_at(self.position)

    def suggest_turns(self) -> TurnSuggestions[Any]:
        """The whole turns that an email offers by number.

        The plan of the seat is left aside, since it may be changed, and a number means the same turn for the
        whole decision."""
        position = self.rules.copy(self.position)
        self.rules.orders.lines(position, str(self.name)).clear()
        return TurnSuggestions(self._make_composer_at(position))

    def _make_composer_at(self, position: Any) -> TurnComposer[Any]:
        return TurnComposer(self.rules, position, str(self.name), self.preview_seed, self.language)
