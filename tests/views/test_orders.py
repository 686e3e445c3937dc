"""The page of a seat's orders: filed, shown in words, composed, withdrawn, and seen by nobody else."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.links import tokens
from games.mail import outbox
from games.models import Game, Move, Notice, Seat
from games.play import guard, lobby, ordering, seats
from games.play.origin import How, Origin, from_person
from games.rules import registry
from games.rules.core.orders import Change
from games.views.visitor import PASSES
from tests.accounts.factories import UserFactory
from tests.play.tables import advice, awaited, move, play_on, position, table, written
from tests.rules.pebbles import PEBBLES
from tests.views.pages import Field, client_of, forms, sent_as_it_is, url
from tests.views.test_secrets import ONE_TIME, put_other_world

pytestmark = pytest.mark.django_db

RULES = registry.get("citadels")
HAND = ["tavern", "market", "docks", "castle"]
KING = {"called": "king", "{0}": {"characters": ["king"], "gold": 3, "hand": HAND}}
SNEAKY = {"preset": "cunning_agents"}


@pytest.fixture
def game() -> Game:
    return table(3, watching="nobody")


@pytest.fixture
def seat(game) -> Seat:
    """One that is not asked."""
    return game.seats.filter(decision__isnull=True).select_related("user", "game").first()


@pytest.fixture
def client(seat) -> Client:
    return client_of(seat.user)


def orders_of(seat: Seat) -> list[str]:
    return RULES.orders(position(seat.game), seat.name)


def text(response) -> str:
    return response.content.decode()


def read(response) -> str:
    """What is to be read of a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", text(response)).split())


def look(client: Client, game: Game):
    response = client.get(url(game, "orders"))
    assert response.status_code == 200
    return response


def form_with(response, field: str) -> dict[str, Field]:
    return next(form for form in forms(response.content) if field in form["fields"])


def post(client: Client, game: Game, do: str, **filled):
    return client.post(url(game, "orders"), {"do": do, "key": "k", **filled})


# --- what stands


def test_no_order_stands_at_first(client, game):
    page = read(look(client, game))
    assert "No order stands: you are asked about everything." in page
    assert "Withdraw" not in page


def test_orders_that_wait_for_the_end_of_the_time_say_so(client, game, seat):
    Seat.objects.filter(pk=seat.pk).update(time_out="orders")
    assert "until your time has run out" in read(look(client, game))


def test_what_stands_is_told_in_words_with_the_line_beside_it(client, game, seat):
    wanted = Change(filed=("always gold", "prefer king thief"), plan=("gold", "build palace or end"))
    ordering.change(game.pk, seat.name, wanted, from_person(seat.user))
    page = read(look(client, game))
    assert "Whenever you gather, you take gold. always gold" in page
    assert "you pick the first of these that is there: King, Thief. prefer king thief" in page
    assert "Build Palace, or else end your turn. build palace or end" in page
    assert "No order stands" not in page


def test_an_order_is_withdrawn_by_its_button_and_twice_is_once(client, game, seat):
    ordering.change(game.pk, seat.name, Change(filed=("always gold", "always end")), from_person(seat.user))
    for _ in range(2):
        response = post(client, game, "withdraw", what="always gold")
        assert (response.status_code, response.headers["Location"]) == (303, f"{url(game, 'orders')}#main")
        assert orders_of(seat) == ["always end"]


def test_the_plan_and_all_orders_are_withdrawn_at_once(client, game, seat):
    wanted = Change(filed=("always gold", "always end"), plan=("gold", "end"))
    ordering.change(game.pk, seat.name, wanted, from_person(seat.user))
    post(client, game, "withdraw", what="plan")
    assert orders_of(seat) == ["always gold", "always end"]
    assert post(client, game, "all").status_code == 303
    assert orders_of(seat) == []


