"""The pages that open a new table, filled in as a person does, for tests."""

from typing import Any

from tests.helpers.pages import forms, sent_as_it_is

NEW = "/tables/new/"


def form_of(page: Any) -> dict[str, Any]:
    assert page.status_code == 200
    return next(form for form in forms(page.content) if form["action"] == NEW)


def go_on(client, page: Any, **answers: Any):
    """Send the page as it stands, with these answers instead; None leaves a field out."""
    sent = {**sent_as_it_is(form_of(page)), **{name.replace("__", "-"): one for name, one in answers.items()}}
    return client.post(NEW, {name: one for name, one in sent.items() if one is not None})


def first(client, **answers: Any):
    return go_on(client, client.get(NEW), **{"name": "Danube nights", **answers})


def look(client, preset: str = "first_game", **answers: Any):
    return go_on(client, first(client, **answers), o__preset=preset)
