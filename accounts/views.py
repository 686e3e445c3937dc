"""The user's own account pages. Login, address and passkeys are allauth's views with our templates."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.internal.decorators import login_stage_required
from allauth.account.internal.flows.code_verification import AbstractCodeVerificationProcess
from allauth.account.stages import LoginByCodeStage
from allauth.account.utils import get_next_redirect_url
from allauth.account.views import (
    ConfirmEmailVerificationCodeView,
    ConfirmLoginCodeView,
    RequestLoginCodeView,
)
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import bounces, close_account, export, personal_data
from accounts.codes import code_tries, login_codes
from accounts.codes.login_codes import LoginCodeProcess
from accounts.codes.reauthentication import ReauthenticationCode, recent_login_required
from accounts.forms import CloseAccountForm, ProfileForm, ReauthenticationForm
from accounts.methods import require_form
from accounts.models import User
from accounts.preferences import display_preferences
from accounts.rate_limits import limit_rate
from accounts.users import current_user

require_get_or_post = require_http_methods(["GET", "HEAD", "POST"])


@login_required
@never_cache
@require_get_or_post
def edit_profile(request: HttpRequest) -> HttpResponse:
    """Show and edit handle, language, time zone, quiet hours and emails; links to the rest of the account."""
    stored = User.objects.get(
        pk=current_user(request).pk
    )  # a copy: invalid input must not alter request.user
    form = ProfileForm(request.POST or None, instance=stored)
    if form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        return display_preferences.remember_language(redirect("profile"), stored.language)
    passkeys = Authenticator.objects.filter(user=stored, type=Authenticator.Type.WEBAUTHN).count()
    context = {"form": form, "passkeys": passkeys, "former": stored.former_handles.all()}
    return render(request, "accounts/profile.html", context)


@require_form("profile")
@recent_login_required  # the file holds everything that a session left open somewhere must not give away
@limit_rate("export", "10/h/user")
def download_export(request: HttpRequest) -> HttpResponse:
    """Download the user's own data as one file."""
    text = export.dump_export(current_user(request))
    name = f"citadels-by-post-{current_user(request).handle}.json"  # a handle needs no quoting
    return HttpResponse(
        text,
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"},
    )


@login_required
@require_form("profile")
@limit_rate("reachable_again", "5/h/user")
def confirm_reachable(request: HttpRequest) -> HttpResponse:
    """Resume emails to an address that bounced, because its owner says that it works."""
    bounces.mark_reachable(current_user(request))
    messages.success(
        request, _("We send emails to your address again. What is waiting for you is on its way.")
    )
    return redirect(settings.LOGIN_REDIRECT_URL)


@recent_login_required
@never_cache
@require_get_or_post
def confirm_close(request: HttpRequest) -> HttpResponse:
    """Explain what closing the account means; close it once the handle is typed."""
    form = CloseAccountForm(current_user(request), request.POST or None)
    if form.is_valid():
        close_and_sign_out(request)
        return redirect("front_page")
    warnings = personal_data.list_warnings(current_user(request))
    return render(request, "accounts/close_account.html", {"form": form, "warnings": warnings})


def close_and_sign_out(request: HttpRequest) -> None:
    """Close the account, sign out, and send a last email to the address, which is then deleted."""
    user, address = current_user(request), current_user(request).email
    close_account.close_account(user)
    logout(request)
    get_adapter().send_mail("account/email/account_closed", address, {})
    messages.success(request, _("Your account is closed. Thank you for playing."))


@login_required
@never_cache
@require_get_or_post
def reauthenticate(request: HttpRequest) -> HttpResponse:
    """Ask a signed-in user for a code before a sensitive action."""
    if request.method == "POST" and "code" not in request.POST:
        return send_reauthentication_code(request)
    form = ReauthenticationForm(request.POST or None)
    if form.is_valid() and check_code(request, form):
        return redirect(get_next_redirect_url(request) or "profile")
    next_url = get_next_redirect_url(request) or ""
    context = {"form": form, "waiting": ReauthenticationCode.find_pending(request), "next_url": next_url}
    return render(request, "accounts/reauthenticate.html", context)


def check_code(request: HttpRequest, form: ReauthenticationForm) -> bool:
    """Is the code right? If not, add an error to the form, and a message if no code is valid any more."""
    waiting = ReauthenticationCode.find_pending(request)
    if waiting and waiting.accept(form.cleaned_data["code"]):
        return True
    form.add_error("code", get_adapter().error_messages["incorrect_code"])
    if not ReauthenticationCode.find_pending(request):
        messages.error(request, _("That code no longer works. Please ask for a new one."))
    return False


@limit_rate("reauthentication_code", "3/m/user,10/h/user")
def send_reauthentication_code(request: HttpRequest) -> HttpResponse:
    ReauthenticationCode.send_new(request)
    return redirect(request.get_full_path())


class LoginView(RequestLoginCodeView):
    """allauth's page that asks for an address, with our own process behind it."""

    def form_valid(self, form: Any) -> HttpResponse:
        login_codes.start_login(self.request, form.cleaned_data["email"], form._user)
        return redirect(self.get_success_url())


@method_decorator(
    login_stage_required(stage=LoginByCodeStage.key, redirect_urlname="account_login"), name="dispatch"
)
@method_decorator(never_cache, name="dispatch")
class LoginCodeView(ConfirmLoginCodeView):
    """allauth's page for the code, with our own process, which also handles newcomers."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.stage = request._login_stage  # type: ignore[attr-defined]
        self._process = LoginCodeProcess.resume(self.stage)
        if not self._process:
            messages.error(request, _("That code has expired. Please ask for a new one."))
            return redirect("account_login")
        return super(ConfirmLoginCodeView, self).dispatch(request, *args, **kwargs)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        process = self._process
        if process and self._action == "verify" and not code_tries.claim_try(request, process.state):
            return refuse_try(request, process, "account_login")
        return super().post(request, *args, **kwargs)


class AddressCodeView(ConfirmEmailVerificationCodeView):
    """allauth's page for the code that proves a new address."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if self._action == "verify" and not code_tries.claim_try(request, self._process.state):
            return refuse_try(request, self._process, "account_email")
        return super().post(request, *args, **kwargs)


def refuse_try(request: HttpRequest, process: AbstractCodeVerificationProcess, page: str) -> HttpResponse:
    """End a code whose tries are used up by requests that came at once."""
    process.abort()
    messages.error(request, get_adapter().error_messages["too_many_login_attempts"])
    return redirect(page)


@require_safe
def show_inactive(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/inactive.html", status=403)
