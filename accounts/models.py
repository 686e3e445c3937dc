"""People: how they are called, where a letter reaches them, in which language and at what time of day."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import get_random_string, salted_hmac
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts import handles, letters, quiet
from accounts.handles import LONGEST, validate_handle
from accounts.zones import validate_time_zone

VISITORS = "@visitors.invalid"  # no letter leaves for there: the name is kept free for that
LONGEST_ADDRESS = 254  # the mail standards allow no longer one


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
        return self.get(email=self.normalize_email(email))

    def at(self, email: str | None) -> "User | None":
        """Who lives at this address. Addresses are stored in small letters, so that an index finds them."""
        return self.filter(email=self.normalize_email(email)).first()

    def create_user(self, email: str, handle: str, password: str | None = None, **fields) -> "User":
        """A checked, saved person. Without a password, signing in is by code or passkey."""
        user = self.model(email=self.normalize_email(email), handle=handle, **fields)
        user.set_password(password)
        user.full_clean()
        user.save(using=self._db)
        return user

    def guest(self, email: str, handle: str, **fields) -> "User":
        """The person with this address; if there is none, a guest of that handle, who has not signed up.

        Raises ValidationError with a sentence for the guest where the handle cannot be had.
        """
        return self.at(email) or self.create_user(email, handle, is_guest=True, **fields)

    def visitor(self, browser: str = "", **fields) -> "User":
        """A guest without an address, who tries a game and is forgotten if nothing comes of it.

        The same secret of a browser is the same visitor: two clicks at once are one. Who comes again is
        forgotten later."""
        address = self.address_of(browser or get_random_string(12))
        if self.filter(email=address).update(date_joined=timezone.now()):
            return self.get(email=address)
        try:
            with transaction.atomic():
                return self._new_visitor(address, **fields)
        except (IntegrityError, ValidationError):  # the other click was quicker
            return self.get(email=address)

    def _new_visitor(self, address: str, **fields) -> "User":
        word = get_random_string(4, "abcdefghjkmnpqrstuvwxyz23456789")
        return self.create_user(address, handles.free_handle(f"Visitor-{word}"), is_guest=True, **fields)

    def address_of(self, browser: str) -> str:
        """Of the visitor with this browser. It tells nobody the secret."""
        return f"{salted_hmac('accounts.visitor', browser, algorithm='sha256').hexdigest()[:24]}{VISITORS}"

    def visitors(self) -> "models.QuerySet[User]":
        return self.filter(is_guest=True, email__endswith=VISITORS)

    def create_superuser(self, email: str, handle: str, password: str | None = None, **fields) -> "User":
        return self.create_user(email, handle, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    email = models.EmailField(_("address"), max_length=LONGEST_ADDRESS, unique=True)
    handle = models.CharField(_("handle"), max_length=LONGEST, validators=[validate_handle])
    language = models.CharField(_("language"), max_length=10, choices=languages, default="en")
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[validate_time_zone]
    )
    quiet_from = models.TimeField(_("quiet from"), null=True, blank=True)
    quiet_until = models.TimeField(_("quiet until"), null=True, blank=True)
    holds_letters = models.BooleanField(_("letters wait until morning"), default=True, db_default=True)
    free_days = models.JSONField(  # weekdays without a deadline; Monday is 0
        _("free days"), default=list, blank=True, db_default=[], validators=[quiet.validate_weekdays]
    )
    leave = models.JSONField(  # pairs of a first day and the first day after
        _("leave"), default=list, blank=True, db_default=[], editable=False
    )
    reminder = models.PositiveSmallIntegerField(  # percent of the time that have passed
        _("reminder"), choices=letters.REMINDERS, default=75, db_default=75
    )
    time_out = models.CharField(_("when time runs out"), max_length=10, blank=True, default="", db_default="")
    stands_in = models.BooleanField(_("stands in for others"), default=False, db_default=False)
    calendar_key = models.CharField(
        _("calendar"), max_length=40, unique=True, null=True, blank=True, editable=False
    )
    mail = models.JSONField(_("letters"), default=dict, blank=True, validators=[letters.validate_mail])
    collect_at = models.JSONField(  # hours of the day at which collected letters come
        _("collected at"), default=letters.in_the_morning, blank=True, validators=[letters.validate_hours]
    )
    bounces = models.PositiveSmallIntegerField(_("letters that came back"), default=0)
    bounced_at = models.DateTimeField(_("last letter that came back"), null=True, blank=True)
    unreachable_since = models.DateTimeField(_("no letters since"), null=True, blank=True)
    is_guest = models.BooleanField(
        _("guest"), default=False, help_text=_("Came by an invitation and has not signed up.")
    )
    is_staff = models.BooleanField(_("may use the admin pages"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    date_joined = models.DateTimeField(_("joined"), default=timezone.now, editable=False)
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
                name="user_email_whatever_case",
                violation_error_message=_("This address has an account."),
            ),
            models.UniqueConstraint(
                Lower("handle"),
                name="user_handle_whatever_case",
                violation_error_message=_("This handle is taken."),
            ),
            models.CheckConstraint(
                condition=models.Q(quiet_from__isnull=True, quiet_until__isnull=True)
                | models.Q(quiet_from__isnull=False, quiet_until__isnull=False),
                name="user_quiet_both_or_neither",
                violation_error_message=_("Quiet hours need a beginning and an end."),
            ),
        ]

    def __str__(self) -> str:
        return self.handle

    def clean(self) -> None:
        super().clean()
        self.email = type(self).objects.normalize_email(self.email)
        stored = type(self).objects.filter(pk=self.pk, handle=self.handle)
        if not stored.exists():  # a closed account keeps a name that nobody could choose
            handles.check_free(self.handle, self)
        self.clean_quiet_hours()

    def clean_quiet_hours(self) -> None:
        if (self.quiet_from is None) != (self.quiet_until is None):
            missing = "quiet_from" if self.quiet_from is None else "quiet_until"
            raise ValidationError({missing: _("Quiet hours need a beginning and an end.")})
        if self.quiet_from is not None and self.quiet_from == self.quiet_until:
            raise ValidationError({"quiet_until": _("Quiet hours end at another time than they begin.")})

    def get_full_name(self) -> str:
        return self.handle

    def get_short_name(self) -> str:
        return self.handle

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    @property
    def is_visitor(self) -> bool:
        """Plays a first game and has given no address."""
        return self.is_guest and self.email.endswith(VISITORS)

    @property
    def is_reachable(self) -> bool:
        """Do letters arrive, as far as we know?"""
        return self.unreachable_since is None

    def wants(self, kind: str) -> str:
        """When a letter of this kind should come: `now`, `collected` or `none`."""
        return letters.wish(self.mail, kind)

    def may_ring(self, at: datetime) -> datetime:
        """The first moment, from `at` on, at which a letter does not fall into the quiet hours.

        Quiet hours move deadlines; whether they also keep letters is a choice of its own."""
        if not self.holds_letters:
            return at
        return quiet.first_loud(at, self.zone, self.quiet_from, self.quiet_until)

    @transaction.atomic
    def rename(self, handle: str) -> None:
        """Take another handle. The old one is remembered, and nobody else may have it for a while."""
        if handle.lower() != self.handle.lower():  # Ann for ann is the same name
            self.former_handles.create(handle=self.handle)
        self.handle = handle
        self.save(update_fields=["handle"])


class FormerHandle(models.Model):
    """What a person was called, and until when."""

    user = models.ForeignKey(
        User, on_delete=models.CASCADE, related_name="former_handles", verbose_name=_("person")
    )
    handle = models.CharField(_("handle"), max_length=LONGEST)
    until = models.DateTimeField(_("until"), default=timezone.now)

    class Meta:
        verbose_name = _("former handle")
        verbose_name_plural = _("former handles")
        ordering = ["-until"]

    def __str__(self) -> str:
        return self.handle


for model in (User, FormerHandle):  # handle__lower: what the index of the unique handles is made of
    model._meta.get_field("handle").register_lookup(Lower)
