"""The user model: handle, address, language, time zone, mail and time preferences."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.db.models.functions import Lower
from django.utils.crypto import get_random_string, salted_hmac
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts import handles, server_time
from accounts.handles import MAX_HANDLE_LENGTH, validate_handle
from accounts.names import MAX_NAME_LENGTH, parse_name, validate_display_name
from accounts.preferences import quiet_hours
from accounts.preferences.mail_preferences import (
    REMINDER_CHOICES,
    default_digest_hours,
    mail_preference,
    validate_digest_hours,
    validate_mail_preferences,
)
from accounts.preferences.time_zones import validate_time_zone

VISITOR_DOMAIN = "@visitors.invalid"  # `.invalid` is reserved: no email can ever be sent there
MAX_ADDRESS_LENGTH = 254  # the longest that the mail standards allow


def list_languages() -> list[tuple[str, str]]:
    """Return the site's languages; a function, so that a new language needs no migration."""
    return settings.LANGUAGES


class UserManager(BaseUserManager["User"]):
    """Users are found by address, whatever case it is typed in."""

    use_in_migrations = True

    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        return (email or "").strip().lower()

    def get_by_natural_key(self, email: str | None) -> "User":
        return self.get(email=self.normalize_email(email))

    def find_by_address(self, email: str | None) -> "User | None":
        """Return the user with this address, which is stored in lower case so that an index finds it."""
        return self.filter(email=self.normalize_email(email)).first()

    def create_user(self, email: str, handle: str, password: str | None = None, **fields) -> "User":
        """Create a validated user. Without a password, login is by code or passkey."""
        user = self.model(email=self.normalize_email(email), handle=handle, **fields)
        user.set_password(password)
        user.full_clean()
        user.save(using=self._db)
        return user

    def get_or_create_guest(self, email: str, name: str, **fields) -> "User":
        """Return the user with this address, or create a guest with that name, who has not signed up.

        Raises ValidationError with a sentence for the guest if the name is not available.
        """
        if known := self.find_by_address(email):
            return known
        chosen = parse_name(name)
        handles.check_available(chosen.handle)
        return self.create_user(
            email, chosen.handle, is_guest=True, display_name=chosen.display_name, **fields
        )

    def get_or_create_visitor(self, browser: str = "", **fields) -> "User":
        """Return a guest without an address, who tries a game and is deleted later unless they sign up.

        The same secret of a browser is the same visitor, so two clicks at once create only one. Each visit
        postpones the deletion.
        """
        address = self.build_visitor_address(browser or get_random_string(12))
        if self.filter(email=address).update(date_joined=server_time.now()):
            return self.get(email=address)
        try:
            with transaction.atomic():
                return self._new_visitor(address, **fields)
        except (IntegrityError, ValidationError):  # another click was faster
            return self.get(email=address)

    def _new_visitor(self, address: str, **fields) -> "User":
        word = get_random_string(4, "abcdefghjkmnpqrstuvwxyz23456789")
        return self.create_user(address, handles.find_free_handle(f"Visitor-{word}"), is_guest=True, **fields)

    def build_visitor_address(self, browser: str) -> str:
        """Return the placeholder address of the visitor with this browser secret, without revealing it."""
        return (
            f"{salted_hmac('accounts.visitor', browser, algorithm='sha256').hexdigest()[:24]}{VISITOR_DOMAIN}"
        )

    def list_visitors(self) -> "models.QuerySet[User]":
        return self.filter(is_guest=True, email__endswith=VISITOR_DOMAIN)

    def create_superuser(self, email: str, handle: str, password: str | None = None, **fields) -> "User":
        return self.create_user(email, handle, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    email = models.EmailField(_("address"), max_length=MAX_ADDRESS_LENGTH, unique=True)
    handle = models.CharField(_("handle"), max_length=MAX_HANDLE_LENGTH, validators=[validate_handle])
    display_name = models.CharField(  # what others read in place of the handle; in any script
        _("name"),
        max_length=MAX_NAME_LENGTH,
        blank=True,
        default="",
        db_default="",
        validators=[validate_display_name],
    )
    language = models.CharField(_("language"), max_length=10, choices=list_languages, default="en")
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[validate_time_zone]
    )
    quiet_from = models.TimeField(
        _("quiet from"), null=True, blank=True, default=quiet_hours.USUAL_NIGHT_START
    )
    quiet_until = models.TimeField(
        _("quiet until"), null=True, blank=True, default=quiet_hours.USUAL_NIGHT_END
    )
    holds_email = models.BooleanField(_("emails held until morning"), default=False, db_default=False)
    free_days = models.JSONField(  # weekdays without a deadline; Monday is 0
        _("free days"), default=list, blank=True, db_default=[], validators=[quiet_hours.validate_free_days]
    )
    leave = models.JSONField(  # pairs of a first day and the first day after
        _("leave"), default=list, blank=True, db_default=[], editable=False
    )
    reminder = models.PositiveSmallIntegerField(  # percent of the time that has passed
        _("reminder"), choices=REMINDER_CHOICES, default=75, db_default=75
    )
    time_out = models.CharField(_("if time runs out"), max_length=10, blank=True, default="", db_default="")
    is_stand_in = models.BooleanField(_("willing to substitute"), default=False, db_default=False)
    calendar_key = models.CharField(
        _("calendar"), max_length=40, unique=True, null=True, blank=True, editable=False
    )
    link_key = models.CharField(  # changes when all links and sessions are revoked; empty until then
        _("links"), max_length=12, blank=True, default="", db_default="", editable=False
    )
    mail_preferences = models.JSONField(
        _("emails"), default=dict, blank=True, validators=[validate_mail_preferences]
    )
    digest_hours = models.JSONField(  # hours of the day at which digests are sent
        _("digest at"),
        default=default_digest_hours,
        blank=True,
        validators=[validate_digest_hours],
    )
    bounce_days = models.PositiveSmallIntegerField(_("bounced emails"), default=0)
    bounced_at = models.DateTimeField(_("last bounced email"), null=True, blank=True)
    unreachable_since = models.DateTimeField(_("no emails since"), null=True, blank=True)
    is_guest = models.BooleanField(
        _("guest"), default=False, help_text=_("Came through an invitation and has not signed up.")
    )
    is_staff = models.BooleanField(_("may use the admin pages"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    date_joined = models.DateTimeField(_("joined"), default=server_time.now, editable=False)
    closed_at = models.DateTimeField(
        pgettext_lazy("of an account", "closed"), null=True, blank=True, editable=False
    )

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
                name="user_email_case_insensitive",
                violation_error_message=_("There is already an account with this address."),
            ),
            models.UniqueConstraint(
                Lower("handle"),
                name="user_handle_case_insensitive",
                violation_error_message=_("This handle is taken."),
            ),
            models.CheckConstraint(
                condition=models.Q(quiet_from__isnull=True, quiet_until__isnull=True)
                | models.Q(quiet_from__isnull=False, quiet_until__isnull=False),
                name="user_quiet_both_or_neither",
                violation_error_message=_("Quiet hours need a start and an end."),
            ),
        ]

    def __str__(self) -> str:
        return self.handle

    def clean(self) -> None:
        super().clean()
        self.email = type(self).objects.normalize_email(self.email)
        stored = type(self).objects.filter(pk=self.pk, handle=self.handle)
        if not stored.exists():  # a closed account keeps a name that nobody could choose
            handles.check_available(self.handle, self)
        self.clean_quiet_hours()

    def clean_quiet_hours(self) -> None:
        if (self.quiet_from is None) != (self.quiet_until is None):
            missing = "quiet_from" if self.quiet_from is None else "quiet_until"
            raise ValidationError({missing: _("Quiet hours need a start and an end.")})
        if self.quiet_from is not None and self.quiet_from == self.quiet_until:
            raise ValidationError({"quiet_until": _("Quiet hours cannot begin and end at the same time.")})

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """Sessions end when all links are revoked, as they would with a new password."""
        salt = "django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash"
        value = f"{self.password}{self.link_key}"
        return salted_hmac(salt, value, secret=secret, algorithm="sha256").hexdigest()

    @property
    def name(self) -> str:
        """What others read: the display name, or else the handle."""
        return self.display_name or self.handle

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    @property
    def is_visitor(self) -> bool:
        """Is this somebody who tries a first game and has given no address?"""
        return self.is_guest and self.email.endswith(VISITOR_DOMAIN)

    @property
    def is_reachable(self) -> bool:
        """Do emails arrive, as far as we know?"""
        return self.unreachable_since is None

    def get_mail_preference(self, kind: str) -> str:
        """Return when an email of this kind should come: `now`, `collected` or `none`."""
        return mail_preference(self.mail_preferences, kind)

    def next_email_time(self, at: datetime) -> datetime:
        """Return the first moment from `at` on at which an email may be sent.

        Quiet hours always move deadlines; whether they also hold back emails is a choice of its own.
        """
        if not self.holds_email:
            return at
        return quiet_hours.skip_quiet_hours(at, self.zone, self.quiet_from, self.quiet_until)

    @transaction.atomic
    def rename(self, handle: str) -> None:
        """Change the handle. The old one is recorded, and stays reserved for a while."""
        if handle.lower() != self.handle.lower():  # Ann for ann is the same name
            self.former_handles.create(handle=self.handle)
        self.handle = handle
        self.save(update_fields=["handle"])


class FormerHandle(models.Model):
    """A handle that a person had, and until when."""

    user = models.ForeignKey(
        User, on_delete=models.CASCADE, related_name="former_handles", verbose_name=_("person")
    )
    handle = models.CharField(_("handle"), max_length=MAX_HANDLE_LENGTH)
    until = models.DateTimeField(_("until"), default=server_time.now)

    class Meta:
        verbose_name = _("former handle")
        verbose_name_plural = _("former handles")
        ordering = ["-until"]

    def __str__(self) -> str:
        return self.handle


for model in (User, FormerHandle):  # handle__lower uses the index of the unique constraint
    model._meta.get_field("handle").register_lookup(Lower)
