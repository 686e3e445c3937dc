"""The orders of a seat as a sheet of forms, made from what the rules offer; no game is known here.

A question is a choice of radio buttons, a list is numbered, and a plan is composed line by line. Nothing of a
plan is stored before it is sent: its lines stand in the form.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property

import msgspec
from django.http import QueryDict
from django.utils.translation import gettext as _

from games.play.errors import NotPossible, reason_of
from games.play.views_of import Sight
from games.rules.core import orders
from games.rules.core.errors import RulesError
from games.rules.core.order_forms import ONE, PLAN, RANKED, Choice, OrderForm
from games.rules.core.orders import CANCEL, MOST_ORDERS, OR, BadLine, Change, begins_with
from games.rules.core.reading import tidy
from games.views.numbers import whole

STANDING, WRITE, RANK, PLANNED, WITHDRAW, ALL = ("standing", "write", "rank", "plan", "withdraw", "all")
ADD, UP, DOWN, DROP = COMPOSING = ("add", "up", "down", "drop")
LONGEST_LINE = 400


class Line(msgspec.Struct, frozen=True):
    """An order that stands or is planned: exactly, as a sentence, and as its owner would write it."""

    line: str
    text: str
    written: str


class Step(msgspec.Struct, frozen=True):
    """A move that may be planned."""

    line: str
    label: str
    sign: str
    written: str


class Group(msgspec.Struct, frozen=True):
    """Steps of one kind."""

    label: str
    choices: list[Step]


class Number(msgspec.Struct, frozen=True):
    """A number that may go with a choice."""

    name: str
    label: str
    value: str


class Pick(msgspec.Struct, frozen=True):
    """One answer to a question."""

    id: str
    value: str
    label: str
    chosen: bool
    number: Number | None = None


class Question(msgspec.Struct, frozen=True):
    """A question that may be answered for good. `was` is what stood when the page was made."""

    kind: str
    name: str
    label: str
    help: str
    was: str
    picks: list[Pick]
    error: str = ""


class Place(msgspec.Struct, frozen=True):
    """Something that may stand in a list, and at which place."""

    name: str
    label: str
    note: str
    sign: str
    number: str


class Ranking(msgspec.Struct, frozen=True):
    """A list by preference."""

    kind: str
    label: str
    help: str
    was: str
    places: list[Place]
    error: str = ""


class Misfilled(NotPossible):
    """Something on the sheet cannot be read; `field` says where."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


