"""The outbox of games: what a user must be notified of, and the state of the email."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts import server_time
from games.models.game import Game, Seat


class GameNotice(models.Model):
    """A notice to a user about a game, after a certain log entry. The email is rendered when it is sent."""

    class Kind(models.TextChoices):
        STARTED = "started", _("the game has begun")
        YOUR_TURN = "your_turn", _("you are asked")
        REMINDER = "reminder", _("time is running out")
        ALONE = "alone", _("only you are waited for")
        ORDERS = "orders", _("your orders have answered, or could not")
        TALK = "talk", _("something was said at the table")
        GAZETTE = "gazette", pgettext_lazy("of a game", "a round is over")
        OVER = "over", _("the game is over")
        CHANGES = "changes", _("something about the table has changed")
        EXPIRED = "expired", _("the table has expired")
        SUCCEEDED = "succeeded", _("somebody else plays on")
        GUARDED = "guarded", _("the links of a seat are out of use")
        UNREACHABLE = "unreachable", _("letters do not reach a player")
        MISSED = "missed", _("your time has run out")
        STAND_IN = "stand_in", _("a seat looks for a player")
        MORE_TIME = "more_time", _("somebody asks for more time")
        VOTE = "vote", _("somebody would like a pause, or to end the game")

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("overtaken")
        PARKED = "parked", _("given up")

    game = models.ForeignKey(Game, models.CASCADE, related_name="notices", verbose_name=_("game"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices", verbose_name=_("person")
    )
    seat = models.ForeignKey(Seat, models.CASCADE, null=True, blank=True, verbose_name=_("seat"))
    kind = models.CharField(_("kind"), max_length=12, choices=Kind)
    number = models.PositiveIntegerField(_("after entry"))
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.WAITING)
    created_at = models.DateTimeField(_("created"))
    # with database defaults, because the play service inserts rows by raw SQL
    resend_count = models.PositiveSmallIntegerField(_("asked for again"), default=0, db_default=0)
    tries = models.PositiveSmallIntegerField(_("times tried in vain"), default=0, db_default=0)
    next_try_at = models.DateTimeField(_("next try"), default=server_time.now, db_default=Now())
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    error = models.CharField(_("trouble"), max_length=80, blank=True, default="", db_default="")

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        constraints = [
            models.UniqueConstraint(fields=["game", "user", "kind", "number"], name="notice_once"),
        ]
        indexes = [
            models.Index(fields=["next_try_at"], name="notice_due", condition=Q(status="waiting")),
            models.Index(fields=["status"], name="notice_parked", condition=Q(status="parked")),
            models.Index(fields=["sent_at"], name="notice_sent", condition=Q(sent_at__isnull=False)),
            models.Index(fields=["user", "game"], name="notice_together", condition=Q(status="waiting")),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"


# kinds that only ask for a decision
ASKING_KINDS = (GameNotice.Kind.YOUR_TURN, GameNotice.Kind.REMINDER, GameNotice.Kind.ALONE)
