"""An organizer prepares an event: drafted, looked over, opened; until it begins it may be changed."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts import people
from games.play import times
from games.play.errors import NotNow, NotPossible
from games.rules.core.rng import fresh_seed
from games.tournaments import (
    advancing,
    copies,
    directing,
    enrolling,
    estimating,
    feasible,
    halting,
    laddering,
    naming,
    veiling,
)
from games.tournaments.book import DIRECTING, OWNING, Book, open_book
from games.tournaments.feasible import AN_HOUR, Problem
from games.tournaments.models import Letter, Role, Stage, Tournament
from games.tournaments.models.entrant import PLACED
from games.tournaments.plan import EventPlan, StagePlan
from games.tournaments.twice import A_MOMENT
from games.tournaments.wording import required

MOST_DRAFTS = 10  # of one person
MOST_AT_WORK = 20  # events of one owner that are not over: the director looks at each, again and again
LONGEST_TITLE = 80
MOST_TRIES = 5  # to find an address
State = Tournament.State


class Template(NamedTuple):
    """A kind of event that an organizer can begin with."""

    title: Any
    words: Any
    event: EventPlan
    stages: tuple[StagePlan, ...]


ROUND_DAYS = 40  # at the usual pace the slowest tables of a round are through by then
FINAL_TABLE = StagePlan(format="knock_out", size=4, least=3, most=4, check_in_hours=72, round_days=ROUND_DAYS)

TEMPLATES: dict[str, Template] = {
    "league": Template(
        gettext_lazy("League of seven"),
        gettext_lazy(
            "Seven people, seven tables of four. Everybody plays four games, meets everybody twice "
            "and sits in each seat once."
        ),
        EventPlan(least=7, most=7),
        (StagePlan(format="league", size=4, least=3, most=4, group=7, round_days=ROUND_DAYS),),
    ),
    "heats": Template(
        gettext_lazy("Heats and a final"),
        gettext_lazy(
            "Four games each, all at the same time if you like; the best three count, "
            "and the best four meet at the final table."
        ),
        EventPlan(least=8, most=64),
        (
            StagePlan(format="heats", rounds=4, best=3, go_on=4, round_days=ROUND_DAYS),
            FINAL_TABLE,
        ),
    ),
    "swiss": Template(
        gettext_lazy("Swiss tables"),
        gettext_lazy(
            "Round by round people with like points meet, and nobody meets the same people again "
            "if it can be helped."
        ),
        EventPlan(least=8, most=100),
        (StagePlan(format="swiss", round_days=ROUND_DAYS),),
    ),
    "swiss_final": Template(
        gettext_lazy("Swiss tables and a top table"),
        gettext_lazy("A Swiss, and then the best four play for the title."),
        EventPlan(least=12, most=100),
        (
            StagePlan(format="swiss", rounds=4, go_on=4, round_days=ROUND_DAYS),
            FINAL_TABLE,
        ),
    ),
    "knock_out": Template(
        gettext_lazy("Knock-out"),
        gettext_lazy(
            "Of each table the winner goes on, and the best of the others with them, down to one table."
        ),
        EventPlan(least=9, most=64),
        (StagePlan(format="knock_out", round_days=ROUND_DAYS),),
    ),
    "pods": Template(
        gettext_lazy("Balanced rounds"),
        gettext_lazy(
            "A fixed number of rounds, drawn in one go, so that nobody meets twice and seats are even."
        ),
        EventPlan(least=12, most=64),
        (StagePlan(format="pods", rounds=4, round_days=ROUND_DAYS),),
    ),
    "pyramid": Template(
        gettext_lazy("Pyramid of divisions"),
        gettext_lazy("Divisions of seven, season after season: winners go up, the last two go down."),
        EventPlan(least=7, most=105),
        (StagePlan(format="pyramid", size=4, least=3, most=4, group=7, round_days=ROUND_DAYS),),
    ),
    "ladder": Template(
        gettext_lazy("Ladder"),
        gettext_lazy("Everybody has a place and challenges those above, as long as you like."),
        EventPlan(least=4, most=200, check_in_hours=0),
        (StagePlan(format="ladder", round_days=ROUND_DAYS),),
    ),
}


# --- drafting


@transaction.atomic
def create(
    user: Any,
    title: str,
    ruleset: str,
    template: str,
    *,
    zone: str = "UTC",
    previous: Tournament | None = None,
) -> Tournament:
    """A draft that only its organizer sees. A second click finds the first draft."""
    people.locked(user.pk)
    now, model = times.now(), TEMPLATES[template]
    same = {"title": title, "ruleset": ruleset, "previous": previous}
    if (earlier := _just_drafted(user, model, now, **same)) is not None:
        return earlier
    drafts = Tournament.objects.filter(owner=user, state=State.DRAFT).count()
    if drafts >= MOST_DRAFTS:
        raise NotPossible(_("You have many drafts already. Please finish or delete one first."))
    tournament = _drafted(
        title,
        ruleset=ruleset,
        owner=user,
        time_zone=zone,
        plan_data=_written(model.event),
        seed=fresh_seed(),
        previous=previous,
        created_at=now,
    )
    Role.objects.create(tournament=tournament, user=user, kind=Role.Kind.OWNER)
    _lay_stages(tournament, _named(model.stages))
    Book(tournament.pk, user, now).write("created", title=title, ruleset=ruleset)
    tournament.refresh_from_db()
    return tournament


def _just_drafted(user: Any, model: Template, now: datetime, **fields: Any) -> Tournament | None:
    lately = Tournament.objects.filter(owner=user, state=State.DRAFT, created_at__gt=now - A_MOMENT)
    plans = [_written(plan) for plan in model.stages]
    same = lately.filter(**fields).prefetch_related("stages")
    return next((one for one in same if [stage.plan_data for stage in one.stages.all()] == plans), None)


def _drafted(title: str, tries: int = MOST_TRIES, **fields: Any) -> Tournament:
    """Somebody else may take the address between looking and writing: then the next one is tried."""
    try:
        with transaction.atomic():
            return Tournament.objects.create(slug=_free_slug(title), title=title, **fields)
    except IntegrityError:
        if tries <= 1:
            raise
        return _drafted(title, tries - 1, **fields)


@transaction.atomic
def next_season(tournament_id: int, user: Any) -> Tournament:
    """A draft with the words and settings of an event that is over. A second click finds the first draft."""
    people.locked(user.pk)  # people come before events
    book = open_book(tournament_id, user, DIRECTING)
    book.must_be(State.FINISHED)
    before = book.tournament
    earlier = before.next.filter(owner=user, state=State.DRAFT).first()
    if earlier is not None:
        return earlier
    made = create(
        user, _next_title(before.title), before.ruleset, "league", zone=before.time_zone, previous=before
    )
    words = {name: getattr(before, name) for name in ("summary", "rules", "disputes", "prizes", "is_listed")}
    return change(made.pk, user, event=before.plan, stages=[one.plan for one in book.stages], **words)


def _next_title(title: str) -> str:
    """“Cup” is followed by “Cup 2”, and that by “Cup 3”."""
    name, _blank, number = title.rpartition(" ")
    if name and number.isascii() and number.isdigit():
        return f"{name[: LONGEST_TITLE - 7]} {int(number[:5]) + 1}"
    return f"{title[: LONGEST_TITLE - 2]} 2"


def _free_slug(title: str) -> str:
    """The title as an address; with a number behind it, if there is one already."""
    base = slugify(title)[:50] or "tournament"
    taken = set(Tournament.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    number, slug = 2, base
    while slug in taken or slug in RESERVED:
        number, slug = number + 1, f"{base}-{number}"
    return slug


RESERVED = {"new", "mine", "check", "ratings"}  # pages of their own


def _written(plan: EventPlan | StagePlan) -> str:
    return msgspec.json.encode(plan).decode()


def _named(stages: Sequence[StagePlan]) -> list[StagePlan]:
    """What decides it all has a name of its own."""
    last = msgspec.structs.replace(stages[-1], name=naming.FINAL) if len(stages) > 1 else stages[-1]
    return [*stages[:-1], last]


def _lay_stages(tournament: Tournament, plans: Sequence[StagePlan]) -> None:
    tournament.stages.all().delete()
    Stage.objects.bulk_create(
        Stage(tournament=tournament, number=number, plan_data=_written(plan))
        for number, plan in enumerate(plans, 1)
    )


@transaction.atomic
def change(
    tournament_id: int,
    user: Any,
    *,
    event: EventPlan | None = None,
    stages: Sequence[StagePlan] | None = None,
    **fields: Any,
) -> Tournament:
    """Other words, other dates, other settings; what has begun stays as it was announced."""
    book = open_book(tournament_id, user, DIRECTING)
    if book.tournament.has_begun and (event or stages or "starts_at" in fields):
        raise NotNow(_("The tournament has begun: its settings stay as they were announced."))
    if book.tournament.is_over:
        raise NotNow(_("The tournament is over."))
    before = book.tournament.starts_at
    if event is not None:
        fields["plan_data"] = _written(event)
    if stages is not None:
        _lay_stages(book.tournament, stages)
    if fields:
        book.set(**fields)
    if book.tournament.state != State.DRAFT:  # a draft is nobody's business; what others know is written down
        _must_stay_possible(book)
        number = book.write("changed", fields=sorted(fields), stages=stages is not None)
        if book.tournament.starts_at != before:
            book.tell(Letter.Kind.NEWS, [one for one in book.entrants() if not one.is_out], number)
    return Tournament.objects.get(pk=tournament_id)


def _must_stay_possible(book: Book) -> None:
    """What people have entered for can be played; if not, nothing was changed."""
    fresh = Tournament.objects.get(pk=book.tournament.pk)
    found = [] if fresh.has_begun else problems(fresh, book.now)
    if found:
        raise NotPossible(found[0].sentence)
    taken = fresh.entrants.filter(state__in=PLACED).count()
    if taken > fresh.plan.most and not fresh.has_begun:
        words = ngettext("One person has a place already.", "%(n)d people have a place already.", taken)
        raise NotPossible(words % {"n": taken})


# --- looking it over


REQUIRED = {
    "summary": gettext_lazy("Please say in a few words what it is."),
    "rules": gettext_lazy("Please write the special rules, or that there are none."),
    "disputes": gettext_lazy("Please say what somebody does who finds a mistake or has a quarrel."),
    "starts_at": gettext_lazy("Please say when it starts."),
}


def problems(tournament: Tournament, now: datetime | None = None) -> list[Problem]:
    """What stands in the way of opening it."""
    plans = [stage.plan for stage in tournament.stages.all()]
    found = [
        Problem("event", field, str(words))
        for field, words in REQUIRED.items()
        if not getattr(tournament, field)
    ]
    starts = tournament.starts_at
    return found + impossible(tournament.ruleset, tournament.plan, plans, starts, now or times.now())


def impossible(
    ruleset: str, event: EventPlan, stages: Sequence[StagePlan], starts: datetime | None, now: datetime
) -> list[Problem]:
    """What cannot be played so, whatever else is still to be written."""
    found = []
    if starts and starts <= now:
        soonest = naming.when(now.replace(minute=0, second=0, microsecond=0) + 2 * AN_HOUR)
        found.append(Problem("event", "starts_at", _("The start lies in the past."), soonest))
    found += feasible.problems(ruleset, event, stages)
    return found or list(estimating.too_short(ruleset, stages))


# --- opening, calling off, beginning


@transaction.atomic
def open_entries(tournament_id: int, user: Any) -> Tournament:
    """From now on people may enter. A second click changes nothing."""
    book = open_book(tournament_id, user, DIRECTING)
    if book.tournament.state == State.OPEN:
        return book.tournament
    book.must_be(State.DRAFT)
    if found := problems(book.tournament, book.now):
        raise NotPossible(found[0].sentence)
    others = Tournament.objects.filter(owner=book.tournament.owner, state__in=directing.AT_WORK)
    if others.count() >= MOST_AT_WORK:
        raise NotPossible(_("You run many tournaments already. Please end one first, or call it off."))
    book.set(state=State.OPEN)
    book.write(
        "opened",
        seed=book.tournament.seed,
        title=book.tournament.title,
        ruleset=book.tournament.ruleset,
        event=book.tournament.plan,
        stages=[stage.plan for stage in book.stages],
    )
    return book.tournament


@transaction.atomic
def begin_now(tournament_id: int, user: Any) -> Tournament:
    """The organizer does not wait for the hour: the check-in ends, and it begins with those who are there."""
    book = open_book(tournament_id, user, DIRECTING)
    if book.tournament.state == State.RUNNING:
        return book.tournament
    book.must_be(State.OPEN, State.CHECK_IN)
    book.set(starts_at=book.now)
    book.write("now")
    enrolling.close_check_in(book)
    directing.begin(book)
    if book.tournament.state != State.RUNNING:
        raise NotPossible(_too_few(book.tournament))
    return book.tournament


def _too_few(tournament: Tournament) -> str:
    there = sum(one.is_in for one in tournament.entrants.all())
    words = ngettext(
        "%(least)d people are needed at least, and %(there)d is there.",
        "%(least)d people are needed at least, and %(there)d are there.",
        there,
    )
    return words % {"least": tournament.plan.least, "there": there}


@transaction.atomic
def call_off(tournament_id: int, user: Any, reason: str) -> Tournament:
    """There is no event after all. Games that run go on to their end, for nothing but themselves."""
    book = open_book(tournament_id, user, OWNING)
    if book.tournament.state == State.CANCELLED:
        return book.tournament
    if book.tournament.is_over:
        raise NotNow(_("The tournament is over."))
    reason = required(reason)
    number = book.write("called_off", reason=reason)
    book.set(state=State.CANCELLED, ended_at=book.now)
    book.tell(Letter.Kind.ENDED, book.entrants(), number, reason=reason)
    halting.release_all(book)
    veiling.lift_all(book.tournament)
    copies.refresh(book)
    return book.tournament


@transaction.atomic
def delete_draft(tournament_id: int, user: Any) -> None:
    """What nobody else has seen may vanish."""
    book = open_book(tournament_id, user, OWNING)
    book.must_be(State.DRAFT)
    book.tournament.delete()


@transaction.atomic
def end_ladder(tournament_id: int, user: Any) -> Tournament:
    """A ladder ends when its organizer says so. Tables that run go on, but move nobody any more."""
    book = open_book(tournament_id, user, DIRECTING)
    stage = book.stage
    if stage is None or stage.plan.format != "ladder":
        raise NotNow(_("No ladder is running."))
    laddering.let_go(book, stage)
    advancing.end_stage(book, stage)
    return book.tournament
