"""The fields of an offer, drawn as the game says: lists, cards, or one table with a column of marks each."""

from collections.abc import Callable, Sequence

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.core.choices import ChoiceHint, FieldHint, FieldLayout, PlanSpot
from games.rules.core.notation import OfferField
from games.views.table.move_rows import (
    FieldChoice,
    FormField,
    Mark,
    MarkColumn,
    MarkLine,
    MarkTable,
    PlanCell,
    find_shared_note,
)

MAX_RADIO_CHOICES = 8  # more of them become a drop-down list
MAX_OPEN_FIELDS = 2  # more of them become drop-down lists


class FieldBuilder:
    """Builds the fields of one offer, with the earlier choice marked. Names begin with `prefix` and a dot."""

    def __init__(
        self,
        layout: FieldLayout,
        prefix: str,
        chosen: QueryDict | None,
        describe_effect: Callable[[str], str],
    ) -> None:
        self.layout = layout
        self.prefix = prefix
        self.chosen = chosen
        self.describe_effect = describe_effect

    def build_fields(self, fields: Sequence[OfferField]) -> list[FormField]:
        return [self._build_field(field, self._choose_input_type(field, len(fields))) for field in fields]

    def _choose_input_type(self, field: OfferField, among: int) -> str:
        if field.most > 1:
            return "checkbox"
        is_long = among > MAX_OPEN_FIELDS or len(field.choices) > MAX_RADIO_CHOICES
        return "select" if is_long and not self.layout.has_marks and not self._list_spots(field) else "radio"

    def _list_spots(self, field: OfferField) -> Sequence[PlanSpot]:
        hint = self.layout.fields.get(field.name)
        return hint.plan if hint else ()

    def _build_field(self, field: OfferField, kind: str) -> FormField:
        name = f"{self.prefix}.{field.name}"
        values = list(field.choices) if kind == "checkbox" else list(dict.fromkeys(field.choices))
        ticked = self.chosen.getlist(name) if self.chosen else []
        choices = []
        for place, (value, shown) in enumerate(sorted(values, key=lambda one: self._find_hint(one[0]).order)):
            if is_ticked := value in ticked:
                ticked.remove(value)
            id_ = f"field-{name.replace('.', '-')}-{place}"
            choices.append(self._build_choice(id_, value, shown, kind, is_ticked))
        hint = self.layout.fields.get(field.name)
        return FormField(
            name=name,
            label=find_field_title(self.layout, field),
            count_hint="" if field.most == 1 else describe_wanted_count(field),
            kind=kind,
            choices=choices,
            least=field.least,
            most=field.most,
            note=hint.note if hint else "",
            plan=build_plan(self._list_spots(field), choices),
        )

    def _build_choice(self, id_: str, value: str, shown: str, kind: str, is_chosen: bool) -> FieldChoice:
        hint, name = self._find_hint(value), capitalize_first(shown)
        has_hint = value in self.layout.choices
        return FieldChoice(
            id=id_,
            value=value,
            name=name,
            is_chosen=is_chosen,
            note=hint.note,
            doubt=hint.doubt,
            effect=hint.effect if has_hint or kind != "radio" else self.describe_effect(value),
            card=hint.card,
            summary=hint.summary or name,
        )

    def _find_hint(self, value: str) -> ChoiceHint:
        return self.layout.choices.get(value, ChoiceHint())


def build_plan(spots: Sequence[PlanSpot], choices: Sequence[FieldChoice]) -> list[list[PlanCell | None]]:
    """The spots of a plan row by row, from the first to the last row and column that have one."""
    if not spots:
        return []
    by_value = {choice.value: choice for choice in choices}
    cells = {spot.place: PlanCell(spot, by_value.get(spot.value)) for spot in spots}
    columns, rows = {column for column, _row in cells}, {row for _column, row in cells}
    return [
        [cells.get((column, row)) for column in range(min(columns), max(columns) + 1)]
        for row in range(min(rows), max(rows) + 1)
    ]


def build_mark_table(layout: FieldLayout, fields: Sequence[FormField]) -> MarkTable | None:
    """Build one table of fields over the same choices: a row for each choice, a column for each field.

    None if the layout asks for no table, or if a choice occurs twice, which marks cannot say."""
    values = [[choice.value for choice in field.choices] for field in fields]
    if not layout.has_marks or any(len(set(some)) < len(some) or some != values[0] for some in values):
        return None
    columns = [_build_column(layout, field) for field in fields]
    rows = zip(*(field.choices for field in fields), strict=True)
    lines = [_build_line(row, fields, columns) for row in rows]
    shared = find_shared_note((line.note, line.doubt) for line in lines)
    return MarkTable(columns, lines, layout.choices_title, shared)


def _build_column(layout: FieldLayout, field: FormField) -> MarkColumn:
    hint = layout.fields.get(field.name.rpartition(".")[2], FieldHint(field.label))
    return MarkColumn(hint.title, hint.mark or hint.title, field.most, field.least, hint.card, field.name)


def _build_line(
    row: Sequence[FieldChoice], fields: Sequence[FormField], columns: Sequence[MarkColumn]
) -> MarkLine:
    marks: list[Mark | None] = []
    for choice, field, column in zip(row, fields, columns, strict=True):
        spoken = f"{choice.name}: {column.title}"
        marks.append(Mark(choice.id, field.kind, field.name, choice.value, spoken, column, choice.is_chosen))
    first = row[0]
    return MarkLine(first.name, marks, first.note, first.doubt, first.effect, first.card)


def find_field_title(layout: FieldLayout, field: OfferField) -> str:
    """What the field is called: by the game beside the others, or by its own name."""
    hint = layout.fields.get(field.name)
    return capitalize_first(hint.title if hint else field.label)


def describe_wanted_count(field: OfferField) -> str:
    """Say how many values the field takes."""
    if field.least == field.most:
        text = ngettext("Choose one.", "Choose %(n)d.", field.least) % {"n": field.least}
    else:
        text = _("Choose %(least)d to %(most)d.") % {"least": field.least, "most": field.most}
    if field.ordered and field.most > 1:
        text += " " + _("They are taken in the order of this list; for a different order, type your move.")
    return text


def capitalize_first(text: str) -> str:
    return text[:1].upper() + text[1:]
