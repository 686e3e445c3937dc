"""People in a real browser: in by a code, by a passkey, without a script, on a phone, without barriers."""

import re

import pytest
from django.core import mail
from playwright.sync_api import BrowserContext, Page, expect

from accounts.models import User
from tests.helpers.browser.steps import go
from tests.helpers.factories import UserFactory
from tests.helpers.mail.post_room import ADDRESS, open_post_room
from tests.helpers.messages.account_pages import (
    ADD_PASSKEY,
    ADD_THIS_PASSKEY,
    ADDRESS_FIELD,
    CODE_FIELD,
    HANDLE_FIELD,
    LOOK_AFTER_PASSKEYS,
    NOT_AT_ALL,
    OWN_HANDLE,
    PASSKEY_ADDED,
    PASSKEY_DID_NOT_ANSWER,
    PASSKEY_NAME,
    PASSKEYS_NEED_SCRIPTS,
    SAVE,
    SAVED,
    SEND_CODE,
    SIGN_OUT,
    TABLE_TALK,
    TIME_ZONE,
    USE_PASSKEY,
    WELCOME,
)
from tests.helpers.messages.accounts import ADDRESS_UNKNOWN_SUBJECT
from tests.helpers.messages.dev_inbox import OPEN_POST_ROOM
from tests.helpers.messages.pages import SIGN_IN
from tests.helpers.messages.site import TO_THE_CONTENT
from tests.helpers.sign_in import code_of

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture(autouse=True)
def _plain_origin(settings) -> None:
    settings.MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = True  # as on a laptop
    settings.LOGIN_REDIRECT_URL = "/accounts/"


def sign_up(page: Page, handle: str = "Vesna") -> None:
    page.goto("/accounts/signup/")
    page.get_by_label(ADDRESS_FIELD).fill(f"{handle}@example.org")
    page.get_by_label(HANDLE_FIELD).fill(handle)
    go(page.get_by_role("button", name=SEND_CODE))
    type_code(page, SIGN_IN)


def sign_in(page: Page, user: User) -> None:
    page.goto("/accounts/login/")
    page.get_by_label(ADDRESS_FIELD).fill(user.email)
    go(page.get_by_role("button", name=SEND_CODE))
    type_code(page, SIGN_IN)


def type_code(page: Page, button: str) -> None:
    field = page.get_by_label(CODE_FIELD)
    expect(field).to_be_focused()  # by itself; if it were filled in before, the browser would complain
    field.fill(code_of())
    go(page.get_by_role("button", name=button))


def with_authenticator(page: Page) -> None:
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    tools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})


