"""The development inbox: shows the emails of a server without a mail server, and takes replies to them."""

import re
from collections import Counter
from collections.abc import Callable
from functools import wraps
from typing import Any

from csp.decorators import csp_update
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_POST, require_safe

from accounts.dev_inbox_access import fits_inbox_key, give_inbox_pass, is_dev_inbox_open
from games.mail import dev_inbox
from games.mail.dev_inbox import StoredEmail
from games.mail.incoming import inbox

MAX_REPLY_LENGTH = 10_000  # characters of a reply, without the quoted email

FRAME_POLICY = {"frame-src": ["'self'"]}  # for a page that shows an email in a frame
# an email may have its own styles and nothing else; its links open in the outer window
EMAIL_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation"
)


def require_dev_inbox(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Show the view to a browser that has a pass, and give one to a browser that brings the key."""

    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not settings.DEV_INBOX:
            raise Http404
        if fits_inbox_key(request.GET.get("key", "")):
            response = redirect(request.path)  # the key stays in no address
            give_inbox_pass(response)
            return response
        if not is_dev_inbox_open(request):
            return render(request, "games/site/dev_inbox/closed.html", status=403)
        return view(request, *args, **kwargs)

    return guarded


def get_email_or_404(name: str) -> StoredEmail:
    email = dev_inbox.find_email(name)
    if email is None:
        raise Http404
    return email


@require_dev_inbox
@require_safe
def show_inbox(request: HttpRequest) -> HttpResponse:
    """List all emails, or those to one address."""
    address = request.GET.get("to", "")
    emails = dev_inbox.list_emails()
    boxes = Counter(each for stored_email in emails for each in stored_email.addresses)
    shown = [email for email in emails if not address or address in email.addresses]
    context = {"emails": shown, "boxes": sorted(boxes.items()), "address": address}
    return render(request, "games/site/dev_inbox/inbox.html", context)


def render_email(request: HttpRequest, email: StoredEmail, *, status: int = 200, **more: Any) -> HttpResponse:
    return render(request, "games/site/dev_inbox/email.html", {"email": email, **more}, status=status)


@require_dev_inbox
@require_safe
@csp_update(FRAME_POLICY)  # type: ignore[arg-type] # it knows no views with arguments
def show_email(request: HttpRequest, name: str) -> HttpResponse:
    return render_email(request, get_email_or_404(name), is_answered="answered" in request.GET)


@require_dev_inbox
@require_POST
@csp_update(FRAME_POLICY)  # type: ignore[arg-type]
def post_reply(request: HttpRequest, name: str) -> HttpResponse:
    """Reply to an email as its recipient; the reply is then handled like any incoming email."""
    email, text = get_email_or_404(name), request.POST.get("words", "").strip()[:MAX_REPLY_LENGTH]
    if not email.reply_to:
        raise Http404
    if not text:
        return render_email(request, email, status=422, error=_("Please write something first."))
    raw = dev_inbox.build_reply(email, text)
    try:
        stored = inbox.store_email(raw, recipient=email.reply_to, sender=email.recipient)
    except inbox.TooMuchMail:
        stored = None
    if stored is None:
        return render_email(
            request, email, status=422, words=text, error=_("Nobody receives email at that address.")
        )
    return redirect(f"{reverse('dev_inbox_email', args=[name])}?answered#reply")


@require_dev_inbox
@require_safe
@xframe_options_sameorigin
def show_email_html(request: HttpRequest, name: str) -> HttpResponse:
    """Serve the HTML of an email for the frame on its page, as untrusted content."""
    text = get_email_or_404(name).html
    if not text:
        raise Http404
    head = re.search(r"<head[^>]*>", text, re.IGNORECASE)
    start = head.end() if head else 0
    page = f'{text[:start]}<base target="_top">{text[start:]}'
    return HttpResponse(page, headers={"Content-Security-Policy": EMAIL_POLICY})
