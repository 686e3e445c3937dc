"""The links of a letter: looked at as often as you like, played once, and dead when their time is over."""

import re
from datetime import timedelta
from random import Random
from urllib.parse import quote

import pytest
import time_machine
from django.conf import settings
from django.core import mail
from django.test import Client, override_settings
from django.utils import timezone

from games.links import tokens
from games.mail import outbox
from games.mail.options import Listing
from games.models import Game, Move, Notice, Seat
from games.play import guard, referee, service, votes
from games.play.origin import from_person
from games.play.views_of import Sight
from games.views import by_link
from tests.accounts.factories import UserFactory
from tests.play.tables import advice, awaited, fallback, move, play_on, position, table, written
from tests.views.pages import client_of, decision_form, filled, forms, sent_as_it_is

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """Somebody is on turn, and can take gold or cards."""
    game = table(3, watching="nobody")
    while advice(seat := awaited(game)) != "gold":
        move(seat, advice(seat))
    game.refresh_from_db()
    return game


def link(seat: Seat, line: str = "") -> str:
    seat.refresh_from_db()
    return f"/t/{tokens.turn(seat, line)}/"


def text(response) -> str:
    return " ".join(response.content.decode().split())


def snapshot() -> list:
    return [list(model.objects.order_by("pk").values()) for model in (Game, Seat, Move, Notice)]


# --- looking


def test_the_page_shows_the_move_in_words_the_table_and_one_button(game):
    seat = awaited(game)
    page = Client().get(link(seat, "gold"))
    assert page.status_code == 200
    assert "Take 2 gold" in text(page)
    assert "Your hand" in text(page)
    [form] = [form for form in forms(page.content) if form["fields"]]
    assert list(form["fields"]) == ["csrfmiddlewaretoken"]
    assert len(form["buttons"]) == 1
    assert "<script" not in page.content.decode()


@pytest.mark.parametrize("method", ["get", "head", "options"])
def test_looking_changes_nothing_however_often(game, method):
    """What a scanner does that opens every link of a letter."""
    seat = awaited(game)
    before = snapshot()
    for line in ("gold", "cards", ""):
        for _ in range(2):
            getattr(Client(), method)(link(seat, line))
    assert snapshot() == before


def test_its_pages_are_not_kept_found_or_passed_on(game):
    seat = awaited(game)
    page = Client().get(link(seat, "gold"))
    assert page.headers["Referrer-Policy"] == "strict-origin"
    assert page.headers["Cache-Control"] == "no-store"
    assert page.headers["X-Robots-Tag"] == "noindex"


def test_it_speaks_the_language_of_the_reader_and_tells_the_time_of_the_zone(game):
    seat = awaited(game)
    seat.user.language, seat.user.time_zone = "hu", "Asia/Tokyo"
    seat.user.save()
    page = text(Client().get(link(seat, "gold")))
    assert "(Asia/Tokyo)" in page


def test_a_link_is_no_pass(game):
    """It opens one decision, and no other page of the table."""
    seat = awaited(game)
    client = Client()
    client.get(link(seat, "gold"))
    client.post(link(seat, "gold"))
    assert "sessionid" not in client.cookies
    assert client.get(f"/g/{game.key}/").status_code == 404
    assert client.get(f"/g/{game.key}/seat/").status_code == 404


# --- playing


def test_the_button_plays_the_move(game):
    seat = awaited(game)
    page = Client().post(link(seat, "gold"))
    assert page.status_code == 200
    entry = game.moves.order_by("number").last()
    assert (entry.text, entry.how, entry.by) == ("gold", "link", seat.user)
    assert "This is played." in text(page)


@pytest.mark.drill(21, "replayed")
def test_the_same_twice_is_one_move_and_the_same_answer(game):
    seat = awaited(game)
    address, client = link(seat, "gold"), Client()
    first, second = client.post(address), client.post(address)
    assert first.status_code == second.status_code == 200
    assert game.moves.filter(text="gold", decision=seat.decision).count() == 1
    assert "This is played." in text(second)
    assert "This is played." in text(client.get(address))


def test_the_same_as_was_played_at_the_table_is_answered_as_played(game):
    seat = awaited(game)
    address = link(seat, "gold")
    move(seat, "gold")
    page = Client().post(address)
    assert page.status_code == 200
    assert "This is played." in text(page)


def test_another_answer_to_the_same_decision_is_not_played(game):
    seat = awaited(game)
    gold, cards = link(seat, "gold"), link(seat, "cards")
    Client().post(gold)
    before = snapshot()
    page = Client().post(cards)
    assert page.status_code == 409
    assert "This has been decided already" in text(page)
    assert snapshot() == before


