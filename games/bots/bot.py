"""The interface of a bot."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from games.rules.core.notation import Move, Offer


class Bot(Protocol):
    """A player that gets what a person in its seat would see, and nothing else."""

    @property
    def name(self) -> str: ...

    @property
    def needs_view(self) -> bool:
        """Does the bot use the view? If not, the view is not computed."""
        ...

    def choose(self, view: Mapping[str, Any], offers: Sequence[Offer]) -> Move:
        """Choose one of the offered moves; there is at least one offer."""
        ...
