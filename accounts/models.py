"""People: how they are called, where a letter reaches them, in which language and at what time of day."""

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.handles import LONGEST, validate_handle
from accounts.zones import validate_time_zone


def languages() -> list[tuple[str, str]]:
    """Asked when needed, so that a new language is a setting and not a migration."""
    return settings.LANGUAGES


class UserManager(BaseUserManager["User"]):
    """People are found by address, in whatever case they type it."""

    use_in_migrations = True

    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        return (email or "").strip().lower()

    def get_by_natural_key(self, email: str | None) -> "User":
        return self.get(email__iexact=self.normalize_email(email))

    def create_user(self, email: str, handle: str, password: str | None = None, **fields) -> "User":
        """A checked, saved person. Without a password, signing in is by code or passkey."""
        user = self.model(email=self.normalize_email(email), handle=handle, **fields)
        user.set_password(password)
        user.full_clean()
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, handle: str, password: str | None = None, **fields) -> "User":
        return self.create_user(email, handle, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    email = models.EmailField(_("address"), max_length=254, unique=True)
    handle = models.CharField(_("handle"), max_length=LONGEST, validators=[validate_handle])
    language = models.CharField(_("language"), max_length=10, choices=languages, default="en")
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[validate_time_zone]
    )
    is_staff = models.BooleanField(_("may use the admin pages"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    date_joined = models.DateTimeField(_("joined"), default=timezone.now, editable=False)

    objects = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["handle"]

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        constraints = [
            models.UniqueConstraint(
                Lower("email"),
                name="user_email_whatever_case",
                violation_error_message=_("This address has an account."),
            ),
            models.UniqueConstraint(
                Lower("handle"),
                name="user_handle_whatever_case",
                violation_error_message=_("This handle is taken."),
            ),
        ]

    def __str__(self) -> str:
        return self.handle

    def clean(self) -> None:
        super().clean()
        self.email = type(self).objects.normalize_email(self.email)

    def get_full_name(self) -> str:
        return self.handle

    def get_short_name(self) -> str:
        return self.handle
