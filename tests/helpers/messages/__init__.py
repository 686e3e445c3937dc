"""Sentences of the site by name: a test says which message it expects, not how it is worded.

Each module here holds the messages of one area as constants. A constant is a `Message` with the sentence as
it is marked in the code; `tests/test_messages.py` finds those that the code does not say any more. So
rewording a sentence means changing it here once, and no test breaks that is about something else.
"""

import re
from collections.abc import Mapping
from typing import Any

PLACEHOLDER = re.compile(r"\{(\w*)\}|%\((\w+)\)[sd]|%[sd]")


class Message(str):
    """A translatable sentence of the code, as it is marked there: `messages.SEAT_TAKEN in page`."""

    __slots__ = ()

    def fill(self, **values: Any) -> str:
        """Return the sentence with these values in place of its placeholders, `{name}` or `%(name)s`."""
        return self.format_map(values) if "{" in self else self % values

    @property
    def pattern(self) -> str:
        """A regular expression that finds the sentence whatever its placeholders stand for."""
        return self.fill_pattern()

    def fill_pattern(self, **values: Any) -> str:
        """Return the pattern with these values in place of their placeholders."""
        found, end = "", 0
        for placeholder in PLACEHOLDER.finditer(self):
            name = placeholder[1] or placeholder[2]
            found += re.escape(self[end : placeholder.start()])
            found += re.escape(str(values[name])) if name in values else ".+?"
            end = placeholder.end()
        return found + re.escape(self[end:])

    def is_in(self, text: str, **values: Any) -> bool:
        """Does the text say this, however its lines are wrapped, or in capitals as headings of emails do?

        A placeholder without a value may stand for anything."""
        pattern = self.fill_pattern(**values).replace(r"\ ", r"\s+")
        return re.search(pattern, text, re.IGNORECASE) is not None


def list_messages(module: Mapping[str, Any]) -> dict[str, Message]:
    """Return the named messages of a module, by name."""
    return {name: value for name, value in module.items() if isinstance(value, Message)}