def test_while_the_turn_goes_on_the_page_goes_on(game):
    seat = awaited(game)
    client = Client()
    page = client.post(link(seat, "gold"))
    form = next(form for form in forms(page.content) if "move" in form["fields"])
    sent = {**sent_as_it_is(form), "move": ["end"]}
    sent.pop("line", None)
    assert "This is played." in text(client.post(form["action"], sent))
    assert awaited(game) != seat


def test_the_page_of_an_old_link_does_not_go_on_with_a_newer_question(game):
    seat = awaited(game)
    old = link(seat, "gold")
    Client().post(old)
    move(seat, "end")
    while awaited(game) != seat:
        play_on(game, 1, advice)
    page = Client().post(old)
    assert page.status_code == 200
    assert b'name="move"' not in page.content
    assert "Your hand" not in text(page)


def test_the_whole_decision_is_one_link_and_takes_a_whole_turn(game):
    seat = awaited(game)
    page = Client().get(link(seat))
    assert 'value="gold"' in page.content.decode()
    page = Client().post(link(seat), {"line": "gold\nend"})
    assert "This is played." in text(page)
    assert list(game.moves.order_by("number").values_list("text", flat=True))[-2:] == ["gold", "end"]


def test_a_turn_that_stops_says_where(game):
    seat = awaited(game)
    page = text(Client().post(link(seat), {"line": "gold\nfly to the moon"}))
    assert "This is played." in page
    assert "Then it stopped" in page


def test_an_offer_with_parts_is_filled_in(game):
    written(
        game,
        {
            "called": "magician",
            "begun": True,
            "gathered": True,
            "{0}": {"characters": ["magician"], "hand": ["tavern", "market", "docks", "palace"], "gold": 2},
            "{1}": {"characters": ["king"]},
            "{2}": {"characters": ["bishop"]},
        },
    )
    seat = awaited(game)
    form = next(
        form
        for form in forms(Client().get(link(seat)).content)
        if any("." in name for name in form["fields"])
    )
    [name] = [name for name in form["fields"] if "." in name]
    sent = {"move": f"@{name.split('.')[0]}", name: ["tavern", "docks"]}
    assert "This is played." in text(Client().post(link(seat), sent))
    assert sorted(position(game).players[seat.name].hand) != ["docks", "market", "palace", "tavern"]


def test_nothing_chosen_and_nonsense_are_answered_in_words(game):
    seat = awaited(game)
    page = Client().post(link(seat))
    assert page.status_code == 422
    assert "Please choose something first." in text(page)
    page = Client().post(link(seat), {"line": "fly"})
    assert page.status_code == 422


def test_a_form_without_its_token_is_refused(game):
    assert Client(enforce_csrf_checks=True).post(link(awaited(game), "gold")).status_code == 403


# --- a whole turn


KING = {
    "called": "king",
    "{0}": {"characters": ["king"], "gold": 3, "hand": ["tavern", "castle"], "city": ["manor"]},
}


@pytest.fixture
def king() -> Seat:
    """On turn, with something to build."""
    game = table(3, watching="nobody")
    written(game, KING)
    return awaited(game)


def composed(client: Client, seat: Seat, *lines: str) -> bytes:
    """Choose these one after the other on the page of the link, without sending; what it shows then."""
    page = client.get(link(seat)).content
    for line in lines:
        form = decision_form(page)
        sent = {**sent_as_it_is(form), "move": line, "plan": "1"}
        page = client.post(form["action"], sent, follow=True).content
    return page


def played_texts(seat: Seat) -> list[str]:
    return list(seat.game.moves.filter(kind="move").order_by("number").values_list("text", flat=True))


def test_a_turn_is_composed_step_by_step_and_sent_at_once(king):
    client, before = Client(), snapshot()
    page = composed(client, king, "gold", "build castle")
    words = page.decode()
    for wanted in ("Take 2 gold", "Build Castle", "And then?", "How it would stand then", "Send this turn"):
        assert wanted in words
    assert snapshot() == before
    form = decision_form(page)
    answer = client.post(form["action"], {**sent_as_it_is(form), "move": "end"})
    assert "This is played." in text(answer)
    assert played_texts(king) == ["gold", "build castle", "end"]
    assert "sessionid" not in client.cookies


def test_a_composed_turn_that_is_sent_twice_is_played_once(king):
    client = Client()
    form = decision_form(composed(client, king, "gold", "build castle"))
    sent = {**sent_as_it_is(form), "move": "end"}
    first, second = client.post(form["action"], sent), client.post(form["action"], sent)
    assert first.status_code == second.status_code == 200
    assert played_texts(king) == ["gold", "build castle", "end"]


