"""What becomes of somebody's tournaments when the account is closed, and what they may read of themselves."""

import json

import pytest
from django.core.serializers.json import DjangoJSONEncoder

from accounts.close_account import build_neutral_handle, close_account
from accounts.personal_data import export_all, list_warnings
from games.play import referee
from games.tournaments import personal_data
from games.tournaments.entries import registration
from games.tournaments.ledger.transaction import load_state
from games.tournaments.models import Avoidance, Entrant, Role, Tournament, TournamentNotice
from tests.helpers.messages import tournaments as messages
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.dates import START, hours_before
from tests.helpers.tournaments.factories import RulingFactory
from tests.helpers.tournaments.people import appoint, entrant, fresh, person, register_entrants, told
from tests.helpers.tournaments.stages import FINAL, SWISS
from tests.helpers.tournaments.tables import start

pytestmark = pytest.mark.django_db

State, Phase = Entrant.State, Tournament.State


def test_whoever_closes_the_account_is_withdrawn_and_nowhere_named():
    cup = TournamentBuilder().build()
    ann, bob = register_entrants(cup, 2)
    registration.add_avoidance(ann.pk, bob.pk, ann.user)
    registration.change_preferences(ann.pk, ann.user, household="Elm Street")
    name, key = ann.name, ann.reply_key
    close_account(ann.user)
    ann = fresh(ann)
    assert (ann.state, ann.name, ann.household) == (State.WITHDRAWN, build_neutral_handle(ann.user), "")
    assert ann.reply_key != key
    assert not Avoidance.objects.exists()
    assert not TournamentNotice.objects.filter(user=ann.user).exists()
    assert name not in "".join(cup.ledger_entries.values_list("data", flat=True))
    assert load_state(cup).entrants[1].name == build_neutral_handle(ann.user)
    assert load_state(cup).entrants[2].name == bob.name


def test_the_name_goes_out_of_rulings_and_out_of_the_journal_of_the_game():
    cup = TournamentBuilder(SWISS, FINAL).drawn().build()
    game, ann = start(cup).game, person(cup, 1)
    name = entrant(cup, 1).name
    text = f"The table has waited for {ann.handle}, not for {ann.handle}-2."
    referee.decide_matter(game.pk, "pause", None, reason=text)
    RulingFactory(tournament=cup, kind="void", reason=f"{name} was ill, and {name}x.")
    handle = ann.handle
    close_account(ann)
    new = build_neutral_handle(ann)
    assert game.log_entries.get(kind="pause").reason == f"The table has waited for {new}, not for {handle}-2."
    assert cup.rulings.get().reason == f"{new} was ill, and {name}x."


def test_what_was_played_stands():
    cup = TournamentBuilder().build()
    [ann] = register_entrants(cup, 1)
    Tournament.objects.filter(pk=cup.pk).update(state=Phase.FINISHED, frozen_at=START)
    Entrant.objects.filter(pk=ann.pk).update(state=State.ACTIVE)
    close_account(ann.user)
    assert (fresh(ann).state, fresh(ann).name) == (State.ACTIVE, build_neutral_handle(ann.user))


def test_a_number_that_begins_alike_is_somebody_else():
    cup = TournamentBuilder(most=20).build()
    everybody = register_entrants(cup, 11)
    close_account(everybody[0].user)
    assert load_state(cup).entrants[11].name == everybody[10].name


def test_a_tournament_whose_owner_is_gone_is_handed_on_to_a_director():
    cup = TournamentBuilder().build()
    owner, director = cup.owner, appoint(cup, Role.Kind.DIRECTOR)
    appoint(cup, Role.Kind.REFEREE)
    assert personal_data.list_closing_warnings(owner) == []
    close_account(owner)
    cup.refresh_from_db()
    assert cup.owner == director
    assert sorted(cup.roles.values_list("kind", flat=True)) == [Role.Kind.OWNER, Role.Kind.REFEREE]
    assert told(cup, TournamentNotice.Kind.ROLE) == {director.pk}


def test_whoever_runs_one_alone_is_asked_to_hand_it_over():
    cup, draft = TournamentBuilder().build(), TournamentBuilder(state=Phase.DRAFT).build()
    Role.objects.filter(tournament=draft).update(user=cup.owner)
    assert "You alone run 1 tournament" in personal_data.list_closing_warnings(cup.owner)[0]
    close_account(cup.owner)
    assert list(Tournament.objects.all()) == [cup]  # a draft that nobody else prepares vanishes


def test_the_page_warns_of_it():
    cup = TournamentBuilder().build()
    [ann] = register_entrants(cup, 1)
    assert messages.CLOSING_WITHDRAWS.fill(n=1) in list_warnings(ann.user)
    registration.withdraw_entrant(ann.pk, ann.user, hours_before(200))
    assert personal_data.list_closing_warnings(ann.user) == []


def test_everybody_may_read_what_is_kept_of_them():
    cup = TournamentBuilder().build()
    ann, bob = register_entrants(cup, 2)
    registration.add_avoidance(ann.pk, bob.pk, ann.user)
    appoint(cup, user=ann.user)
    found = export_all(ann.user)["tournaments"]
    assert json.dumps(found, cls=DjangoJSONEncoder)
    assert found["entries"][0]["tournament__slug"] == cup.slug
    assert found["avoids"] == [{"entrant__tournament__slug": cup.slug, "other__name": bob.name}]
    assert found["roles"] == [{"tournament__slug": cup.slug, "kind": "referee"}]
    assert export_all(bob.user)["tournaments"]["avoids"] == []
