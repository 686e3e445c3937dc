import select

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """Django asks `SELECT 1` before the first statement of each request that finds a kept connection.

    A server that has gone away leaves its farewell in the socket, so a silent socket is a good one, and only
    one with something to read is asked. That spares every request a round trip.
    """

    def is_usable(self) -> bool:
        if self.connection is None or self.connection.closed:  # somebody has noticed already
            return False
        socket = select.poll()
        socket.register(self.connection.fileno(), select.POLLIN | select.POLLHUP | select.POLLERR)
        return not socket.poll(0) or super().is_usable()
