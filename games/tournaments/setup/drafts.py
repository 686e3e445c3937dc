"""Set up a tournament: create and change a draft, open registration, begin, cancel.

Settings may be changed until the tournament begins.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from django.db import IntegrityError
from django.db.transaction import atomic
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts import server_time, users
from games.play.errors import NotNow, NotPossible
from games.play.transaction.origin import DOUBLE_CLICK_WINDOW
from games.rules.core.rng import generate_seed
from games.tournaments import display
from games.tournaments.ledger.transaction import TournamentTransaction, open_transaction
from games.tournaments.models import Role, Stage, Tournament, TournamentNotice
from games.tournaments.models.entrant import PLACED_STATES
from games.tournaments.settings import StageSettings, TournamentSettings
from games.tournaments.setup import duration, validation
from games.tournaments.setup.validation import ONE_HOUR, Problem
from games.tournaments.staff.permissions import DIRECTOR_ROLES

MOST_DRAFTS = 10  # per user
LONGEST_TITLE = 80
MOST_SLUG_TRIES = 5  # to find a free slug
State = Tournament.State


class TournamentTemplate(NamedTuple):
    """A kind of tournament that an organizer can start from."""

    title: Any
    description: Any
    settings: TournamentSettings
    stages: tuple[StageSettings, ...]


ROUND_DAYS = 40  # at the usual pace the slowest tables of a round are finished by then
FINAL_TABLE = StageSettings(
    format="knock_out", size=4, least=3, most=4, check_in_hours=72, round_days=ROUND_DAYS
)

TEMPLATES: dict[str, TournamentTemplate] = {
    "league": TournamentTemplate(
        gettext_lazy("League of seven"),
        gettext_lazy(
            "Seven people, seven tables of four. Everybody plays four games, meets everybody twice "
            "and sits in each seat once."
        ),
        TournamentSettings(least=7, most=7),
        (StageSettings(format="league", size=4, least=3, most=4, group=7, round_days=ROUND_DAYS),),
    ),
    "heats": TournamentTemplate(
        gettext_lazy("Heats and a final"),
        gettext_lazy(
            "Four games each, all at the same time if you like; the best three count, "
            "and the best four meet at the final table."
        ),
        TournamentSettings(least=8, most=64),
        (
            StageSettings(format="heats", rounds=4, best=3, go_on=4, round_days=ROUND_DAYS),
            FINAL_TABLE,
        ),
    ),
    "swiss": TournamentTemplate(
        gettext_lazy("Swiss tables"),
        gettext_lazy(
            "In each round people with similar points meet, and nobody meets the same people again if it "
            "can be avoided."
        ),
        TournamentSettings(least=8, most=100),
        (StageSettings(format="swiss", round_days=ROUND_DAYS),),
    ),
    "swiss_final": TournamentTemplate(
        gettext_lazy("Swiss tables and a top table"),
        gettext_lazy("A Swiss, after which the best four play for the title."),
        TournamentSettings(least=12, most=100),
        (
            StageSettings(format="swiss", rounds=4, go_on=4, round_days=ROUND_DAYS),
            FINAL_TABLE,
        ),
    ),
    "knock_out": TournamentTemplate(
        gettext_lazy("Knock-out"),
        gettext_lazy("Each table’s winner advances, plus the best runners-up, until one table is left."),
        TournamentSettings(least=9, most=64),
        (StageSettings(format="knock_out", round_days=ROUND_DAYS),),
    ),
    "pods": TournamentTemplate(
        gettext_lazy("Balanced rounds"),
        gettext_lazy(
            "A fixed number of rounds, drawn all at once, so that nobody meets twice and seats are even."
        ),
        TournamentSettings(least=12, most=64),
        (StageSettings(format="pods", rounds=4, round_days=ROUND_DAYS),),
    ),
    "pyramid": TournamentTemplate(
        gettext_lazy("Pyramid of divisions"),
        gettext_lazy("Divisions of seven, season after season: winners go up, the last two go down."),
        TournamentSettings(least=7, most=105),
        (StageSettings(format="pyramid", size=4, least=3, most=4, group=7, round_days=ROUND_DAYS),),
    ),
    "ladder": TournamentTemplate(
        gettext_lazy("Ladder"),
        gettext_lazy("Everybody has a place and challenges those above, for as long as you like."),
        TournamentSettings(least=4, most=200, check_in_hours=0),
        (StageSettings(format="ladder", round_days=ROUND_DAYS),),
    ),
}


# --- Drafts


@atomic
def create_draft(
    user: Any,
    title: str,
    ruleset: str,
    template: str,
    *,
    zone: str = "UTC",
    previous: Tournament | None = None,
) -> Tournament:
    """Create a draft that only its organizer sees. A double click returns the first draft."""
    users.lock_user(user.pk)
    now, model = server_time.now(), TEMPLATES[template]
    same = {"title": title, "ruleset": ruleset, "previous": previous}
    if (earlier := _find_recent_draft(user, model, now, **same)) is not None:
        return earlier
    drafts = Tournament.objects.filter(owner=user, state=State.DRAFT).count()
    if drafts >= MOST_DRAFTS:
        raise NotPossible(_("You already have many drafts. Please finish or delete one first."))
    tournament = _insert_with_free_slug(
        title,
        ruleset=ruleset,
        owner=user,
        time_zone=zone,
        settings_data=_dump_settings(model.settings),
        seed=generate_seed(),
        previous=previous,
        created_at=now,
    )
    Role.objects.create(tournament=tournament, user=user, kind=Role.Kind.OWNER)
    _replace_stages(tournament, _name_final_stage(model.stages))
    TournamentTransaction(tournament.pk, user, now).append_entry("created", title=title, ruleset=ruleset)
    tournament.refresh_from_db()
    return tournament


def _find_recent_draft(
    user: Any, model: TournamentTemplate, now: datetime, **fields: Any
) -> Tournament | None:
    lately = Tournament.objects.filter(
        owner=user, state=State.DRAFT, created_at__gt=now - DOUBLE_CLICK_WINDOW
    )
    plans = [_dump_settings(plan) for plan in model.stages]
    same = lately.filter(**fields).prefetch_related("stages")
    return next((one for one in same if [stage.settings_data for stage in one.stages.all()] == plans), None)


def _insert_with_free_slug(title: str, tries: int = MOST_SLUG_TRIES, **fields: Any) -> Tournament:
    """Insert the tournament with a free slug, retrying if somebody else takes it first."""
    try:
        with atomic():
            return Tournament.objects.create(slug=_find_free_slug(title), title=title, **fields)
    except IntegrityError:
        if tries <= 1:
            raise
        return _insert_with_free_slug(title, tries - 1, **fields)


@atomic
def create_next_season(tournament_id: int, user: Any) -> Tournament:
    """Create a draft with the texts and settings of a finished tournament.

    A double click returns the first draft.
    """
    users.lock_user(user.pk)  # lock order: users before tournaments
    transaction = open_transaction(tournament_id, user, DIRECTOR_ROLES)
    transaction.require_state(State.FINISHED)
    before = transaction.tournament
    earlier = before.next_season.filter(owner=user, state=State.DRAFT).first()
    if earlier is not None:
        return earlier
    made = create_draft(
        user, _increment_title(before.title), before.ruleset, "league", zone=before.time_zone, previous=before
    )
    context = {
        name: getattr(before, name) for name in ("summary", "rules", "dispute_policy", "prizes", "is_listed")
    }
    return change_tournament(
        made.pk,
        user,
        tournament_settings=before.settings,
        stages=[one.settings for one in transaction.stages],
        **context,
    )


def _increment_title(title: str) -> str:
    """Return the title of the next season: “Cup 2” follows “Cup”, “Cup 3” follows “Cup 2”."""
    name, _blank, number = title.rpartition(" ")
    if name and number.isascii() and number.isdigit():
        return f"{name[: LONGEST_TITLE - 7]} {int(number[:5]) + 1}"
    return f"{title[: LONGEST_TITLE - 2]} 2"


def _find_free_slug(title: str) -> str:
    """Build a slug from the title, with a number appended if it is taken."""
    base = slugify(title)[:50] or "tournament"
    taken = set(Tournament.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    number, slug = 2, base
    while slug in taken or slug in RESERVED_SLUGS:
        number, slug = number + 1, f"{base}-{number}"
    return slug


RESERVED_SLUGS = {"new", "mine", "check", "ratings"}  # used by other pages


def _dump_settings(plan: TournamentSettings | StageSettings) -> str:
    return msgspec.json.encode(plan).decode()


def _name_final_stage(stages: Sequence[StageSettings]) -> list[StageSettings]:
    """Name the last of several stages “Final”."""
    last = (
        msgspec.structs.replace(stages[-1], name=display.FINAL_STAGE_NAME) if len(stages) > 1 else stages[-1]
    )
    return [*stages[:-1], last]


def _replace_stages(tournament: Tournament, plans: Sequence[StageSettings]) -> None:
    tournament.stages.all().delete()
    Stage.objects.bulk_create(
        Stage(tournament=tournament, number=number, settings_data=_dump_settings(plan))
        for number, plan in enumerate(plans, 1)
    )


@atomic
def change_tournament(
    tournament_id: int,
    user: Any,
    *,
    tournament_settings: TournamentSettings | None = None,
    stages: Sequence[StageSettings] | None = None,
    **fields: Any,
) -> Tournament:
    """Change texts, dates or settings. Settings are fixed once the tournament has begun."""
    transaction = open_transaction(tournament_id, user, DIRECTOR_ROLES)
    if transaction.tournament.has_begun and (tournament_settings or stages or "starts_at" in fields):
        raise NotNow(_("The tournament has begun, so its settings can no longer be changed."))
    if transaction.tournament.is_over:
        raise NotNow(_("The tournament is over."))
    before = transaction.tournament.starts_at
    if tournament_settings is not None:
        fields["settings_data"] = _dump_settings(tournament_settings)
    if stages is not None:
        _replace_stages(transaction.tournament, stages)
    if fields:
        transaction.update_tournament(**fields)
    if transaction.tournament.state != State.DRAFT:  # a draft is private; changes others can see are recorded
        _require_playable(transaction)
        number = transaction.append_entry("changed", fields=sorted(fields), stages=stages is not None)
        if transaction.tournament.starts_at != before:
            transaction.notify(
                TournamentNotice.Kind.NEWS, [one for one in transaction.entrants() if not one.is_out], number
            )
    return Tournament.objects.get(pk=tournament_id)


def _require_playable(transaction: TournamentTransaction) -> None:
    """Raise if the changed tournament can no longer be played, or has fewer places than are taken."""
    fresh = Tournament.objects.get(pk=transaction.tournament.pk)
    found = [] if fresh.has_begun else find_opening_problems(fresh, transaction.now)
    if found:
        raise NotPossible(found[0].sentence)
    taken = fresh.entrants.filter(state__in=PLACED_STATES).count()
    if taken > fresh.settings.most and not fresh.has_begun:
        text = ngettext("One person already has a place.", "%(n)d people already have a place.", taken)
        raise NotPossible(text % {"n": taken})


# --- Review


REQUIRED_FIELDS = {
    "summary": gettext_lazy("Please say in a few words what it is."),
    "rules": gettext_lazy("Please write the special rules, or say that there are none."),
    "dispute_policy": gettext_lazy("Please say what to do about a mistake or a disagreement."),
    "starts_at": gettext_lazy("Please say when it starts."),
}


def find_opening_problems(tournament: Tournament, now: datetime | None = None) -> list[Problem]:
    """List what prevents opening registration."""
    plans = [stage.settings for stage in tournament.stages.all()]
    found = [
        Problem("tournament", field, str(words))
        for field, words in REQUIRED_FIELDS.items()
        if not getattr(tournament, field)
    ]
    starts = tournament.starts_at
    return found + find_settings_problems(
        tournament.ruleset, tournament.settings, plans, starts, now or server_time.now()
    )


def find_settings_problems(
    ruleset: str,
    tournament_settings: TournamentSettings,
    stages: Sequence[StageSettings],
    starts: datetime | None,
    now: datetime,
) -> list[Problem]:
    """List settings that cannot be played, whatever texts are still missing."""
    found = []
    if starts and starts <= now:
        soonest = display.format_time(now.replace(minute=0, second=0, microsecond=0) + 2 * ONE_HOUR)
        found.append(Problem("tournament", "starts_at", _("The start is in the past."), soonest))
    found += validation.find_problems(ruleset, tournament_settings, stages)
    return found or list(duration.find_too_short_rounds(ruleset, stages))


# --- Lifecycle
