"""Links of letters open doors, so the record of what the server does must not hold them."""

import logging
import re
from typing import Any

LINK = re.compile(r"(/(?:[beintouvx]|calendar)/)[^/]+")


class WithoutTokens(logging.Filter):
    """Django writes down the address of a request that went wrong: here without its token."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = scrubbed(record.msg)
        if isinstance(record.args, tuple):
            record.args = tuple(scrubbed(arg) for arg in record.args)
        return True


def scrubbed(word: Any) -> Any:
    return LINK.sub(r"\1…", word) if isinstance(word, str) else word
