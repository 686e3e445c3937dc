"""Several at once: directors who draw and deal, and all that people and the post do meanwhile."""

from contextlib import suppress
from functools import partial
from threading import Barrier, BrokenBarrierError

import msgspec
import pytest
from django.core.cache.backends.dummy import DummyCache
from django.db import DatabaseError, connection

from accounts import server_time
from accounts.close_account import close_account
from games.mail import addresses
from games.mail.incoming import bounces, inbox, processor
from games.models import Game
from games.play.errors import NotNow, PlayError
from games.tournaments.director import director, rounds
from games.tournaments.entries import registration
from games.tournaments.ledger.transaction import TournamentTransaction
from games.tournaments.models import Entrant, Round, Tournament
from games.tournaments.pairing import next_round
from games.tournaments.settings import StageSettings
from games.tournaments.setup import lifecycle
from tests.helpers.mail.inbox import written
from tests.helpers.tables import awaited, fallback, move
from tests.helpers.threads import at_once, unlocked
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.ledger import list_entries
from tests.helpers.tournaments.people import register_entrants

pytestmark = pytest.mark.django_db(transaction=True)

SWISS = StageSettings(format="swiss", size=4, least=3, most=4, rounds=2)


def begun(people: int = 8) -> Tournament:
    """Everybody is in; nothing is drawn yet."""
    return TournamentBuilder(SWISS, least=4, check_in_hours=0).entrants(people).started().build()


def directors(found: Tournament) -> list:
    return at_once(*[partial(director.run_due_steps, found.pk)] * 3)


def what_came_of_it(found: Tournament) -> tuple[int, ...]:
    """Draws, tables, games, and tables that were told to begin."""
    drawn, started = list_entries(found, "drawn"), list_entries(found, "started")
    return len(drawn), found.tables.count(), Game.objects.count(), len(started)


def test_without_the_lock_three_directors_get_in_each_others_way(monkeypatch):
    """All three read before any of them writes."""
    found = begun()
    unlocked(monkeypatch)
    monkeypatch.setattr(rounds, "cache", DummyCache("", {}))  # nor does the lock of a pairing keep them apart
    met, begin = Barrier(3, timeout=60), TournamentTransaction.__init__

    def begin_together(*args, **more):
        begin(*args, **more)
        with suppress(BrokenBarrierError):
            met.wait()

    def direct():
        try:
            return director.run_due_steps(found.pk)
        finally:
            met.abort()  # nobody waits for one who is done

    monkeypatch.setattr(TournamentTransaction, "__init__", begin_together)
    done = at_once(direct, direct, direct)
    assert any(isinstance(one, DatabaseError) for one in done) or what_came_of_it(found) != (1, 2, 2, 2)


def test_three_directors_at_once_draw_and_deal_once():
    found = begun()
    done = directors(found)
    assert not any(isinstance(one, Exception) for one in done), done
    assert what_came_of_it(found) == (1, 2, 2, 2)
    assert director.run_due_steps(found.pk) == 0


def test_two_clicks_at_once_begin_it_once():
    found = TournamentBuilder(SWISS, least=4, check_in_hours=0).entrants(8).build()
    done = at_once(*[partial(lifecycle.begin_tournament_now, found.pk, found.owner)] * 2)
    assert not any(isinstance(one, Exception) for one in done), done
    assert len(list_entries(found, "began")) == 1


def test_a_draw_by_hand_keeps_nobody_waiting_and_is_thrown_away_if_it_is_overtaken(monkeypatch):
    found = TournamentBuilder(msgspec.structs.replace(SWISS, by_hand=True), least=4, check_in_hours=0).build()
    people = register_entrants(found, 8)
    lifecycle.begin_tournament_now(found.pk, found.owner)
    director.run_due_steps(found.pk)
    row, drawn = Round.objects.get(), next_round.pair_again

    def while_somebody_leaves(*args):
        assert not connection.in_atomic_block
        registration.withdraw_entrant(people[0].pk, people[0].user)
        return drawn(*args)

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(next_round, "pair_again", while_somebody_leaves)
        with pytest.raises(NotNow, match="meanwhile"):
            rounds.pair_round_again(found.pk, found.owner, row.pk)
    rounds.pair_round_again(found.pk, found.owner, row.pk)
    assert sum(table.size for table in row.tables.all()) == 7


# --- nobody waits for each other for ever


def posted(entrant: Entrant, line: str):
    """A reply that has come and is not read yet."""
    assert entrant.user is not None
    to = addresses.format_address(addresses.TOURNAMENT, entrant.reply_key)
    return inbox.store_email(written(to, entrant.user.email, line), recipient=to, sender=entrant.user.email)


def test_people_tournaments_and_games_are_locked_in_one_order():
    """Whoever plays, writes, leaves, is out of reach or closes the account, while the director works."""
    found = begun(12)
    director.run_due_steps(found.pk)
    ann, bob, cat, dan, *_others = found.entrants.select_related("user").order_by("number")
    leave, withdraw = posted(ann, "leave 2030-03-01..05"), posted(bob, "withdraw yes")
    seats = [awaited(game) for game in Game.objects.all()]
    done = at_once(
        partial(processor.process_email, leave),
        partial(processor.process_email, withdraw),
        partial(close_account, cat.user),
        partial(bounces.record_bounce, dan.user.email, is_hard=True, at=server_time.now()),
        partial(director.run_due_steps, found.pk),
        *(partial(move, seat, fallback(seat)) for seat in seats),
        *(partial(registration.withdraw_entrant, one.pk, one.user) for one in _others[-2:]),
    )
    troubles = [one for one in done if isinstance(one, Exception) and not isinstance(one, PlayError)]
    assert not troubles
    assert director.run_due_steps(found.pk) >= 0
