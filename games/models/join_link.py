"""Invitation links: a seat at a waiting table for whoever has the link, so many times and for so long."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class JoinLink(models.Model):
    """A link that a host passes on. Its address holds a signed token; nothing in this row opens a table."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="join_links", verbose_name=_("game"))
    max_uses = models.PositiveSmallIntegerField(_("people it is for"))
    created_at = models.DateTimeField(_("created"))
    expires_at = models.DateTimeField(_("expires"))
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("invitation link")
        verbose_name_plural = _("invitation links")
        constraints = [
            models.UniqueConstraint(
                fields=["game"], name="join_link_one_a_table", condition=Q(revoked_at__isnull=True)
            ),
            models.CheckConstraint(condition=Q(max_uses__gte=1), name="join_link_has_uses"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.pk}"


class JoinLinkUse(models.Model):
    """Somebody has taken a seat by a link. Once for each person, however often they come and go."""

    link = models.ForeignKey(JoinLink, models.CASCADE, related_name="uses", verbose_name=_("invitation link"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("person")
    )
    used_at = models.DateTimeField(_("used"))
    is_barred = models.BooleanField(_("removed by the host"), default=False, db_default=False)

    class Meta:
        verbose_name = _("use of an invitation link")
        verbose_name_plural = _("uses of invitation links")
        constraints = [models.UniqueConstraint(fields=["link", "user"], name="join_link_used_once")]

    def __str__(self) -> str:
        return f"{self.link_id}/{self.user_id}"
