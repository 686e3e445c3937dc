"""What the tests of account pages share: reading emails, coming in, comparing pages."""

import re

from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client

from accounts.models import User

CODE = re.compile(r"^    ([A-Z]{4}-[A-Z]{4})$", re.MULTILINE)
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')


def code_of(email=None) -> str:
    """The code in an email; the newest, if none is given."""
    found = CODE.search((email or mail.outbox[-1]).body)
    assert found, (email or mail.outbox[-1]).body
    return found[1]


def ask_for_code(client: Client, email: str, **data):
    return client.post("/accounts/login/", {"email": email, **data})


def type_code(client: Client, code: str, **data):
    return client.post("/accounts/login/code/", {"code": code, **data})


def sign_in(client: Client, user: User) -> Client:
    """In by the front door, with a code: such a sign-in is fresh."""
    ask_for_code(client, user.email)
    assert type_code(client, code_of()).status_code == 302
    return client


def ask_to_sign_up(client: Client, email: str, handle: str, **data):
    return client.post("/accounts/signup/", {"email": email, "username": handle, **data})


def same(response, email: str) -> str:
    """A page without what must differ: its tokens, and the address that was typed."""
    return TOKEN.sub("TOKEN", response.content.decode()).replace(email, "ADDRESS")


def signed_in_as(client: Client) -> str | None:
    user = client.get("/accounts/").context
    return user["user"].handle if user else None


SAME = {
    "handle": "Ann",
    "language": "en",
    "time_zone": "UTC",
    "quiet_from": "",
    "quiet_until": "",
    "holds_email": "on",
    "reminder": "75",
    "time_out": "minimal",
    "digest_hours": "8",
}


def passkey(user: User) -> Authenticator:
    data = {"name": "Phone", "credential": {}}
    return Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data=data)
