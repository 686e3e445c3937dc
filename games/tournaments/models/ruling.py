"""Rulings of referees, bans, and disputes of entrants."""

from datetime import datetime

import msgspec
from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.tournaments.models.entrant import Entrant
from games.tournaments.models.table import TournamentTable
from games.tournaments.models.tournament import Tournament


class Ruling(models.Model):
    """A decision by a referee, or by the rules at a deadline.

    One that changes who advances needs two signatures.
    """

    class Kind(models.TextChoices):
        RESULT = "result", _("the result of a table")
        VOID = "void", _("a table that does not count")
        LOSS = "loss", _("a lost game")
        WARNING = "warning", _("a warning")
        DISQUALIFY = "disqualify", _("a disqualification")
        REINSTATE = "reinstate", _("readmitted")
        BAN = "ban", _("a ban from the organizer’s tournaments")
        REVERSE = "reverse", _("withdrawal of a ruling")

    class State(models.TextChoices):
        PROPOSED = "proposed", _("waiting for another signature")
        IN_FORCE = "in_force", _("in force")
        REFUSED = "refused", _("refused by the second referee")
        LAPSED = "lapsed", _("lapsed without a signature")
        REVERSED = "reversed", _("undone")

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="rulings", verbose_name=_("tournament")
    )
    kind = models.CharField(_("kind"), max_length=12, choices=Kind)
    table = models.ForeignKey(
        TournamentTable,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="rulings",
        verbose_name=_("table"),
    )
    entrant = models.ForeignKey(
        Entrant, models.CASCADE, null=True, blank=True, related_name="rulings", verbose_name=_("entrant")
    )
    state = models.CharField(_("state"), max_length=10, choices=State)
    before = models.TextField(_("before"), default="{}")  # JSON: games.tournaments.rulings.effects
    after = models.TextField(_("after"), default="{}")  # JSON: games.tournaments.rulings.effects
    reason = models.TextField(_("reason"), max_length=1000)
    reversed_ruling = models.ForeignKey(  # the ruling that this one reverses
        "self", models.CASCADE, null=True, blank=True, related_name="reversals", verbose_name=_("ruling")
    )
    objection = models.TextField(_("why it was refused"), max_length=1000, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by")
    )
    second_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("second signature"),
    )
    is_automatic = models.BooleanField(_("follows from the rules"), default=False, db_default=False)
    at = models.DateTimeField(_("at"))
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)

    class Meta:
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @property
    def until(self) -> datetime | None:
        """The end of a ban; None for other kinds."""
        until = msgspec.json.decode(self.after).get("until") if self.kind == self.Kind.BAN else None
        return datetime.fromisoformat(until) if until else None


class Ban(models.Model):
    """A temporary ban from one organizer's tournaments, by a ruling, or from all, by the site operator."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="tournament_bans", verbose_name=_("person")
    )
    organizer = models.ForeignKey(  # None: all tournaments of the site
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("from tournaments by"),
        help_text=_("Leave empty: from all tournaments here"),
    )
    until = models.DateTimeField(_("until"))
    reason = models.TextField(
        _("reason"), max_length=1000, help_text=_("A sentence: the person reads it when they try to enter.")
    )
    ruling = models.OneToOneField(
        Ruling, models.CASCADE, null=True, blank=True, editable=False, related_name="ban"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        editable=False,
        related_name="+",
        verbose_name=_("by"),
    )
    at = models.DateTimeField(_("at"), editable=False)

    class Meta:
        verbose_name = _("ban from tournaments")
        verbose_name_plural = _("bans from tournaments")
        ordering = ["-until"]

    def __str__(self) -> str:
        return f"{self.user}, {self.until:%Y-%m-%d}"


class Dispute(models.Model):
    """A dispute: an entrant asks the referees to look at something."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        RULED = "ruled", _("answered")
        APPEALED = "appealed", _("appealed")
        CLOSED = "closed", pgettext_lazy("of a dispute", "closed")

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="disputes", verbose_name=_("tournament")
    )
    number = models.PositiveIntegerField(_("number"))
    table = models.ForeignKey(
        TournamentTable,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="disputes",
        verbose_name=_("table"),
    )
    claimant = models.ForeignKey(Entrant, models.CASCADE, related_name="disputes", verbose_name=_("claimant"))
    text = models.TextField(_("what is wrong"), max_length=2000)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.OPEN)
    answer = models.TextField(_("answer"), max_length=2000, blank=True)
    public_answer = models.TextField(_("what the public can read"), max_length=2000, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("answered by"),
    )
    appeal = models.TextField(_("appeal"), max_length=2000, blank=True)
    appeal_until = models.DateTimeField(_("appeal until"), null=True, blank=True)
    final_answer = models.TextField(_("answer to the appeal"), max_length=2000, blank=True)
    final_answer_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("appeal answered by"),
    )
    at = models.DateTimeField(_("at"))
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)

    class Meta:
        verbose_name = _("dispute")
        verbose_name_plural = _("disputes")
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="dispute_number_once")]

    def __str__(self) -> str:
        return f"{self.tournament}, {self.number}"
