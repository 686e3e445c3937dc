"""The words of the house as people write them, in all our languages; and what is only polite."""

from collections.abc import Iterable, Iterator

from games.mail.reading.replies import LONGEST_LINE
from games.models import Vote
from games.rules.core.errors import printable
from games.rules.core.lexicon import plain

# plain spellings: no accents, no capitals
WORDS = {
    "say": {"say", "talk", "mondd", "mondom", "uzenet", "reci", "kazi", "poruka"},
    "undo": {"undo", "takeback", "visszavonas", "visszavon", "vissza", "ponisti", "vrati"},
    "help": {"help", "segitseg", "sugo", "pomoc"},
    "status": {"status", "allas", "helyzet", "stanje"},
    "extend": {
        "extend",
        "hosszabbitas",
        "hosszabbitast",
        "hosszabbits",
        "produzi",
        "produlji",
        "produljenje",
    },
    "grant": {"grant", "yes", "engedem", "megadom", "igen", "odobri", "odobravam", "da"},
    "leave": {
        *("leave", "vacation", "holiday", "holidays", "szabadsag", "szabadsagon"),
        *("odsutnost", "odsutan", "odsutna", "odmor", "dopust"),
    },
    "back": {"back", "visszajottem", "visszatertem", "natrag", "vratio", "vratila"},
    "orders": {"orders", "utasitasok", "utasitasaim", "upute"},
    "vote": {"vote", "szavazok", "szavazas", "glasam", "glas"},
    "agree": {"agree", "egyetertek", "tamogatom", "slazem", "podrzavam"},
    "object": {"object", "ellenzem", "tiltakozom", "protivim", "protiv"},
}
YES = {"yes", "igen", "da"}  # to whatever was asked
MATTERS = {
    Vote.Matter.PAUSE: {
        *("pause", "break", "szunet", "szunetet", "szunetre"),
        *("stanka", "stanku", "pauza", "pauzu"),
    },
    Vote.Matter.RESUME: {
        *("resume", "continue", "go", "folytatas", "folytatast", "folytatasra"),
        *("nastavak", "nastaviti"),
    },
    Vote.Matter.ABANDON: {"abandon", "feladas", "feladast", "feladasra", "odustajanje", "prekid"},
}
# what people write around their moves, out of habit
GREETINGS = {
    *("hi", "hello", "hey", "dear"),
    *("szia", "sziasztok", "szevasz", "kedves", "udv"),
    *("bok", "cao", "pozdrav", "dragi", "draga"),
}
FAREWELLS = {
    *("thanks", "thank", "cheers", "regards", "best", "yours", "bye"),
    *("koszi", "koszonom", "udv", "udvozlettel"),
    *("hvala", "pozdrav", "pozdravi", "lp", "srdacno"),
}
MOST_POLITE = 4  # words of a line that is only polite


def meaning(word: str) -> str:
    """Which word of the house this is, in any of our languages."""
    spelt = plain(word)
    return next((meant for meant, spellings in WORDS.items() if spelt in spellings), "")


def spoken(lines: Iterable[str]) -> Iterator[str]:
    """The lines without what is only polite: a greeting at the top, thanks and a name at the bottom."""
    has_begun = False
    for text in lines:
        words = plain(text).split()
        if not words:
            continue
        if not has_begun and words[0] in GREETINGS and _is_bare(text):
            continue
        if has_begun and words[0] in FAREWELLS and len(words) <= MOST_POLITE:
            return
        has_begun = True
        yield printable(text, LONGEST_LINE)


def _is_bare(text: str) -> bool:
    """A greeting and nothing behind its comma: “Hi Ann,” but not “Hi, build market”."""
    greeting, _comma, rest = text.partition(",")
    return len(greeting.split()) <= MOST_POLITE and not rest.strip()


def matters_in(text: str) -> list[str]:
    """What may be voted on, as far as it is named here."""
    words = set(plain(text).split())
    return [matter for matter, spellings in MATTERS.items() if words & spellings]
