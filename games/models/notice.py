"""The outbox of games: what a user must be notified of, and the state of the email."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.game import Game, Seat
from games.models.queued_mail import QueuedMail


class GameNotice(QueuedMail):
    """A notice to a user about a game, after a certain log entry. The email is rendered when it is sent."""

    class Kind(models.TextChoices):
        STARTED = "started", _("the game has begun")
        YOUR_TURN = "your_turn", _("your turn")
        REMINDER = "reminder", _("time is running out")
        ALONE = "alone", _("only you are missing")
        ORDERS = "orders", _("your orders have answered, or could not")
        TALK = "talk", _("a message at the table")
        GAZETTE = "gazette", pgettext_lazy("of a game", "a round is over")
        OVER = "over", _("the game is over")
        CHANGES = "changes", _("something about the table has changed")
        EXPIRED = "expired", _("the table has expired")
        SUCCEEDED = "succeeded", _("somebody else is playing on")
        GUARDED = "guarded", _("the links to a seat are disabled")
        UNREACHABLE = "unreachable", _("emails to a player bounce")
        MISSED = "missed", _("you ran out of time")
        STAND_IN = "stand_in", _("substitute wanted")
        MORE_TIME = "more_time", _("somebody asks for more time")
        STOPPED = "stopped", _("emails about the table stopped")
        VOTE = "vote", _("somebody wants to pause or end the game")
        HOST_NEWS = "host_news", _("an invitation was declined or bounced")
        REACHABLE = "reachable", _("emails arrive again")

    game = models.ForeignKey(Game, models.CASCADE, related_name="notices", verbose_name=_("game"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices", verbose_name=_("person")
    )
    seat = models.ForeignKey(Seat, models.CASCADE, null=True, blank=True, verbose_name=_("seat"))
    kind = models.CharField(_("kind"), max_length=12, choices=Kind)
    number = models.PositiveIntegerField(_("after entry"))  # of HOST_NEWS: the invitation
    created_at = models.DateTimeField(_("created"))
    # with a database default, because the play service inserts rows by raw SQL
    resend_count = models.PositiveSmallIntegerField(_("asked again"), default=0, db_default=0)

    class Meta(QueuedMail.Meta):
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        constraints = [
            models.UniqueConstraint(fields=["game", "user", "kind", "number"], name="notice_once"),
        ]
        indexes = [
            *QueuedMail.Meta.indexes,
            models.Index(fields=["sent_at"], name="notice_sent", condition=Q(sent_at__isnull=False)),
            models.Index(fields=["user", "game"], name="notice_together", condition=Q(status="waiting")),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"

    @property
    def recipient_address(self) -> str:
        return self.user.email


# kinds that only ask for a decision
ASKING_KINDS = (GameNotice.Kind.YOUR_TURN, GameNotice.Kind.REMINDER, GameNotice.Kind.ALONE)
