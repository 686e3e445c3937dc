"""The forms of the account pages, in our words. What allauth needs of them is inherited."""

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

from accounts import belongings, handles, hours, joining, letters, zones
from accounts.models import User, languages
from accounts.quiet import validate_weekdays

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


def plain(field: forms.Field, **attrs: str) -> None:
    """A label says what a field is for; a placeholder would say it again, and paler."""
    field.widget.attrs.pop("placeholder", None)
    field.widget.attrs.update(attrs)


class SignInForm(allauth.RequestLoginCodeForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("Your address")
        plain(self.fields["email"])


class SignUpForm(allauth.SignupForm):
    """Address and handle. Language and zone come from the browser; the profile can change both."""

    time_zone = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("Your address")
        self.fields["email"].help_text = _(
            "We send a code there, and later your letters. Nobody else sees it."
        )
        self.fields["username"].label = _("Your handle")
        self.fields["username"].help_text = _(
            "Your name at the table: 2 to 20 letters, digits, - or _. You can change it later."
        )
        plain(self.fields["email"])
        plain(self.fields["username"], autocapitalize="none", spellcheck="false")

    def validate_unique_email(self, value: str) -> str:
        """Any address will do: whoever lives there gets a code, and only the letter tells the difference."""
        return value

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        email = cleaned.get("email")
        if email and not self.errors and not joining.may_post(get_adapter().request, email):
            self.add_error("email", get_adapter().validation_error("too_many_login_attempts"))
        return cleaned

    def try_save(self, request: HttpRequest) -> tuple[None, HttpResponse]:
        """Nobody is made yet; the code that comes back will do it."""
        wish = joining.Wish(
            handle=self.cleaned_data["username"],
            language=known_language(get_language()),
            time_zone=zones.known_zone(self.cleaned_data.get("time_zone", "")),
        )
        return None, joining.sign_up(request, self.cleaned_data["email"], wish)


def known_language(code: str | None) -> str:
    return code if code in dict(languages()) else "en"


class CodeForm(allauth.ConfirmLoginCodeForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].label = _("The code from the letter")
        code_field(self.fields["code"])


class AddressCodeForm(allauth.ConfirmEmailVerificationCodeForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].label = _("The code from the letter")
        code_field(self.fields["code"])


class FreshCodeForm(forms.Form):
    code = forms.CharField(label=_("The code from the letter"), max_length=40)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        code_field(self.fields["code"])


def code_field(field: forms.Field) -> None:
    plain(
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
        plain(self.fields["email"])


# what a stranger's JSON can do to a parser that expects a browser's
NONSENSE = (AttributeError, KeyError, TypeError, ValueError)


class PasskeyForm(LoginWebAuthnForm):
    def clean_credential(self) -> Authenticator:
        try:
            return super().clean_credential()
        except NONSENSE as error:
            raise passkeys().validation_error("incorrect_code") from error


class AddPasskeyForm(AddWebAuthnForm):
    """A passkey that signs in by itself. allauth also knows keys that are only a second factor; we do not."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("A name for it")
        self.fields["name"].max_length = 60
        plain(self.fields["name"], maxlength="60")
        del self.fields["passwordless"]

    def clean(self) -> dict[str, Any]:
        self.cleaned_data["passwordless"] = True
        try:
            return super().clean()
        except NONSENSE as error:
            raise passkeys().validation_error("incorrect_code") from error


class ProfileForm(forms.ModelForm):
    # by these clocks go, and orders wait or not
    TIMES = {
        *("time_zone", "quiet_from", "quiet_until", "holds_letters", "free_days", "reminder", "time_out"),
    }
    # nothing else: leave may be booked, or a letter come back, while the form is open
    SAVED = [*TIMES, "language", "stands_in", "mail", "collect_at"]

    class Meta:
        model = User
        fields = [
            *("handle", "language", "time_zone", "quiet_from", "quiet_until", "holds_letters"),
            *("reminder", "stands_in"),
        ]
        widgets = {
            "handle": forms.TextInput(
                attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
            ),
            "quiet_from": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            "quiet_until": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            "reminder": forms.RadioSelect,
        }
        labels = {
            "handle": _("Handle"),
            "language": _("Language"),
            "time_zone": _("Time zone"),
            "quiet_from": _("from"),
            "quiet_until": _("until"),
            "holds_letters": _("Letters wait, too, until they are over"),
            "reminder": _("Remind me"),
            "stands_in": _("I stand in for others"),
        }
        help_texts = {
            "handle": _("If you change it, nobody else may take the old one for 90 days."),
            "stands_in": _("We write to you when a seat at a running table looks for a player."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.stored_handle = self.instance.handle
        zone = self.fields["time_zone"]
        zone.widget = forms.Select(choices=zones.choices(self.instance.time_zone))
        self.fields["reminder"].required = False  # as it was, if it was not asked
        self.fields["free_days"] = forms.TypedMultipleChoiceField(
            label=_("Free days"),
            help_text=_("No deadline falls on them. At least three days of a week are for playing."),
            choices=hours.DAYS,
            coerce=int,
            initial=self.instance.free_days,
            widget=forms.CheckboxSelectMultiple,
            required=False,
        )
        self.fields["time_out"] = forms.ChoiceField(
            label=_("When my time runs out, then plays"),
            help_text=_("A table may allow less; then the harmless move is played."),
            choices=hours.TIME_OUTS,
            initial=self.instance.time_out or hours.MINIMAL,
            widget=forms.RadioSelect,
            required=False,  # whoever was not asked about it keeps it
        )
        self.fields["collect_at"] = forms.TypedMultipleChoiceField(
            label=_("Collected letters come at"),
            help_text=_("One or more hours, on your own clock."),
            choices=letters.HOURS,
            coerce=int,
            initial=self.instance.collect_at,
            widget=forms.CheckboxSelectMultiple,
            error_messages={"required": _("Please choose at least one hour.")},
        )
        for kind in letters.KINDS.values():
            self.fields[f"mail_{kind.slug}"] = forms.ChoiceField(
                label=kind.label,
                help_text=kind.explanation,
                choices=kind.when,
                initial=self.instance.wants(kind.slug),
                widget=forms.RadioSelect,
                required=False,  # a kind that was not asked about stays as it was
            )

    def clean_handle(self) -> str:
        handle = self.cleaned_data["handle"]
        handles.check_change(self.instance, handle)
        return handle

    def clean_free_days(self) -> list[int]:
        validate_weekdays(self.cleaned_data["free_days"])
        return self.cleaned_data["free_days"]

    def save(self, commit: bool = True) -> User:
        user, handle = self.instance, self.cleaned_data["handle"]
        user.mail = {**user.mail, **self.chosen_letters()}
        user.collect_at = self.cleaned_data["collect_at"]
        user.free_days = self.cleaned_data["free_days"]
        user.time_out = self.chosen_time_out()
        user.handle = self.stored_handle
        user.save(update_fields=self.SAVED)
        if handle != self.stored_handle:
            user.rename(handle)
        if self.TIMES & set(self.changed_data):
            belongings.retime(user)
        return user

    def chosen_time_out(self) -> str:
        """The harmless move is what happens without a choice, too, so it is written as none."""
        chosen = self.cleaned_data["time_out"] or self.instance.time_out
        return "" if chosen == hours.MINIMAL else chosen

    def chosen_letters(self) -> dict[str, str]:
        chosen = {slug: self.cleaned_data[f"mail_{slug}"] for slug in letters.KINDS}
        return {slug: when for slug, when in chosen.items() if when}

    def time_out_choices(self) -> "list[tuple[BoundWidget, StrPromise]]":
        """For the page: each choice with what it means."""
        return [(radio, hours.MEANINGS[radio.data["value"]]) for radio in self["time_out"]]

    def letter_fields(self) -> list[tuple[letters.Kind, forms.BoundField]]:
        """For the page: each kind with its three choices."""
        return [(kind, self[f"mail_{kind.slug}"]) for kind in letters.KINDS.values()]


class CloseForm(forms.Form):
    """Who closes an account types its handle, so that it cannot happen by one slip."""

    handle = forms.CharField(
        label=_("Your handle, to confirm"),
        max_length=handles.LONGEST,
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
                _("Please type %(handle)s, as it stands above."), params={"handle": self.user.handle}
            )
        return self.cleaned_data["handle"]
