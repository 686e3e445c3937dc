"""Several people at once, each in a thread with a database connection of its own."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connection, connections


def at_once(*jobs: Callable[[], Any]) -> list[Any]:
    """Do these at the same time; return what each returned, or the exception it ended with."""

    def done(job: Callable[[], Any]) -> Any:
        try:
            return job()
        except Exception as error:
            return error
        finally:
            connections.close_all()

    connection.close()  # SQLite would keep its lock on the file
    with ThreadPoolExecutor(len(jobs)) as threads:
        return list(threads.map(done, jobs))
