"""Incoming emails: stored as they came, read once, answered once."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.game import Seat
from games.models.invitation import Invitation
from games.models.queued_mail import QueuedRow


class IncomingMail(QueuedRow):
    """An email to one of our addresses. It is stored before we confirm its delivery to the sending server."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("to be read")
        READ = "read", _("done, to be answered")
        ANSWERED = "answered", _("answered")
        IGNORED = "ignored", _("needs no answer")
        PARKED = "parked", _("given up")

    key = models.CharField(_("key"), max_length=64, unique=True)  # an email delivered twice is stored once
    recipient = models.CharField(pgettext_lazy("on a letter", "to"), max_length=320)  # which of our addresses
    sender = models.CharField(
        pgettext_lazy("on a letter", "from"), max_length=320, blank=True
    )  # as on the envelope; empty for automatic mail
    raw = models.BinaryField(_("email"))
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.WAITING)
    ignore_reason = models.CharField(_("reason"), max_length=80, blank=True)
    # the user at that time: the seat may be somebody else's when it is answered
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="incoming_mail",
        verbose_name=_("person"),
    )
    seat = models.ForeignKey(Seat, models.CASCADE, null=True, blank=True, verbose_name=_("seat"))
    invitation = models.ForeignKey(
        Invitation, models.CASCADE, null=True, blank=True, verbose_name=_("invitation")
    )
    outcome = models.TextField(_("outcome"), blank=True)  # JSON: the result of each line
    received_at = models.DateTimeField(_("received"))
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)

    class Meta:
        verbose_name = _("incoming email")
        verbose_name_plural = _("incoming emails")
        indexes = [
            models.Index(
                fields=["next_try_at"], name="incoming_due", condition=Q(status__in=["waiting", "read"])
            ),
            models.Index(fields=["seat", "received_at"], name="incoming_of_a_seat"),
            models.Index(fields=["received_at"], name="incoming_by_age"),
            models.Index(fields=["status"], name="incoming_parked", condition=Q(status="parked")),
        ]

    def __str__(self) -> str:
        return f"{self.status} {self.pk}"
