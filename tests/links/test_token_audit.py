"""The audit of the logs would find a key if one were written down."""

import logging

import pytest

from games.links import kinds
from games.mail import addresses
from games.models import Seat
from tests.helpers.token_audit import AUDIT

log = logging.getLogger("games.some")


KEYS = {
    "a link": lambda: kinds.TURN.sign(kinds.TurnLink(7, b"x" * 4, 3, "gold")),
    "the shortest link": lambda: kinds.INVITATION.sign(kinds.InvitationLink(7)),
    "a reply address": lambda: addresses.format_address(addresses.REPLY, Seat(name="Ann").reply_key, 12),
    "a return path": lambda: addresses.format_address(addresses.BOUNCE, "n12", "a2" * 8),
}


@pytest.mark.drill(31, "the audit of all logs of the suite finds keys")
@pytest.mark.parametrize("kind", KEYS)
def test_a_key_in_a_log_is_found(kind):
    text = KEYS[kind]()
    log.warning("this went wrong: %s", text)
    assert AUDIT.found
    AUDIT.found.clear()


def test_a_key_in_a_traceback_is_found():
    try:
        raise ValueError(kinds.TURN.sign(kinds.TurnLink(7, b"x" * 4, 3)))
    except ValueError:
        log.exception("broken")
    assert AUDIT.found
    AUDIT.found.clear()


def test_other_words_are_not():
    log.warning("notice 12 could not be sent: ValueError in letters.py, line 12:13:14")
    assert not AUDIT.found
