"""Games that somebody arranges: who sits where is given, they begin once, and what was arranged stays."""

import pytest
from django.db.models import Q

from accounts.close_account import close_account
from accounts.models import User
from games.bots.arena import BOTS
from games.clock.missed_deadline_policy import MissedDeadlinePolicy
from games.clock.pace import PRESETS
from games.models import Game, GameLogEntry, GameNotice, Seat
from games.models.game import load_game_and_seats
from games.play import referee, replacements, seats
from games.play.errors import NotAllowed, NotPossible
from games.play.lobby import arranged_games, invitations, tables
from games.play.transaction.origin import by_user
from games.queries import log
from games.queries.game_view import GameView
from games.rules.core.errors import BadOptions
from tests.helpers.absent_players import replaced
from tests.helpers.arranged_games import arranged, wanted
from tests.helpers.arranged_games import people as people
from tests.helpers.factories import UserFactory
from tests.helpers.messages import play
from tests.helpers.tables import advice, awaited, play_on, position
from tests.helpers.threads import at_once

pytestmark = pytest.mark.django_db


# --- the start


@pytest.mark.parametrize("size", [2, 4, 7, 8])
def test_all_sit_as_they_were_told_and_the_first_seat_has_the_crown(size):
    people = [UserFactory() for _ in range(size)]
    game = arranged(*people)
    assert [seat.user for seat in game.seats.all()] == people
    assert [seat.original_user for seat in game.seats.all()] == people
    assert position(game).crown == people[0].handle
    assert awaited(game).user == people[0]
    assert position(game).seats == [one.handle for one in people]


def test_it_begins_at_once_with_its_emails_and_its_own_settings():
    people = [UserFactory() for _ in range(3)]
    patience = MissedDeadlinePolicy(excused=0, leave=3)
    game = arranged(*people, pace=PRESETS["brisk"], patience=patience, options={"edition": "classic"})
    assert (game.state, game.pace, game.patience) == (Game.State.RUNNING, PRESETS["brisk"], patience)
    assert position(game).edition == "classic"
    told = set(game.notices.values_list("user", "kind"))
    assert told == {
        (people[0].pk, GameNotice.Kind.YOUR_TURN),
        *((one.pk, GameNotice.Kind.STARTED) for one in people),
    }
    assert awaited(game).bank_seconds == PRESETS["brisk"].allowance.total_seconds()


def test_bots_sit_where_they_were_put():
    ann = UserFactory()
    game = arranged("rule_based", ann, "random")
    assert [(seat.bot, seat.user) for seat in game.seats.all()] == [
        ("rule_based", None),
        ("", ann),
        ("random", None),
    ]
    assert awaited(game).bot == "rule_based"
    assert set(BOTS) == {"rule_based", "random"}


def test_bots_keep_the_names_that_they_have_elsewhere():
    ann = UserFactory()
    game = arranged("rule_based", ann, "rule_based", "rule_based", bot_names={0: "Bot-1", 2: "market"})
    names = [seat.name for seat in game.seats.all()]
    assert (names[0], names[1], names[3]) == ("Bot-1", ann.handle, "Ada-bot")
    assert names[2] == "market-2"  # the game has a card of that name


def test_the_same_key_again_is_the_same_game_and_nobody_is_told_twice():
    this = wanted()
    game = arranged_games.start_arranged_game(this)
    count = game.notices.count()
    assert arranged_games.start_arranged_game(this) == game == arranged_games.find_arranged_game(this.key)
    assert (Game.objects.count(), game.notices.count()) == (1, count)
    assert arranged_games.start_arranged_game(wanted(key="round 1/table 2")) != game


def test_an_ordinary_table_was_not_arranged():
    for _ in range(2):
        tables.open_table(UserFactory(), tables.NewTable("Ours", "citadels", {}, 4))
    assert arranged_games.find_arranged_game("") is None
    assert arranged_games.find_arranged_game("somewhere else") is None
    with pytest.raises(ValueError, match="needs a key"):
        wanted(key="")


