"""Reading a reply: the lines that the person wrote, whatever stands around them."""

from pathlib import Path
from random import Random

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from games.mail.parsing.reply import MAX_LINE_LENGTH, MAX_LINES, Reply, parse_reply
from tests.helpers.mail.raw_replies import ANN, heard, lines, raw_email

FOLDER = Path(__file__).parent / "replies"

EXPECTED = yaml.safe_load((FOLDER / "expected.yaml").read_text())

QUOTE = "> ##- Please write your reply above this line -##\n>\n> 1. Take 2 gold.\n> gold\n"

UNMARKED = "##- Please write your reply above this line -##\n\n1. Take 2 gold.\ngold\n"


def raw_of(name: str) -> bytes:
    return (FOLDER / f"{name}.eml").read_bytes()


# --- emails of the programs that people use


def test_each_email_in_the_folder_has_its_expectation():
    assert {path.stem for path in FOLDER.glob("*.eml")} == set(EXPECTED)
    assert len(EXPECTED) >= 36


@pytest.mark.parametrize("name", EXPECTED)
@pytest.mark.parametrize("end", [b"\n", b"\r\n"], ids=["lf", "crlf"])
def test_the_lines_are_those_of_the_writer(name, end):
    expected = {"sender": ANN, "automatic": ""} | EXPECTED[name]
    sender = expected.get("envelope", expected["sender"])
    reply = parse_reply(raw_of(name).replace(b"\n", end), envelope_sender=sender)
    assert list(reply.lines) == expected["lines"]
    assert reply.sender == expected["sender"]
    assert reply.auto_reply_reason == expected["automatic"]
    assert reply.message_id
    assert not reply.is_truncated


def test_the_subject_is_read_but_is_no_line():
    reply = heard(raw_of("gmail-web-hu-top"))
    assert reply.subject == "Re: Dunai éjszakák (Citadels)"
    assert reply.lines == ("építs kocsma",)


# --- quotes


@pytest.mark.parametrize(
    "announcement",
    [
        "On Mon, Nov 16, 2026 at 10:02 AM Citadels by Post <post@example.org> wrote:",
        "On Mon, Nov 16, 2026 at 10:02 AM Citadels by Post\n<post@example.org> wrote:",
        "Citadels by Post <post@example.org> ezt írta (időpont: 2026. nov. 16., H, 10:02):",
        "Citadels by Post\n<post@example.org> ezt írta (időpont: 2026. nov. 16., H, 10:02):",
        "Citadels by Post <post@example.org> írta ekkor: 2026. nov. 16., 10:02:",
        "2026. november 16., hétfő\n10:02 keltezéssel, Citadels by Post írta:",
        "pon, 16. stu 2026. u 10:02 Citadels by Post\n<post@example.org> napisao je:",
        "Dana 16. stu 2026. u 10:02, Citadels by Post napisala je:",
        "Citadels by Post <post@example.org> je napisao/la dana 16. stu 2026. u 10:02:",
        "Ana <ana@example.org> piše (ponedjeljak, 16. studenoga 2026. 10:02):",
        "-----Original Message-----",
        "________________________________",
        "From: Post\nSent: Monday\nTo: Ann\nSubject: Danube nights",
        "Feladó: Post\nElküldve: hétfő\nCímzett: Anna\nTárgy: Dunai éjszakák",
        "Šalje: Post\nPoslano: ponedjeljak\nPrima: Ana\nPredmet: Dunavske noći",
    ],
)
def test_an_announcement_takes_the_rest_with_it_unless_the_quote_is_marked(announcement):
    unmarked = UNMARKED.split("\n", 2)[2]  # without our own mark: the announcement alone has to do
    assert lines(f"end\n\n{announcement}\n\n{unmarked}") == ["end"]
    assert lines(f"{announcement}\n\n{QUOTE}\nend\n") == ["end"]


@pytest.mark.parametrize(
    "line",
    [
        "say On Monday she wrote: no",
        "say On 16.11.2026 she wrote:",
        "say Od: 2 zlatnika",
        "From: the market to the docks",
        "1",
        "2. build tavern",
        "say Sent you a card from my phone",
        "say 16.11.2026. 10:02",
        "To: whom it may concern",
    ],
)
def test_what_only_looks_like_an_announcement_stays(line):
    assert lines(f"{line}\nend\n") == [line, "end"]


def test_a_line_right_above_an_announcement_stays():
    on = "On Mon, Nov 16, 2026 at 10:02 AM Citadels by Post\n<post@example.org> wrote:"
    hungarian = "Citadels by Post <post@example.org> ezt írta (időpont: 2026. nov. 16., H, 10:02):"
    assert lines(f"At 10:02 I was there.\n{on}\n{QUOTE}") == ["At 10:02 I was there."]
    assert lines(f"At 10:02 I was there.\n{hungarian}\n{QUOTE}") == ["At 10:02 I was there."]
    assert lines(f"1\n{hungarian}\n{QUOTE}") == ["1"]