def test_a_composed_turn_may_be_sent_before_it_ends_and_the_page_goes_on(king):
    client = Client()
    form = decision_form(composed(client, king, "gold"))
    page = client.post(form["action"], sent_as_it_is(form))
    assert "This is played." in text(page)
    following = decision_form(page.content)
    assert "build castle" in following["fields"]["move"].values
    assert "then" not in following["fields"]
    page = client.post(following["action"], {"move": "build castle", "plan": "1"}, follow=True)
    assert "Build Castle" in text(page)
    assert played_texts(king) == ["gold"]


def test_what_was_just_played_is_not_filled_in_again(king):
    page = Client().post(link(king), {"line": "gold\nbuild castle"})
    assert "This is played." in text(page)
    assert "gold\nbuild castle" not in page.content.decode()


def test_several_written_lines_become_a_plan(king):
    page = text(Client().post(link(king), {"line": "gold\nbuild castle", "plan": "1"}, follow=True))
    assert page.count('name="then"') == 2
    assert "And then?" in page


def test_the_last_line_of_a_plan_can_be_taken_away(king):
    page = composed(Client(), king, "gold", "build castle").decode()
    [shorter] = re.findall(r'href="(/t/[^"]+)">Take the last line away', page)
    assert shorter.endswith("?then=gold")
    assert b"build castle" in Client().get(shorter).content


def test_a_plan_that_cannot_be_says_so_and_keeps_what_was_planned(king):
    page = Client().post(link(king), {"then": "gold", "move": "build palace", "plan": "1"})
    assert page.status_code == 422
    assert 'name="then" value="gold"' in page.content.decode()
    page = Client().post(link(king), {"then": "gold", "plan": "1"})
    assert "Please choose something first." in text(page)


def test_a_turn_whose_first_line_is_refused_keeps_its_plan_on_the_page(king):
    page = Client().post(link(king), {"then": ["gold"], "move": "@99"})
    assert page.status_code == 422
    assert 'name="then" value="gold"' in page.content.decode()
    assert played_texts(king) == []


def test_behind_cards_nobody_has_seen_a_turn_is_written_blind(king):
    page = text(Client().get(f"{link(king)}?then=cards"))
    assert "What comes then is not known yet." in page
    assert "<textarea" in page


def test_the_link_of_one_move_leads_on_to_the_rest_of_the_turn(king):
    page = Client().get(link(king, "gold")).content.decode()
    [go_on] = re.findall(r'href="(/t/[^"]+)">Choose the next step too', page)
    assert "build castle" in Client().get(go_on).content.decode()


def test_a_plan_for_a_question_that_is_not_open_any_more_shows_nothing_hidden(king):
    address = link(king)
    move(king, "gold", "end")
    for page in (Client().get(f"{address}?then=gold"), Client().post(address, {"move": "gold", "plan": "1"})):
        assert "And then?" not in text(page)
        assert "Your hand" not in text(page)


def test_only_a_turn_is_composed(game):
    """Who is asked something out of turn has one thing to say."""
    draft = table(3)
    assert b'name="plan"' not in Client().get(link(awaited(draft))).content


# --- links that open nothing


@pytest.mark.drill(21, "of a question that is decided")
def test_a_stale_link_tells_what_happened_and_shows_no_hidden_card(game):
    seat = awaited(game)
    old = link(seat, "cards")
    move(seat, "gold")
    page = Client().get(old)
    assert page.status_code == 409
    assert "This happened meanwhile" in text(page)
    assert "Your hand" not in text(page)
    before = snapshot()
    assert Client().post(old).status_code == 409
    assert snapshot() == before


def test_who_is_signed_in_gets_from_a_stale_link_to_the_table(game):
    seat = awaited(game)
    old = link(seat, "cards")
    move(seat, "gold")
    assert f"/g/{game.key}/" in text(client_of(seat.user).get(old))


def test_a_move_that_was_taken_back_is_not_told_as_played(game):
    seat = awaited(game)
    address = link(seat, "gold")
    assert Client().post(address).status_code == 200
    service.undo(game.pk, seat.name, from_person(seat.user))
    assert Client().post(address).status_code == 409
    assert Client().get(address).status_code == 409


