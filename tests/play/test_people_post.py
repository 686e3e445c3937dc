"""Letters that somebody wrote are theirs: exported with the rest, and gone with the account."""

import pytest

from accounts import closing
from games.models import Incoming
from games.play import people
from tests.mail.post import post, reply
from tests.play.tables import awaited, table

pytestmark = pytest.mark.django_db


def test_letters_are_exported_and_gone_when_the_account_is_closed():
    seat = awaited(table(3))
    post(reply(seat, "say hello"))
    [letter] = people.export(seat.user)["letters"]
    assert "say hello" in letter["text"]
    closing.close(seat.user)
    assert not Incoming.objects.exists()
