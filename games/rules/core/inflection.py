"""Inflected names, as players type them: “Vesnával”, “Markovu Tržnicu”, “Marko Piacát”, “Bob's market”.

No dictionary lists the forms of a player's handle, so endings are added by rule. A form too many does no
harm, since nobody types it; a form too few would be rejected. The forms are used to parse input only: our own
texts avoid inflecting handles (docs/languages.md). All text here is normalized: no case, no accents.
"""

from collections.abc import Iterator
from functools import lru_cache

from .lexicon import ANY_LANGUAGE, Lexicon, normalize_text
from .translation import LANGUAGES

VOWELS = "aeiou"
_DIGRAPHS = ("cs", "dz", "gy", "ly", "ny", "sz", "ty", "zs")
_HUNGARIAN_ENDINGS = (
    *("t", "at", "et", "ot"),
    *("nak", "nek", "val", "vel", "tol", "bol", "rol", "ra", "re", "hoz", "hez", "nal", "nel"),
)
_ADJECTIVE_ENDINGS = ("", "a", "o", "u", "e", "i")  # Markov Dvorac, Markova, Markovo, Markovu …


def inflect_name(name: str, language: str) -> set[str]:
    """The inflected forms of a normalized name that a player may type, without the name itself."""
    languages = LANGUAGES if language == ANY_LANGUAGE else {"en", language} & _INFLECTIONS.keys()
    return {form for one in languages for form in _INFLECTIONS[one](name)} - {name} if name else set()


def _inflect_english(name: str) -> Iterator[str]:
    yield f"{name}s"  # an apostrophe is not compared


def _inflect_hungarian(name: str) -> Iterator[str]:
    """Add every ending, whatever the vowel harmony; after a hyphen it is a separate word: Ann2-nek."""
    for ending in _HUNGARIAN_ENDINGS:
        yield name + ending
        yield f"{name} {ending}"
    if name[-1] not in VOWELS:
        for ending in ("al", "el"):
            yield _double_last_consonant(name) + ending


def _double_last_consonant(name: str) -> str:
    """Double the last consonant: Péter → Péterr-el, Balázs → Balázzs-al, Bell → Bell-el."""
    if name.endswith(_DIGRAPHS):
        return f"{name[:-2]}{name[-2]}{name[-2:]}"
    return name if name[-2:-1] == name[-1] else name + name[-1]


def _inflect_croatian(name: str) -> Iterator[str]:
    """Decline by the last letter. What belongs to somebody has the endings of an adjective."""
    stems, cases, own = [name], ["a", "e", "u", "om", "em"], ["ov", "ev"]
    if name.endswith("a"):
        stems, cases, own = [name[:-1]], ["e", "i", "u", "o", "om"], ["in"]
    elif name.endswith(("o", "e")):  # a foreign name may keep its vowel: Benceu
        stems, cases, own = [name[:-1], name], [*cases, "i"], [*own, "in"]
    elif name.endswith(("i", "u", "y")):
        stems = [f"{name}j"]
    elif name.endswith("ar"):  # Petar → Petra
        stems = [name, f"{name[:-2]}r"]
    endings = (*cases, *(f"{of}{end}" for of in own for end in _ADJECTIVE_ENDINGS))
    yield from (stem + ending for stem in stems for ending in endings)


_INFLECTIONS = {"en": _inflect_english, "hu": _inflect_hungarian, "hr": _inflect_croatian}


@lru_cache(maxsize=4096)  # each line is compared with all cards
def inflect_owned_card(lexicon: Lexicon, card: str, variant: str) -> frozenset[str]:
    """Hungarian accusatives of somebody's card: Piac, Piacot → Piacát; Fogadó, Fogadót → Fogadóját."""
    name = lexicon.inflected_name(card, "hu", variant)
    if "accusative" not in name.forms:
        return frozenset()
    done_to = normalize_text(name.forms["accusative"])
    stems = {normalize_text(name), done_to[:-1], done_to[:-2]}
    return frozenset(stem + ending for stem in stems for ending in ("at", "et", "jat", "jet"))
