"""What people do to a game around its moves: votes, seats given on, the referee, bots, closing an account."""

from datetime import timedelta

import msgspec
import pytest
import time_machine
from django.utils import timezone

from accounts.close_account import close_account
from accounts.export import dump_export
from games.models import ChatMessage, Game, GameLogEntry, GameNotice, Invitation, Seat
from games.play import bot_moves, moves, personal_data, referee, replacements, seats, votes
from games.play.errors import NotAllowed, NotNow, NotPossible
from games.play.lobby import invitations, tables
from games.play.transaction.origin import by_user
from games.rules import registry
from tests.accounts.factories import UserFactory
from tests.play.tables import advice, awaited, fallback, move, play_on, position, table

pytestmark = pytest.mark.django_db


def vote(seat: Seat, matter: str) -> bool:
    return votes.cast_vote(seat.game_id, seat.name, matter, by_user(seat.user))


# --- votes


def test_more_than_half_pause_the_game_and_stop_its_clocks():
    game = table(4)
    decided = [vote(seat, "pause") for seat in game.seats.all()[:3]]
    game.refresh_from_db()
    assert decided == [False, False, True]
    assert game.state == Game.State.PAUSED
    assert awaited(game).deadline is None
    assert not game.votes.exists()
    assert game.moves.last().kind == GameLogEntry.Kind.PAUSE


def test_a_vote_counts_once_and_can_be_taken_back():
    game = table(4)
    ann, bob, *_ = game.seats.all()
    for _ in range(3):
        assert not vote(ann, "pause")
    votes.withdraw_vote(game.pk, ann.name, "pause", by_user(ann.user))
    assert not vote(bob, "pause")
    assert game.votes.get(is_for=True).seat == bob


def test_going_on_leaves_exactly_what_was_left():
    game = table(2)
    before = awaited(game)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for matter, hours in (("pause", 5), ("resume", 100)):
            clock.shift(timedelta(hours=hours))
            for seat in game.seats.all():
                vote(seat, matter)
    game.refresh_from_db()
    assert game.state == Game.State.RUNNING
    seat = awaited(game)
    assert timedelta(0) <= before.due_at + timedelta(hours=100) - seat.due_at < timedelta(seconds=1)
    assert seat.final_at - seat.due_at == before.final_at - before.due_at
    move(seat, fallback(seat))


def test_a_game_is_abandoned_only_by_all_people_and_bots_have_no_vote():
    game = table(2, bots=1)
    ann, bob = game.seats.filter(bot="")
    assert not vote(ann, "abandon")
    assert vote(bob, "abandon")
    game.refresh_from_db()
    assert game.state == Game.State.ABANDONED
    assert not game.seats.filter(decision__isnull=False).exists()
    with pytest.raises(NotNow):
        vote(ann, "pause")


# --- seats


def test_a_player_gives_the_seat_to_somebody_who_plays_on_with_the_same_cards():
    game = table(4)
    seat = awaited(game)
    invitation = invitations.offer_seat(game.pk, seat.pk, seat.user, "dora@example.org")
    hand = position(game).players[seat.name].hand
    old_key, former = seat.key, seat.user
    invitations.accept(invitation.pk, handle="Dora")
    seat.refresh_from_db()
    assert (seat.user.handle, seat.bot) == ("Dora", "")
    assert seat.key != old_key
    assert position(game).players[seat.name].hand == hand
    assert game.notices.filter(user=seat.user, kind=GameNotice.Kind.CHANGES).exists()
    with pytest.raises(NotAllowed):
        moves.play_moves(game.pk, seat.name, ["x"], by_user(former), decision=seat.decision)
    move(seat, fallback(seat))
    assert game.moves.filter(kind=GameLogEntry.Kind.SEAT).count() == 1


def test_the_creator_gives_a_seat_on_only_when_its_player_stays_away():
    game = table(4)
    seat = game.seats.exclude(user=game.creator).first()
    with pytest.raises(NotAllowed):
        invitations.offer_seat(game.pk, seat.pk, game.creator, "dora@example.org")
    stay_away(seat)
    invitations.offer_seat(game.pk, seat.pk, game.creator, "dora@example.org")


def stay_away(seat: Seat) -> None:
    """As if the table had waited for this player too often: a bot plays on."""
    Seat.objects.filter(pk=seat.pk).update(bot=tables.DEFAULT_BOT, offered_at=timezone.now())


def test_who_comes_back_in_time_keeps_the_seat():
    game = table(3)
    seat = game.seats.exclude(user=game.creator).first()
    stay_away(seat)
    offered = invitations.offer_seat(game.pk, seat.pk, game.creator, "dora@example.org")
    replacements.return_to_seat(game.pk, seat.name, by_user(seat.user))
    with pytest.raises(NotNow, match="come back"):
        invitations.accept(offered.pk, handle="Dora")
    seat.refresh_from_db()
    assert (seat.user.handle != "Dora", seat.bot) == (True, "")


