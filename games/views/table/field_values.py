"""The fields of an offer as they were filled in: read into the move they mean, or refused with a reason."""

from collections.abc import Mapping, Sequence

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.rules.core.choices import FieldLayout
from games.rules.core.errors import IllegalMove
from games.rules.core.notation import DealOffer, Move, Namer, Offer, OfferField, PickOffer
from games.views.table.form_fields import capitalize_first, describe_wanted_count, find_field_title

NAMED = ("field", "value")  # words of an error that are in the notation


def read_fields(offer: Offer, layout: FieldLayout, name: Namer, sent: QueryDict, prefix: str) -> Move:
    """Read the fields of this offer, whose names begin with `prefix` and a dot."""
    fields = offer.form(name).fields
    values = {field.name: _read_values(layout, sent, f"{prefix}.{field.name}", field) for field in fields}
    if isinstance(offer, PickOffer | DealOffer):
        _refuse_contradiction(offer, layout, name, values)
    try:
        return offer.fill(values)
    except IllegalMove as error:
        named = {word: _name_words(error.words[word], name) for word in NAMED if word in error.words}
        raise IllegalMove(error.sentence, **{**error.words, **named}) from error


def _name_words(value: object, name: Namer) -> str:
    return " ".join(map(name, str(value).split(" ")))


def _read_values(layout: FieldLayout, sent: QueryDict, name: str, field: OfferField) -> list[str]:
    """Read the values of a field, ignoring the empty option of a list; check how many there are."""
    given = [value for value in sent.getlist(name) if value]
    if not field.least <= len(given) <= field.most:
        raise IllegalMove(
            _("%(field)s: %(wanted)s You have chosen %(count)d.")
            % {
                "field": find_field_title(layout, field),
                "wanted": describe_wanted_count(field),
                "count": len(given),
            }
        )
    return given


def _refuse_contradiction(
    offer: PickOffer | DealOffer, layout: FieldLayout, name: Namer, values: Mapping[str, Sequence[str]]
) -> None:
    """Refuse a card that is chosen for two fields, unless there are enough of it."""
    fields = offer.form(name).fields
    for card in dict.fromkeys(offer.pool):
        taken = [field for field in fields for value in values[field.name] if value == card]
        if len(taken) > offer.pool.count(card):
            one, other = (find_field_title(layout, field) for field in (taken[0], taken[-1]))
            raise IllegalMove(
                _("%(name)s: choose it for “%(one)s” or for “%(other)s”, not for both.")
                % {"name": capitalize_first(name(card)), "one": one, "other": other}
            )
