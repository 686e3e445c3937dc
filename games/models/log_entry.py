"""The log of a game: every change, who made it, through which channel, and what happened."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game, Seat
from games.rules.core.move_parser import LONGEST_LINE

MAX_REASON_LENGTH = 200


class GameLogQuerySet(models.QuerySet["GameLogEntry"]):
    def not_undone(self) -> "GameLogQuerySet":
        """Return the moves that were not undone."""
        return self.filter(kind=GameLogEntry.Kind.MOVE, taken_back=False)


class GameLogEntry(models.Model):
    """One row of the log. Most are moves; the others are changes to the game, such as a pause or an undo."""

    class Kind(models.TextChoices):
        MOVE = "move", _("move")
        START = "start", _("start")
        UNDO = "undo", _("undone")
        PAUSE = "pause", _("paused")
        RESUME = "resume", _("resumed")
        ABANDON = "abandon", _("abandoned")
        EXTEND = "extend", _("extended")
        SEAT = "seat", _("seat handed over")
        MISSED = "missed", _("out of time")
        RESTORE = "restore", _("restored from a backup")

    class How(models.TextChoices):
        FORM = "form", _("by the form")
        LINK = "link", _("by a link")
        REPLY = "reply", _("by a reply")
        ORDER = "order", _("by an order")
        FORCED = "forced", _("as the only possible answer")  # by an order that everybody has at first
        BOT = "bot", _("by a bot")
        CLOCK = "clock", _("by the clock")
        REFEREE = "referee", _("by the referee")

    game = models.ForeignKey(Game, models.CASCADE, related_name="log_entries", verbose_name=_("game"))
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind, default=Kind.MOVE)
    seat = models.ForeignKey(
        Seat, models.PROTECT, null=True, blank=True, related_name="log_entries", verbose_name=_("seat")
    )
    text = models.CharField(_("text"), max_length=LONGEST_LINE)
    decision = models.PositiveIntegerField(_("decision"), null=True, blank=True)
    how = models.CharField(_("how"), max_length=10, choices=How)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        verbose_name=_("by"),
        related_name="+",
        db_index=False,  # the index below starts with it
    )
    key = models.CharField(_("key"), max_length=80)  # of the request: sent twice, it makes one row
    at = models.DateTimeField(_("at"))
    asked_at = models.DateTimeField(_("asked"), null=True, blank=True)
    events = models.TextField(_("events"), default="[]")  # JSON, including the secrets of all seats
    position_before = models.TextField(_("position before"), blank=True)  # only while the move can be undone
    clock = models.TextField(_("clock before"), blank=True, default="", db_default="")  # JSON: ClockSnapshot
    taken_back = models.BooleanField(_("undone"), default=False)
    # the reason of a referee, public
    reason = models.CharField(
        _("reason"), max_length=MAX_REASON_LENGTH, blank=True, default="", db_default=""
    )

    objects = GameLogQuerySet.as_manager()

    class Meta:
        verbose_name = _("log entry")
        verbose_name_plural = _("log")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="move_number_once"),
            models.UniqueConstraint(fields=["game", "key"], name="move_key_once"),
            models.UniqueConstraint(
                fields=["seat", "decision"],
                name="move_one_a_decision",
                condition=Q(kind="move", taken_back=False),
            ),
        ]
        indexes = [models.Index(fields=["by", "-at"], name="move_of_a_person")]

    def __str__(self) -> str:
        return f"{self.number}. {self.kind}"  # not the text, which may be secret while the game runs
