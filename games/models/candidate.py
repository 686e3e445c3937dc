"""Candidates for free seats: who may stand in for an absent player, and who must not."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class StandInCandidate(models.Model):
    """The decision of an organizer whether a user may stand in at a game."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="candidates", verbose_name=_("game"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("person")
    )
    is_welcome = models.BooleanField(_("welcome"))

    class Meta:
        verbose_name = _("candidate for a free seat")
        verbose_name_plural = _("candidates for free seats")
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="candidate_once")]

    def __str__(self) -> str:
        return f"{self.game}: {self.is_welcome}"
