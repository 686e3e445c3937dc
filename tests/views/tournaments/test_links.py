"""What the links of emails about tournaments open: looking changes nothing, and one button decides."""

import re
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
import time_machine
from django.test import Client

from games.links import kinds, tokens
from games.tournaments.entries import preferences, registration
from games.tournaments.mail import links
from games.tournaments.models import Dispute, Entrant, Qualifier, Tournament, TournamentTable
from games.tournaments.settings import StageSettings
from tests.helpers.messages import tournament_mail
from tests.helpers.messages import tournaments as messages
from tests.helpers.pages import forms, sent_as_it_is
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.dates import hours_before
from tests.helpers.tournaments.factories import DisputeFactory, QualifierFactory, TournamentTableFactory
from tests.helpers.tournaments.people import WHILE_CHECKING_IN, checking_in, fresh, register_entrants

pytestmark = pytest.mark.django_db

State, Phase = Entrant.State, Tournament.State


@pytest.fixture(autouse=True)
def _while_people_check_in():
    with time_machine.travel(WHILE_CHECKING_IN, tick=False):
        yield


def path(entrant: Entrant, what: str, about: int = 0) -> str:
    return urlsplit(links.build_action_url(entrant, what, about)).path


def no_more(entrant: Entrant | None, user) -> str:
    return urlsplit(links.build_unsubscribe_url(entrant, user)).path


@pytest.fixture
def cup() -> Tournament:
    return TournamentBuilder(most=2).build()


@pytest.fixture
def ann(cup) -> Entrant:
    """She has entered, and is asked to check in; somebody waits."""
    [ann, *_] = register_entrants(cup, 3)
    checking_in(cup)
    return fresh(ann)


def main(page: str) -> str:
    """Without what stands on every page."""
    return page.partition("<main")[2].partition("</main")[0]


def words(answer) -> str:
    return " ".join(answer.content.decode().split())


# --- checking in


@pytest.mark.parametrize("method", ["get", "head"])
def test_looking_changes_nothing(ann, method):
    answer = getattr(Client(), method)(path(ann, "check_in"))
    assert answer.status_code == 200
    assert fresh(ann).state == State.ENTERED
    assert ann.tournament.ledger_entries.filter(kind="checked").count() == 0


def test_the_page_asks_and_says_until_when(ann):
    page = words(Client().get(path(ann, "check_in")))
    assert messages.WILL_YOU_PLAY in page
    assert "28 February 2027, 18:00 (UTC)" in page
    assert messages.CHECK_IN_BUTTON in page
    assert main(page).count("<button") == 1


def test_who_cannot_play_is_asked_once_more(ann):
    page = Client().get(path(ann, "check_in")).content.decode()
    [link] = re.findall(r'href="([^"]+)">I cannot play: withdraw', page)
    assert fresh(ann).state == State.ENTERED
    assert messages.LEAVE_QUESTION in words(Client().get(urlsplit(link).path))


def test_a_button_checks_in_and_twice_is_once(ann):
    client = Client()
    for _ in range(2):
        answer = client.post(path(ann, "check_in"), {"answer": "yes"})
        assert answer.status_code == 200
        assert messages.CHECKED_IN in words(answer)
    assert fresh(ann).state == State.CHECKED
    assert ann.tournament.ledger_entries.filter(kind="checked").count() == 1


def test_no_withdraws(ann):
    answer = Client().post(path(ann, "check_in"), {"answer": "no"})
    assert messages.PLACE_GIVEN_UP in words(answer)
    assert fresh(ann).state == State.WITHDRAWN
    assert cup_states(ann)[3] == State.ENTERED


def cup_states(entrant: Entrant) -> dict[int, str]:
    return dict(entrant.tournament.entrants.values_list("number", "state"))


def test_the_form_is_protected_against_other_sites(ann):
    client = Client(enforce_csrf_checks=True)
    assert client.post(path(ann, "check_in"), {"answer": "yes"}).status_code == 403
    assert fresh(ann).state == State.ENTERED
    [form] = forms(client.get(path(ann, "check_in")).content)
    sent = {**sent_as_it_is(form), "answer": "yes"}
    assert client.post(path(ann, "check_in"), sent).status_code == 200
    assert fresh(ann).state == State.CHECKED


