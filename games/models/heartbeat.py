"""Heartbeat of the server: when the sweeps last ran, and the outages in which they did not."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Heartbeat(models.Model):
    """A single row with the times of the last sweep for alarms and the last one for mail.

    A sweep locks it to check how much time has passed, so that only one does."""

    at = models.DateTimeField(_("last sweep"))
    mail_at = models.DateTimeField(_("last sweep of emails"), null=True, blank=True)

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeat")
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="heartbeat_single_row")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S}"


class Outage(models.Model):
    """A time in which no sweep ran or no email was sent; every open deadline was moved by it."""

    start = models.DateTimeField(_("from"))
    end = models.DateTimeField(_("until"))
    moved_deadlines = models.PositiveIntegerField(_("deadlines moved"), default=0)

    class Meta:
        verbose_name = _("outage")
        verbose_name_plural = _("outages")
        ordering = ["-start"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(end__gt=models.F("start")), name="outage_ends_after_start"
            )
        ]

    def __str__(self) -> str:
        return f"{self.start:%Y-%m-%d %H:%M} – {self.end:%Y-%m-%d %H:%M}"
