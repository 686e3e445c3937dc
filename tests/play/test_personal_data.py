"""Letters that somebody wrote are theirs: exported with the rest, and gone with the account."""

import pytest

from accounts import close_account
from games.models import IncomingMail
from games.play import personal_data
from tests.mail.mailbox import post, reply
from tests.play.tables import awaited, table

pytestmark = pytest.mark.django_db


def test_letters_are_exported_and_gone_when_the_account_is_closed():
    seat = awaited(table(3))
    post(reply(seat, "say hello"))
    [letter] = personal_data.export_player(seat.user)["letters"]
    assert "say hello" in letter["text"]
    close_account.close_account(seat.user)
    assert not IncomingMail.objects.exists()
