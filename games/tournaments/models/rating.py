"""Player ratings per game, from finished games. For seeding and entry conditions, never for standings."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Game


class Rating(models.Model):
    """The strength of a user at one game."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings", verbose_name=_("person")
    )
    ruleset = models.CharField(_("game"), max_length=40)
    mu = models.FloatField(_("strength"))
    sigma = models.FloatField(_("uncertainty"))
    games = models.PositiveIntegerField(_("games"), default=0)
    left_last_game = models.BooleanField(_("has left the previous one"), default=False)
    changed_at = models.DateTimeField(_("changed"))

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [models.UniqueConstraint(fields=["user", "ruleset"], name="rating_one_a_game")]
        indexes = [models.Index(fields=["ruleset", "-mu"], name="rating_of_a_game")]

    def __str__(self) -> str:
        return f"{self.ruleset} {self.user_id}"


class RatedGame(models.Model):
    """Marks a finished game as processed, so that it is rated only once."""

    game = models.OneToOneField(Game, models.CASCADE, related_name="rated_game", verbose_name=_("game"))
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("rated game")
        verbose_name_plural = _("rated games")

    def __str__(self) -> str:
        return f"{self.game_id}"