SPOILT = {
    "forged": lambda token: f"{token[:-6]}AAAAAA",
    "with another content": lambda token: f"{tokens.turn(Seat(pk=1)).split(':')[0]}:{token.split(':', 1)[1]}",
    "cut": lambda token: token[:-8],
    "cut to a third": lambda token: token[: len(token) // 3],
    "without its signature": lambda token: token.rpartition(":")[0],
    "in small letters": str.lower,
    "nonsense": lambda _token: "nonsense",
    "of signs that no token has": lambda _token: "%%%",
    "for another purpose": lambda _token: tokens.write(tokens.INVITATION, [1, "x", 1, ""]),
    "of the older kind": lambda _token: tokens.write("games.turn.v0", [1, "x", 1, ""]),
}


@pytest.mark.drill(21, "forged, cut off, in small letters")
@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_spoilt_link_is_none_of_ours(game, spoil, method):
    token, before = spoil(tokens.turn(awaited(game), "gold")), snapshot()
    page = getattr(Client(), method)(f"/t/{quote(token)}/")
    assert page.status_code == 404
    assert "This is no link of ours." in text(page)
    assert "Sign in" in text(page)
    assert snapshot() == before


@pytest.mark.parametrize("end", ["", "/.", "/)", ").", ">", "/>,", "/%20", "=", "%E2%80%9D", "=%0D%0A"])
def test_what_a_mail_program_leaves_behind_a_link_does_no_harm(game, end):
    seat = awaited(game)
    page = Client().get(f"/t/{tokens.turn(seat, 'gold')}{end}")
    assert page.status_code == 200
    assert "Take 2 gold" in text(page)


@pytest.mark.parametrize("fold", ["=", "=%0A", "=%0D%0A%20", "%20", "%C2%AD"])
def test_a_folded_link_is_put_together_again(game, fold):
    """`=` and a line break are what a careless program makes of a long line."""
    token = tokens.turn(awaited(game), "gold")
    page = Client().post(f"/t/{token[:70]}{fold}{token[70:]}/")
    assert page.status_code == 200
    assert "This is played." in text(page)


@pytest.mark.drill(21, "too old")
def test_an_old_link_says_that_it_is_old(game):
    seat = awaited(game)
    with time_machine.travel(timezone.now() - tokens.TURN_LASTS - timedelta(days=1)):
        old = link(seat, "gold")
    page = Client().post(old)
    assert page.status_code == 410
    assert "too old" in text(page)
    assert "Send me a fresh link" in text(page)
    assert not game.moves.filter(decision=seat.decision, text="gold", seat=seat).exists()


def test_a_seat_that_was_given_on_kills_its_links(game):
    seat = awaited(game)
    old = link(seat, "gold")
    referee.replace(game.pk, seat.pk, UserFactory(is_staff=True), person=UserFactory())
    for answer in (Client().get(old), Client().post(old), Client().post(old, {"fresh": "1"})):
        assert answer.status_code == 410
        assert "somebody else" in text(answer)


@pytest.mark.drill(21, "of another seat")
def test_a_link_for_one_seat_opens_no_other(game):
    seat, other = awaited(game), game.seats.filter(decision__isnull=True).first()
    mixed = tokens.write(tokens.TURN, [other.pk, tokens.lock(seat), seat.decision, "gold"])
    assert Client().post(f"/t/{mixed}/").status_code == 410


@pytest.mark.drill(21, "forwarded to a stranger")
def test_a_link_that_was_forwarded_moves_in_this_decision_and_opens_nothing_else(game):
    """The player can see it at the table, and by the link of each letter that asks whether it was him."""
    seat, stranger = awaited(game), Client()
    assert stranger.post(link(seat, "gold")).status_code == 200
    entry = game.moves.order_by("number").last()
    assert (entry.text, entry.how) == ("gold", "link")
    assert stranger.get(f"/g/{game.key}/").status_code == 404
    move(seat, "end")
    while awaited(game) != seat:
        play_on(game, 1, advice)
    assert "Your hand" not in text(stranger.get(link_before(seat, entry.decision)))
    assert f"{seat.name} takes 2 gold" in text(Client().get(f"/n/{tokens.not_me(seat)}/"))


def link_before(seat: Seat, decision: int) -> str:
    return f"/t/{tokens.write(tokens.TURN, [seat.pk, tokens.lock(seat), decision, 'gold'])}/"


def test_another_player_who_opens_a_link_plays_for_its_seat_and_not_for_his_own(game):
    seat = awaited(game)
    other = game.seats.exclude(pk=seat.pk).select_related("user").first()
    page = client_of(other.user).post(link(seat, "gold"))
    assert page.status_code == 200
    entry = game.moves.order_by("number").last()
    assert (entry.seat, entry.by) == (seat, seat.user)
    stale = client_of(other.user).get(link_before(seat, 0))
    assert "To the table</a>" not in text(stale)


def test_links_that_die_while_one_is_opened_play_nothing(game, monkeypatch):
    seat = awaited(game)
    address, look = link(seat, "gold"), by_link.Visit.look

    def and_then_it_is_guarded(visit):
        look(visit)
        guard.close(seat)

    monkeypatch.setattr(by_link.Visit, "look", and_then_it_is_guarded)
    page = Client().post(address)
    assert page.status_code == 410
    assert "out of use" in text(page)
    assert not game.moves.filter(decision=seat.decision, seat=seat).exists()


def test_a_paused_game_says_so_and_the_link_works_again_afterwards(game):
    seat = awaited(game)
    address = link(seat, "gold")
    people = list(game.seats.select_related("user"))
    for one in people[:2]:
        votes.vote(game.pk, one.name, "pause", from_person(one.user))
    page = Client().post(address)
    assert page.status_code == 409
    assert "The game is paused." in text(page)
    referee.decide(game.pk, "resume", UserFactory(is_staff=True))
    assert Client().post(address).status_code == 200


@pytest.mark.drill(21, "after a new key, with and without the old one")
def test_links_survive_a_new_key_as_long_as_the_old_one_is_kept(game):
    seat = awaited(game)
    with override_settings(SECRET_KEY="older"):
        address = link(seat, "gold")
    before = snapshot()
    assert Client().post(address).status_code == 404
    assert snapshot() == before
    with override_settings(SECRET_KEY_FALLBACKS=["older"]):
        assert Client().get(address).status_code == 200
        assert Client().post(address).status_code == 200


@pytest.mark.drill(31, "no token in the log of a link")
def test_no_token_is_written_down(game, caplog):
    seat = awaited(game)
    token = tokens.turn(seat, "gold")
    Client(enforce_csrf_checks=True).post(f"/t/{token}/")
    Client().post(f"/t/{tokens.turn(seat)}/", {"line": "fly"})
    Client().get(f"/t/{token[:-3]}/")
    assert "/t/…" in caplog.text
    assert token[:40] not in caplog.text


# --- a fresh one


def test_a_fresh_link_goes_to_the_stored_address_and_only_there(game):
    seat = awaited(game)
    old = link(seat, "cards")
    move(seat, "gold")
    page = Client().post(old, {"fresh": "1", "address": "mallory@example.org"})
    assert page.status_code == 200
    assert "on its way" in text(page)
    assert seat.user.email not in text(page)
    outbox.send_due()
    letter = mail.outbox[-1]
    assert letter.to == [seat.user.email]
    assert "/t/" in letter.body


def test_fresh_links_are_not_to_be_had_without_end(game):
    seat = awaited(game)
    old = link(seat, "cards")
    move(seat, "gold")
    answers = [Client().post(old, {"fresh": "1"}).status_code for _ in range(5)]
    assert answers == [200, 200, 200, 429, 429]


def test_whoever_is_not_asked_gets_no_fresh_link(game):
    seat = awaited(game)
    old = link(seat, "gold")
    move(seat, "gold")
    while awaited(game) == seat:
        move(seat, fallback(seat))
    Notice.objects.all().delete()
    page = Client().post(old, {"fresh": "1"})
    assert "Send me a fresh link" not in text(page)
    assert not Notice.objects.exists()


def test_a_whole_turn_by_the_form_of_the_link(game):
    """Whatever the form offers is understood by the page that takes it."""
    dice = Random(5)
    for _ in range(25):
        game.refresh_from_db()
        if game.state != Game.State.RUNNING:
            break
        seat = awaited(game)
        form = decision_form(Client().get(link(seat)).content)
        assert Client().post(form["action"], filled(form, dice)).status_code in (200, 422)


def test_an_old_link_shows_no_card_that_was_drawn_since(game):
    seat = awaited(game)
    addresses = link(seat, "cards"), link(seat)
    move(seat, "cards")
    for address in addresses:
        page = text(Client().get(address))
        assert "You draw" not in page
    own = text(client_of(seat.user).get(addresses[0]))
    assert "You draw" in own


def test_a_letter_leads_straight_to_the_form_of_an_option(game):
    hand = ["tavern", "market", "docks", "palace"]
    written(game, {"called": "magician", "{0}": {"characters": ["magician"], "hand": hand}})
    seat = awaited(game)
    options = Listing(Sight(game, list(game.seats.all()), seat, "en"), seat).options()
    form = next(option for option in options if option.is_form)
    page = Client().get(form.link.removeprefix(settings.BASE_URL))
    [chosen] = re.findall(r'<input[^>]*value="(@\d+)"[^>]*checked', text(page))
    assert form.link.endswith(f"?open={chosen[1:]}")
    assert Client().get(form.link.removeprefix(settings.BASE_URL) + "x").status_code == 200
