"""The pages of one's own account. Sign-in, address and passkeys are allauth's views with our templates."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.internal.decorators import login_stage_required
from allauth.account.stages import LoginByCodeStage
from allauth.account.utils import get_next_redirect_url
from allauth.account.views import ConfirmLoginCodeView
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
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import belongings, bounces, closing, exporting, switches
from accounts.forms import CloseForm, FreshCodeForm, ProfileForm
from accounts.fresh import FreshCode, fresh_required
from accounts.joining import CodeProcess
from accounts.limits import limited
from accounts.models import User
from accounts.people import person

read_or_write = require_http_methods(["GET", "HEAD", "POST"])


@login_required
@never_cache
@read_or_write
def profile(request: HttpRequest) -> HttpResponse:
    """Handle, language, zone, quiet hours, letters; and the ways to everything else about the account."""
    stored = User.objects.get(pk=person(request).pk)  # request.user names the page, even beside a mistake
    form = ProfileForm(request.POST or None, instance=stored)
    if form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        return switches.remembered(redirect("profile"), stored.language)
    passkeys = Authenticator.objects.filter(user=stored, type=Authenticator.Type.WEBAUTHN).count()
    context = {"form": form, "passkeys": passkeys, "former": stored.former_handles.all()}
    return render(request, "accounts/profile.html", context)


@login_required
@require_POST
@limited("export", "10/h/user")
def export(request: HttpRequest) -> HttpResponse:
    """One's own data, as one file."""
    text = exporting.as_file(person(request))
    name = f"citadels-by-post-{person(request).handle}.json"  # a handle needs no quoting
    return HttpResponse(
        text,
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"},
    )


@login_required
@require_POST
@limited("reachable_again", "5/h/user")
def reachable_again(request: HttpRequest) -> HttpResponse:
    """Letters came back, and whoever lives at the address says that they should be tried again."""
    bounces.reachable_again(person(request))
    messages.success(request, _("Letters go to your address again. What waits for you is on its way."))
    return redirect(settings.LOGIN_REDIRECT_URL)


@fresh_required
@never_cache
@read_or_write
def close(request: HttpRequest) -> HttpResponse:
    """What closing means, and then, with the handle typed, closing."""
    form = CloseForm(person(request), request.POST or None)
    if form.is_valid():
        farewell(request)
        return redirect("front")
    warnings = belongings.warnings(person(request))
    return render(request, "accounts/close.html", {"form": form, "warnings": warnings})


def farewell(request: HttpRequest) -> None:
    """Close the account, and tell the address of which we then know nothing any more."""
    user, address = person(request), person(request).email
    closing.close(user)
    logout(request)
    get_adapter().send_mail("account/email/account_closed", address, {})
    messages.success(request, _("Your account is closed. Thank you for playing."))


@login_required
@never_cache
@read_or_write
def still_you(request: HttpRequest) -> HttpResponse:
    """Asks somebody who is signed in for a code, before something delicate."""
    if request.method == "POST" and "code" not in request.POST:
        return post_fresh_code(request)
    form = FreshCodeForm(request.POST or None)
    if form.is_valid() and is_you(request, form):
        return redirect(get_next_redirect_url(request) or "profile")
    next_url = get_next_redirect_url(request) or ""
    context = {"form": form, "waiting": FreshCode.waiting(request), "next_url": next_url}
    return render(request, "accounts/still_you.html", context)


def is_you(request: HttpRequest, form: FreshCodeForm) -> bool:
    """Was it the code? If not, the form says so, or the page that there is no code to try any more."""
    waiting = FreshCode.waiting(request)
    if waiting and waiting.accepts(form.cleaned_data["code"]):
        return True
    form.add_error("code", get_adapter().error_messages["incorrect_code"])
    if not FreshCode.waiting(request):
        messages.error(request, _("That code works no more. Please ask for a new one."))
    return False


@limited("fresh_code", "3/m/user,10/h/user")
def post_fresh_code(request: HttpRequest) -> HttpResponse:
    FreshCode.begin(request)
    return redirect(request.get_full_path())


@method_decorator(
    login_stage_required(stage=LoginByCodeStage.key, redirect_urlname="account_login"), name="dispatch"
)
@method_decorator(never_cache, name="dispatch")
class CodeView(ConfirmLoginCodeView):
    """allauth's page for the code, with our process behind it: it also knows newcomers."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.stage = request._login_stage  # type: ignore[attr-defined]
        self._process = CodeProcess.resume(self.stage)
        if not self._process:
            messages.error(request, _("That code has become too old. Please ask for a new one."))
            return redirect("account_login")
        return super(ConfirmLoginCodeView, self).dispatch(request, *args, **kwargs)


@require_safe
def inactive(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/inactive.html", status=403)
