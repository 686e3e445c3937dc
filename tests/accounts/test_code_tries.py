"""Three tries a code, however many arrive at once; and nobody uses up the tries or emails of others."""

import statistics
from time import perf_counter

import pytest
import time_machine
from allauth.core.internal import cryptokit
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.helpers.factories import UserFactory
from tests.helpers.messages import accounts
from tests.helpers.sign_in import ask_for_code, code_of, sign_in, signed_in_as, type_code
from tests.helpers.threads import at_once

WRONG = "BBBB-BBBB"
AT_ONCE = 24
HOME, ELSEWHERE = {"REMOTE_ADDR": "192.0.2.1"}, {"REMOTE_ADDR": "198.51.100.7"}


def begin_login(client: Client) -> str:
    ask_for_code(client, "ann@example.org")
    return "/accounts/login/code/"


def begin_reauthentication(client: Client) -> str:
    client.force_login(UserFactory(handle="Ann", email="ann@example.org"))
    client.post("/accounts/reauthenticate/", {"action": "send"})
    return "/accounts/reauthenticate/"


def begin_address_change(client: Client) -> str:
    sign_in(client, UserFactory(handle="Ann", email="ann@example.org"))
    client.post("/accounts/address/", {"email": "new@example.org", "action_add": ""})
    return "/accounts/address/code/"


@pytest.fixture
def judged(monkeypatch) -> list[str]:
    """Every code that was compared with the right one."""
    found: list[str] = []
    compare = cryptokit.compare_user_code

    def watched(*, actual: str, expected: str) -> bool:
        found.append(actual)
        return compare(actual=actual, expected=expected)

    for module in ("allauth.account.forms", "accounts.codes.reauthentication"):
        monkeypatch.setattr(f"{module}.compare_user_code", watched)
    return found


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("begin", [begin_login, begin_reauthentication, begin_address_change])
def test_of_many_tries_at_once_three_are_judged(begin, judged):
    if begin is begin_login:
        UserFactory(handle="Ann", email="ann@example.org")
    client = Client()
    page, code = begin(client), code_of()
    judged.clear()

    def try_once() -> int:
        thief = Client()
        thief.cookies["sessionid"] = client.cookies["sessionid"].value
        return thief.post(page, {"action": "verify", "code": WRONG}).status_code

    at_once(*[try_once] * AT_ONCE)
    assert len(judged) <= 3
    client.post(page, {"action": "verify", "code": code})
    assert code not in judged


# --- budgets


@pytest.mark.django_db
def test_nobody_uses_up_the_emails_of_somebody_at_another_network(ann):
    with time_machine.travel("2026-03-01 12:00+00:00", tick=False) as clock:
        for _ in range(12):
            ask_for_code(Client(**ELSEWHERE), ann.email)
            clock.shift(25)
        assert len(mail.outbox) == 10  # an hour, to one address from one network
        assert ask_for_code(Client(**HOME), ann.email).status_code == 302
        assert len(mail.outbox) == 11


@pytest.mark.django_db
def test_nobody_uses_up_the_emails_of_a_browser_in_which_the_address_has_signed_in(ann):
    with time_machine.travel("2026-03-01 12:00+00:00", tick=False) as clock:
        own = sign_in(Client(**HOME), ann)
        own.post("/accounts/logout/")
        mail.outbox.clear()
        clock.shift(2 * 60 * 60)
        for number in range(40):
            ask_for_code(Client(REMOTE_ADDR=f"198.51.100.{number}"), ann.email)
        assert len(mail.outbox) == 30  # an hour, to one address
        assert accounts.TOO_MANY_CODES in ask_for_code(Client(**HOME), ann.email).content.decode()
        assert ask_for_code(own, ann.email).status_code == 302
        type_code(own, code_of())
        assert signed_in_as(own) == "Ann"


@pytest.mark.django_db
def test_the_mark_of_a_browser_is_for_one_address_and_cannot_be_made_up(ann):
    own = sign_in(Client(**HOME), ann)
    own.post("/accounts/logout/")
    for number in range(40):
        ask_for_code(Client(REMOTE_ADDR=f"198.51.100.{number}"), "bob@example.org")
    assert accounts.TOO_MANY_CODES in ask_for_code(own, "bob@example.org").content.decode()
    forger = Client(**HOME)
    forger.cookies["known_address"] = own.cookies["known_address"].value.swapcase()
    for number in range(40):
        ask_for_code(Client(REMOTE_ADDR=f"198.51.100.{number}"), ann.email)
    assert accounts.TOO_MANY_CODES in ask_for_code(forger, ann.email).content.decode()


# --- nothing tells a known address from an unknown one

ADDRESSES = {"known": "ann@example.org", "guest": "guest@example.org", "unknown": "nobody@example.org"}


@pytest.mark.django_db
@pytest.mark.usefixtures("ann", "guest")
def test_a_known_and_an_unknown_address_cost_the_same_queries():
    """The time that an answer takes is that of its queries and of one email."""
    counted = {}
    for kind, address in ADDRESSES.items():
        client = Client()
        client.get("/accounts/login/")
        with CaptureQueriesContext(connection) as asked:
            ask_for_code(client, address)
        with CaptureQueriesContext(connection) as typed:
            type_code(client, WRONG)
        counted[kind] = (len(asked), len(typed), len(mail.outbox))
        mail.outbox.clear()
    assert len(set(counted.values())) == 1, counted


def measure(address: str) -> float:
    client = Client()
    client.get("/accounts/login/")
    began = perf_counter()
    ask_for_code(client, address)
    return perf_counter() - began


@pytest.mark.django_db
@pytest.mark.usefixtures("ann", "guest")
def test_a_known_and_an_unknown_address_are_answered_in_the_same_time(settings, monkeypatch):
    """Taken in turn, so that a busy machine slows down all of them alike."""
    monkeypatch.setattr("accounts.codes.login_codes.may_send_code", lambda *_: True)
    settings.ACCOUNT_RATE_LIMITS = {}
    taken = {kind: [] for kind in ADDRESSES}
    for _ in range(40):
        for kind, address in ADDRESSES.items():
            taken[kind].append(measure(address))
    middle = {kind: statistics.median(times) for kind, times in taken.items()}
    print({kind: f"{time * 1000:.2f} ms" for kind, time in middle.items()})
    assert max(middle.values()) < 2 * min(middle.values()), middle
