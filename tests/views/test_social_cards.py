"""Share cards: tags and pictures of what a stranger may see, and nothing of anything else."""

import re
import unicodedata
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from PIL import Image

from games.models import Game
from games.models.game import load_game_and_seats
from games.rules import registry
from games.rules.citadels.page.revealed import DISTRICT_LOOKS
from games.rules.core.capabilities.presentation import Tile, TileLook
from games.rules.core.rng import Rng
from games.tournaments.models import Tournament
from games.views.social_cards import content, image, typography, views
from tests.helpers.messages.site import BRACKET, ROUNDS, SEATS_FREE, STANDINGS
from tests.helpers.pages import client_of, url
from tests.helpers.played_games import played
from tests.helpers.tables import position, put, table
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.stages import FINAL, SWISS

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_is_kept():
    cache.clear()


def tags(path: str, client: Client | None = None, **headers: str) -> dict[str, str]:
    text = (client or Client()).get(path, headers=headers or None).content.decode()
    return dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">', text))


def opened(address: str) -> Image.Image:
    """The picture at this address of ours."""
    answer = Client().get(address.removeprefix(settings.BASE_URL))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/png"
    assert "max-age" in answer["Cache-Control"]
    picture = Image.open(BytesIO(answer.content))
    picture.load()
    return picture


def card_of(game: Game) -> content.SocialCard:
    found = content.build_table_card(*load_game_and_seats(game.pk))
    assert found
    return found


# --- tags and pictures


def test_a_table_that_everybody_may_watch_has_tags_and_a_picture():
    game = played(3, 60, name="Őszi esték")
    found = tags(url(game))
    assert found["og:title"] == "Őszi esték"
    assert found["og:url"] == f"{settings.BASE_URL}/g/{game.key}/"
    assert found["og:locale"] == "en_GB"
    assert found["twitter:card"] == "summary_large_image"
    picture = opened(found["og:image"])
    assert (picture.format, picture.size) == ("PNG", (1200, 630))
    assert str(picture.width) == found["og:image:width"]
    assert str(picture.height) == found["og:image:height"]


def test_tags_and_picture_are_in_the_language_of_the_page():
    game = played(2)
    found = tags(url(game), **{"accept-language": "hr"})
    assert found["og:locale"] == "hr_HR"
    assert "/card/hr.png" in found["og:image"]
    assert found["og:description"] != tags(url(game))["og:description"]
    assert Client().get(url(game, "card") + "xx.png").status_code == 404


@pytest.mark.parametrize("path", ["gazette", "end", "replay/3"])
def test_the_other_pages_of_a_table_lead_to_it(path):
    game = played(2)
    assert tags(url(game, path))["og:url"].endswith(f"/g/{game.key}/")


def test_the_front_page_has_its_own():
    found = tags("/")
    assert found["og:url"] == f"{settings.BASE_URL}/"
    assert opened(found["og:image"]).size == (1200, 630)


def test_a_game_in_which_nothing_of_a_seat_is_to_be_seen_shows_the_middle_of_the_table():
    game = table(3, ruleset="dominion", visibility="always", options={"set": "victory_dance"})
    [shared] = card_of(game).tableaus
    assert len(shared.tiles) == len(position(game).supply)
    assert all(seat.name in shared.name for seat in game.seats.all())
    assert opened(tags(url(game))["og:image"]).size == (1200, 630)


def test_a_table_that_waits_for_players_says_how_many():
    game = table(1, size=4)
    assert SEATS_FREE.fill(n=3, size=4) in tags(url(game))["og:description"]
    assert opened(tags(url(game))["og:image"]).size == (1200, 630)


def test_a_tournament_has_its_name_its_state_and_who_is_ahead():
    tournament = TournamentBuilder(SWISS, FINAL).drawn((1, 2, 3, 4)).round_played((20, 27, 11, 5)).build()
    found = tags(f"/tournaments/{tournament.slug}/")
    assert found["og:title"] == tournament.title
    assert tournament.get_state_display() in found["og:description"]
    assert found["og:description"].endswith("1. P2")
    assert opened(found["og:image"]).size == (1200, 630)


