"""Coming in by a code that a letter brings: one door for people, guests and newcomers.

allauth makes the code, counts the tries and signs in; this module knows its insides, so that others need not.
What we add: an address that nobody has yet gets a code too, and the person is made when it comes back. So
nothing is kept of somebody who could not prove the address, and sign-up looks the same whoever lives there.
"""

from typing import TypedDict

from allauth.account.internal.flows import logout
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

from accounts import handles, limits
from accounts.adapter import AccountAdapter
from accounts.models import User


class Wish(TypedDict):
    """What a newcomer wrote, or what their browser told."""

    handle: str
    language: str
    time_zone: str


def may_post(request: HttpRequest, email: str) -> bool:
    """Counts a letter with a code to this address, and says whether it may still go out."""
    return ratelimit.consume(request, action="request_login_code", key=email.lower())


class CodeProcess(LoginCodeVerificationProcess):
    """allauth's code by mail, also for an address that nobody has yet: then there is a wish and no person."""

    @classmethod
    def resume(cls, stage: LoginByCodeStage) -> "CodeProcess | None":
        return cls(stage).abort_if_invalid()

    @property
    def email(self) -> str:
        return self.state["email"]

    @property
    def wish(self) -> Wish | None:
        return self.state.get("wish")

    def send_by_email(self, email: str, skip_enumeration_mails: bool = False) -> None:
        if self.user or not self.wish:
            super().send_by_email(email, skip_enumeration_mails)
        else:
            AccountAdapter().send_mail("account/email/signup_code", email, {"code": self.generate_code()})

    def resend(self) -> None:
        """Another letter, with another code. Who is unknown is told so once more: the page looks the same."""
        if not may_post(self.request, self.email):
            raise RateLimited
        self.send()
        self.record_resend()
        self.persist()
        messages.info(self.request, _("Another letter is on its way. Only its code works now."))

    def finish(self, redirect_url: str | None) -> HttpResponse:
        """The code was right: let the person in, whom we may have to make first."""
        user = self.user or self.newcomer()
        if user is None or user.email != self.email:  # the address went elsewhere while the letter was out
            self.abort()
            return redirect("account_login")
        self._user = user
        arrive(user, self.wish)
        if self.wish and user.handle != self.wish["handle"]:
            messages.info(self.request, _("You are called %(handle)s here.") % {"handle": user.handle})
        return super().finish(redirect_url)

    def newcomer(self) -> User | None:
        """Whoever has the address by now; otherwise the person that the wish describes."""
        if not self.wish:
            return None
        return self.neighbour() or self.made(self.wish)

    def neighbour(self) -> User | None:
        """Who signed up in another window is the same person."""
        return User.objects.at(self.email)

    def made(self, wish: Wish) -> User | None:
        handle = handles.free_handle(wish["handle"])  # it may be gone in the meantime
        try:
            with transaction.atomic():
                return User.objects.create_user(
                    self.email, handle, language=wish["language"], time_zone=wish["time_zone"]
                )
        except (IntegrityError, ValidationError):  # a second click on the same button was faster
            return self.neighbour()


def arrive(user: User, wish: Wish | None = None) -> None:
    """A code came back from this person's address: it is proven, and a guest is a guest no more."""
    EmailAddress.objects.filter(user=user).exclude(email=user.email).delete()
    EmailAddress.objects.update_or_create(
        user=user, email=user.email, defaults={"verified": True, "primary": True}
    )
    if user.is_guest:
        settle(user, wish)


def settle(user: User, wish: Wish | None) -> None:
    """A guest signs up. The handle at the table stays, unless they asked for another that is free."""
    user.is_guest = False
    if wish:
        user.language, user.time_zone = wish["language"], wish["time_zone"]
        if not handles.is_reserved(wish["handle"]) and not handles.is_taken(wish["handle"], user):
            user.rename(wish["handle"])
    user.save(update_fields=["is_guest", "language", "time_zone"])


def begin(request: HttpRequest, email: str, user: User | None, wish: Wish | None = None) -> None:
    """Send a code to this address, and wait for it in this browser."""
    login = Login(user=user, email=email)
    login.state["stages"] = {"current": LoginByCodeStage.key}
    stage = LoginByCodeStage(LoginStageController(request, login), request, login)
    stage.state.update(CodeProcess.initial_state(user=user, email=email), initiated_by_user=True, wish=wish)
    process = CodeProcess(stage)
    process.send()
    process.persist()


def sign_up(request: HttpRequest, email: str, wish: Wish) -> HttpResponse:
    """The same page and a letter with a code, whether this address is new, a guest's or known for long."""
    user = User.objects.at(email)
    if user and not user.is_active:
        begin(request, email, None)
    else:
        begin(request, email, user, wish)
    return redirect(passthrough_next_redirect_url(request, reverse("account_confirm_login_code"), "next"))


def send_code(request: HttpRequest, user: User, *, next_url: str | None = None) -> HttpResponse:
    """Begin to sign in a person we know, such as a guest who wants the seat to be an account.

    Returns where to go: the page that asks for the code. Whoever has it goes on to `next_url`.
    """
    if request.user.is_authenticated and request.user.pk == user.pk:
        return redirect(next_url or resolve_url("profile"))
    if not may_post(request, user.email):
        return limits.too_many(request)
    logout.logout(request, show_message=False)
    begin(request, user.email, user)
    page = reverse("account_confirm_login_code")
    return redirect(add_query_params(page, {"next": next_url}) if next_url else page)
