"""Pages as a person without a browser uses them: look at the form, fill it in, send it."""

from html.parser import HTMLParser
from random import Random
from typing import Any

from django.conf import settings
from django.test import Client

from games.models import Game, Seat
from games.views.table.turn_form import TURN_FIELD
from tests.helpers.tables import QuestionKind, awaited, find_question_kind, list_offers, move

BACKEND = settings.AUTHENTICATION_BACKENDS[0]
HTMX = {"HX-Request": "true"}


def client_of(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def url(game: Game, *parts: object) -> str:
    return f"/g/{game.key}/" + "".join(f"{part}/" for part in parts)


class Field:
    """All inputs of one name."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.values: list[str] = []
        self.chosen: list[str] = []


class FormReader(HTMLParser):
    """Every form of a page: its address, its fields, its buttons."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[dict[str, Any]] = []
        self.name = ""

    def handle_starttag(self, tag: str, pairs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in pairs}
        if tag == "form":
            self.forms.append({"action": attributes.get("action", ""), "fields": {}, "buttons": []})
        elif self.forms and tag in ("input", "select", "option", "button", "textarea"):
            self._input(tag, attributes)

    def _input(self, tag: str, attributes: dict[str, str]) -> None:
        form = self.forms[-1]
        if tag == "button":
            form["buttons"].append(attributes.get("name", ""))
            return
        if tag == "select":
            self.name = attributes["name"]
        name = self.name if tag == "option" else attributes["name"]
        kind = "select" if tag == "option" else attributes.get("type", tag)
        field = form["fields"].setdefault(name, Field(kind))
        if tag != "select":
            value = attributes.get("value", "on" if kind in ("checkbox", "radio") else "")
            field.values.append(value)
            if "checked" in attributes or "selected" in attributes or kind == "hidden":
                field.chosen.append(value)


def forms(html: bytes) -> list[dict[str, Any]]:
    """Those of this page; the switches at the foot of every page are left out."""
    reader = FormReader()
    reader.feed(html.decode())
    return [form for form in reader.forms if form["action"] != "/accounts/language/"]


def decision_form(html: bytes) -> dict[str, Any]:
    """The form that asks for one move; that of a whole turn is another one."""
    asking = [form for form in forms(html) if "move" in form["fields"] or "decision" in form["fields"]]
    return next(form for form in asking if TURN_FIELD not in form["fields"])


def turn_form(html: bytes) -> dict[str, Any]:
    """The form that asks for a whole turn."""
    return next(form for form in forms(html) if TURN_FIELD in form["fields"])


def sent_as_it_is(form: dict[str, Any]) -> dict[str, list[str]]:
    return {name: list(field.chosen) for name, field in form["fields"].items() if field.chosen}


def filled(form: dict[str, Any], dice: Random) -> dict[str, list[str]]:
    """Choose something, and fill in what belongs to it, as anybody might who does not know the rules."""
    sent = sent_as_it_is(form)
    sent.pop("line", None)
    chosen = dice.choice(form["fields"]["move"].values)
    sent["move"] = [chosen]
    for name, field in form["fields"].items():
        if chosen.startswith("@") and name.startswith(f"{chosen[1:]}."):
            sent[name] = _some(field, dice)
    return sent


def _some(field: Field, dice: Random) -> list[str]:
    values = [value for value in field.values if value]
    if field.kind == "checkbox":
        return dice.sample(values, dice.randint(1, len(values)))
    return [dice.choice(values)]


def play_by_forms(
    game: Game, clients: dict[int, Client], dice: Random, *, each_kind_once: bool = False
) -> list[bool]:
    """Play to the end with the forms of the pages; returns for each form whether the rules took it.

    With `each_kind_once`, what is asked when the same was offered before is answered without a page."""
    taken: list[bool] = []
    answered: set[QuestionKind] = set()
    for _ in range(4000):
        game.refresh_from_db()
        if game.state != Game.State.RUNNING:
            return taken
        seat = awaited(game)
        kind = find_question_kind(seat)
        if each_kind_once and kind in answered:
            _answer_without_a_page(seat, dice)
            continue
        taken.append(_answer(game, seat, clients, dice))
        answered |= {kind} if taken[-1] else set()
    raise AssertionError("the game does not end")


def _answer_without_a_page(seat: Seat, dice: Random) -> None:
    move(seat, str(dice.choice(list_offers(seat)).sample(dice.randrange)))


def _answer(game: Game, seat: Seat, clients: dict[int, Client], dice: Random) -> bool:
    client = clients[seat.user_id]
    page = client.get(url(game))
    assert page.status_code == 200
    form = decision_form(page.content)
    answer = client.post(form["action"], filled(form, dice))
    assert answer.status_code in (303, 422), answer.content.decode()[:2000]
    return answer.status_code == 303
