"""Entrants, their avoidances and their places in later stages.

Entrants are never deleted: who leaves is withdrawn, and finished games stand.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from games.models.game import generate_key, generate_reply_key
from games.tournaments.models.tournament import Stage, Tournament


class Entrant(models.Model):
    """A user or bot in a tournament, from registration on."""

    class State(models.TextChoices):
        PENDING = "pending", _("to be approved")
        WAITING = "waiting", _("on the waiting list")
        OFFERED = "offered", _("offered a place")
        ENTERED = "entered", _("entered")
        CHECKED = "checked", _("checked in")
        ACTIVE = "active", _("playing")
        WITHDRAWN = "withdrawn", _("withdrawn")
        DISQUALIFIED = "disqualified", _("disqualified")

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="entrants", verbose_name=_("tournament")
    )
    number = models.PositiveIntegerField(_("number"))  # identifies the entrant in the ledger
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="entrants",
        verbose_name=_("person"),
    )
    bot = models.CharField(_("bot"), max_length=20, blank=True)  # set for an entrant without a user
    name = models.CharField(_("name"), max_length=40)
    state = models.CharField(_("state"), max_length=12, choices=State, default=State.ENTERED)
    queued_at = models.DateTimeField(_("in the queue since"))  # places are given in this order
    offered_until = models.DateTimeField(_("place kept until"), null=True, blank=True)
    checked_at = models.DateTimeField(_("checked in"), null=True, blank=True)
    seed = models.PositiveIntegerField(_("seeding place"), null=True, blank=True)
    tier = models.PositiveSmallIntegerField(_("division"), null=True, blank=True)  # in a pyramid
    rating = models.FloatField(_("rating at the start"), null=True, blank=True)
    household = models.CharField(_("household"), max_length=40, blank=True)  # never paired together
    cap = models.PositiveSmallIntegerField(_("most tables at a time"), null=True, blank=True)
    heats = models.PositiveSmallIntegerField(_("heats wanted"), null=True, blank=True)
    key = models.CharField(_("pass"), max_length=24, default=generate_key, editable=False)
    reply_key = models.CharField(
        _("reply key"), max_length=24, unique=True, default=generate_reply_key, editable=False
    )
    sits_out_on_leave = models.BooleanField(
        _("sits out a round while on leave"), default=False, db_default=False
    )
    declined_in_a_row = models.PositiveSmallIntegerField(_("challenges declined in a row"), default=0)
    is_unsubscribed = models.BooleanField(_("no emails about this tournament"), default=False)
    # cached when the tournament is over (games.tournaments.standings.final_report)
    place = models.PositiveIntegerField(_("final place"), null=True, blank=True)
    is_punctual = models.BooleanField(_("missed no deadline"), default=False, db_default=False)

    class Meta:
        verbose_name = _("entrant")
        verbose_name_plural = _("entrants")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entrant_number_once"),
            models.UniqueConstraint(
                fields=["tournament", "user"], name="entrant_one_a_person", condition=Q(user__isnull=False)
            ),
            models.UniqueConstraint(F("tournament"), Lower("name"), name="entrant_name_once"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def has_place(self) -> bool:
        """Counts towards the capacity; an offered place does."""
        return self.state in PLACED_STATES

    @property
    def is_in(self) -> bool:
        """Has a place and is not out."""
        return self.state in (self.State.ENTERED, self.State.CHECKED, self.State.ACTIVE)

    @property
    def is_out(self) -> bool:
        return self.state in OUT_STATES


PLACED_STATES = [Entrant.State.OFFERED, Entrant.State.ENTERED, Entrant.State.CHECKED, Entrant.State.ACTIVE]
OUT_STATES = [Entrant.State.WITHDRAWN, Entrant.State.DISQUALIFIED]


class Avoidance(models.Model):
    """An entrant who does not want to sit with another one. Private: the other is never informed."""

    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="avoidances", verbose_name=_("entrant"))
    other = models.ForeignKey(Entrant, models.CASCADE, related_name="+", verbose_name=_("other"))

    class Meta:
        verbose_name = _("private block")
        verbose_name_plural = _("private blocks")
        constraints = [models.UniqueConstraint(fields=["entrant", "other"], name="block_once")]

    def __str__(self) -> str:
        return f"{self.pk}"  # never names: avoidances are private


class Qualifier(models.Model):
    """A place in a later stage, or a claim to one as an alternate, by rank in the stage before."""

    class State(models.TextChoices):
        OFFERED = "offered", _("to be confirmed")
        ACCEPTED = "accepted", _("goes on")
        DECLINED = "declined", _("did not qualify")
        ALTERNATE = "alternate", _("next in line")

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="qualifiers", verbose_name=_("stage"))
    entrant = models.ForeignKey(
        Entrant, models.CASCADE, related_name="qualifications", verbose_name=_("entrant")
    )
    rank = models.PositiveIntegerField(_("rank"))
    state = models.CharField(_("state"), max_length=10, choices=State)
    answer_until = models.DateTimeField(_("to be confirmed until"), null=True, blank=True)
    # JSON: preferred seats from 1, best first; secret, so not in the ledger, until the stage begins
    seats = models.CharField(_("seats wanted"), max_length=40, blank=True, default="", db_default="")

    class Meta:
        verbose_name = _("qualifier")
        verbose_name_plural = _("qualifiers")
        ordering = ["rank"]
        constraints = [models.UniqueConstraint(fields=["stage", "entrant"], name="qualifier_once")]

    def __str__(self) -> str:
        return f"{self.stage_id}/{self.rank}"