def test_nothing_below_our_mark_counts_unless_the_mark_is_quoted():
    assert lines(f"end\n{UNMARKED}build tavern\n") == ["end"]
    assert lines(f"end\n{QUOTE}build tavern\n") == ["end", "build tavern"]


def test_the_torn_end_of_a_quoted_line_is_not_the_writers():
    wide = "> Several moves, each on a line of its own, are a whole turn. A line that"
    assert lines(f"1\n\n{wide}\nend\n> begins with say\n") == ["1"]
    assert lines(f"{wide}\n\nend\n\n> begins with say\n") == ["end"]


@pytest.mark.parametrize(
    "signature",
    [
        "Sent from my iPhone",
        "Get Outlook for iOS<https://aka.example.org/o0ukef>",
        "Sent with Proton Mail secure email.",
        "Sent from Yahoo Mail on Android",
        "*Sent from my Galaxy*",
        "Elküldve az iPhone-omról",
        "iPhone-ról küldve",
        "Az Outlook letöltése Androidra",
        "Poslano s mog iPhonea",
        "Preuzmite Outlook za iOS",
        "[cid:image001.png@01DB3812.5A1C]",
    ],
)
def test_the_signature_of_a_program_is_dropped_and_no_line_below_it(signature):
    assert lines(f"build tavern\n\n{signature}\n\nend\n") == ["build tavern", "end"]


@pytest.mark.parametrize("mark", ["-- ", "--"])
def test_a_signature_lasts_until_a_quote_begins(mark):
    assert lines(f"1\n{mark}\nAnn\nbuild docks\n{QUOTE}\nend\n") == ["1", "end"]


# --- whatever comes


def is_sound(reply: Reply) -> bool:
    """Could it be stored and shown?"""
    texts = [reply.message_id, reply.sender, reply.subject, *reply.lines]
    return (
        len(reply.lines) <= MAX_LINES
        and all(line and line == line.strip() and len(line) <= MAX_LINE_LENGTH for line in reply.lines)
        and all("\n" not in text and "\x00" not in text and text.encode() is not None for text in texts)
    )


@given(st.binary(max_size=2000), st.text(max_size=20))
def test_no_bytes_break_the_reader(raw, envelope):
    assert is_sound(parse_reply(raw, envelope_sender=envelope, trusted="mx", own=["x@example.org"]))


HEADERS = ["From", "Subject", "Message-ID", "Content-Type", "Content-Disposition", "Authentication-Results"]

VALUES = [
    "multipart/mixed; boundary=b",
    'text/plain; charset="utf-7"; format=flowed',
    "text/html; charset*0*=x''%ff; name*99999=1",
    "=?utf-8?B?////?= =?x?q?=zz?=",
    "attachment; filename*=utf-8''%00",
    "message/rfc822",
]


@given(
    st.lists(st.tuples(st.sampled_from(HEADERS), st.sampled_from(VALUES) | st.text(max_size=40)), max_size=6),
    st.binary(max_size=300),
)
def test_no_headers_break_the_reader(fields, body):
    head = "\n".join(f"{name}: {value}" for name, value in fields).encode("utf-8", "surrogatepass")
    assert is_sound(heard(head + b"\n\n--b\n" + body))


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(EXPECTED)), st.integers(0, 2**32), st.integers(1, 30))
def test_no_damage_to_a_email_breaks_the_reader(name, seed, times):
    raw, chance = bytearray(raw_of(name)), Random(seed)
    for _ in range(times):
        at = chance.randrange(len(raw))
        raw[at : at + chance.choice([0, 1, 20])] = chance.randbytes(chance.choice([0, 1, 3]))
    assert is_sound(heard(bytes(raw), trusted="mx"))


def nested(depth: int) -> bytes:
    head = b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n"
    return b"From: ann@example.org\n" + b"".join(head % (n, n) for n in range(depth)) + b"\nend\n"


def test_parts_in_parts_without_end_are_not_opened():
    emails = b"From: ann@example.org\n" + b"Content-Type: message/rfc822\n\n" * 5000 + b"end\n"
    assert heard(nested(5)).lines == ("end",)
    for raw in (nested(60), nested(3000), emails):
        reply = heard(raw)
        assert reply.sender == ANN
        assert reply.lines == ()
        assert reply.is_truncated


@pytest.mark.parametrize("value", ["a*0=b;" * 200_000, '"(<@' * 100_000, "=?utf-8?q?" * 100_000])
def test_huge_headers_are_cut_short(value):
    raw = raw_email("end\n", "text/plain; " + value, Subject=value, From=value)
    assert heard(raw).lines == ("end",)


def test_an_empty_email_is_read():
    assert parse_reply(b"", envelope_sender=ANN) == Reply(message_id="", sender="", subject="", lines=())
    assert heard(b"end").lines == ("end",)
