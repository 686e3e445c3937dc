"""Invitations by email: to a table that is not full yet, or to take over a seat."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.game import Game, Seat, generate_reply_key


class Invitation(models.Model):
    class State(models.TextChoices):
        SENT = "sent", _("no answer yet")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", pgettext_lazy("an invitation", "withdrawn")

    game = models.ForeignKey(Game, models.CASCADE, related_name="invitations", verbose_name=_("game"))
    seat = models.ForeignKey(  # the seat to be taken over, in a game that has begun
        Seat, models.CASCADE, null=True, blank=True, related_name="offers", verbose_name=_("seat")
    )
    address = models.EmailField(_("address"), max_length=254)
    reply_key = models.CharField(
        _("reply key"), max_length=24, unique=True, default=generate_reply_key, editable=False
    )
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("invited by")
    )
    language = models.CharField(_("language"), max_length=10, default="en")
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.SENT)
    word = models.CharField(_("word"), max_length=200, blank=True)  # a message given when declining
    times_sent = models.PositiveSmallIntegerField(_("times sent"), default=0)
    emails_sent = models.PositiveSmallIntegerField(_("letters that have left"), default=0)
    tries = models.PositiveSmallIntegerField(_("times tried in vain"), default=0)
    next_try_at = models.DateTimeField(_("next try"), null=True, blank=True)
    is_refused = models.BooleanField(_("refused by the mail server"), default=False)
    sent_at = models.DateTimeField(_("sent"))
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [
            models.UniqueConstraint(
                F("game"), Lower("address"), name="invitation_open_once", condition=Q(state="sent")
            ),
        ]
        indexes = [
            models.Index(
                fields=["next_try_at"],
                name="invitation_unsent",
                condition=Q(state="sent", emails_sent__lt=F("times_sent")),
            ),
            models.Index(Lower("address"), name="invitation_address"),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.state}"

    @property
    def is_on_its_way(self) -> bool:
        """Is an email of this invitation still waiting to be sent?"""
        return self.state == self.State.SENT and self.emails_sent < self.times_sent