def test_what_cannot_be_seated_is_refused_and_nothing_is_left_behind():
    ann, gone = UserFactory(), UserFactory(is_active=False)
    with pytest.raises(NotPossible, match=play.NOBODY_SITS_TWICE.pattern):
        arranged(ann, UserFactory(), ann)
    with pytest.raises(NotPossible, match=play.NO_SUCH_PERSON.fill(ids=gone.pk)):
        arranged(ann, gone)
    with pytest.raises(NotPossible, match=play.NO_SUCH_BOT.fill(names="oracle")):
        arranged(ann, "oracle")
    with pytest.raises(BadOptions):
        arranged(ann)
    with pytest.raises(BadOptions):
        arranged(options={"edition": "none"})
    assert not Game.objects.exists()


def test_who_arranges_it_eight_times_at_once_gets_one_game(people):
    this = wanted(*people)
    answers = at_once(*[lambda: arranged_games.start_arranged_game(this).pk] * 8)
    assert len(set(answers)) == 1
    game = Game.objects.get()
    assert (game.seats.count(), game.log_length, game.log_entries.count()) == (3, 1, 1)


def test_without_looking_for_the_key_the_database_keeps_the_second_game_out(people, monkeypatch):
    """Both have looked before either has written: one of them finds the other's game afterwards."""
    looked = arranged_games.find_arranged_game
    calls: list[str] = []

    def blind_at_first(key: str) -> Game | None:
        calls.append(key)
        return None if len(calls) <= 2 else looked(key)

    monkeypatch.setattr(arranged_games, "find_arranged_game", blind_at_first)
    this = wanted(*people)
    first, second = arranged_games.start_arranged_game(this), arranged_games.start_arranged_game(this)
    assert first == second
    assert (Game.objects.count(), len(calls)) == (1, 3)


# --- nobody leaves, nobody comes


def test_a_seat_is_not_given_away_neither_to_a_person_nor_to_a_bot():
    game = arranged()
    seat = awaited(game)
    assert not seats.may_give_away(game, seat, seat.user)
    with pytest.raises(NotAllowed):
        seats.give_to_bot(game.pk, seat.pk, seat.user)
    with pytest.raises(NotAllowed):
        invitations.offer_seat(game.pk, seat.pk, seat.user, "dora@example.org")
    seat.refresh_from_db()
    assert seat.bot == ""


def test_its_host_does_not_give_the_seat_of_somebody_who_stays_away():
    host = UserFactory()
    seat = replaced(arranged(host_id=host.pk))
    assert seat.game.creator == host
    with pytest.raises(NotAllowed):
        invitations.offer_seat(seat.game_id, seat.pk, host, "dora@example.org")


def test_where_it_was_arranged_so_seats_may_be_given_away():
    game = arranged(has_fixed_players=False)
    seat = awaited(game)
    seats.give_to_bot(game.pk, seat.pk, seat.user)
    seat.refresh_from_db()
    assert seat.bot


def test_somebody_who_closes_the_account_leaves_all_the_same():
    game = arranged()
    seat = awaited(game)
    close_account(seat.user)
    seat.refresh_from_db()
    assert (seat.user, bool(seat.bot)) == (None, True)


def stand_in(seat: Seat, user: User) -> Seat:
    return replacements.take_over_seat(seat.game_id, seat.pk, user, by_user(user))


def asked_to_stand_in(game: Game) -> set[int]:
    return set(game.notices.filter(kind=GameNotice.Kind.STAND_IN).values_list("user", flat=True))


def test_where_only_candidates_may_a_free_seat_is_theirs_alone():
    ann, bob, volunteer = UserFactory(), UserFactory(), UserFactory(is_stand_in=True)
    game = arranged(only_candidates=True)
    arranged_games.set_candidates(game.pk, welcome=[ann.pk, bob.pk])
    seat = replaced(game)
    assert asked_to_stand_in(game) == {ann.pk, bob.pk}
    assert [replacements.list_offered_seats(one) for one in (ann, volunteer)] == [[seat], []]
    assert [replacements.may_see_offer(seat, one) for one in (ann, volunteer)] == [True, False]
    with pytest.raises(NotAllowed, match=play.SEAT_FOR_SOMEBODY_ELSE.pattern):
        stand_in(seat, volunteer)
    assert stand_in(seat, ann).user == ann


