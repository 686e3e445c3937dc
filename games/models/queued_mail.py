"""Rows of the sending queue: what is tried until it succeeds, and what is sent by email.

`games/mail/outgoing/queue.py` claims such rows, sends their emails, tries again and gives up.
"""

from datetime import datetime
from typing import Any, Self, TypeVar

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from accounts import server_time


class QueuedRow(models.Model):
    """A row with work to do, claimed by one worker at a time and tried again at growing intervals.

    The columns have database defaults, because the play service inserts notices by raw SQL.
    """

    status: Any  # a column of its own in each model, because their stages differ

    tries = models.PositiveSmallIntegerField(_("failed tries"), default=0, db_default=0)
    next_try_at = models.DateTimeField(_("next try"), default=server_time.now, db_default=Now())
    error = models.CharField(_("error"), max_length=80, blank=True, default="", db_default="")

    class Meta:
        abstract = True


class MailStatus(models.TextChoices):
    WAITING = "waiting", _("waiting")
    SENT = "sent", _("sent")
    DROPPED = "dropped", _("overtaken")
    PARKED = "parked", _("given up")


Row = TypeVar("Row", bound="QueuedMail")


class QueuedMailQuerySet(models.QuerySet[Row]):
    """Selects rows by what is to be done with them, and records what became of their email."""

    def waiting(self) -> Self:
        """Rows whose email is still to be sent, now or later."""
        return self.filter(status=MailStatus.WAITING)

    def due(self, now: datetime) -> Self:
        """Rows whose email is to be sent now."""
        return self.waiting().filter(next_try_at__lte=now)

    def parked(self) -> Self:
        """Rows that were given up, until an operator retries them."""
        return self.filter(status=MailStatus.PARKED)

    def mark_sent(self, now: datetime) -> int:
        return self.update(status=MailStatus.SENT, sent_at=now, error="")

    def drop(self, error: str = "", **more: Any) -> int:
        """Send no email for these rows: it is outdated, or not wanted."""
        return self.update(status=MailStatus.DROPPED, error=error, **more)

    def park(self, error: str) -> int:
        """Give these rows up until an operator retries them."""
        return self.update(status=MailStatus.PARKED, error=error)

    def postpone(self, when: datetime) -> int:
        """Send the email later; this is no failed try."""
        return self.update(next_try_at=when, tries=0)

    def requeue(self, now: datetime, **more: Any) -> int:
        """Send these rows, whatever became of them before, as soon as possible."""
        return self.update(status=MailStatus.WAITING, tries=0, next_try_at=now, error="", **more)


class QueuedMail(QueuedRow):
    """Something to be sent by email once, to one recipient. The email is rendered when it is sent."""

    Status = MailStatus

    status = models.CharField(
        _("status"), max_length=10, choices=Status, default=Status.WAITING, db_default=Status.WAITING
    )
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)

    objects = QueuedMailQuerySet.as_manager()

    class Meta:
        abstract = True
        indexes = [
            models.Index(fields=["next_try_at"], name="%(class)s_due", condition=Q(status="waiting")),
            models.Index(fields=["status"], name="%(class)s_parked", condition=Q(status="parked")),
        ]

    @property
    def recipient_address(self) -> str:
        """The address to which the email goes; if the mail server refuses it, it is recorded as dead."""
        raise NotImplementedError
