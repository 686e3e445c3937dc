"""Reading a reply: what the person wrote, who it was, and whether it was a person at all."""

from email.message import EmailMessage
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from games.mail.reading.replies import LONGEST_LINE, MOST_LINES, Reply, duplicate_key, read

FOLDER = Path(__file__).parent / "replies"
EXPECTED = yaml.safe_load((FOLDER / "expected.yaml").read_text())
ANN = "ann@example.org"
QUOTE = "> ##- Please write your reply above this line -##\n>\n> 1. Take 2 gold.\n> gold\n"
UNMARKED = "##- Please write your reply above this line -##\n\n1. Take 2 gold.\ngold\n"


def raw_of(name: str) -> bytes:
    return (FOLDER / f"{name}.eml").read_bytes()


def letter(text: str = "end\n", kind: str = "text/plain; charset=utf-8", **headers: str) -> bytes:
    """A letter of Ann's. Headers are written with `_` for `-`; an empty one is left out."""
    named = {"From": f"Ann <{ANN}>", "Content_Type": kind} | headers
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in named.items() if value]
    return "\n".join([*lines, "", text]).encode()


def heard(raw: bytes, *, envelope_sender: str = ANN, **options) -> Reply:
    return read(raw, envelope_sender=envelope_sender, **options)


def lines(text: str, kind: str = "text/plain; charset=utf-8") -> list[str]:
    return list(heard(letter(text, kind)).lines)


def html(text: str) -> list[str]:
    return lines(text, "text/html; charset=utf-8")


def flowed(text: str, rest: str = "") -> list[str]:
    return lines(text, f"text/plain; charset=utf-8; format=flowed{rest}")


# --- letters of the programs that people use


def test_each_letter_in_the_folder_has_its_expectation():
    assert {path.stem for path in FOLDER.glob("*.eml")} == set(EXPECTED)
    assert len(EXPECTED) >= 36


@pytest.mark.parametrize("name", EXPECTED)
@pytest.mark.parametrize("end", [b"\n", b"\r\n"], ids=["lf", "crlf"])
def test_the_lines_are_those_of_the_writer(name, end):
    expected = {"sender": ANN, "automatic": ""} | EXPECTED[name]
    sender = expected.get("envelope", expected["sender"])
    reply = read(raw_of(name).replace(b"\n", end), envelope_sender=sender)
    assert list(reply.lines) == expected["lines"]
    assert reply.sender == expected["sender"]
    assert reply.automatic == expected["automatic"]
    assert reply.message_id
    assert not reply.is_cut


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


# --- soft line ends


def test_soft_line_ends_are_joined_only_where_the_letter_says_that_it_has_them():
    text = "say A long \nday.\nend\n"
    assert flowed(text) == ["say A long day.", "end"]
    assert lines(text) == ["say A long", "day.", "end"]


def test_hard_line_ends_and_other_depths_are_never_joined():
    assert flowed("gold\nbuild tavern\nend\n") == ["gold", "build tavern", "end"]
    assert flowed("> quoted to the end \nend\n") == ["end"]
    assert flowed("end \n> quoted\n") == ["end"]
    assert flowed("end \n-- \nAnn\n") == ["end"]


def test_stuffed_and_deleted_spaces_are_taken_away():
    assert flowed(" From the market \n to the docks\n") == ["From the market to the docks"]
    assert flowed("say Donau \ndampf\n", "; delsp=yes") == ["say Donaudampf"]


# --- HTML


def test_blocks_and_breaks_end_lines():
    assert html("<div>gold</div><p>build\ntavern<br>end</p><ul><li>1<li>2</ul>") == [
        "gold",
        "build tavern",
        "end",
        "1",
        "2",
    ]
    assert html("<b>bu</b>ild&nbsp;tavern &amp; <i>end</i>") == ["build tavern & end"]
    assert html("<pre>gold\nend</pre>") == ["gold", "end"]


