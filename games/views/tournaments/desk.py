"""The desk of those who run a tournament: what is late, what waits for a word, and every button they need.

Each page shows one matter and takes the buttons of it. A button names what to do; what it may not do, the
door says in a sentence.
"""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import limits
from accounts.people import person
from games.play import times
from games.play.errors import DoorError
from games.tournaments import boarding, enrolling, halting, helping, rounds, setting_up, telling
from games.tournaments.book import DIRECTING, RULING, TELLING
from games.tournaments.models import Entrant, Role, Round, Ruling, Ticket, Tournament
from games.views.lobby import paged
from games.views.tournaments import entries, troubles
from games.views.tournaments.awaiting import awaiting
from games.views.tournaments.bouts import shown_rounds
from games.views.tournaments.desk_forms import AT_TABLE, AnnounceForm, ExtendForm, ReasonForm, RoleForm
from games.views.tournaments.event import STAFF, Event, event_or_404
from games.views.tournaments.forms import cleaned, whole_number

Act = Callable[[HttpRequest, Event], str | HttpResponse]
Context = Callable[[HttpRequest, Event], dict[str, Any]]

ROWS = 60  # of the board
PEOPLE = 100  # on a page of entrants
DRAWN = 8  # rounds
MOST_SEEDED = 2000


def desk_page(
    name: str, roles: set[Any], acts: dict[str, Act], shown: Context, *, written: tuple[str, ...] = ()
) -> Any:
    """A page of the desk: a button does something and says what, and the page comes again.

    If a button of `written` fails, what was written stays in its form. Whoever has none of these roles does
    not learn that the page is there."""

    @login_required
    @never_cache
    @require_http_methods(["GET", "HEAD", "POST"])
    def view(request: HttpRequest, slug: str) -> HttpResponse:
        event = event_or_404(request, slug, "desk" if name == "board" else f"desk_{name}")
        if event.role not in roles:
            raise Http404
        answer = _acted(request, event, acts, written) if request.method == "POST" else None
        if answer is not None:
            return answer
        context = {"event": event, **shown(request, event)}
        status = 422 if request.method == "POST" else 200
        return render(request, f"tournaments/desk/{name}.html", context, status=status)

    view.__dict__.update(acts=tuple(acts), roles=frozenset(roles))  # for whoever asks who may do what
    return view


def _acted(
    request: HttpRequest, event: Event, acts: dict[str, Act], written: tuple[str, ...]
) -> HttpResponse | None:
    if not limits.allowed(request, "desk", "300/h/user"):
        return limits.too_many(request)
    act = acts.get(request.POST.get("do", ""))
    if act is None:
        raise Http404
    try:
        answer = act(request, event)
    except DoorError as error:
        messages.error(request, str(error))
        return None if request.POST["do"] in written else redirect(request.path)
    if isinstance(answer, HttpResponse):
        return answer
    messages.success(request, answer)
    return redirect(request.path)


def sent_with(request: HttpRequest, do: str) -> Any:
    """What was filled in beside this button; none, if it was not pressed."""
    return request.POST if request.POST.get("do") == do else None


def number(request: HttpRequest, name: str) -> int:
    return whole_number(request.POST.get(name, ""))


# --- the board


def _board(request: HttpRequest, event: Event) -> dict[str, Any]:
    found, now = event.tournament, times.now()
    board = boarding.board(found, now)
    return {
        "board": board,
        "rows": board.rows[:ROWS],
        "more_rows": max(0, len(board.rows) - ROWS),
        "waits": _waits(event),
        "problems": [troubles.told(one) for one in setting_up.problems(found, now)]
        if found.state == Tournament.State.DRAFT
        else [],
        "awaiting": awaiting(event),
        "link": _join_link(request, event) if event.directs else "",
        "open_rounds": _open_rounds(event),
        "extend": ExtendForm(),
        "reason": ReasonForm(),
        "now": now,
        "can_repeat": event.directs and found.state == Tournament.State.FINISHED,
    }


def _open_rounds(event: Event) -> list[Round]:
    if event.running is None:
        return []
    return list(event.running.rounds.filter(state=Round.State.PUBLISHED).order_by("number"))


def _waits(event: Event) -> list[tuple[str, str]]:
    """What waits for a word of somebody with this role: where it is done, and in words."""
    found, told = event.tournament, []
    if event.directs and (n := found.entrants.filter(state=Entrant.State.PENDING).count()):
        words = ngettext("%(n)d person would like to enter", "%(n)d people would like to enter", n)
        told.append(("desk_entrants", words % {"n": n}))
    drafted = Round.objects.filter(stage__tournament=found, state=Round.State.DRAFTED)
    if event.directs and (n := drafted.count()):
        words = ngettext("%(n)d round is drawn, not published", "%(n)d rounds are drawn, not published", n)
        told.append(("desk_draw", words % {"n": n}))
    if event.rules and (n := found.rulings.filter(state=Ruling.State.PROPOSED).count()):
        words = ngettext("%(n)d ruling waits for a signature", "%(n)d rulings wait for a signature", n)
        told.append(("desk_rulings", words % {"n": n}))
    disputes = found.tickets.filter(state__in=[Ticket.State.OPEN, Ticket.State.APPEALED])
    if event.rules and (n := disputes.count()):
        words = ngettext("%(n)d dispute is open", "%(n)d disputes are open", n)
        told.append(("desk_tickets", words % {"n": n}))
    return [(reverse(route, args=[found.slug]), words) for route, words in told]


