"""What has been counted of finished games: the sums of alike tables, and each person's results."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Tally(models.Model):
    """The sums of all games at one kind of table. They name nobody."""

    ruleset = models.CharField(_("game"), max_length=40)
    variant = models.CharField(_("edition"), max_length=40, blank=True)
    size = models.PositiveSmallIntegerField(_("seats"))
    with_bots = models.BooleanField(_("with bots"))
    sums = models.TextField(_("sums"), default="{}")  # JSON: games.play.tallies.Sums

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


class Counted(models.Model):
    """A finished game that is in the sums, once."""

    game = models.OneToOneField(Game, models.CASCADE, related_name="counted", verbose_name=_("game"))
    tally = models.ForeignKey(  # none: it could not be counted
        Tally, models.CASCADE, null=True, blank=True, related_name="+", verbose_name=_("sums")
    )
    length = models.PositiveIntegerField(_("length"), default=0)  # as the game itself counts it
    hours = models.PositiveIntegerField(_("hours"), default=0)

    class Meta:
        verbose_name = _("counted game")
        verbose_name_plural = _("counted games")

    def __str__(self) -> str:
        return f"{self.game_id}"


class Result(models.Model):
    """What a seat of such a game has come to, if a person has played it to the end."""

    counted = models.ForeignKey(
        Counted, models.CASCADE, related_name="results", verbose_name=_("counted game")
    )
    user = models.ForeignKey(  # whoever began here and was there in the end
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
    traits = models.TextField(_("traits"), default="{}")  # JSON: what is counted, and its words

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        constraints = [models.UniqueConstraint(fields=["counted", "number"], name="result_one_a_seat")]

    def __str__(self) -> str:
        return f"{self.counted_id} {self.number}"
