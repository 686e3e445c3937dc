"""Registry of organizers: people who run a game without playing in it, such as tournament directors.

The play service does not know who arranges games; other apps register a function that finds them.
"""

from collections.abc import Callable, Iterable

OrganizerFinder = Callable[[int], Iterable[int]]

_finders: list[OrganizerFinder] = []


def register(find: OrganizerFinder) -> None:
    """Register a function that returns the user ids of the organizers of a game. They may grant more time."""
    _finders.append(find)


def find_organizers(game_id: int) -> list[int]:
    """Return the user ids of all organizers of a game."""
    return list(dict.fromkeys(user_id for find in _finders for user_id in find(game_id)))
