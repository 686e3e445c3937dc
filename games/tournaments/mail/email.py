"""Emails about tournaments: one email tells one user everything that waits about one tournament.

The text part contains everything; the HTML part is rendered from the same sections. Sections that need an
answer come first, then by importance; the first one gives the email its subject.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from django.core.mail import EmailMultiAlternatives
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.mail_headers import get_site_domain
from games.mail import addresses
from games.mail.addresses import TOURNAMENT
from games.mail.content import render
from games.mail.content.game_email import link_to_next_table, link_to_preferences
from games.mail.content.section import EmailContent, FooterLink, Section
from games.tournaments.display import find_game_name
from games.tournaments.mail import links, sections
from games.tournaments.mail.links import DISPUTE, WITHDRAW, build_tournament_url
from games.tournaments.mail.sections.registry import load_notice_data
from games.tournaments.models import Entrant, TournamentNotice

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
        found = build_sections(waiting)
        content = build_content(about, found[0].heading, found, preview=_build_preview(found[0]))
        headers = {
            **build_headers(about),
            "Message-ID": build_message_id(newest),
            "X-Citadels-Kind": found[0].kind,
        }
        message = render.render_email(content, headers, to=user.email, language=user.language)
    render.set_return_path(message, addresses.build_bounce_address(newest, user.email))
    return message


def _build_preview(first: Section) -> str:
    return f"{first.heading}. {' '.join(first.paragraphs)} {first.deadline_text}"


def find_newest_notice(waiting: Iterable[TournamentNotice]) -> TournamentNotice:
    return max(waiting, key=lambda one: one.pk)


def build_sections(waiting: Sequence[TournamentNotice]) -> list[Section]:
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


def build_content(
    about: TournamentNotice,
    subject: str,
    email_sections: Sequence[Section],
    *,
    preview: str,
    answer: Sequence[Section] = (),
) -> EmailContent:
    """Put sections between the head and the footer that all emails about a tournament share."""
    tournament, entrant = about.tournament, about.entrant
    reply = build_reply_address(entrant, about) if entrant else ""
    return EmailContent(
        subject=f"{tournament.title}: {subject}",
        title=tournament.title,
        preview=preview,
        heading=tournament.title,
        subheading=_("A tournament of %(game_name)s") % {"game_name": find_game_name(tournament)},
        text_heading=tournament.title,
        answer=answer,
        sections=[*email_sections, *(_explain_reply(email_sections) if reply else [])],
        reply=reply,
        has_reply_line=bool(reply),
        why=_explain_recipient(entrant),
        footer_links=_build_footer_links(about),
        styles=["tournaments/mail/_styles.html"],
    )


def _explain_reply(email_sections: Sequence[Section]) -> list[Section]:
    """Say what may be replied, beside the words that a section names."""
    if any(one.reply_words for one in email_sections):
        text = _(
            "“help” tells you what else you can write; a question to the referees begins with the word "
            "“dispute”."
        )
    else:
        text = _(
            "You can reply to this email. “help” tells you what you can write; a question to the referees "
            "begins with the word “dispute”."
        )
    return [Section(style="p soft", paragraphs=[text])]


def build_reply_address(entrant: Entrant, about: TournamentNotice) -> str:
    """Build the reply address; it contains the id of the notice that a reply answers."""
    return addresses.format_address(TOURNAMENT, entrant.reply_key, about.pk or "")


def _explain_recipient(entrant: Entrant | None) -> str:
    """Explain why the reader gets this email."""
    if entrant is None:
        return _("You get this email because you help to run this tournament, or play at one of its tables.")
    return " ".join(
        [
            _("You get this email because you have entered this tournament as %(name)s.")
            % {"name": entrant.name},
            _("Its links are for you only, so please do not forward it."),
        ]
    )


def _build_footer_links(about: TournamentNotice) -> list[FooterLink]:
    """List the links of the footer: those of the tournament, and which emails the reader wants."""
    entrant = about.entrant
    label = _("Stop emails about this tournament") if entrant else _("Stop emails about tournaments")
    unsubscribe = FooterLink(label, links.build_unsubscribe_url(entrant, about.user))
    return [
        link_to_next_table(),
        *_list_tournament_links(about),
        *([unsubscribe] if unsubscribe.link else []),
        link_to_preferences(),
    ]


def _list_tournament_links(about: TournamentNotice) -> list[FooterLink]:
    """List the links that entrants or staff can always use."""
    tournament, entrant = about.tournament, about.entrant
    found = [FooterLink(_("The tournament"), build_tournament_url(tournament))]
    if entrant is None and tournament.roles.filter(user=about.user_id).exists():
        found.append(FooterLink(_("Organizer’s desk"), build_tournament_url(tournament, "staff_board")))
    if entrant is None or entrant.is_out or tournament.is_over:
        return found
    if tournament.has_begun:
        found.append(FooterLink(_("Ask the referees"), links.build_action_url(entrant, DISPUTE)))
    return [*found, FooterLink(_("Withdraw"), links.build_action_url(entrant, WITHDRAW))]


# --- Headers


def build_message_id(newest: TournamentNotice) -> str:
    """Build the Message-ID from the newest notice, so that retries send the same one."""
    return f"<tournament-notice-{newest.pk}@{get_site_domain()}>"


def build_headers(about: TournamentNotice) -> dict[str, str]:
    """Build the threading and unsubscribe headers."""
    slug, domain = about.tournament.slug, get_site_domain()
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
    ways = [links.build_unsubscribe_url(entrant, about.user), *([f"mailto:{by_mail}"] if by_mail else [])]
    return render.build_one_click_headers(*ways)
