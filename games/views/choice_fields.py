"""Fields with a list of choices that is known only when their form is made."""

from collections.abc import Iterable
from typing import Any

from django import forms


def set_choices(form: forms.Form, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """Offer these choices, each a value and a label, in the field with this name."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)  # noqa: S101 (as its form declares)
    field.choices = list(choices)
