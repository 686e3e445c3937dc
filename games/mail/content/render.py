"""Rendering of emails: content to text and HTML, inlined styles, and the headers that every email has."""

import re
from functools import cache

from css_inline import CSSInliner
from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.template.loader import render_to_string

from accounts.mail_headers import build_automatic_headers
from games.mail.content.section import EmailContent
from games.rules.core.errors import make_printable

INDENTATION = re.compile(r"(<pre.*?</pre>)|\n\s+", re.DOTALL)  # `<pre>` is kept as it is


def render_email(
    content: EmailContent, headers: dict[str, str], *, to: str, language: str
) -> EmailMultiAlternatives:
    """Render an email, text and HTML."""
    context = {"email": content, "site_url": settings.BASE_URL}
    text = render_to_string("games/mail/message.txt", context)
    html = render_to_string("games/mail/message.html", context)
    message = EmailMultiAlternatives(
        clean_subject(content.subject),
        re.sub(r"\n{3,}", "\n\n", text.strip()) + "\n",
        to=[to],
        reply_to=[content.reply] if content.reply else None,
        headers={**build_automatic_headers(language), **headers},
    )
    message.attach_alternative(inline_css(html), "text/html")
    return message


def clean_subject(text: str) -> str:
    """Make a text safe for the Subject header: a player's chosen name must not bring line breaks into it."""
    return make_printable(" ".join(text.split()), most=120)


def inline_css(html: str) -> str:
    """Move styles onto the elements, as mail programs need them; media queries stay in the head."""
    return _get_inliner().inline(INDENTATION.sub(lambda found: found[1] or "\n", html))


@cache
def _get_inliner() -> CSSInliner:
    return CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)


def build_one_click_headers(*ways: str) -> dict[str, str]:
    """Build the headers of one-click unsubscription (RFC 8058)."""
    return {
        "List-Unsubscribe": ", ".join(f"<{way}>" for way in ways),
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def set_return_path(message: EmailMessage, address: str) -> EmailMessage:
    """Let bounces of this email go to this address; people see the usual sender.

    A provider uses a return path of its own and reports bounces to our webhooks.
    """
    if address and not settings.EMAIL_PROVIDER:
        message.extra_headers["From"] = settings.DEFAULT_FROM_EMAIL
        message.from_email = address
    return message
