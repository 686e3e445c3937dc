"""After the end: places and badges that follow the rulings, and who has never missed a deadline."""

import msgspec
import pytest
from django.test import Client

from accounts.close_account import close_account
from accounts.models import User
from games.models import Game, GameLogEntry, Seat
from games.play.lobby.tables import DEFAULT_BOT
from games.tournaments.director import stages
from games.tournaments.ledger.transaction import load_state
from games.tournaments.mail import sections
from games.tournaments.models import Entrant, Ruling, Tournament, TournamentNotice
from games.tournaments.results import badges
from games.tournaments.rulings import rulings
from games.tournaments.settings import StageSettings
from games.tournaments.standings import final_report
from games.tournaments.standings.final_report import PlayedSeat
from tests.helpers.factories import GameLogEntryFactory
from tests.helpers.messages import tournaments as messages
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.finished_games import finish_tournament
from tests.helpers.tournaments.ledger import list_entries
from tests.helpers.tournaments.pages import address
from tests.helpers.tournaments.people import appoint, entrant, person
from tests.helpers.tournaments.stages import AT_ONCE, FINAL, ONE_ROUND, POD
from tests.helpers.tournaments.tables import lines, play

pytestmark = pytest.mark.django_db

KNOCK_OUT = StageSettings(format="knock_out", size=4, least=3, check_in_hours=48)


def places(tournament: Tournament) -> dict[int, int | None]:
    return dict(tournament.entrants.order_by("number").values_list("number", "place"))


def punctual(tournament: Tournament) -> set[int]:
    return set(tournament.entrants.filter(is_punctual=True).values_list("number", flat=True))


def won(tournament: Tournament, number: int) -> list[str]:
    """The badges of somebody, as their page tells them."""
    return [one.label_with_title for one in badges.list_user_badges(person(tournament, number))]


def rule(tournament: Tournament, kind: str, **what: object) -> Ruling:
    """In force, by as many signatures as it takes."""
    made = rulings.propose_ruling(tournament.pk, appoint(tournament), kind, reason="As all agree.", **what)
    if made.state == Ruling.State.PROPOSED:
        rulings.sign_ruling(made.pk, appoint(tournament))
    return Ruling.objects.get(pk=made.pk)


def finish_with_stages_left_out(later: StageSettings, times: int = 1) -> Tournament:
    """A finished tournament of four, with later stages for which too few said that they come."""
    made = (
        TournamentBuilder(ONE_ROUND, *[later] * times, **AT_ONCE)
        .entrants(4)
        .started()
        .directed()
        .games_finished()
        .build()
    )
    for number in (1, 2, 3, 4):
        stages.answer_qualification(
            made.pk, entrant(made, number).pk, 2, comes=number > 2, by=person(made, number)
        )
    return finish_tournament(made)


# --- places


def test_everybody_has_a_place_once_the_tournament_is_over_and_not_before():
    made = (
        TournamentBuilder(ONE_ROUND, FINAL, **AT_ONCE)
        .entrants(7)
        .bots(8)
        .started()
        .directed()
        .games_finished()
        .build()
    )
    assert set(places(made).values()) == {None}
    assert not punctual(made)
    made = finish_tournament(made)
    found = places(made)
    assert sorted(found, key=lambda number: found[number] or 0) == list_entries(made, "ended")[0]["order"]
    assert sorted(place or 0 for place in found.values()) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_whom_no_tie_break_parts_share_a_place():
    made = (
        TournamentBuilder(StageSettings(format="pods", size=4, rounds=1, tie_breaks=("PTS",)))
        .drawn((1, 2, 3, 4))
        .build()
    )
    play(made, 1, 30, 25, 25, 10)
    assert final_report.compute_final_places(load_state(made)) == {1: 1, 2: 2, 3: 2, 4: 4}


@pytest.mark.parametrize("later", [1, 2])
def test_a_tournament_whose_later_stages_were_left_out_ends_with_places(later):
    made = finish_with_stages_left_out(msgspec.structs.replace(KNOCK_OUT, go_on=4), later)
    assert len(list_entries(made, "skipped")) == later
    assert set(places(made).values()) == {1, 2, 3, 4}
    for page in ("standings/?stage=2", "standings.csv?stage=2", "rounds/", "bracket/", "tournament.json"):
        assert Client().get(address(made, page)).status_code == 200, page
    for page in ("who-met-whom/", "who-met-whom/?stage=2", "embed/"):
        assert Client().get(address(made, page)).status_code == 200, page


def test_where_a_last_stage_was_left_out_the_one_before_is_told():
    made = finish_with_stages_left_out(KNOCK_OUT)
    [first] = [number for number, place in places(made).items() if place == 1]
    name = entrant(made, first).name
    for page in ("standings/", "standings.csv", "embed/", "who-met-whom/"):
        assert name in Client().get(address(made, page)).content.decode(), page
    for notice in TournamentNotice.objects.filter(kind=TournamentNotice.Kind.ENDED):
        section = sections.build_email_section([notice])
        assert f"{name} has won." in section.paragraphs
        assert section.standings


# --- badges


