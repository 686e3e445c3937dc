"""manage.py check_mail: do emails go out, and do replies come in?"""

import smtplib
from argparse import ArgumentParser
from collections.abc import Iterator
from email.utils import parseaddr
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from anymail.exceptions import AnymailError
from django.conf import settings
from django.core.mail import EmailMessage
from django.core.management.base import BaseCommand, CommandError

from accounts.mail_headers import build_automatic_headers
from games.mail.outgoing import transport
from games.mail.outgoing.transport import AddressRefused, MailServerDown, MailSession

TIMEOUT = 10


class Command(BaseCommand):
    help = "Check the settings for mail, the way out and the way in; with --to, send an email."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--to", default="", help="an address of yours, for an email that proves it")

    def handle(self, *, to: str, **_: Any) -> None:
        wrong = [*find_setting_problems(), *self._check_sending(to), *self._check_receiving()]
        if not is_local(sender_domain()):
            self._print_dns_records()
        for sentence in wrong:
            self.stderr.write(sentence)
        if wrong:
            raise CommandError(f"{len(wrong)} thing(s) to mend.")
        self.stdout.write("All that can be seen from here is in order.")

    def _check_sending(self, to: str) -> Iterator[str]:
        if settings.DEV_INBOX:
            self.stdout.write("Emails stay in the dev inbox: EMAIL_URL is not set.")
        name = settings.EMAIL_PROVIDER or f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
        try:
            with MailSession() as mail:
                mail.connection.open()
                if to:
                    mail.send(build_test_email(to))
        except (MailServerDown, AddressRefused, AnymailError, OSError) as error:  # smtplib's are among them
            yield f"The way out ({name}) does not work: {transport.error_name(error)}."
            return
        if to:
            self.stdout.write(f"The way out ({name}) has taken an email.")
        elif settings.EMAIL_PROVIDER:
            self.stdout.write(f"Whether {name} takes emails, only one can tell: --to an address of yours.")
        elif not settings.DEV_INBOX:
            self.stdout.write(f"The way out ({name}) is open.")

    def _check_receiving(self) -> Iterator[str]:
        if not settings.REPLY_DOMAIN:
            self.stdout.write("REPLY_DOMAIN is not set: nobody can reply by email.")
        if settings.POSTMASTER is None:
            return
        dialect = smtplib.LMTP if settings.POSTMASTER.protocol == "lmtp" else smtplib.SMTP
        address = f"{settings.POSTMASTER.host}:{settings.POSTMASTER.port}"
        try:
            with dialect(settings.POSTMASTER.host, settings.POSTMASTER.port, timeout=TIMEOUT) as listener:
                code, _said = listener.ehlo()
        except (OSError, smtplib.SMTPException) as error:
            yield f"The postmaster does not answer on {address}: {type(error).__name__}."
        else:
            if code == 250:
                self.stdout.write(f"The postmaster answers on {address}.")
            else:
                yield f"Somebody answers on {address}, but in another dialect than POSTMASTER says."

    def _print_dns_records(self) -> None:
        """Print the DNS records to look up by hand; the standard library cannot query them."""
        sender, replies = sender_domain(), settings.REPLY_DOMAIN
        self.stdout.write("Please look up by hand, for instance with dig:")
        rows = [
            ("TXT", replies or sender, "SPF: v=spf1 …, which names the machine that sends"),
            ("TXT", f"<selector>._domainkey.{sender}", "DKIM: v=DKIM1; the selector is your mail server's"),
            ("TXT", f"_dmarc.{sender}", "DMARC: v=DMARC1; p=none or stricter, with rua="),
            *([("MX", replies, "the mail server that hands replies to us")] if replies else []),
        ]
        for kind, name, what in rows:
            self.stdout.write(f"  {kind:3} {name:40} {what}")


def find_setting_problems() -> Iterator[str]:
    """Yield sentences about mail settings that do not fit each other."""
    host = urlsplit(settings.BASE_URL).hostname or ""
    if settings.DEV_INBOX:
        return
    if is_local(host):
        yield f"BASE_URL is {settings.BASE_URL}: links in emails would lead readers to their own machine."
    if is_local(sender_domain()):
        yield f"DEFAULT_FROM_EMAIL is at {sender_domain()}: no mail server believes that."
    if settings.POSTMASTER and not settings.REPLY_DOMAIN:
        yield "POSTMASTER is set, but not REPLY_DOMAIN: no address would be ours."
    if settings.REPLY_DOMAIN and not (settings.POSTMASTER or settings.WEBHOOK_SECRET):
        yield "REPLY_DOMAIN is set, but no way in: neither POSTMASTER nor WEBHOOK_SECRET."


def sender_domain() -> str:
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2].lower()


def is_local(host: str) -> bool:
    """Does this host mean nothing outside this machine or its local network?"""
    try:
        return not ip_address(host).is_global
    except ValueError:
        return "." not in host or host.endswith((".local", ".localhost", ".invalid"))


def build_test_email(to: str) -> EmailMessage:
    return EmailMessage(
        "An email from manage.py check_mail",
        f"This email has left {settings.BASE_URL}. If you can read it, the way out works.\n"
        "Its headers tell whether SPF, DKIM and DMARC passed: look for Authentication-Results.\n",
        to=[to],
        headers=build_automatic_headers("en"),
    )
