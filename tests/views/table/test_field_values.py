"""Fields whose choices depend on each other: sent as a whole they make a move, or a sentence with names."""

import pytest
from django.http import QueryDict

from games.rules.core.choices import FieldLayout
from games.rules.core.errors import IllegalMove
from games.views.table.field_values import read_fields
from tests.rules.core.test_chain_offer import FRIENDS, HOUSE

NAMES = {"fort": "Fort", "port": "Port", "from": "out of", "hand": "the hand"}


def read(offer, sent):
    return str(read_fields(offer, FieldLayout(), lambda word: NAMES.get(word, word), QueryDict(sent), "2"))


def test_what_goes_together_is_a_move():
    assert read(HOUSE, "2.cell=d3&2.payment=fort from d3") == "lay house d3 paying fort from d3"
    assert read(FRIENDS, "2.colour=red&2.with=Bob&2.with=Cleo") == "call red with Bob Cleo"
    assert read(FRIENDS, "2.colour=red") == "call red"


def test_what_does_not_go_together_is_refused_by_its_name():
    with pytest.raises(IllegalMove, match="“Port out of the hand” does not go with the rest"):
        read(HOUSE, "2.cell=d3&2.payment=port from hand")
