"""Replies that are signed or encrypted, as mail programs send them, for tests of the reader."""

import base64
from datetime import UTC, datetime, timedelta
from functools import cache

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.hazmat.primitives.serialization.pkcs7 import PKCS7SignatureBuilder

PIECE = 7  # bytes of a string in pieces: each of them is cut through a word


def clear_signed(text: str) -> str:
    """A text in the armour of PGP; lines that begin with a dash are escaped."""
    escaped = "".join(f"- {line}\n" if line.startswith("-") else f"{line}\n" for line in text.splitlines())
    return (
        f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n{escaped}"
        "-----BEGIN PGP SIGNATURE-----\nVersion: GnuPG v2\n\niQIzBAEBCgAd\n=end1\n"
        "-----END PGP SIGNATURE-----\n"
    )


@cache
def _make_signer() -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Ann")])
    unsigned = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    lifetime = unsigned.not_valid_before(datetime(2026, 1, 1, tzinfo=UTC)).not_valid_after(
        datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=900)
    )
    return lifetime.serial_number(7).sign(key, hashes.SHA256()), key


def sign_opaquely(content: bytes) -> bytes:
    """The CMS structure of a signature that wraps what it signs."""
    certificate, key = _make_signer()
    signed = PKCS7SignatureBuilder().set_data(content).add_signer(certificate, key, hashes.SHA256())
    return signed.sign(Encoding.DER, [])


def wrap_in_base64(structure: bytes) -> str:
    return base64.encodebytes(structure).decode()


# --- the same structures with lengths left open, and strings in pieces


def open_element(tag: int, *contents: bytes) -> bytes:
    return bytes([tag, 0x80]) + b"".join(contents) + b"\0\0"


def short_element(tag: int, content: bytes) -> bytes:
    return bytes([tag, len(content)]) + content


def sign_in_pieces(content: bytes) -> bytes:
    """A signed structure as programs write it that do not know the length in advance. It has no signers."""
    pieces = [short_element(0x04, content[at : at + PIECE]) for at in range(0, len(content), PIECE)]
    data = short_element(0x06, bytes.fromhex("2a864886f70d010701"))
    enclosed = open_element(0x30, data, open_element(0xA0, open_element(0x24, *pieces)))
    signed = open_element(0x30, short_element(0x02, b"\1"), open_element(0x31), enclosed, open_element(0x31))
    return wrap_content(bytes.fromhex("2a864886f70d010702"), signed)


def wrap_content(kind: bytes, content: bytes) -> bytes:
    return open_element(0x30, short_element(0x06, kind), open_element(0xA0, content))


def envelope() -> bytes:
    """An encrypted structure, as far as anybody without the key looks into it."""
    return wrap_content(bytes.fromhex("2a864886f70d010703"), open_element(0x30, short_element(0x02, b"\0")))
