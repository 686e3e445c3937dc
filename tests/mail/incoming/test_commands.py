"""One loop reads all replies, whatever they are about."""

from datetime import UTC, datetime

import pytest

from games.mail.incoming.commands import (
    NOTHING_DONE,
    Command,
    CommandReader,
    CommandSet,
    CommandText,
    ReplyContext,
    ReplyLine,
    explain_commands,
)
from games.mail.parsing.reply import Reply
from games.models import ChatMessage, ExtensionRequest, Vote
from games.play import votes
from games.play.errors import NotPossible
from games.play.transaction.origin import by_user
from tests.helpers.mail.inbox import last_email, post, reply
from tests.helpers.mail.reply_game import moves
from tests.helpers.messages import replies
from tests.helpers.tables import position, table

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 16, tzinfo=UTC)


class Diary(ReplyContext):
    """A reply whose commands only write down that they were carried out."""

    def __init__(self) -> None:
        super().__init__()
        self.pages: list[str] = []

    def before_command(self) -> None:
        self.pages.append("before")

    def after_command(self) -> None:
        self.pages.append("after")

    def after_lines(self) -> None:
        self.pages.append("end")


def write(diary: Diary, text: CommandText) -> str:
    diary.pages.append(text.rest)
    return f"Written: {text.rest}"


def refuse(diary: Diary, text: CommandText) -> str:
    raise NotPossible("Not today.")


def is_long(diary: Diary, text: CommandText) -> bool:
    return len(text.rest) > 3


def wonder(diary: Diary, line: ReplyLine) -> None:
    line.sentence = "What?"


COMMANDS = CommandSet[Diary](
    Command("say", write, waits=False, help=("say …: something",)),
    Command("undo", refuse),
    Command("seats", write, is_meant=is_long, help=("seats %(n)d: where",)),
    Command("status", write, acts=False),
    Command("dispute", write, takes_lines_below=True),
    Command("help", explain_commands, acts=False, waits=False),
    other=wonder,
    help=("anything",),
)


def read(*lines: str) -> tuple[Diary, list[tuple[str, str, bool]]]:
    diary = Diary()
    found = CommandReader(COMMANDS, diary).read_lines(lines)
    return diary, [(line.text, line.sentence, line.is_done) for line in found]


def execute(*lines: str):
    return CommandReader(COMMANDS, Diary()).execute(Reply("", "", "", lines))


def test_each_line_is_carried_out_in_its_turn():
    diary, lines = read("say one", "mondd két  szót", "nonsense")
    assert lines == [
        ("say one", "Written: one", True),
        ("mondd két  szót", "Written: két  szót", True),
        ("nonsense", "What?", False),
    ]
    assert diary.pages == ["one", "after", "két  szót", "after", "end"]


def test_a_command_waits_for_what_the_lines_above_it_ask_for():
    assert read("seats 1 2 3")[0].pages == ["before", "1 2 3", "after", "end"]


def test_a_refusal_is_a_sentence_and_the_next_line_is_read():
    diary, lines = read("undo", "say on")
    assert lines == [("undo", "Not today.", False), ("say on", "Written: on", True)]
    assert diary.pages == ["before", "on", "after", "end"]


def test_a_refused_line_leaves_nothing_in_the_database(game, seat):
    def write_and_fail(diary: Diary, text: CommandText) -> str:
        ChatMessage.objects.create(game=game, seat=seat, text="never said", number=0, at=NOW)
        raise NotPossible("Not today.")

    commands = CommandSet[Diary](Command("say", write_and_fail), other=wonder)
    [line] = CommandReader(commands, Diary()).read_lines(["say it"])
    assert (line.sentence, ChatMessage.objects.exists()) == ("Not today.", False)


def test_a_command_that_is_not_meant_is_any_other_line():
    assert read("seats 1")[1] == [("seats 1", "What?", False)]


def test_a_command_may_take_all_lines_below():
    _diary, lines = read("say first", "dispute 12 He looked", "say nothing", "else")
    assert [text for text, *_ in lines] == ["say first", "dispute 12 He looked\nsay nothing\nelse"]
    assert lines[1][1] == "Written: 12 He looked\nsay nothing\nelse"


def test_an_email_has_acted_if_a_line_has_changed_something():
    assert execute("say it").reason == ""
    assert execute("status", "undo", "nonsense").reason == NOTHING_DONE


def test_help_is_wanted_by_whoever_asks_for_it_or_writes_nothing():
    assert not execute("status").wants_help
    assert execute("say it", "help").wants_help
    assert execute("Hello,").wants_help


def test_the_help_is_made_of_what_the_declarations_say():
    assert COMMANDS.list_help_lines(n=3) == ["anything", "say …: something", "seats 3: where"]


# --- what tables have learnt from tournaments


@pytest.mark.parametrize("line", ["take back", "Take-back!", "takeback"])
def test_at_a_table_too_a_command_may_be_two_words(game, seat, line):
    post(reply(seat, "gold", line))
    assert replies.TAKEN_BACK in last_email()
    assert position(game).players[seat.name].gold == 3


@pytest.mark.parametrize("line", ["accept", "Elfogadom", "prihvaćam"])
def test_at_a_table_too_there_is_more_than_one_word_for_yes(line):
    ann, bob, *_ = table(5).seats.select_related("user", "game")
    votes.cast_vote(ann.game_id, ann.name, "pause", by_user(ann.user))
    post(reply(bob, line))
    assert Vote.objects.get(seat=bob).is_for


def test_who_accepts_something_else_does_not_vote():
    ann, bob, *_ = table(5).seats.select_related("user", "game")
    votes.cast_vote(ann.game_id, ann.name, "abandon", by_user(ann.user))
    post(reply(bob, "Accept my apologies, I was away"))
    assert not Vote.objects.filter(seat=bob).exists()
    post(reply(bob, "accept abandon"))
    assert Vote.objects.get(seat=bob).is_for


@pytest.mark.parametrize("text", ["👍", ":-)", "… well then", "- hi"])
def test_what_is_said_may_begin_with_signs(text):
    assert COMMANDS.find_command(f"say {text}")[1].rest == text


def test_hours_may_be_asked_for_politely_in_every_language(seat):
    post(reply(seat, "extend please 24 hours"))
    assert ExtensionRequest.objects.get().hours == 24


def test_blanks_behind_a_command_are_not_part_of_what_is_said(game, seat):
    post(reply(seat, "say   Good luck", "gold"))
    assert ChatMessage.objects.get().text == "Good luck"
    assert moves(game) == ["gold"]
