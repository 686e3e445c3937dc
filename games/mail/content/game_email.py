"""Build the emails about games: content, text and HTML parts, headers.

One game is two threads, one for what asks and one for what tells, each with a subject that never changes:
large mail programs open a new conversation when it does. The text part is written first and complete; the
HTML part says the same. Everything about a game comes from the reader's view of it, so an email never says
what its reader may not know.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.core.mail import EmailMultiAlternatives
from django.utils import timezone, translation
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.mail_headers import get_site_domain
from games.links.kinds import UNSUBSCRIBE, GameUnsubscribeLink
from games.mail import addresses
from games.mail.content import game_links, render
from games.mail.content.game_update import CLOSED_TABLE, GameUpdate, Kind
from games.mail.content.render import build_one_click_headers, render_email
from games.mail.content.section import TEXT, EmailContent, FooterLink, Section
from games.mail.content.sections import sentences
from games.mail.content.sections.digest import build_digest_sections, build_reminder_sections
from games.mail.content.sections.news import describe_news
from games.mail.content.sections.parts import (
    BOARD,
    GameNews,
    build_table_link_section,
    list_template_candidates,
)
from games.mail.content.sections.requests import build_request_sections
from games.models import GameNotice
from games.queries.table_summary import find_ruleset_name

MAX_PREVIEW_LENGTH = 140  # characters, as much as the widest lists of emails show; what asks is never cut

# --- the email


def build_game_email(
    user: Any, updates: Sequence[GameUpdate], *, collected: bool = False
) -> EmailMultiAlternatives:
    """Build an email about one game, or about several: a digest, or reminders of all that is due."""
    with translation.override(user.language), timezone.override(user.zone):
        if len(updates) > 1:
            content = _build_digest(updates) if collected else _build_reminders(updates)
            headers = _build_digest_headers("collected" if collected else "reminders", updates)
        else:
            [topic] = updates
            content, headers = build_game_content(topic, describe_news(topic)), build_game_headers(topic)
        message = render_email(content, headers, to=user.email, language=user.language)
    newest = find_newest_notice([notice for topic in updates for notice in topic.notices])
    render.set_return_path(message, addresses.build_bounce_address(newest, user.email))
    return message


# --- its content


def build_game_content(topic: GameUpdate, news: GameNews, answer: Sequence[Section] = ()) -> EmailContent:
    """Put the news about one game between the head and the footer that all emails about games have."""
    game = topic.game
    played = find_ruleset_name(game.ruleset, game.size)
    reply = game_links.find_reply_address(topic)
    end = [] if topic.kind == CLOSED_TABLE and not answer else build_table_link_section(topic)
    preview = news.preview if topic.asks_question else Truncator(news.preview).chars(MAX_PREVIEW_LENGTH)
    return EmailContent(
        subject=_build_subject(topic, f"{game.name} ({played})"),
        title=game.name,
        preview=preview,
        text_opening=preview,
        heading=news.heading,
        subheading=" · ".join(filter(None, [f"{game.name}, {played}", news.note])),
        text_heading=game.name,
        lead=news.lead,
        answer=answer,
        sections=[*news.sections, *build_request_sections(topic), *end],
        reply=reply,
        has_reply_line=bool(reply),
        why=sentences.explain_recipient(topic),
        footer_links=_build_footer_links(topic),
        styles=_list_board_styles(topic, news),
    )


def _build_subject(topic: GameUpdate, table: str) -> str:
    return _("Your turn: %(table)s") % {"table": table} if topic.asks_question else table


def _list_board_styles(topic: GameUpdate, news: GameNews) -> list[str]:
    has_board = any(section.template == BOARD for section in news.sections)
    return list_template_candidates(topic.game.ruleset, "styles") if has_board else []


def _build_footer_links(topic: GameUpdate) -> list[FooterLink]:
    links = [
        FooterLink(
            _("Your orders: decide before you are asked"),
            game_links.find_orders_link(topic),
            _("Your orders: decide before you are asked:"),
        ),
        FooterLink(
            _("This was not me"),
            game_links.find_not_me_link(topic),
            _("Wasn’t you? Disable all links:"),
        ),
        FooterLink(sentences.get_unsubscribe_label(topic), game_links.find_unsubscribe_link(topic)),
        link_to_preferences(),
    ]
    return [link_to_next_table(), *(one for one in links if one.link)]


def link_to_next_table() -> FooterLink:
    """Link to the most urgent table that waits for the reader. It holds no secret: it asks to sign in."""
    label = _("Go to your next table")
    return FooterLink(label, game_links.build_url("next_table"), f"{label}:")


def link_to_preferences() -> FooterLink:
    return FooterLink(_("Email preferences"), game_links.build_url("profile"), _("Email preferences:"))


def _build_digest(updates: Sequence[GameUpdate]) -> EmailContent:
    subject = ngettext("News from %(n)s table", "News from %(n)s tables", len(updates))
    why = _("This is your daily digest, sent at the hours you have chosen.")
    return _build_content_of_several(
        updates,
        subject=subject % {"n": len(updates)},
        title=_("News from your tables"),
        heading=_("News from your tables"),
        sections=[section for topic in updates for section in build_digest_sections(topic)],
        why=why,
    )


def _build_reminders(updates: Sequence[GameUpdate]) -> EmailContent:
    subject = ngettext(
        "%(n)s table is waiting for you, and your time is running out",
        "%(n)s tables are waiting for you, and your time is running out",
        len(updates),
    )
    heading = _("Your time is running out at these tables.")
    return _build_content_of_several(
        updates,
        subject=subject % {"n": len(updates)},
        title=_("Your time is running out"),
        heading=heading,
        lead=[Section(only=TEXT, paragraphs=[heading])],
        sections=[section for topic in updates for section in build_reminder_sections(topic)],
        why=_("You get this email because these tables are waiting for you."),
    )


def _build_content_of_several(updates: Sequence[GameUpdate], *, why: str, **content: Any) -> EmailContent:
    return EmailContent(
        preview=", ".join(topic.game.name for topic in updates),
        why=f"{why} {sentences.warn_of_forwarding()}",
        footer_links=[link_to_next_table(), link_to_preferences()],
        **content,
    )


# --- its headers


def build_message_id(notices: Sequence[GameNotice]) -> str:
    """Return a Message-ID from the newest row of this email, so that it is the same on every try."""
    last = find_newest_notice(notices)
    again = f"-{last.resend_count}" if last.resend_count else ""
    earlier = f"-{last.sent_at:%Y%m%d%H%M%S}" if last.sent_at else ""  # a second email from the same row
    return f"<notice-{last.pk}{again}{earlier}@{get_site_domain()}>"


def find_newest_notice(notices: Iterable[GameNotice]) -> GameNotice:
    return max(notices, key=lambda notice: notice.pk)


def build_game_headers(topic: GameUpdate) -> dict[str, str]:
    key, domain = topic.game.key, get_site_domain()
    root = f"<{'turns' if topic.asks_question else 'game'}-{key}@{domain}>"
    return {
        "Message-ID": build_message_id(topic.notices),
        "In-Reply-To": root,
        "References": root,
        "List-Id": f"<{key}.games.{domain}>",
        **_build_unsubscribe_headers(topic),
        "X-Game": key,
        "X-Citadels-Kind": topic.kind,
    }


def _build_unsubscribe_headers(topic: GameUpdate) -> dict[str, str]:
    """Build the unsubscribe headers: a one-click page, and an email address where mail can come in.

    Emails that come only once have none.
    """
    by_mail = (
        addresses.build_unsubscribe_address(topic.seat)
        if topic.seat and not topic.seat.has_revoked_links
        else ""
    )
    ways = list(
        filter(None, [game_links.find_unsubscribe_link(topic), f"mailto:{by_mail}" if by_mail else ""])
    )
    return build_one_click_headers(*ways) if ways else {}


def _build_digest_headers(template: str, updates: Sequence[GameUpdate]) -> dict[str, str]:
    seat = next((topic.seat for topic in updates if topic.seat), None)
    return {
        "Message-ID": build_message_id([notice for topic in updates for notice in topic.notices]),
        "List-Id": f"<{template}.{get_site_domain()}>",
        "X-Citadels-Kind": "collected" if template == "collected" else Kind.REMINDER,
        **(
            build_one_click_headers(
                game_links.build_url(
                    "unsubscribe", UNSUBSCRIBE.sign(GameUnsubscribeLink.for_seat(seat, template))
                )
            )
            if seat
            else {}
        ),
    }
