"""Text that fits into a narrow column, and addresses that people write in it."""

import pytest

from games.templatetags.text import WIDTH, beside, link_addresses, soft_hyphens


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("Watchtower", "Watch-tower"),
        ("Blackmailer", "Black-mailer"),
        ("Kereskedőház", "Keres-kedőház"),
        ("Tax Collector", "Tax Col-lector"),
        ("Kamenolom", "Kame-nolom"),
        ("Merchant", "Merchant"),
        ("Cathedral", "Cathed-ral"),
        ("Lighthouse", "Light-house"),
        ("Városháza", "Város-háza"),
        ("Orgyilkos", "Orgyil-kos"),
        ("Bhrgvrkstlm", "Bhrgvrkstlm"),
    ],
)
def test_a_long_word_may_break_where_a_syllable_begins(text, broken):
    assert soft_hyphens(text).replace("\xad", "-") == broken


def linked(*addresses: str) -> list[str]:
    return [f'<a href="{one}" rel="nofollow noopener noreferrer ugc">{one}</a>' for one in addresses]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("See https://example.org/a?b=1", "https://example.org/a?b=1"),
        ("HTTP://EXAMPLE.ORG", "HTTP://EXAMPLE.ORG"),
        ("(at http://example.org/x).", "http://example.org/x"),
        ("https://example.org/Citadels_(game), that is", "https://example.org/Citadels_(game)"),
        ("“https://example.org/”", "https://example.org/"),
        ("http://localhost:8000/g/abc/!", "http://localhost:8000/g/abc/"),
    ],
)
def test_an_address_is_a_link_without_the_sentence_around_it(text, address):
    before, after = text.split(address)
    assert link_addresses(text) == before + linked(address)[0] + after


@pytest.mark.parametrize(
    "text",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "ftp://example.org",
        "www.example.org",
        "ann@example.org",
        "http://",
        "https://...",
        "http://[::1",
        "xhttps:/example.org",
    ],
)
def test_nothing_else_is_a_link(text):
    assert "<a" not in link_addresses(text)


def test_what_is_written_is_never_markup():
    hostile = '<script>x</script> http://example.org/"onmouseover="x http://e.org/<b>&\'"'
    shown = link_addresses(hostile)
    assert "<script" not in shown
    assert "<b>" not in shown
    assert '"onmouseover' not in shown
    assert shown.count("<a ") == 2
    assert link_addresses("a & b < c") == "a &amp; b &lt; c"


def test_an_ampersand_in_an_address_is_escaped_once():
    assert 'href="https://e.org/?a=1&amp;b=2"' in link_addresses("https://e.org/?a=1&b=2")


def test_words_stand_at_the_right_end_of_a_line_or_below_it_if_they_do_not_fit():
    assert beside("  1. Market", "7 gold") == "  1. Market" + " " * (WIDTH - 17) + "7 gold"
    assert beside("x" * (WIDTH - 7), "7 gold") == "x" * (WIDTH - 7) + "\n" + "7 gold".rjust(WIDTH)
    assert beside("  1. Market", "") == "  1. Market"
