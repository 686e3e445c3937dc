"""Many people, or one impatient one, at the same moment: over HTTP, in several web processes."""

import pytest

from games.models import GameLogEntry, Seat
from games.rules import registry
from tests.faults import invariants
from tests.helpers.tables import awaited, fallback, position, table
from tests.helpers.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.drill(7, "one form sent sixteen times at once to two web processes")
@pytest.mark.drill(8, "two answers to one question at once, by HTTP, five times")
def test_one_question_has_one_answer_however_many_come_at_once(house, counted):
    game = table(3)
    house.web()
    seat = awaited(game)
    assert at_once(*[house.form(seat, fallback(seat), "same")] * 16) == [303] * 16
    assert game.log_entries.filter(kind="move").count() == 1
    for _ in range(5):  # the draft: everybody has a choice
        seat = awaited(game)
        first, second = two_answers(seat)
        answers = at_once(house.form(seat, first, "one"), house.form(seat, second, "two"))
        assert sorted(answers) == [303, 409], answers
    invariants.hold()
    moves = GameLogEntry.objects.filter(kind="move").count()
    assert moves == 6
    counted(sent=26, moves=moves, twice=0, refused=5)


def two_answers(seat: Seat) -> list[str]:
    offers = map(str, registry.get(seat.game.ruleset).offers(position(seat.game), seat.name))
    return list(offers)[:2]
