"""Names of people, in any script. A name that cannot be a handle is shown, and a handle is derived from it.

The handle is the word of the notation, of addresses of pages and of searches; the display name is what others
read. Whoever chooses a name that is a handle by itself has no other name.
"""

import re
import unicodedata
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from accounts import handles
from accounts.handles import MAX_HANDLE_LENGTH

MAX_NAME_LENGTH = 30
MAX_MARKS = 4  # on one letter: what scripts need, and not what climbs over other lines
SIGNS = " -'’.·_"  # inside a name, besides letters and digits
# letters and marks that are not drawn (Default_Ignorable_Code_Point): names that differ in them look the same
INVISIBLE_SIGNS = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
LOOKALIKE_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK")  # a name in two of them is made to look like another
HANDLE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # of a random handle: none that look alike

# letters without a decomposition, and those of Cyrillic and Greek; capitals are made from these
LETTER_PAIRS = """
    ß=ss æ=ae œ=oe ø=o đ=d ð=d ł=l þ=th ı=i ħ=h ŋ=ng
    а=a б=b в=v г=g д=d е=e ж=zh з=z и=i й=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=h ц=c ч=ch
    ш=sh щ=sht ъ=a ы=y ь=j э=e ю=yu я=ya ђ=dj ј=j љ=lj њ=nj ћ=c џ=dz і=i ї=i є=e ґ=g
    α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o
"""
LATIN_LETTERS = dict(pair.split("=") for pair in LETTER_PAIRS.split())


class PersonName(NamedTuple):
    """What somebody is called: the handle, and the name that is shown in its place, if that is another."""

    handle: str
    display_name: str = ""


def parse_name(text: str) -> PersonName:
    """Read the name that somebody has chosen; raise ValidationError if it cannot be one.

    A handle stays what it is, and whether it is free is checked where it is stored; for another name a free
    handle is found."""
    name = tidy_name(text)
    try:
        handles.validate_handle(name)
    except ValidationError:
        validate_display_name(name)
        return PersonName(derive_handle(name), name)
    return PersonName(name)


def tidy_name(text: str) -> str:
    """Return a name in its composed form, with single spaces."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def validate_display_name(name: str) -> None:
    """Accept letters of any script, digits and a few signs; refuse names that pretend to be others."""
    if not _is_written_as_name(name):
        raise ValidationError(
            _(
                "A name has 2 to 30 characters: letters of any script, digits, spaces, hyphens, dots and "
                "apostrophes."
            ),
            code="invalid",
        )
    if len(_find_scripts(name)) > 1:
        raise ValidationError(_("Please use only one script in your name."), code="scripts")
    if handles.is_reserved(transliterate(name)):
        raise ValidationError(_("This name cannot be used here. Please choose another."), code="reserved")


def _is_written_as_name(name: str) -> bool:
    """Are these the letters of a name? One letter is enough in scripts that have no capitals."""
    if not 0 < len(name) <= MAX_NAME_LENGTH or (len(name) == 1 and name.lower() != name.upper()):
        return False
    kinds = [unicodedata.category(sign)[0] for sign in name]
    is_known = all(
        kind in "LM" or sign.isdecimal() or sign in SIGNS for sign, kind in zip(name, kinds, strict=True)
    )
    has_tower = "M" * (MAX_MARKS + 1) in "".join(kinds)
    is_drawn = not has_tower and INVISIBLE_SIGNS.search(name) is None
    return is_known and kinds[0] not in "MP" and "L" in kinds and is_drawn


def _find_scripts(name: str) -> set[str]:
    """Return which of the scripts whose letters look alike are in this name."""
    words = {unicodedata.name(sign, "").split(" ")[0] for sign in name if sign.isalpha()}
    return words & set(LOOKALIKE_SCRIPTS)


# --- the handle of a name


def derive_handle(name: str) -> str:
    """Return a free handle that resembles this name, or one that says nothing if no letter can be kept."""
    word = re.sub(r"^[^A-Za-z]+|[-_]+$", "", transliterate(name)[:MAX_HANDLE_LENGTH])
    if len(word) < 2:
        word = f"player-{get_random_string(4, HANDLE_LETTERS)}"
    return handles.find_free_handle(word)


def transliterate(name: str) -> str:
    """Write a name in the letters of handles, as far as they go: “Égon” is Egon, “Anna Емил” is Anna-Emil."""
    letters = "".join(map(_transliterate_letter, unicodedata.normalize("NFC", name)))
    return re.sub(r"[^A-Za-z0-9_-]+", "", re.sub(r"[\s.·]+", "-", letters)).strip("-_")


def _transliterate_letter(sign: str) -> str:
    plain = LATIN_LETTERS.get(sign.lower())
    if plain is None:
        bare = "".join(one for one in unicodedata.normalize("NFKD", sign) if not unicodedata.combining(one))
        plain = "".join(LATIN_LETTERS.get(one.lower(), one) for one in bare)
    return plain.capitalize() if sign.isupper() else plain


def resembles_handle(name: str, handle: str) -> bool:
    """Can everybody see that this handle stands for this name: Egon for “Égon”? Egon2 may be another one."""
    return handle.lower() == transliterate(name)[:MAX_HANDLE_LENGTH].lower()
