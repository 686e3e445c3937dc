"""Subscriptions of people who follow a game without playing in it."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Subscription(models.Model):
    """The user gets the gazette of the game by email after each round."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="subscriptions", verbose_name=_("game"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="subscriptions", verbose_name=_("person")
    )
    at = models.DateTimeField(_("since"))

    class Meta:
        verbose_name = _("subscription")
        verbose_name_plural = _("subscriptions")
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="subscription_once")]

    def __str__(self) -> str:
        return f"{self.game}: {self.user}"
