"""Notices about tournaments: rows are created first, emails are sent from them, as with games."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.queued_mail import QueuedMail
from games.tournaments.models.entrant import Entrant
from games.tournaments.models.tournament import Tournament


class TournamentNotice(QueuedMail):
    """Something a user has to be notified of by email."""

    class Kind(models.TextChoices):
        ENTERED = "entered", _("you have entered")
        WAITING = "waiting", _("you are on the waiting list")
        PLACE = "place", _("a place has become free")
        CHECK_IN = "check_in", _("please check in")
        MISSED = "missed", _("you have not checked in")
        REFUSED = "refused", _("your entry was not accepted")
        STARTED = "started", _("a stage begins")
        ROUND = "round", _("your tables in a round")
        CLOSED = "closed", pgettext_lazy("of a tournament", "a round is over")
        THROUGH = "through", _("you advance")
        ALTERNATE = "alternate", _("a place in the next stage has become free")
        OUT = "out", _("you are out of the tournament")
        ENDED = "ended", _("the tournament is over")
        NEWS = "news", _("an announcement")
        RULING = "ruling", _("a ruling")
        TICKET = "ticket", _("a dispute")
        NUDGE = "nudge", _("a table is waiting for you")
        DIGEST = "digest", _("what needs the referees’ attention")
        CHALLENGE = "challenge", _("somebody has challenged you")
        ROLE = "role", _("you help to run a tournament")

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
    created_at = models.DateTimeField(_("created"))

    class Meta(QueuedMail.Meta):
        verbose_name = _("email about a tournament")
        verbose_name_plural = _("emails about tournaments")
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "user", "kind", "number"], name="tournament_notice_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"

    @property
    def recipient_address(self) -> str:
        return self.user.email