def test_the_first_three_have_badges_that_follow_rulings_after_the_end():
    made = TournamentBuilder(POD).drawn((1, 2, 3, 4)).round_played((30, 26, 22, 18)).ended().build()
    assert [won(made, number) for number in (1, 2, 3, 4)] == [
        ["1st of 4 in Autumn Cup"],
        ["2nd of 4 in Autumn Cup"],
        ["3rd of 4 in Autumn Cup"],
        [],
    ]
    other = rule(made, Ruling.Kind.RESULT, table_number=1, lines=lines({1: 20, 2: 26, 3: 22, 4: 30}))
    assert (won(made, 4), won(made, 1)) == (["1st of 4 in Autumn Cup"], [])
    rulings.reverse_ruling(other.pk, other.by, "It was right before.")
    for one in Ruling.objects.filter(state=Ruling.State.PROPOSED):
        rulings.sign_ruling(one.pk, appoint(made))
    assert (won(made, 4), won(made, 1)) == ([], ["1st of 4 in Autumn Cup"])


def test_whoever_is_disqualified_after_the_end_hands_the_badge_on():
    made = TournamentBuilder(POD).drawn((1, 2, 3, 4)).round_played((30, 26, 22, 18)).ended().build()
    rule(made, Ruling.Kind.DISQUALIFY, entrant_number=1)
    assert places(made) == {1: 4, 2: 1, 3: 2, 4: 3}
    assert (won(made, 1), won(made, 2)) == ([], ["1st of 4 in Autumn Cup"])


def test_who_has_no_badge():
    made = TournamentBuilder(POD).drawn((1, 2, 3, 4)).round_played((30, 26, 22, 18)).ended().build()
    first, second, third = (entrant(made, number) for number in (1, 2, 3))
    Entrant.objects.filter(pk=first.pk).update(state=Entrant.State.WITHDRAWN)
    User.objects.filter(pk=second.user_id).update(is_guest=True)
    assert third.user is not None
    close_account(third.user)
    assert [badges.list_entrant_badges(one) for one in (first, second, third)] == [[], [], []]
    other = TournamentBuilder(POD).drawn((1, 2, 3, 4)).round_played((30, 26, 22, 18)).ended().build()
    assert badges.list_entrant_badges(entrant(other, 1))
    Tournament.objects.filter(pk=other.pk).update(is_listed=False)
    assert not badges.list_entrant_badges(entrant(other, 1))
    assert not won(other, 1)


def test_a_person_has_all_their_badges_in_one_statement(django_assert_num_queries):
    ann = person(TournamentBuilder(POD).drawn((1, 2, 3, 4)).round_played((30, 26, 22, 18)).ended().build(), 1)
    for place in (1, 2):
        made = TournamentBuilder(POD).drawn((1, 2, 3, 4)).round_played((30, 26, 22, 18)).ended().build()
        Entrant.objects.filter(tournament=made, number=place).update(user=ann, is_punctual=place == 2)
    with django_assert_num_queries(1):
        found = [(one.place, one.entrant_count) for one in badges.list_user_badges(ann)]
    assert found == [(2, 4), (0, 4), (1, 4), (1, 4)]  # the newest first


# --- punctual


def miss(one: Entrant, how: str) -> None:
    """Their time has run out."""
    seat = Seat.objects.get(user=one.user)
    missed = GameLogEntryFactory(
        game=seat.game,
        kind=GameLogEntry.Kind.MISSED,
        seat=seat,
        by=one.user,
        text=f"{how} {seat.name} minimal",
        how=GameLogEntry.How.CLOCK,
    )
    Game.objects.filter(pk=seat.game_id).update(log_length=missed.number)


def test_punctual_is_who_has_played_all_tables_without_a_missed_deadline():
    made = TournamentBuilder(POD, **AT_ONCE).entrants(6).bots(8).started().directed().build()
    late, excused, away, left = (entrant(made, number) for number in (1, 2, 3, 4))
    miss(late, "missed")  # a bot has played for a while: the seat has forgotten it, the journal has not
    miss(excused, "excused")
    Seat.objects.filter(user=away.user).update(bot=DEFAULT_BOT)
    made = finish_tournament(made)
    assert punctual(made) == {4, 5, 6}
    assert messages.PUNCTUAL_BADGE.fill(event="Autumn Cup") in won(made, 4)
    rule(made, Ruling.Kind.DISQUALIFY, entrant_number=left.number)
    assert punctual(made) == {5, 6}


def test_one_seat_that_was_not_kept_is_enough():
    state = load_state(
        TournamentBuilder(POD).drawn((1, 2, 3, 4)).round_played((30, 26, 22, 18)).ended().build()
    )
    seats = [
        PlayedSeat(1, is_punctual=True),
        PlayedSeat(1, is_punctual=False),
        PlayedSeat(2, is_punctual=True),
    ]
    assert final_report.find_punctual_entrants(state, seats) == {2}


def test_whoever_has_lost_a_table_by_a_ruling_is_not_punctual():
    made = finish_tournament(TournamentBuilder(POD, **AT_ONCE).entrants(4).started().directed().build())
    assert punctual(made) == {1, 2, 3, 4}
    rule(made, Ruling.Kind.LOSS, table_number=1, entrant_number=3)
    assert punctual(made) == {1, 2, 4}
