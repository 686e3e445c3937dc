"""Django's database sessions, loaded by one plain SQL statement, because every request does it."""

from datetime import datetime
from typing import Any

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.models import Session
from django.db import connection

from accounts import server_time


class SessionStore(DatabaseStore):
    """Only loading differs: the ORM takes five times as long for the same query."""

    def load(self) -> dict[str, Any]:
        now = connection.ops.adapt_datetimefield_value(server_time.now())
        with connection.cursor() as cursor:
            cursor.execute(READ_SESSION_SQL, [self.session_key, now])
            row = cursor.fetchone()
        if row is None:
            self._session_key = None
            return {}
        return self.decode(row[0])


def delete_old_sessions(now: datetime) -> int:
    """Delete the sessions that are over; return how many."""
    return Session.objects.filter(expire_date__lt=now).delete()[0]


READ_SESSION_SQL = "SELECT session_data FROM django_session WHERE session_key = %s AND expire_date > %s"
