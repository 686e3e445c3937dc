"""The forms of the account pages, with our wording. Their logic is allauth's."""

from typing import TYPE_CHECKING, Any

from allauth.account import forms as allauth
from allauth.account.adapter import get_adapter
from allauth.mfa.adapter import get_adapter as passkeys
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import AddWebAuthnForm, LoginWebAuthnForm
from django import forms
from django.forms.boundfield import BoundWidget
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts import handles, personal_data
from accounts.codes import login_codes
from accounts.models import User, list_languages
from accounts.names import MAX_NAME_LENGTH, parse_name, tidy_name, validate_display_name
from accounts.preferences import mail_preferences, time_out_choices, time_zones
from accounts.preferences.quiet_hours import validate_free_days

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


def remove_placeholder(field: forms.Field, **attrs: str) -> None:
    """Remove the placeholder, which would only repeat the label, and set attributes."""
    field.widget.attrs.pop("placeholder", None)
    field.widget.attrs.update(attrs)


class SignInForm(allauth.RequestLoginCodeForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("Your address")
        remove_placeholder(self.fields["email"])

    def clean_email(self) -> str:
        """Find the person, if there is one, and count the email that will be sent in any case."""
        email = self.cleaned_data["email"]
        if not login_codes.may_send_code(get_adapter().request, email):
            raise get_adapter().validation_error("too_many_login_attempts")
        found = User.objects.find_by_address(email)
        self._user = found if found and found.is_active else None
        return email


class SignUpForm(allauth.SignupForm):
    """Address and handle. Language and time zone come from the browser, and can be changed in the profile."""

    time_zone = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("Your address")
        self.fields["email"].help_text = _(
            "We send you a code there, and later the emails about your games. Nobody else sees it."
        )
        self.fields["username"] = forms.CharField(
            label=_("Your name"),
            max_length=MAX_NAME_LENGTH,
            help_text=_("What others call you, in any script. You can change it later."),
            widget=forms.TextInput(attrs={"autocomplete": "username"}),
        )
        remove_placeholder(self.fields["email"])
        remove_placeholder(self.fields["username"], autocapitalize="none", spellcheck="false")

    def clean_username(self) -> str:
        """Return the handle: the name itself, or one like it for a name that is no handle."""
        name = parse_name(self.cleaned_data["username"])
        self.display_name = name.display_name
        return get_adapter().clean_username(name.handle)

    def validate_unique_email(self, value: str) -> str:
        """Accept any address: only the email sent to it reveals whether it has an account."""
        return value

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        email = cleaned.get("email")
        if email and not self.errors and not login_codes.may_send_code(get_adapter().request, email):
            self.add_error("email", get_adapter().validation_error("too_many_login_attempts"))
        return cleaned

    def try_save(self, request: HttpRequest) -> tuple[None, HttpResponse]:
        """Send a code and create nobody yet; the account is created when the code is entered."""
        sign_up_data = login_codes.SignUpData(
            handle=self.cleaned_data["username"],
            display_name=self.display_name,
            language=normalize_language(get_language()),
            time_zone=time_zones.normalize_zone(self.cleaned_data.get("time_zone", "")),
        )
        return None, login_codes.sign_up(request, self.cleaned_data["email"], sign_up_data)


def normalize_language(code: str | None) -> str:
    return code if code in dict(list_languages()) else "en"


class CodeForm(allauth.ConfirmLoginCodeForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].label = _("The code from the email")
        configure_code_field(self.fields["code"])


class AddressCodeForm(allauth.ConfirmEmailVerificationCodeForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].label = _("The code from the email")
        configure_code_field(self.fields["code"])


class ReauthenticationForm(forms.Form):
    code = forms.CharField(label=_("The code from the email"), max_length=40)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        configure_code_field(self.fields["code"])


def configure_code_field(field: forms.Field) -> None:
    remove_placeholder(
        field,
        autocomplete="one-time-code",
        autocapitalize="characters",
        spellcheck="false",
        autofocus="",
    )
    field.widget.attrs["class"] = "code"


class AddressForm(allauth.AddEmailForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("Your new address")
        remove_placeholder(self.fields["email"])


# errors that malformed JSON can cause in a parser that expects a browser's
MALFORMED_INPUT_ERRORS = (AttributeError, KeyError, TypeError, ValueError)


class PasskeyForm(LoginWebAuthnForm):
    def clean_credential(self) -> Authenticator:
        try:
            return super().clean_credential()
        except MALFORMED_INPUT_ERRORS as error:
            raise passkeys().validation_error("incorrect_code") from error


class AddPasskeyForm(AddWebAuthnForm):
    """A passkey that signs in by itself. allauth's keys that are only a second factor are not offered."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("A name for it")
        self.fields["name"].max_length = 60
        remove_placeholder(self.fields["name"], maxlength="60")
        del self.fields["passwordless"]

    def clean(self) -> dict[str, Any]:
        self.cleaned_data["passwordless"] = True
        try:
            return super().clean()
        except MALFORMED_INPUT_ERRORS as error:
            raise passkeys().validation_error("incorrect_code") from error


class ProfileForm(forms.ModelForm):
    # these affect clocks and orders
    CLOCK_FIELDS = {
        *("time_zone", "quiet_from", "quiet_until", "holds_email", "free_days", "reminder", "time_out"),
    }
    # only these are written: leave may be booked, or an email bounce, while the form is open
    SAVED_FIELDS = [
        *(*CLOCK_FIELDS, "display_name", "language", "is_stand_in", "mail_preferences", "digest_hours"),
    ]

    class Meta:
        model = User
        fields = [
            *("display_name", "handle", "language", "time_zone", "quiet_from", "quiet_until", "holds_email"),
            *("reminder", "is_stand_in"),
        ]
        widgets = {
            "display_name": forms.TextInput(attrs={"autocomplete": "nickname", "spellcheck": "false"}),
            "handle": forms.TextInput(
                attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
            ),
            "quiet_from": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            "quiet_until": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            "reminder": forms.RadioSelect,
        }
        labels = {
            "display_name": _("Name"),
            "handle": _("Handle"),
            "language": _("Language"),
            "time_zone": _("Time zone"),
            "quiet_from": _("from"),
            "quiet_until": _("until"),
            "holds_email": _("Hold my email during quiet hours"),
            "reminder": _("Remind me"),
            "is_stand_in": _("I am happy to substitute"),
        }
        help_texts = {
            "display_name": _(
                "The name others see, in any script. If you leave it empty, they see your handle."
            ),
            "handle": _("If you change it, nobody else can take the old one for 90 days."),
            "is_stand_in": _("We email you when a running table needs a substitute."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.stored_handle = self.instance.handle
        zone = self.fields["time_zone"]
        zone.widget = forms.Select(choices=time_zones.build_zone_choices(self.instance.time_zone))
        self.fields["reminder"].required = False  # keeps its value if the form did not include it
        self.fields["free_days"] = forms.TypedMultipleChoiceField(
            label=_("Free days"),
            help_text=_(
                "No deadlines on these days, where the table allows it; each table says so. Others wait for "
                "you meanwhile: on a free weekend, from Friday evening to Monday morning. You need at least "
                "three days a week for playing."
            ),
            choices=time_out_choices.WEEKDAY_CHOICES,
            coerce=int,
            initial=self.instance.free_days,
            widget=forms.CheckboxSelectMultiple,
            required=False,
        )
        self.fields["time_out"] = forms.ChoiceField(
            label=_("If I run out of time"),
            help_text=_("A table may allow less; then the safe default move is played."),
            choices=time_out_choices.TIME_OUT_CHOICES,
            initial=self.instance.time_out or time_out_choices.MINIMAL,
            widget=forms.RadioSelect,
            required=False,  # keeps its value if the form did not include it
        )
        self.fields["digest_hours"] = forms.TypedMultipleChoiceField(
            label=_("Send my daily digest at"),
            help_text=_("One or more hours, in your time zone."),
            choices=mail_preferences.HOUR_CHOICES,
            coerce=int,
            initial=self.instance.digest_hours,
            widget=forms.CheckboxSelectMultiple,
            error_messages={"required": _("Please choose at least one hour.")},
        )
        for kind in mail_preferences.MAIL_KINDS.values():
            self.fields[f"mail_{kind.slug}"] = forms.ChoiceField(
                label=kind.label,
                help_text=kind.explanation,
                choices=kind.choices,
                initial=self.instance.get_mail_preference(kind.slug),
                widget=forms.RadioSelect,
                required=False,  # keeps its value if the form did not include it
            )

    def clean_display_name(self) -> str:
        """Keep no name that is the handle anyway, nor one that is the handle of somebody else."""
        name = tidy_name(self.cleaned_data["display_name"])
        if not name or name == self.stored_handle:
            return ""
        validate_display_name(name)
        if handles.is_taken(name, self.instance):
            raise forms.ValidationError(_("This handle belongs to somebody else."))
        return name

    def clean_handle(self) -> str:
        handle = self.cleaned_data["handle"]
        handles.check_change(self.instance, handle)
        return handle

    def clean_free_days(self) -> list[int]:
        validate_free_days(self.cleaned_data["free_days"])
        return self.cleaned_data["free_days"]

    def save(self, commit: bool = True) -> User:
        user, handle = self.instance, self.cleaned_data["handle"]
        user.mail_preferences = {**user.mail_preferences, **self.chosen_mail_preferences()}
        user.digest_hours = self.cleaned_data["digest_hours"]
        user.free_days = self.cleaned_data["free_days"]
        user.time_out = self.chosen_time_out()
        user.handle = self.stored_handle
        user.save(update_fields=self.SAVED_FIELDS)
        if handle != self.stored_handle:
            user.rename(handle)
        if self.CLOCK_FIELDS & set(self.changed_data):
            personal_data.notify_hours_changed(user)
        return user

    def chosen_time_out(self) -> str:
        """Store the minimal move as an empty string, the same as no choice."""
        chosen = self.cleaned_data["time_out"] or self.instance.time_out
        return "" if chosen == time_out_choices.MINIMAL else chosen

    def chosen_mail_preferences(self) -> dict[str, str]:
        chosen = {slug: self.cleaned_data[f"mail_{slug}"] for slug in mail_preferences.MAIL_KINDS}
        return {slug: when for slug, when in chosen.items() if when}

    def time_out_choices(self) -> "list[tuple[BoundWidget, StrPromise]]":
        """Return each choice with its explanation, for the template."""
        return [
            (radio, time_out_choices.TIME_OUT_EXPLANATIONS[radio.data["value"]]) for radio in self["time_out"]
        ]

    def mail_fields(self) -> list[tuple[mail_preferences.MailKind, forms.BoundField]]:
        """Return each kind of email with its field, for the template."""
        return [(kind, self[f"mail_{kind.slug}"]) for kind in mail_preferences.MAIL_KINDS.values()]


class CloseAccountForm(forms.Form):
    """Closing an account takes typing its handle, so that it cannot happen by accident."""

    handle = forms.CharField(
        label=_("Your handle, to confirm"),
        max_length=handles.MAX_HANDLE_LENGTH,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_handle(self) -> str:
        if self.cleaned_data["handle"] != self.user.handle:
            raise forms.ValidationError(
                _("Please type %(handle)s exactly as shown above."), params={"handle": self.user.handle}
            )
        return self.cleaned_data["handle"]
