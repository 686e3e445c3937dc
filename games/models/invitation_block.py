"""Addresses without an account that want no invitations."""

import hashlib
from typing import Self

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts import server_time


def compute_address_digest(address: str) -> str:
    """Return a digest of an address, by which it is recognised without being stored."""
    return hashlib.sha256(f"games.invitation/{address.strip().lower()}".encode()).hexdigest()


class InvitationBlockQuerySet(models.QuerySet["InvitationBlock"]):
    """Finds an address by its digest."""

    def of_address(self, address: str) -> Self:
        return self.filter(address_digest=compute_address_digest(address))


class InvitationBlock(models.Model):
    """An address whose owner has said: never invite me again. Somebody with an account has a preference."""

    address_digest = models.CharField(_("digest of the address"), max_length=64, unique=True)
    created_at = models.DateTimeField(_("created"), default=server_time.now)

    objects = InvitationBlockQuerySet.as_manager()

    class Meta:
        verbose_name = _("address that wants no invitations")
        verbose_name_plural = _("addresses that want no invitations")

    def __str__(self) -> str:
        return self.address_digest[:12]
