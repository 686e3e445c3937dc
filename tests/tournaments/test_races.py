"""Several at once: directors who draw and deal, and all that people and the post do meanwhile."""

from functools import partial

import msgspec
import pytest
from django.db import DatabaseError, connection

from accounts.closing import close
from games.mail import addresses, bounces, incoming, letterbox
from games.models import Game
from games.play import times
from games.play.errors import DoorError, NotNow
from games.tournaments import directing, drawing, enrolling, rounds, setting_up
from games.tournaments.models import Entrant, Round, Tournament
from games.tournaments.plan import StagePlan
from tests.mail.post import written
from tests.play.tables import awaited, fallback, move
from tests.play.threads import at_once, unlocked
from tests.tournaments.entering import entered, event
from tests.tournaments.playing import entries

pytestmark = pytest.mark.django_db(transaction=True)

SWISS = StagePlan(format="swiss", size=4, least=3, most=4, rounds=2)


def begun(people: int = 8) -> Tournament:
    """Everybody is in; nothing is drawn yet."""
    found = event(SWISS, least=4, check_in_hours=0)
    entered(found, people)
    return setting_up.begin_now(found.pk, found.owner)


def directors(found: Tournament) -> list:
    return at_once(*[partial(directing.direct, found.pk)] * 3)


def what_came_of_it(found: Tournament) -> tuple[int, ...]:
    """Draws, tables, games, and tables that were told to begin."""
    drawn, started = entries(found, "drawn"), entries(found, "started")
    return len(drawn), found.tables.count(), Game.objects.count(), len(started)


def test_without_the_lock_three_directors_get_in_each_others_way(monkeypatch):
    found = begun()
    unlocked(monkeypatch)
    done = directors(found)
    assert any(isinstance(one, DatabaseError) for one in done) or what_came_of_it(found) != (1, 2, 2, 2)


def test_three_directors_at_once_draw_and_deal_once():
    found = begun()
    done = directors(found)
    assert not any(isinstance(one, Exception) for one in done), done
    assert what_came_of_it(found) == (1, 2, 2, 2)
    assert directing.direct(found.pk) == 0


def test_two_clicks_at_once_begin_it_once():
    found = event(SWISS, least=4, check_in_hours=0)
    entered(found, 8)
    done = at_once(*[partial(setting_up.begin_now, found.pk, found.owner)] * 2)
    assert not any(isinstance(one, Exception) for one in done), done
    assert len(entries(found, "began")) == 1


def test_a_draw_by_hand_keeps_nobody_waiting_and_is_thrown_away_if_it_is_overtaken(monkeypatch):
    found = event(msgspec.structs.replace(SWISS, by_hand=True), least=4, check_in_hours=0)
    people = entered(found, 8)
    setting_up.begin_now(found.pk, found.owner)
    directing.direct(found.pk)
    row, drawn = Round.objects.get(), drawing.drawn_again

    def while_somebody_leaves(*args):
        assert not connection.in_atomic_block
        enrolling.withdraw(people[0].pk, people[0].user)
        return drawn(*args)

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(drawing, "drawn_again", while_somebody_leaves)
        with pytest.raises(NotNow, match="meanwhile"):
            rounds.draw_again(found.pk, found.owner, row.pk)
    rounds.draw_again(found.pk, found.owner, row.pk)
    assert sum(table.size for table in row.tables.all()) == 7


# --- nobody waits for each other for ever


def posted(entrant: Entrant, line: str):
    """A reply that has come and is not read yet."""
    assert entrant.user is not None
    to = addresses.written("event", entrant.post_key)
    return letterbox.take(written(to, entrant.user.email, line), recipient=to, sender=entrant.user.email)


def test_people_events_and_games_are_locked_in_one_order():
    """Whoever plays, writes, leaves, is out of reach or closes the account, while the director works."""
    found = begun(12)
    directing.direct(found.pk)
    ann, bob, cat, dan, *_others = found.entrants.select_related("user").order_by("number")
    leave, withdraw = posted(ann, "leave 2030-03-01..05"), posted(bob, "withdraw yes")
    seats = [awaited(game) for game in Game.objects.all()]
    done = at_once(
        partial(incoming.read, leave),
        partial(incoming.read, withdraw),
        partial(close, cat.user),
        partial(bounces.came_back, dan.user.email, is_hard=True, at=times.now()),
        partial(directing.direct, found.pk),
        *(partial(move, seat, fallback(seat)) for seat in seats),
        *(partial(enrolling.withdraw, one.pk, one.user) for one in _others[-2:]),
    )
    troubles = [one for one in done if isinstance(one, Exception) and not isinstance(one, DoorError)]
    assert not troubles
    assert directing.direct(found.pk) >= 0
