"""Signed emails are read, encrypted ones are refused with the reason, and broken ones do no harm."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.mail.parsing import cms
from games.mail.parsing.protected_mail import ENCRYPTED, SEALED
from games.mail.parsing.reply import Reply
from tests.helpers.mail.raw_replies import heard, lines, raw_email
from tests.helpers.mail.signed_replies import (
    clear_signed,
    envelope,
    open_element,
    sign_in_pieces,
    sign_opaquely,
    wrap_content,
    wrap_in_base64,
)

INNER = b"Content-Type: text/plain; charset=utf-8\r\n\r\nbuild tavern\r\nend\r\n"
SMIME = "application/pkcs7-mime; smime-type=signed-data; name=smime.p7m"


def packed(structure: bytes, kind: str = SMIME) -> Reply:
    return heard(raw_email(wrap_in_base64(structure), kind, Content_Transfer_Encoding="base64"))


# --- PGP


def test_a_clear_signed_text_is_read_without_its_armour():
    assert lines(clear_signed("gold\nbuild tavern")) == ["gold", "build tavern"]


def test_an_escaped_dash_still_begins_the_signature_of_the_writer():
    assert lines(clear_signed("gold\n\n-- \nAnn, Danube street 4")) == ["gold"]


def test_what_is_quoted_in_a_signed_text_stays_quoted():
    quoted = "> ##- above this line -##\n> end"
    assert lines(clear_signed(f"gold\n\nOn Monday, 16 Nov 2026 the house wrote:\n{quoted}")) == ["gold"]


def test_what_a_server_adds_below_the_signature_is_read_like_any_text():
    assert lines(clear_signed("gold") + "say hello\n") == ["gold", "say hello"]


def test_the_armour_of_somebody_else_in_the_quote_changes_nothing():
    quoted = "".join(f"> {line}\n" for line in clear_signed("end").splitlines())
    assert lines(f"gold\n\nOn Monday, 16 Nov 2026 Bob wrote:\n{quoted}") == ["gold"]


@pytest.mark.parametrize("protocol", ["pgp-signature", "pkcs7-signature"])
def test_a_detached_signature_is_no_part_of_the_text(protocol):
    body = (
        "--x\nContent-Type: text/plain; charset=utf-8\n\ngold\n"
        f"--x\nContent-Type: application/{protocol}; name=signature.asc\n\niQIzBAEBCgAd\n--x--\n"
    )
    reply = heard(raw_email(body, f'multipart/signed; boundary=x; protocol="application/{protocol}"'))
    assert (reply.lines, reply.unreadable_reason) == (("gold",), "")


def test_pgp_mime_is_known_to_be_encrypted():
    body = (
        "--x\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n"
        "--x\nContent-Type: application/octet-stream\n\n-----BEGIN PGP MESSAGE-----\n--x--\n"
    )
    reply = heard(raw_email(body, "multipart/encrypted; boundary=x"))
    assert (reply.lines, reply.unreadable_reason) == ((), ENCRYPTED)


def test_a_pgp_message_in_the_text_is_encrypted_whatever_stands_beside_it():
    reply = heard(raw_email("gold\n-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n"))
    assert (reply.lines, reply.unreadable_reason) == ((), ENCRYPTED)


# --- S/MIME


@pytest.mark.parametrize("sign", [sign_opaquely, sign_in_pieces])
@pytest.mark.parametrize(
    "kind", [SMIME, "application/x-pkcs7-mime", "application/octet-stream; name=smime.p7m"]
)
def test_a_signature_that_wraps_the_email_is_opened(sign, kind):
    reply = packed(sign(INNER), kind)
    assert (reply.lines, reply.unreadable_reason) == (("build tavern", "end"), "")


def test_a_signature_is_opened_beside_what_a_gateway_adds():
    wrapped = (
        f"Content-Type: {SMIME}\nContent-Transfer-Encoding: base64\n\n{wrap_in_base64(sign_opaquely(INNER))}"
    )
    body = f"--x\n{wrapped}\n--x\nContent-Type: text/plain\n\nend\nThis email is confidential.\n--x--\n"
    reply = heard(raw_email(body, "multipart/mixed; boundary=x"))
    assert (reply.lines, reply.unreadable_reason) == (("build tavern", "end"), "")


def test_an_encrypted_email_that_is_attached_says_nothing_of_the_reply():
    attached = "Content-Type: message/rfc822\n\nContent-Type: multipart/encrypted; boundary=y\n\n--y--\n"
    body = f"--x\nContent-Type: text/plain\n\ngold\n--x\n{attached}\n--x--\n"
    reply = heard(raw_email(body, "multipart/mixed; boundary=x"))
    assert (reply.lines, reply.unreadable_reason) == (("gold",), "")


def test_the_sender_is_that_of_the_outer_email():
    assert packed(sign_opaquely(b"From: mallory@example.com\r\n" + INNER)).sender == "ann@example.org"


def test_an_email_that_is_signed_twice_is_opened_twice():
    head = f"Content-Type: {SMIME}\nContent-Transfer-Encoding: base64\n\n"
    once = head + wrap_in_base64(sign_opaquely(INNER))
    assert packed(sign_opaquely(once.encode())).lines == ("build tavern", "end")


def test_an_envelope_is_known_to_be_encrypted_whatever_its_type_says():
    assert packed(envelope()).unreadable_reason == ENCRYPTED


@pytest.mark.parametrize(
    "structure",
    [
        b"",
        b"no structure at all",
        sign_in_pieces(INNER)[:40],
        wrap_content(bytes.fromhex("2a864886f70d0109100109"), open_element(0x30)),  # compressed
        b"\x30\x80" * 40,
        b"\x30\x84\xff\xff\xff\xff",
        b"\x30\x80" + b"\x02\x00" * cms.MAX_ELEMENTS + b"\0\0",
    ],
    ids=["empty", "text", "cut", "compressed", "deep", "long", "many"],
)
def test_a_structure_that_cannot_be_opened_is_refused(structure):
    reply = packed(structure)
    assert (reply.lines, reply.unreadable_reason) == ((), SEALED)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60), st.integers(0, 200))
def test_no_structure_breaks_the_reader(noise, at):
    whole = sign_in_pieces(INNER)
    packed(whole[:at] + noise + whole[at + len(noise) :])
