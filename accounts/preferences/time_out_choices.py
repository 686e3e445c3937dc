"""Choices for a player's time: weekdays without a deadline, and what plays when time runs out."""

from typing import TYPE_CHECKING

from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

WEEKDAY_CHOICES = [(number, name) for number, name in WEEKDAYS.items()]  # Monday is 0

MINIMAL, BOT, ORDERS = "minimal", "bot", "orders"
TIME_OUT_CHOICES: "list[tuple[str, StrPromise]]" = [
    (MINIMAL, _("a safe default move")),
    (BOT, _("a bot")),
    (ORDERS, _("my orders")),
]
TIME_OUT_EXPLANATIONS: "dict[str, StrPromise]" = {
    MINIMAL: _("The least the rules allow. It spends nothing and harms nobody."),
    BOT: _("A bot plays this turn as well as it can, with your cards."),
    ORDERS: _(
        "Your orders answer when your time is over. Where you have none, the safe default move is played."
    ),
}
