"""The SMTP session, and which of its errors are final for one address or stop all sending."""

from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused
from types import TracebackType

from anymail.exceptions import AnymailRecipientsRefused, AnymailRequestsAPIError
from django.core.mail import EmailMessage, get_connection

UNKNOWN_ADDRESS_REPLY = "550 5.1.1"  # a mail server's reply for an unknown address

FIRST_PERMANENT_CODE = 500  # SMTP replies from here on are permanent

# HTTP statuses with which a provider rejects one email; others are about our account or its own trouble
REJECTED_EMAIL_CODES = {400, 406, 413, 422}


class MailServerDown(Exception):
    """The mail server is not working at the moment, for any email."""


class AddressRefused(Exception):
    """The mail server will never accept email to this address. Its reply is for the operator only."""


class MailSession:
    """A connection to the mail server, opened when needed and kept open for the next email."""

    def __init__(self) -> None:
        self.connection = get_connection()

    def __enter__(self) -> "MailSession":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.connection.close()

    def send(self, message: EmailMessage) -> None:
        """Send an email, outside any transaction. Errors of this email alone are raised unchanged."""
        message.connection = self.connection
        try:
            self.connection.open()
            message.send()
        except (SMTPRecipientsRefused, SMTPDataError) as error:
            self.connection.close()  # some servers close the connection after a refusal
            if isinstance(error, SMTPRecipientsRefused) and (said := _find_permanent_reply(error)):
                raise AddressRefused(said) from error
            raise
        except AnymailRecipientsRefused as error:
            raise AddressRefused(UNKNOWN_ADDRESS_REPLY) from error
        except AnymailRequestsAPIError as error:
            if error.status_code in REJECTED_EMAIL_CODES:
                raise
            raise MailServerDown from error
        except (SMTPException, OSError) as error:
            self.connection.close()
            raise MailServerDown from error


def _find_permanent_reply(error: SMTPRecipientsRefused) -> str:
    """Return the permanent reply of the mail server; empty if another try may succeed."""
    for code, text in error.recipients.values():
        if code >= FIRST_PERMANENT_CODE:
            return f"{code} {text.decode('utf-8', 'replace')}"
    return ""


def error_name(error: Exception) -> str:
    """Return only the class of an error: its message may contain an address or a link."""
    return type(error.__cause__ or error).__name__
