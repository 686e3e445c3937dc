"""Login by mailed code: the one way in for known people, guests and newcomers.

allauth makes the code, counts the attempts and signs in; its internals are used in this module only. What we
add: an unknown address gets a code too, and the account is created when the code is entered. So nothing is
stored about people who could not prove the address, and sign-up looks the same whether or not it is known.
"""

from typing import NotRequired, TypedDict

from allauth.account.internal.flows import logout
from allauth.account.internal.flows.code_verification import AbstractCodeVerificationProcess
from allauth.account.internal.flows.login_by_code import LoginCodeVerificationProcess
from allauth.account.models import EmailAddress, Login
from allauth.account.stages import LoginByCodeStage, LoginStageController
from allauth.account.utils import passthrough_next_redirect_url
from allauth.core import ratelimit
from allauth.core.exceptions import RateLimited
from allauth.core.internal.httpkit import add_query_params
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import handles, rate_limits
from accounts.adapter import AccountAdapter
from accounts.codes import known_browsers
from accounts.models import User
from accounts.names import resembles_handle


class SignUpData(TypedDict):
    """What a newcomer entered, or their browser reported."""

    handle: str
    language: str
    time_zone: str
    display_name: NotRequired[str]  # missing in what was entered before there were any


CODES_OF_NETWORK = "3/m/key,10/h/key"  # emails to one address that one network may ask for
CODES_OF_ADDRESS = "30/h/key"  # by all networks together: its mailbox must not be flooded


def may_send_code(request: HttpRequest, email: str) -> bool:
    """Count an email with a code to this address; return whether it is within the limits.

    Each network has its own count for an address, and a browser in which the address has signed in has one
    that nobody else can use up: strangers who ask for codes lock nobody out."""
    address = email.strip().lower()
    if not ratelimit.consume(request, action="request_login_code"):
        return False
    if known_browsers.knows_address(request, address):
        return rate_limits.is_allowed(request, "code_to_known", CODES_OF_NETWORK, key=address)
    key = f"{address} {rate_limits.find_network(request)}"
    return rate_limits.is_allowed(request, "code_of_network", CODES_OF_NETWORK, key=key) and (
        rate_limits.is_allowed(request, "code_to_address", CODES_OF_ADDRESS, key=address)
    )


class LoginCodeProcess(LoginCodeVerificationProcess):
    """allauth's login by code, also for an unknown address: then there is sign-up data and no user yet."""

    @classmethod
    def resume(cls, stage: LoginByCodeStage) -> "LoginCodeProcess | None":
        if stage.login.user is None:
            User.objects.filter(pk=0).first()  # takes as long as the person of a known address did just now
        return cls(stage).abort_if_invalid()

    @property
    def email(self) -> str:
        return self.state["email"]

    @property
    def sign_up_data(self) -> SignUpData | None:
        return self.state.get("sign_up_data")

    def send_by_email(self, email: str, skip_enumeration_mails: bool = False) -> None:
        if self.user or not self.sign_up_data:
            super().send_by_email(email, skip_enumeration_mails)
        else:
            AccountAdapter().send_mail("account/email/signup_code", email, {"code": self.generate_code()})

    def record_invalid_attempt(self) -> bool:
        """Count a wrong code, without loading the person: that would take longer for a known address."""
        return AbstractCodeVerificationProcess.record_invalid_attempt(self)

    def resend(self) -> None:
        """Send another code. An unknown address is informed once more, so that the page looks the same."""
        if not may_send_code(self.request, self.email):
            raise RateLimited
        self.send()
        self.record_resend()
        self.persist()
        messages.info(self.request, _("Another email is on its way. Only the code in it works now."))

    def finish(self, redirect_url: str | None) -> HttpResponse:
        """The code was correct: sign the person in, after creating the account if it is new."""
        user = self.user or self.find_or_create_user()
        if user is None or self.is_void(user):
            self.abort()
            return redirect("account_login")
        self._user = user
        confirm_address(user, self.sign_up_data)
        if self.sign_up_data and user.handle != self.sign_up_data["handle"]:
            messages.info(self.request, _("Your handle here is %(handle)s.") % {"handle": user.name})
        response = super().finish(redirect_url)
        known_browsers.mark_browser(response, user.email)
        return response

    def is_void(self, user: User) -> bool:
        """Has the address changed hands since the code was sent, or has the person revoked everything?"""
        is_revoked = self.user is not None and user.link_key != self.state.get("link_key", "")
        return user.email != self.email or is_revoked

    def find_or_create_user(self) -> User | None:
        """Return the person who has the address by now, or create one from the sign-up data."""
        if not self.sign_up_data:
            return None
        return self.find_user() or self.create_user(self.sign_up_data)

    def find_user(self) -> User | None:
        """Find a person who signed up with this address in another window meanwhile."""
        return User.objects.find_by_address(self.email)

    def create_user(self, sign_up_data: SignUpData) -> User | None:
        handle = handles.find_free_handle(sign_up_data["handle"])  # it may be taken by now
        try:
            with transaction.atomic():
                return User.objects.create_user(
                    self.email,
                    handle,
                    display_name=sign_up_data.get("display_name", ""),
                    language=sign_up_data["language"],
                    time_zone=sign_up_data["time_zone"],
                )
        except (IntegrityError, ValidationError):  # a second click on the same button was faster
            return self.find_user()


