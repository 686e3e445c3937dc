"""What becomes of somebody's events when the account is closed, and what they may read of themselves."""

import json

import pytest
from django.core.serializers.json import DjangoJSONEncoder

from accounts import belongings
from accounts.closing import close, neutral_handle
from games.play import referee
from games.tournaments import enrolling, people
from games.tournaments.book import story_of
from games.tournaments.models import Block, Entrant, Letter, Role, Ruling, Tournament
from tests.tournaments.enrolled import fresh
from tests.tournaments.entering import START, entered, event, hours_before
from tests.tournaments.playing import cup as running
from tests.tournaments.playing import entrant, helper, person, start, told

pytestmark = pytest.mark.django_db

State, Phase = Entrant.State, Tournament.State


def test_whoever_closes_the_account_is_withdrawn_and_nowhere_named():
    cup = event()
    ann, bob = entered(cup, 2)
    enrolling.block(ann.pk, bob.pk, ann.user)
    enrolling.change_wishes(ann.pk, ann.user, household="Elm Street")
    name, key = ann.name, ann.post_key
    close(ann.user)
    ann = fresh(ann)
    assert (ann.state, ann.name, ann.household) == (State.WITHDRAWN, neutral_handle(ann.user), "")
    assert ann.post_key != key
    assert not Block.objects.exists()
    assert not Letter.objects.filter(user=ann.user).exists()
    assert name not in "".join(cup.entries.values_list("data", flat=True))
    assert story_of(cup).people[1].name == neutral_handle(ann.user)
    assert story_of(cup).people[2].name == bob.name


def test_the_name_goes_out_of_rulings_and_out_of_the_journal_of_the_game():
    cup = running()
    game, ann = start(cup).game, person(cup, 1)
    name = entrant(cup, 1).name
    words = f"The table has waited for {ann.handle}, not for {ann.handle}-2."
    referee.decide(game.pk, "pause", None, reason=words)
    Ruling.objects.create(
        tournament=cup, kind="void", state="in_force", reason=f"{name} was ill, and {name}x.", at=START
    )
    handle = ann.handle
    close(ann)
    new = neutral_handle(ann)
    assert game.moves.get(kind="pause").reason == f"The table has waited for {new}, not for {handle}-2."
    assert cup.rulings.get().reason == f"{new} was ill, and {name}x."


def test_what_was_played_stands():
    cup = event()
    [ann] = entered(cup, 1)
    Tournament.objects.filter(pk=cup.pk).update(state=Phase.FINISHED, frozen_at=START)
    Entrant.objects.filter(pk=ann.pk).update(state=State.ACTIVE)
    close(ann.user)
    assert (fresh(ann).state, fresh(ann).name) == (State.ACTIVE, neutral_handle(ann.user))


def test_a_number_that_begins_alike_is_somebody_else():
    cup = event(most=20)
    everybody = entered(cup, 11)
    close(everybody[0].user)
    assert story_of(cup).people[11].name == everybody[10].name


def test_an_event_whose_owner_is_gone_is_handed_on_to_a_director():
    cup = event()
    owner, director = cup.owner, helper(cup, Role.Kind.DIRECTOR)
    helper(cup, Role.Kind.REFEREE)
    assert people.warn(owner) == []
    close(owner)
    cup.refresh_from_db()
    assert cup.owner == director
    assert sorted(cup.roles.values_list("kind", flat=True)) == [Role.Kind.OWNER, Role.Kind.REFEREE]
    assert told(cup, Letter.Kind.ROLE) == {director.pk}


def test_whoever_runs_one_alone_is_asked_to_hand_it_over():
    cup, draft = event(), event(state=Phase.DRAFT)
    Role.objects.filter(tournament=draft).update(user=cup.owner)
    assert "You run 1 tournament alone" in people.warn(cup.owner)[0]
    close(cup.owner)
    assert list(Tournament.objects.all()) == [cup]  # a draft that nobody else prepares vanishes


def test_the_page_warns_of_it():
    cup = event()
    [ann] = entered(cup, 1)
    assert "You take part in 1 tournament: you will be withdrawn from it." in belongings.warnings(ann.user)
    enrolling.withdraw(ann.pk, ann.user, hours_before(200))
    assert people.warn(ann.user) == []


def test_everybody_may_read_what_is_kept_of_them():
    cup = event()
    ann, bob = entered(cup, 2)
    enrolling.block(ann.pk, bob.pk, ann.user)
    Role.objects.create(tournament=cup, user=ann.user, kind=Role.Kind.REFEREE)
    found = belongings.exported(ann.user)["tournaments"]
    assert json.dumps(found, cls=DjangoJSONEncoder)
    assert found["entries"][0]["tournament__slug"] == cup.slug
    assert found["avoids"] == [{"entrant__tournament__slug": cup.slug, "other__name": bob.name}]
    assert found["roles"] == [{"tournament__slug": cup.slug, "kind": "referee"}]
    assert belongings.exported(bob.user)["tournaments"]["avoids"] == []
