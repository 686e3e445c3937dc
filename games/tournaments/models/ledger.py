"""The ledger: everything done to a tournament, in order. Only closing an account changes names in it."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.tournaments.models.tournament import Tournament


class LedgerEntry(models.Model):
    """One entry of the ledger."""

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="ledger_entries", verbose_name=_("tournament")
    )
    number = models.PositiveIntegerField(_("number"))
    at = models.DateTimeField(_("at"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("by"),
    )
    kind = models.CharField(_("kind"), max_length=20)
    data = models.TextField(_("what"), default="{}")  # JSON: games.tournaments.ledger.state.state

    class Meta:
        verbose_name = _("ledger entry")
        verbose_name_plural = _("ledger")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="ledger_entry_number_once")
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.kind}"
