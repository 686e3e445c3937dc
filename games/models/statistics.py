"""Statistics of finished games: totals for each kind of table, and the results of each player."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class GameTally(models.Model):
    """The totals of all games at one kind of table. They name nobody."""

    ruleset = models.CharField(_("game"), max_length=40)
    variant = models.CharField(_("edition"), max_length=40, blank=True)
    size = models.PositiveSmallIntegerField(_("seats"))
    with_bots = models.BooleanField(_("with bots"))
    sums = models.TextField(_("sums"), default="{}")  # JSON: TableTotals of games.statistics

    class Meta:
        verbose_name = _("sums of games")
        verbose_name_plural = _("sums of games")
        constraints = [
            models.UniqueConstraint(
                fields=["ruleset", "variant", "size", "with_bots"], name="tally_one_a_kind_of_table"
            )
        ]

    def __str__(self) -> str:
        return f"{self.ruleset} {self.variant} {self.size}"


class CountedGame(models.Model):
    """Marks a finished game as counted, so that it is in the totals once."""

    game = models.OneToOneField(Game, models.CASCADE, related_name="counted_game", verbose_name=_("game"))
    tally = models.ForeignKey(  # None if it could not be counted
        GameTally, models.CASCADE, null=True, blank=True, related_name="+", verbose_name=_("sums")
    )
    length = models.PositiveIntegerField(_("length"), default=0)  # in the unit of the ruleset, such as rounds
    hours = models.PositiveIntegerField(_("hours"), default=0)

    class Meta:
        verbose_name = _("counted game")
        verbose_name_plural = _("counted games")

    def __str__(self) -> str:
        return f"{self.game_id}"


class PlayerResult(models.Model):
    """The result of a seat that a person played to the end of a counted game."""

    counted = models.ForeignKey(
        CountedGame, models.CASCADE, related_name="results", verbose_name=_("counted game")
    )
    user = models.ForeignKey(  # only if the same user began and finished here
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="results",
        verbose_name=_("person"),
    )
    number = models.PositiveSmallIntegerField(_("seat"))  # 1 is the first
    points = models.IntegerField(_("points"))
    has_won = models.BooleanField(_("has won"))
    traits = models.TextField(_("traits"), default="{}")  # JSON: what is counted → its values

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        constraints = [models.UniqueConstraint(fields=["counted", "number"], name="result_one_a_seat")]

    def __str__(self) -> str:
        return f"{self.counted_id} {self.number}"
