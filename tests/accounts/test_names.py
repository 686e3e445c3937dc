"""Names in any script: what can be one, and the handle that is derived from it."""

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from accounts import names
from accounts.handles import validate_handle
from accounts.models import User
from accounts.names import parse_name, resembles_handle, transliterate
from tests.helpers.factories import UserFactory


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "handle", "display_name"),
    [
        ("Ann", "Ann", ""),
        ("Égon", "Egon", "Égon"),
        ("  Anna   Mária ", "Anna-Maria", "Anna Mária"),
        ("Đurđa", "Durda", "Đurđa"),
        ("Емил", "Emil", "Емил"),
        ("Љубица", "Ljubica", "Љубица"),
        ("Ελένη", "Eleni", "Ελένη"),
        ("Straße", "Strasse", "Straße"),
        ("O’Brien", "OBrien", "O’Brien"),
        ("E\u0301gon", "Egon", "Égon"),
    ],
)
def test_a_name_that_is_no_handle_gets_one_that_resembles_it(text, handle, display_name):
    assert parse_name(text) == (handle, display_name)
    if display_name:
        assert resembles_handle(display_name, handle)


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["李雷", "محمد", "さくら", "한"])
def test_a_name_without_a_letter_for_a_handle_gets_one_that_says_nothing(text):
    handle, display_name = parse_name(text)
    validate_handle(handle)
    assert handle.startswith("player-")
    assert display_name == text
    assert not resembles_handle(display_name, handle)


@pytest.mark.django_db
def test_the_derived_handle_is_free():
    UserFactory(handle="Egon")
    assert parse_name("Égon").handle == "Egon2"


def test_a_handle_with_a_number_does_not_stand_for_the_name():
    assert resembles_handle("Égon", "egon")
    assert not resembles_handle("Égon", "Egon2")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "É",
        "123",
        "a@b.example",
        "Ann <b>",
        "Ann\u202eevil",
        "Ann\u200bx",
        "Zoë🎲",
        "a" + "\u0301" * 9,
        "é" * (names.MAX_NAME_LENGTH + 1),
        "-Égon",
        *(f"Égon{sign}" for sign in "\u034f\u115f\u1160\u17b4\u180b\u3164\ufe00\ufe0f\uffa0\U000e0100"),
    ],
)
@pytest.mark.django_db
def test_what_nobody_could_read_is_no_name(text):
    with pytest.raises(ValidationError):
        parse_name(text)


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["Аnn", "Bоb", "Αnn"], ids=ascii)
def test_a_name_in_two_scripts_that_look_alike_is_refused(text):
    with pytest.raises(ValidationError, match="script"):
        parse_name(text)


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["Ádmin", "Réferee", "бот"])
def test_words_of_the_house_are_nobodys_name_in_any_script(text):
    with pytest.raises(ValidationError):
        parse_name(text)


@given(st.text(max_size=40))
def test_every_transliteration_consists_of_letters_of_handles(text):
    assert set(transliterate(text)) <= set("-_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")


@pytest.mark.django_db
def test_a_person_is_called_by_the_name_or_else_by_the_handle():
    assert User(handle="egon", display_name="Égon").name == "Égon"
    assert User(handle="ann").name == "ann"
