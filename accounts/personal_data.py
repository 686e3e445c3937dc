"""Hooks for other apps that keep data about a person, so that this app need not know them.

An app registers itself when it is ready:

    class GamesConfig(AppConfig):
        def ready(self) -> None:
            personal_data.register(
                "games", export=export, close=close, revoke=revoke, warn=warn, reached=reached, retime=retime
            )

`export(user)` returns the app's part of the person's data export, as plain JSON. `close(user)` is called
while the account is closed, in the same transaction, and still sees the old handle. `revoke(user, addresses)`
voids all links, passes and reply addresses that the person has had at these addresses. `warn(user)` returns
sentences for the confirmation page: what closing will do to the person's games and so on. `reached(user)` is
called when emails arrive again after they did not, `retime(user)` when the person has saved other hours,
`moved(user)` when the person has a new address.
"""

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from accounts.models import User


class PersonalDataHooks(NamedTuple):
    export: Callable[["User"], Any]
    close: Callable[["User"], None]
    revoke: "Callable[[User, Collection[str]], None] | None" = None
    list_warnings: "Callable[[User], list[str]] | None" = None
    on_reachable: "Callable[[User], None] | None" = None
    on_hours_changed: "Callable[[User], None] | None" = None
    on_address_changed: "Callable[[User], None] | None" = None


_hooks: dict[str, PersonalDataHooks] = {}


def register(
    name: str,
    *,
    export: Callable[["User"], Any],
    close: Callable[["User"], None],
    revoke: "Callable[[User, Collection[str]], None] | None" = None,
    warn: "Callable[[User], list[str]] | None" = None,
    reached: "Callable[[User], None] | None" = None,
    retime: "Callable[[User], None] | None" = None,
    moved: "Callable[[User], None] | None" = None,
) -> None:
    """Register the hooks of an app under this name. Registering again replaces them."""
    _hooks[name] = PersonalDataHooks(export, close, revoke, warn, reached, retime, moved)


def export_all(user: "User") -> dict[str, Any]:
    """Collect what the other apps know about this person, by the name of the app."""
    return {name: each.export(user) for name, each in sorted(_hooks.items())}


def close_all(user: "User") -> None:
    """Call the `close` hooks in reverse order, because later apps build on earlier ones."""
    for each in reversed(_hooks.values()):
        each.close(user)


def revoke_all(user: "User", addresses: Collection[str]) -> None:
    """Let the other apps void all links, passes and reply addresses of this person."""
    for each in _hooks.values():
        if each.revoke:
            each.revoke(user, addresses)


def list_warnings(user: "User") -> list[str]:
    """Collect sentences that say what closing the account would mean."""
    return [
        sentence for each in _hooks.values() if each.list_warnings for sentence in each.list_warnings(user)
    ]


def notify_reachable(user: "User") -> None:
    """Tell the other apps that emails reach this person again."""
    for each in _hooks.values():
        if each.on_reachable:
            each.on_reachable(user)


def notify_address_changed(user: "User") -> None:
    """Tell the other apps that this person has a new address, to which emails arrive as before."""
    for each in _hooks.values():
        if each.on_address_changed:
            each.on_address_changed(user)


def notify_hours_changed(user: "User") -> None:
    """Tell the other apps that this person's hours have changed."""
    for each in _hooks.values():
        if each.on_hours_changed:
            each.on_hours_changed(user)
