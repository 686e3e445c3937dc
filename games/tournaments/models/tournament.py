"""Tournaments, their staff, their stages, and cached standings."""

from functools import cached_property

import msgspec
from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.preferences.time_zones import validate_time_zone
from games.models.game import generate_key
from games.tournaments.settings import StageSettings, TournamentSettings

_settings_decoder = msgspec.json.Decoder(TournamentSettings)
_stage_settings_decoder = msgspec.json.Decoder(StageSettings)


class Tournament(models.Model):
    """A tournament, from draft to archive."""

    class State(models.TextChoices):
        DRAFT = "draft", _("in preparation")
        OPEN = "open", _("open for entries")
        CHECK_IN = "check_in", _("checking in")
        RUNNING = "running", _("running")
        PAUSED = "paused", _("paused")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    slug = models.SlugField(_("address"), max_length=60, unique=True)
    title = models.CharField(_("title"), max_length=80)
    ruleset = models.CharField(_("game"), max_length=40)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("owner")
    )
    summary = models.TextField(_("what it is"), max_length=1000, blank=True)
    rules = models.TextField(_("special rules"), max_length=6000, blank=True)
    dispute_policy = models.TextField(_("disputes and mistakes"), max_length=2000, blank=True)
    prizes = models.TextField(_("prizes"), max_length=1000, blank=True)
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[validate_time_zone]
    )
    is_listed = models.BooleanField(_("in the public list"), default=True)
    join_key = models.CharField(
        _("pass for invited people"), max_length=16, default=generate_key, editable=False
    )
    settings_data = models.TextField(_("settings"), default="{}")  # JSON: TournamentSettings
    seed = models.CharField(_("seed for all draws"), max_length=64)  # published before the start
    previous = models.ForeignKey(  # the previous season of a pyramid or series
        "self",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="next_season",
        verbose_name=_("season before"),
    )

    state = models.CharField(_("state"), max_length=10, choices=State, default=State.DRAFT)
    ledger_length = models.PositiveIntegerField(_("ledger entries"), default=0)
    next_look_at = models.DateTimeField(  # when something can become due; None: look at once
        _("next look"), null=True, blank=True, editable=False
    )
    created_at = models.DateTimeField(_("created"))
    starts_at = models.DateTimeField(_("starts"), null=True, blank=True)
    frozen_at = models.DateTimeField(_("settings frozen"), null=True, blank=True)
    paused_at = models.DateTimeField(_("paused since"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        indexes = [
            models.Index(
                fields=["starts_at"],
                name="tournament_active",
                condition=Q(state__in=["open", "check_in", "running"]),
            ),
            models.Index(
                fields=["next_look_at"],
                name="tournament_next_look",
                condition=Q(state__in=["open", "check_in", "running", "paused"]),
            ),
            models.Index(fields=["-created_at"], name="tournament_listed", condition=Q(is_listed=True)),
        ]

    def __str__(self) -> str:
        return self.title

    @cached_property
    def settings(self) -> TournamentSettings:
        return _settings_decoder.decode(self.settings_data)

    @property
    def is_open(self) -> bool:
        """Registration is open and the tournament has not begun."""
        return self.state in (self.State.OPEN, self.State.CHECK_IN)

    @property
    def has_begun(self) -> bool:
        return self.frozen_at is not None

    @property
    def is_over(self) -> bool:
        return self.state in (self.State.FINISHED, self.State.CANCELLED)


class Role(models.Model):
    """A member of the staff.

    Owners may do everything, directors all but appoint staff, referees rule, announcers write.
    """

    class Kind(models.TextChoices):
        OWNER = "owner", _("owner")
        DIRECTOR = "director", _("director")
        REFEREE = "referee", _("referee")
        ANNOUNCER = "announcer", _("announcer")

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="roles", verbose_name=_("tournament")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="tournament_roles", verbose_name=_("person")
    )
    kind = models.CharField(_("role"), max_length=10, choices=Kind)

    class Meta:
        verbose_name = _("role")
        verbose_name_plural = _("roles")
        constraints = [models.UniqueConstraint(fields=["tournament", "user"], name="role_one_a_person")]

    def __str__(self) -> str:
        return f"{self.user}: {self.kind}"


class Stage(models.Model):
    """A part of the tournament with one format: heats, a Swiss, a final."""

    class State(models.TextChoices):
        PLANNED = "planned", _("to come")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="stages", verbose_name=_("tournament")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    settings_data = models.TextField(_("settings"))  # JSON: StageSettings
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.PLANNED)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    deadline = models.DateTimeField(_("deadline"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("stage")
        verbose_name_plural = _("stages")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="stage_number_once")]

    def __str__(self) -> str:
        return f"{self.tournament}, {self.number}"

    @cached_property
    def settings(self) -> StageSettings:
        return _stage_settings_decoder.decode(self.settings_data)

    @property
    def is_skipped(self) -> bool:
        """Never began, because too few entrants were left."""
        return self.state == self.State.FINISHED and self.started_at is None


class CachedStanding(models.Model):
    """Cached public standings of a stage, computed from the ledger."""

    stage = models.OneToOneField(
        Stage, models.CASCADE, related_name="cached_standing", verbose_name=_("stage")
    )
    number = models.PositiveIntegerField(_("after entry"))
    data = models.TextField(_("rows"))  # JSON: games.tournaments.standings.from_state

    class Meta:
        verbose_name = _("standings")
        verbose_name_plural = _("standings")

    def __str__(self) -> str:
        return f"{self.stage} ({self.number})"
