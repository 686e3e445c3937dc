"""What a person has written in a reply, without what mail programs put around it.

Programs announce a quote in the language of their owner and in a form of their own. If the quote itself is
marked with `>`, what stands below it counts again; if not, everything from the announcement on is quoted.
"""

import re

MARK = "##-"  # our letters begin with it: write above this line
QUOTED = re.compile(r"[>|]")
LONGEST = 500  # letters of an announcement; a longer line is none, and is not worth a search
WIDTH = range(72, 81)  # where programs break lines
FEW_WORDS = 3

# --- announcements

NAPISAO = r"napisa(?:o|la)(?:\W{1,2}la\)?)?"  # he, she, or both with a stroke
WROTE = re.compile(
    r"(?!say\b)(?:.*\bwrote:|.*\bírta:|.*\bírta \(.*\):|.*\bírta ekkor\b.*:|.*\bpiše \(.*\):"
    rf"|.*\b(?:je {NAPISAO}|{NAPISAO} je)(?!\w)[^:]*(?:\d:\d\d[^:]*)?:)",
    re.IGNORECASE,
)
DATED = re.compile(r"@|\b20\d\d\b|\b\d{1,2}[./-] ?\d{1,2}\b|\b\d{1,2}:\d\d")
STRONG = re.compile(r"(?:On|Dana|20\d\d\.|(?:pon|uto|sri|čet|pet|sub|ned)\w{0,8}[.,]*)\s", re.IGNORECASE)
MOST_WRAPPED = 4  # lines

ORIGINAL = re.compile(
    r"[-*_ ]*(?:original message|forwarded message|begin forwarded message|eredeti üzenet|továbbított üzenet"
    r"|továbbított levél|izvorna poruka|originalna poruka|izvorna e-pošta|proslijeđena poruka)[-*_: ]*",
    re.IGNORECASE,
)
RULE = re.compile(r"_{10,}")

FROM = re.compile(r"\*?(?:from|feladó|küldő|od|šalje|pošiljatelj)\s?:", re.IGNORECASE)
FIELD = re.compile(
    r"\*?(?:sent|date|to|cc|subject|elküldve|küldve|dátum|címzett|címzettek|másolatot kap|másolat|tárgy"
    r"|poslano|datum|za|prima|primatelj|kopija|predmet)\s?:",
    re.IGNORECASE,
)
BLOCK = 6  # lines in which the fields of a quoted letter stand

# --- signatures of programs

SENT = re.compile(
    r"(?:sent (?:from|with|via|using)|get outlook|elküldve|küldve|poslano|preuzmite|nabavite)\b"
    r"|(?!say\b).*\b(?:küldve|letöltése|beszerzése)\b",
    re.IGNORECASE,
)
APPS = re.compile(
    r"iphone|ipad|\bios\b|android|samsung|galaxy|huawei|xiaomi|outlook|proton ?mail|yahoo|k-9|windows"
    r"|telefon|phone|mobil|mobitel|tablet",
    re.IGNORECASE,
)
ADS = re.compile(
    r"please excuse my brevity|elnézést a (?:rövidség|tömörség)|(?:oprostite|ispričavam se) (?:na|zbog) "
    r"|yahoo mail: |virus-free\b|vírusmentes\b|bez virusa\b|(?:cid|image):[^\]]*\]$",
    re.IGNORECASE,
)
DECORATION = "*_[]<> "


def own_lines(text: str) -> list[str]:
    """The lines that the person wrote, in order."""
    lines = [line.strip() for line in text.split("\n")]
    kept, at, is_signed = [], 0, False
    while at < len(lines):
        line = lines[at]
        if (end := _announced(lines, at)) > at:
            if not _quote_follows(lines, end):
                break
            at = end
            continue
        if QUOTED.match(line):
            is_signed = False  # a program's signature may stand above the quote, and the answer below it
        elif MARK in line:
            break
        elif line == "--":
            is_signed = True
        elif line and not (is_signed or _is_of_a_program(line) or _is_torn(lines, at)):
            kept.append(line)
        at += 1
    return kept


# --- where a quote is announced


def _announced(lines: list[str], at: int) -> int:
    """Where the announcements that begin here end; `at` itself if there is none."""
    while taken := _announcement(lines, at):
        at += taken
        following = _next(lines, at)
        if not _announcement(lines, following):
            return at
        at = following
    return at


def _next(lines: list[str], at: int) -> int:
    """The next line that is not empty."""
    while at < len(lines) and not lines[at]:
        at += 1
    return at


def _quote_follows(lines: list[str], at: int) -> bool:
    following = _next(lines, at)
    return following < len(lines) and bool(QUOTED.match(lines[following]))


def _announcement(lines: list[str], at: int) -> int:
    """How many lines the announcement takes that begins here."""
    line = lines[at] if at < len(lines) else ""
    if not line or len(line) > LONGEST or QUOTED.match(line):
        return 0
    if RULE.fullmatch(line) or ORIGINAL.fullmatch(line):
        return 1
    return _block(lines, at) or _attribution(lines, at)


def _block(lines: list[str], at: int) -> int:
    """Outlook: From, Sent, To, Subject. Three of them make a letter."""
    if not FROM.match(lines[at]):
        return 0
    fields = [n for n, line in enumerate(lines[at : at + BLOCK]) if FIELD.match(line)]
    return fields[-1] + 1 if len(fields) >= 2 else 0


def _attribution(lines: list[str], at: int) -> int:
    """Who wrote when: on one line, or wrapped over some."""
    first = lines[at]
    if _names_a_writer(first) or (WROTE.fullmatch(first) and _quote_follows(lines, at + 1)):
        return 1
    return _wrapped(lines, at) if _may_begin(lines, at) else 0


def _wrapped(lines: list[str], at: int) -> int:
    words = first = lines[at]
    for taken, more in enumerate(lines[at + 1 : at + MOST_WRAPPED], start=2):
        if not more or QUOTED.match(more) or STRONG.match(more):
            return 0
        words = f"{words} {more}"
        if _names_a_writer(words):
            # a line of the person's own may stand right above an announcement that needs no other line
            needs_first = STRONG.match(first) or more.startswith("<") or not _names_a_writer(more)
            return taken if needs_first else 0
    return 0


def _names_a_writer(text: str) -> bool:
    return len(text) <= LONGEST and bool(WROTE.fullmatch(text) and DATED.search(text))


def _may_begin(lines: list[str], at: int) -> bool:
    """Can a wrapped announcement begin here?"""
    if STRONG.match(lines[at]):
        return True
    name_above = at + 1 < len(lines) and lines[at + 1].startswith("<")
    is_paragraph = at == 0 or not lines[at - 1] or bool(QUOTED.match(lines[at - 1]))
    return is_paragraph and (name_above or bool(DATED.search(lines[at])))


# --- what programs add or tear


def _is_of_a_program(line: str) -> bool:
    bare = line[:LONGEST].lstrip(DECORATION)
    return bool(ADS.match(bare) or (SENT.match(bare) and APPS.search(bare)))


def _is_torn(lines: list[str], at: int) -> bool:
    """The end of a quoted line that was too long for a program: it stands where it had no room above."""
    if at == 0 or at + 1 >= len(lines):
        return False
    above, below = lines[at - 1], lines[at + 1]
    if not (QUOTED.match(above) and QUOTED.match(below)) or len(above) > WIDTH[-1]:
        return False
    is_text = len(above.split()) > FEW_WORDS  # a link or a ruled line is never torn
    return is_text and len(above) + 1 + len(lines[at].split()[0]) > WIDTH[0]
