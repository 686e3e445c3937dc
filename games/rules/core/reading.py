"""From what somebody wrote to the move that was meant.

Players write from phones: case, accents, spaces and underscores do not matter, a
beginning will do where only one word begins so, an article is passed over, and names may
be in the player's language. Whole words may stand as they are said: the verb last, a card before the
owner of its city, or nothing but its name where only one thing can be done with it. But nothing is
guessed: two possible readings are an error that names both.
"""

import unicodedata
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from difflib import get_close_matches
from itertools import islice

from .errors import IllegalMove, NotUnderstood
from .lexicon import plain as plain
from .notation import Loose, Move, Offer
from .speech import ENGLISH, Tongue, mark

Spellings = Callable[[str], set[str]]
Written = Callable[[str], str]  # a line of the notation in the words of the reader

LONGEST_LINE = 400
MOST_WORDS = 100
MOST_READINGS = 2000
MOST_NAMED = 5
# what may stand before a name and decides nothing: articles, and the noun that carries the case of a name
BEFORE_A_NAME = frozenset(
    (
        *("a", "an", "the"),
        *("az", "egy"),
        *("igrac", "igraca", "igracu", "igracem", "s igracem", "sa igracem"),
        *("lik", "lika", "liku", "okrug", "u gradu", "u gradu igraca", "iz grada", "iz grada igraca"),
    )
)
# what may stand behind one
BEHIND_A_NAME = frozenset(("varosaban", "varosabol", "lapjait", "lapjaira", "lapjaival"))
LONGEST_NEEDLESS = 3  # words
MOST_COMPARED = 60  # letters; comparing takes the square of their number and more


class Refused(IllegalMove):
    """The line is a move, but not one of those offered."""

    def __init__(self, move: Move, sentence: str, hint: str) -> None:
        super().__init__(f"{sentence} {hint}")
        self.move = move
        self.hint = hint


def read(
    text: str,
    offers: Sequence[Offer],
    spellings: Spellings,
    known: Iterable[str] = (),
    speak: Tongue = ENGLISH,
    written: Written = str,
    names: Container[str] = (),
) -> Move:
    """The one offered move that this line means; an error is in the writer's language, its moves too.

    One of `names` may stand for a move alone."""
    line = tidy(text)
    verb, *args = line.split()
    exact = Move(verb.lower(), tuple(args))
    if any(offer.accepts(exact) for offer in offers):
        return exact
    tokens = [token for word in line.split() for token in _tokens(word)]
    if len(tokens) > MOST_WORDS:
        raise NotUnderstood(speak.say("A move is one short line; this has {count} words.", count=len(tokens)))
    ways = (
        _legal(tokens, offers, spellings, False, speak),
        _turned_round(tokens, offers, spellings, names, speak),
        _legal(tokens, offers, spellings, True, speak),
    )
    for way in ways:
        meant = set(way)
        if len(meant) == 1:
            return meant.pop()
        if meant:
            moves = _named(sorted(written(str(move)) for move in meant), speak)
            raise NotUnderstood(speak.say("“{line}” could mean {moves}.", line=line, moves=moves))
    raise _refusal(line, offers, spellings, known, speak, written)


def tidy(text: str) -> str:
    """One printable line of a reasonable length, or an error that says what is wrong with it."""
    if len(text) > LONGEST_LINE:
        raise NotUnderstood(mark("A move is one short line; this has {count} characters."), count=len(text))
    line = " ".join(text.split())
    if not line:
        raise NotUnderstood(mark("There is nothing written here."))
    if any(unicodedata.category(letter)[0] == "C" for letter in line):
        raise NotUnderstood(mark("There are unprintable characters in this line."))
    return line


def words_of(
    line: str, known: Iterable[str], spellings: Spellings, verbs: Container[str] = ()
) -> list[str] | None:
    """The line as words that are known, each written in full; numbers stay. None if one is unknown.

    One of `verbs` is moved to the front, if it stands last."""
    words = _Words(known, spellings)
    rest = [token for word in line.split() for token in _tokens(word)]
    found: list[str] = []
    while rest:
        begun = words.begin(rest, finish=False)
        if not begun:
            return None
        word, length = next((one for one in begun if not found and one[0] in verbs), begun[0])
        found.append(word)
        rest = rest[length:]
    named = list(filter(None, found))
    if named and named[0] not in verbs and named[-1] in verbs:
        return [named[-1], *named[:-1]]
    return named


