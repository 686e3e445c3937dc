"""A game played again: what can be shown of it, to whom, and what happens if it does not come out."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, GameLogEntry, Seat
from games.play import moves, personal_data, referee
from games.play.transaction.origin import by_user
from games.queries.game_view import GameView
from games.queries.replay import Replay, load_replay
from games.rules import registry
from games.rules.core.errors import BadRecord
from games.rules.core.events import Event
from tests.helpers.factories import UserFactory
from tests.helpers.messages import rules
from tests.helpers.messages.rules import SEAT_CHOOSES, SEAT_HAS_CHOSEN
from tests.helpers.played_games import other_game, played
from tests.helpers.rulesets.pebbles import PebblesRules
from tests.helpers.tables import advice, awaited, move, play_on, position, put, table, written

pytestmark = pytest.mark.django_db

CITADELS = registry.get("citadels")


def replay(game: Game, seat: Seat | None = None, language: str = "en") -> Replay:
    game.refresh_from_db()
    return load_replay(GameView(game, list(game.seats.all()), seat, language))


# --- a game that is over


def test_every_move_is_a_moment_and_the_last_one_is_the_end():
    game = played(2)
    found = replay(game)
    made = game.log_entries.filter(kind=GameLogEntry.Kind.MOVE).count()
    assert found.outline.numbers == list(range(made + 1))
    step, page = found.load_step(made)
    names = {seat.name: seat.shown_name for seat in game.seats.all()}
    assert page == {**CITADELS.presentation.page(position(game), None), "names": names}
    assert step.sentences[-1] == rules.GAME_IS_OVER


def test_parts_begin_where_the_one_before_ended():
    course = replay(played(2)).outline
    assert [stretch.title for stretch in course.sections][:2] == ["Round 1", "Round 2"]
    first, second, *_ = course.sections
    assert (first.starts_after, course.find_section(0), course.find_section(second.starts_after)) == (
        0,
        first,
        first,
    )
    assert course.find_section(second.starts_after + 1) == second


def test_what_is_counted_ends_with_the_score():
    game = played(3)
    counts = replay(game).outline.counts
    points, gold, size = counts[-1].figures
    assert points.by_seat == CITADELS.sum_points(position(game))
    assert {count.figures[0].slug for count in counts} == {"points"}
    assert set(counts[0].figures[1].by_seat.values()) == {2}
    assert len(counts) == len(replay(game).outline.sections) + 1
    assert (gold.title, size.title) == ("Gold", "Districts")


def test_sentences_of_a_finished_game_hide_nothing():
    game = played(3)
    first = game.log_entries.get(number=2)
    step, _page = replay(game).load_step(1)
    chosen = CITADELS.vocabulary.namer(position(game))(first.text.split()[1])
    assert SEAT_CHOOSES.is_in(step.sentences[0], seat=first.seat.name, character=chosen)
    assert (step.number, step.seat) == (1, first.seat.name)


def test_turning_points_tell_how_it_came_to_the_score():
    found = replay(played(3))
    turns = found.turning_points()
    assert 0 < len(turns) <= 5
    assert [turn.number for turn, _told in turns] == [step.number for _turn, step in turns]
    assert found.turning_points() == turns  # the second time out of the cache


# --- what people did to it


def test_what_was_taken_back_is_left_out():
    game = table(3)
    written_on = game.log_length
    play_on(game, 12, advice)
    referee.take_back_moves(game.pk, written_on + 7, UserFactory(is_staff=True))
    assert replay(game).outline.last == 6
    play_on(game, 4, advice)
    assert replay(game).outline.last == 10


def test_an_own_undo_leaves_no_moment_behind():
    game = table(3)
    play_on(game, 3, advice)
    before = replay(game).outline.last
    for _ in range(40):
        seat = awaited(game)
        move(seat, advice(seat))
        game.refresh_from_db()
        if game.undoable_moves:
            break
    last = replay(game).outline.last
    moves.undo_last_move(game.pk, seat.name, by_user(seat.user))
    assert replay(game).outline.last == last - 1 >= before


def test_orders_are_no_moves_and_do_no_harm():
    game = played(3, 20)
    now = position(game)
    now.players[awaited(game).name].orders.append("always end")
    put(game, now)
    assert replay(game).outline.last == 20


def test_a_closed_account_takes_its_name_out_of_the_replay_too():
    game = played(3)
    seat = game.seats.select_related("user").first()
    gone = seat.name
    personal_data.anonymise_player(seat.user)
    game.refresh_from_db()
    found = replay(game)
    texts = [sentence for moment in found.load_steps(range(9999)) for sentence in moment.sentences]
    assert not any(gone in sentence.split() for sentence in texts)
    assert game.seats.get(pk=seat.pk).name in " ".join(texts)


def test_a_bot_that_takes_over_changes_nothing_about_the_moves():
    game = played(3, 15)
    referee.replace_player(game.pk, game.seats.first().pk, UserFactory(is_staff=True), bot="rule_based")
    assert replay(game).outline.last == 15


# --- a game that does not come out


def test_a_position_that_the_moves_do_not_lead_to_cannot_be_shown():
    game = table(3)
    written(game, {"called": "king", "{0}": {"characters": ["king"]}})
    with pytest.raises(BadRecord):
        replay(game)


@pytest.mark.parametrize("text", ["build palace palace palace", "dance", "{}"])
def test_a_move_that_the_rules_do_not_know_any_more_cannot_be_shown(text):
    game = played(2)
    game.log_entries.filter(number=4).update(text=text)
    with pytest.raises(BadRecord):
        replay(game)


def test_a_move_between_two_statements_is_no_reason_to_give_up():
    game = table(3)
    play_on(game, 5, advice)
    game.refresh_from_db()
    view = GameView(game, list(game.seats.all()), None, "en")
    seat = awaited(game)
    move(seat, advice(seat))
    referee.take_back_moves(game.pk, 6, UserFactory(is_staff=True))  # what was read first has gone meanwhile
    assert load_replay(view).outline.last == 4


# --- a game that runs


class Secretive(PebblesRules):
    """Nobody else learns that somebody has drawn."""

    slug = "secretive"

    def play(self, position, seat, move):
        events = super().play(position, seat, move)
        return [_whispered(event) for event in events]


def _whispered(event: Event) -> Event:
    if event.kind != "drew":
        return event
    (seat,) = event.secret
    return Event(event.kind, {}, {seat: {**event.open, **event.secret[seat]}}, private=True)


SECRETIVE = Secretive()


@pytest.fixture
def pebbles(monkeypatch) -> Game:
    """A game in which the first seat puts, draws, and ends; the second one draws."""
    return other_game(monkeypatch, SECRETIVE, {"bag": 2}, ["put", "draw", "end", "draw"])


def test_a_move_of_which_one_is_told_nothing_is_no_moment(pebbles):
    ann, bob = pebbles.seats.all()
    assert replay(pebbles, ann).outline.numbers == [0, 1, 2, 3]
    assert replay(pebbles, bob).outline.numbers == [0, 1, 3, 4]
    course = replay(pebbles).outline
    assert (course.numbers, course.last) == ([0, 1, 3], 3)
    assert [count.number for count in course.counts] == [0, 1, 3]
    assert [course.at(number) for number in (-5, 2, 99)] == [0, 1, 3]
    assert (course.before(3), course.after(1), course.before(0), course.after(3)) == (1, 3, None, None)


def test_a_game_without_parts_is_counted_move_by_move(pebbles):
    Game.objects.filter(pk=pebbles.pk).update(state=Game.State.ABANDONED)
    course = replay(pebbles).outline
    assert [count.number for count in course.counts] == [0, 1, 2, 3, 4]
    assert course.find_section(3).title == ""
    _told, page = replay(pebbles).load_step(1)
    ann, bob = pebbles.seats.all()
    assert f"{ann.name}:" in page["lines"]
    assert f"{bob.name}:" in page["lines"]


def test_a_reader_sees_the_own_hand_and_no_other():
    game = played(3, 25)
    seat = game.seats.first()
    found = replay(game, seat)
    for number in found.outline.numbers:
        _told, page = found.load_step(number)
        (mine,) = page["mine"]
        assert mine.seat == seat.name
        assert not any(city.revealed_hand for city in [mine, *page["others"]])
        assert len(page["hand"]) == mine.hand


def test_an_onlooker_reads_what_the_record_tells():
    game = played(3, 25)
    texts = [sentence for moment in replay(game).load_steps(range(99)) for sentence in moment.sentences]
    assert any(SEAT_HAS_CHOSEN.is_in(sentence) for sentence in texts)
    assert not any(SEAT_CHOOSES.is_in(sentence) for sentence in texts)


def test_times_are_those_of_the_moves():
    game = played(2, 5)
    long_ago = timezone.now() - timedelta(days=9)
    game.log_entries.filter(number=3).update(at=long_ago)
    step, _page = replay(game).load_step(2)
    assert step.at == long_ago


def test_another_language_is_spoken_throughout():
    game = played(2)
    assert replay(game, language="hu").outline.last == replay(game).outline.last


def test_a_game_given_up_in_the_first_round_can_be_looked_at():
    game = table(3)
    referee.decide_matter(game.pk, "abandon", UserFactory(is_staff=True))
    found = replay(game)
    assert found.outline.numbers == [0]
    assert found.turning_points() == []
