"""The forms of the lobby. The options of a game come from its rules; nothing here knows a particular game."""

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

from accounts.names import MAX_NAME_LENGTH
from games.models import Game
from games.play.lobby.invitations import MAX_OPEN_INVITATIONS
from games.rules.core.ruleset import Ruleset
from games.rules.core.setup_options import EACH, FLAG, MANY, ONE, SetupChoice, SetupOption
from games.views.lobby.time_forms import MissedDeadlineForm, PaceForm

OPEN, PRIVATE = "open", "private"
WHEN_FULL, BY_CREATOR = "full", "word"
LINK_PATTERN = re.compile(r"://|www\.|@", re.IGNORECASE)


def clean_public_name(text: str) -> str:
    """Clean a name to one line. It goes into emails to strangers, so links and addresses are refused."""
    name = " ".join(text.split())
    if LINK_PATTERN.search(name) or not name.isprintable():
        raise ValidationError(gettext("A name cannot contain a link or an address."))
    return name


class AddressesField(forms.CharField):
    """Email addresses as people paste them: on lines, with commas, or as a mail program writes them."""

    widget = forms.Textarea(attrs={"rows": 3, "autocomplete": "off", "spellcheck": "false"})

    def clean(self, value: str | None) -> list[str]:
        text = super().clean(value) or ""
        words = re.split(r"[,;\n]", re.sub(r'"[^"\n]*"', "", text))
        addresses = [parse_address(word) for word in words if word.strip()]
        if len(addresses) > MAX_OPEN_INVITATIONS:
            raise ValidationError(
                gettext("Please invite at most %(most)d at once.") % {"most": MAX_OPEN_INVITATIONS}
            )
        return list(dict.fromkeys(addresses))


def parse_address(word: str) -> str:
    """Extract the address from `Ann Smith <ann@example.org>`, in lower case."""
    inner = re.search(r"<([^<>]*)>", word)
    address = (inner.group(1) if inner else word).strip().lower()
    try:
        validate_email(address)
    except ValidationError as error:
        raise ValidationError(
            gettext("“%(word)s” is not an address.") % {"word": word.strip()[:60]}
        ) from error
    return address


