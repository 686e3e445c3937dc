"""A server is measured once it answers as it should, and one that does not is no measure."""

import pytest

from games.management.bench import load
from games.management.bench.servers import server


def test_the_least_that_is_possible_answers_before_it_is_measured(capfd):
    with server("games.management.bench.minimal", 1) as port:
        assert load.send(port, load.get("/", "")).startswith(b"HTTP/1.1 200 ")
    assert "ERROR" not in capfd.readouterr().err


def in_trouble(environ, start_response):
    start_response("500 Internal Server Error", [])
    return [b""]


def test_a_server_in_trouble_is_not_measured():
    with pytest.raises(RuntimeError, match="500"), server(f"{__name__}:in_trouble", 1):
        pytest.fail("it was taken for ready")
