"""Who takes part. Nobody is ever deleted: whoever leaves is withdrawn, and what was played stands."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from games.models.game import new_key, new_post_key
from games.tournaments.models.tournament import Stage, Tournament


class Entrant(models.Model):
    class State(models.TextChoices):
        PENDING = "pending", _("to be approved")
        WAITING = "waiting", _("on the waiting list")
        OFFERED = "offered", _("offered a place")
        ENTERED = "entered", _("entered")
        CHECKED = "checked", _("checked in")
        ACTIVE = "active", _("plays")
        WITHDRAWN = "withdrawn", _("withdrawn")
        DISQUALIFIED = "disqualified", _("disqualified")

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="entrants", verbose_name=_("tournament")
    )
    number = models.PositiveIntegerField(_("number"))  # by which the ledger calls them
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="entrants",
        verbose_name=_("person"),
    )
    bot = models.CharField(_("bot"), max_length=20, blank=True)  # an entrant without a person
    name = models.CharField(_("name"), max_length=40)
    state = models.CharField(_("state"), max_length=12, choices=State, default=State.ENTERED)
    queued_at = models.DateTimeField(_("in the queue since"))  # places are given in this order
    offered_until = models.DateTimeField(_("place kept until"), null=True, blank=True)
    checked_at = models.DateTimeField(_("checked in"), null=True, blank=True)
    seed = models.PositiveIntegerField(_("place in the seeding"), null=True, blank=True)
    tier = models.PositiveSmallIntegerField(_("division"), null=True, blank=True)  # of a pyramid
    rating = models.FloatField(_("rating at the start"), null=True, blank=True)
    household = models.CharField(_("household"), max_length=40, blank=True)  # never at one table
    cap = models.PositiveSmallIntegerField(_("most tables at a time"), null=True, blank=True)
    heats = models.PositiveSmallIntegerField(_("heats wanted"), null=True, blank=True)
    key = models.CharField(_("pass"), max_length=24, default=new_key, editable=False)
    post_key = models.CharField(
        _("reply key"), max_length=24, unique=True, default=new_post_key, editable=False
    )
    declined = models.PositiveSmallIntegerField(_("challenges declined in a row"), default=0)
    is_silent = models.BooleanField(_("no letters about this tournament"), default=False)
    # copies of what the ledger and the games say, once the event is over (games.tournaments.reporting)
    place = models.PositiveIntegerField(_("place in the end"), null=True, blank=True)
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
        """Counted against the capacity: a place that is offered is kept."""
        return self.state in PLACED

    @property
    def is_in(self) -> bool:
        """Entered and not out."""
        return self.state in (self.State.ENTERED, self.State.CHECKED, self.State.ACTIVE)

    @property
    def is_out(self) -> bool:
        return self.state in OUT


PLACED = [Entrant.State.OFFERED, Entrant.State.ENTERED, Entrant.State.CHECKED, Entrant.State.ACTIVE]
OUT = [Entrant.State.WITHDRAWN, Entrant.State.DISQUALIFIED]


class Block(models.Model):
    """Two who should not sit at one table. Only the one who wants it knows."""

    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="blocks", verbose_name=_("entrant"))
    other = models.ForeignKey(Entrant, models.CASCADE, related_name="+", verbose_name=_("other"))

    class Meta:
        verbose_name = _("private block")
        verbose_name_plural = _("private blocks")
        constraints = [models.UniqueConstraint(fields=["entrant", "other"], name="block_once")]

    def __str__(self) -> str:
        return f"{self.pk}"  # never names: it is a secret


class Qualifier(models.Model):
    """A place in a later stage, or the hope for one: by rank of the stage before."""

    class State(models.TextChoices):
        OFFERED = "offered", _("to be confirmed")
        ACCEPTED = "accepted", _("goes on")
        DECLINED = "declined", _("does not go on")
        ALTERNATE = "alternate", _("next in line")

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="qualifiers", verbose_name=_("stage"))
    entrant = models.ForeignKey(
        Entrant, models.CASCADE, related_name="qualifications", verbose_name=_("entrant")
    )
    rank = models.PositiveIntegerField(_("rank"))
    state = models.CharField(_("state"), max_length=10, choices=State)
    until = models.DateTimeField(_("to be confirmed until"), null=True, blank=True)
    # JSON: seats from 1, the favourite first; secret until the stage begins, and so not in the ledger before
    seats = models.CharField(_("seats wanted"), max_length=40, blank=True, default="", db_default="")

    class Meta:
        verbose_name = _("qualifier")
        verbose_name_plural = _("qualifiers")
        ordering = ["rank"]
        constraints = [models.UniqueConstraint(fields=["stage", "entrant"], name="qualifier_once")]

    def __str__(self) -> str:
        return f"{self.stage_id}/{self.rank}"
