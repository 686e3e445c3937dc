"""HTML as text, as far as a person has written it: quotes are left out, whatever the mail program calls them.

Where a quote was, a line with `>` is left: a quote in HTML and a quote in text look alike to whoever cuts.
"""

import re
from collections import Counter
from html.parser import HTMLParser
from typing import NamedTuple

BLOCKS = re.compile(
    r"address|article|aside|blockquote|body|br|center|d[dlt]|div|fieldset|figure|footer|form|h[1-6]|header|hr|html"
    r"|li|main|nav|ol|p|pre|section|table|tbody|t[dhr]|tfoot|thead|ul"
)
VOID = re.compile(r"area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr")
UNSEEN = re.compile(r"head|iframe|math|object|script|select|style|svg|template|textarea|title")
QUOTES = re.compile(
    r"\b(?:yahoo_quoted|moz-cite-prefix|ms-outlook-mobile-reference-message"
    r"|mail-editor-reference-message-container|OLK_SRC_BODY_SECTION)"
)
WRAPPERS = re.compile(r"\b(?:gmail_quote|protonmail_quote)\b")
SIGNATURES = re.compile(
    r"\b(?:gmail_signature|moz-signature|protonmail_signature_block|ms-outlook-mobile-signature)\b|\bSignature$"
)
HIDDEN = re.compile(r"display:\s*none", re.IGNORECASE)
OUTLOOK = re.compile(r"divRplyFwdMsg")
OUTLOOK_RULE = re.compile(r"border:\s*none;\s*border-top:\s*solid", re.IGNORECASE)
STAND_IN = "\n>\n"


class Element(NamedTuple):
    """An element that is open, and whether it hides what it holds."""

    tag: str
    is_hidden: bool
    is_wrapper: bool = False


def html_text(html: str) -> str:
    """What a person has written in this page."""
    reader = _Reader()
    reader.feed(_well_closed(html))
    reader.close()
    return "".join(reader.pieces)


def _well_closed(html: str) -> str:
    """Without comments and without tags that never end: the parser would look for their end for ever."""
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


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self.stack: list[Element] = []
        self.open: Counter[str] = Counter()  # of each tag: an end tag without a beginning is not looked for
        self.hidden = 0  # how many elements on the stack hide what they hold
        self.is_over = False  # Outlook: from here on everything is the letter that is answered

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = " ".join(value or "" for name, value in attrs if name in ("class", "id"))
        style = " ".join(value or "" for name, value in attrs if name == "style")
        if BLOCKS.fullmatch(tag):
            self._write("\n")
        if OUTLOOK.search(names) or OUTLOOK_RULE.search(style):
            self.is_over = True
        if tag == "body":
            self._close("head")
        if not VOID.fullmatch(tag):
            self._push(tag, names, style)

    def _push(self, tag: str, names: str, style: str) -> None:
        is_wrapper = tag != "blockquote" and bool(WRAPPERS.search(names))
        is_quote = tag == "blockquote" or is_wrapper or bool(QUOTES.search(names))
        if is_quote:
            self._write(STAND_IN)
        is_unseen = bool(UNSEEN.fullmatch(tag) or HIDDEN.search(style) or SIGNATURES.search(names))
        self.stack.append(Element(tag, is_quote or is_unseen, is_wrapper))
        self.open[tag] += 1
        self.hidden += is_quote or is_unseen

    def handle_endtag(self, tag: str) -> None:
        self._close(tag)
        if BLOCKS.fullmatch(tag):
            self._write("\n")
        if tag == "blockquote" and self.stack and self.stack[-1].is_wrapper:
            self._unhide()

    def _close(self, tag: str) -> None:
        """Close this element, with those inside that were never closed."""
        while self.open[tag]:
            element = self.stack.pop()
            self.open[element.tag] -= 1
            self.hidden -= element.is_hidden
            if element.tag == tag:
                return

    def _unhide(self) -> None:
        """Gmail wraps quote and answers: what stands below the quote was written by the person."""
        element = self.stack[-1]
        self.hidden -= element.is_hidden
        self.stack[-1] = element._replace(is_hidden=False)

    def handle_data(self, data: str) -> None:
        self._write(data if self.open["pre"] else re.sub(r"[ \t\r\n\f]+", " ", data))

    def _write(self, text: str) -> None:
        if not self.hidden and not self.is_over:
            self.pieces.append(text)
