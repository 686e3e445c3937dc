"""The move parser: from a line that somebody typed to the legal move that it means.

Players type on phones: case, accents, spaces and underscores do not matter, an unambiguous abbreviation
is enough, articles are skipped, and names may be in the player's language. Words that are typed in full may
come in the order of speech: the verb last, a card before the owner of its city, or only the name of a card
where just one thing can be done with it. But nothing is guessed: a line with two possible readings is an
error that names both.
"""

import unicodedata
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Sequence, Set
from difflib import get_close_matches
from functools import lru_cache
from itertools import islice

from .chain_offer import ChainOffer
from .errors import IllegalMove, NotUnderstood
from .lexicon import normalize_text as normalize_text
from .notation import LooseMove, Move, Offer
from .translation import ENGLISH, Translator, mark

Spellings = Callable[[str], Set[str]]
LineWriter = Callable[[str], str]  # line of the notation → the same in the reader's language

LONGEST_LINE = 2000  # characters; a whole hand of many cards may have to be named
MAX_WORDS = 300
MAX_READINGS = 2000
MAX_QUOTED_MOVES = 5
# filler that may precede a name: articles, and nouns that take the case ending instead of the name
FILLER_BEFORE_NAME = frozenset(
    (
        *("a", "an", "the"),
        *("az", "egy"),
        *("igrac", "igraca", "igracu", "igracem", "s igracem", "sa igracem"),
        *("lik", "lika", "liku", "okrug", "u gradu", "u gradu igraca", "iz grada", "iz grada igraca"),
    )
)
# filler that may follow a name
FILLER_AFTER_NAME = frozenset(("varosaban", "varosabol", "lapjait", "lapjaira", "lapjaival"))
MAX_FILLER_WORDS = 3  # words
MAX_COMPARED_CHARACTERS = 60  # characters; the time to compare grows at least with the square of the length


class RefusedMove(IllegalMove):
    """The line is a move, but not one of those offered."""

    def __init__(self, move: Move, sentence: str, hint: str) -> None:
        super().__init__(f"{sentence} {hint}")
        self.move = move
        self.hint = hint


def parse_move(
    text: str,
    offers: Sequence[Offer],
    spellings: Spellings,
    known: Iterable[str] = (),
    speak: Translator = ENGLISH,
    written: LineWriter = str,
    names: Collection[str] = (),
) -> Move:
    """Parse a line into the one offered move that it means, or raise an error in the language of `speak`.

    `written` translates the moves that an error quotes. One of `names` alone may stand for a move; typed in
    full it is never the beginning of another."""
    line = tidy_line(text)
    verb, *args = line.split()
    exact = Move(verb.lower(), tuple(args))
    if any(offer.accepts(exact) for offer in offers):
        return exact
    tokens = [token for word in line.split() for token in _split_tokens(word)]
    if len(tokens) > MAX_WORDS:
        raise NotUnderstood(speak.say("A move is one short line; this has {count} words.", count=len(tokens)))
    ways = (
        _find_legal_moves(tokens, offers, spellings, False, speak),
        _find_reordered_moves(tokens, offers, spellings, names, speak),
        _find_legal_moves(tokens, offers, spellings, True, speak, names),
    )
    for way in ways:
        meant = set(way)
        if len(meant) == 1:
            return meant.pop()
        if meant:
            moves = _quote_moves(sorted(written(str(move)) for move in meant), speak)
            raise NotUnderstood(speak.say("“{line}” could mean {moves}.", line=line, moves=moves))
    raise _build_refusal(line, offers, spellings, known, speak, written, names)


def tidy_line(text: str) -> str:
    """Collapse white space; raise an error for a line that is empty, too long or unprintable."""
    if len(text) > LONGEST_LINE:
        raise NotUnderstood(mark("A move is one short line; this has {count} characters."), count=len(text))
    line = " ".join(text.split())
    if not line:
        raise NotUnderstood(mark("This line is empty."))
    if any(unicodedata.category(letter)[0] == "C" for letter in line):
        raise NotUnderstood(mark("There are unprintable characters in this line."))
    return line


def parse_words(
    line: str, known: Iterable[str], spellings: Spellings, verbs: Container[str] = ()
) -> list[str] | None:
    """Parse a line into known words, each in exact notation; numbers stay. None if a word is unknown.

    If the last word is one of `verbs` and the first is not, it is moved to the front."""
    words = _index_words(frozenset(known), spellings)
    rest = [token for word in line.split() for token in _split_tokens(word)]
    found: list[str] = []
    while rest:
        begun = words.match_words(rest, finish=False)
        if not begun:
            return None
        word, length = next((one for one in begun if not found and one[0] in verbs), begun[0])
        found.append(word)
        rest = rest[length:]
    named = list(filter(None, found))
    if named and named[0] not in verbs and named[-1] in verbs:
        return [named[-1], *named[:-1]]
    return named


