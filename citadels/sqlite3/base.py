"""SQLite with one writer at a time, for whom all others wait with equal chances.

SQLite's own waiting backs off: whoever has waited for long looks every 100 ms, a newcomer every few. With
many writers the newcomers always win, until somebody has waited for longer than the timeout and is locked
out. So before a transaction all look equally often, and a lottery with equal tickets leaves nobody behind.
"""

import random
import time
from typing import Any

from django.db import OperationalError
from django.db.backends.sqlite3 import base

LOOK_INTERVAL = 0.004  # seconds between two looks, on average
MAX_WAIT = 120.0  # seconds; a writer that takes longer than this has died, or waits for us


class DatabaseWrapper(base.DatabaseWrapper):
    def _start_transaction_under_autocommit(self) -> None:
        end = time.monotonic() + MAX_WAIT
        own: Any = self.connection
        [(usual,)] = own.execute("PRAGMA busy_timeout").fetchall()
        own.execute("PRAGMA busy_timeout = 0")
        try:
            while not self._try_to_begin(is_last=time.monotonic() > end):
                time.sleep(random.uniform(0, 2 * LOOK_INTERVAL))
        finally:
            own.execute(f"PRAGMA busy_timeout = {usual}")

    def _try_to_begin(self, *, is_last: bool) -> bool:
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except OperationalError as error:
            if is_last or "locked" not in str(error):
                raise
            return False
        return True
