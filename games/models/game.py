"""Games and their seats: first a table that people join, then a position, changed only by `games.play`."""

import json
import re
import secrets
from datetime import datetime
from functools import lru_cache

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from accounts.names import resembles_handle
from games.clock import missed_deadline_policy
from games.clock.missed_deadline_policy import MissedDeadlinePolicy
from games.clock.pace import PRESETS, Pace, dump_pace, load_pace
from games.clock.spans import Span

KEY_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # no characters that are easily confused


def generate_key(length: int = 12) -> str:
    """Return a random key that cannot be guessed; in lower case, since mail programs may change the case."""
    return "".join(secrets.choice(KEY_ALPHABET) for _ in range(length))


def generate_reply_key() -> str:
    """Return a random key for a reply address, by which the seat or invitation is found."""
    return generate_key(20)


def dump_pace_json(pace: Pace = PRESETS["daily"]) -> str:
    return json.dumps(dump_pace(pace))


def dump_patience_json(patience: MissedDeadlinePolicy = MissedDeadlinePolicy()) -> str:  # noqa: B008 (it is frozen)
    return json.dumps(missed_deadline_policy.dump_policy(patience))


@lru_cache(maxsize=256)
def parse_pace(text: str) -> Pace:
    """Parse a stored pace. Cached, because most tables use one of a few."""
    return load_pace(json.loads(text))


@lru_cache(maxsize=256)
def parse_patience(text: str) -> MissedDeadlinePolicy:
    return missed_deadline_policy.load_policy(json.loads(text))


class Game(models.Model):
    """A table, from the first invitation to the final score."""

    class State(models.TextChoices):
        OPEN = "open", _("waiting for players")
        RUNNING = "running", _("running")
        PAUSED = "paused", _("paused")
        OVER = "over", _("finished")
        ABANDONED = "abandoned", _("abandoned")
        CANCELLED = "cancelled", _("cancelled")
        EXPIRED = "expired", _("expired")

    class Visibility(models.TextChoices):
        NOBODY = "nobody", _("Only the players")
        AFTERWARDS = "afterwards", _("Everybody, once the game is over")
        ALWAYS = "always", _("Everybody, from the start")

    key = models.CharField(_("key"), max_length=16, unique=True, default=generate_key, editable=False)
    name = models.CharField(_("name"), max_length=60)
    ruleset = models.CharField(_("game"), max_length=40)
    options = models.TextField(_("options"), default="{}")  # JSON, with all random choices drawn
    size = models.PositiveSmallIntegerField(_("seats"))
    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="tables", verbose_name=_("creator")
    )
    is_open = models.BooleanField(_("open to all"), default=False)
    starts_when_full = models.BooleanField(_("starts when full"), default=True)
    visibility = models.CharField(
        _("who may watch"), max_length=12, choices=Visibility, default=Visibility.AFTERWARDS
    )
    pace_data = models.TextField(_("pace"), default=dump_pace_json)  # JSON: games.clock.pace
    patience_data = models.TextField(
        _("time bank"), default=dump_patience_json
    )  # games.clock.missed_deadline_policy
    request_key = models.CharField(
        _("seat preference"), max_length=24, blank=True, editable=False
    )  # sent twice: one table
    # the organizer's key of an arranged game, and what its players may not change
    arrangement_key = models.CharField(_("arranged as"), max_length=80, blank=True, default="", db_default="")
    has_fixed_players = models.BooleanField(_("seats are not given away"), default=False, db_default=False)
    has_fixed_pace = models.BooleanField(_("the pace stays"), default=False, db_default=False)
    only_candidates = models.BooleanField(_("free seats for candidates"), default=False, db_default=False)
    is_anonymous = models.BooleanField(_("aliases until the end"), default=False, db_default=False)
    # a tutorial game against bots: it does not count for its player
    is_tutorial = models.BooleanField(_("first game"), default=False, db_default=False)
    rematch_of = models.ForeignKey(  # the finished game whose players play again here
        "self",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="rematches",
        verbose_name=_("played again"),
    )

    state = models.CharField(_("state"), max_length=12, choices=State, default=State.OPEN)
    created_at = models.DateTimeField(_("created"))
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    changed_at = models.DateTimeField(_("last change"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    paused_until = models.DateTimeField(_("paused until"), null=True, blank=True)  # then it resumes by itself

    seed = models.CharField(_("seed"), max_length=64, blank=True)  # secret until the game is over
    position = models.TextField(_("position"), blank=True)  # JSON as the rules store it
    # of the rules by which it began; its position is brought up to newer ones when it is stored again
    rules_version = models.PositiveSmallIntegerField(_("version of the rules"), default=1, db_default=1)
    log_length = models.PositiveIntegerField(_("log entries"), default=0)
    undoable_moves = models.PositiveSmallIntegerField(_("last moves that can be undone"), default=0)
    page_version = models.PositiveIntegerField(
        _("messages and edits"), default=0
    )  # so that pages see what is new

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        permissions = [("referee", _("May make rulings"))]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["open", "cancelled", "expired"]) | Q(started_at__isnull=False),
                name="game_played_has_begun",
            ),
            models.CheckConstraint(condition=Q(size__gte=1), name="game_has_seats"),
            models.UniqueConstraint(
                fields=["creator", "request_key"], name="game_request_once", condition=~Q(request_key="")
            ),
            models.UniqueConstraint(
                fields=["arrangement_key"], name="game_arranged_once", condition=~Q(arrangement_key="")
            ),
            models.UniqueConstraint(  # a table that was given up makes room for another one
                fields=["rematch_of"],
                name="game_one_rematch",
                condition=Q(rematch_of__isnull=False) & ~Q(state__in=["cancelled", "expired"]),
            ),
        ]
        indexes = [
            models.Index(fields=["-created_at"], name="game_open_tables", condition=Q(state="open")),
            models.Index(fields=["expires_at"], name="game_expiring", condition=Q(state="open")),
            models.Index(fields=["ended_at"], name="game_finished", condition=Q(state="over")),
            models.Index(
                fields=["-started_at"],
                name="game_played_in_public",
                condition=Q(state="running", visibility="always"),
            ),
            # the lists of games to watch, newest first
            models.Index(fields=["state", "-started_at", "-id"], name="game_by_start"),
            models.Index(fields=["state", "-ended_at", "-id"], name="game_by_end"),
            models.Index(fields=["paused_until"], name="game_pause_ends", condition=Q(state="paused")),
        ]

    outages: list[Span] | None = None  # since it started; not a column: loaded when a clock needs them

    def __str__(self) -> str:
        return self.name

    @property
    def pace(self) -> Pace:
        return parse_pace(self.pace_data)

    @property
    def patience(self) -> MissedDeadlinePolicy:
        return parse_patience(self.patience_data)

    @property
    def is_live(self) -> bool:
        """Is the game running or paused?"""
        return self.state in (self.State.RUNNING, self.State.PAUSED)

    @property
    def has_begun(self) -> bool:
        return self.started_at is not None

    @property
    def is_closed(self) -> bool:
        """Has the game ended, so that hidden information may be shown?"""
        return self.state in (self.State.OVER, self.State.ABANDONED)

    @property
    def is_arranged(self) -> bool:
        """Has an organizer, such as a tournament, filled the seats?"""
        return bool(self.arrangement_key)


