"""The forms of the lobby. What can be chosen for a game comes from its rules; the form knows no card."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.handles import LONGEST
from games.models import Game
from games.play.inviting import MOST_INVITATIONS
from games.rules.core.setup import EACH, FLAG, MANY, ONE, Choice, Option
from games.views.pace_forms import PaceForm, PatienceForm

OPEN, PRIVATE = "open", "private"
FULL, WORD = "full", "word"
LINK = re.compile(r"://|www\.|@", re.IGNORECASE)


def harmless_line(text: str) -> str:
    """A name as one line. It goes into letters to strangers, so it cannot hold a link."""
    name = " ".join(text.split())
    if LINK.search(name) or not name.isprintable():
        raise ValidationError(gettext("A name cannot hold a link or an address."))
    return name


class AddressesField(forms.CharField):
    """Addresses as people paste them: in lines, with commas, or as a mail program writes them."""

    widget = forms.Textarea(attrs={"rows": 3, "autocomplete": "off", "spellcheck": "false"})

    def clean(self, value: str | None) -> list[str]:
        text = super().clean(value) or ""
        words = re.split(r"[,;\n]", re.sub(r'"[^"\n]*"', "", text))
        addresses = [address_in(word) for word in words if word.strip()]
        if len(addresses) > MOST_INVITATIONS:
            raise ValidationError(
                gettext("Please invite at most %(most)d at once.") % {"most": MOST_INVITATIONS}
            )
        return list(dict.fromkeys(addresses))


def address_in(word: str) -> str:
    """The address in `Ann Smith <ann@example.org>`, in small letters."""
    inner = re.search(r"<([^<>]*)>", word)
    address = (inner.group(1) if inner else word).strip().lower()
    try:
        validate_email(address)
    except ValidationError as error:
        raise ValidationError(
            gettext("“%(word)s” is not an address.") % {"word": word.strip()[:60]}
        ) from error
    return address


class TableForm(PaceForm, PatienceForm):
    """What is the same for every game."""

    name = forms.CharField(
        label=_("Name of the table"), max_length=60, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    size = forms.TypedChoiceField(label=_("Seats"), coerce=int)
    bots = forms.TypedChoiceField(label=_("Seats for bots"), coerce=int, initial=0)
    door = forms.ChoiceField(
        label=_("Who may join?"),
        choices=[(PRIVATE, _("Only those whom I invite")), (OPEN, _("Everybody who finds the table"))],
        initial=PRIVATE,
        widget=forms.RadioSelect,
    )
    addresses = AddressesField(
        label=_("Invite by mail"),
        required=False,
        help_text=_("Addresses, each on a line or with commas between them. Nobody needs an account."),
    )
    start = forms.ChoiceField(
        label=_("When does the game begin?"),
        choices=[(FULL, _("As soon as all seats are taken")), (WORD, _("When I say so"))],
        initial=FULL,
        widget=forms.RadioSelect,
    )
    watching = forms.ChoiceField(
        label=_("Who may watch?"),
        choices=Game.Watching.choices,
        initial=Game.Watching.AFTERWARDS,
        widget=forms.RadioSelect,
        help_text=_("Whoever watches a running game never sees hidden cards."),
    )

    def __init__(self, seats: range, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        size, bots = (
            cast(forms.ChoiceField, self.fields["size"]),
            cast(forms.ChoiceField, self.fields["bots"]),
        )
        size.choices = [(number, str(number)) for number in seats]
        bots.choices = [(number, str(number)) for number in range(seats[-1])]

    def clean_name(self) -> str:
        return harmless_line(self.cleaned_data["name"])

    def clean(self) -> dict[str, Any]:
        super().clean()
        size, bots = self.cleaned_data.get("size"), self.cleaned_data.get("bots")
        if size and bots == size - 1 and self.cleaned_data.get("addresses"):
            self.add_error(
                "bots", gettext("The bots take all the seats: nobody whom you invite would find one.")
            )
        if size and bots and bots >= size:
            self.add_error(
                "bots",
                ngettext(
                    "One seat is yours: there is room for %(n)d bot.",
                    "One seat is yours: there is room for %(n)d bots.",
                    size - 1,
                )
                % {"n": size - 1},
            )
        return self.cleaned_data


class Answer(NamedTuple):
    """One choice as the page shows it."""

    choice: Choice
    id: str
    name: str
    type: str
    checked: bool


class Group(NamedTuple):
    """Choices under one heading."""

    label: str
    answers: list[Answer]


class Question(NamedTuple):
    """An option as the page asks for it."""

    option: Option
    groups: list[Group]
    errors: list[str]


class OptionsForm(forms.Form):
    """Questions that the rules ask. Whether the answers make a game, the rules say as well."""

    def __init__(self, options: Sequence[Option], data: Any = None, *, initial: Any = None) -> None:
        super().__init__(data, initial=initial, prefix="o")
        self.options = options
        for option in options:
            self.fields.update(_fields(option))

    def answers(self) -> dict[str, Any]:
        """What was answered, by the name of the option; of `each` group a list."""
        return {option.name: self._answer(option) for option in self.options}

    def _answer(self, option: Option) -> Any:
        values = [self.cleaned_data[name] for name in _fields(option)]
        return values if option.kind == EACH else values[0]

    def questions(self) -> list[Question]:
        return [Question(option, self._groups(option), self._complaints(option)) for option in self.options]

    def _complaints(self, option: Option) -> list[str]:
        return [str(error) for name in _fields(option) for error in self[name].errors]

    def _groups(self, option: Option) -> list[Group]:
        if option.kind == FLAG:
            flag = Choice("on", option.label, option.help)
            return [self._group(option, option.name, "", [flag])]
        return [
            self._group(
                option, f"{option.name}-{number}" if option.kind == EACH else option.name, label, choices
            )
            for number, (label, choices) in enumerate(_grouped(option).items())
        ]

    def _group(self, option: Option, name: str, label: str, choices: Sequence[Choice]) -> Group:
        kind = "radio" if option.kind in (ONE, EACH) else "checkbox"
        chosen = self._chosen(option, name)
        field = self[name]
        return Group(
            label,
            [
                Answer(one, f"{field.auto_id}_{one.value}", field.html_name, kind, one.value in chosen)
                for one in choices
            ],
        )

    def _chosen(self, option: Option, name: str) -> list[str]:
        value = self[name].value()
        if option.kind == FLAG:
            return ["on"] if value else []
        return list(value or []) if option.kind == MANY else [value]


def _grouped(option: Option) -> dict[str, list[Choice]]:
    groups: dict[str, list[Choice]] = {}
    for choice in option.choices:
        groups.setdefault(choice.group, []).append(choice)
    return groups


def _fields(option: Option) -> dict[str, forms.Field]:
    """The fields that ask this: one, or one for each group."""
    if option.kind == FLAG:
        return {option.name: forms.BooleanField(label=option.label, required=False, initial=option.default)}
    if option.kind == MANY:
        pairs = _pairs(option.choices)
        return {
            option.name: forms.MultipleChoiceField(
                label=option.label, choices=pairs, required=False, initial=option.default
            )
        }
    if option.kind == ONE:
        return {option.name: _radio(option.label, option.choices, [option.default])}
    return {
        f"{option.name}-{number}": _radio(label, choices, option.default)
        for number, (label, choices) in enumerate(_grouped(option).items())
    }


def _pairs(choices: Sequence[Choice]) -> list[tuple[str, str]]:
    return [(choice.value, choice.label) for choice in choices]


def _radio(label: str, choices: Sequence[Choice], default: Sequence[str]) -> forms.ChoiceField:
    values = [choice.value for choice in choices]
    first = next((value for value in default if value in values), values[0])
    return forms.ChoiceField(
        label=label,
        choices=_pairs(choices),
        required="" not in values,
        initial=first,
        error_messages={"required": gettext("Please choose one: %(label)s.") % {"label": label}},
    )


def initial_from(form: OptionsForm, data: Mapping[str, Any]) -> dict[str, Any]:
    """What was chosen on this page before, as far as it can still be chosen."""
    found: dict[str, Any] = {}
    for name, field in form.fields.items():
        values = data.getlist(form.add_prefix(name))  # type: ignore[attr-defined]
        allowed = {value for value, _label in getattr(field, "choices", [])}
        if isinstance(field, forms.BooleanField):
            found[name] = bool(values)
        elif kept := [value for value in values if value in allowed]:
            found[name] = kept if isinstance(field, forms.MultipleChoiceField) else kept[-1]
    return found


def told_before(form: forms.Form, data: QueryDict) -> dict[str, Any]:
    """Everything that was filled in on this page before; a box without a tick was that, too."""
    return {
        name: field.widget.value_from_datadict(data, MultiValueDict(), form.add_prefix(name))
        for name, field in form.fields.items()
    }


class InviteForm(forms.Form):
    addresses = AddressesField(
        label=_("Invite more people"),
        help_text=_("Addresses, each on a line or with commas between them."),
    )


class AcceptForm(forms.Form):
    """A guest says by which name the table may call them."""

    handle = forms.CharField(
        label=_("Your name at the table"),
        max_length=LONGEST,
        help_text=_("2 to 20 letters, digits, - or _. The others see it."),
        widget=forms.TextInput(
            attrs={"autocomplete": "nickname", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )


class DeclineForm(forms.Form):
    word = forms.CharField(
        label=_("A word for whoever invited you"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
