"""Is it still you? What is delicate asks for a sign-in of the last minutes, or for another code.

Sessions last for months, because games do. A session that was left open somewhere should not be enough to
take an account away: to change its address, to add a passkey, to close it.
"""

import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.internal.flows.code_verification import AbstractCodeVerificationProcess
from allauth.account.internal.flows.login import get_authentication_records, record_authentication
from allauth.core.internal.cryptokit import compare_user_code
from allauth.core.internal.httpkit import add_query_params
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from accounts.adapter import AccountAdapter
from accounts.people import person

MINUTES = 15
SESSION_KEY = "fresh_code"


def is_fresh(request: HttpRequest) -> bool:
    """Did this person show a code or a passkey in the last minutes?"""
    records = get_authentication_records(request, request.user)
    return bool(records) and time.time() - records[-1]["at"] < MINUTES * 60


def fresh_required(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Signed in, and lately; otherwise a page asks for a code and comes back here."""

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if is_fresh(request):
            return view(request, *args, **kwargs)
        return redirect(add_query_params(reverse("account_reauthenticate"), {"next": request.path}))

    return guarded


class FreshCode(AbstractCodeVerificationProcess):
    """A code for somebody who is signed in. It waits in the session, for three tries and some minutes."""

    def __init__(self, request: HttpRequest, state: dict[str, Any]) -> None:
        super().__init__(max_attempts=3, timeout=MINUTES * 60, state=state, user=request.user)
        self.request = request

    @classmethod
    def waiting(cls, request: HttpRequest) -> "FreshCode | None":
        """The code that was sent, unless it is too old."""
        state = request.session.get(SESSION_KEY)
        return cls(request, state).abort_if_invalid() if state else None

    @classmethod
    def begin(cls, request: HttpRequest) -> None:
        code = cls(request, cls.initial_state(user=request.user, email=person(request).email))
        code.send()
        code.persist()

    def send(self) -> None:
        adapter = AccountAdapter()
        self.state["code"] = adapter.generate_login_code()
        adapter.send_mail("account/email/fresh_code", self.state["email"], {"code": self.state["code"]})

    def persist(self) -> None:
        self.request.session[SESSION_KEY] = self.state

    def abort(self) -> None:
        self.request.session.pop(SESSION_KEY, None)

    def accepts(self, word: str) -> bool:
        """Is this the code? If so it is used up, and the sign-in is fresh again."""
        if not compare_user_code(actual=word, expected=self.code):
            self.record_invalid_attempt()
            return False
        self.abort()
        record_authentication(self.request, self.user, method="code", email=self.state["email"])
        return True
