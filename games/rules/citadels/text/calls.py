"""The characters of the round as text: what everybody knows about each, in calling order."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...core.reader import INDENT, NO_BREAK_SPACE
from ...core.translation import mark
from ..position import DRAFT, END, THEATER
from .reader import TableReader

COLUMN_GAP = 3  # between two columns


def render_calls(reader: TableReader) -> Iterator[str]:
    """Render the cast: one sentence during the draft, afterwards a line or half a line per character."""
    if reader.view["phase"] in (DRAFT, THEATER):
        yield from reader.wrap(" ".join([_describe_cast(reader), *describe_cards_set_aside(reader)]))
        return
    cast = reader.view["cast"]
    half = (len(cast) + 1) // 2
    left, right = _format_cells(reader, cast[:half]), _format_cells(reader, cast[half:])
    side = max(map(len, left)) + COLUMN_GAP
    if side + max(map(len, right)) <= reader.width:
        for place, cell in enumerate(left):
            yield f"{cell:{side}}{right[place]}" if place < len(right) else cell
    else:
        for cell in _format_cells(reader, cast):
            yield from reader.wrap(cell, INDENT, first="")
    for sentence in describe_theater_exchange(reader):
        yield from reader.wrap(sentence)


def describe_theater_exchange(reader: TableReader) -> Iterator[str]:
    """Say who exchanged characters by the Theater. Which characters they were stays hidden."""
    if reader.view["theater"]:
        seats = reader.join_words([reader.name_seat(seat) for seat in reader.view["theater"]])
        yield reader.say("The Theater: {seats} exchanged a character, unseen.", seats=seats)


def _describe_cast(reader: TableReader) -> str:
    numbered = [
        f"{reader.rank(one)} {reader.name(one)}".replace(" ", NO_BREAK_SPACE) for one in reader.view["cast"]
    ]
    return reader.say("Characters: {characters}.", characters=", ".join(numbered))


def describe_cards_set_aside(reader: TableReader) -> Iterator[str]:
    """Describe the characters set aside before the draft, as far as everybody knows."""
    if open_ones := reader.view["faceup"]:
        yield reader.count(
            "Face up, so nobody has it: {characters}.",
            "Face up, so nobody has them: {characters}.",
            len(open_ones),
            characters=reader.join_names(open_ones),
        )
    yield describe_face_down_cards(reader)


def describe_face_down_cards(reader: TableReader) -> str:
    return reader.count(
        "{n} character lies face down.", "{n} characters lie face down.", reader.view["facedown"]
    )


def _format_cells(reader: TableReader, characters: Sequence[str]) -> list[str]:
    side = max(len(reader.name(one)) for one in characters)
    return [
        f"{reader.rank(one)} {reader.name(one):{side}}  {_format_status(reader, one)}" for one in characters
    ]


class CharacterStatus(NamedTuple):
    """What everybody knows about a character in this round."""

    kind: str  # out, now, known, open or silent
    holder_name: str  # the seat that has revealed it, as the reader would say it
    words: list[str]
    marks: tuple[str, ...] = ()  # the marks that the words mention


def find_character_status(reader: TableReader, character: str) -> CharacterStatus:
    """Describe one character in a few words. A murdered and an absent one look the same (L5)."""
    if character in reader.view["faceup"]:
        return CharacterStatus("out", "", [reader.say("face up")])
    holder = reader.holder(character)
    marks = tuple(_list_marks(reader, character))
    if holder:
        words = [reader.say(MARKS_WHEN_REVEALED[one]) for one in marks]
        if character == reader.view["called"]:
            return CharacterStatus("now", reader.name_seat(holder), [_describe_turn(reader), *words], marks)
        return CharacterStatus("known", reader.name_seat(holder), words, marks)
    if not _was_called(reader, character):
        words = [reader.say(MARKS_WHEN_HIDDEN[one]) for one in marks]
        return CharacterStatus("open", "", words or [reader.say("to come")], marks)
    if MURDERED in marks:
        return CharacterStatus("silent", "", [reader.say("murdered, no answer")], (MURDERED,))
    return CharacterStatus("silent", "", [reader.say("called, no answer")])


def _describe_turn(reader: TableReader) -> str:
    """Say whose turn it is: once a bewitched player has gathered, the Witch takes over (T9)."""
    is_bewitched = reader.view["called"] == reader.view["marks"]["bewitched"]
    witch = reader.holder("witch")
    if is_bewitched and reader.view["turn"]["gathered"] and witch:
        return reader.say("on turn: {seat}", seat=reader.name_seat(witch))
    return reader.say("on turn")


def _format_status(reader: TableReader, character: str) -> str:
    found = find_character_status(reader, character)
    return ", ".join([found.holder_name, *found.words] if found.holder_name else found.words)


def _was_called(reader: TableReader, character: str) -> bool:
    cast: list[str] = reader.view["cast"]
    called = reader.view["called"]
    if reader.view["phase"] in (DRAFT, THEATER):
        return False
    return called == END or cast.index(character) < cast.index(called)


MURDERED = "murdered"
# mark in the view → its label on a revealed character, and then on one that is still to be called
MARKS_WHEN_REVEALED = {
    MURDERED: mark("murdered"),
    "bewitched": mark("bewitched"),
    "robbed": mark("robbed"),
    "warrants": mark("warrant"),
    "threats": mark("threatened"),
}
MARKS_WHEN_HIDDEN = MARKS_WHEN_REVEALED | {"robbed": mark("to be robbed")}


def _list_marks(reader: TableReader, character: str) -> Iterator[str]:
    for key in MARKS_WHEN_REVEALED:
        marked = reader.view["marks"][key]
        if character in ([marked] if isinstance(marked, str) else marked):
            yield key
