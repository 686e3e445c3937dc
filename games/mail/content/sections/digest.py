"""Sections of emails about several tables: a digest, or reminders of all that is due."""

from django.utils.translation import gettext as _

from games.mail.content import game_links
from games.mail.content.game_update import CLOSED_TABLE, GameUpdate, Kind
from games.mail.content.section import Section, SectionLink
from games.mail.content.sections import sentences
from games.mail.content.sections.host_news import build_invitation_news
from games.mail.content.sections.parts import (
    build_board_section,
    build_earlier_log_section,
    build_question_sections,
    build_round_sections,
)
from games.mail.content.sections.requests import build_chat_section, build_request_sections
from games.models.notice import ASKING_KINDS

LEVEL = 3  # of headings below the name of a table
SHORT_KINDS = (CLOSED_TABLE, Kind.SUCCEEDED, Kind.STAND_IN, Kind.HOST_NEWS)  # no more than a paragraph


def build_digest_sections(topic: GameUpdate) -> list[Section]:
    """Build what a digest says about one table."""
    sections = _build_short_news(topic) if topic.kind in SHORT_KINDS else _build_news(topic)
    unsubscribe = _build_unsubscribe_section(topic)
    for one in unsubscribe:
        is_after_people = bool(topic.unreachable_seats) and not topic.chat_messages
        one.is_tight = topic.kind in SHORT_KINDS or is_after_people
    return _put_below_name(topic, [*sections, *unsubscribe])


def build_reminder_sections(topic: GameUpdate) -> list[Section]:
    """Build what an email with several reminders says about one table."""
    question = build_question_sections(topic, is_reminder=False)
    for one in question:
        one.is_tight = True
    consequence = sentences.describe_consequence(topic)
    late = [Section(is_tight=True, paragraphs=[consequence])] if consequence else []
    chat = build_chat_section(topic, level=LEVEL)
    return _put_below_name(topic, [*question, *late, *chat, *_build_unsubscribe_section(topic)])


def _put_below_name(topic: GameUpdate, sections: list[Section]) -> list[Section]:
    for one in sections:
        one.is_continued = True
    return [Section(heading=topic.game.name, underline="="), *sections]


def _build_unsubscribe_section(topic: GameUpdate) -> list[Section]:
    link = game_links.find_unsubscribe_link(topic)
    if not link:
        return []
    label = sentences.get_unsubscribe_label(topic)
    way = SectionLink(label, link, text_label=f"{label}:")
    return [Section(style="soft", paragraphs=[""], inline_links=[way])]


# --- news that needs no more than a paragraph


def _build_short_news(topic: GameUpdate) -> list[Section]:
    if topic.kind == Kind.STAND_IN:
        return _build_free_seats(topic)
    if topic.kind == Kind.HOST_NEWS:
        return build_invitation_news(topic)
    is_closed = topic.kind == CLOSED_TABLE
    text = sentences.describe_closed_table(topic.game) if is_closed else sentences.describe_successor(topic)
    way = SectionLink(_("Go to the table"), game_links.find_table_link(topic), text_label="")
    return [Section(is_tight=True, paragraphs=[text], inline_links=[way] if topic.seat else [])]


def _build_free_seats(topic: GameUpdate) -> list[Section]:
    label = _("See the table and take the seat")
    return [
        Section(
            is_tight=True,
            paragraphs=[sentences.describe_offered_seat(seat)],
            inline_links=[
                SectionLink(label, game_links.build_url("stand_in", topic.game.key, seat.pk), text_label="")
            ],
        )
        for seat in topic.free_seats
    ]


# --- news of a game


def _build_news(topic: GameUpdate) -> list[Section]:
    return [
        Section(is_tight=True, lines=topic.order_sentences),
        *(_build_rounds(topic) if topic.kind == Kind.GAZETTE else _build_log(topic)),
        *_build_state(topic),
        *build_request_sections(topic, level=LEVEL, may_reply=False),
    ]


def _build_log(topic: GameUpdate) -> list[Section]:
    news = Section(is_tight=True, lines=sentences.list_log_sentences(topic))
    return [news, *build_earlier_log_section(topic)]


def _build_rounds(topic: GameUpdate) -> list[Section]:
    """Tell the finished rounds: as the gazette reports them, or move by move."""
    if topic.gazette_reports:
        context = {"reports": topic.gazette_reports}
        told = [Section(is_tight=True, level=LEVEL, template="gazette_reports", context=context)]
    else:
        told = build_round_sections(topic, level=LEVEL)
    board = build_board_section(topic, template="narrow_board")
    if told:
        told[0].is_tight = True
    else:
        board.is_tight = True
    return [*told, board]


def _build_state(topic: GameUpdate) -> list[Section]:
    """Ask what is asked, or say how it stands."""
    if topic.kind in ASKING_KINDS or sentences.is_still_asked(topic):
        return build_question_sections(topic, is_reminder=topic.kind == Kind.REMINDER)
    state = sentences.describe_verdict(topic) or sentences.describe_game_state(topic)
    way = SectionLink(_("Go to the table"), game_links.find_table_link(topic), text_label="")
    return [Section(paragraphs=[state], inline_links=[way])]