def test_hostile_html_is_harmless():
    assert html("<head><title>x</title><script>gold</script>") == []
    assert html("<style>gold</style><!-- gold --><script>'</div>gold'</script>end") == ["end"]
    assert html("end<!-- never closed <p>gold") == ["end"]
    assert html("<head>gold<body>end") == ["end"]
    assert html("end</div></p></blockquote><a href='javascript:gold()") == ["end"]
    assert html("<div style='display: none'>gold</div>end") == ["end"]
    assert html("<b>" * 50_000 + "end" + "</i>" * 5_000) == ["end"]


@pytest.mark.parametrize(
    "quote",
    [
        "<blockquote>gold</blockquote>",
        "<div class='gmail_quote'>On 1. 1. X wrote:<blockquote>gold</blockquote></div>",
        "<div class='gmail_quote'>gold</div>",
        "<div class='yahoo_quoted' id='yahoo_quoted_1'>gold</div>",
        "<div class='moz-cite-prefix'>gold</div><blockquote type=cite>gold</blockquote>",
    ],
)
def test_a_quote_in_html_goes_and_what_stands_around_it_stays(quote):
    assert html(f"<p>build tavern</p>{quote}<p>end</p>") == ["build tavern", "end"]


@pytest.mark.parametrize(
    "border",
    [
        "<div id='divRplyFwdMsg'>",
        "<div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'>",
    ],
)
def test_below_the_border_of_outlook_nothing_counts(border):
    assert html(f"<p>end</p>{border}Post</div><p>gold</p>") == ["end"]


# --- parts and charsets


def test_html_is_read_where_the_plain_text_is_missing_or_empty():
    message = EmailMessage()
    message.set_content(" \n\n")
    message.add_alternative("<p>end</p>", subtype="html")
    assert heard(bytes(message)).lines == ("end",)
    message = EmailMessage()
    message.set_content("gold\n")
    message.add_alternative("<p>end</p>", subtype="html")
    assert heard(bytes(message)).lines == ("gold",)


def test_attached_texts_and_letters_are_left_alone():
    message = EmailMessage()
    message.set_content("end\n")
    message.add_attachment("gold\n", filename="gold.txt")
    message.add_attachment("build docks\n", disposition="inline", filename="docks.txt")
    inside = EmailMessage()
    inside.set_content("build tavern\n")
    message.add_attachment(inside)
    assert heard(bytes(message)).lines == ("end",)


@pytest.mark.drill(14, "bad charsets")
@pytest.mark.parametrize(
    ("declared", "real"),
    [
        ("utf-8", "utf-8"),
        ("iso-8859-2", "iso-8859-2"),
        ("utf-8", "windows-1250"),
        ("us-ascii", "utf-8"),
        ("klingon", "utf-8"),
        ("punycode", "utf-8"),
        ("unicode_escape", "utf-8"),
        ("undefined", "windows-1250"),
    ],
)
def test_a_charset_that_is_unknown_or_a_lie_loses_no_word(declared, real):
    head = f"From: {ANN}\nContent-Type: text/plain; charset={declared}\n\n"
    assert heard(head.encode() + "építs őrtorony, građa".replace("đ", "dj").encode(real)).lines == (
        "építs őrtorony, gradja",
    )


def test_strange_spaces_and_unseen_signs_are_put_in_order():
    assert lines("\ufeffbuild\u00a0\u200btav\u00aderm\u0000\u2028end\u202e\n") == ["build taverm", "end"]
    assert lines("say “Good ’evening”, 1–2\n") == ["say “Good ’evening”, 1–2"]


def test_base64_that_was_cut_off_is_read_as_far_as_it_goes():
    raw = letter("ZW5kCmdvbGQKYnVpbGQgdGF2ZX", Content_Transfer_Encoding="base64")
    assert heard(raw).lines[:2] == ("end", "gold")


# --- limits