def test_what_an_order_did_and_why_a_plan_stopped_is_told(game):
    written(game, KING)
    seat = awaited(game)
    client = client_of(seat.user)
    response = client.post(url(game, "orders"), {"do": "plan", "line": ["gold", "build palace"], "key": "k"})
    page = read(client.get(response.headers["Location"]))
    assert "It has answered at once: gold" in page
    assert "What your orders did" in page
    assert page.count("Your plan stops at “build palace”") == 2  # the message, and the list
    assert "This waits for you" in page


# --- answers for good


def standing(response, **chosen) -> dict[str, list[str]]:
    sent = sent_as_it_is(form_with(response, "order-gather"))
    return {**sent, "do": ["standing"], **{name.replace("_", "-"): [value] for name, value in chosen.items()}}


def test_answers_are_filed_from_the_form(client, game, seat):
    sent = standing(look(client, game), order_gather="always gold", order_end="always end")
    assert client.post(url(game, "orders"), sent).status_code == 303
    assert orders_of(seat) == ["always gold", "always end"]
    again = standing(look(client, game))
    assert (again["order-gather"], again["was-gather"]) == (["always gold"], ["always gold"])


def test_a_form_sent_twice_is_harmless(client, game, seat):
    sent = standing(look(client, game), order_gather="always gold")
    for _ in range(2):
        assert client.post(url(game, "orders"), sent).status_code == 303
    assert orders_of(seat) == ["always gold"]


def test_ask_me_withdraws_the_order(client, game, seat):
    ordering.file(game.pk, seat.name, "always gold", from_person(seat.user))
    client.post(url(game, "orders"), standing(look(client, game), order_gather=""))
    assert orders_of(seat) == []


def test_what_a_form_has_left_alone_stays_as_it_is_by_now(client, game, seat):
    """Another page, or a reply, has changed it meanwhile."""
    ordering.file(game.pk, seat.name, "always gold", from_person(seat.user))
    sent = standing(look(client, game), order_end="always end")
    ordering.file(game.pk, seat.name, "cancel gold", from_person(seat.user))
    client.post(url(game, "orders"), sent)
    assert orders_of(seat) == ["always end"]


def sneaky() -> tuple[Game, Seat, Client]:
    game = table(4, options=SNEAKY)
    seat = game.seats.filter(decision__isnull=True).select_related("user", "game").first()
    return game, seat, client_of(seat.user)


def test_a_number_goes_with_its_answer():
    game, seat, client = sneaky()
    sent = standing(look(client, game), order_bribe="always bribe") | {"order-bribe-0": ["3"]}
    client.post(url(game, "orders"), sent)
    assert orders_of(seat) == ["always bribe upto 3"]
    fields = form_with(look(client, game), "order-bribe")["fields"]
    assert fields["order-bribe-0"].values == ["3"]
    assert fields["order-bribe"].chosen == ["always bribe"]


def test_a_wrong_number_is_told_beside_its_question_and_kept():
    game, seat, client = sneaky()
    sent = standing(look(client, game), order_bribe="always bribe", order_gather="always gold")
    response = client.post(url(game, "orders"), sent | {"order-bribe-0": ["a few"]})
    assert response.status_code == 422
    assert 'id="order-bribe-error" role="alert">“always bribe upto a few” is not an order.' in text(response)
    fields = form_with(response, "order-bribe")["fields"]
    assert fields["order-bribe-0"].values == ["a few"]
    assert fields["order-gather"].chosen == ["always gold"]
    assert orders_of(seat) == []


def test_an_order_may_be_written_in_any_of_our_languages(client, game, seat):
    assert post(client, game, "write", order="mindig arany").status_code == 303
    assert orders_of(seat) == ["always gold"]


@pytest.mark.parametrize("line", ["always sunshine", "", "plan gold", "cancel gold", "<b>", "x" * 999])
def test_what_is_no_order_is_told_beside_the_field_and_kept(client, game, seat, line):
    response = post(client, game, "write", order=line)
    assert response.status_code == 422
    assert 'id="order-error" role="alert"' in text(response)
    assert form_with(response, "order")["fields"]["order"].values == [line]
    assert orders_of(seat) == []


