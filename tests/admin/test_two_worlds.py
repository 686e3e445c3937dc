"""The admin is the same in two worlds that differ only in what players keep to themselves."""

from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.db.models import F, Value
from django.db.models.functions import Concat, Substr
from django.urls import reverse

from accounts.models import User
from games.mail import addresses
from games.mail.incoming import inbox
from games.models import GameLogEntry, IncomingMail, Invitation, Seat
from games.play.lobby import invitations
from games.play.transaction.origin import digest_lines
from tests.helpers.factories import UserFactory
from tests.helpers.secrets import ONE_TIME, put_other_world
from tests.helpers.tables import awaited, fallback, move, opened, table

pytestmark = pytest.mark.django_db

How = GameLogEntry.How
ADMINS = [
    (model, site_admin)
    for model, site_admin in admin.site._registry.items()
    if apps.get_containing_app_config(model.__module__).name in ("games", "games.tournaments", "accounts")
]


@pytest.fixture
def operator(client):
    client.force_login(UserFactory(is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def game():
    """A game whose moves were made by forms, as the page of a table makes them."""
    found = table(4)
    for number in range(6):
        seat = awaited(found)
        line = fallback(seat)
        move(seat, line, key=f"form/page-{number}/{digest_lines([line])}")
    found.refresh_from_db()
    return found


def read_all_pages(operator, game) -> dict[str, bytes]:
    """Every list, every row, and the page of rulings: without what is new each time."""
    paths = [reverse("admin:games_game_referee", args=[game.pk])]
    for model, _site_admin in ADMINS:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        paths.append(reverse(f"{name}_changelist"))
        paths += [
            reverse(f"{name}_change", args=[pk]) for pk in model._default_manager.values_list("pk", flat=True)
        ]
    return {path: ONE_TIME.sub(b"", operator.get(path).content) for path in paths}


def change_every_secret(game) -> None:
    """Deal afresh what nobody sees, and write other moves, keys and ways of playing into the same rows."""
    for number, reader in enumerate(game.seats.all()[:2]):  # two readers, so that nobody's cards stay
        put_other_world(game, reader.name, number)
    for entry in game.log_entries.filter(kind=GameLogEntry.Kind.MOVE):
        other = f"form/another-page-{entry.number}/{digest_lines([f'other {entry.number}'])}"
        game.log_entries.filter(pk=entry.pk).update(key=other, how=How.FORCED, by=None, clock='{"other":1}')
    for model, *fields in (
        (Seat, "key", "reply_key"),
        (Invitation, "reply_key"),
        (User, "calendar_key"),
        (IncomingMail, "key", "recipient", "outcome"),
    ):
        for field in fields:
            rows = model._default_manager.exclude(**{field: None})
            rows.update(**{field: Concat(Value("X"), Substr(F(field), 2))})
    IncomingMail.objects.update(raw=b"\r\nother words\r\n")


def test_no_page_of_the_admin_tells_two_worlds_apart(operator, game):
    waiting = opened()
    invitations.invite_people(waiting.pk, waiting.creator, ["bob@example.org"])
    seat = game.seats.first()
    inbox.store_email(b"\r\ngold\r\n", recipient=addresses.build_reply_address(seat), sender="a@example.org")
    User.objects.filter(pk=seat.user_id).update(calendar_key="calendar")
    before = read_all_pages(operator, game)
    change_every_secret(game)
    after = read_all_pages(operator, game)
    assert [path for path, page in before.items() if page != after[path]] == []


def test_the_key_of_a_request_says_nothing_about_its_move_without_the_secret_of_the_server(settings):
    """With a plain hash, whoever reads the key finds the move in a list of all moves."""
    ours = digest_lines(["pick assassin"])
    assert digest_lines(["pick assassin"]) == ours
    assert digest_lines(["pick thief"]) != ours
    settings.SECRET_KEY = "the secret of another server"
    assert digest_lines(["pick assassin"]) != ours


def test_a_list_cannot_be_searched_by_what_it_does_not_offer(operator):
    """Or the number of rows would answer “does the secret begin with this?” sign by sign."""
    answered = []
    for model, site_admin in ADMINS:
        page = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        offered: set[Any] = {*site_admin.list_filter, site_admin.date_hierarchy, "id"}
        hidden = [field.name for field in model._meta.concrete_fields if field.name not in offered]
        answers = [operator.get(page, {f"{field}__isnull": "0"}).status_code for field in hidden]
        answered += [(model, field) for field, answer in zip(hidden, answers, strict=True) if answer != 400]
    assert answered == []