def test_too_many_lines_are_cut_and_it_says_so():
    assert heard(letter("end\n" * MOST_LINES)).is_cut is False
    reply = heard(letter("end\n" * (MOST_LINES + 1)))
    assert reply.lines == ("end",) * MOST_LINES
    assert reply.is_cut


def test_a_line_that_is_too_long_is_dropped_and_it_says_so():
    assert heard(letter("x" * LONGEST_LINE)).is_cut is False
    reply = heard(letter("gold\n" + "x" * (LONGEST_LINE + 1) + "\nend\n"))
    assert reply.lines == ("gold", "end")
    assert reply.is_cut


@pytest.mark.parametrize("quote", ["> quoted\n" * 40_000, ">\n" * 70_000], ids=["letters", "lines"])
def test_more_text_than_anybody_writes_is_cut(quote):
    reply = heard(letter(f"gold\n{quote}end\n"))
    assert reply.lines == ("gold",)
    assert reply.is_cut


# --- who


@pytest.mark.parametrize(
    ("field", "sender"),
    [
        ("Ann@Example.ORG", ANN),
        ("Ann <ann@example.org>", ANN),
        ('"bob@example.org" <ann@example.org>', ANN),
        ("(bob@example.org) ann@example.org", ANN),
        ("=?utf-8?Q?bob@example.org?= <ann@example.org>", ANN),
        ("ann@example.org <ann@example.org>", ANN),
        ("bob@example.org <ann@example.org>", ""),
        ("Ann <ann@example.org>, Bob <bob@example.org>", ""),
        ("ann@example.org\nFrom: bob@example.org", ""),
        ("ann@example.org\nFrom: ann@example.org", ""),
        ("Ann", ""),
        ("", ""),
    ],
)
def test_the_sender_is_the_one_address_of_from(field, sender):
    assert heard(letter(From=field)).sender == sender


@pytest.mark.parametrize(
    ("field", "found"),
    [("<a.1@example.org>", "a.1@example.org"), ("a.1@example.org", "a.1@example.org"), ("", ""), ("<>", "")],
)
def test_the_message_id_comes_without_its_brackets(field, found):
    assert heard(letter(Message_ID=field)).message_id == found


def named(message_id: str, text: str = "one") -> bytes:
    return f"Message-ID: <{message_id}>\n\n{text}\n".encode()


def test_a_letter_brought_twice_has_the_same_key_at_each_address():
    key = duplicate_key(named("a@example.org"), "Reply+x@example.org")
    assert key == duplicate_key(named("a@example.org", "brought again"), "reply+X@example.org")
    assert key != duplicate_key(named("a@example.org"), "reply+y@example.org")
    assert key != duplicate_key(named("b@example.org"), "reply+x@example.org")
    assert len(key) == len(sha256().hexdigest())


def test_without_a_message_id_the_letter_itself_is_the_key():
    key = duplicate_key(b"one", "reply+x@example.org")
    assert key == duplicate_key(b"one", "reply+x@example.org")
    assert key != duplicate_key(b"two", "reply+x@example.org")


# --- a person or a machine


