"""Emails about tournaments: one email tells one user everything that waits about one tournament.

The text part contains everything; the HTML part is rendered from the same sections. Sections that need an
answer come first, then by importance; the first one gives the email its subject.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.mail import addresses
from games.mail.addresses import TOURNAMENT
from games.mail.content import render
from games.tournaments.display import find_game_name
from games.tournaments.mail import links, sections
from games.tournaments.mail.links import DISPUTE, WITHDRAW, build_tournament_url
from games.tournaments.mail.sections import EmailSection
from games.tournaments.mail.sections.section import load_notice_data
from games.tournaments.models import Entrant, TournamentNotice

TEMPLATE_FOLDER = "tournaments/mail"
UNSUBSCRIBE_SUFFIX = "stop"  # suffix of a reply address: unsubscribe from this tournament

Kind = TournamentNotice.Kind
# kinds that ask for an answer
QUESTION_KINDS = (Kind.CHECK_IN, Kind.PLACE, Kind.ALTERNATE, Kind.THROUGH, Kind.CHALLENGE, Kind.NUDGE)
KINDS_BY_PRIORITY = (
    *QUESTION_KINDS,
    *(Kind.MISSED, Kind.REFUSED, Kind.OUT, Kind.ENDED, Kind.RULING, Kind.TICKET, Kind.NEWS),
    *(Kind.STARTED, Kind.ROUND, Kind.CLOSED, Kind.ENTERED, Kind.WAITING, Kind.ROLE, Kind.DIGEST),
)
# kinds left out if the email contains one of these kinds, which say the same
COVERED_BY: dict[str, set[str]] = {
    Kind.WAITING: {Kind.ENTERED, Kind.PLACE, Kind.CHECK_IN},
    Kind.ENTERED: {Kind.CHECK_IN},
    Kind.CHECK_IN: {Kind.PLACE},
    Kind.CLOSED: {Kind.ENDED},
}


# --- The email


def build_email(user: Any, waiting: Sequence[TournamentNotice]) -> EmailMultiAlternatives:
    """Build one email for all these notices, which are about one tournament."""
    newest = find_newest_notice(waiting)
    own = [one for one in waiting if one.entrant_id]  # somebody who both plays and helps replies as a player
    about = find_newest_notice(own) if own else newest
    with translation.override(user.language), timezone.override(user.zone):
        sections = build_sections(waiting)
        context = {
            **build_context(about),
            **build_section_context(sections),
            "heading": sections[0].heading,
            "kind": sections[0].kind,
        }
        headings = {
            **build_headers(about),
            "Message-ID": build_message_id(newest),
            "X-Reason": sections[0].kind,
        }
        message = render.render_email(
            "update", context, headings, to=user.email, language=user.language, folder=TEMPLATE_FOLDER
        )
    render.set_return_path(message, addresses.build_bounce_address(newest, user.email))
    return message


def build_section_context(email_sections: Sequence[EmailSection]) -> dict[str, Any]:
    """Build the template context for the sections, and whether any of them names reply commands."""
    return {"passages": email_sections, "asks_for_words": any(one.reply_words for one in email_sections)}


def find_newest_notice(waiting: Iterable[TournamentNotice]) -> TournamentNotice:
    return max(waiting, key=lambda one: one.pk)


def build_sections(waiting: Sequence[TournamentNotice]) -> list[EmailSection]:
    """Build the sections in order of importance; conditions of the tournament appear only once."""
    kinds = {one.kind for one in waiting}
    needed = [one for one in waiting if not COVERED_BY.get(one.kind, set()) & kinds]
    email_sections = [sections.build_email_section(list(some)) for some in _group_notices(needed)]
    for later in email_sections[1:]:
        later.conditions = [one for one in later.conditions if one not in email_sections[0].conditions]
    return email_sections


def _group_notices(waiting: Iterable[TournamentNotice]) -> list[list[TournamentNotice]]:
    ordered = sorted(waiting, key=lambda one: (KINDS_BY_PRIORITY.index(one.kind), _subject_key(one), one.pk))
    return [list(some) for _key, some in groupby(ordered, key=lambda one: (one.kind, _subject_key(one)))]


def _subject_key(one: TournamentNotice) -> str:
    """Return what a notice is about: notices of one kind with the same subject share one section."""
    if one.kind == Kind.NEWS:
        return f"{one.number:09}"
    if one.kind in (Kind.RULING, Kind.TICKET, Kind.CHALLENGE):
        return one.data
    return str(load_notice_data(one).get("stage", ""))


# --- Common parts of all emails


def build_context(about: TournamentNotice) -> dict[str, Any]:
    """Build the template context that all emails about a tournament share."""
    tournament, entrant = about.tournament, about.entrant
    return {
        "subject": f"{TEMPLATE_FOLDER}/update_subject.txt",
        "tournament": tournament,
        "entrant": entrant,
        "game_name": find_game_name(tournament),
        "reply": build_reply_address(entrant, about) if entrant else "",
        "foot": _build_footer_links(about),
        "why": _explain_recipient(entrant),
        "unsubscribe": links.build_unsubscribe_url(entrant, about.user_id),
        "mail_preferences_link": settings.BASE_URL + reverse("profile"),
        "site_url": settings.BASE_URL,
    }


def build_reply_address(entrant: Entrant, about: TournamentNotice) -> str:
    """Build the reply address; it contains the id of the notice that a reply answers."""
    return addresses.format_address(TOURNAMENT, entrant.reply_key, about.pk or "")


def _explain_recipient(entrant: Entrant | None) -> str:
    """Explain why the reader gets this email."""
    if entrant is None:
        return _("You get this letter because you help to run this tournament, or play at one of its tables.")
    return " ".join(
        [
            _("You get this letter because you have entered this tournament as %(name)s.")
            % {"name": entrant.name},
            _("Its links are yours alone: please do not forward it."),
        ]
    )


def _build_footer_links(about: TournamentNotice) -> list[tuple[str, str]]:
    """List the links that entrants or staff can always use."""
    tournament, entrant = about.tournament, about.entrant
    found = [(_("The tournament"), build_tournament_url(tournament))]
    if entrant is None and tournament.roles.filter(user=about.user_id).exists():
        found.append((_("The desk"), build_tournament_url(tournament, "staff_board")))
    if entrant is None or entrant.is_out or tournament.is_over:
        return found
    if tournament.has_begun:
        found.append((_("Ask the referees"), links.build_action_url(entrant, DISPUTE)))
    return [*found, (_("Withdraw"), links.build_action_url(entrant, WITHDRAW))]


# --- Headers


def build_message_id(newest: TournamentNotice) -> str:
    """Build the Message-ID from the newest notice, so that retries send the same one."""
    return f"<tournament-notice-{newest.pk}@{render.get_site_domain()}>"


def build_headers(about: TournamentNotice) -> dict[str, str]:
    """Build the threading and unsubscribe headers."""
    slug, domain = about.tournament.slug, render.get_site_domain()
    root = f"<tournament-{about.tournament_id}@{domain}>"
    return {
        "In-Reply-To": root,
        "References": root,
        "List-Id": f"<{slug}.tournaments.{domain}>",
        "X-Event": slug,
        **_build_unsubscribe_headers(about),
    }


def _build_unsubscribe_headers(about: TournamentNotice) -> dict[str, str]:
    """Build the unsubscribe headers: a one-click page and, where email can be received, an address."""
    entrant = about.entrant
    by_mail = addresses.format_address(TOURNAMENT, entrant.reply_key, UNSUBSCRIBE_SUFFIX) if entrant else ""
    ways = [links.build_unsubscribe_url(entrant, about.user_id), *([f"mailto:{by_mail}"] if by_mail else [])]
    return render.build_one_click_headers(*ways)
