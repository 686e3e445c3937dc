"""The state of a transaction grows with its ledger."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.tournaments.ledger.transaction import load_state
from games.tournaments.models import Tournament
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.ledger import write_ledger
from tests.helpers.tournaments.stages import FINAL, SWISS
from tests.helpers.tournaments.tables import lines

pytestmark = pytest.mark.django_db


def test_a_state_that_new_entries_were_added_to_is_the_one_that_is_read_anew():
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    with write_ledger(found) as transaction:
        before = transaction.state.length
        transaction.append_entry("started", table=1)
        transaction.append_entry("finished", table=1, seats=lines({1: 30, 2: 26, 3: 22, 4: 18}))
        transaction.append_entry("withdrew", entrant=5)
        assert transaction.state.length == before + 3
        assert transaction.state == load_state(Tournament.objects.get(pk=found.pk))


def test_a_known_state_is_only_read_on_from_where_it_ends():
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    known = load_state(found)
    with write_ledger(found) as transaction:
        transaction.append_entry("withdrew", entrant=5)
    found.refresh_from_db()
    with CaptureQueriesContext(connection) as queries:
        assert load_state(found, known).entrants[5].is_out
        assert load_state(found, known) is known
    assert len(queries) == 1
