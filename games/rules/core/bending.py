"""Names as sentences bend them: “Vesnával”, “Markovu Tržnicu”, “Marko Piacát”, “Bob's market”.

Nobody writes down the forms of a handle, so the endings are put on by rule: rather one too many, which
nobody types, than one too few. They are for reading alone; what we write needs none (docs/languages.md).
Everything here is plain: without case and accents.
"""

from collections.abc import Iterator
from functools import lru_cache

from .lexicon import ANY, Lexicon, plain
from .speech import LANGUAGES

VOWELS = "aeiou"
_DIGRAPHS = ("cs", "dz", "gy", "ly", "ny", "sz", "ty", "zs")
_HUNGARIAN = (
    *("t", "at", "et", "ot"),
    *("nak", "nek", "val", "vel", "tol", "bol", "rol", "ra", "re", "hoz", "hez", "nal", "nel"),
)
_OF_A_CITY = ("", "a", "o", "u", "e", "i")  # Markov Dvorac, Markova, Markovo, Markovu …


def bent(name: str, language: str) -> set[str]:
    """What a player may make of this name, which is plain; the name itself is not among it."""
    languages = LANGUAGES if language == ANY else {"en", language} & _BENT.keys()
    return {form for one in languages for form in _BENT[one](name)} - {name} if name else set()


def _english(name: str) -> Iterator[str]:
    yield f"{name}s"  # an apostrophe is not compared


def _hungarian(name: str) -> Iterator[str]:
    """Which vowel an ending has is not asked, and after a hyphen it is a word of its own: Ann2-nek."""
    for ending in _HUNGARIAN:
        yield name + ending
        yield f"{name} {ending}"
    if name[-1] not in VOWELS:
        for ending in ("al", "el"):
            yield _doubled(name) + ending


def _doubled(name: str) -> str:
    """Péter → Péterr-el, Balázs → Balázzs-al, Bell → Bell-el."""
    if name.endswith(_DIGRAPHS):
        return f"{name[:-2]}{name[-2]}{name[-2:]}"
    return name if name[-2:-1] == name[-1] else name + name[-1]


def _croatian(name: str) -> Iterator[str]:
    """By its last letter; what belongs to somebody bends like an adjective."""
    stems, cases, own = [name], ["a", "e", "u", "om", "em"], ["ov", "ev"]
    if name.endswith("a"):
        stems, cases, own = [name[:-1]], ["e", "i", "u", "o", "om"], ["in"]
    elif name.endswith(("o", "e")):  # a name from elsewhere may keep its vowel: Benceu
        stems, cases, own = [name[:-1], name], [*cases, "i"], [*own, "in"]
    elif name.endswith(("i", "u", "y")):
        stems = [f"{name}j"]
    elif name.endswith("ar"):  # Petar → Petra
        stems = [name, f"{name[:-2]}r"]
    endings = (*cases, *(f"{of}{end}" for of in own for end in _OF_A_CITY))
    yield from (stem + ending for stem in stems for ending in endings)


_BENT = {"en": _english, "hu": _hungarian, "hr": _croatian}


@lru_cache(maxsize=4096)  # a line is compared with all cards
def owned(lexicon: Lexicon, card: str, variant: str) -> frozenset[str]:
    """What is done to somebody's card, in Hungarian: Piac, Piacot → Piacát; Fogadó, Fogadót → Fogadóját."""
    name = lexicon.named(card, "hu", variant)
    if "accusative" not in name.forms:
        return frozenset()
    done_to = plain(name.forms["accusative"])
    stems = {plain(name), done_to[:-1], done_to[:-2]}
    return frozenset(stem + ending for stem in stems for ending in ("at", "et", "jat", "jet"))