RESULTS = [("standings", STANDINGS), ("rounds", ROUNDS), ("bracket", BRACKET)]


@pytest.mark.parametrize(("page", "tab"), RESULTS)
def test_the_results_of_a_tournament_have_tags_of_their_own(page, tab):
    tournament = TournamentBuilder(FINAL).drawn((1, 2, 3, 4)).round_played((20, 27, 11, 5)).build()
    home, found = tags(f"/tournaments/{tournament.slug}/"), tags(f"/tournaments/{tournament.slug}/{page}/")
    assert found["og:title"] == f"{tournament.title} · {tab}"
    assert found["og:url"] == f"{settings.BASE_URL}/tournaments/{tournament.slug}/{page}/"
    assert found["og:image"] == home["og:image"]


def test_a_picture_of_a_tournament_has_the_first_six_and_a_street():
    places = [content.CardPlace(f"{number}.", "W" * 24, "128 1/2") for number in range(1, 7)]
    card = content.SocialCard(
        "Citadels by Post", "W" * 60, "W " * 200, content.build_site_card().tableaus, places
    )
    picture = Image.open(BytesIO(image.render_png(card))).convert("RGB")
    edge = [picture.getpixel((x, y)) for x in (0, 20, 1180, 1199) for y in range(630)]
    assert set(edge) == {picture.getpixel((2, 300))}
    rows = [y for y in range(630) if picture.getpixel((image.LIST_RIGHT + 30, y)) != edge[0]]
    assert max(rows) < 316  # between the list and the street there is nothing


# --- what is not everybody's


@pytest.mark.parametrize(
    ("visibility", "moves"), [(Game.Visibility.NOBODY, 10_000), (Game.Visibility.AFTERWARDS, 40)]
)
def test_a_private_table_has_neither_not_even_for_its_players(visibility, moves):
    game = played(2, moves, visibility=visibility)
    player = client_of(game.seats.first().user)
    assert player.get(url(game)).status_code == 200
    assert tags(url(game), player) == {}
    for client in (Client(), player):
        assert client.get(url(game, "card") + "en.png").status_code == 404


def test_a_table_by_invitation_has_neither():
    game = table(1, size=4, is_open=False)
    assert Client().get(url(game, "card") + "en.png").status_code == 404


def test_a_tournament_that_only_its_guests_know_of_has_neither():
    """Whoever has the address may look, but nothing leads there."""
    tournament = TournamentBuilder(FINAL).drawn().build()
    for page in ("", *(f"{page}/" for page, _tab in RESULTS)):
        address = f"/tournaments/{tournament.slug}/{page}"
        Tournament.objects.filter(pk=tournament.pk).update(is_listed=True)
        assert tags(address)
        Tournament.objects.filter(pk=tournament.pk).update(is_listed=False)
        assert Client().get(address).status_code == 200
        assert tags(address) == {}
    assert Client().get(f"/tournaments/{tournament.slug}/card/en.png").status_code == 404


def test_a_tournament_that_is_being_set_up_has_neither_not_even_for_its_organizer():
    tournament = TournamentBuilder(SWISS, FINAL).drawn().build()
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.DRAFT)
    owner, address = client_of(tournament.owner), f"/tournaments/{tournament.slug}/"
    assert owner.get(address).status_code == 200
    assert tags(address, owner) == {}
    assert owner.get(f"{address}card/en.png").status_code == 404


def test_two_worlds_that_look_alike_have_the_same_card():
    game = played(3, 60)
    before = card_of(game)
    rules = registry.get(game.ruleset)
    position = rules.load(game.position)
    other = rules.deal_again(position, rules.players(position)[0], Rng("another world"))
    assert rules.dump(other) != rules.dump(position)
    put(game, other)
    assert card_of(game) == before


# --- kept, and drawn anew


def test_the_address_and_the_picture_change_with_what_is_shown():
    game = played(2, 60)
    old, address = card_of(game), tags(url(game))["og:image"]
    assert tags(url(game))["og:image"] == address
    Game.objects.filter(pk=game.pk).update(state=Game.State.PAUSED)
    assert card_of(game).stamp != old.stamp
    assert tags(url(game))["og:image"] != address
    assert image.render_png(card_of(game)) != image.render_png(old)