# --- the list


def test_a_list_is_filed_by_numbers(client, game, seat):
    numbers = {"rank-prefer-king": "2", "rank-prefer-thief": "1", "rank-prefer-bishop": "7"}
    assert post(client, game, "rank-prefer", **numbers).status_code == 303
    assert orders_of(seat) == ["prefer thief king bishop"]
    fields = form_with(look(client, game), "rank-prefer-king")["fields"]
    assert [fields[f"rank-prefer-{one}"].values for one in ("thief", "king", "bishop", "warlord")] == [
        ["1"],
        ["2"],
        ["3"],
        [""],
    ]


def test_an_empty_list_is_withdrawn(client, game, seat):
    post(client, game, "rank-prefer", **{"rank-prefer-king": "1"})
    post(client, game, "rank-prefer", **{"was-prefer": "prefer king"})
    assert orders_of(seat) == []
    assert post(client, game, "rank-prefer").status_code == 303


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        ("1", "King and Bishop both have number 1."),
        ("first", "Bishop: “first” is no number."),
        ("-1", "Bishop: “-1” is no number."),
        ("²", "Bishop: “²” is no number."),
    ],
)
def test_a_list_that_cannot_be_read_is_told_and_kept(client, game, seat, number, sentence):
    sent = {"rank-prefer-king": "1", "rank-prefer-bishop": number}
    response = post(client, game, "rank-prefer", **sent)
    assert response.status_code == 422
    assert sentence in text(response)
    fields = form_with(response, "rank-prefer-king")["fields"]
    assert (fields["rank-prefer-king"].values, fields["rank-prefer-bishop"].values) == (["1"], [number])
    assert orders_of(seat) == []


def test_a_list_answers_at_once_whoever_is_asked(game):
    asked = awaited(game)
    client = client_of(asked.user)
    numbers = {f"rank-prefer-{one}": str(place) for place, one in enumerate(position(game).cast, 1)}
    response = post(client, game, "rank-prefer", **numbers)
    entry = Move.objects.get(kind=Move.Kind.MOVE)
    assert (entry.how, entry.by, entry.text.split()[0]) == (How.ORDER, asked.user, "pick")
    assert f"It has answered at once: {entry.text}" in read(client.get(response.headers["Location"]))


# --- the plan


def lines(response) -> list[str]:
    return [one.line for one in response.context["sheet"].composed]


def test_a_plan_is_composed_step_by_step_and_nothing_is_stored_meanwhile(client, game, seat):
    card = position(game).players[seat.name].hand[0]
    first = post(client, game, "add", step="gold")
    second = post(client, game, "add", line=lines(first), step=f"build {card}", **{"or": "end"})
    assert lines(second) == ["gold", f"build {card} or end"]
    third = post(client, game, "add", line=lines(second), free="Vége")
    assert third.status_code == 200
    assert lines(third) == ["gold", f"build {card} or end", "vége"]
    assert "Nothing of this has been filed yet." in read(third)
    assert orders_of(seat) == []


def test_lines_are_moved_and_left_out(client, game):
    plan = ["gold", "build market", "end"]
    assert lines(post(client, game, "up-2", line=plan)) == ["gold", "end", "build market"]
    assert lines(post(client, game, "down-0", line=plan)) == ["build market", "gold", "end"]
    assert lines(post(client, game, "drop-1", line=plan)) == ["gold", "end"]
    for nothing in ("up-0", "down-2", "up-9", "drop-", "drop-x", "up-²"):
        assert lines(post(client, game, nothing, line=plan)) == plan