def _scope(request: HttpRequest) -> dict[str, Any]:
    """Which table or round a button is about; none: the whole event."""
    found = {}
    if request.POST.get("table"):
        found["table_number"] = number(request, "table")
    elif request.POST.get("round"):
        found["round_id"] = number(request, "round")
    return found


def _nudge(request: HttpRequest, event: Event) -> str:
    names = telling.nudge(event.tournament.pk, person(request), number(request, "table"))
    return _("A letter goes to %(names)s.") % {"names": ", ".join(names)}


def _pause(request: HttpRequest, event: Event) -> str:
    words = cleaned(ReasonForm(request.POST))["reason"]
    halting.pause(event.tournament.pk, person(request), reason=words, **_scope(request))
    return _("It is paused: clocks stand still.")


def _resume(request: HttpRequest, event: Event) -> str:
    halting.resume(event.tournament.pk, person(request), **_scope(request))
    return _("It goes on. Deadlines have moved by as long as it was paused.")


def _extend(request: HttpRequest, event: Event) -> str:
    told = cleaned(ExtendForm(request.POST))
    halting.extend(
        event.tournament.pk, person(request), told["hours"], reason=told["reason"], **_scope(request)
    )
    return _("There is more time now, and everybody concerned gets a letter.")


def _open(request: HttpRequest, event: Event) -> str:
    setting_up.open_entries(event.tournament.pk, person(request))
    return _("It is open: people can enter.")


def _begin(request: HttpRequest, event: Event) -> str:
    setting_up.begin_now(event.tournament.pk, person(request))
    if event.stages[0].plan.by_hand:
        return _("It has begun. In a moment the first draw is here, for you to look at and to publish.")
    return _("It has begun. Tables are drawn and begin by themselves.")


def _call_off(request: HttpRequest, event: Event) -> str:
    setting_up.call_off(event.tournament.pk, person(request), cleaned(ReasonForm(request.POST))["reason"])
    return _("It is called off, and everybody gets a letter.")


def _delete(request: HttpRequest, event: Event) -> HttpResponse:
    setting_up.delete_draft(event.tournament.pk, person(request))
    messages.success(request, _("The draft is gone."))
    return redirect("my_tournaments")


def _end_ladder(request: HttpRequest, event: Event) -> str:
    setting_up.end_ladder(event.tournament.pk, person(request))
    return _("The ladder is closed: these are the final places.")


def _repeat(request: HttpRequest, event: Event) -> HttpResponse:
    made = setting_up.next_season(event.tournament.pk, person(request))
    messages.success(request, _("A draft with the same settings. Please look it over."))
    return redirect("desk_settings", made.slug, 1)


board = desk_page(
    "board",
    STAFF,
    {
        "nudge": _nudge,
        "pause": _pause,
        "resume": _resume,
        "extend": _extend,
        "open": _open,
        "begin": _begin,
        "call_off": _call_off,
        "delete": _delete,
        "end_ladder": _end_ladder,
        "repeat": _repeat,
    },
    _board,
)


# --- entrants


def _entrants(request: HttpRequest, event: Event) -> dict[str, Any]:
    """Who waits for a word first."""
    everybody = event.tournament.entrants.order_by("number")
    pending = everybody.filter(state=Entrant.State.PENDING).order_by("queued_at", "number")
    others = everybody.exclude(state=Entrant.State.PENDING)
    return {
        "pending": pending,
        "page": Paginator(others, PEOPLE).get_page(request.GET.get("page")),
        "more": "",
        "link": _join_link(request, event),
    }


def _join_link(request: HttpRequest, event: Event) -> str:
    """What an organizer gives to those who are invited."""
    found = event.tournament
    key = f"?key={found.join_key}" if found.plan.invited_only else ""
    return request.build_absolute_uri(reverse("tournament", args=[found.slug]) + key)


def _approve(request: HttpRequest, event: Event) -> str:
    one = enrolling.approve(event.tournament.pk, person(request), number(request, "entrant"))
    return _("%(name)s: %(state)s.") % {"name": one.name, "state": one.get_state_display()}


def _refuse(request: HttpRequest, event: Event) -> str:
    reason = request.POST.get("reason", "")[:300]
    one = enrolling.refuse(event.tournament.pk, person(request), number(request, "entrant"), reason)
    return _("%(name)s was not taken in, and is told.") % {"name": one.name}


def _take_out(request: HttpRequest, event: Event) -> str:
    found = event.tournament.entrants.filter(pk=number(request, "entrant")).first()
    if found is None:
        raise Http404
    one = enrolling.withdraw(found.pk, person(request))
    return _("%(name)s is out.") % {"name": one.name}


