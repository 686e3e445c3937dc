"""Keeps link tokens out of the logs: whoever has a token from an email can act for its recipient."""

import logging
import re
from typing import Any

LINK_PATH = re.compile(r"(/(?:[abeijntouvx]|calendar)/)[^/]+")


class LogTokenFilter(logging.Filter):
    """Removes tokens from log records, such as the paths of failed requests that Django logs."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = remove_tokens(record.msg)
        if isinstance(record.args, tuple):
            record.args = tuple(remove_tokens(arg) for arg in record.args)
        return True


def remove_tokens(word: Any) -> Any:
    """Replace the tokens in a text by an ellipsis; anything but text is unchanged."""
    return LINK_PATH.sub(r"\1…", word) if isinstance(word, str) else word