def test_a_plan_is_filed_at_once_and_takes_the_place_of_the_one_before(client, game, seat):
    post(client, game, "plan", line=["gold", "end"])
    assert orders_of(seat) == ["gold", "end"]
    assert lines(look(client, game)) == ["gold", "end"]
    for _ in range(2):
        assert post(client, game, "plan", line=["cards"], free="plan end").status_code == 303
        assert orders_of(seat) == ["cards", "end"]
    post(client, game, "plan")
    assert orders_of(seat) == []


@pytest.mark.parametrize("do", ["add", "plan"])
def test_a_bad_step_is_told_beside_the_field_and_all_is_kept(client, game, seat, do):
    response = post(client, game, do, line=["gold"], free="build nonsense")
    assert response.status_code == 422
    assert 'id="plan-error" role="alert">There is a word in “build nonsense”' in text(response)
    assert lines(response) == ["gold"]
    assert form_with(response, "free")["fields"]["free"].values == ["build nonsense"]
    assert orders_of(seat) == []


def test_nothing_chosen_is_told(client, game):
    response = post(client, game, "add")
    assert response.status_code == 422
    assert "Please choose something first." in read(response)


def test_a_plan_of_somebody_who_has_moved_since_is_asked_about_again(game):
    written(game, KING)
    seat = awaited(game)
    client = client_of(seat.user)
    seen = form_with(look(client, game), "seen")["fields"]["seen"].values[0]
    move(seat, "gold")
    response = post(client, game, "plan", line=["gold", "end"], seen=seen)
    assert response.status_code == 409
    assert "You have moved since you wrote this plan." in read(response)
    assert lines(response) == ["gold", "end"]
    assert orders_of(seat) == []


def test_a_turn_that_was_sent_twice_is_played_once(game):
    written(game, KING)
    client = client_of(awaited(game).user)
    for _ in range(2):
        assert post(client, game, "plan", line=["gold", "build market", "end"], seen="0").status_code == 303
    texts = game.moves.filter(kind="move").values_list("text", "how")
    assert list(texts) == [("gold", "order"), ("build market", "order"), ("end", "order")]


@pytest.mark.parametrize("do", ["", "x", "rank-nothing", "standing-", "withdraw", "rank-", "plan-9"])
def test_odd_buttons_get_an_answer_in_words(client, game, seat, do):
    response = post(client, game, do, what="\x00", line="\x00")
    assert response.status_code in (303, 409, 422)
    assert orders_of(seat) == []


def test_markup_in_a_line_is_never_markup(client, game):
    response = post(client, game, "add", line=["<script>x</script>"], free="<b>bold</b>")
    assert "<script>x" not in text(response)
    assert "<b>bold" not in text(response)


# --- who may look


def test_nobody_else_finds_the_page(game):
    for stranger in (Client(), client_of(UserFactory())):
        assert stranger.get(url(game, "orders")).status_code == 404
        assert post(stranger, game, "write", order="always gold").status_code == 404


def test_an_onlooker_is_told_that_he_has_no_seat():
    game = table(3, watching="always")
    assert Client().get(url(game, "orders")).status_code == 403
    assert post(Client(), game, "write", order="always gold").status_code == 403


def test_a_pass_opens_the_page_of_its_seat_alone(game, seat):
    ordering.file(game.pk, seat.name, "prefer king", from_person(seat.user))
    holder, other = Client(), game.seats.exclude(pk=seat.pk).first()
    session = holder.session
    session[PASSES] = {str(other.pk): other.key}
    session.save()
    assert "prefer king" not in text(look(holder, game))
    assert post(holder, game, "write", order="always gold").status_code == 303
    assert (orders_of(seat), orders_of(other)) == (["prefer king"], ["always gold"])