def test_a_seat_that_changes_hands_in_a_pause_gets_no_deadline_and_leaves_the_others_theirs():
    game, staff = table(3), UserFactory(is_staff=True)
    referee.decide_matter(game.pk, "pause", staff)
    seat = awaited(game)
    referee.replace_player(game.pk, seat.pk, staff, person=UserFactory())
    assert awaited(game).deadline is None


def test_votes_and_open_offers_do_not_go_with_the_seat():
    game = table(3)
    seat = game.seats.all()[0]
    vote(seat, "abandon")
    invitations.offer_seat(game.pk, seat.pk, seat.user, "dora@example.org")
    referee.replace_player(game.pk, seat.pk, UserFactory(is_staff=True), person=UserFactory())
    assert not game.votes.exists()
    assert game.invitations.get().state == Invitation.State.WITHDRAWN


def test_nobody_else_gives_a_seat_away_and_nobody_sits_twice():
    game = table(4)
    seat, other = game.seats.all()[:2]
    with pytest.raises(NotAllowed):
        seats.give_to_bot(game.pk, seat.pk, other.user)
    with pytest.raises(NotPossible):
        invitations.offer_seat(game.pk, seat.pk, seat.user, other.user.email)


def test_a_bot_plays_on_for_somebody_who_leaves():
    game = table(2)
    seat = awaited(game)
    seats.give_to_bot(game.pk, seat.pk, seat.user)
    seat.refresh_from_db()
    assert (seat.user, seat.bot) == (None, "thumb")
    assert bot_moves.play_bot_moves(game.pk) > 0
    assert awaited(game) != seat


# --- bots


def test_bots_play_a_game_to_its_end_with_one_person():
    game = table(1, bots=3)
    for _ in range(500):
        bot_moves.play_bot_moves(game.pk)
        game.refresh_from_db()
        if game.state == Game.State.OVER:
            break
        seat = awaited(game)
        assert not seat.bot
        move(seat, advice(seat))
    assert game.state == Game.State.OVER
    assert set(game.moves.filter(kind="move").values_list("how", flat=True)) == {"bot", "form"}


def test_the_same_bell_twice_makes_no_move_twice():
    game = table(1, bots=3)
    bot_moves.play_bot_moves(game.pk)
    length = Game.objects.get(pk=game.pk).length
    assert bot_moves.play_bot_moves(game.pk) == 0
    assert Game.objects.get(pk=game.pk).length == length


def test_the_sweep_finds_a_bot_that_was_not_woken(monkeypatch):
    rung = []
    monkeypatch.setattr(bot_moves, "send_task", lambda task, game_id: rung.append((task, game_id)))
    game = table(1, bots=3)
    if awaited(game).bot == "":
        move(awaited(game), fallback(awaited(game)))
    assert bot_moves.trigger_stalled_bots() == 0
    Seat.objects.filter(game=game, decision__isnull=False).update(
        asked_at=timezone.now() - timedelta(minutes=1)
    )
    assert bot_moves.trigger_stalled_bots() == 1
    assert rung == [("games.tasks.play_bot_moves", game.pk)]


# --- the referee


def test_the_referee_takes_moves_back_and_it_is_written_down():
    game = table(4)
    play_on(game, 6)
    before = Game.objects.get(pk=game.pk)
    wanted = game.moves.get(number=4)
    staff = UserFactory(is_staff=True)
    referee.take_back_moves(game.pk, wanted.number, staff)
    game.refresh_from_db()
    assert list(game.moves.filter(taken_back=True).values_list("number", flat=True)) == [4, 5, 6, 7]
    assert game.length == before.length + 1
    assert awaited(game) == wanted.seat
    entry = game.moves.last()
    assert (entry.kind, entry.how, entry.by) == (GameLogEntry.Kind.UNDO, "referee", staff)
    move(awaited(game), wanted.text)
    rules = registry.get("citadels")
    replayed, _ = rules.new([s.name for s in game.seats.all()], msgspec.json.decode(game.options), game.seed)
    for one in game.moves.filter(kind="move", taken_back=False):
        rules.play(replayed, one.seat.name, rules.read(replayed, one.seat.name, one.text))
    assert rules.dump(position(game)) == rules.dump(replayed)
    with pytest.raises(NotPossible):
        referee.take_back_moves(game.pk, 5, staff)


def test_the_referee_extends_pauses_replaces_and_aborts():
    game, staff = table(4), UserFactory(is_staff=True)
    seat = awaited(game)
    referee.extend_deadlines(game.pk, 48, staff)
    assert awaited(game).due_at == seat.due_at + timedelta(hours=48)
    referee.decide_matter(game.pk, "pause", staff)
    referee.decide_matter(game.pk, "resume", staff)
    person = UserFactory()
    referee.replace_player(game.pk, seat.pk, staff, person=person)
    assert awaited(game).user == person
    referee.decide_matter(game.pk, "abandon", staff)
    kinds = list(game.moves.order_by("number").values_list("kind", "how"))
    assert kinds[1:] == [(kind, "referee") for kind in ("extend", "pause", "resume", "seat", "abandon")]


