"""Table chat: messages, reports of messages, and muted seats."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game, Seat

MAX_MESSAGE_LENGTH = 1000


class ChatMessage(models.Model):
    game = models.ForeignKey(Game, models.CASCADE, related_name="messages", verbose_name=_("game"))
    seat = models.ForeignKey(Seat, models.SET_NULL, null=True, verbose_name=_("seat"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by")
    )
    name = models.CharField(_("name"), max_length=24)
    text = models.TextField(_("text"), max_length=MAX_MESSAGE_LENGTH)
    key = models.CharField(_("key"), max_length=80)
    number = models.PositiveIntegerField(_("after entry"))
    at = models.DateTimeField(_("at"))
    edited_at = models.DateTimeField(_("edited"), null=True, blank=True)
    is_hidden = models.BooleanField(_("hidden"), default=False)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("table talk")
        ordering = ["at", "pk"]
        constraints = [models.UniqueConstraint(fields=["game", "key"], name="message_key_once")]
        indexes = [models.Index(fields=["game", "-at"], name="message_latest")]

    def __str__(self) -> str:
        return f"{self.name}: {self.text:.40}"


class MessageReport(models.Model):
    """A report to the operator that a message is not acceptable."""

    message = models.ForeignKey(
        ChatMessage, models.CASCADE, related_name="reports", verbose_name=_("message")
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by")
    )
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    at = models.DateTimeField(_("at"))
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        constraints = [models.UniqueConstraint(fields=["message", "by"], name="report_once_a_person")]

    def __str__(self) -> str:
        return f"{self.message}"


class Mute(models.Model):
    """One seat has muted another and does not see its messages."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="mutes", verbose_name=_("seat"))
    muted_seat = models.ForeignKey(Seat, models.CASCADE, related_name="+", verbose_name=_("muted"))

    class Meta:
        verbose_name = _("muted seat")
        verbose_name_plural = _("muted seats")
        constraints = [models.UniqueConstraint(fields=["seat", "muted_seat"], name="mute_once")]

    def __str__(self) -> str:
        return f"{self.seat}: {self.muted_seat}"
