"""Votes of the seats to pause, resume or abandon their game."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game, Seat


class Vote(models.Model):
    """A vote of a seat: for, against, or withdrawn (None). All are deleted when one is carried out."""

    class Matter(models.TextChoices):
        PAUSE = "pause", _("pause the game")
        RESUME = "resume", _("resume the game")
        ABANDON = "abandon", _("abandon the game")

    game = models.ForeignKey(Game, models.CASCADE, related_name="votes", verbose_name=_("game"))
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="votes", verbose_name=_("seat"))
    matter = models.CharField(_("matter"), max_length=10, choices=Matter)
    is_for = models.BooleanField(_("in favour"), null=True, default=True)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("vote")
        verbose_name_plural = _("votes")
        constraints = [models.UniqueConstraint(fields=["game", "seat", "matter"], name="vote_once")]

    def __str__(self) -> str:
        return f"{self.seat}: {self.matter}"
