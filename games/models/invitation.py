"""Invitations by email: to a table that is not full yet, or to take over a seat."""

from datetime import datetime
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.models.game import Game, Seat, generate_reply_key
from games.models.join_link import JoinLink
from games.models.queued_mail import QueuedMail, QueuedMailQuerySet


class InvitationQuerySet(QueuedMailQuerySet["Invitation"]):
    """Selects invitations by what is to be done with their email: nothing, once they are answered."""

    def waiting(self) -> Self:
        return super().waiting().filter(state=Invitation.State.SENT)

    def parked(self) -> Self:
        return super().parked().filter(state=Invitation.State.SENT)

    def to_user(self, user: Any) -> Self:
        """Select the invitations of this person: by name, or to the address that they have now."""
        return self.filter(Q(invitee=user) | Q(address=user.email))

    def requeue(self, now: datetime, **more: Any) -> int:
        return super().requeue(now, has_bounced=False, has_foreign_reply=False, **more)


class Invitation(QueuedMail):
    """An offer of a seat to an address. Its email may be sent again when the host asks for it."""

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
    invitee = models.ForeignKey(  # somebody whom the host knows by name; the address stays hidden
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="invitations",
        verbose_name=_("invited person"),
    )
    join_link = models.ForeignKey(  # by which somebody asked for this email, with an address of their own
        JoinLink,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="invitations",
        verbose_name=_("invitation link"),
    )
    reply_key = models.CharField(
        _("reply key"), max_length=24, unique=True, default=generate_reply_key, editable=False
    )
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("invited by")
    )
    language = models.CharField(_("language"), max_length=10, default="en")
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.SENT)
    word = models.CharField(_("word"), max_length=200, blank=True)  # a message given when declining
    has_foreign_reply = models.BooleanField(  # somebody answered from an address that was not invited
        _("answered from a different address"), default=False, db_default=False
    )
    has_revoked_links = models.BooleanField(  # of those sent so far; a new email has good ones
        _("earlier links revoked"), default=False, db_default=False, editable=False
    )
    times_sent = models.PositiveSmallIntegerField(_("times sent"), default=0)  # as often as the host asked
    has_bounced = models.BooleanField(_("refused by the mail server"), default=False)
    invited_at = models.DateTimeField(_("invited"))  # when the host asked for the last email
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)

    objects = InvitationQuerySet.as_manager()  # type: ignore[misc]

    class Meta(QueuedMail.Meta):
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [
            models.UniqueConstraint(
                F("game"), Lower("address"), name="invitation_open_once", condition=Q(state="sent")
            ),
        ]
        indexes = [
            *QueuedMail.Meta.indexes,
            models.Index(Lower("address"), name="invitation_address"),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.state}"

    @property
    def recipient_address(self) -> str:
        return self.address

    @property
    def addressee(self) -> Any:
        """The invitee known by name, if the address is still theirs; None if others may read its email."""
        return self.invitee if self.invitee and self.invitee.email == self.address else None

    @property
    def label(self) -> str:
        """What the host calls the invited person: the address, unless only the site knows it."""
        if self.join_link_id is not None:
            return gettext("somebody with your link")
        return self.invitee.name if self.invitee else self.address

    @property
    def is_on_its_way(self) -> bool:
        """Is an email of this invitation still waiting to be sent?"""
        return self.state == self.State.SENT and self.status == self.Status.WAITING

    @property
    def is_refused(self) -> bool:
        """Does the address take no email? It was refused, given up, or has come back."""
        return self.has_bounced or self.status == self.Status.PARKED

    @property
    def is_in_trouble(self) -> bool:
        """Is it open, and has it come back or been answered from another address?"""
        return self.state == self.State.SENT and (self.is_refused or self.has_foreign_reply)