def _is_named_after(name: str, handle: str) -> bool:
    """Is this the handle, or the handle with the number that keeps it apart from other names?"""
    return re.fullmatch(rf"{re.escape(handle)}(-\d+)?", name, re.IGNORECASE) is not None


class Seat(models.Model):
    """A seat at a table: who plays it, its open decision and its clock."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats", verbose_name=_("game"))
    place = models.PositiveSmallIntegerField(_("place"))
    name = models.CharField(_("name in the game"), max_length=24)  # one word, used in the notation
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="seats",
        verbose_name=_("person"),
    )
    original_user = models.ForeignKey(  # the first player, after whom the seat is named
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("named after"),
    )
    bot = models.CharField(_("bot"), max_length=20, blank=True)  # the bot that plays this seat, if any
    key = models.CharField(_("pass"), max_length=24, default=generate_key, editable=False)
    reply_key = models.CharField(
        _("reply key"), max_length=24, unique=True, default=generate_reply_key, editable=False
    )
    joined_at = models.DateTimeField(_("joined"))
    has_emails_off = models.BooleanField(_("no emails about this game"), default=False, db_default=False)
    # links revoked after misuse: no links are sent and no reply counts until its player has signed in
    has_revoked_links = models.BooleanField(_("only after signing in"), default=False, db_default=False)

    decision = models.PositiveIntegerField(_("open decision"), null=True, blank=True)
    asked_at = models.DateTimeField(_("asked"), null=True, blank=True)
    # the clock: see docs/clock.md
    due_at = models.DateTimeField(_("due"), null=True, blank=True)  # from then on the bank is used up
    final_at = models.DateTimeField(_("out of time"), null=True, blank=True)
    alarm_at = models.DateTimeField(_("alarm"), null=True, blank=True)  # when the server must check it next
    # when the server gives the only possible answer, at a random time, so that the wait tells nothing
    answer_at = models.DateTimeField(_("answered for"), null=True, blank=True)
    stopped_at = models.DateTimeField(_("stopped"), null=True, blank=True)  # since when the clock is stopped
    delay_reasons = models.CharField(  # of `due_at`, as words of games.clock.deadlines
        _("reason"), max_length=40, blank=True, default="", db_default=""
    )
    clock_stops = models.TextField(
        _("stops"), default="[]", db_default="[]"
    )  # JSON: when it was stopped before
    extra_seconds = models.PositiveIntegerField(_("seconds given"), default=0, db_default=0)  # extensions
    reminded_decision = models.PositiveIntegerField(_("reminded of"), null=True, blank=True)  # this decision
    bank_seconds = models.PositiveIntegerField(_("seconds saved"), default=0, db_default=0)
    waited_seconds = models.IntegerField(
        _("seconds waited for"), default=0, db_default=0
    )  # in the whole game

    time_out = models.CharField(  # what answers then; empty: the user's general choice
        _("if time runs out"), max_length=10, blank=True, default="", db_default=""
    )
    excused_count = models.PositiveSmallIntegerField(_("missed deadlines forgiven"), default=0, db_default=0)
    missed_count = models.PositiveSmallIntegerField(_("missed deadlines"), default=0, db_default=0)
    misses_in_a_row = models.PositiveSmallIntegerField(_("missed in a row"), default=0, db_default=0)
    # tutorial game: the keys of the lessons that were read, or "*" if they are switched off
    lessons_read = models.TextField(_("learned"), blank=True, default="", db_default="")
    # the newest chat message that its player has seen, by its id
    chat_read_until = models.PositiveBigIntegerField(_("talk read until"), default=0, db_default=0)
    # a bot plays for an absent player, and somebody else may take over the seat
    offered_at = models.DateTimeField(_("offered to others"), null=True, blank=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["game", "place"], name="seat_one_a_place"),
            models.UniqueConstraint(F("game"), Lower("name"), name="seat_name_once_a_game"),
            models.UniqueConstraint(
                fields=["game", "user"], name="seat_one_a_person", condition=Q(user__isnull=False)
            ),
            models.CheckConstraint(
                condition=Q(
                    decision__isnull=True,
                    asked_at__isnull=True,
                    due_at__isnull=True,
                    final_at__isnull=True,
                    alarm_at__isnull=True,
                    stopped_at__isnull=True,
                )
                | Q(decision__isnull=False, asked_at__isnull=False),
                name="seat_decision_complete",
            ),
        ]
        indexes = [
            models.Index(fields=["alarm_at"], name="seat_alarm", condition=Q(alarm_at__isnull=False)),
            models.Index(fields=["offered_at"], name="seat_offered", condition=Q(offered_at__isnull=False)),
            models.Index(
                fields=["asked_at"], name="seat_bot_asked", condition=Q(asked_at__isnull=False) & ~Q(bot="")
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def shown_name(self) -> str:
        """What people read: the name of the player, with the one in the game if it would not be recognised.

        So no two seats read the same: a name stands alone only if it is the name in the game but for accents
        and script, and that one is unique at the table. A seat under an alias, or named after somebody who
        has given it up, has only its name in the game."""
        user = self.user
        if user is None or not user.display_name or not _is_named_after(self.name, user.handle):
            return self.name
        is_clear = resembles_handle(user.display_name, self.name)
        return user.display_name if is_clear else f"{user.display_name} ({self.name})"

    @property
    def is_awaited(self) -> bool:
        return self.decision is not None

    @property
    def is_absent(self) -> bool:
        """Is a bot playing for a user who may come back?"""
        return bool(self.bot) and self.user_id is not None

    @property
    def deadline(self) -> datetime | None:
        """The time until which an answer uses no bank; None while the clock is stopped."""
        return self.due_at if self.stopped_at is None else None


def load_game_and_seats(game_id: int) -> tuple[Game, list[Seat]]:
    """Load a game with its seats in one query, so that the position and the open decisions fit together."""
    seats = list(Seat.objects.filter(game_id=game_id).select_related("game", "user").order_by("place"))
    return (seats[0].game if seats else Game.objects.get(pk=game_id)), seats
