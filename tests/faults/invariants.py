"""What holds after every drill, whatever was killed, cut off or delivered twice.

Each decision that was asked of a person has its notice, once; nothing that is due waits for long; the journal
has no gap and leads to the position that is stored; no deadline is lost or handled twice; and no key or
secret stands in a log, or in an email to somebody else.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from email import message_from_string
from email.message import Message
from itertools import pairwise
from typing import Any

import msgspec
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models import Game, GameLogEntry, GameNotice, Seat
from games.play.transaction import sql
from games.play.transaction.origin import How
from games.rules import registry
from games.rules.core.notation import parse_exact_move
from tests.helpers.token_audit import TOKEN

BOUND = timedelta(minutes=1)  # so late may be what a sweep of some seconds finds
AT_HAND = (How.FORM, How.REPLY)  # who moves like this reads the next question at once


def hold(bound: timedelta = BOUND) -> None:
    """All that can be read from the database."""
    for game in Game.objects.exclude(started_at=None):
        journal_is_whole(game)
        replay_leads_here(game)
        each_decision_is_told_once(game)
        each_miss_is_one(game)
    nothing_is_late(bound)


def journal_is_whole(game: Game) -> None:
    entries = list(game.log_entries.order_by("number").values_list("number", "kind"))
    assert entries[0][0] == 1
    assert entries[-1][0] == game.log_length
    gaps = [kind for (before, _), (number, kind) in pairwise(entries) if number != before + 1]
    assert set(gaps) <= {GameLogEntry.Kind.RESTORE}  # whose letters are out of date
    made = game.log_entries.filter(kind=GameLogEntry.Kind.MOVE, taken_back=False).values_list(
        "seat", "decision"
    )
    assert [pair for pair, times in Counter(made).items() if times > 1] == []


def replay_leads_here(game: Game) -> None:
    rules = registry.get(game.ruleset)
    names = list(game.seats.order_by("place").values_list("name", flat=True))
    position, _events = rules.new(names, msgspec.json.decode(game.options), game.seed)
    for _number, seat, text in sql.load_standing_moves(game.pk):
        rules.play(position, seat, parse_exact_move(text))
    assert rules.dump(position).decode() == game.position


# --- notices


def each_decision_is_told_once(game: Game) -> None:
    """At the table or in reply to an email the next question is seen at once: no notice then."""
    told = game.notices.filter(kind=GameNotice.Kind.YOUR_TURN)
    for seat, first, last in decisions(game):
        asking = game.log_entries.get(number=first)
        is_seen = (
            asking.how in AT_HAND and asking.by_id == seat.user_id and asking.kind == GameLogEntry.Kind.MOVE
        )
        notices = told.filter(user=seat.user_id, number__range=(first, last)).count()
        assert notices == (0 if is_seen else 1), f"decision {first} of {seat.name}: {notices} notices"


def decisions(game: Game) -> Iterator[tuple[Seat, int, int]]:
    """What people were asked: the seat, the number of the question, and the last entry before its answer."""
    people = {seat.pk: seat for seat in game.seats.filter(bot="", user__isnull=False)}
    for move in game.log_entries.filter(kind=GameLogEntry.Kind.MOVE, seat__in=people).exclude(how=How.ORDER):
        if not _is_within_a_turn(move):
            yield people[move.seat_id], move.decision, move.number - 1
    for seat in people.values():
        if seat.decision is not None:
            yield seat, seat.decision, game.log_length


def _is_within_a_turn(move: GameLogEntry) -> bool:
    """Was the question put and answered by one and the same request?"""
    asking = GameLogEntry.objects.get(game=move.game_id, number=move.decision)
    return asking.kind == GameLogEntry.Kind.MOVE and asking.at == move.at


def nothing_is_late(bound: timedelta) -> None:
    long_ago = timezone.now() - bound
    late = GameNotice.objects.filter(status=GameNotice.Status.WAITING, next_try_at__lt=long_ago)
    assert list(late.values_list("pk", "tries", "error")) == []
    assert list(Seat.objects.filter(alarm_at__lt=long_ago).values_list("game", "name")) == []


# --- deadlines


def each_miss_is_one(game: Game) -> None:
    """Behind each note that somebody's time ran out stands the move that was made for them."""
    for note in game.log_entries.filter(kind=GameLogEntry.Kind.MISSED):
        made = game.log_entries.get(number=note.number + 1)
        assert (made.kind, made.seat_id) == (GameLogEntry.Kind.MOVE, note.seat_id)
        assert made.how in (How.CLOCK, How.ORDER)


def misses() -> int:
    return GameLogEntry.objects.filter(kind=GameLogEntry.Kind.MISSED).count()


# --- emails and logs


def parsed(emails: Iterable[str]) -> list[Message]:
    return [message_from_string(email) for email in emails]


def repeated(emails: Iterable[str]) -> int:
    """How many emails came more than once. The same one has the same Message-ID."""
    names = Counter(email["Message-ID"] for email in parsed(emails))
    return sum(times - 1 for times in names.values())


def to_be_sent() -> QuerySet[GameNotice]:
    """What is due, or claimed by somebody; what its reader wants collected waits for its hour."""
    waiting = GameNotice.objects.filter(status=GameNotice.Status.WAITING)
    return waiting.filter(Q(tries__gt=0) | Q(next_try_at__lte=timezone.now()))


def all_are_told(emails: Sequence[str]) -> None:
    """Every notice has been settled, and whoever was asked something has had an email."""
    assert not to_be_sent().exists()
    assert not GameNotice.objects.filter(status=GameNotice.Status.PARKED).exists()
    written_to = {email["To"] for email in parsed(emails)}
    asked = GameNotice.objects.filter(status=GameNotice.Status.SENT)
    assert set(asked.values_list("user__email", flat=True)) <= written_to


def nothing_leaked(log: str, emails: Iterable[str] = ()) -> None:
    """No key in a log, and no key or seed of anybody else in an email."""
    assert not TOKEN.search(log)
    seeds = [seed for seed in Game.objects.values_list("seed", flat=True) if seed]
    assert not [seed for seed in seeds if seed in log]
    keys = dict(Seat.objects.filter(user__isnull=False).values_list("reply_key", "user__email"))
    for email in parsed(emails):
        text = _text(email)
        assert not [seed for seed in seeds if seed in text]
        found = re.findall(r"\b(?:reply|stop)\+([a-z0-9]{20})", text)
        assert {keys[key] for key in found} <= {email["To"]}


def _text(email: Message) -> str:
    parts: list[Any] = [part.get_payload(decode=True) for part in email.walk() if not part.is_multipart()]
    headers = " ".join(str(value) for value in email.values())
    return headers + " ".join(part.decode("utf-8", "replace") for part in parts if part)
