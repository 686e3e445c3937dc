import select

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """Avoid Django's `SELECT 1` before the first statement of a request on a kept connection.

    A server that has gone away leaves its closing message in the socket. So a silent socket is a good one,
    and only one with something to read is queried. This saves every request a round trip.
    """

    def is_usable(self) -> bool:
        if self.connection is None or self.connection.closed:  # already known to be closed
            return False
        socket = select.poll()
        socket.register(self.connection.fileno(), select.POLLIN | select.POLLHUP | select.POLLERR)
        return not socket.poll(0) or super().is_usable()