def _bots(request: HttpRequest, event: Event) -> str:
    made = enrolling.add_bots(event.tournament.pk, person(request), number(request, "upto"))
    return ngettext("%(n)d bot has entered.", "%(n)d bots have entered.", made) % {"n": made}


def _seed(request: HttpRequest, event: Event) -> str:
    words = request.POST.get("seeds", "").replace(",", " ").split()
    numbers = [whole_number(word) for word in words[:MOST_SEEDED]]
    enrolling.seed_by_hand(event.tournament.pk, person(request), numbers)
    return _("The seeding is as you have written it.")


entrants = desk_page(
    "entrants",
    DIRECTING,
    {"approve": _approve, "refuse": _refuse, "take_out": _take_out, "bots": _bots, "seed": _seed},
    _entrants,
)


# --- the draw


def _drawn(request: HttpRequest, event: Event) -> dict[str, Any]:
    stage = event.running
    drafted = list(stage.rounds.filter(state=Round.State.DRAFTED).order_by("number")[:DRAWN]) if stage else []
    shown = shown_rounds(request, event, stage, drafted, at_the_desk=True) if stage and drafted else []
    return {"stage": stage, "rounds": [(one, _placed(event, one)) for one in shown]}


def _placed(event: Event, shown: Any) -> list[tuple[str, list[tuple[int, str]]]]:
    """Who can change places in a round, table by table; nobody, where names are hidden from the reader."""
    found = [
        (
            _("Table %(number)d") % {"number": bout.table.number},
            [(seat.number, seat.name) for seat in bout.seats],
        )
        for bout in shown.bouts
    ]
    if any(not number for _table, seats in found for number, _name in seats):
        return []
    sitting_out = [(number, name) for number, name in event.names.items() if name in shown.byes]
    return [*found, *([(_("Without a table"), sitting_out)] if sitting_out else [])]


def _publish(request: HttpRequest, event: Event) -> str:
    rounds.publish(event.tournament.pk, person(request), number(request, "stage"))
    return _("The draw is published: letters go out, and tables begin.")


def _draw_again(request: HttpRequest, event: Event) -> str:
    rounds.draw_again(event.tournament.pk, person(request), number(request, "round"))
    return _("It is drawn anew.")


def _swap(request: HttpRequest, event: Event) -> str:
    pair = number(request, "one"), number(request, "other")
    rounds.swap(event.tournament.pk, person(request), number(request, "round"), *pair)
    return _("They have changed places. The numbers below are those of the new draw.")


draw = desk_page("draw", DIRECTING, {"publish": _publish, "draw_again": _draw_again, "swap": _swap}, _drawn)


# --- letters and people


def _announcements(request: HttpRequest, event: Event) -> dict[str, Any]:
    said = event.tournament.entries.filter(kind="announced").order_by("-number")[:20]
    initial = {"to": AT_TABLE, "table": request.GET["table"]} if "table" in request.GET else {}
    form = AnnounceForm(sent_with(request, "announce"), initial=initial)
    return {"form": form, "said": boarding.announcements(said)}


def _announce(request: HttpRequest, event: Event) -> str:
    form = AnnounceForm(request.POST)
    words = cleaned(form)
    told = telling.announce(
        event.tournament.pk, person(request), subject=words["subject"], text=words["text"], to=form.whom
    )
    return ngettext("The letter goes to one person.", "The letter goes to %(n)d people.", told) % {"n": told}


letters = desk_page("letters", TELLING, {"announce": _announce}, _announcements, written=("announce",))


def _people(request: HttpRequest, event: Event) -> dict[str, Any]:
    return {"roles": event.tournament.roles.select_related("user"), "form": RoleForm(), "me": person(request)}


def _name(request: HttpRequest, event: Event) -> str:
    words = cleaned(RoleForm(request.POST))
    role = helping.name(event.tournament.pk, person(request), words["who"], words["kind"])
    return _("%(name)s is told by mail.") % {"name": role.user.handle}


def _dismiss(request: HttpRequest, event: Event) -> HttpResponse | str:
    helping.dismiss(event.tournament.pk, person(request), number(request, "person"))
    if number(request, "person") == request.user.pk:  # the desk is not theirs any more
        messages.success(request, _("You do not help to run it any more."))
        return redirect("tournament", event.tournament.slug)
    return _("They help no more, and are told.")


def _transfer(request: HttpRequest, event: Event) -> str:
    who = cleaned(RoleForm({**request.POST.dict(), "kind": Role.Kind.DIRECTOR}))["who"]
    role = helping.transfer(event.tournament.pk, person(request), who)
    return _("%(name)s owns it now.") % {"name": role.user.handle}


people = desk_page("people", STAFF, {"name": _name, "dismiss": _dismiss, "transfer": _transfer}, _people)


# --- the ledger


def _ledger(request: HttpRequest, event: Event) -> dict[str, Any]:
    page = paged(request, event.tournament.entries.select_related("by").order_by("-number"))
    return {"page": page, "told": [entries.told(one, event) for one in page], "more": ""}


ledger = desk_page("ledger", RULING, {}, _ledger)
