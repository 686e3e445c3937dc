"""Choices for a player's time: weekdays without a deadline, and what plays when time runs out."""

from typing import TYPE_CHECKING

from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

WEEKDAY_CHOICES = [(number, name) for number, name in WEEKDAYS.items()]  # Monday is 0

MINIMAL, BOT, ORDERS = "minimal", "bot", "orders"
TIME_OUT_CHOICES: "list[tuple[str, StrPromise]]" = [
    (MINIMAL, _("the harmless move")),
    (BOT, _("the careful bot")),
    (ORDERS, _("my orders")),
]
TIME_OUT_EXPLANATIONS: "dict[str, StrPromise]" = {
    MINIMAL: _("The least that the rules ask for. It spends nothing and harms nobody."),
    BOT: _("It plays this turn as well as it can, with your cards."),
    ORDERS: _("They wait until your time is over, and answer then. Where there are none: the harmless move."),
}
