"""Requests in a digest are answered by their links: nobody could tell which table a reply is about."""

import pytest

from games.mail.content import game_email
from games.mail.content.game_update import GameUpdate
from games.models import Game, GameNotice
from games.play import votes
from games.play.deadlines import extensions
from games.play.transaction.origin import by_user
from tests.helpers.mail.outbox import parts
from tests.helpers.missed_deadlines import slow
from tests.helpers.tables import awaited

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

Kind = GameNotice.Kind


def requesting_game() -> Game:
    """Somebody asks for more time, and for a pause."""
    game = slow()
    seat = awaited(game)
    extensions.request_extension(game.pk, seat.name, 24, by_user(seat.user))
    votes.cast_vote(game.pk, seat.name, "pause", by_user(seat.user))
    return game


def update_for(game: Game, user) -> GameUpdate:
    seat = game.seats.exclude(pk=awaited(game).pk).select_related("user", "game").first()
    row = {"pk": game.pk, "game": game, "user": user or seat.user, "seat": seat}
    return GameUpdate([GameNotice(kind=kind, **row) for kind in (Kind.MORE_TIME, Kind.VOTE)])


def test_an_email_about_one_table_takes_a_reply():
    update = update_for(requesting_game(), None)
    email = game_email.build_game_email(update.user, [update])
    assert email.reply_to
    for part in parts(email):
        assert part.count("Or reply to this email with") == 2


def test_a_digest_takes_none_and_says_nothing_of_one():
    first = update_for(requesting_game(), None)
    email = game_email.build_game_email(
        first.user, [first, update_for(requesting_game(), first.user)], collected=True
    )
    assert not email.reply_to
    assert email.body.count("/x/") == 2  # the links to grant more time
    for part in parts(email):
        assert "reply to this email" not in part
