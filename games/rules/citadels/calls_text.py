"""The characters of a round: what everybody knows of each of them, in the order of the calls."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..core.speech import mark
from .position import DRAFT, END, THEATER
from .reader import INDENT, TIE, Reader

GAP = 3  # between two columns


def calls_text(reader: Reader) -> Iterator[str]:
    """While the draft goes on the cast in a sentence, afterwards a line or half a line for each."""
    if reader.view["phase"] in (DRAFT, THEATER):
        yield from reader.wrap(" ".join([_cast(reader), *put_aside(reader)]))
        return
    cast = reader.view["cast"]
    half = (len(cast) + 1) // 2
    left, right = _cells(reader, cast[:half]), _cells(reader, cast[half:])
    side = max(map(len, left)) + GAP
    if side + max(map(len, right)) <= reader.width:
        for place, cell in enumerate(left):
            yield f"{cell:{side}}{right[place]}" if place < len(right) else cell
    else:
        for cell in _cells(reader, cast):
            yield from reader.wrap(cell, INDENT, first="")
    for sentence in exchanged(reader):
        yield from reader.wrap(sentence)


def exchanged(reader: Reader) -> Iterator[str]:
    """That the Theater was used is open; what it brought is not."""
    if reader.view["theater"]:
        seats = reader.listed([reader.who(seat) for seat in reader.view["theater"]])
        yield reader.say("The Theater: {seats} exchanged a character, unseen.", seats=seats)


def _cast(reader: Reader) -> str:
    numbered = [f"{reader.rank(one)} {reader.name(one)}".replace(" ", TIE) for one in reader.view["cast"]]
    return reader.say("Characters: {characters}.", characters=", ".join(numbered))


def put_aside(reader: Reader) -> Iterator[str]:
    """The characters that nobody could choose, as far as everybody knows."""
    if open_ones := reader.view["faceup"]:
        yield reader.count(
            "Face up, so nobody has it: {characters}.",
            "Face up, so nobody has them: {characters}.",
            len(open_ones),
            characters=reader.named(open_ones),
        )
    yield lying_face_down(reader)


def lying_face_down(reader: Reader) -> str:
    return reader.count(
        "{n} character lies face down.", "{n} characters lie face down.", reader.view["facedown"]
    )


def _cells(reader: Reader, characters: Sequence[str]) -> list[str]:
    side = max(len(reader.name(one)) for one in characters)
    return [f"{reader.rank(one)} {reader.name(one):{side}}  {_state(reader, one)}" for one in characters]


class Standing(NamedTuple):
    """What everybody knows of a character in this round."""

    kind: str  # out, now, known, open or silent
    who: str  # who has shown it, in the reader's words
    words: list[str]
    marks: tuple[str, ...] = ()  # those that the words tell of


def standing(reader: Reader, character: str) -> Standing:
    """One character in a few words. A murdered and an absent one are silent alike (L5)."""
    if character in reader.view["faceup"]:
        return Standing("out", "", [reader.say("face up")])
    holder = reader.holder(character)
    marks = tuple(_marks(reader, character))
    if holder:
        words = [reader.say(SHOWN[one]) for one in marks]
        if character == reader.view["called"]:
            return Standing("now", reader.who(holder), [_on_turn(reader), *words], marks)
        return Standing("known", reader.who(holder), words, marks)
    if not _was_called(reader, character):
        words = [reader.say(HIDDEN[one]) for one in marks]
        return Standing("open", "", words or [reader.say("to come")], marks)
    if MURDERED in marks:
        return Standing("silent", "", [reader.say("murdered, no answer")], (MURDERED,))
    return Standing("silent", "", [reader.say("called, no answer")])


def _on_turn(reader: Reader) -> str:
    """Once a bewitched player has gathered, the Witch plays on (T9)."""
    is_bewitched = reader.view["called"] == reader.view["marks"]["bewitched"]
    witch = reader.holder("witch")
    if is_bewitched and reader.view["turn"]["gathered"] and witch:
        return reader.say("on turn: {seat}", seat=reader.who(witch))
    return reader.say("on turn")


def _state(reader: Reader, character: str) -> str:
    found = standing(reader, character)
    return ", ".join([found.who, *found.words] if found.who else found.words)


def _was_called(reader: Reader, character: str) -> bool:
    cast: list[str] = reader.view["cast"]
    called = reader.view["called"]
    if reader.view["phase"] in (DRAFT, THEATER):
        return False
    return called == END or cast.index(character) < cast.index(called)


MURDERED = "murdered"
# mark of the view → what it is called on a character who has shown himself, and on one still to come
SHOWN = {
    MURDERED: mark("murdered"),
    "bewitched": mark("bewitched"),
    "robbed": mark("robbed"),
    "warrants": mark("warrant"),
    "threats": mark("threatened"),
}
HIDDEN = SHOWN | {"robbed": mark("to be robbed")}


def _marks(reader: Reader, character: str) -> Iterator[str]:
    for key in SHOWN:
        marked = reader.view["marks"][key]
        if character in ([marked] if isinstance(marked, str) else marked):
            yield key