def test_no_other_page_changes_when_an_order_is_filed(game, seat):
    """Neither the order nor that there is one can be seen by anybody else."""
    others = [client_of(one.user) for one in game.seats.select_related("user") if one.pk != seat.pk]
    with time_machine.travel("2026-11-16 12:00:00Z", tick=False):
        before = [seen_by(other, game) for other in others]
        wanted = Change(filed=("prefer king", "always gold"), plan=("gold",))
        ordering.change(game.pk, seat.name, wanted, from_person(seat.user))
        assert [seen_by(other, game) for other in others] == before


def seen_by(client: Client, game: Game) -> list[bytes]:
    pages = [client.get(url(game)), client.get(url(game, "log")), client.get(url(game, "orders"))]
    return [ONE_TIME.sub(b"", page.content) for page in pages]


@pytest.mark.parametrize("options", [{}, SNEAKY, {"edition": "classic", "preset": "random"}], ids=str)
def test_the_page_does_not_tell_two_worlds_apart(options):
    with time_machine.travel("2026-11-16 12:00:00Z", tick=False):
        game = table(4, options=options)
        play_on(game, 33, advice)
        reader = game.seats.select_related("user").first()
        client = client_of(reader.user)
        here = ONE_TIME.sub(b"", look(client, game).content)
        put_other_world(game, reader.name, 1)
        assert ONE_TIME.sub(b"", look(client, game).content) == here


def test_the_page_is_kept_by_nobody(client, game):
    assert "no-store" in look(client, game).headers["Cache-Control"]
    assert "no-store" in post(client, game, "add", step="gold").headers["Cache-Control"]


def test_a_seat_in_new_hands_shows_no_order_of_the_one_before(game, seat):
    ordering.file(game.pk, seat.name, "always gold", from_person(seat.user))
    origin = Origin(How.FORM, "give", timezone.now(), seat.user_id)
    seats.change_player(game.pk, seat.pk, origin, bot=lobby.BOT)
    assert client_of(seat.user).get(url(game, "orders")).status_code in (403, 404)
    assert orders_of(seat) == []


def test_a_game_that_is_over_has_no_orders_any_more(client, game):
    Game.objects.filter(pk=game.pk).update(state=Game.State.ABANDONED)
    for response in (client.get(url(game, "orders")), post(client, game, "write", order="always gold")):
        assert (response.status_code, response.headers["Location"]) == (302, url(game))


def test_a_paused_game_takes_orders_and_plays_none(game):
    written(game, KING)
    seat = awaited(game)
    Game.objects.filter(pk=game.pk).update(state=Game.State.PAUSED)
    assert post(client_of(seat.user), game, "plan", line=["gold", "end"]).status_code == 303
    assert orders_of(seat) == ["gold", "end"]
    assert not game.moves.filter(kind="move").exists()


def test_the_table_leads_to_the_page_for_players_only():
    game = table(3, watching="always")
    link = f'href="{url(game, "orders")}"'
    for seat in game.seats.select_related("user"):
        assert link in text(client_of(seat.user).get(url(game)))
    assert link not in text(Client().get(url(game)))


def test_a_game_without_orders_says_so_and_has_no_link(client, game, monkeypatch, seat):
    monkeypatch.setattr(type(RULES), "knows_orders", False)
    assert "This game has no orders" in read(look(client, game))
    assert url(game, "orders") not in text(client.get(url(game)))
    assert PEBBLES.order_forms(None, "Ann") == ()
    assert PEBBLES.order_text(None, "Ann", "put red") == "put red"


def test_the_page_needs_few_statements(client, game, django_assert_max_num_queries):
    with django_assert_max_num_queries(8):
        look(client, game)


# --- behind the link of a letter


def link_of(seat: Seat, number: int | None = None) -> str:
    seat.game.refresh_from_db()
    return f"/o/{tokens.orders(seat, seat.game.length if number is None else number)}/"


def test_the_link_opens_the_page_without_signing_in(game, seat):
    response = Client().get(link_of(seat))
    assert response.status_code == 200
    assert f"You play as {seat.name}" in read(response)
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["Referrer-Policy"] == "strict-origin"


