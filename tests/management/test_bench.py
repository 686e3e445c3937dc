"""A server is measured once it answers as it should, and one that does not is no measure."""

import pytest

from tests.bench import load
from tests.bench.servers import run_gunicorn


def test_the_least_that_is_possible_answers_before_it_is_measured(capfd):
    with run_gunicorn("tests.bench.minimal_view", 1) as port:
        assert load.send_request(port, load.build_get("/", "")).startswith(b"HTTP/1.1 200 ")
    assert "ERROR" not in capfd.readouterr().err


def in_trouble(environ, start_response):
    start_response("500 Internal Server Error", [])
    return [b""]


def test_a_server_in_trouble_is_not_measured():
    with pytest.raises(RuntimeError, match="500"), run_gunicorn(f"{__name__}:in_trouble", 1):
        pytest.fail("it was taken for ready")
