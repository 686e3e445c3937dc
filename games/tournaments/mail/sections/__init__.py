"""Sections of tournament emails: one section per subject, shared by the text and the HTML part.

A section is built from the current state when the email is sent, in the reader's language and time zone.
"""

from games.tournaments.mail.sections import entries, rounds, staff
from games.tournaments.mail.sections.registry import build_email_section, load_notice_data
from games.tournaments.mail.sections.status import describe_status

__all__ = [
    "build_email_section",
    "describe_status",
    "entries",
    "load_notice_data",
    "rounds",
    "staff",
]
