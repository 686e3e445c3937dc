"""Signed and encrypted emails: what is signed is read, what is encrypted is refused with the reason.

| email | is |
| --- | --- |
| `multipart/signed` (PGP/MIME, S/MIME) | read like any other: the signature is an attachment |
| text between the armour of PGP | read without the armour |
| `application/pkcs7-mime` with signed data | read out of its wrapping (`cms.py`) |
| `multipart/encrypted`, `pkcs7-mime` with anything else, a PGP message in the text | not readable |

No signature is checked: whether an email is its sender's is known from the results of the mail server.
"""

import re
from collections.abc import Callable, Sequence
from email.message import Message

from games.mail.parsing import cms
from games.mail.parsing.mime_parts import walk_own_parts

ENCRYPTED = "encrypted"  # only a key that we do not have would open it
SEALED = "sealed"  # packed in something that we cannot open

CMS_TYPES = {"application/pkcs7-mime", "application/x-pkcs7-mime"}
CMS_FILE_NAME = "smime.p7m"  # what some gateways leave of the type
PGP_TYPES = {"multipart/encrypted", "application/pgp-encrypted"}
MAX_LAYERS = 3  # of S/MIME: signed by a person, and again by their company

PGP_MESSAGE = "-----BEGIN PGP MESSAGE-----"
SIGNED_TEXT = "-----BEGIN PGP SIGNED MESSAGE-----"
SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
SIGNATURE_END = "-----END PGP SIGNATURE-----"
ARMOUR_HEADER = re.compile(r"[A-Za-z]+: .*")
ESCAPED_DASH = "- "  # before a line that begins with a dash


def open_signed_email(message: Message, parse: Callable[[bytes], Message]) -> tuple[Message, str]:
    """Return the email inside its S/MIME signatures, and why its text cannot be read, if it cannot."""
    for _layer in range(MAX_LAYERS):
        sealed = next(filter(_is_cms, walk_own_parts(message)), None)
        if sealed is None:
            return message, ENCRYPTED if _is_encrypted_by_pgp(message) else ""
        try:
            message = parse(cms.extract_signed_content(_decode_payload(sealed)))
        except cms.EncryptedContent:
            return message, ENCRYPTED
        except cms.CmsError:
            return message, SEALED
    return message, SEALED if any(map(_is_cms, walk_own_parts(message))) else ""


def _is_cms(message: Message) -> bool:
    is_binary = message.get_content_type() == "application/octet-stream"
    return message.get_content_type() in CMS_TYPES or (
        is_binary and str(message.get_filename() or "").lower() == CMS_FILE_NAME
    )


def _decode_payload(message: Message) -> bytes:
    content = message.get_payload(decode=True)
    return content if isinstance(content, bytes) else b""


def _is_encrypted_by_pgp(message: Message) -> bool:
    return any(part.get_content_type() in PGP_TYPES for part in walk_own_parts(message))


# --- PGP in the text itself


def has_pgp_message(lines: Sequence[str]) -> bool:
    """Is there a PGP message among the lines that the person wrote?"""
    return PGP_MESSAGE in lines


def strip_clear_signature(text: str) -> str:
    """Drop the armour around a text that is signed by PGP: its first lines, the signature, escaped dashes."""
    if SIGNED_TEXT not in text:
        return text
    kept, skips = list[str](), Skips.NOTHING
    for line in text.split("\n"):
        bare = line.strip()
        if bare in Skips.AFTER:
            skips = Skips.AFTER[bare]
        elif skips == Skips.HEADERS and not ARMOUR_HEADER.fullmatch(bare):
            skips = Skips.ESCAPES
            kept.append(line)
        elif skips == Skips.ESCAPES:
            kept.append(bare.removeprefix(ESCAPED_DASH))
        elif skips == Skips.NOTHING:
            kept.append(line)
    return "\n".join(kept)


class Skips:
    """What is dropped while a signed text is read line by line."""

    NOTHING, HEADERS, ESCAPES, EVERYTHING = range(4)
    AFTER = {SIGNED_TEXT: HEADERS, SIGNATURE: EVERYTHING, SIGNATURE_END: NOTHING}