def test_without_any_candidates_such_a_seat_is_offered_to_nobody():
    volunteer = UserFactory(is_stand_in=True)
    game = arranged(only_candidates=True)
    replaced(game)
    assert asked_to_stand_in(game) == set()
    assert replacements.list_offered_seats(volunteer) == []


def test_who_is_not_welcome_is_not_asked_and_may_not_stand_in():
    friend, foe = UserFactory(is_stand_in=True), UserFactory(is_stand_in=True)
    game = arranged()
    arranged_games.set_candidates(game.pk, unwelcome=[foe.pk])
    seat = replaced(game)
    assert asked_to_stand_in(game) == {friend.pk}
    assert [replacements.list_offered_seats(one) for one in (friend, foe)] == [[seat], []]
    with pytest.raises(NotAllowed, match=play.SEAT_FOR_SOMEBODY_ELSE.pattern):
        stand_in(seat, foe)
    assert stand_in(seat, friend).user == friend


def test_who_was_named_last_counts_and_unwelcome_weighs_more():
    ann, bob = UserFactory(), UserFactory()
    game = arranged(only_candidates=True)
    arranged_games.set_candidates(game.pk, welcome=[bob.pk])
    arranged_games.set_candidates(game.pk, welcome=[ann.pk, bob.pk], unwelcome=[bob.pk])
    assert dict(game.candidates.values_list("user", "is_welcome")) == {ann.pk: True, bob.pk: False}
    assert replacements.find_volunteers(game.pk) == [ann]


def test_nothing_is_kept_of_a_candidate_who_closes_the_account():
    ann = UserFactory()
    game = arranged(only_candidates=True)
    arranged_games.set_candidates(game.pk, welcome=[ann.pk])
    close_account(ann)
    assert not game.candidates.exists()


# --- without names


def everything_shown(game: Game, seat: Seat | None) -> str:
    """What page, record and talk are made from."""
    _game, chairs = load_game_and_seats(game.pk)
    view = GameView(_game, chairs, seat, "en")
    parts, _older = log.build_log(view, most=1000)
    texts = [line for part in parts for one in part.entries for line in one.sentences]
    who = [one.user.handle for one in view.successors if one.user]
    return " ".join([str(view.page), *texts, *who])


def test_an_anonymous_game_names_nobody_until_it_is_over():
    handles = ["Zora", "Yvette", "Xaver", "Wanda"]
    *people, wanda = [UserFactory(handle=handle) for handle in handles]
    game = arranged(*people, is_anonymous=True)
    play_on(game, 20)
    referee.replace_player(game.pk, game.seats.all()[1].pk, None, person=wanda)
    for reader in (None, *game.seats.all()):
        shown = everything_shown(game, reader)
        assert "Seat-1" in shown
        assert not [handle for handle in handles if handle in shown]
    assert play.SOMEBODY_ELSE_PLAYS.fill(seat="Seat-2") in everything_shown(game, None)
    play_on(game, 2000, advice)
    game.refresh_from_db()
    assert game.state == Game.State.OVER
    shown = everything_shown(game, None)
    assert [handle in shown for handle in handles] == [True, False, True, True]  # Yvette was replaced


def test_no_row_that_a_table_is_shown_from_holds_a_handle_of_an_anonymous_game():
    people = [UserFactory(handle=f"Zxy-{n}") for n in range(3)]
    game = arranged(*people, is_anonymous=True)
    seat = awaited(game)
    referee.replace_player(game.pk, seat.pk, None, person=UserFactory(handle="Zxy-new"))
    play_on(game, 5)
    written = Q(text__contains="Zxy") | Q(events__contains="Zxy") | Q(position_before__contains="Zxy")
    assert not GameLogEntry.objects.filter(written).exists()
    assert "Zxy" not in Game.objects.get().position
    assert not game.seats.filter(name__contains="Zxy").exists()


def test_an_alias_stays_when_its_player_closes_the_account():
    game = arranged(is_anonymous=True)
    seat = awaited(game)
    close_account(seat.user)
    assert [one.name for one in game.seats.all()] == ["Seat-1", "Seat-2", "Seat-3"]
