"""What other apps keep about a person, without this app knowing them.

An app registers itself when it is ready:

    class GamesConfig(AppConfig):
        def ready(self) -> None:
            belongings.register(
                "games", export=export, close=close, warn=warn, reached=reached, retime=retime
            )

`export(user)` returns what goes into the person's file, as plain JSON. `close(user)` is called while the
account is closed, in the same transaction, and still sees the old handle. `warn(user)` returns sentences for
the page that asks whether to close: what will happen to what the person has. `reached(user)` is called when
letters arrive again after they did not, and `retime(user)` when they have saved other hours.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from accounts.models import User


class Belongings(NamedTuple):
    export: Callable[["User"], Any]
    close: Callable[["User"], None]
    warn: "Callable[[User], list[str]] | None" = None
    reached: "Callable[[User], None] | None" = None
    retime: "Callable[[User], None] | None" = None


_registered: dict[str, Belongings] = {}


def register(
    name: str,
    *,
    export: Callable[["User"], Any],
    close: Callable[["User"], None],
    warn: "Callable[[User], list[str]] | None" = None,
    reached: "Callable[[User], None] | None" = None,
    retime: "Callable[[User], None] | None" = None,
) -> None:
    """Take part in export and closing, under this name. Registering twice changes nothing."""
    _registered[name] = Belongings(export, close, warn, reached, retime)


def exported(user: "User") -> dict[str, Any]:
    """What the other apps know about this person, by the name of the app."""
    return {name: each.export(user) for name, each in sorted(_registered.items())}


def close(user: "User") -> None:
    """Whoever registered last builds on the others, and lets go first."""
    for each in reversed(_registered.values()):
        each.close(user)


def warnings(user: "User") -> list[str]:
    """What closing would mean for what this person has, in sentences."""
    return [sentence for each in _registered.values() if each.warn for sentence in each.warn(user)]


def reached(user: "User") -> None:
    for each in _registered.values():
        if each.reached:
            each.reached(user)


def retime(user: "User") -> None:
    """The person's hours are others now."""
    for each in _registered.values():
        if each.retime:
            each.retime(user)