def find_nearest_moves(line: str, offers: Sequence[Offer], count: int = 5) -> list[str]:
    """The legal moves that are most similar to this line."""
    lists = (islice(offer.moves(), 60) for offer in offers)
    legal = list(dict.fromkeys(str(move) for moves in lists for move in moves))
    alike = get_close_matches(line.lower()[:MAX_COMPARED_CHARACTERS], legal, count, 0.5)
    verb = line.split()[0].lower() if line.split() else ""
    same_verb = [move for move in legal if move.split()[0] == verb]
    return list(dict.fromkeys([*alike, *same_verb, *legal]))[:count]


def _split_tokens(word: str) -> list[str]:
    """The normalized tokens of a typed word. A minus sign stays: “-1” must not be read as 1."""
    if word[0] in "-−" and word[1:].isdigit():
        return [word]
    return normalize_text(word).split()


@lru_cache(maxsize=4096)  # the same words are looked up for every line
def _list_variants(spellings: frozenset[str]) -> tuple[frozenset[str], int]:
    """These spellings, also written without their spaces; and how many tokens the longest has."""
    joined = {spelling.replace(" ", "") for spelling in spellings}
    return spellings | joined, 1 + max((spelling.count(" ") for spelling in spellings), default=0)


class _WordTable:
    """The words that are possible somewhere in a line, indexed by their spellings.

    Names that mean something else in the game are not possible there, nor the beginning of what is."""

    def __init__(self, words: frozenset[str], spellings: Spellings, names: frozenset[str]) -> None:
        self.table: dict[str, list[str]] = {spelling: [] for name in names for spelling in spellings(name)}
        self.longest = 1 + max((spelling.count(" ") for spelling in self.table), default=0)
        for word in sorted(words):
            written, longest = _list_variants(frozenset(spellings(word)))
            for spelling in written:
                self.table.setdefault(spelling, []).append(word)
            self.longest = max(self.longest, longest)

    def match_words(self, tokens: Sequence[str], finish: bool) -> list[tuple[str, int]]:
        """Every word that may begin these tokens, and how many it takes; an empty word is filler."""
        found: list[tuple[str, int]] = []
        for length in range(min(self.longest, len(tokens)), 0, -1):
            text = " ".join(tokens[:length])
            words = self.table.get(text)
            if words is None:
                words = self._complete_word(text) if finish else []
            found += [(word, length) for word in words]
        if tokens and tokens[0].isdigit() and tokens[0] not in self.table:
            found.append((tokens[0], 1))
        if finish or not found:  # filler may also begin the name of a card or a player
            found += [("", length) for length in _count_filler_tokens(tokens)]
        return found

    def _complete_word(self, text: str) -> list[str]:
        if text.isdigit():
            return []  # “2” does not abbreviate “2 gold”: it may be the number of an option
        begun = (
            word for spelling, words in self.table.items() if spelling.startswith(text) for word in words
        )
        return list(dict.fromkeys(begun))

    def match_first_word(
        self, tokens: Sequence[str], unlikely: Container[str] = ()
    ) -> tuple[str, int] | None:
        """The word that begins these tokens, or None if it is unknown or ambiguous.

        Of several words with this spelling one that is not `unlikely` is taken."""
        if exact := self.match_words(tokens, finish=False):
            longest = (one for one in exact if one[1] == exact[0][1])
            return next((one for one in longest if one[0] not in unlikely), exact[0])
        finished = self.match_words(tokens, finish=True)
        return finished[0] if len({word for word, _ in finished}) == 1 else None


@lru_cache(maxsize=64)  # all lines of a plan or an email are read with the same words
def _index_words(
    words: frozenset[str], spellings: Spellings, names: frozenset[str] = frozenset()
) -> _WordTable:
    return _WordTable(words, spellings, names)


def _count_filler_tokens(tokens: Sequence[str]) -> Iterator[int]:
    """How many of the first tokens may be filler; filler before a name needs something after it."""
    for length in range(min(MAX_FILLER_WORDS, len(tokens)), 0, -1):
        text = " ".join(tokens[:length])
        if text in FILLER_AFTER_NAME or (text in FILLER_BEFORE_NAME and length < len(tokens)):
            yield length


def _find_legal_moves(
    tokens: Sequence[str],
    offers: Sequence[Offer],
    spellings: Spellings,
    finish: bool,
    speak: Translator,
    names: Iterable[str] = (),
) -> Iterator[Move]:
    verbs = _index_words(frozenset(offer.verb for offer in offers), spellings)
    for verb, length in verbs.match_words(tokens, finish):
        yield from _find_moves_of_verb(verb, tokens[length:], offers, spellings, finish, speak, names)


def _find_moves_of_verb(
    verb: str,
    tokens: Sequence[str],
    offers: Sequence[Offer],
    spellings: Spellings,
    finish: bool,
    speak: Translator,
    names: Iterable[str] = (),
) -> Iterator[Move]:
    """The offered moves with this verb whose arguments are what these tokens may mean."""
    asked = [offer for offer in offers if offer.verb == verb]
    named = frozenset(word for offer in asked for word in islice(offer.words(), 1, None))
    words = _index_words(named, spellings, frozenset(names))
    for args in _list_readings(tokens, words, finish, speak):
        move = Move(verb, args)
        if any(offer.accepts(move) for offer in asked):
            yield move
        elif len(args) > 1 and not finish:
            yield from _swap_arguments(move, asked)