@pytest.mark.parametrize(
    ("headers", "reason"),
    [
        ({"Auto_Submitted": "auto-replied"}, "auto-submitted"),
        ({"Auto_Submitted": "auto-generated (rejected)"}, "auto-submitted"),
        ({"Precedence": "BULK"}, "precedence"),
        ({"Precedence": "auto_reply"}, "precedence"),
        ({"Precedence": "list"}, "precedence"),
        ({"List_Id": "<games.example.org>"}, "list"),
        ({"X_Autoreply": "yes"}, "auto-reply header"),
        ({"X_Autorespond": "Danube nights"}, "auto-reply header"),
        ({"X_Loop": "ann@example.org"}, "loop"),
        ({"Return_Path": "<>"}, "null sender"),
        ({"X_Failed_Recipients": "bob@example.org"}, "mailer daemon"),
        ({"From": "MAILER-DAEMON@example.org"}, "mailer daemon"),
        ({"From": "Postmaster <postmaster@example.org>"}, "mailer daemon"),
        ({"From": "no-reply@example.org"}, "no-reply sender"),
        ({"From": "Post@Example.org"}, "own address"),
        ({"Subject": "Out of office: Danube nights"}, "auto-reply subject"),
        ({"Subject": "Automatic reply: Re: Danube nights"}, "auto-reply subject"),
        ({"Subject": "=?utf-8?Q?Automatikus_v=C3=A1lasz=3A?= x"}, "auto-reply subject"),
        ({"Subject": "Házon kívül"}, "auto-reply subject"),
        ({"Subject": "Automatski odgovor: x"}, "auto-reply subject"),
        ({"Subject": "Odsutan do petka"}, "auto-reply subject"),
        ({"Content_Type": "multipart/report; report-type=disposition-notification"}, "report"),
    ],
)
def test_a_machine_is_known_by_one_sign(headers, reason):
    assert heard(letter(**headers), own=["POST@example.org"]).automatic == reason


@pytest.mark.parametrize("envelope", ["", "<>", " "])
def test_nobody_on_the_envelope_means_a_machine(envelope):
    assert heard(letter(), envelope_sender=envelope).automatic == "null sender"


def test_a_machine_on_the_envelope_is_one_whatever_from_says():
    assert heard(letter(), envelope_sender="Mailer-Daemon@mx.example.org").automatic == "mailer daemon"
    assert (
        heard(letter(), envelope_sender="post@example.org", own=["post@example.org"]).automatic
        == "own address"
    )


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Auto_Submitted": "no"},
        {"Precedence": "normal"},
        {"X_Auto_Response_Suppress": "DR, OOF, AutoReply"},
        {"Subject": "Re: Out of office (Citadels)"},
        {"Subject": "RE: Házon kívül (Citadels)"},
        {"Subject": "Odg: Odsutan (Citadels)"},
        {"Subject": "Odsutanje (Citadels)"},
        {"From": "Noreen Reply <noreplyson@example.org>"},
    ],
)
def test_a_person_is_not_taken_for_a_machine(headers):
    assert heard(letter(**headers), own=["post@example.org"]).automatic == ""


# --- the verdict of the trusted server

MX = "mx.play.example"


@pytest.mark.parametrize(
    ("results", "verdict"),
    [
        ("dmarc=pass", "pass"),
        ("dmarc=pass (p=none dis=none) header.from=example.org", "pass"),
        ("dmarc=pass header.from=other.example", "fail"),
        ("dkim=pass header.d=example.org header.s=s1", "pass"),
        ("dkim=pass (2048-bit key; secure) header.i=@mail.example.org", "pass"),
        ("dkim/1 = PASS header.d = EXAMPLE.org", "pass"),
        ("dkim=pass header.d=other.example; dkim=pass header.d=example.org", "pass"),
        ("dkim=pass header.d=other.example", "fail"),
        ("dkim=pass header.d=notexample.org", "fail"),
        ("dkim=pass header.d=org", "fail"),
        ("dkim=pass", "fail"),
        ("dkim=passed header.d=example.org", "fail"),
        ("dkim=fail header.d=example.org; spf=softfail smtp.mailfrom=ann@example.org", "fail"),
        ("spf=pass smtp.mailfrom=ann@example.org", "pass"),
        ("spf=pass smtp.mailfrom=bounces.example.org", "pass"),
        ("spf=pass smtp.mailfrom=ann@other.example", "fail"),
        ("spf=pass smtp.helo=example.org", "fail"),
        ("none", "fail"),
        ("", "fail"),
        ('spf=fail smtp.mailfrom="a; dmarc=pass header.from=example.org"@other.example', "fail"),
        ("spf=fail (; dmarc=pass (x) header.from=example.org) smtp.mailfrom=other.example", "fail"),
        (r'spf=fail reason="\"; dmarc=pass"', "fail"),
    ],
)
def test_the_sender_is_vouched_for_only_by_what_belongs_to_his_domain(results, verdict):
    raw = letter(Authentication_Results=f"{MX}; {results}")
    assert heard(raw, trusted=MX.upper()).verdict == verdict