class Sheet:
    """What stands, what may be ordered, and what was filled in."""

    def __init__(self, sight: Sight, sent: QueryDict | None = None, *, with_hand: bool = True) -> None:
        self.rules, self.position, self.language = sight.rules, sight.position, sight.language
        self.seat = str(sight.name)
        self.sent = sent if sent is not None else QueryDict()
        self.do = self.sent.get("do", "").partition("-")[0]
        self.errors: dict[str, str] = {}
        self._fields: dict[str, str] = {}  # lines that are to be filed, and what they were filled in at
        self.lines = list(self.rules.orders(self.position, self.seat))
        forms = self.rules.order_forms(self.position, self.seat, self.language)
        self.forms = [form for form in forms if with_hand or form.shape != PLAN]

    # --- what stands

    @property
    def standing(self) -> list[Line]:
        return [self._in_words(line) for line in self.lines if self.rules.kind_of_order(line)]

    @property
    def plan(self) -> list[Line]:
        return [self._in_words(line) for line in self.lines if not self.rules.kind_of_order(line)]

    def _in_words(self, line: str) -> Line:
        text = self.rules.order_text(self.position, self.seat, line, self.language)
        return Line(line, text, self._written(line))

    def _written(self, line: str) -> str:
        return self.rules.writer(self.position, self.language)(line)

    def _stands(self, kind: str) -> str:
        """The order of this kind, if there is one."""
        return next((line for line in self.lines if self.rules.kind_of_order(line) == kind), "")

    # --- questions that are answered for good

    @property
    def questions(self) -> list[Question]:
        return [self._question(form) for form in self._of_shape(ONE)]

    def _of_shape(self, shape: str) -> Iterator[OrderForm]:
        return (form for form in self.forms if form.shape == shape)

    def _question(self, form: OrderForm) -> Question:
        name, was = f"order-{form.kind}", self._stands(form.kind)
        if self.do == STANDING:
            chosen = self.sent.get(name, "")
        else:
            chosen = next((one.line for one in form.choices if one.number_in(was) is not None), "")
        picks = [Pick(f"{name}-ask", "", _("Ask me"), not chosen)]
        for place, one in enumerate(form.choices):
            known = one.number_in(was) or "" if self.do != STANDING else self.sent.get(f"{name}-{place}", "")
            number = Number(f"{name}-{place}", one.asks, known) if one.word else None
            picks.append(Pick(f"{name}-pick-{place}", one.line, one.label, one.line == chosen, number))
        return Question(form.kind, name, form.label, form.help, was, picks, self.errors.get(name, ""))

    def _answered(self) -> Change:
        """What is to change. What the form has left as it was stays as it is by now."""
        gone, filed = [], {}
        for form in self._of_shape(ONE):
            name = f"order-{form.kind}"
            line, was = self._chosen(form, name), self.sent.get(f"was-{form.kind}", "")
            if line and line != was:
                filed[line] = name
            elif not line and was:
                gone.append(was)
        self._fields = filed
        return Change(tuple(gone), tuple(filed))

    def _chosen(self, form: OrderForm, name: str) -> str:
        chosen = self.sent.get(name, "")
        for place, one in enumerate(form.choices):
            if one.line == chosen:
                return one.with_number(" ".join(self.sent.get(f"{name}-{place}", "").split())[:LONGEST_LINE])
        return ""

    # --- lists

    @property
    def rankings(self) -> list[Ranking]:
        return [self._ranking(form) for form in self._of_shape(RANKED)]

    def _ranking(self, form: OrderForm) -> Ranking:
        was = self._stands(form.kind)
        ranked = {word: str(place) for place, word in enumerate(form.ranking(was), 1)}
        is_sent = self.sent.get("do") == f"{RANK}-{form.kind}"
        places = []
        for one in form.choices:
            name = f"rank-{form.kind}-{one.line}"
            number = self.sent.get(name, "") if is_sent else ranked.get(one.line, "")
            places.append(Place(name, one.label, one.note, one.sign, number))
        error = self.errors.get(f"rank-{form.kind}", "")
        return Ranking(form.kind, form.label, form.help, was, places, error)

    def _ranked(self, kind: str) -> Change:
        form = next((form for form in self._of_shape(RANKED) if form.kind == kind), None)
        if form is None:
            raise NotPossible(_("This is not offered any more."))
        was, words = self.sent.get(f"was-{kind}", ""), self._in_order(form)
        line = form.ranked_line(words)
        self._fields = {line: f"rank-{kind}"}
        if not words:
            return Change((was,) if was else ())
        return Change(filed=(line,) if line != was else ())

    def _in_order(self, form: OrderForm) -> list[str]:
        """The words that have a number, the lowest first. Two with the same one cannot be told apart."""
        found: dict[int, tuple[str, str]] = {}
        for one in form.choices:
            text = self.sent.get(f"rank-{form.kind}-{one.line}", "").strip()
            if not text:
                continue
            number = _whole(text, f"rank-{form.kind}", one.label)
            if number in found:
                both = {"one": found[number][1], "other": one.label, "number": number}
                sentence = _("%(one)s and %(other)s both have number %(number)d.") % both
                raise Misfilled(f"rank-{form.kind}", sentence)
            found[number] = one.line, one.label
        return [found[number][0] for number in sorted(found)]

    # --- the plan

    @property
    def composed(self) -> list[Line]:
        """The lines of the plan as they stand in the form, or as they are filed."""
        return [self._in_words(line) for line in self._lines()] if self.is_composing else self.plan

    @property
    def doubt(self) -> str:
        """Why the plan, as it is composed, is sure to stop."""
        return self.doubt_about([one.line for one in self.composed])

    def doubt_about(self, lines: Sequence[str]) -> str:
        return self.rules.plan_doubt(self.position, self.seat, lines, self.language)

    @property
    def is_composing(self) -> bool:
        return self.do in (*COMPOSING, PLANNED)

    def _lines(self) -> list[str]:
        lines = [line.strip()[:LONGEST_LINE] for line in self.sent.getlist("line")]
        return [line for line in lines if line][:MOST_ORDERS]

    @cached_property
    def steps(self) -> list[Group]:
        """What may be planned, in groups."""
        return [Group(form.label, list(map(self._step, form.choices))) for form in self._of_shape(PLAN)]

    def _step(self, one: Choice) -> Step:
        return Step(one.line, one.label, one.sign, self._written(one.line))

    @property
    def or_word(self) -> str:
        """What stands between alternatives."""
        return self.rules.lexicon.name(OR.strip(), self.language)

    @property
    def examples(self) -> dict[str, str]:
        """What may be written, as the reader would write it; empty where nothing is offered."""
        order = next((form.choices[0].line for form in self._of_shape(ONE) if form.choices), "")
        groups = [group.choices for group in self.steps if group.choices]
        return {
            "order": self._written(order),
            "plan": self._written(f"{orders.PLAN} {groups[0][0].line}") if groups else "",
            "step": groups[-1][0].written if groups else "",
        }

    @property
    def written(self) -> dict[str, str]:
        """What was chosen or typed for the next line of the plan, and for an order."""
        return {name: self.sent.get(name, "") for name in ("step", "or", "free", "order")}

    def compose(self, place: str) -> None:
        """Put a line behind the plan, move one, or leave one out; nothing is stored."""
        lines = self._lines()
        number = whole(place, 3)
        if self.do == ADD:
            lines += self._added(must=True)
        elif number is not None and number < len(lines):
            line = lines.pop(number)
            if self.do != DROP:
                lines.insert(max(number + (1 if self.do == DOWN else -1), 0), line)
        self.sent = self.sent.copy()
        self.sent.setlist("line", lines)
        if self.do == ADD:
            for name in ("step", "or", "free"):
                self.sent[name] = ""

    def _added(self, *, must: bool = False) -> list[str]:
        """The line that was written, else what was chosen, as it would be kept."""
        chosen = OR.join(filter(None, (self.sent.get("step", ""), self.sent.get("or", ""))))
        text = self.sent.get("free", "").strip() or chosen
        if not text:
            if must:
                raise Misfilled(PLANNED, _("Please choose something first."))
            return []
        try:
            return [orders.planned_line(self.rules, self.position, text)]
        except RulesError as error:
            raise Misfilled(PLANNED, reason_of(error)) from error

    # --- all of it, read back

    def wanted(self) -> Change:
        """What the button that was pressed is to change."""
        do, _dash, rest = self.sent.get("do", "").partition("-")
        if do == STANDING:
            return self._answered()
        if do == RANK:
            return self._ranked(rest)
        if do == WRITE:
            return self._by_hand()
        if do == PLANNED:
            return Change(plan=(*self._lines(), *self._added()))
        if do == ALL:
            return Change(tuple(self.lines))
        if do == WITHDRAW:
            return (
                Change(plan=()) if self.sent.get("what") == PLANNED else Change((self.sent.get("what", ""),))
            )
        raise NotPossible(_("Please choose something first."))

    def _by_hand(self) -> Change:
        """A line as in a letter: an order that stands, one more line of the plan, or one that cancels."""
        line = self.sent.get("order", "").strip()[:LONGEST_LINE]
        self._fields = {line: WRITE}
        if begins_with(self.rules, line, orders.PLAN):
            return Change(plan=(*self._lines(), line))
        if begins_with(self.rules, line, CANCEL):
            return Change(tuple(self._cancelled(tidy(line).partition(" ")[2])))
        return Change(filed=(line,))

    def _cancelled(self, what: str) -> list[str]:
        try:
            return orders.meant_by(self.rules, self.position, self.seat, what)
        except RulesError as error:
            raise Misfilled(WRITE, reason_of(error)) from error

    def field_of(self, error: Exception) -> str:
        """Beside which field this is to be told."""
        if isinstance(error, Misfilled):
            return error.field
        line = error.line if isinstance(error, BadLine) else ""
        return self._fields.get(line, PLANNED if self.do == PLANNED else "")


def _whole(text: str, field: str, label: str) -> int:
    if (found := whole(text, 3)) is None:
        sentence = _("%(label)s: “%(text)s” is no number.") % {"label": label, "text": text[:20]}
        raise Misfilled(field, sentence)
    return found
