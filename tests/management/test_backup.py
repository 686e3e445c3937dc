"""Backups: complete or nothing, and after a restoration nobody has lost time or plays by an old letter."""

import json
import stat
import zipfile
from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from django.core import mail
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.models import User
from games.management.supervisor import hold_lock
from games.models import Game, GameLogEntry, GameNotice, Heartbeat, Outage, Seat
from games.play.deadlines import alarms
from tests.faults import invariants
from tests.helpers.factories import UserFactory
from tests.helpers.mail.inbox import last_email, post, reply
from tests.helpers.move_links import link
from tests.helpers.tables import awaited, fallback, play_on, table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.VAR_DIR = tmp_path / "var"


def run(*command: str) -> str:
    out = StringIO()
    call_command(*command, stdout=out)
    return out.getvalue()


@pytest.fixture
def file(tmp_path):
    return tmp_path / "backup.zip"


def backup(file) -> None:
    run("backup", str(file))


def restore(file) -> str:
    return run("restore", str(file), "--force")


# --- the file


def test_what_is_restored_is_what_was_backed_up(file):
    game, other = table(3), UserFactory()
    play_on(game, 5)
    backup(file)
    before = list(GameLogEntry.objects.order_by("pk").values())
    play_on(game, 5)
    newcomer = UserFactory()
    User.objects.filter(pk=other.pk).update(bounce_days=7)
    restore(file)
    assert list(GameLogEntry.objects.exclude(kind="restore").order_by("pk").values()) == before
    assert User.objects.get(pk=other.pk).bounce_days == other.bounce_days
    assert not User.objects.filter(pk=newcomer.pk).exists()
    invariants.hold(bound=timedelta(days=1))


def test_rows_that_come_later_get_new_numbers(file):
    people = [UserFactory() for _ in range(3)]
    backup(file)
    restore(file)
    assert UserFactory().pk > max(person.pk for person in people)


def test_only_its_owner_may_read_a_backup_and_it_is_compressed(file):
    table(3)
    backup(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with zipfile.ZipFile(file) as archive:
        sizes = [(one.compress_size, one.file_size) for one in archive.infolist()]
    assert 2 * sum(small for small, _ in sizes) < sum(large for _, large in sizes)


def test_a_file_that_is_there_is_overwritten_only_by_force(file):
    file.write_text("precious")
    with pytest.raises(CommandError):
        backup(file)
    assert file.read_text() == "precious"
    run("backup", str(file), "--force")
    assert zipfile.is_zipfile(file)
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_database_that_is_there_is_replaced_only_by_force(file):
    backup(file)
    game = table(3)
    with pytest.raises(CommandError):
        run("restore", str(file))
    assert Game.objects.filter(pk=game.pk).exists()


def test_while_the_server_runs_nothing_is_restored(file, settings):
    backup(file)
    game = table(3)
    with hold_lock(settings.VAR_DIR / "serve.lock"), pytest.raises(CommandError):
        restore(file)
    assert Game.objects.filter(pk=game.pk).exists()


def change_manifest(file, **changes) -> None:
    with zipfile.ZipFile(file) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(contents["manifest.json"])
    contents["manifest.json"] = json.dumps({**manifest, **changes}).encode()
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in contents.items():
            archive.writestr(name, data)


def cut_off(file) -> None:
    file.write_bytes(file.read_bytes()[:-200])


def damage(file) -> None:
    data = bytearray(file.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 20] = b"x" * 20
    file.write_bytes(data)


WRONG = {
    "cut off": cut_off,
    "damaged": damage,
    "no backup": lambda file: file.write_text("hello"),
    "not there": lambda file: file.unlink(),
    "of another database": lambda file: change_manifest(file, database="oracle"),
    "of newer code": lambda file: change_manifest(file, migrations=[["games", "9999_later"]]),
    "of another version": lambda file: change_manifest(file, format=2),
    "with other rows": lambda file: change_manifest(file, rows={}),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_from_a_file_that_is_wrong_nothing_is_restored(file, wrong):
    table(3)
    backup(file)
    WRONG[wrong](file)
    later = table(3)
    with pytest.raises(CommandError):
        restore(file)
    assert Game.objects.filter(pk=later.pk).exists()
    assert list(GameLogEntry.objects.filter(kind="restore")) == []


# --- the people


@pytest.mark.drill(36, "a link from after the backup, opened when other moves were made since")
def test_a_link_to_a_question_that_is_gone_never_answers_another_one(file, client):
    game = table(3)
    play_on(game, 3)
    backup(file)
    links = []
    for _ in range(6):  # of questions that the restored game does not know
        play_on(game, 1)
        links.append(link(awaited(game)))
    restore(file)
    for moves in range(4, 8):
        play_on(game, 1)
        line = fallback(awaited(game))
        assert {client.get(one).status_code for one in links} <= {200, 409, 410}
        assert {client.post(one, {"line": line}).status_code for one in links} <= {409, 410}
        assert GameLogEntry.objects.filter(kind="move").count() == moves


@pytest.mark.drill(36, "a reply to a letter from after the backup")
def test_a_reply_to_a_question_that_is_gone_plays_nothing_and_is_answered(file):
    game = table(3)
    play_on(game, 2)
    backup(file)
    play_on(game, 3)
    seat = awaited(game)
    stale = reply(seat, "1")
    restore(file)
    while awaited(game).pk != seat.pk:
        play_on(game, 1)
    moves = GameLogEntry.objects.filter(kind="move").count()
    mail.outbox.clear()
    answered = post(stale, sender=seat.user.email)
    assert (answered.status, GameLogEntry.objects.filter(kind="move").count()) == ("answered", moves)
    [answer] = mail.outbox
    assert answer.to == [seat.user.email]
    assert "/t/" in last_email()  # it asks what is open now


def test_a_letter_from_before_the_backup_is_as_good_as_ever(file):
    game = table(3)
    play_on(game, 2)
    seat = awaited(game)
    good = reply(seat, fallback(seat))
    backup(file)
    play_on(game, 3)
    restore(file)
    post(good, sender=seat.user.email)
    assert GameLogEntry.objects.filter(seat=seat, decision=seat.decision, how="reply").exists()


@pytest.mark.drill(36, "restored after everybody's time would have run out")
@pytest.mark.parametrize("ago", [timedelta(minutes=1), timedelta(hours=30)], ids=["a minute", "a day"])
def test_nobody_loses_the_time_since_the_backup(file, ago):
    games = [table(3) for _ in range(3)]
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now()})
    left = timedelta(seconds=30)
    Seat.objects.filter(decision__isnull=False).update(
        final_at=timezone.now() + left, due_at=timezone.now() + left, alarm_at=timezone.now() + left
    )
    backup(file)
    made = timezone.now()
    with time_machine.travel(made + ago):
        restore(file)
        asked = Seat.objects.filter(game__in=games, decision__isnull=False)
        assert all(seat.final_at > made + ago + left for seat in asked)
        alarms.handle_due_alarms()
        assert invariants.misses() == 0
        assert Outage.objects.count() == 1


def test_everybody_at_a_running_table_is_told(file):
    game, over = table(3), table(3)
    Game.objects.filter(pk=over.pk).update(state=Game.State.ABANDONED)
    backup(file)
    GameNotice.objects.all().delete()
    restore(file)
    told = GameNotice.objects.filter(kind=GameNotice.Kind.CHANGES)
    people = set(game.seats.values_list("user", flat=True))
    assert {notice.user_id for notice in told} == people
    assert not over.log_entries.filter(kind="restore").exists()