def test_it_is_drawn_once_and_not_sent_to_whoever_has_it(monkeypatch):
    game, drawn = played(2, 60), []
    monkeypatch.setattr(views, "render_png", lambda card: drawn.append(card) or b"a picture")
    path = url(game, "card") + "en.png"
    answer = Client().get(path)
    assert Client().get(path).content == answer.content
    assert len(drawn) == 1
    assert Client().get(path, headers={"If-None-Match": answer["ETag"]}).status_code == 304


def test_nobody_can_have_pictures_drawn_without_end(monkeypatch):
    game = played(2, 20)
    monkeypatch.setattr(views, "render_png", lambda card: b"a picture")
    answers = set()
    for number in range(32):
        Game.objects.filter(pk=game.pk).update(name=f"Table {number}")
        answers.add(Client().get(url(game, "card") + "en.png").status_code)
    assert answers == {200, 429}


# --- how it is drawn


def test_colours_are_those_of_the_site():
    tokens = Path(settings.BASE_DIR, "static/css/tokens.css").read_text("utf-8").partition("@media")[0]
    for kind, look in DISTRICT_LOOKS.items():
        assert f"--{kind}: {look.line};" in tokens
        assert f"--{kind}-tint: {look.face};" in tokens
    assert f"--paper: {image.PAPER};" in tokens
    assert f"--ink: {image.INK};" in tokens


@pytest.mark.parametrize("letter", "őűčćžšđéáíóöúüŐŰČĆŽŠĐÍ")
def test_every_letter_of_our_languages_can_be_drawn(letter):
    assert typography.strip_undrawable(letter) == letter
    assert drawn(letter) not in (drawn(typography.MISSING_GLYPH), drawn(unaccented(letter)))


def unaccented(letter: str) -> str:
    return {"đ": "d", "Đ": "D"}.get(letter, unicodedata.normalize("NFD", letter)[0])


def drawn(text: str) -> bytes:
    sheet = Image.new("L", (80, 80), "white")
    typography.TextLine(text, 40).draw(image.ImageDraw.Draw(sheet), (10, 60), "black")
    return sheet.tobytes()


def test_tiles_with_places_stand_in_the_rows_of_a_plan():
    look = TileLook("#102030", "#d00000", [(0, 0), (1, 0)])
    tiles = [Tile("", 1, look, (0, 0)), Tile("", 1, look, (2, 2))]
    card = content.SocialCard("", "", "", [content.SeatTableau("Ann", "3", tiles)])
    picture = Image.open(BytesIO(image.render_png(card))).convert("RGB")
    painted = [
        (x, y) for x in range(image.WIDTH) for y in range(image.HEIGHT) if is_red(picture.getpixel((x, y)))
    ]
    upper, lower = [p for p in painted if p[1] < 400], [p for p in painted if p[1] > 440]
    assert len(upper) == pytest.approx(len(lower), rel=0.1)
    assert len(painted) == len(upper) + len(lower)
    assert max(x for x, _y in upper) < min(x for x, _y in lower)
    assert max(y for _x, y in lower) <= image.GROUND_LINE


def is_red(pixel: tuple[int, int, int]) -> bool:
    return pixel[0] > 150 and max(pixel[1:]) < 60


def test_what_cannot_be_drawn_is_left_out():
    assert typography.strip_undrawable("„Šibenik” – Вечер\u00ad 🏰 城\x07 2") == "„Šibenik” – Вечер 2"


@pytest.mark.parametrize("count", [1, 2, 5, 8])
def test_long_names_stay_within_the_picture(count):
    streets = [content.SeatTableau("W" * 24, "128", []) for _ in range(count)]
    card = content.SocialCard("Citadels by Post", "W" * 60, "W " * 200, streets)
    picture = Image.open(BytesIO(image.render_png(card))).convert("RGB")
    paper = picture.getpixel((2, 300))
    edge = [picture.getpixel((x, y)) for x in (0, 20, 1180, 1199) for y in range(630)]
    assert set(edge) == {paper}
