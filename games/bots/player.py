"""What every bot can do."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from games.rules.core.notation import Move, Offer


class Bot(Protocol):
    """A player who gets what a person at this seat would get, and nothing else."""

    @property
    def name(self) -> str: ...

    @property
    def looks(self) -> bool:
        """Does it use the view? One that does not is spared the making of it."""
        ...

    def choose(self, view: Mapping[str, Any], offers: Sequence[Offer]) -> Move:
        """One move out of what is offered; there is always something."""
        ...
