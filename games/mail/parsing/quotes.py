"""Extract what a person wrote in a reply, without what mail programs put around it.

Programs announce a quote in the language of their user and in a form of their own. If the quote is marked
with `>`, text below it counts again; if not, everything from the announcement on is quoted.
"""

import re

OPENING_MARK = "»"  # our emails begin with it, and with what a mailbox shows beside the subject
REPLY_MARKER = "##-"  # it follows: write above this line
QUOTE_PREFIX = re.compile(r"[>|]")
MAX_ANNOUNCEMENT_LENGTH = 500  # characters; a longer line is no announcement, and not worth a search
WRAP_WIDTHS = range(72, 81)  # where programs break lines
FEW_WORDS = 3

# --- announcements

CROATIAN_WROTE = r"napisa(?:o|la)(?:\W{1,2}la\)?)?"  # masculine, feminine, or both with a slash
WROTE = re.compile(
    r"(?!say\b)(?:.*\bwrote:|.*\bírta:|.*\bírta \(.*\):|.*\bírta ekkor\b.*:|.*\bpiše \(.*\):"
    rf"|.*\b(?:je {CROATIAN_WROTE}|{CROATIAN_WROTE} je)(?!\w)[^:]*(?:\d:\d\d[^:]*)?:)",
    re.IGNORECASE,
)
DATE_OR_ADDRESS = re.compile(r"@|\b20\d\d\b|\b\d{1,2}[./-] ?\d{1,2}\b|\b\d{1,2}:\d\d")
STRONG_START = re.compile(
    r"(?:On|Dana|20\d\d\.|(?:pon|uto|sri|čet|pet|sub|ned)\w{0,8}[.,]*)\s", re.IGNORECASE
)
MAX_WRAPPED_LINES = 4  # lines

ORIGINAL_MESSAGE = re.compile(
    r"[-*_ ]*(?:original message|forwarded message|begin forwarded message|eredeti üzenet|továbbított üzenet"
    r"|továbbított levél|izvorna poruka|originalna poruka|izvorna e-pošta|proslijeđena poruka)[-*_: ]*",
    re.IGNORECASE,
)
RULED_LINE = re.compile(r"_{10,}")

FROM_FIELD = re.compile(r"\*?(?:from|feladó|küldő|od|šalje|pošiljatelj)\s?:", re.IGNORECASE)
HEADER_FIELD = re.compile(
    r"\*?(?:sent|date|to|cc|subject|elküldve|küldve|dátum|címzett|címzettek|másolatot kap|másolat|tárgy"
    r"|poslano|datum|za|prima|primatelj|kopija|predmet)\s?:",
    re.IGNORECASE,
)
MAX_BLOCK_LINES = 6  # lines that the header block of a quoted email may take

# --- signatures of mail programs

SENT_FROM = re.compile(
    r"(?:sent (?:from|with|via|using)|get outlook|elküldve|küldve|poslano|preuzmite|nabavite)\b"
    r"|(?!say\b).*\b(?:küldve|letöltése|beszerzése)\b",
    re.IGNORECASE,
)
MAIL_APPS = re.compile(
    r"iphone|ipad|\bios\b|android|samsung|galaxy|huawei|xiaomi|outlook|proton ?mail|yahoo|k-9|windows"
    r"|telefon|phone|mobil|mobitel|tablet",
    re.IGNORECASE,
)
APP_ADVERTS = re.compile(
    r"please excuse my brevity|elnézést a (?:rövidség|tömörség)|(?:oprostite|ispričavam se) (?:na|zbog) "
    r"|yahoo mail: |virus-free\b|vírusmentes\b|bez virusa\b|(?:cid|image):[^\]]*\]$",
    re.IGNORECASE,
)
DECORATION = "*_[]<> "


def extract_own_lines(text: str) -> list[str]:
    """Return the lines that the person wrote, in order."""
    lines = [line.strip() for line in text.split("\n")]
    kept, at, is_signed = [], 0, False
    while at < len(lines):
        line = lines[at]
        if (end := _skip_announcements(lines, at)) > at:
            if not _quote_follows(lines, end):
                break
            at = end
            continue
        if QUOTE_PREFIX.match(line):
            is_signed = False  # a program may put its signature above the quote, and the reply is below it
        elif line.startswith(f"{OPENING_MARK} ") or REPLY_MARKER in line:
            break
        elif line == "--":
            is_signed = True
        elif line and not (is_signed or _is_app_signature(line) or _is_torn_quote_line(lines, at)):
            kept.append(line)
        at += 1
    return kept


