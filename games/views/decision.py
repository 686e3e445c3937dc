"""The form for a decision, made from what the rules offer; no game is known here.

A plain move is one row to choose. An offer that leaves something open becomes a row with fields, unless
there are so few ways to fill it in that each of them can be a row. What comes back is turned into a
line of the notation, which the rules read like any other.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.play.errors import NotPossible
from games.rules.core.errors import IllegalMove
from games.rules.core.notation import Field, Offer, few_ways
from games.rules.core.ruleset import Ruleset
from games.views.numbers import whole

FEW_ROWS = 8  # a group with more is folded
DEEPEST = 4
FEW_CHOICES = 8  # more of them stand in a list that opens
OPEN = "@"  # before the number of an offer with fields; no move begins like this

Chosen = Mapping[str, Any]


class Choice(msgspec.Struct, frozen=True):
    """A value of a field. `id` ties the label to it."""

    id: str
    value: str
    name: str
    chosen: bool
    note: str = ""  # what it does


class Entry(msgspec.Struct, frozen=True):
    """A field of an offer as the page shows it."""

    name: str
    label: str
    wanted: str
    kind: str  # radio, checkbox or select
    choices: list[Choice]

    @property
    def is_told(self) -> bool:
        return any(choice.note for choice in self.choices)


class Row(msgspec.Struct, frozen=True):
    """One thing that may be chosen."""

    id: str
    value: str
    label: str
    notation: str
    note: str = ""
    left: str = ""
    worth: str = ""
    card: dict[str, Any] = {}
    entries: list[Entry] = []
    chosen: bool = False


class Group(msgspec.Struct):
    """Rows that begin with the same words."""

    title: str
    rows: list[Row]
    groups: list["Group"] = []
    folded: bool = False

    @property
    def count(self) -> int:
        return len(self.rows) + sum(group.count for group in self.groups)

    @property
    def has_left(self) -> bool:
        return any(row.left for row in self.rows)

    @property
    def chosen(self) -> bool:
        return any(row.chosen for row in self.rows) or any(group.chosen for group in self.groups)


class Desk:
    """Rules, a position and a reader: all that it takes to write out a form and to read it back."""

    def __init__(self, rules: Ruleset[Any], position: Any, seat: str, language: str) -> None:
        self.rules = rules
        self.position = position
        self.seat = seat
        self.language = language
        self.name = rules.namer(position, language)
        self.offers = rules.offers(position, seat)

    @property
    def has_fields(self) -> bool:
        """Is there a choice whose sentence is known only when it is filled in?"""
        return any(offer.form(self.name).fields for offer in self.offers)

    @property
    def example(self) -> str:
        """Some line that would be understood; the last one is the longest step forward."""
        write = self.rules.writer(self.position, self.language)
        return write(str(next(self.offers[-1].moves()))) if self.offers else ""

    # --- writing it out

    def groups(self, chosen: QueryDict | None = None) -> list[Group]:
        """All that may be done, with what was chosen before."""
        rows = self._all_rows(chosen)
        if len(rows) == 1 and not rows[0].chosen:  # Send is enough, or its fields are open at once
            rows = [msgspec.structs.replace(rows[0], chosen=True)]
        if len(rows) <= FEW_ROWS:
            return [Group("", rows)]
        return self._grouped(rows, depth=1)

    def _all_rows(self, chosen: QueryDict | None = None) -> list[Row]:
        return [row for number, offer in enumerate(self.offers) for row in self._rows(number, offer, chosen)]

    def _rows(self, number: int, offer: Offer, chosen: QueryDict | None) -> Iterator[Row]:
        ways = few_ways(offer, self.name)
        for told, way in ways:
            yield self._row(str(way), told, chosen)
        if not ways:
            fields = offer.form(self.name).fields
            yield self._row(f"{OPEN}{number}", offer, chosen, fields=fields, number=number)

    def _row(
        self,
        value: str,
        offer: Offer,
        chosen: QueryDict | None,
        *,
        fields: Sequence[Field] = (),
        number: int = 0,
    ) -> Row:
        hint = self.rules.hint(self.position, self.seat, offer, self.language)
        return Row(
            id=f"choice-{value}".replace(" ", "-").replace(OPEN, "open-").replace("+", "-coin"),
            value=value,
            label=self._label(offer),
            notation=f"{offer.verb} …" if fields else value,
            note=hint.note,
            left=hint.left,
            worth=hint.worth,
            card=hint.card,
            entries=[self._entry(field, f"{number}.{field.name}", chosen, len(fields)) for field in fields],
            chosen=chosen is not None and chosen.get("move") == value,
        )

    def _label(self, offer: Offer) -> str:
        label = self.rules.label(self.position, self.seat, offer, self.language)
        return label or _sentence(offer.form(self.name).label)

    def _entry(self, field: Field, name: str, chosen: QueryDict | None, among: int) -> Entry:
        kind, choices = _kind(field, among), list(field.choices)
        if kind != "checkbox":
            choices = list(dict.fromkeys(choices))
        ticked = list(chosen.getlist(name)) if chosen else []
        listed = []
        for place, (value, shown) in enumerate(choices):
            if is_ticked := value in ticked:
                ticked.remove(value)
            listed.append(
                Choice(
                    id=f"field-{name.replace('.', '-')}-{place}",
                    value=value,
                    name=_sentence(shown),
                    chosen=is_ticked,
                    note=self.rules.effect(self.position, value, self.language) if kind == "radio" else "",
                )
            )
        return Entry(name, _sentence(field.label), _wanted(field), kind, listed)

    def _grouped(self, rows: Sequence[Row], depth: int) -> list[Group]:
        """What begins with the same words stands together, where the first of it would: what ends a turn
        stays last."""
        groups: list[Group] = []
        for start, some in _by_start(rows, depth).items():
            if len(some) > 1:
                groups.append(self._group(start, some, depth))
            elif groups and not groups[-1].title:
                groups[-1].rows += some
            else:
                groups.append(Group("", some))
        return groups

    def _group(self, start: Sequence[str], rows: list[Row], depth: int) -> Group:
        group = Group(self._title(start), rows)
        if len(rows) > FEW_ROWS:
            group.folded = not group.chosen
            if depth < DEEPEST and len(_by_start(rows, depth + 1)) < len(rows):
                group.rows, group.groups = [], self._grouped(rows, depth + 1)
        return group

    def _title(self, words: Sequence[str]) -> str:
        if len(words) > 1:
            return _sentence(" ".join(map(self.name, words)))
        verbs: Mapping[str, Any] = self.rules.lexicon.texts(self.language).get("verbs", {})
        verb = verbs.get(words[0])
        help_text = verb.get("help", "") if isinstance(verb, Mapping) else ""
        return _sentence(str(help_text) or self.name(words[0]))

    # --- reading it back

    def line(self, sent: QueryDict) -> str:
        """The line that was written or chosen; empty if nothing was, refused if they are not the same."""
        written = " ".join(sent.get("line", "").split())
        chosen = sent.get("move", "")
        if written and chosen:
            self.compare(written, chosen)
        if written or not chosen.startswith(OPEN):
            return written or chosen
        offer = self._offer(chosen)
        fields = offer.form(self.name).fields
        number = chosen.removeprefix(OPEN)
        values = {field.name: _given(sent, f"{number}.{field.name}", field) for field in fields}
        try:
            return str(offer.fill(values))
        except IllegalMove as error:
            named = {"field": self.name(str(error.words.get("field", "")))}
            raise IllegalMove(error.sentence, **{**error.words, **named}) from error

    def compare(self, written: str, chosen: str) -> None:
        """Whoever has chosen one thing and written another means one of them, and nobody knows which."""
        if len(self._all_rows()) == 1:  # chosen by the page
            return
        move = self.rules.read(self.position, self.seat, written, self.language)
        is_open = chosen.startswith(OPEN)
        if not (self._offer(chosen).accepts(move) if is_open else str(move) == chosen):
            raise NotPossible(
                _("You have chosen something and written something else. Please take one of them away.")
            )

    def _offer(self, chosen: str) -> Offer:
        number = whole(chosen.removeprefix(OPEN), 4)
        if number is None or number >= len(self.offers):
            raise NotPossible(_("This is not offered any more."))
        return self.offers[number]


def _by_start(rows: Sequence[Row], depth: int) -> dict[tuple[str, ...], list[Row]]:
    found: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        found.setdefault(tuple(row.notation.split()[:depth]), []).append(row)
    return found


def _kind(field: Field, among: int) -> str:
    if field.most > 1:
        return "checkbox"
    return "select" if among > 2 or len(field.choices) > FEW_CHOICES else "radio"


def _given(sent: QueryDict, name: str, field: Field) -> list[str]:
    """What was filled in here; an empty line of a list is nothing."""
    given = [value for value in sent.getlist(name) if value]
    if not field.least <= len(given) <= field.most:
        raise IllegalMove(
            _("%(field)s: %(wanted)s You have chosen %(count)d.")
            % {"field": _sentence(field.label), "wanted": _wanted(field), "count": len(given)}
        )
    return given


def _wanted(field: Field) -> str:
    """How many, in words."""
    if field.least == field.most:
        text = ngettext("Choose one.", "Choose %(n)d.", field.least) % {"n": field.least}
    else:
        text = _("Choose %(least)d to %(most)d.") % {"least": field.least, "most": field.most}
    if field.ordered and field.most > 1:
        text += " " + _("They go in the order of this list; for another one write the line yourself.")
    return text


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