# --- people who leave the site


def test_closing_an_account_takes_the_name_out_of_every_game_and_the_game_goes_on():
    game = table(3)
    play_on(game, 12)
    seat = game.seats.all()[0]
    name, user = seat.name, seat.user
    ChatMessage.objects.create(
        game=game, seat=seat, by=user, name=name, text="I live in Pest", key="k", number=1, at=timezone.now()
    )
    assert name in dump_export(user)
    close_account(user)
    stored = Game.objects.values_list("position", flat=True).get(pk=game.pk)
    texts = [stored, *game.moves.values_list("text", flat=True), *game.moves.values_list("events", flat=True)]
    assert not [text for text in texts if name in text]
    assert "Pest" not in "".join(game.messages.values_list("text", flat=True))
    seat.refresh_from_db()
    assert seat.name == f"Former-{user.pk}"
    assert seat.bot
    for _ in range(3):
        bot_moves.play_bot_moves(game.pk)
        one = awaited(game)
        move(one, fallback(one))
    rules = registry.get("citadels")
    names = [each.name for each in game.seats.all()]
    replayed, _ = rules.new(names, msgspec.json.decode(game.options), Game.objects.get(pk=game.pk).seed)
    for entry in game.moves.filter(kind="move"):
        rules.play(replayed, entry.seat.name, rules.read(replayed, entry.seat.name, entry.text))
    assert rules.dump(replayed) == rules.dump(position(game))


def closed_texts(game: Game) -> str:
    rows = [Game.objects.filter(pk=game.pk), game.moves, game.seats, game.messages]
    return " ".join(str(list(each.values())) for each in rows)


def test_a_name_goes_even_from_a_seat_that_was_given_on_and_from_the_table():
    ann = UserFactory(handle="Annamaria")
    game = tables.open_table(ann, tables.NewTable("Table of Annamaria", "citadels", {}, 3, is_open=True))
    for _ in range(2):
        tables.join_table(game.pk, UserFactory())
    play_on(game, 5)
    seat = game.seats.get(user=ann)
    seats.give_to_bot(game.pk, seat.pk, ann)
    close_account(ann)
    assert "Annamaria" not in closed_texts(game)
    assert position(game)


def test_a_successor_is_forgotten_too_and_the_first_name_stays():
    game = table(3)
    seat = game.seats.all()[0]
    offered = invitations.offer_seat(game.pk, seat.pk, seat.user, "zyx@example.org")
    invitations.accept(offered.pk, handle="Zyxwv")
    seat.refresh_from_db()
    close_account(seat.user)
    assert "Zyxwv" not in closed_texts(game)
    assert game.seats.get(pk=seat.pk).name == seat.name


@pytest.mark.parametrize("handle", ["agenda", "Players", "turn", "Hand", "seats"])
def test_a_handle_like_a_stored_word_hurts_no_game(handle):
    person = UserFactory(handle=handle)
    game = tables.open_table(person, tables.NewTable("Ours", "citadels", {}, 2, is_open=True))
    tables.join_table(game.pk, UserFactory())
    play_on(game, 8)
    assert game.seats.get(user=person).name == f"{handle}-2"
    close_account(person)
    bot_moves.play_bot_moves(game.pk)
    assert position(game)


def test_whoever_fills_the_table_the_creator_is_told_that_he_is_asked():
    for _ in range(8):
        game = table(2)
        if awaited(game).user == game.creator:
            break
    assert game.notices.filter(user=game.creator, kind=GameNotice.Kind.YOUR_TURN).exists()


def test_the_referee_cannot_seat_somebody_twice_nor_rule_in_a_game_that_is_over():
    game, staff = table(2), UserFactory(is_staff=True)
    ann, bob = game.seats.all()
    with pytest.raises(NotPossible):
        referee.replace_player(game.pk, ann.pk, staff, person=bob.user)
    referee.decide_matter(game.pk, "abandon", staff)
    with pytest.raises(NotNow):
        referee.replace_player(game.pk, ann.pk, staff, bot="thumb")


def test_a_game_that_is_taken_back_from_its_end_has_not_ended():
    game, staff = table(2), UserFactory(is_staff=True)
    play_on(game, 2000, advice)
    last = game.moves.filter(kind="move").last()
    referee.take_back_moves(game.pk, last.number, staff)
    game.refresh_from_db()
    assert (game.state, game.ended_at) == (Game.State.RUNNING, None)


def test_a_pause_stays_a_pause_when_moves_are_taken_back():
    game, staff = table(3), UserFactory(is_staff=True)
    play_on(game, 4)
    referee.decide_matter(game.pk, "pause", staff)
    referee.take_back_moves(game.pk, 3, staff)
    game.refresh_from_db()
    assert game.state == Game.State.PAUSED
    assert awaited(game).deadline is None


def test_the_warning_says_how_many_games_are_running():
    game = table(2)
    assert "1 running game" in personal_data.list_closing_warnings(game.creator)[0]