def test_a_link_that_is_too_late_shows_how_it_stands(ann):
    with time_machine.travel(hours_before(10), tick=False):
        page = words(Client().get(path(ann, "check_in")))
        assert messages.NOTHING_TO_DECIDE in page
        answer = Client().post(path(ann, "check_in"), {"answer": "yes"})
    assert answer.status_code == 409
    assert messages.CHECK_IN_IS_OVER in words(answer)


def test_a_link_whose_matter_is_settled_shows_how_it_stands(ann):
    registration.check_in(ann.pk, ann.user)
    page = words(Client().get(path(ann, "check_in")))
    assert tournament_mail.CHECKED_IN_ALREADY.fill(title="Autumn Cup") in page
    assert "<button" not in main(page)


# --- places


def test_an_offered_place_is_taken_or_declined():
    with time_machine.travel(hours_before(400), tick=False):
        cup = TournamentBuilder(most=1).build()
        ann, bob, cat = register_entrants(cup, 3)
        registration.withdraw_entrant(ann.pk, ann.user)
        link = path(bob, "place")
        assert messages.PLACE_QUESTION in words(Client().get(link))
        Client().post(link, {"answer": "no"})
        assert (fresh(bob).state, fresh(cat).state) == (State.WITHDRAWN, State.OFFERED)
        Client().post(path(cat, "place"), {"answer": "yes"})
        assert fresh(cat).state == State.ENTERED
        again = Client().post(link, {"answer": "yes"})
    assert again.status_code == 409
    assert messages.PLACE_IS_GONE in words(again)


def test_a_place_in_the_next_stage():
    cup = TournamentBuilder(
        StageSettings(), StageSettings(format="knock_out", name="Grand Final", check_in_hours=72)
    ).build()
    [ann] = register_entrants(cup, 1)
    Tournament.objects.filter(pk=cup.pk).update(state=Phase.RUNNING, frozen_at=WHILE_CHECKING_IN)
    until = WHILE_CHECKING_IN + timedelta(hours=72)
    place = QualifierFactory(stage=cup.stages.get(number=2), entrant=ann, answer_until=until)
    assert messages.STAGE_QUESTION.fill(stage="Grand Final") in words(Client().get(path(ann, "stage", 2)))
    for _ in range(2):
        assert messages.GOING_ON in words(Client().post(path(ann, "stage", 2), {"answer": "yes"}))
    place.refresh_from_db()
    assert place.state == Qualifier.State.ACCEPTED
    other = Client().post(path(ann, "stage", 1), {"answer": "yes"})
    assert other.status_code == 409


def test_where_seats_are_chosen_the_page_asks_for_them():
    final = StageSettings(format="knock_out", check_in_hours=72, choose_seats=True)
    cup = TournamentBuilder(StageSettings(go_on=4), final).build()
    [ann] = register_entrants(cup, 1)
    Tournament.objects.filter(pk=cup.pk).update(state=Phase.RUNNING, frozen_at=WHILE_CHECKING_IN)
    stage, until = cup.stages.get(number=2), WHILE_CHECKING_IN + timedelta(hours=72)
    QualifierFactory(stage=stage, entrant=ann, answer_until=until)
    assert 'name="seats"' in words(Client().get(path(ann, "stage", 2)))
    wrong = Client().post(path(ann, "stage", 2), {"answer": "yes", "seats": "9 <b>"})
    assert (wrong.status_code, Qualifier.objects.get().state) == (409, "offered")
    assert "from 1 to 4" in words(wrong)
    assert 'value="9 &lt;b&gt;"' in words(wrong)
    assert messages.GOING_ON in words(Client().post(path(ann, "stage", 2), {"answer": "yes", "seats": "3 1"}))
    assert Qualifier.objects.get().seats == "[3,1]"


def challenged(cup: Tournament, *people: Entrant) -> None:
    """The second of these asks the first to a table."""
    Tournament.objects.filter(pk=cup.pk).update(state=Phase.RUNNING, frozen_at=WHILE_CHECKING_IN)
    until = WHILE_CHECKING_IN + timedelta(hours=72)
    table = TournamentTableFactory(tournament=cup, number=7, deadline=until, entrants=people)
    table.seats.filter(seat=0).update(has_agreed=False)


