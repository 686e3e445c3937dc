"""A kept connection is looked at before it is used; one whose server has gone is opened anew."""

import pytest
from django.db import OperationalError, connection, connections

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.drill(6, "the server ends a kept connection")
def test_a_connection_that_works_is_usable_and_a_closed_one_is_replaced():
    connection.ensure_connection()
    assert connection.is_usable()
    if connection.vendor == "postgresql":
        hang_up()
        assert not connection.is_usable()
    connection.close()
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        assert cursor.fetchone() == (1,)


def hang_up() -> None:
    """The server ends our connection, as it does when it is restarted."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()
    other = connections.create_connection("default")
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
    other.close()


def test_a_connection_that_was_lost_within_a_request_is_closed_after_it():
    connection.ensure_connection()
    if connection.vendor == "postgresql":
        hang_up()
        with pytest.raises(OperationalError), connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        assert not connection.is_usable()
    connection.close_if_unusable_or_obsolete()
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        assert cursor.fetchone() == (1,)