def test_a_domain_below_the_writers_or_above_it_vouches():
    raw = letter(
        From="ann@mail.example.org", Authentication_Results=f"{MX} 1; dkim=pass header.d=example.org"
    )
    assert heard(raw, trusted=MX).verdict == "pass"


def test_what_strangers_say_about_themselves_is_no_verdict():
    raw = letter(Authentication_Results="mx.example.org; dmarc=pass")
    assert heard(raw, trusted=MX).verdict == "fail"
    assert heard(raw, trusted="").verdict == ""
    assert heard(letter(), trusted=MX).verdict == "fail"
    assert heard(letter(ARC_Authentication_Results=f"i=1; {MX}; dmarc=pass"), trusted=MX).verdict == "fail"


def test_of_several_verdicts_the_topmost_counts():
    forged = f"Authentication-Results: {MX}; dmarc=pass"
    raw = letter(
        Authentication_Results=f"x.example; dmarc=pass\nAuthentication-Results: {MX};\n dmarc=fail\n{forged}"
    )
    assert heard(raw, trusted=MX).verdict == "fail"


def test_nobody_vouches_for_a_letter_of_several_writers():
    raw = letter(From="ann@example.org, bob@example.org", Authentication_Results=f"{MX}; dmarc=pass")
    assert heard(raw, trusted=MX).verdict == "fail"


# --- whatever comes


def is_sound(reply: Reply) -> bool:
    """Could it be stored and shown?"""
    texts = [reply.message_id, reply.sender, reply.subject, *reply.lines]
    return (
        len(reply.lines) <= MOST_LINES
        and all(line and line == line.strip() and len(line) <= LONGEST_LINE for line in reply.lines)
        and all("\n" not in text and "\x00" not in text and text.encode() is not None for text in texts)
    )


@given(st.binary(max_size=2000), st.text(max_size=20))
def test_no_bytes_break_the_reader(raw, envelope):
    assert is_sound(read(raw, envelope_sender=envelope, trusted="mx", own=["x@example.org"]))


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
def test_no_damage_to_a_letter_breaks_the_reader(name, seed, times):
    raw, chance = bytearray(raw_of(name)), Random(seed)
    for _ in range(times):
        at = chance.randrange(len(raw))
        raw[at : at + chance.choice([0, 1, 20])] = chance.randbytes(chance.choice([0, 1, 3]))
    assert is_sound(heard(bytes(raw), trusted="mx"))


def nested(depth: int) -> bytes:
    head = b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n"
    return b"From: ann@example.org\n" + b"".join(head % (n, n) for n in range(depth)) + b"\nend\n"


def test_parts_in_parts_without_end_are_not_opened():
    letters = b"From: ann@example.org\n" + b"Content-Type: message/rfc822\n\n" * 5000 + b"end\n"
    assert heard(nested(5)).lines == ("end",)
    for raw in (nested(60), nested(3000), letters):
        reply = heard(raw)
        assert reply.sender == ANN
        assert reply.lines == ()
        assert reply.is_cut


@pytest.mark.parametrize("value", ["a*0=b;" * 200_000, '"(<@' * 100_000, "=?utf-8?q?" * 100_000])
def test_huge_headers_are_cut_short(value):
    raw = letter("end\n", "text/plain; " + value, Subject=value, From=value)
    assert heard(raw).lines == ("end",)


def test_an_empty_letter_is_read():
    assert read(b"", envelope_sender=ANN) == Reply(message_id="", sender="", subject="", lines=())
    assert heard(b"end").lines == ("end",)
