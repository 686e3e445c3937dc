"""Convert an HTML body to text, without quotes, whatever markup the mail program uses for them.

A line with `>` replaces each quote, so that the next step treats quotes of HTML and of plain text alike.
"""

import re
from collections import Counter
from html.parser import HTMLParser
from typing import NamedTuple

BLOCK_TAGS = re.compile(
    r"address|article|aside|blockquote|body|br|center|d[dlt]|div|fieldset|figure|footer|form|h[1-6]|header|hr|html"
    r"|li|main|nav|ol|p|pre|section|table|tbody|t[dhr]|tfoot|thead|ul"
)
VOID_TAGS = re.compile(r"area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr")
HIDDEN_TAGS = re.compile(r"head|iframe|math|object|script|select|style|svg|template|textarea|title")
QUOTE_CLASSES = re.compile(
    r"\b(?:yahoo_quoted|moz-cite-prefix|ms-outlook-mobile-reference-message"
    r"|mail-editor-reference-message-container|OLK_SRC_BODY_SECTION)"
)
WRAPPER_CLASSES = re.compile(r"\b(?:gmail_quote|protonmail_quote)\b")
SIGNATURE_CLASSES = re.compile(
    r"\b(?:gmail_signature|moz-signature|protonmail_signature_block|ms-outlook-mobile-signature)\b|\bSignature$"
)
HIDDEN_STYLE = re.compile(r"display:\s*none", re.IGNORECASE)
OUTLOOK_REPLY_ID = re.compile(r"divRplyFwdMsg")
OUTLOOK_RULE_STYLE = re.compile(r"border:\s*none;\s*border-top:\s*solid", re.IGNORECASE)
QUOTE_PLACEHOLDER = "\n>\n"


class OpenElement(NamedTuple):
    """An open element, and whether its content is hidden."""

    tag: str
    is_hidden: bool
    is_wrapper: bool = False


def html_to_text(html: str) -> str:
    """Return the text that a person wrote in this HTML."""
    reader = _HtmlTextParser()
    reader.feed(_drop_unclosed_markup(html))
    reader.close()
    return "".join(reader.pieces)


def _drop_unclosed_markup(html: str) -> str:
    """Remove comments and unterminated tags, for whose end the parser would search again and again."""
    pieces, at = [], 0
    while (begin := html.find("<!", at)) >= 0:
        pieces.append(html[at:begin])
        mark = "-->" if html.startswith("<!--", begin) else ">"
        end = html.find(mark, begin)
        if end < 0:
            return "".join(pieces)
        at = end + len(mark)
    pieces.append(html[at:])
    closed, sign, rest = "".join(pieces).rpartition(">")
    return closed + sign + rest.partition("<")[0]


class _HtmlTextParser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self.stack: list[OpenElement] = []
        self.open: Counter[str] = Counter()  # per tag, so that an end tag without a start tag costs nothing
        self.hidden = 0  # how many elements on the stack are hidden
        self.is_past_reply = False  # Outlook: everything from here on is the original email

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = " ".join(value or "" for name, value in attrs if name in ("class", "id"))
        style = " ".join(value or "" for name, value in attrs if name == "style")
        if BLOCK_TAGS.fullmatch(tag):
            self._append_text("\n")
        if OUTLOOK_REPLY_ID.search(names) or OUTLOOK_RULE_STYLE.search(style):
            self.is_past_reply = True
        if tag == "body":
            self._close_element("head")
        if not VOID_TAGS.fullmatch(tag):
            self._open_element(tag, names, style)

    def _open_element(self, tag: str, names: str, style: str) -> None:
        is_wrapper = tag != "blockquote" and bool(WRAPPER_CLASSES.search(names))
        is_quote = tag == "blockquote" or is_wrapper or bool(QUOTE_CLASSES.search(names))
        if is_quote:
            self._append_text(QUOTE_PLACEHOLDER)
        is_unseen = bool(
            HIDDEN_TAGS.fullmatch(tag) or HIDDEN_STYLE.search(style) or SIGNATURE_CLASSES.search(names)
        )
        self.stack.append(OpenElement(tag, is_quote or is_unseen, is_wrapper))
        self.open[tag] += 1
        self.hidden += is_quote or is_unseen

    def handle_endtag(self, tag: str) -> None:
        self._close_element(tag)
        if BLOCK_TAGS.fullmatch(tag):
            self._append_text("\n")
        if tag == "blockquote" and self.stack and self.stack[-1].is_wrapper:
            self._unhide_wrapper()

    def _close_element(self, tag: str) -> None:
        """Close this element and all unclosed elements inside it."""
        while self.open[tag]:
            element = self.stack.pop()
            self.open[element.tag] -= 1
            self.hidden -= element.is_hidden
            if element.tag == tag:
                return

    def _unhide_wrapper(self) -> None:
        """Show what follows inside a Gmail wrapper: it contains the quote and the reply below it."""
        element = self.stack[-1]
        self.hidden -= element.is_hidden
        self.stack[-1] = element._replace(is_hidden=False)

    def handle_data(self, data: str) -> None:
        self._append_text(data if self.open["pre"] else re.sub(r"[ \t\r\n\f]+", " ", data))

    def _append_text(self, text: str) -> None:
        if not self.hidden and not self.is_past_reply:
            self.pieces.append(text)
