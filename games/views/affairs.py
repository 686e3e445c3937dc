"""Who plays a seat, and what answers for it when time has run out."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.validators import validate_email
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import hours
from accounts.limits import limited
from games.clock.patience import allowed
from games.models import Invitation, Seat
from games.play import choosing, inviting, seats
from games.play.errors import DoorError, NotPossible
from games.play.origin import from_person
from games.play.views_of import Sight
from games.views.showing import may_give, sight_or_404
from games.views.visitor import counted, person


@require_http_methods(["GET", "POST"])
@limited("seat", "20/h/key", key=counted)
def seat(request: HttpRequest, key: str) -> HttpResponse:
    """What answers for the own seat in the end; and, where that is allowed, who plays on for it."""
    sight = sight_or_404(request, key)
    own = may_give(request, sight)
    if not own and not (sight.seat and sight.game.is_live):
        raise PermissionDenied(_("You have no seat here that you could give to somebody."))
    trouble = ""
    if request.method == "POST":
        try:
            if "time_out" in request.POST:
                return _choose(request, sight)
            given = _chosen(request, own)
            messages.success(request, _give(request, sight, given))
            is_gone = "bot" in request.POST and given == sight.seat  # and may not see the table any more
            return redirect("my_games") if is_gone else redirect("table", key=key)
        except DoorError as error:
            trouble = str(error)
    page = {
        "game": sight.game,
        "seats": own,
        "trouble": trouble,
        "offered": _offered(own),
        "choices": _choices(sight),
    }
    return render(request, "games/seat.html", page, status=422 if trouble else 200)


def _choose(request: HttpRequest, sight: Sight) -> HttpResponse:
    """What answers for the visitor at this table when the time has run out."""
    if sight.seat is None:
        raise NotPossible(_("You have no seat at this table."))
    answer = request.POST["time_out"]
    choosing.choose_time_out(sight.game.pk, sight.seat.name, answer, from_person(sight.seat.user))
    messages.success(request, _("When your time has run out, it will be as you have chosen."))
    return redirect("table", key=sight.game.key)


def _choices(sight: Sight) -> list[dict[str, Any]]:
    """What the table lets its players choose for the end of their time, and what this one has chosen."""
    seat = sight.seat
    if seat is None or seat.user is None:
        return []
    patience, names = sight.game.patience, dict(hours.TIME_OUTS)
    usual = _("As in your profile: %(what)s") % {"what": names[allowed(seat.user.time_out, patience)]}
    offered = [answer for answer in names if answer in ("minimal", *patience.answers)]
    found = [(answer, names[answer], hours.MEANINGS[answer]) for answer in offered]
    chosen = seat.time_out if seat.time_out in offered else choosing.AS_ALWAYS
    return [
        {"value": value, "label": label, "meaning": meaning, "checked": value == chosen}
        for value, label, meaning in [(choosing.AS_ALWAYS, usual, ""), *found]
    ]


def _offered(own: list[Seat]) -> list[Invitation]:
    """Who has been asked to take one of these seats over and has not answered yet."""
    return list(Invitation.objects.filter(seat__in=own, state=Invitation.State.SENT).select_related("seat"))


def _chosen(request: HttpRequest, own: list[Seat]) -> Seat:
    chosen = request.POST.get("seat", "")
    found = next((one for one in own if str(one.pk) == chosen), None)
    if found is None:
        raise NotPossible(_("This seat is not yours to give."))
    return found


def _give(request: HttpRequest, sight: Sight, given: Seat) -> str:
    """Do it, and say what was done."""
    giver = person(request, sight.seat)
    if "bot" in request.POST:
        seats.give_to_bot(sight.game.pk, given.pk, giver)
        return _("A bot plays for %(seat)s from now on.") % {"seat": given.name}
    inviting.offer_seat(sight.game.pk, given.pk, giver, _address(request))
    return _(
        "The invitation to take the seat over is on its way. Until it is accepted, the seat stays yours."
    )


def _address(request: HttpRequest) -> str:
    address = request.POST.get("address", "").strip()
    try:
        validate_email(address)
    except ValidationError as error:
        raise NotPossible(_("Please write the whole address, as in ann@example.org.")) from error
    return address