# --- where a quote is announced


def _skip_announcements(lines: list[str], at: int) -> int:
    """Return where the announcements that begin here end; `at` itself if there is none."""
    while taken := _measure_announcement(lines, at):
        at += taken
        following = _skip_empty_lines(lines, at)
        if not _measure_announcement(lines, following):
            return at
        at = following
    return at


def _skip_empty_lines(lines: list[str], at: int) -> int:
    """Return the position of the next line that is not empty."""
    while at < len(lines) and not lines[at]:
        at += 1
    return at


def _quote_follows(lines: list[str], at: int) -> bool:
    following = _skip_empty_lines(lines, at)
    return following < len(lines) and bool(QUOTE_PREFIX.match(lines[following]))


def _measure_announcement(lines: list[str], at: int) -> int:
    """Return how many lines the announcement that begins here takes; 0 if there is none."""
    line = lines[at] if at < len(lines) else ""
    if not line or len(line) > MAX_ANNOUNCEMENT_LENGTH or QUOTE_PREFIX.match(line):
        return 0
    if RULED_LINE.fullmatch(line) or ORIGINAL_MESSAGE.fullmatch(line):
        return 1
    return _measure_header_block(lines, at) or _measure_attribution(lines, at)


def _measure_header_block(lines: list[str], at: int) -> int:
    """Measure Outlook's block of From, Sent, To, Subject: From and two more make one."""
    if not FROM_FIELD.match(lines[at]):
        return 0
    fields = [n for n, line in enumerate(lines[at : at + MAX_BLOCK_LINES]) if HEADER_FIELD.match(line)]
    return fields[-1] + 1 if len(fields) >= 2 else 0


def _measure_attribution(lines: list[str], at: int) -> int:
    """Measure “On …, … wrote:”, on one line or wrapped over several."""
    first = lines[at]
    if _is_attribution(first) or (WROTE.fullmatch(first) and _quote_follows(lines, at + 1)):
        return 1
    return _measure_wrapped_attribution(lines, at) if _may_start_attribution(lines, at) else 0


def _measure_wrapped_attribution(lines: list[str], at: int) -> int:
    text = first = lines[at]
    for taken, more in enumerate(lines[at + 1 : at + MAX_WRAPPED_LINES], start=2):
        if not more or QUOTE_PREFIX.match(more) or STRONG_START.match(more):
            return 0
        text = f"{text} {more}"
        if _is_attribution(text):
            # the line above a complete announcement is the person's own
            needs_first = STRONG_START.match(first) or more.startswith("<") or not _is_attribution(more)
            return taken if needs_first else 0
    return 0


def _is_attribution(text: str) -> bool:
    return len(text) <= MAX_ANNOUNCEMENT_LENGTH and bool(
        WROTE.fullmatch(text) and DATE_OR_ADDRESS.search(text)
    )


def _may_start_attribution(lines: list[str], at: int) -> bool:
    """Can a wrapped attribution begin here?"""
    if STRONG_START.match(lines[at]):
        return True
    name_above = at + 1 < len(lines) and lines[at + 1].startswith("<")
    is_paragraph = at == 0 or not lines[at - 1] or bool(QUOTE_PREFIX.match(lines[at - 1]))
    return is_paragraph and (name_above or bool(DATE_OR_ADDRESS.search(lines[at])))


# --- what mail programs add or break


def _is_app_signature(line: str) -> bool:
    bare = line[:MAX_ANNOUNCEMENT_LENGTH].lstrip(DECORATION)
    return bool(APP_ADVERTS.match(bare) or (SENT_FROM.match(bare) and MAIL_APPS.search(bare)))


def _is_torn_quote_line(lines: list[str], at: int) -> bool:
    """Is this the wrapped end of a quoted line that was too long for some program?"""
    if at == 0 or at + 1 >= len(lines):
        return False
    above, below = lines[at - 1], lines[at + 1]
    if not (QUOTE_PREFIX.match(above) and QUOTE_PREFIX.match(below)) or len(above) > WRAP_WIDTHS[-1]:
        return False
    is_text = len(above.split()) > FEW_WORDS  # links and ruled lines are never broken
    return is_text and len(above) + 1 + len(lines[at].split()[0]) > WRAP_WIDTHS[0]
