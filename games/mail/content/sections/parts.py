"""Sections that emails of several kinds share: the log, the board, a question in short, links at the end."""

from functools import partial
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.mail.content import game_links
from games.mail.content.game_update import GameUpdate, Kind
from games.mail.content.move_options import build_turn_link
from games.mail.content.section import HTML, TEXT, Part, Section, SectionLink
from games.mail.content.sections import sentences
from games.queries.game_view import GameView

NARROW_WIDTH = 38  # characters in a line on a phone, for a game that is shown as text
BOARD = "board"  # the table; the game draws it
HAND = "hand"  # what the reader holds; the game draws it, too


class GameNews(NamedTuple):
    """What an email about one game says between its head and its footer."""

    heading: str
    preview: str
    sections: list[Section]
    lead: list[Section] = []
    note: str = ""  # behind the name of the table


def link_to_table(topic: GameUpdate) -> list[SectionLink]:
    """Return the link that ends a paragraph of the HTML part; the text has it in the end of the email."""
    link = game_links.find_table_link(topic)
    return [SectionLink(_("Go to the table"), link)] if link else []


def build_table_link_section(topic: GameUpdate) -> list[Section]:
    """Return the link to the table that ends the text."""
    link = game_links.find_table_link(topic)
    if not link:
        return []
    return [build_text_link(_("The table, if you are signed in:"), link)]


def build_text_link(label: str, link: str) -> Section:
    """Return a link that only the text has here; the HTML part has it elsewhere."""
    return Section(only=TEXT, inline_links=[SectionLink("", link, text_label=label)])


def build_state_section(
    topic: GameUpdate, *more: str, style: str = "due", only: Part | None = None
) -> Section:
    """Say how the game stands, with a link to the table."""
    text = " ".join([sentences.describe_game_state(topic), *more])
    return Section(only=only, style=style, paragraphs=[text], inline_links=link_to_table(topic))


def build_board_section(topic: GameUpdate, *, template: str = BOARD, is_hand_apart: bool = False) -> Section:
    """Show the table: in the HTML part as the game draws it, in the text as text.

    It leaves out the hand where that has a section of its own.
    """
    view = topic.view
    context = {
        "page": view.page,
        "text": partial(_format_table, view, is_hand_apart=is_hand_apart),
        "narrow": partial(_format_table, view, is_hand_apart=is_hand_apart, width=NARROW_WIDTH),
        "is_hand_apart": is_hand_apart,
        "templates": list_template_candidates(view.game.ruleset, BOARD),
    }
    return Section(template=template, context=context)


def build_hand_section(topic: GameUpdate) -> Section:
    """Show what the reader holds."""
    view = topic.view
    context = {
        "page": view.page,
        "text": partial(_format_hand, view),
        "templates": list_template_candidates(view.game.ruleset, HAND),
    }
    return Section(template=HAND, context=context)


def _format_table(view: GameView, *, is_hand_apart: bool, **width: int) -> str:
    """Return the table as text, without its first paragraph, which the email says elsewhere."""
    paragraphs = _list_table_paragraphs(view, **width)[1:]
    return "\n\n".join(paragraphs[:-1] if is_hand_apart else paragraphs)


def _format_hand(view: GameView) -> str:
    """Return the last paragraph of the table, which says what the reader holds."""
    return _list_table_paragraphs(view)[-1]


def _list_table_paragraphs(view: GameView, **width: int) -> list[str]:
    return "\n".join(view.rules.table_text(view.position, view.name, view.language, **width)).split("\n\n")


def list_template_candidates(ruleset: str, part: str) -> list[str]:
    """Return template candidates for a part: the game's own, then one that shows the table as text."""
    return [f"games/{ruleset}/mail/_{part}.html", f"games/mail/plain/_{part}.html"]


# --- the log


def build_log_sections(topic: GameUpdate) -> list[Section]:
    """Tell what has happened, with a link to what happened before that."""
    if not topic.log_entries:
        return []
    news = Section(
        heading=_get_log_heading(topic), cell="pad read", lines=sentences.list_log_sentences(topic)
    )
    return [news] if topic.is_answer else [news, *build_earlier_log_section(topic)]


def _get_log_heading(topic: GameUpdate) -> str:
    if topic.is_answer:
        return _("What happened")
    if topic.seat and Kind.MISSED in topic.kinds:
        return _("What was played for you, and what followed")
    if topic.finished_rounds or topic.is_recap_cut:
        return _("The last round, and what followed")
    return _("Since your last decision") if topic.last_decision > 0 else _("So far")


def build_earlier_log_section(topic: GameUpdate) -> list[Section]:
    link = game_links.find_earlier_log_link(topic)
    if not link:
        return []
    way = SectionLink(_("What happened before that"), link, text_label=_("What happened before that:"))
    return [Section(is_continued=True, style="soft", paragraphs=[""], inline_links=[way])]


def build_round_sections(topic: GameUpdate, *, level: int = 2) -> list[Section]:
    """Tell the finished rounds move by move."""
    return [
        Section(
            heading=part.title or _("So far"),
            level=level,
            cell="pad read",
            lines=[" ".join(entry.sentences) for entry in part.entries],
        )
        for part in topic.finished_rounds
    ]


# --- a question in short


def build_question_sections(topic: GameUpdate, *, is_reminder: bool) -> list[Section]:
    """Ask in one paragraph, with one link to the options; without it if links are revoked."""
    question = sentences.get_question(topic)
    call = sentences.describe_call(topic, is_reminder=is_reminder)
    deadline = sentences.describe_deadline(topic)
    text = f"{call}{question} {deadline}".rstrip()
    if sign_in := game_links.find_sign_in_link(topic):
        return _ask_and_sign_in(text, question, sign_in)
    label = _("Your options, without signing in")
    way = SectionLink(label, _find_turn_link(topic), text_label=_("Your options, without signing in:"))
    return [Section(style="due", paragraphs=[text], strong=question, inline_links=[way])]


def _find_turn_link(topic: GameUpdate) -> str:
    return build_turn_link(topic.seat) if topic.seat else ""


def _ask_and_sign_in(text: str, question: str, sign_in: str) -> list[Section]:
    asked = sentences.ask_to_sign_in()
    return [
        Section(only=TEXT, paragraphs=[text, asked], inline_links=[SectionLink("", sign_in, text_label="")]),
        Section(
            only=HTML,
            style="due",
            paragraphs=[f"{text} {asked}"],
            strong=question,
            inline_links=[SectionLink(_("Sign in"), sign_in)],
        ),
    ]
