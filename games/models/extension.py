"""Requests of players for more time."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Seat


class ExtensionRequest(models.Model):
    """A request for more hours for one decision: made once, granted by one other person."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="extensions", verbose_name=_("seat"))
    decision = models.PositiveIntegerField(_("decision"))
    hours = models.PositiveSmallIntegerField(_("hours"))
    asked_at = models.DateTimeField(_("asked"))
    granted_at = models.DateTimeField(_("granted"), null=True, blank=True)
    granted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("granted by"),
    )

    class Meta:
        verbose_name = _("request for more time")
        verbose_name_plural = _("requests for more time")
        constraints = [
            models.UniqueConstraint(fields=["seat", "decision"], name="extension_once_a_decision"),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.hours} h"
