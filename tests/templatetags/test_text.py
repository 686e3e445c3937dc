"""Text that fits into a narrow column."""

import pytest

from games.templatetags.text import soft_hyphens


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