def test_a_challenge_says_with_whom_and_what_silence_means():
    cup = TournamentBuilder(StageSettings(format="ladder")).build()
    ann, bob = register_entrants(cup, 2)
    challenged(cup, ann, bob)
    page = words(Client().get(path(ann, "challenge", 7)))
    assert tournament_mail.CHALLENGED.fill(names=bob.name) in page
    assert re.search(tournament_mail.DECLINING_AGAIN_IS_A_LOSS.pattern, page)
    assert not re.search(tournament_mail.CHECK_IN_ASKED_BY.pattern, page)
    preferences.add_avoidance(ann.pk, bob.pk, ann.user)
    assert re.search(
        tournament_mail.DECLINING_IS_FREE.pattern, words(Client().get(path(ann, "challenge", 7)))
    )


@pytest.mark.parametrize("what", ["place", "check_in"])
def test_the_page_of_an_old_email_takes_nobody_out_of_a_tournament_that_runs(ann, what):
    Tournament.objects.filter(pk=ann.tournament_id).update(state=Phase.RUNNING, frozen_at=WHILE_CHECKING_IN)
    Entrant.objects.filter(pk=ann.pk).update(state=State.ACTIVE)
    answer = Client().post(path(ann, what), {"answer": "no"})
    assert (answer.status_code, fresh(ann).state) == (409, State.ACTIVE)


# --- withdrawing


def test_withdrawing_asks_first_and_says_what_it_means(ann):
    page = words(Client().get(path(ann, "withdraw")))
    assert messages.LEAVE_QUESTION in page
    assert messages.WITHDRAWAL_BEFORE_START in page
    answer = Client().post(path(ann, "withdraw"), {"sure": "yes"})
    assert messages.WITHDRAWN in words(answer)
    assert fresh(ann).state == State.WITHDRAWN
    assert tournament_mail.TAKES_PART_NO_MORE.fill(title="Autumn Cup") in words(
        Client().get(path(ann, "withdraw"))
    )


def test_what_presses_buttons_by_itself_withdraws_nobody(ann):
    """Some scanners of mail submit forms; the page comes again and says what is missing."""
    client = Client()
    [form] = forms(client.get(path(ann, "withdraw")).content)
    answer = client.post(path(ann, "withdraw"), sent_as_it_is(form))
    assert (answer.status_code, fresh(ann).state) == (409, State.ENTERED)
    assert messages.BOX_NOT_TICKED in words(answer)
    assert 'name="sure"' in words(answer)


# --- disputes


def seated(entrant: Entrant) -> TournamentTable:
    started = TournamentTable.State.STARTED
    return TournamentTableFactory(tournament=entrant.tournament, number=12, state=started, entrants=[entrant])


def test_a_dispute_is_written_about_one_of_the_own_tables(ann):
    seated(ann)
    link = path(ann, "dispute")
    assert "Table 12" in words(Client().get(link))
    answer = Client().post(link, {"table": "12", "text": "He has looked."})
    assert "as dispute 1" in words(answer)
    Client().post(link, {"table": "12", "text": "He has looked."})
    dispute = Dispute.objects.get()
    assert (dispute.claimant, dispute.table.number, dispute.text) == (ann, 12, "He has looked.")


@pytest.mark.parametrize("table", ["5", "99999999999999999999", "x", ""])
def test_bad_input_gets_a_clear_answer_and_keeps_what_was_written(ann, table):
    answer = Client().post(path(ann, "dispute"), {"table": table, "text": "<script>"})
    assert answer.status_code in (200, 409)
    assert "<script>" not in words(answer).partition("<main")[2]
    if answer.status_code == 409:
        assert "&lt;script&gt;" in words(answer)
        assert not Dispute.objects.exists()


def test_an_empty_dispute_is_refused(ann):
    answer = Client().post(path(ann, "dispute"), {"text": "  "})
    assert answer.status_code == 409
    assert messages.WORDS_NEEDED in words(answer)


def test_an_appeal(ann):
    until = WHILE_CHECKING_IN + timedelta(hours=1)
    dispute = DisputeFactory(claimant=ann, number=4, state="ruled", answer="It stands.", appeal_until=until)
    assert "It stands." in words(Client().get(path(ann, "appeal", 4)))
    Client().post(path(ann, "appeal", 4), {"text": "There is a photograph."})
    dispute.refresh_from_db()
    assert (dispute.state, dispute.appeal) == ("appealed", "There is a photograph.")
    assert Client().post(path(ann, "appeal", 9), {"text": "x"}).status_code == 409


