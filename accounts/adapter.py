"""Where we differ from allauth: our wording, our emails, and passkeys as an alternative login, not a second
factor.
"""

import logging
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from anymail.exceptions import AnymailError
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import handles, mail_headers
from accounts.models import MAX_ADDRESS_LENGTH, User

logger = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "duplicate_email": _("This is already your address."),
        "email_taken": _("There is already an account with this address. If it is yours, please sign in."),
        "incorrect_code": _("This is not the code from our latest email. Please check it."),
        "rate_limited": _("Too many tries. Please wait a few minutes."),
        "too_many_login_attempts": _("Too many tries. Please wait a few minutes, then ask for a new code."),
        "username_taken": _("This name is taken."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Validate the handle of somebody who signs up."""
        handles.validate_handle(username)
        if not shallow:
            handles.check_available(username)
        return username

    def clean_email(self, email: str) -> str:
        if len(email) > MAX_ADDRESS_LENGTH:
            raise ValidationError(_("This address is too long."))
        return email

    def get_login_stages(self) -> list[str]:
        """Skip the second factor: the mailed code must be enough, so that a lost passkey ends no game."""
        return [stage for stage in super().get_login_stages() if not stage.startswith("allauth.mfa.")]

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send an email in its recipient's language, or show an error page if the mail server is down."""
        known = User.objects.find_by_address(email)
        with translation.override(known.language if known else translation.get_language()):
            try:
                super().send_mail(template_prefix, email, {**context, **build_site_links()})
            except (SMTPException, AnymailError, OSError) as error:
                logger.exception("letter not sent: %s", template_prefix)
                page = render(self.request, "503.html", status=503)
                raise ImmediateHttpResponse(page) from error

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMessage:
        marks = mail_headers.build_automatic_headers(translation.get_language())
        return super().render_mail(template_prefix, email, context, {**marks, **(headers or {})})


def build_site_links() -> dict[str, str]:
    """Build links for emails from our settings, never from the Host header, which a stranger can forge."""
    return {
        "site_url": f"{settings.BASE_URL}/",
        "signup_url": settings.BASE_URL + reverse("account_signup"),
        "login_url": settings.BASE_URL + reverse("account_login"),
        "profile_url": settings.BASE_URL + reverse("profile"),
    }


class PasskeyAdapter(DefaultMFAAdapter):
    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _("This passkey does not work here. Please sign in with a code."),
        "unverified_email": _("Please confirm your address first: sign out, then sign in with a code."),
    }

    def _get_site_name(self) -> str:
        return gettext("Citadels by Post")

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return gettext("Passkey %(number)s") % {"number": number}