def test_from_a_stranger_to_somebody_with_a_name(page):
    sign_up(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Vesna")
    vesna = User.objects.get()
    assert (vesna.handle, vesna.time_zone) == ("Vesna", "Europe/Zagreb")
    expect(page.get_by_role("status")).to_contain_text(WELCOME.fill(handle="Vesna"))


def test_everything_but_passkeys_works_without_scripts(plain):
    sign_up(plain)
    assert User.objects.get().time_zone == "UTC"
    plain.get_by_label(TIME_ZONE).select_option("Europe/Budapest")
    plain.get_by_role("group", name=TABLE_TALK).get_by_label(NOT_AT_ALL).check()
    go(plain.get_by_role("button", name=SAVE))
    expect(plain.get_by_role("status")).to_contain_text(SAVED)
    user = User.objects.get()
    assert (user.time_zone, user.mail_preferences["talk"]) == ("Europe/Budapest", "none")
    plain.goto("/accounts/login/")
    expect(plain.get_by_role("button", name=USE_PASSKEY)).to_be_hidden()
    plain.goto("/accounts/passkeys/add/")
    expect(plain.get_by_text(PASSKEYS_NEED_SCRIPTS)).to_be_visible()


def test_a_passkey_is_added_and_opens_the_door(page):
    """On `localhost`: browsers know no passkeys for addresses of numbers."""
    with_authenticator(page)
    sign_up(page)
    go(page.get_by_role("link", name=LOOK_AFTER_PASSKEYS))
    go(page.get_by_role("link", name=ADD_PASSKEY))
    page.get_by_label(PASSKEY_NAME).fill("My phone")
    go(page.get_by_role("button", name=ADD_THIS_PASSKEY))
    expect(page.get_by_role("listitem").filter(has_text="My phone")).to_be_visible()
    assert mail.outbox[-1].subject == PASSKEY_ADDED
    go(page.get_by_role("link", name=SIGN_OUT))
    go(page.get_by_role("button", name=SIGN_OUT))
    go(page.get_by_role("link", name=SIGN_IN))
    go(page.get_by_role("button", name=USE_PASSKEY))
    expect(page.get_by_role("heading", level=1)).to_have_text("Vesna")


def test_without_a_passkey_the_page_says_what_else_works(page):
    with_authenticator(page)
    page.goto("/accounts/login/")
    page.get_by_role("button", name=USE_PASSKEY).click()
    expect(page.get_by_role("alert")).to_contain_text(PASSKEY_DID_NOT_ANSWER)


def test_no_page_breaks_the_policy(page):
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    sign_up(page)
    for path in ("", "passkeys/", "passkeys/add/", "address/", "close/", "logout/"):
        page.goto(f"/accounts/{path}")
    assert not complaints


def test_the_keyboard_is_enough(page):
    page.goto("/accounts/signup/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name=TO_THE_CONTENT)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_label(ADDRESS_FIELD)).to_be_focused()
    page.keyboard.type("vesna@example.org")
    page.keyboard.press("Tab")
    expect(page.get_by_label(HANDLE_FIELD)).to_be_focused()
    page.keyboard.type("Vesna")
    page.keyboard.press("Enter")
    expect(page.get_by_label(CODE_FIELD)).to_be_focused()
    page.keyboard.type(code_of())
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Vesna")


def test_mistakes_at_the_door_have_no_barriers(page, axe):
    page.goto("/accounts/signup/")
    page.get_by_label(ADDRESS_FIELD).fill("vesna@example.org")
    page.get_by_label(HANDLE_FIELD).fill("admin")
    go(page.get_by_role("button", name=SEND_CODE))
    axe(page)
    page.get_by_label(HANDLE_FIELD).fill("Vesna")
    go(page.get_by_role("button", name=SEND_CODE))
    page.get_by_label(CODE_FIELD).fill("nonsense")
    go(page.get_by_role("button", name=SIGN_IN))
    axe(page)


def test_the_pages_about_oneself_have_no_barriers(page, axe):
    with_authenticator(page)
    user = UserFactory(handle="Vesna")
    user.rename("Vesnica")
    sign_in(page, user)
    page.get_by_label(OWN_HANDLE, exact=True).fill("2 Bobs")
    go(page.get_by_role("button", name=SAVE))
    axe(page)
    page.goto("/accounts/passkeys/add/")
    go(page.get_by_role("button", name=ADD_THIS_PASSKEY))
    expect(page).to_have_url(re.compile("/passkeys/$"))
    axe(page)
    page.goto("/accounts/reauthenticate/")
    go(page.get_by_role("button", name=SEND_CODE))
    axe(page)


def test_the_post_room_has_no_barriers(context: BrowserContext, axe, settings, tmp_path):
    open_post_room(settings, tmp_path)
    page = context.new_page()
    page.goto("/dev-inbox/")
    axe(page)
    page.goto(ADDRESS)
    page.goto("/accounts/login/")
    page.get_by_label(ADDRESS_FIELD).fill("vesna@example.org")
    go(page.get_by_role("button", name=SEND_CODE))
    axe(page)
    go(page.get_by_role("link", name=OPEN_POST_ROOM))
    go(page.get_by_role("link", name=ADDRESS_UNKNOWN_SUBJECT))
    axe(page)