def nearest(line: str, offers: Sequence[Offer], count: int = 5) -> list[str]:
    """The legal moves that look most like this line."""
    lists = (islice(offer.moves(), 60) for offer in offers)
    legal = list(dict.fromkeys(str(move) for moves in lists for move in moves))
    alike = get_close_matches(line.lower()[:MOST_COMPARED], legal, count, 0.5)
    verb = line.split()[0].lower() if line.split() else ""
    same_verb = [move for move in legal if move.split()[0] == verb]
    return list(dict.fromkeys([*alike, *same_verb, *legal]))[:count]


def _tokens(word: str) -> list[str]:
    """What is left of a written word to compare. A sign stays: “-1” must not be read as 1."""
    if word[0] in "-−" and word[1:].isdigit():
        return [word]
    return plain(word).split()


class _Words:
    """The words that may stand at some place, under all their spellings."""

    def __init__(self, words: Iterable[str], spellings: Spellings) -> None:
        self.table: dict[str, list[str]] = {}
        for word in sorted(set(words)):
            written = spellings(word)
            for spelling in written | {one.replace(" ", "") for one in written if " " in one}:
                self.table.setdefault(spelling, []).append(word)
        self.longest = 1 + max((spelling.count(" ") for spelling in self.table), default=0)

    def begin(self, tokens: Sequence[str], finish: bool) -> list[tuple[str, int]]:
        """Every word that these tokens may begin with, and how many of them it takes; an article is none."""
        found: list[tuple[str, int]] = []
        for length in range(min(self.longest, len(tokens)), 0, -1):
            written = " ".join(tokens[:length])
            words = self.table.get(written) or (self._beginning(written) if finish else ())
            found += [(word, length) for word in words]
        if tokens and tokens[0].isdigit() and tokens[0] not in self.table:
            found.append((tokens[0], 1))
        if finish or not found:  # unless the name of a card or a player begins with it
            found += [("", length) for length in _needless(tokens)]
        return found

    def _beginning(self, written: str) -> Iterable[str]:
        if written.isdigit():
            return ()  # “2” is not the beginning of “2 gold”: it may be the number of an option
        return dict.fromkeys(
            word for spelling, words in self.table.items() if spelling.startswith(written) for word in words
        )

    def first(self, tokens: Sequence[str]) -> tuple[str, int] | None:
        """The word that these tokens begin with, if there is no doubt about it."""
        if exact := self.begin(tokens, finish=False):
            return exact[0]
        finished = self.begin(tokens, finish=True)
        return finished[0] if len({word for word, _ in finished}) == 1 else None


def _needless(tokens: Sequence[str]) -> Iterator[int]:
    """How many of these tokens say nothing; what belongs to a name must have one behind it."""
    for length in range(min(LONGEST_NEEDLESS, len(tokens)), 0, -1):
        written = " ".join(tokens[:length])
        if written in BEHIND_A_NAME or (written in BEFORE_A_NAME and length < len(tokens)):
            yield length


def _legal(
    tokens: Sequence[str], offers: Sequence[Offer], spellings: Spellings, finish: bool, speak: Tongue
) -> Iterator[Move]:
    verbs = _Words((offer.verb for offer in offers), spellings)
    for verb, length in verbs.begin(tokens, finish):
        yield from _moves(verb, tokens[length:], offers, spellings, finish, speak)


def _moves(
    verb: str,
    tokens: Sequence[str],
    offers: Sequence[Offer],
    spellings: Spellings,
    finish: bool,
    speak: Tongue,
) -> Iterator[Move]:
    """What may be done by this verb with all that these tokens name."""
    asked = [offer for offer in offers if offer.verb == verb]
    words = _Words((word for offer in asked for word in islice(offer.words(), 1, None)), spellings)
    for args in _readings(tokens, words, finish, speak):
        move = Move(verb, args)
        if any(offer.accepts(move) for offer in asked):
            yield move
        elif len(args) == 2 and not finish:
            yield from _exchanged(move, asked)


