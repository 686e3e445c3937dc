"""The bodies of replies: soft line ends, HTML, parts, charsets, limits."""

from email.message import EmailMessage

import pytest

from games.mail.parsing.reply import MAX_LINE_LENGTH, MAX_LINES
from tests.helpers.mail.raw_replies import ANN, heard, lines, raw_email


def html(text: str) -> list[str]:
    return lines(text, "text/html; charset=utf-8")


def flowed(text: str, rest: str = "") -> list[str]:
    return lines(text, f"text/plain; charset=utf-8; format=flowed{rest}")


# --- soft line ends


def test_soft_line_ends_are_joined_only_where_the_email_says_that_it_has_them():
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


def test_attached_texts_and_emails_are_left_alone():
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
    raw = raw_email("ZW5kCmdvbGQKYnVpbGQgdGF2ZX", Content_Transfer_Encoding="base64")
    assert heard(raw).lines[:2] == ("end", "gold")


# --- limits


def test_too_many_lines_are_cut_and_it_says_so():
    assert heard(raw_email("end\n" * MAX_LINES)).is_truncated is False
    reply = heard(raw_email("end\n" * (MAX_LINES + 1)))
    assert reply.lines == ("end",) * MAX_LINES
    assert reply.is_truncated


def test_a_line_that_is_too_long_is_dropped_and_it_says_so():
    assert heard(raw_email("x" * MAX_LINE_LENGTH)).is_truncated is False
    reply = heard(raw_email("gold\n" + "x" * (MAX_LINE_LENGTH + 1) + "\nend\n"))
    assert reply.lines == ("gold", "end")
    assert reply.is_truncated


@pytest.mark.parametrize("quote", ["> quoted\n" * 40_000, ">\n" * 70_000], ids=["letters", "lines"])
def test_more_text_than_anybody_writes_is_cut(quote):
    reply = heard(raw_email(f"gold\n{quote}end\n"))
    assert reply.lines == ("gold",)
    assert reply.is_truncated
