"""People in a real browser: in by a code, by a passkey, without a script, on a phone, without barriers."""

import re

import pytest
from django.core import mail
from playwright.sync_api import BrowserContext, Page, expect

from accounts.models import User
from tests.helpers.browser.steps import go
from tests.helpers.factories import UserFactory
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
    page.get_by_label("Your address").fill(f"{handle}@example.org")
    page.get_by_label("Your handle").fill(handle)
    go(page.get_by_role("button", name="Send me a code"))
    type_code(page, "Come in")


def sign_in(page: Page, user: User) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("Your address").fill(user.email)
    go(page.get_by_role("button", name="Send me a code"))
    type_code(page, "Come in")


def type_code(page: Page, button: str) -> None:
    field = page.get_by_label("The code from the letter")
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
    expect(page.get_by_role("status")).to_contain_text("Welcome, Vesna.")


def test_everything_but_passkeys_works_without_scripts(plain):
    sign_up(plain)
    assert User.objects.get().time_zone == "UTC"
    plain.get_by_label("Time zone").select_option("Europe/Budapest")
    plain.get_by_role("group", name="Table talk").get_by_label("not at all").check()
    go(plain.get_by_role("button", name="Save"))
    expect(plain.get_by_role("status")).to_contain_text("Saved.")
    user = User.objects.get()
    assert (user.time_zone, user.mail_preferences["talk"]) == ("Europe/Budapest", "none")
    plain.goto("/accounts/login/")
    expect(plain.get_by_role("button", name="Use a passkey")).to_be_hidden()
    plain.goto("/accounts/passkeys/add/")
    expect(plain.get_by_text("Passkeys need JavaScript")).to_be_visible()


def test_a_passkey_is_added_and_opens_the_door(page):
    """On `localhost`: browsers know no passkeys for addresses of numbers."""
    with_authenticator(page)
    sign_up(page)
    go(page.get_by_role("link", name="Look after passkeys"))
    go(page.get_by_role("link", name="Add a passkey"))
    page.get_by_label("A name for it").fill("My phone")
    go(page.get_by_role("button", name="Add this passkey"))
    expect(page.get_by_role("listitem").filter(has_text="My phone")).to_be_visible()
    assert mail.outbox[-1].subject == "A passkey was added"
    go(page.get_by_role("link", name="Sign out"))
    go(page.get_by_role("button", name="Sign out"))
    go(page.get_by_role("link", name="Sign in"))
    go(page.get_by_role("button", name="Use a passkey"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Vesna")


def test_without_a_passkey_the_page_says_what_else_works(page):
    with_authenticator(page)
    page.goto("/accounts/login/")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("come in by a code")


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
    expect(page.get_by_role("link", name="To the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_label("Your address")).to_be_focused()
    page.keyboard.type("vesna@example.org")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Your handle")).to_be_focused()
    page.keyboard.type("Vesna")
    page.keyboard.press("Enter")
    expect(page.get_by_label("The code from the letter")).to_be_focused()
    page.keyboard.type(code_of())
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Vesna")


def test_mistakes_at_the_door_have_no_barriers(page, axe):
    page.goto("/accounts/signup/")
    page.get_by_label("Your address").fill("vesna@example.org")
    page.get_by_label("Your handle").fill("admin")
    go(page.get_by_role("button", name="Send me a code"))
    axe(page)
    page.get_by_label("Your handle").fill("Vesna")
    go(page.get_by_role("button", name="Send me a code"))
    page.get_by_label("The code from the letter").fill("nonsense")
    go(page.get_by_role("button", name="Come in"))
    axe(page)


def test_the_pages_about_oneself_have_no_barriers(page, axe):
    with_authenticator(page)
    user = UserFactory(handle="Vesna")
    user.rename("Vesnica")
    sign_in(page, user)
    page.get_by_label("Handle", exact=True).fill("2 Bobs")
    go(page.get_by_role("button", name="Save"))
    axe(page)
    page.goto("/accounts/passkeys/add/")
    go(page.get_by_role("button", name="Add this passkey"))
    expect(page).to_have_url(re.compile("/passkeys/$"))
    axe(page)
    page.goto("/accounts/reauthenticate/")
    go(page.get_by_role("button", name="Send me a code"))
    axe(page)


def test_the_post_room_has_no_barriers(context: BrowserContext, axe, settings, tmp_path):
    settings.DEV_INBOX, settings.DEV_INBOX_DIR = True, tmp_path
    settings.EMAIL_BACKEND = "games.mail.dev_inbox.EmailBackend"
    page = context.new_page()
    page.goto("/accounts/login/")
    page.get_by_label("Your address").fill("vesna@example.org")
    go(page.get_by_role("button", name="Send me a code"))
    axe(page)
    go(page.get_by_role("link", name="Open the post room"))
    go(page.get_by_role("link", name="Nobody here has this address"))
    axe(page)