def _exchanged(move: Move, asked: Sequence[Offer]) -> Iterator[Move]:
    """`destroy market Bob`: the same two words the other way round, if only that is offered."""
    other = Move(move.verb, move.args[::-1])
    if any(offer.accepts(other) for offer in asked if isinstance(offer, Move | Loose)):
        yield other


def _turned_round(
    tokens: Sequence[str],
    offers: Sequence[Offer],
    spellings: Spellings,
    names: Container[str],
    speak: Tongue,
) -> Iterator[Move]:
    """The verb last, or a name without one. Every word must be whole here."""
    verbs = _Words((offer.verb for offer in offers), spellings)
    for place in range(max(1, len(tokens) - verbs.longest), len(tokens)):
        for verb in verbs.table.get(" ".join(tokens[place:]), ()):
            before = () if " ".join(tokens[:place]) in BEFORE_A_NAME else tokens[:place]
            yield from _moves(verb, before, offers, spellings, False, speak)
    if any(verb for verb, _ in verbs.begin(tokens, finish=False)):
        return
    for verb in {offer.verb for offer in offers}:
        for move in _moves(verb, tokens, offers, spellings, False, speak):
            if len(move.args) == 1 and move.args[0] in names:
                yield move


def _readings(tokens: Sequence[str], words: _Words, finish: bool, speak: Tongue) -> Iterator[tuple[str, ...]]:
    """Every way to read all these tokens. They are counted first: a doubtful word doubles them."""
    end = len(tokens)
    far = max(words.longest, LONGEST_NEEDLESS) + 1
    steps = [words.begin(tokens[place : place + far], finish) for place in range(end)]
    ways = [0] * end + [1]  # in how many ways the rest of the line can be read from each place
    for place in reversed(range(end)):
        ways[place] = sum(ways[place + length] for _, length in steps[place])
    if ways[0] > MOST_READINGS:
        raise NotUnderstood(speak.say("This line can be read in too many ways: write its words in full."))
    unfinished: list[tuple[tuple[str, ...], int]] = [((), 0)] if ways[0] else []
    while unfinished:
        args, place = unfinished.pop()
        if place == end:
            yield tuple(filter(None, args))
            continue
        further = [(word, place + length) for word, length in steps[place]]
        unfinished += [((*args, word), after) for word, after in further if ways[after]]


def _refusal(
    line: str,
    offers: Sequence[Offer],
    spellings: Spellings,
    known: Iterable[str],
    speak: Tongue,
    written: Written,
) -> NotUnderstood | IllegalMove:
    """Say what was understood, and what is possible instead."""
    words = _Words([*known, *(word for offer in offers for word in offer.words())], spellings)
    said = [(token, place) for place, word in enumerate(line.split()) for token in _tokens(word)]
    rest = [token for token, _ in said]
    understood: list[str] = []
    while rest and (found := words.first(rest)):
        understood += filter(None, [found[0]])
        rest = rest[found[1] :]
    alike = nearest(" ".join([*understood, *rest]), offers)
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
        return Refused(move, speak.say("You may not play “{move}” now.", move=written(str(move))), hint)
    unknown = " ".join(line.split()[said[-len(rest)][1] :] if rest else [line])
    if not understood:
        sentence = speak.say("I do not understand “{unknown}”.", unknown=unknown)
        return NotUnderstood(f"{sentence} {hint}")
    so_far = written(" ".join(understood))
    sentence = speak.say("I do not understand “{unknown}” after “{so_far}”.", unknown=unknown, so_far=so_far)
    return NotUnderstood(f"{sentence} {hint}")


def _named(moves: Sequence[str], speak: Tongue) -> str:
    named = [speak.say("“{move}”", move=move) for move in moves[:MOST_NAMED]]
    if len(moves) > MOST_NAMED:
        named.append(speak.say("{count} more", count=len(moves) - MOST_NAMED))
    return speak.say(" or ").join(named)
