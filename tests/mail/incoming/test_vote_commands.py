"""A reply never ends a game in passing: the vote that does so is confirmed in its own line."""

import pytest

from games.models import Game, Vote
from games.play import votes
from games.play.transaction.origin import by_user
from tests.helpers.mail.inbox import last_email, post, reply
from tests.helpers.messages import replies
from tests.helpers.tables import table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]


def state(game: Game) -> str:
    game.refresh_from_db()
    return game.state


@pytest.mark.parametrize("line", ["agree", "yes", "accept", "agree abandon", "vote abandon", "slažem se"])
def test_a_word_does_not_end_the_game(line):
    game = table(2)
    ann, bob = game.seats.select_related("user", "game")
    votes.cast_vote(game.pk, ann.name, "abandon", by_user(ann.user))
    post(reply(bob, line))
    assert replies.CONFIRM_THE_END.is_in(last_email())
    assert state(game) == Game.State.RUNNING
    assert not Vote.objects.filter(seat=bob).exists()


@pytest.mark.parametrize(
    "line", ["vote abandon yes", "agree abandon yes", "yes, abandon", "szavazok a feladásra igen"]
)
def test_who_names_it_and_says_yes_ends_the_game(line):
    game = table(2)
    ann, bob = game.seats.select_related("user", "game")
    votes.cast_vote(game.pk, ann.name, "abandon", by_user(ann.user))
    post(reply(bob, line))
    assert state(game) == Game.State.ABANDONED


def test_alone_with_bots_a_reply_confirms_the_end_too():
    game = table(1, bots=2)
    [seat] = game.seats.filter(user__isnull=False).select_related("user", "game")
    post(reply(seat, "vote abandon"))
    assert state(game) == Game.State.RUNNING
    post(reply(seat, "vote abandon yes"))
    assert state(game) == Game.State.ABANDONED


def test_a_vote_that_decides_nothing_yet_needs_no_confirmation():
    game = table(3)
    ann, bob, _cid = game.seats.select_related("user", "game")
    votes.cast_vote(game.pk, ann.name, "abandon", by_user(ann.user))
    post(reply(bob, "agree"))
    assert Vote.objects.get(seat=bob).is_for
    assert state(game) == Game.State.RUNNING
