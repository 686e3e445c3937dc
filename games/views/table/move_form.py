"""The move form, built from the offers of the rules; nothing here depends on a particular game.

A complete move is one row to choose. An offer with something left open becomes a row with fields, unless it
can be filled in so few ways that each gets a row. What is submitted is turned into a line of notation, which
the rules parse like a typed one.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.play.errors import NotPossible
from games.rules.core.errors import IllegalMove
from games.rules.core.notation import Offer, OfferField, list_few_moves
from games.rules.core.ruleset import Ruleset
from games.views.params import parse_whole_number

MAX_ROWS_UNFOLDED = 8  # a group with more rows is folded
MAX_GROUP_DEPTH = 4
MAX_RADIO_CHOICES = 8  # more of them become a drop-down list
OFFER_PREFIX = "@"  # before the number of an offer with fields; no move starts with it


class FieldChoice(msgspec.Struct, frozen=True):
    """One value of a field. `id` connects it with its label."""

    id: str
    value: str
    name: str
    is_chosen: bool
    note: str = ""  # its effect


class FormField(msgspec.Struct, frozen=True):
    """A field of an offer as the page shows it."""

    name: str
    label: str
    count_hint: str
    kind: str  # radio, checkbox or select
    choices: list[FieldChoice]

    @property
    def has_notes(self) -> bool:
        return any(choice.note for choice in self.choices)


class MoveRow(msgspec.Struct, frozen=True):
    """One thing that may be chosen."""

    id: str
    value: str
    label: str
    notation: str
    note: str = ""
    resources_left: str = ""
    worth: str = ""
    card: dict[str, Any] = {}
    fields: list[FormField] = []
    is_chosen: bool = False

    @property
    def has_sums(self) -> bool:
        """Does the row say what the player ends with?"""
        return bool(self.resources_left or self.worth)


class MoveGroup(msgspec.Struct):
    """Rows whose moves start with the same words."""

    title: str
    rows: list[MoveRow]
    groups: list["MoveGroup"] = []
    is_folded: bool = False

    @property
    def count(self) -> int:
        return len(self.rows) + sum(group.count for group in self.groups)

    @property
    def has_choice(self) -> bool:
        return any(row.is_chosen for row in self.rows) or any(group.has_choice for group in self.groups)

    @property
    def has_sums(self) -> bool:
        """Does any of its own rows say what the player ends with, so that the column needs its heading?"""
        return any(row.has_sums for row in self.rows)


class MoveForm:
    """Builds the form for one seat in a position, and reads the submitted form. Not a Django form."""

    def __init__(self, rules: Ruleset[Any], position: Any, seat: str, language: str) -> None:
        self.rules = rules
        self.position = position
        self.seat = seat
        self.language = language
        self.name = rules.vocabulary.namer(position, language)
        self.offers = rules.offers(position, seat)

    @property
    def has_fields(self) -> bool:
        """Does any offer have fields, so that its sentence is known only once it is filled in?"""
        return any(offer.form(self.name).fields for offer in self.offers)

    @property
    def example(self) -> str:
        """A line that could be typed now, taken from the last offer, which usually ends the turn."""
        write = self.rules.vocabulary.writer(self.position, self.language)
        return write(str(next(self.offers[-1].moves()))) if self.offers else ""

    # --- building the form

    def build_groups(self, chosen: QueryDict | None = None) -> list[MoveGroup]:
        """List everything that may be chosen, in groups, with the earlier choice marked."""
        rows = self._build_all_rows(chosen)
        if len(rows) == 1 and not rows[0].is_chosen:  # preselect the only row
            rows = [msgspec.structs.replace(rows[0], is_chosen=True)]
        if len(rows) <= MAX_ROWS_UNFOLDED:
            return [MoveGroup("", rows)]
        return self._group_rows(rows, depth=1)

    def _build_all_rows(self, chosen: QueryDict | None = None) -> list[MoveRow]:
        return [
            row for number, offer in enumerate(self.offers) for row in self._build_rows(number, offer, chosen)
        ]

    def _build_rows(self, number: int, offer: Offer, chosen: QueryDict | None) -> Iterator[MoveRow]:
        ways = list_few_moves(offer, self.name)
        for offered, way in ways:
            yield self._build_row(str(way), offered, chosen)
        if not ways:
            fields = offer.form(self.name).fields
            yield self._build_row(f"{OFFER_PREFIX}{number}", offer, chosen, fields=fields, number=number)

    def _build_row(
        self,
        value: str,
        offer: Offer,
        chosen: QueryDict | None,
        *,
        fields: Sequence[OfferField] = (),
        number: int = 0,
    ) -> MoveRow:
        hint = self.rules.presentation.hint(self.position, self.seat, offer, self.language)
        return MoveRow(
            id=f"choice-{value}".replace(" ", "-").replace(OFFER_PREFIX, "open-").replace("+", "-plus"),
            value=value,
            label=hint.label or self._build_label(offer),
            notation=f"{offer.verb} …" if fields else value,
            note=hint.note,
            resources_left=hint.left,
            worth=hint.worth,
            card=hint.card,
            fields=[
                self._build_field(field, f"{number}.{field.name}", chosen, len(fields)) for field in fields
            ],
            is_chosen=chosen is not None and chosen.get("move") == value,
        )

    def _build_label(self, offer: Offer) -> str:
        label = self.rules.label(self.position, self.seat, offer, self.language)
        return label or _capitalize_first(offer.form(self.name).label)

    def _build_field(self, field: OfferField, name: str, chosen: QueryDict | None, among: int) -> FormField:
        kind, choices = _choose_input_type(field, among), list(field.choices)
        if kind != "checkbox":
            choices = list(dict.fromkeys(choices))
        ticked = list(chosen.getlist(name)) if chosen else []
        listed = []
        for place, (value, shown) in enumerate(choices):
            if is_ticked := value in ticked:
                ticked.remove(value)
            listed.append(
                FieldChoice(
                    id=f"field-{name.replace('.', '-')}-{place}",
                    value=value,
                    name=_capitalize_first(shown),
                    is_chosen=is_ticked,
                    note=self.rules.vocabulary.effect(self.position, value, self.language)
                    if kind == "radio"
                    else "",
                )
            )
        return FormField(name, _capitalize_first(field.label), _describe_wanted_count(field), kind, listed)

    def _group_rows(self, rows: Sequence[MoveRow], depth: int) -> list[MoveGroup]:
        """Group rows that start with the same words, in the order of their first rows, so that moves that end
        a turn stay last."""
        groups: list[MoveGroup] = []
        for start, some in _group_by_start(rows, depth).items():
            if len(some) > 1:
                groups.append(self._build_group(start, some, depth))
            elif groups and not groups[-1].title:
                groups[-1].rows += some
            else:
                groups.append(MoveGroup("", some))
        return groups

    def _build_group(self, start: Sequence[str], rows: list[MoveRow], depth: int) -> MoveGroup:
        group = MoveGroup(self._build_title(start), rows)
        if len(rows) > MAX_ROWS_UNFOLDED:
            group.is_folded = not group.has_choice
            if depth < MAX_GROUP_DEPTH and len(_group_by_start(rows, depth + 1)) < len(rows):
                group.rows, group.groups = [], self._group_rows(rows, depth + 1)
        return group

    def _build_title(self, words: Sequence[str]) -> str:
        if len(words) > 1:
            return _capitalize_first(" ".join(map(self.name, words)))
        verbs: Mapping[str, Any] = self.rules.lexicon.texts(self.language).get("verbs", {})
        verb = verbs.get(words[0])
        help_text = verb.get("help", "") if isinstance(verb, Mapping) else ""
        return _capitalize_first(str(help_text) or self.name(words[0]))

    # --- reading the submitted form

    def read_line(self, sent: QueryDict) -> str:
        """Return the typed or chosen line, empty if there is none; refuse two that contradict each other."""
        text = " ".join(sent.get("line", "").split())
        chosen = sent.get("move", "")
        if text and chosen:
            self.require_agreement(text, chosen)
        if text or not chosen.startswith(OFFER_PREFIX):
            return text or chosen
        offer = self._require_offer(chosen)
        fields = offer.form(self.name).fields
        number = chosen.removeprefix(OFFER_PREFIX)
        values = {field.name: _read_field_values(sent, f"{number}.{field.name}", field) for field in fields}
        try:
            return str(offer.fill(values))
        except IllegalMove as error:
            named = {"field": self.name(str(error.words.get("field", "")))}
            raise IllegalMove(error.sentence, **{**error.words, **named}) from error

    def require_agreement(self, text: str, chosen: str) -> None:
        """Refuse a typed move that differs from the chosen one: we cannot know which is meant."""
        if len(self._build_all_rows()) == 1:  # the page chose it, not the player
            return
        move = self.rules.read(self.position, self.seat, text, self.language)
        is_open = chosen.startswith(OFFER_PREFIX)
        if not (self._require_offer(chosen).accepts(move) if is_open else str(move) == chosen):
            raise NotPossible(
                _("You have chosen something and written something else. Please take one of them away.")
            )

    def _require_offer(self, chosen: str) -> Offer:
        number = parse_whole_number(chosen.removeprefix(OFFER_PREFIX), 4)
        if number is None or number >= len(self.offers):
            raise NotPossible(_("This is not offered any more."))
        return self.offers[number]


def _group_by_start(rows: Sequence[MoveRow], depth: int) -> dict[tuple[str, ...], list[MoveRow]]:
    found: dict[tuple[str, ...], list[MoveRow]] = {}
    for row in rows:
        found.setdefault(tuple(row.notation.split()[:depth]), []).append(row)
    return found


def _choose_input_type(field: OfferField, among: int) -> str:
    if field.most > 1:
        return "checkbox"
    return "select" if among > 2 or len(field.choices) > MAX_RADIO_CHOICES else "radio"


def _read_field_values(sent: QueryDict, name: str, field: OfferField) -> list[str]:
    """Read the values of a field, ignoring the empty option of a list; check how many there are."""
    given = [value for value in sent.getlist(name) if value]
    if not field.least <= len(given) <= field.most:
        raise IllegalMove(
            _("%(field)s: %(wanted)s You have chosen %(count)d.")
            % {
                "field": _capitalize_first(field.label),
                "wanted": _describe_wanted_count(field),
                "count": len(given),
            }
        )
    return given


def _describe_wanted_count(field: OfferField) -> str:
    """Say how many values the field takes."""
    if field.least == field.most:
        text = ngettext("Choose one.", "Choose %(n)d.", field.least) % {"n": field.least}
    else:
        text = _("Choose %(least)d to %(most)d.") % {"least": field.least, "most": field.most}
    if field.ordered and field.most > 1:
        text += " " + _("They go in the order of this list; for another one write the line yourself.")
    return text


def _capitalize_first(text: str) -> str:
    return text[:1].upper() + text[1:]
