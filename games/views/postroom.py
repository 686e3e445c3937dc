"""The post room as a page: what a mail program would show, for whoever sits at this machine."""

import re
from collections import Counter
from collections.abc import Callable
from functools import wraps
from typing import Any

from csp.decorators import csp_update
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_POST, require_safe

from accounts.postroom import is_open
from games.mail import letterbox, postroom
from games.mail.postroom import Letter

MOST_WORDS = 10_000  # letters of a reply; the quoted letter comes on top

FRAMED = {"frame-src": ["'self'"]}  # for a page that shows a letter
# a letter may bring its own look and nothing else; its links open in the window around it
LETTER_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation"
)


def for_this_machine(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """There is no such page for anybody else."""

    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not is_open(request):
            raise Http404
        return view(request, *args, **kwargs)

    return guarded


def found(name: str) -> Letter:
    letter = postroom.letter(name)
    if letter is None:
        raise Http404
    return letter


@for_this_machine
@require_safe
def inbox(request: HttpRequest) -> HttpResponse:
    """All letters, or one person's."""
    address = request.GET.get("to", "")
    letters = postroom.letters()
    boxes = Counter(each for letter in letters for each in letter.addresses)
    shown = [letter for letter in letters if not address or address in letter.addresses]
    context = {"letters": shown, "boxes": sorted(boxes.items()), "address": address}
    return render(request, "postroom/inbox.html", context)


def opened(request: HttpRequest, letter: Letter, *, status: int = 200, **more: Any) -> HttpResponse:
    return render(request, "postroom/letter.html", {"letter": letter, **more}, status=status)


@for_this_machine
@require_safe
@csp_update(FRAMED)  # type: ignore[arg-type] # it knows no views with arguments
def letter(request: HttpRequest, name: str) -> HttpResponse:
    return opened(request, found(name), is_answered="answered" in request.GET)


@for_this_machine
@require_POST
@csp_update(FRAMED)  # type: ignore[arg-type]
def reply(request: HttpRequest, name: str) -> HttpResponse:
    """Answer a letter as its reader. From here on it is a letter like any that a mail server brings."""
    letter, words = found(name), request.POST.get("words", "").strip()[:MOST_WORDS]
    if not letter.reply_to:
        raise Http404
    if not words:
        return opened(request, letter, status=422, trouble=_("Please write something first."))
    raw = postroom.reply(letter, words)
    if letterbox.take(raw, recipient=letter.reply_to, sender=letter.reader) is None:
        return opened(request, letter, status=422, words=words, trouble=_("Nobody takes letters there."))
    return redirect(f"{reverse('postroom_letter', args=[name])}?answered#reply")


@for_this_machine
@require_safe
@xframe_options_sameorigin
def html(request: HttpRequest, name: str) -> HttpResponse:
    """The letter's own HTML, for the frame on the page above. It is treated like a stranger's page."""
    text = found(name).html
    if not text:
        raise Http404
    head = re.search(r"<head[^>]*>", text, re.IGNORECASE)
    start = head.end() if head else 0
    page = f'{text[:start]}<base target="_top">{text[start:]}'
    return HttpResponse(page, headers={"Content-Security-Policy": LETTER_POLICY})
