"""Emails as data: sections in order, a lead, a footer. One pair of templates renders all of them.

Text and HTML are made from the same sections. Where the two say a thing differently, two sections stand side
by side, each of them for one part only.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple, Protocol

import msgspec
from django.utils.translation import gettext as _

Part = Literal["text", "html"]
TEXT: Part = "text"
HTML: Part = "html"


class SectionLink(NamedTuple):
    """A link and its label."""

    label: str
    link: str
    is_action: bool = True  # the reader decides something there; otherwise it is only for information
    needs_sign_in: bool = False
    text_label: str | None = None  # the line above the address in the text, if it is not the label
    note: str | None = None  # the small print of an action, if it is not about signing in

    @property
    def small_print(self) -> str:
        """Return what an action says below its label in the HTML part."""
        if self.note is not None:
            return self.note
        return _("For this you need to be signed in.") if self.needs_sign_in else _("No need to sign in.")

    @property
    def is_in_text(self) -> bool:
        """Does the text part show a link that stands inside a paragraph of the HTML part?"""
        return self.text_label is not None


class ReplyWord(NamedTuple):
    """Something that can be replied by email, and what it means."""

    word: str
    meaning: str


class Fact(NamedTuple):
    """Something to know, with its name: “Pace: one move a day”."""

    label: str
    value: str
    remark: str = ""  # a sentence behind it


class TableSummary(NamedTuple):
    """One of the reader's tables: who sits there, in seat order, and a link to it."""

    title: str
    seats: list[str]
    note: str
    link: str = ""


class RankLine(NamedTuple):
    """A row of the standings."""

    rank: int
    name: str
    points: str
    is_own: bool = False
    has_gap: bool = False  # rows above it are left out


class StandingsExcerpt(NamedTuple):
    """An excerpt of the standings with a title."""

    title: str
    ranks: list[RankLine]


class UnderstoodLine(Protocol):
    """A line of a reply, and what was done about it."""

    text: str
    sentence: str


class ConditionList(Protocol):
    """What entrants should know before playing, in sentences below a title."""

    @property
    def title(self) -> str: ...
    @property
    def sentences(self) -> list[str]: ...


class Section(msgspec.Struct, kw_only=True):
    """A heading and the content below it, in the order of the fields. Every part of it may be missing."""

    kind: str = ""
    heading: str = ""
    paragraphs: list[str] = []
    inline_links: list[SectionLink] = []  # behind the last paragraph; in the text only with a text label
    understood: Sequence[UnderstoodLine] = []  # lines of a reply, with what was done about each
    items: list[str] = []
    lines: list[str] = []  # items without a bullet in the HTML part, such as the log
    quotation: str = ""  # text that somebody wrote
    facts: list[Fact] = []
    tables: list[TableSummary] = []
    standings: list[StandingsExcerpt] = []
    deadline_text: str = ""  # the deadline, and what happens if it is missed
    links: list[SectionLink] = []
    reply_words: list[ReplyWord] = []
    sample: str | None = None  # what a reply may look like
    conditions: Sequence[ConditionList] = []
    template: str = ""  # a part with templates of its own: the board, the options, the score
    context: dict[str, Any] = {}  # what those templates show

    # --- how it is shown
    only: Part | None = None  # the part of the email that has it, if not both
    level: int = 2  # of the heading in the HTML part
    style: str = "p"  # class of the paragraphs in the HTML part
    strong: str = ""  # words of the paragraphs that are bold in the HTML part
    cell: str = "pad"  # class of the table cell in the HTML part
    is_continued: bool = False  # in the same cell as the section above
    is_tight: bool = False  # no empty line above it in the text
    is_compact: bool = False  # no empty lines inside it in the text, one cell in the HTML part
    underline: str = "-"  # below the heading in the text

    @property
    def text_template(self) -> str:
        return f"games/mail/_{self.template}.txt"

    @property
    def html_template(self) -> str:
        return f"games/mail/_{self.template}.html"


class FooterLink(NamedTuple):
    """A link in the footer; the text part may have a label of its own."""

    label: str
    link: str
    text_label: str = ""


class EmailContent(msgspec.Struct, kw_only=True):
    """Everything that an email says, before it is rendered."""

    subject: str
    title: str  # of the HTML document
    preview: str = ""  # what a mailbox shows beside the subject
    heading: str  # of the HTML part
    subheading: str = ""
    text_opening: str = ""  # first line of the text part, for programs that show it beside the subject
    text_heading: str = ""  # of the text part
    lead: Sequence[Section] = []  # below the heading
    answer: Sequence[Section] = []  # what was done about a reply; before everything else in the text
    sections: Sequence[Section] = []
    reply: str = ""  # the address to which a reply goes
    has_reply_line: bool = False  # does a line tell where to write the reply?
    why: str = ""  # why the reader gets it
    why_in_text: bool = True
    footer_links: Sequence[FooterLink] = []
    styles: Sequence[str] = []  # candidates for a template with more styles

    def list_text_sections(self) -> list[Section]:
        return [one for one in (*self.answer, *self.lead, *self.sections) if one.only != HTML]

    def list_html_lead(self) -> list[Section]:
        return [one for one in self.lead if one.only != TEXT]

    def list_html_sections(self) -> list[Section]:
        return [one for one in (*self.answer, *self.sections) if one.only != TEXT]


def join_in_one_cell(sections: Iterable[Section]) -> list[Section]:
    """Let these sections share one cell of the HTML part."""
    found = list(sections)
    is_open = False
    for one in found:
        if one.only != TEXT:
            one.is_continued, is_open = is_open, True
    return found
