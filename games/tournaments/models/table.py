"""Rounds, their tables, and the seats at them."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import Game
from games.tournaments.models.entrant import Entrant
from games.tournaments.models.tournament import Stage, Tournament


class Round(models.Model):
    """A round of a stage."""

    class State(models.TextChoices):
        DRAFTED = "drafted", _("drawn, not published")
        PUBLISHED = "published", _("published")
        CLOSED = "closed", pgettext_lazy("of a round", "closed")

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="rounds", verbose_name=_("stage"))
    number = models.PositiveSmallIntegerField(_("number"))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.DRAFTED)
    opens_at = models.DateTimeField(_("opens"), null=True, blank=True)
    deadline = models.DateTimeField(_("deadline"), null=True, blank=True)
    paused_at = models.DateTimeField(_("paused since"), null=True, blank=True)
    closed_at = models.DateTimeField(pgettext_lazy("of a round", "closed"), null=True, blank=True)
    quality = models.TextField(_("quality of the draw"), blank=True)  # JSON: pairing quality

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["stage", "number"]
        constraints = [models.UniqueConstraint(fields=["stage", "number"], name="round_number_once")]

    def __str__(self) -> str:
        return f"{self.stage}, {self.number}"


class TournamentTable(models.Model):
    """A table of the tournament; its game is created when it starts."""

    class State(models.TextChoices):
        PLANNED = "planned", _("to come")
        STARTED = "started", _("running")
        FINISHED = "finished", _("finished")
        ADJUDICATED = "adjudicated", _("decided by the referees")
        VOID = "void", _("does not count")

    class Hold(models.TextChoices):
        """What should happen to its game, until that has been done (games.tournaments.director.pauses)."""

        NONE = "", pgettext_lazy("a table", "goes on")
        HELD = "held", _("paused")
        RELEASE = "release", _("advancing")

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="tables", verbose_name=_("tournament")
    )
    round = models.ForeignKey(
        Round, models.CASCADE, null=True, blank=True, related_name="tables", verbose_name=_("round")
    )
    number = models.PositiveIntegerField(_("number"))  # unique in the tournament
    group = models.PositiveSmallIntegerField(_("group"), default=0)
    size = models.PositiveSmallIntegerField(_("seats"))
    state = models.CharField(_("state"), max_length=12, choices=State, default=State.PLANNED)
    game = models.OneToOneField(
        Game, models.SET_NULL, null=True, blank=True, related_name="tournament_table", verbose_name=_("game")
    )
    planned_at = models.DateTimeField(_("drawn"))
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    deadline = models.DateTimeField(_("deadline"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    nudged_at = models.DateTimeField(_("last reminder"), null=True, blank=True)
    hold = models.CharField(_("pause"), max_length=8, choices=Hold, blank=True, default=Hold.NONE)
    paused_at = models.DateTimeField(_("paused since"), null=True, blank=True)  # this table alone
    reported_late_at = models.DateTimeField(_("referees told that it is late"), null=True, blank=True)
    extended_at = models.DateTimeField(_("got its one extra week"), null=True, blank=True)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="table_number_once")]
        indexes = [
            models.Index(fields=["game"], name="table_running", condition=Q(state="started")),
            models.Index(fields=["tournament", "state"], name="table_by_state"),
            models.Index(fields=["tournament"], name="table_on_hold", condition=~Q(hold="")),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, {self.number}"

    @property
    def is_done(self) -> bool:
        return self.state in DONE_STATES


COUNTED_STATES = [TournamentTable.State.FINISHED, TournamentTable.State.ADJUDICATED]
DONE_STATES = [*COUNTED_STATES, TournamentTable.State.VOID]


class TableSeat(models.Model):
    """An entrant's seat at a table, and how the table ended for them."""

    class Kind(models.TextChoices):
        SELF = "self", _("played it")
        STAND_IN = "stand_in", _("a substitute played")
        BOT = "bot", _("a bot took over")

    table = models.ForeignKey(TournamentTable, models.CASCADE, related_name="seats", verbose_name=_("table"))
    seat = models.PositiveSmallIntegerField(_("seat"))  # from 0; the first one begins
    entrant = models.ForeignKey(
        Entrant, models.CASCADE, related_name="table_seats", verbose_name=_("entrant")
    )
    has_agreed = models.BooleanField(_("plays it"), default=True)  # to a challenge, before it starts
    kind = models.CharField(_("who played"), max_length=10, choices=Kind, default=Kind.SELF)
    stand_in = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("substitute"),
    )
    score = models.CharField(_("score"), max_length=20, blank=True)
    place = models.PositiveSmallIntegerField(pgettext_lazy("at the end", "place"), null=True, blank=True)
    points = models.CharField(_("points"), max_length=40, blank=True)  # an exact fraction

    class Meta:
        verbose_name = _("seat at a table")
        verbose_name_plural = _("seats at tables")
        ordering = ["table", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["table", "seat"], name="table_seat_number_once"),
            models.UniqueConstraint(fields=["table", "entrant"], name="table_seat_entrant_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seat}"