def confirm_address(user: User, sign_up_data: SignUpData | None = None) -> None:
    """Mark the address as verified, now that its code was entered; a guest becomes a full account."""
    EmailAddress.objects.filter(user=user).exclude(email=user.email).delete()
    EmailAddress.objects.update_or_create(
        user=user, email=user.email, defaults={"verified": True, "primary": True}
    )
    if user.is_guest:
        convert_guest(user, sign_up_data)


def convert_guest(user: User, sign_up_data: SignUpData | None) -> None:
    """Turn a guest into a full account. The handle stays, unless they asked for another that is free."""
    user.is_guest = False
    if sign_up_data:
        user.language, user.time_zone = sign_up_data["language"], sign_up_data["time_zone"]
        _rename_guest(user, sign_up_data["handle"], sign_up_data.get("display_name", ""))
    user.save(update_fields=["is_guest", "display_name", "language", "time_zone"])


def _rename_guest(user: User, handle: str, display_name: str) -> None:
    """Give a guest the name they signed up with. A handle that stands for it already is not replaced by the
    one derived from it, which is another only because the guest has the first."""
    if display_name and (display_name == user.display_name or resembles_handle(display_name, user.handle)):
        user.display_name = display_name
    elif not handles.is_reserved(handle) and not handles.is_taken(handle, user):
        user.rename(handle)
        user.display_name = display_name


def start_login(
    request: HttpRequest, email: str, user: User | None, sign_up_data: SignUpData | None = None
) -> None:
    """Send a code to this address, and wait for it in this browser."""
    login = Login(user=user, email=email)
    login.state["stages"] = {"current": LoginByCodeStage.key}
    stage = LoginByCodeStage(LoginStageController(request, login), request, login)
    stage.state.update(
        LoginCodeProcess.initial_state(user=user, email=email),
        initiated_by_user=True,
        sign_up_data=sign_up_data,
        link_key=user.link_key if user else "",
    )
    process = LoginCodeProcess(stage)
    process.send()
    process.persist()


def sign_up(request: HttpRequest, email: str, sign_up_data: SignUpData) -> HttpResponse:
    """Send a code and show the same page whether the address is new, a guest's or has an account."""
    user = User.objects.find_by_address(email)
    if user and not user.is_active:
        start_login(request, email, None)
    else:
        start_login(request, email, user, sign_up_data)
    return redirect(passthrough_next_redirect_url(request, reverse("account_confirm_login_code"), "next"))


def send_login_code(request: HttpRequest, user: User, *, next_url: str | None = None) -> HttpResponse:
    """Start the login of a known person, such as a guest who wants an account.

    Returns a redirect to the page that asks for the code; from there the person goes on to `next_url`.
    """
    if request.user.is_authenticated and request.user.pk == user.pk:
        return redirect(next_url or resolve_url("profile"))
    if not may_send_code(request, user.email):
        return rate_limits.respond_too_many(request)
    logout.logout(request, show_message=False)
    start_login(request, user.email, user)
    page = reverse("account_confirm_login_code")
    return redirect(add_query_params(page, {"next": next_url}) if next_url else page)
