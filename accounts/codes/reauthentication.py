"""Reauthentication: sensitive actions need a login of the last minutes, or another code.

Sessions last for months, because games do. A session left open somewhere must not be enough to take over an
account: to change its address, add a passkey or close it.
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
from accounts.codes.code_tries import claim_try
from accounts.users import current_user

FRESH_MINUTES = 15
SESSION_KEY = "reauthentication_code"


def is_recently_authenticated(request: HttpRequest) -> bool:
    """Has this person entered a code or used a passkey in the last minutes?"""
    records = get_authentication_records(request, request.user)
    return bool(records) and time.time() - records[-1]["at"] < FRESH_MINUTES * 60


def recent_login_required(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Require a recent login; otherwise redirect to a page that asks for a code and returns here."""

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if is_recently_authenticated(request):
            return view(request, *args, **kwargs)
        return redirect(add_query_params(reverse("account_reauthenticate"), {"next": request.path}))

    return guarded


class ReauthenticationCode(AbstractCodeVerificationProcess):
    """A code for a signed-in person, kept in the session for three attempts and some minutes."""

    def __init__(self, request: HttpRequest, state: dict[str, Any]) -> None:
        super().__init__(max_attempts=3, timeout=FRESH_MINUTES * 60, state=state, user=request.user)
        self.request = request

    @classmethod
    def find_pending(cls, request: HttpRequest) -> "ReauthenticationCode | None":
        """Return the code that was sent, unless it has expired."""
        state = request.session.get(SESSION_KEY)
        return cls(request, state).abort_if_invalid() if state else None

    @classmethod
    def send_new(cls, request: HttpRequest) -> None:
        code = cls(request, cls.initial_state(user=request.user, email=current_user(request).email))
        code.send()
        code.persist()

    def send(self) -> None:
        adapter = AccountAdapter()
        self.state["code"] = adapter.generate_login_code()
        adapter.send_mail(
            "account/email/reauthentication_code", self.state["email"], {"code": self.state["code"]}
        )

    def persist(self) -> None:
        self.request.session[SESSION_KEY] = self.state

    def abort(self) -> None:
        self.request.session.pop(SESSION_KEY, None)

    def accept(self, word: str) -> bool:
        """Is this the code? If so, it is used up, and the login counts as recent again."""
        if not claim_try(self.request, self.state):
            self.abort()
            return False
        if not compare_user_code(actual=word, expected=self.code):
            self.record_invalid_attempt()
            return False
        self.abort()
        record_authentication(self.request, self.user, method="code", email=self.state["email"])
        return True
