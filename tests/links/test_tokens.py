"""Signed words: whole, for one purpose, for a time."""

from datetime import timedelta

import pytest
import time_machine

from games.links import tokens

WEEK = timedelta(days=7)


def test_a_token_gives_back_what_was_put_in():
    assert tokens.read_token("a", tokens.sign_token("a", {"i": 7}), WEEK) == {"i": 7}


@pytest.mark.parametrize(
    "spoil", [str.lower, lambda token: token[:-3], lambda token: f"{token}x", lambda _: ""]
)
def test_a_mutilated_token_is_refused(spoil):
    with pytest.raises(tokens.BadToken) as refused:
        tokens.read_token("a", spoil(tokens.sign_token("a", {"i": "Q" * 9})), WEEK)
    assert not isinstance(refused.value, tokens.ExpiredToken)


def test_a_token_for_one_thing_opens_no_other():
    with pytest.raises(tokens.BadToken):
        tokens.read_token("b", tokens.sign_token("a", 1), WEEK)


def test_an_old_token_is_ours_but_too_old():
    with time_machine.travel("2026-01-01", tick=False) as clock:
        token = tokens.sign_token("a", 1)
        clock.shift(WEEK + timedelta(seconds=1))
        with pytest.raises(tokens.ExpiredToken):
            tokens.read_token("a", token, WEEK)


def test_a_token_lives_through_a_change_of_the_key_as_long_as_the_old_one_is_kept(settings):
    token = tokens.sign_token("a", 1)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", [settings.SECRET_KEY]
    assert tokens.read_token("a", token, WEEK) == 1
    settings.SECRET_KEY_FALLBACKS = []
    with pytest.raises(tokens.BadToken):
        tokens.read_token("a", token, WEEK)
