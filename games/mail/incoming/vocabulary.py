"""The command words of replies in all our languages, and the greetings and thanks around them."""

from collections.abc import Iterable, Iterator

from games.mail.parsing.reply import MAX_LINE_LENGTH
from games.models import Vote
from games.rules.core.errors import make_printable
from games.rules.core.lexicon import normalize_text

# plain spellings: no accents, no capitals
COMMAND_WORDS = {
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
YES_WORDS = {"yes", "igen", "da"}  # to any question
VOTE_WORDS = {
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
# what people habitually write around their moves
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
MAX_POLITE_WORDS = 4  # more words than this are not just a greeting or thanks


def find_command(word: str) -> str:
    """Return the command that this word stands for in any of our languages; empty if it is none."""
    spelt = normalize_text(word)
    return next((meant for meant, spellings in COMMAND_WORDS.items() if spelt in spellings), "")


def strip_pleasantries(lines: Iterable[str]) -> Iterator[str]:
    """Drop a greeting at the top, and thanks and a name at the bottom; yield the other lines."""
    has_begun = False
    for text in lines:
        words = normalize_text(text).split()
        if not words:
            continue
        if not has_begun and words[0] in GREETINGS and _is_bare_greeting(text):
            continue
        if has_begun and words[0] in FAREWELLS and len(words) <= MAX_POLITE_WORDS:
            return
        has_begun = True
        yield make_printable(text, MAX_LINE_LENGTH)


def _is_bare_greeting(text: str) -> bool:
    """Is this only a greeting, with nothing after its comma: “Hi Ann,” but not “Hi, build market”?"""
    greeting, _comma, rest = text.partition(",")
    return len(greeting.split()) <= MAX_POLITE_WORDS and not rest.strip()


def find_vote_matters(text: str) -> list[str]:
    """Return the matters of a vote that this text names."""
    words = set(normalize_text(text).split())
    return [matter for matter, spellings in VOTE_WORDS.items() if words & spellings]


ACCEPT_WORDS = {"yes", "accept", "join", "igen", "elfogadom", "da", "prihvacam"}

DECLINE_WORDS = {"no", "decline", "nem", "ne"}

POLITE_WORDS = {
    "please",
    "thanks",
    "thank you",
    "kerem",
    "koszonom",
    "molim",
    "hvala",
}  # so not the name of a seat
