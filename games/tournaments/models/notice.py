"""Notices about tournaments: rows are created first, emails are sent from them, as with games."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts import server_time
from games.tournaments.models.entrant import Entrant
from games.tournaments.models.tournament import Tournament


class TournamentNotice(models.Model):
    """Something a user has to be notified of by email."""

    class Kind(models.TextChoices):
        ENTERED = "entered", _("you have entered")
        WAITING = "waiting", _("you are on the waiting list")
        PLACE = "place", _("a place has become free")
        CHECK_IN = "check_in", _("please check in")
        MISSED = "missed", _("you have not checked in")
        REFUSED = "refused", _("your entry was not accepted")
        STARTED = "started", _("a stage begins")
        ROUND = "round", _("your tables of a round")
        CLOSED = "closed", pgettext_lazy("of a tournament", "a round is over")
        THROUGH = "through", _("you go on")
        ALTERNATE = "alternate", _("a place in the next stage has become free")
        OUT = "out", _("you are out of the event")
        ENDED = "ended", _("the event is over")
        NEWS = "news", _("an announcement")
        RULING = "ruling", _("a ruling")
        TICKET = "ticket", _("a dispute")
        NUDGE = "nudge", _("a table waits for you")
        DIGEST = "digest", _("what the referees should look at")
        CHALLENGE = "challenge", _("somebody challenges you")
        ROLE = "role", _("you help to run an event")

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("overtaken")
        PARKED = "parked", _("given up")

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="notices", verbose_name=_("tournament")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="tournament_notices", verbose_name=_("person")
    )
    entrant = models.ForeignKey(
        Entrant, models.CASCADE, null=True, blank=True, related_name="notices", verbose_name=_("entrant")
    )
    kind = models.CharField(_("kind"), max_length=12, choices=Kind)
    number = models.PositiveIntegerField(_("of entry"))  # of the ledger; makes a repeated notice unique
    data = models.TextField(_("what"), default="{}")  # JSON: what the ledger entry does not contain
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.WAITING)
    created_at = models.DateTimeField(_("created"))
    tries = models.PositiveSmallIntegerField(_("times tried in vain"), default=0)
    next_try_at = models.DateTimeField(_("next try"), default=server_time.now)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    error = models.CharField(_("trouble"), max_length=80, blank=True)

    class Meta:
        verbose_name = _("letter about a tournament")
        verbose_name_plural = _("letters about tournaments")
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "user", "kind", "number"], name="tournament_notice_once"
            )
        ]
        indexes = [
            models.Index(fields=["next_try_at"], name="tournament_notice_due", condition=Q(status="waiting")),
            models.Index(fields=["status"], name="tournament_notice_parked", condition=Q(status="parked")),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"