def test_orders_are_filed_and_withdrawn_by_the_link(game, seat):
    client = Client()
    response = client.post(link_of(seat), {"do": "write", "order": "always gold"})
    assert response.status_code == 303
    assert orders_of(seat) == ["always gold"]
    again = client.get(response.headers["Location"])
    assert "Whenever you gather, you take gold." in read(again)
    client.post(response.headers["Location"], {"do": "withdraw", "what": "always gold"})
    assert orders_of(seat) == []


def test_what_is_answered_by_the_link_is_the_players_own_move(game):
    asked = awaited(game)
    numbers = {f"rank-prefer-{one}": str(place) for place, one in enumerate(position(game).cast, 1)}
    client = Client()
    response = client.post(link_of(asked), {"do": "rank-prefer", **numbers})
    entry = Move.objects.get(kind=Move.Kind.MOVE)
    assert (entry.how, entry.by) == (How.ORDER, asked.user)
    assert "It has answered at once" in read(client.get(response.headers["Location"]))


def test_the_link_shows_the_hand_only_while_its_question_is_open(game):
    written(game, KING)
    seat = awaited(game)
    link = link_of(seat)
    assert "Build Castle" in text(Client().get(link))
    ordering.change(game.pk, seat.name, Change(plan=("gold", "end")), from_person(seat.user))
    page = Client().get(link)
    assert page.status_code == 200
    assert "Build Castle" not in text(page)
    assert "This waits for you" not in read(page)
    assert "What your orders did" not in read(page)
    assert "What your orders did" in read(look(client_of(seat.user), game))


def test_the_link_ends_with_the_next_letter_that_asks(game):
    seat = awaited(game)
    link = link_of(seat)
    new = {"game": game, "user": seat.user, "seat": seat, "created_at": timezone.now()}
    notice = Notice.objects.create(kind=Notice.Kind.YOUR_TURN, number=game.length + 5, **new)
    assert Client().get(link).status_code == 200
    Notice.objects.filter(pk=notice.pk).update(status=Notice.Status.SENT)
    assert Client().get(link).status_code == 410
    assert Client().post(link, {"do": "write", "order": "always gold"}).status_code == 410
    assert Client().get(link_of(seat, game.length + 5)).status_code == 200


def test_no_link_opens_a_seat_in_new_hands_or_a_guarded_one(game, seat):
    link = link_of(seat)
    assert guard.close(seat)
    assert Client().get(link).status_code == 410
    assert Client().post(link, {"do": "write", "order": "always gold"}).status_code == 410
    seat.refresh_from_db()
    assert Client().get(link_of(seat)).status_code == 410
    assert client_of(seat.user).get(url(game, "orders")).status_code == 200
    assert orders_of(seat) == []


def test_odd_and_old_links_open_nothing(game, seat):
    turn = tokens.turn(awaited(game))
    assert Client().get(f"/o/{turn}/").status_code == 404
    assert Client().get(f"/t/{tokens.orders(seat, 1)}/").status_code == 404
    assert Client().get("/o/x/").status_code == 404
    with time_machine.travel(timezone.now() - timedelta(days=61)):
        old = link_of(seat)
    assert Client().get(old).status_code == 410


def test_the_link_of_a_game_that_is_over_opens_nothing(game, seat):
    Game.objects.filter(pk=game.pk).update(state=Game.State.ABANDONED)
    assert Client().get(link_of(seat)).status_code == 410


def test_letters_have_the_link_in_their_foot(game, mailoutbox):
    outbox.send_due()
    asked = awaited(game)
    letter = next(one for one in mailoutbox if one.to == [asked.user.email])
    html = letter.alternatives[0][0]
    (link,) = set(re.findall(r"https?://[^/]+(/o/[^\s\"<]+)", f"{letter.body}\n{html}"))
    page = Client().get(link)
    assert page.status_code == 200
    assert f"You play as {asked.name}" in read(page)