def _swap_arguments(move: Move, asked: Sequence[Offer]) -> Iterator[Move]:
    """`destroy market Bob`: the same move with its first two arguments swapped, if that is offered."""
    first, second, *rest = move.args
    other = Move(move.verb, (second, first, *rest))
    kinds = (ChainOffer,) if rest else (Move, LooseMove, ChainOffer)
    if any(offer.accepts(other) for offer in asked if isinstance(offer, kinds)):
        yield other


def _find_reordered_moves(
    tokens: Sequence[str],
    offers: Sequence[Offer],
    spellings: Spellings,
    names: Container[str],
    speak: Translator,
) -> Iterator[Move]:
    """Moves with the verb last, or with a name and no verb. No abbreviations are accepted here."""
    verbs = _index_words(frozenset(offer.verb for offer in offers), spellings)
    for place in range(max(1, len(tokens) - verbs.longest), len(tokens)):
        for verb in verbs.table.get(" ".join(tokens[place:]), ()):
            before = () if " ".join(tokens[:place]) in FILLER_BEFORE_NAME else tokens[:place]
            yield from _find_moves_of_verb(verb, before, offers, spellings, False, speak)
    if any(verb for verb, _ in verbs.match_words(tokens, finish=False)):
        return
    for verb in {offer.verb for offer in offers}:
        for move in _find_moves_of_verb(verb, tokens, offers, spellings, False, speak):
            if len(move.args) == 1 and move.args[0] in names:
                yield move


def _list_readings(
    tokens: Sequence[str], words: _WordTable, finish: bool, speak: Translator
) -> Iterator[tuple[str, ...]]:
    """Every way to read all these tokens. They are counted first: each ambiguous word doubles the number."""
    end = len(tokens)
    far = max(words.longest, MAX_FILLER_WORDS) + 1
    steps = [words.match_words(tokens[place : place + far], finish) for place in range(end)]
    ways = [0] * end + [1]  # the number of ways to read the rest of the line, from each token on
    for place in reversed(range(end)):
        ways[place] = sum(ways[place + length] for _, length in steps[place])
    if ways[0] > MAX_READINGS:
        raise NotUnderstood(speak.say("This line can be read in too many ways: write its words in full."))
    unfinished: list[tuple[tuple[str, ...], int]] = [((), 0)] if ways[0] else []
    while unfinished:
        args, place = unfinished.pop()
        if place == end:
            yield tuple(filter(None, args))
            continue
        further = [(word, place + length) for word, length in steps[place]]
        unfinished += [((*args, word), after) for word, after in further if ways[after]]


def _build_refusal(
    line: str,
    offers: Sequence[Offer],
    spellings: Spellings,
    known: Iterable[str],
    speak: Translator,
    written: LineWriter,
    names: Container[str],
) -> NotUnderstood | IllegalMove:
    """Build the error that says what was understood, and which moves are possible instead.

    A line begins with a verb, even if it is spelt like one of the `names`."""
    named = frozenset(word for offer in offers for word in offer.words())
    words = _index_words(named.union(known), spellings)
    said = [(token, place) for place, word in enumerate(line.split()) for token in _split_tokens(word)]
    rest = [token for token, _ in said]
    understood: list[str] = []
    while rest and (found := words.match_first_word(rest, () if understood else names)):
        understood += filter(None, [found[0]])
        rest = rest[found[1] :]
    alike = find_nearest_moves(" ".join([*understood, *rest]), offers)
    hint = speak.say("You may: {moves}.", moves=", ".join(map(written, alike)))
    if not offers:
        hint = speak.say("There is nothing for you to do now.")
    if understood and not rest:
        verbs = {offer.verb for offer in offers}
        if understood[-1] in verbs and understood[0] not in verbs:
            understood = [understood[-1], *understood[:-1]]
        move = Move(understood[0], tuple(understood[1:]))
        if not move.args and any(offer.verb == move.verb for offer in offers):
            sentence = speak.say("“{verb}” alone is not enough.", verb=written(move.verb))
            return NotUnderstood(f"{sentence} {hint}")
        return RefusedMove(move, speak.say("You may not play “{move}” now.", move=written(str(move))), hint)
    unknown = " ".join(line.split()[said[-len(rest)][1] :] if rest else [line])
    if not understood:
        sentence = speak.say("I do not understand “{unknown}”.", unknown=unknown)
        return NotUnderstood(f"{sentence} {hint}")
    so_far = written(" ".join(understood))
    sentence = speak.say("I do not understand “{unknown}” after “{so_far}”.", unknown=unknown, so_far=so_far)
    return NotUnderstood(f"{sentence} {hint}")


def _quote_moves(moves: Sequence[str], speak: Translator) -> str:
    named = [speak.say("“{move}”", move=move) for move in moves[:MAX_QUOTED_MOVES]]
    if len(moves) > MAX_QUOTED_MOVES:
        named.append(speak.say("{count} more", count=len(moves) - MAX_QUOTED_MOVES))
    return speak.say(" or ").join(named)