# --- no more emails


def test_one_click_without_cookies(ann):
    client = Client(enforce_csrf_checks=True)
    for _ in range(2):
        answer = client.post(no_more(ann, ann.user), {"List-Unsubscribe": "One-Click"})
        assert (answer.status_code, dict(answer.cookies)) == (200, {})
    assert fresh(ann).is_unsubscribed
    assert fresh(ann).user.mail_preferences == {}


def test_looking_at_it_is_not_enough(ann):
    for method in ("get", "head"):
        getattr(Client(), method)(no_more(ann, ann.user))
    assert not fresh(ann).is_unsubscribed


def test_the_page_offers_more_and_the_way_back(ann):
    link = no_more(ann, ann.user)
    assert messages.EMAILS_OFF_WARNING in words(Client().get(link))
    Client().post(link, {"what": "tournament"})
    assert messages.EMAILS_COME_AGAIN in words(Client().post(link, {"what": "again"}))
    assert not fresh(ann).is_unsubscribed
    Client().post(link, {"what": "kind"})
    assert fresh(ann).user.mail_preferences == {"tournament": "none"}


def test_whoever_only_helps_ends_all_emails_about_tournaments(cup):
    link = no_more(None, cup.owner)
    Client().post(link)
    cup.owner.refresh_from_db()
    assert cup.owner.mail_preferences == {"tournament": "none"}
    Client().post(link, {"what": "again"})
    cup.owner.refresh_from_db()
    assert cup.owner.mail_preferences == {"tournament": "now"}


# --- links that open nothing


def test_what_is_not_ours_opens_nothing(ann):
    good = path(ann, "check_in")
    seat_like = kinds.TURN.sign(kinds.TurnLink(ann.pk, tokens.compute_key_digest(ann), 0, ""))
    for bad in (good[:-3] + "/", "/e/nonsense/", f"/e/{seat_like}/"):
        assert Client().get(bad).status_code == 404
        assert Client().post(bad, {"answer": "yes"}).status_code == 404
    assert fresh(ann).state == State.ENTERED


def test_a_link_is_bound_to_its_matter(ann):
    Client().post(path(ann, "place"), {"answer": "no"})
    assert fresh(ann).state == State.WITHDRAWN  # the place is what it is about
    assert Client().post(path(ann, "nothing"), {"answer": "yes"}).status_code == 409


def test_another_key_puts_all_links_out_of_use(ann):
    matter, emails = path(ann, "check_in"), no_more(ann, ann.user)
    Entrant.objects.filter(pk=ann.pk).update(key="another")
    for link in (matter, emails):
        assert Client().get(link).status_code == 410
        assert Client().post(link, {"answer": "yes"}).status_code == 410
    assert fresh(ann).state == State.ENTERED


def test_links_of_a_closed_account_open_nothing(ann):
    ann.user.is_active = False
    ann.user.save()
    assert Client().get(path(ann, "check_in")).status_code == 410


def test_an_old_link_says_so(ann):
    link = path(ann, "check_in")
    with time_machine.travel(WHILE_CHECKING_IN + links.ACTION_LASTS + timedelta(days=1), tick=False):
        answer = Client().get(link)
    assert answer.status_code == 410
    assert "expired" in words(answer)


def test_what_mail_programs_leave_behind_a_link_does_not_matter(ann):
    assert Client().get(path(ann, "check_in").rstrip("/") + "/.").status_code == 200


def test_pages_of_links_are_not_kept_or_found(ann):
    answer = Client().get(path(ann, "check_in"))
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Referrer-Policy"] == "strict-origin"
    assert answer.headers["X-Robots-Tag"] == "noindex"


def test_a_link_is_no_pass(ann):
    client = Client()
    client.post(path(ann, "check_in"), {"answer": "yes"})
    assert "_auth_user_id" not in client.session


def test_a_link_is_not_tried_again_and_again(ann):
    client = Client()
    found = {client.post(path(ann, "check_in"), {"answer": "yes"}).status_code for _ in range(25)}
    assert found == {200, 429}


def test_the_page_speaks_the_language_and_the_zone_of_the_entrant(ann):
    ann.user.time_zone = "Europe/Zagreb"
    ann.user.save()
    assert "28 February 2027, 19:00 (Europe/Zagreb)" in words(Client().get(path(ann, "check_in")))