class TableForm(PaceForm, MissedDeadlineForm):
    """The settings of a table that are the same for every game."""

    name = forms.CharField(
        label=_("Table name"), max_length=60, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    size = forms.TypedChoiceField(label=_("Seats"), coerce=int)
    bots = forms.TypedChoiceField(label=_("Bot seats"), coerce=int, initial=0)
    access = forms.ChoiceField(
        label=_("Who may join?"),
        choices=[(PRIVATE, _("Only people I invite")), (OPEN, _("Everybody who finds the table"))],
        initial=PRIVATE,
        widget=forms.RadioSelect,
    )
    addresses = AddressesField(
        label=_("Invite by email"),
        required=False,
        help_text=_("Addresses, one per line or separated by commas. Nobody needs an account."),
    )
    start = forms.ChoiceField(
        label=_("When does the game begin?"),
        choices=[(WHEN_FULL, _("As soon as all seats are taken")), (BY_CREATOR, _("When I start it"))],
        initial=WHEN_FULL,
        widget=forms.RadioSelect,
    )
    visibility = forms.ChoiceField(
        label=_("Who may watch?"),
        choices=Game.Visibility.choices,
        initial=Game.Visibility.AFTERWARDS,
        widget=forms.RadioSelect,
        help_text=_(
            "Spectators of a running game never see hidden cards. Games that everybody can watch from the "
            "start are listed under “Watch”."
        ),
    )

    def __init__(self, rules: Ruleset[Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not rules.orders.offered:
            self.remove_orders()
        size, bots = (
            cast(forms.ChoiceField, self.fields["size"]),
            cast(forms.ChoiceField, self.fields["bots"]),
        )
        size.choices = [(number, str(number)) for number in rules.seats]
        bots.choices = [(number, str(number)) for number in range(rules.seats[-1])]

    def clean_name(self) -> str:
        return clean_public_name(self.cleaned_data["name"])

    def clean(self) -> dict[str, Any]:
        super().clean()
        size, bots = self.cleaned_data.get("size"), self.cleaned_data.get("bots")
        if size and bots == size - 1 and self.cleaned_data.get("addresses"):
            self.add_error(
                "bots", gettext("The bots take all the seats, so nobody you invite would find one.")
            )
        if size and bots and bots >= size:
            self.add_error(
                "bots",
                ngettext(
                    "One seat is yours, so there is room for %(n)d bot.",
                    "One seat is yours, so there is room for %(n)d bots.",
                    size - 1,
                )
                % {"n": size - 1},
            )
        return self.cleaned_data


class OptionInput(NamedTuple):
    """One choice as a radio button or checkbox."""

    choice: SetupChoice
    id: str
    name: str
    type: str
    checked: bool


class OptionGroup(NamedTuple):
    """Choices under one heading."""

    label: str
    inputs: list[OptionInput]


class OptionQuestion(NamedTuple):
    """An option of the rules as the page asks for it."""

    option: SetupOption
    groups: list[OptionGroup]
    errors: list[str]


class OptionsForm(forms.Form):
    """The options of a game as form fields. Whether they fit together is checked by the rules."""

    def __init__(self, options: Sequence[SetupOption], data: Any = None, *, initial: Any = None) -> None:
        super().__init__(data, initial=initial, prefix="o")
        self.options = options
        for option in options:
            self.fields.update(_build_fields(option))

    def get_values(self) -> dict[str, Any]:
        """Map the name of each option to its value; an option of kind EACH has a list, one value a group."""
        return {option.name: self._get_value(option) for option in self.options}

    def _get_value(self, option: SetupOption) -> Any:
        values = [self.cleaned_data[name] for name in _build_fields(option)]
        return values if option.kind == EACH else values[0]

    def build_questions(self) -> list[OptionQuestion]:
        return [
            OptionQuestion(option, self._build_groups(option), self._list_errors(option))
            for option in self.options
        ]

    def _list_errors(self, option: SetupOption) -> list[str]:
        return [str(error) for name in _build_fields(option) for error in self[name].errors]

    def _build_groups(self, option: SetupOption) -> list[OptionGroup]:
        if option.kind == FLAG:
            flag = SetupChoice("on", option.label, option.help)
            return [self._build_group(option, option.name, "", [flag])]
        return [
            self._build_group(
                option, f"{option.name}-{number}" if option.kind == EACH else option.name, label, choices
            )
            for number, (label, choices) in enumerate(_group_choices(option).items())
        ]

    def _build_group(
        self, option: SetupOption, name: str, label: str, choices: Sequence[SetupChoice]
    ) -> OptionGroup:
        kind = "radio" if option.kind in (ONE, EACH) else "checkbox"
        chosen = self._list_chosen_values(option, name)
        field = self[name]
        return OptionGroup(
            label,
            [
                OptionInput(one, f"{field.auto_id}_{one.value}", field.html_name, kind, one.value in chosen)
                for one in choices
            ],
        )

    def _list_chosen_values(self, option: SetupOption, name: str) -> list[str]:
        value = self[name].value()
        if option.kind == FLAG:
            return ["on"] if value else []
        return list(value or []) if option.kind == MANY else [value]


def _group_choices(option: SetupOption) -> dict[str, list[SetupChoice]]:
    groups: dict[str, list[SetupChoice]] = {}
    for choice in option.choices:
        groups.setdefault(choice.group, []).append(choice)
    return groups


def _build_fields(option: SetupOption) -> dict[str, forms.Field]:
    """Build the form fields of an option: one, or one for each group of choices."""
    if option.kind == FLAG:
        return {option.name: forms.BooleanField(label=option.label, required=False, initial=option.default)}
    if option.kind == MANY:
        pairs = _list_choice_pairs(option.choices)
        return {
            option.name: forms.MultipleChoiceField(
                label=option.label, choices=pairs, required=False, initial=option.default
            )
        }
    if option.kind == ONE:
        return {option.name: _build_radio_field(option.label, option.choices, [option.default])}
    return {
        f"{option.name}-{number}": _build_radio_field(label, choices, option.default)
        for number, (label, choices) in enumerate(_group_choices(option).items())
    }


def _list_choice_pairs(choices: Sequence[SetupChoice]) -> list[tuple[str, str]]:
    return [(choice.value, choice.label) for choice in choices]


def _build_radio_field(
    label: str, choices: Sequence[SetupChoice], default: Sequence[str]
) -> forms.ChoiceField:
    values = [choice.value for choice in choices]
    first = next((value for value in default if value in values), values[0])
    return forms.ChoiceField(
        label=label,
        choices=_list_choice_pairs(choices),
        required="" not in values,
        initial=first,
        error_messages={"required": gettext("Please choose one: %(label)s.") % {"label": label}},
    )


def read_initial_options(form: OptionsForm, data: Mapping[str, Any]) -> dict[str, Any]:
    """Read the earlier choices on this page as initial data, dropping those no longer offered."""
    found: dict[str, Any] = {}
    for name, field in form.fields.items():
        values = data.getlist(form.add_prefix(name))  # type: ignore[attr-defined]
        allowed = {value for value, _label in getattr(field, "choices", [])}
        if isinstance(field, forms.BooleanField):
            found[name] = bool(values)
        elif kept := [value for value in values if value in allowed]:
            found[name] = kept if isinstance(field, forms.MultipleChoiceField) else kept[-1]
    return found


def read_previous_input(form: forms.Form, data: QueryDict) -> dict[str, Any]:
    """Read the earlier input on this page as initial data; an unticked checkbox stays unticked."""
    return {
        name: field.widget.value_from_datadict(data, MultiValueDict(), form.add_prefix(name))
        for name, field in form.fields.items()
    }


class InviteForm(forms.Form):
    addresses = AddressesField(
        label=_("Invite more people"),
        help_text=_("Addresses, one per line or separated by commas."),
    )


class AcceptForm(forms.Form):
    """A guest chooses a name for the table."""

    handle = forms.CharField(
        label=_("Your name at the table"),
        max_length=MAX_NAME_LENGTH,
        help_text=_("What others call you, in any script."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "spellcheck": "false"}),
    )


class DeclineForm(forms.Form):
    reason = forms.CharField(
        label=_("A note to whoever invited you"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
