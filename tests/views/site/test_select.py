"""A list to choose from is drawn by our own template, which is quicker than Django's and draws the same."""

import re

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates

from accounts.preferences import time_zones

GROUPS = [("Europe & more", [("a", "<Á>"), ("b", "B")]), (3, "Three"), ("", "None")]


class OftenDisabled(forms.Select):
    """A list in which one choice cannot be chosen."""

    def create_option(self, *words, **more):
        option = super().create_option(*words, **more)
        return {**option, "attrs": {**option["attrs"], "disabled": option["value"] == "b", "data-n": "1"}}


@pytest.mark.parametrize(
    ("widget", "chosen"),
    [
        (forms.Select(choices=GROUPS), "a"),
        (forms.Select(choices=GROUPS, attrs={"id": "list", "required": True}), 3),
        (OftenDisabled(choices=GROUPS), ""),
        (forms.Select(choices=time_zones.build_zone_choices("Europe/Budapest")), "Europe/Budapest"),
    ],
)
def test_a_list_is_drawn_as_by_django_itself(widget, chosen):
    ours, djangos = (
        re.sub(r"\s*\n\s*", "\n", widget.render("name", chosen, renderer=renderer))
        for renderer in (None, DjangoTemplates())
    )
    assert ours == djangos
    assert " selected" in ours
