"""Lists of tournaments, a tournament before and beside its results, and what an entrant does on its pages."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from games.tournaments.director import director
from games.tournaments.entries import registration
from games.tournaments.ledger.transaction import load_state
from games.tournaments.models import Dispute, Entrant, Role, Ruling, Tournament, TournamentTable
from games.tournaments.settings import StageSettings
from games.tournaments.standings import from_state
from tests.helpers.factories import UserFactory
from tests.helpers.messages import tournaments as messages
from tests.helpers.messages.lobby import NOTHING_WAITS
from tests.helpers.messages.people import TAKE_IT_BACK
from tests.helpers.messages.table import THIS_WAITS_FOR_YOU
from tests.helpers.pages import client_of
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.dates import LONG_BEFORE, START
from tests.helpers.tournaments.factories import EntrantFactory, RatingFactory, RulingFactory
from tests.helpers.tournaments.pages import address, plain, press, status, text
from tests.helpers.tournaments.people import appoint, entrant, person, register_entrants
from tests.helpers.tournaments.stages import FINAL, SWISS

pytestmark = pytest.mark.django_db

State, Phase = Entrant.State, Tournament.State
LADDER = StageSettings(format="ladder", size=3, least=2, most=4, reach=2)


@pytest.fixture(autouse=True)
def _long_before_the_start():
    with time_machine.travel(LONG_BEFORE, tick=False):
        yield


# --- lists


def test_the_list_has_what_one_can_enter_first_and_no_draft(ann):
    for state in (Phase.FINISHED, Phase.DRAFT, Phase.OPEN, Phase.RUNNING):
        Tournament.objects.filter(pk=TournamentBuilder(state=state).build().pk).update(
            title=f"The {state} one"
        )
    page = Client().get("/tournaments/").content.decode()
    assert page.index("The open one") < page.index("The running one") < page.index("The finished one")
    assert "The draft one" not in page


def test_what_is_not_to_be_listed_is_found_by_its_address_alone():
    found = TournamentBuilder().build()
    Tournament.objects.filter(pk=found.pk).update(is_listed=False)
    assert "Autumn Cup" not in Client().get("/tournaments/").content.decode()
    page = Client().get(address(found))
    assert page.status_code == 200
    assert b'name="robots" content="noindex"' in page.content


def test_the_archive_is_cut_into_pages():
    for _ in range(25):
        TournamentBuilder(state=Phase.FINISHED).build()
    page = Client().get("/tournaments/?state=finished").content.decode()
    assert page.count('class="game-name"') == 20
    assert 'href="?state=finished&amp;page=2"' in page


def test_the_list_is_of_all_games_or_of_one_and_keeps_what_else_was_asked(django_assert_max_num_queries):
    for _ in range(21):
        TournamentBuilder(state=Phase.FINISHED).build()
    Tournament.objects.filter(pk=TournamentBuilder(state=Phase.FINISHED).build().pk).update(
        ruleset="pebbles", title="A Pebbles Cup"
    )
    assert "A Pebbles Cup" in Client().get("/tournaments/").content.decode()
    with django_assert_max_num_queries(12):
        page = Client().get("/tournaments/?game=citadels").content.decode()
    assert "A Pebbles Cup" not in page
    assert 'href="?state=finished&amp;game=citadels"' in page
    with django_assert_max_num_queries(12):
        archive = Client().get("/tournaments/?state=finished&game=citadels").content.decode()
    assert "A Pebbles Cup" not in archive
    assert 'href="?state=finished&amp;game=citadels&amp;page=2"' in archive
    assert 'href="?state=finished"' in archive  # all games again, and still the archive
    assert Client().get("/tournaments/?game=chess").status_code == 404


def test_ones_own_page_tells_where_one_plays_and_what_one_runs(ann):
    played, run = TournamentBuilder().build(), TournamentBuilder(state=Phase.DRAFT).build()
    registration.register_entrant(played.pk, ann)
    appoint(run, Role.Kind.DIRECTOR, ann)
    page = client_of(ann).get("/tournaments/mine/").content.decode()
    assert address(played) in page
    assert address(run, "staff/") in page
    assert Client().get("/tournaments/mine/").status_code == 302


def test_a_draft_is_there_for_those_who_prepare_it_alone(ann):
    found = TournamentBuilder(state=Phase.DRAFT).build()
    assert found.owner is not None
    for page in ("", "rules/", "entrants/", "embed/", "tournament.json", "staff/", "staff/settings/1/"):
        assert status(ann, found, page) == 404, page
    assert status(found.owner, found, "") == 200
    assert status(found.owner, found, "embed/") == 404  # a frame is the same for everybody


def test_of_a_tournament_that_is_over_nobody_reads_of_places(ann):
    found = TournamentBuilder(state=Phase.FINISHED, most=9).build()
    enrolled = EntrantFactory(tournament=found, user=ann)
    for page in (text(found), plain(Client().get("/tournaments/").content)):
        assert "of 9" not in page
    assert "1 entrant" in plain(Client().get("/tournaments/").content)
    assert "plays" not in text(found, f"entrants/{enrolled.number}/")


def test_everybody_reads_before_how_seats_and_groups_are_made():
    final = StageSettings(format="knock_out", size=4, least=3, most=4, check_in_hours=48, choose_seats=True)
    for page in ("", "rules/"):
        assert messages.SEATS_ARE_CHOSEN in text(
            TournamentBuilder(StageSettings(go_on=4), final).build(), page
        )
    assert messages.SEATS_ARE_CHOSEN not in text(TournamentBuilder(StageSettings(go_on=8), final).build())
    assert messages.GROUPS_BY_ZONE in text(
        TournamentBuilder(StageSettings(format="league", by_zone=True)).build()
    )


def test_everybody_reads_before_what_it_costs_to_decline_on_a_ladder():
    page = text(TournamentBuilder(LADDER).build())
    assert messages.SEATS_FROM_TO.fill(least=2, most=4) in page
    assert "do not work out" not in page
    assert messages.TIME_TO_ANSWER_CHALLENGE.fill(hours=72) in page
    assert messages.DECLINING_TWICE_LOSES in page
    assert messages.LEAVING_GOES_TO_BOTTOM in page


def test_a_ladder_speaks_of_no_points():
    assert "Points:" not in text(TournamentBuilder(LADDER).build())
    assert "Points: 10, 6, 3, 1." in text(TournamentBuilder().build())


# --- entering


def test_somebody_enters_by_the_page_and_withdraws_there(ann):
    found = TournamentBuilder().build()
    assert messages.ENTRY_ACCEPTED in press(ann, found, "enter/", household=" The mill ")[0]
    mine = found.entrants.get(user=ann)
    assert (mine.state, mine.household) == (State.ENTERED, "The mill")
    assert "Ann: entered." in text(found, "", ann)
    assert press(ann, found, "entry/", do="withdraw") == [messages.WITHDRAWN]
    mine.refresh_from_db()
    assert mine.state == State.WITHDRAWN


def test_who_is_not_signed_in_is_sent_there_and_comes_back_with_the_invitation():
    found = TournamentBuilder(invited_only=True).build()
    page = Client().get(f"{address(found)}?key={found.join_key}").content.decode()
    way = re.search(r'href="(/[^"]*login[^"]*next=[^"]*)"', page)
    assert way is not None
    assert f"key%3D{found.join_key}" in way.group(1)
    assert Client().post(address(found, "enter/")).status_code == 302
    assert not found.entrants.exists()


def test_the_pass_of_the_invited_opens_and_stands_on_no_page_of_others(ann, caplog):
    caplog.set_level("DEBUG")
    found = TournamentBuilder(invited_only=True).build()
    assert found.owner is not None
    refused = client_of(ann).post(address(found, "enter/"))
    assert refused.status_code == 422
    assert messages.INVITED_ONLY in refused.content.decode()
    for page in ("", "rules/", "entrants/", "tournament.json"):
        assert found.join_key not in client_of(ann).get(address(found, page)).content.decode()
    assert found.join_key in client_of(found.owner).get(address(found, "staff/entrants/")).content.decode()
    assert client_of(ann).get(f"{address(found)}?key={found.join_key}").status_code == 200
    press(ann, found, "enter/", join_key=found.join_key)
    assert found.entrants.get(user=ann).state == State.ENTERED
    assert found.join_key not in "".join(re.findall(r"(?m)^(?!.*django\.db).*$", caplog.text))


def test_everybody_reads_before_who_may_enter():
    found = TournamentBuilder(approval=True, finished=5, rating_from=20, check_in_hours=24).build()
    for page in ("", "rules/"):
        sentence = text(found, page)
        assert messages.ENTRIES_NEED_APPROVAL in sentence
        assert messages.FINISHED_GAMES_NEEDED.fill(finished=5) in sentence
        assert messages.RATING_NEEDED.fill(rating_from=20) in sentence
        assert messages.RELIABILITY_NEEDED.fill(reliability=80) in sentence
        assert messages.CHECK_IN_RULE.fill(check_in_hours=24) in sentence


def test_everybody_reads_before_which_edition_and_set_is_played():
    final = StageSettings(format="knock_out", options={"edition": "classic"})
    found = TournamentBuilder(StageSettings(format="swiss", go_on=4), final).build()
    for page in ("", "rules/"):
        sentence = text(found, page)
        assert "Rules: 2016 Edition, First Game, 8 characters, cities of 7 districts." in sentence
        assert sentence.count("Rules: ") == 2 + ("Rules: Autumn" in sentence)


@pytest.mark.parametrize(
    ("stage", "said"),
    [
        (StageSettings(format="knock_out", size=4, least=3, most=4), messages.TOO_LATE_TO_ENTER),
        (StageSettings(format="swiss", rounds=1), messages.TOO_LATE_TO_ENTER),
        (StageSettings(format="swiss", rounds=6), messages.ENTER_BUTTON),
    ],
)
def test_where_it_is_too_late_there_is_no_form_and_a_word_about_it(ann, stage, said):
    found = TournamentBuilder(stage).drawn().build()
    page = text(found, "", ann)
    assert said in page
    assert (messages.ENTER_BUTTON in page) == (said == messages.ENTER_BUTTON)
    assert messages.TOO_LATE_TO_ENTER not in text(found, "", person(found, 1))


def test_the_one_too_many_waits_and_reads_in_which_place(ann):
    found = TournamentBuilder(most=2).entrants(3).build()
    assert "waiting list" in press(ann, found, "enter/")[0]
    assert messages.PLACE_ON_WAITING_LIST.fill(queue=2) in text(found, "", ann)
    assert messages.ONTO_THE_WAITING_LIST in text(found, "", UserFactory())


def test_where_a_bot_makes_room_nobody_is_sent_to_the_waiting_list(ann):
    found = TournamentBuilder(most=2).entrants(1).bots(2).build()
    page = text(found, "", ann)
    assert messages.BOT_MAKES_ROOM in page
    assert "waiting list" not in page
    assert "All places are taken" not in page
    assert messages.ENTRY_ACCEPTED in press(ann, found, "enter/")[0]
    assert messages.ONTO_THE_WAITING_LIST in text(found, "", UserFactory())


def test_where_entries_are_looked_at_the_button_says_so(ann):
    found = TournamentBuilder(most=2, approval=True).entrants(2).build()
    page = text(found, "", ann)
    assert messages.ENTRY_NEEDS_APPROVAL in page
    assert "waiting list" not in page
    assert press(ann, found, "enter/") == [messages.ENTRY_AWAITS_APPROVAL]


def test_a_full_tournament_that_runs_has_no_button_to_enter(ann):
    found = TournamentBuilder(SWISS, FINAL, most=8).drawn().build()
    assert messages.ENTER_BUTTON not in text(found, "", ann)
    assert "waiting list" not in text(found, "", ann)
    late = client_of(ann).post(address(found, "enter/"))  # the last place went while they read
    assert late.status_code == 422
    assert "All places are taken" in late.content.decode()
    assert messages.ENTER_BUTTON not in late.content.decode()


def test_check_in_is_one_button(ann):
    found = TournamentBuilder().build()
    registration.register_entrant(found.pk, ann)
    with time_machine.travel(START - timedelta(hours=60), tick=False):
        director.run_due_steps(found.pk)
        assert THIS_WAITS_FOR_YOU in text(found, "", ann)
        assert f"{found.title} {messages.TOURNAMENT_ASKS_YOU}" in _my_games(ann)
        assert press(ann, found, "answer/", what="check_in", about=0, answer="yes") == [messages.CHECKED_IN]
        assert NOTHING_WAITS in _my_games(ann)
    assert found.entrants.get(user=ann).state == State.CHECKED


def _my_games(user: Any) -> str:
    return plain(client_of(user).get("/games/").content)


def test_nobody_answers_who_is_not_asked_and_nonsense_is_none_of_ours(ann):
    found = TournamentBuilder().build()
    assert status(ann, found, "answer/", what="check_in", answer="yes") == 404  # not in it
    registration.register_entrant(found.pk, ann)
    assert press(ann, found, "answer/", what="place", about="0", answer="yes")  # a sentence, and no change
    assert press(ann, found, "answer/", what="<b>", about="0", answer="yes")
    assert status(ann, found, "answer/", what="stage", about="x'--", answer="yes") == 404
    assert found.entrants.get(user=ann).state == State.ENTERED


# --- an entrant's own matters


def test_private_blocks_are_told_to_nobody_but_the_one_who_wants_them(ann):
    found = TournamentBuilder().build()
    assert found.owner is not None
    registration.register_entrant(found.pk, ann)
    [other] = register_entrants(found, 1)
    assert messages.AVOIDANCE_KEPT in press(ann, found, "entry/", do="avoid", name=other.name.upper())[0]
    assert other.name in text(found, "entry/", ann)
    for page in ("entry/",):
        assert "Remove" not in text(found, page, other.user)
    for page in ("", "entrants/", f"entrants/{other.number}/", "staff/entrants/", "staff/ledger/"):
        assert "table with" not in text(found, page, found.owner), page
    assert "block" not in " ".join(found.ledger_entries.values_list("kind", flat=True))
    press(ann, found, "entry/", do="no_longer_avoid", other=other.pk)
    assert not found.entrants.get(user=ann).avoidances.exists()


def test_somebody_opens_a_dispute_and_appeals_on_the_page():
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    player, referee, other = person(found, 1), appoint(found), appoint(found)
    assert "as dispute 1" in press(player, found, "entry/", do="dispute", table="", text="The clock ran.")[0]
    press(
        referee,
        found,
        "staff/disputes/",
        do="answer",
        ticket=_ticket(found).pk,
        answer="So it does.",
        public="A clock ran.",
    )
    assert "So it does." in text(found, "entry/", player)
    press(player, found, "entry/", do="appeal", ticket=1, text="It did not.")
    assert _ticket(found).state == Dispute.State.APPEALED
    page = text(found, "staff/disputes/", other)
    assert "Refused" not in page
    assert page.count("A clock ran.") == 2  # as it stands, and where it may be written anew
    assert messages.OTHER_REFEREE_FOR_APPEAL in text(found, "staff/disputes/", referee)
    assert messages.OTHER_REFEREE_FOR_APPEAL not in page


def _ticket(found: Tournament) -> Dispute:
    return found.disputes.get(number=1)


def _answer(referee: Any, found: Tournament, **words: str) -> None:
    press(referee, found, "staff/disputes/", do="answer", ticket=_ticket(found).pk, **words)


def test_of_disputes_the_public_reads_what_was_written_for_it():
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    press(person(found, 1), found, "entry/", do="dispute", table="", text="P2 is a cheat")
    assert messages.NO_PUBLIC_DISPUTES in text(found, "rulings/")
    press(
        appoint(found),
        found,
        "staff/disputes/",
        do="answer",
        ticket=_ticket(found).pk,
        answer="P2 is not",
        public="A claim, unfounded.",
    )
    page = text(found, "rulings/")
    assert "A claim, unfounded." in page
    assert "cheat" not in page
    assert "P2 is not" not in page


def test_warnings_and_proposals_are_not_for_everybody():
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    for kind, state, reason in (
        (Ruling.Kind.WARNING, Ruling.State.IN_FORCE, "a word between two"),
        (Ruling.Kind.VOID, Ruling.State.PROPOSED, "perhaps"),
        (Ruling.Kind.LOSS, Ruling.State.IN_FORCE, "did not come"),
    ):
        RulingFactory(tournament=found, kind=kind, state=state, reason=reason, entrant=entrant(found, 1))
    for page in (text(found, "rulings/"), text(found, "tournament.json")):
        assert "did not come" in page
        assert "between two" not in page
        assert "perhaps" not in page


# --- the ladder


def ladder(people: int = 5) -> Tournament:
    return TournamentBuilder(LADDER, least=2, check_in_hours=0).entrants(people).started().directed().build()


def test_on_a_ladder_one_challenges_those_within_reach_and_they_answer():
    found = ladder()
    order = [one.number for one in _by_place(found)]
    me, above, far = entrant(found, order[3]), entrant(found, order[2]), entrant(found, order[0])
    page = client_of(me.user).get(address(found)).content.decode()
    assert "Opponents" not in page  # places speak for themselves
    assert f'value="{above.number}"' in page
    assert f'value="{far.number}"' not in page
    assert messages.CHALLENGE_SENT in press(me.user, found, "challenge/", opponent=[above.number])[0]
    assert messages.CHALLENGE_QUESTION.fill(number=1) in text(found, "", above.user)
    assert press(above.user, found, "answer/", what="challenge", about=1, answer="yes") == [
        messages.CHALLENGE_ACCEPTED
    ]
    assert found.tables.get(number=1).state == TournamentTable.State.STARTED
    assert above.name in text(found, "rounds/")


def test_whoever_has_challenged_sees_it_and_may_take_it_back():
    found = ladder()
    order = [one.number for one in _by_place(found)]
    me, above = entrant(found, order[3]), entrant(found, order[2])
    press(me.user, found, "challenge/", opponent=[above.number])
    assert f"You have challenged {above.name} to table 1." in text(found, "", me.user)
    assert TAKE_IT_BACK not in text(found, "", above.user)
    taken = press(me.user, found, "answer/", what="challenge", about=1, answer="no")
    assert taken == [messages.CHALLENGE_TAKEN_BACK]
    assert found.tables.get(number=1).state == TournamentTable.State.VOID
    assert TAKE_IT_BACK not in text(found, "", me.user)
    assert not Entrant.objects.filter(tournament=found, declined_in_a_row__gt=0).exists()


def test_a_challenge_out_of_reach_is_a_sentence():
    found = ladder()
    order = [one.number for one in _by_place(found)]
    me = entrant(found, order[4])
    assert re.search(
        messages.CHALLENGE_REACH.pattern, press(me.user, found, "challenge/", opponent=[order[0]])[0]
    )
    assert status(me.user, found, "challenge/", opponent="1 or 1") == 404
    assert status(UserFactory(), found, "challenge/", opponent=order[0]) == 404
    assert not found.tables.exists()


def _by_place(found: Tournament) -> list[Entrant]:
    people = {one.number: one for one in found.entrants.all()}
    return [people[number] for number in from_state.compute_ladder(load_state(found), 1)]


# --- words of organizers


def test_texts_of_organizers_are_words_and_never_marks(ann):
    found = TournamentBuilder().build()
    evil = "<script>alert(1)</script><b>bold</b> & more"
    Tournament.objects.filter(pk=found.pk).update(
        title=evil[:80], summary=evil, rules=evil, dispute_policy=evil, prizes=evil
    )
    for page in ("", "rules/", "entrants/"):
        content = Client().get(address(found, page)).content.decode()
        assert "<script>alert" not in content
        assert "<b>bold" not in content
        assert "&lt;script&gt;" in content


# --- ratings


def test_the_list_of_ratings_puts_doubt_lower_and_leaves_guests_out():
    for handle, mu, sigma, games in (("Sure", 30, 1, 9), ("Unsure", 35, 8, 9), ("Fresh", 50, 1, 1)):
        _rated(handle, mu, sigma, games)
    guest = _rated("Passing", 60, 1, 9)
    type(guest).objects.filter(pk=guest.pk).update(is_guest=True)
    page = Client().get("/tournaments/ratings/citadels/").content.decode()
    assert page.index("Sure") < page.index("Unsure")
    assert "30.0" in page
    assert "± 1.0" in page
    assert "Fresh" not in page
    assert "Passing" not in page
    assert Client().get("/tournaments/ratings/chess/").status_code == 404


def _rated(handle: str, mu: float, sigma: float, games: int):
    return RatingFactory(user__handle=handle, mu=mu, sigma=sigma, games=games).user


def test_the_page_of_a_person_has_the_rating_and_how_sure_it_is():
    _rated("Strong", 31.25, 2.5, 4)
    page = Client().get("/people/Strong/").content.decode()
    assert "31.3 ± 2.5" in page or "31.2 ± 2.5" in page
    assert "after 4 games" in page
