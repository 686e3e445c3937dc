"""Pages and emails in a language that shows what nobody has marked for translation.

In that language everything translated stands in brackets. Whatever a page or an email says outside them
must be data: a name, an address, a code, a zone. And whatever was asked for must be known in all languages.
"""

import gzip
import re
from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest
import time_machine
from django.conf import settings
from django.core import mail
from django.http import HttpResponse
from django.test import Client
from django.urls import resolve
from django.utils.translation.trans_real import CONTEXT_SEPARATOR, translation

from accounts.models import User
from accounts.preferences import time_zones
from games.mail.content import game_email
from games.mail.content.game_update import GameUpdate
from games.mail.outgoing import invitation_outbox
from games.management.translations.catalogues import list_plural_forms
from games.models import GameNotice
from games.play import chat, followers, votes
from games.play.deadlines import extensions
from games.play.lobby import invitations, tables
from games.play.transaction.origin import by_user
from games.queries import table_summary
from games.rules.citadels import capabilities
from games.tournaments.director import director
from games.tournaments.mail.email import build_email
from games.tournaments.models import Ruling, TournamentNotice
from games.tournaments.rulings import disputes
from games.tournaments.settings import StageSettings
from games.tournaments.setup import drafts
from tests.helpers.catalogues import LANGUAGES, SITE, code
from tests.helpers.factories import UserFactory
from tests.helpers.mail import inbox as mailbox
from tests.helpers.mail import outbox as sent_mail
from tests.helpers.missed_deadlines import replaced
from tests.helpers.pages import client_of, url
from tests.helpers.played_games import played
from tests.helpers.pseudo_locale import (
    ADDRESS,
    LANGUAGE,
    WORD,
    outside,
    put_in_brackets,
    put_site_in_brackets,
    read,
)
from tests.helpers.routes import ODD, TABLE, asked
from tests.helpers.sign_in import ask_for_code, ask_to_sign_up, sign_in, type_code
from tests.helpers.tables import advice, awaited, move, play_on, table, to_the_end_of_the_round
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.factories import RulingFactory
from tests.helpers.tournaments.finished_games import by_chance, end_games
from tests.helpers.tournaments.ledger import write_ledger
from tests.helpers.tournaments.outbox import NOON, entry, tell
from tests.helpers.tournaments.pages import address
from tests.helpers.tournaments.people import register_entrants
from tests.helpers.tournaments.stages import AT_ONCE
from tests.helpers.tournaments.tables import draw_round, play, refresh_standings

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db, pytest.mark.one_database]


# --- data

PEOPLE = r"Ann\d*|Bence|Dora|Hostess|P\d+|Player\d+-\d+|\w+-bot|Bot-\d+|Visitor-\w+"
WRITTEN = r"Our table|Ours|Autumn Cup|Cup|Hello"
CODE = "[A-Z]{4}-[A-Z]{4}"
QUOTED = r"^\s*> .*"  # of an email that is answered
DATA = re.compile(rf"(?im)\b(?:{PEOPLE}|{WRITTEN}|{CODE})\b|{QUOTED}")
ZONES = {
    word.lower()
    for language in ("en", "hu", "hr")  # cities have names of their own in each
    for listed in time_zones.list_cities(language).values()
    for zone in listed
    for name in zone
    for word in WORD.findall(name.replace("_", " "))
}
SAME = {*ZONES, "utc", "citadels", "by", "post", *(name.lower() for _code, name in settings.LANGUAGES)}
LINK = re.compile(r"https?://[^/\s]+(/\S*)")


# --- what is heard


class Ear:
    """Hears every page that is opened and every email that is sent."""

    def __init__(self, said: set[str]) -> None:
        self.said = said  # messages as they stand in the code
        self.heard: set[str] = set()
        self.found: dict[str, str] = {}  # what nobody has marked, and where

    def hear(self, where: str, text: str) -> None:
        self.heard.add(where)
        for line in DATA.sub(" ", ADDRESS.sub(" ", outside(text))).splitlines():
            if any(word.lower() not in SAME for word in WORD.findall(line)):
                self.found[" ".join(line.split())] = where

    def page(self, path: str, answer: HttpResponse) -> None:
        if "html" in answer.headers.get("Content-Type", ""):
            packed = answer.headers.get("Content-Encoding") == "gzip"
            for text in read((gzip.decompress(answer.content) if packed else answer.content).decode()):
                self.hear(path, text)

    def render_emails(self) -> None:
        """All that have left, and one page of each kind to which their links lead."""
        for message in mail.outbox:
            where = f"letter {message.extra_headers.get('X-Citadels-Kind', '')}"
            drawn = [text for part in getattr(message, "alternatives", ()) for text in read(part.content)]
            for text in (message.subject, message.body, *drawn):
                self.hear(where, text)
        paths = [path for email in mail.outbox for path in LINK.findall(email.body)]
        for path in {resolve(urlsplit(path).path).url_name: path for path in paths}.values():
            Client().get(path)
        mail.outbox.clear()


@pytest.fixture(autouse=True)
def ear(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[Ear]:
    """Everybody reads that language, in everything that a test opens or sends."""
    settings.LANGUAGE_CODE = LANGUAGE
    monkeypatch.setattr(User._meta.get_field("language"), "_get_default", lambda: LANGUAGE)
    put_in_brackets(monkeypatch)
    table_summary._load_ruleset_name.cache_clear()  # kept for as long as a process lives
    put_booklet_in_brackets(monkeypatch)
    listening, request = Ear(put_site_in_brackets(monkeypatch)), Client.request

    def heard(self: Client, **asked: Any) -> HttpResponse:
        answer = request(self, **asked)
        listening.page(asked["PATH_INFO"], answer)
        return answer

    monkeypatch.setattr(Client, "request", heard)
    yield listening
    listening.render_emails()
    table_summary._load_ruleset_name.cache_clear()
    assert listening.found == {}
    for language in LANGUAGES:
        assert not [message for message in listening.said if message not in known(language)], language


def put_booklet_in_brackets(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules to read are files of their own."""
    real = capabilities.render_rulebook
    monkeypatch.setattr(capabilities, "render_rulebook", lambda *args: WORD.sub(r"⟦\g<0>⟧", real(*args)))


@cache
def known(language: str) -> set[str]:
    """What the site says, for which tests/test_catalogues.py answers, and what Django and allauth can say."""
    contexts = ((f"{one.context}{CONTEXT_SEPARATOR}" if one.context else "", one) for one in code(SITE))
    ours = {before + list_plural_forms(one.id)[0] for before, one in contexts}
    theirs = {
        key if isinstance(key, str) else key[0] for key, _text in translation(language)._catalog.items()
    }
    return ours | theirs | {name for _code, name in settings.LANGUAGES} | {SHORTENED}


SHORTENED = f"String to return when truncating text{CONTEXT_SEPARATOR}%(truncated_text)s…"  # without an email


def test_what_is_not_marked_shows(ear):
    ear.hear("here", "⟦Answer by⟧ noon, Ann1 (UTC): ⟦now⟧\n> so be it")
    ear.page("there", HttpResponse('<p title="Go">⟦It is <b>yours</b>⟧ <i lang="en">Yes</i></p>'))
    assert ear.found == {"noon, (UTC):": "here", "Go": "there"}
    ear.found.clear()


# --- pages


@pytest.mark.parametrize("visitor", ["stranger", "guest", "host"])
def test_every_route_answers_in_the_readers_language(scene, visitor):
    for name, (method, where, _answers) in TABLE.items():
        asked(scene, scene.clients[visitor], name)
        if method == "post":
            scene.clients[visitor].post(scene.address(name, where), ODD, follow=True)


def test_a_form_without_its_token_is_answered_in_the_readers_language(ear):
    assert Client(enforce_csrf_checks=True).post("/accounts/login/").status_code == 403
    ear.said.clear()  # Django has words at hand for a page of its own


def test_a_table_speaks_from_its_beginning_to_its_end():
    game = table(3, visibility="always")
    for _ in range(3):
        play_on(game, 14, advice)
        seat = awaited(game)
        for user in (seat.user, game.seats.exclude(pk=seat.pk)[0].user):
            look(client_of(user), url(game), url(game, "orders"), url(game, "log"))
        client_of(seat.user).post(url(game, "move"), {"line": "fly", "decision": seat.decision, "key": "k"})
    over = played(3)
    pages = [url(over, *page.split("/")) for page in ("replay/9", "end", "log", "gazette")]
    look(Client(), url(over), *pages, "/statistics/citadels/")
    look(client_of(over.creator), url(over), *pages, "/games/finished/", f"/people/{over.creator.handle}/")


def look(client: Client, *paths: str) -> None:
    for path in paths:
        assert client.get(path).status_code == 200, path


# --- accounts


def test_coming_in_and_going_speak_the_readers_language():
    ask_to_sign_up(Client(), "new@example.org", "Dora")
    ask_to_sign_up(Client(), "no address", "D")
    ask_for_code(Client(), "nobody@example.org")
    user, client = UserFactory(), Client()
    ask_for_code(client, user.email)
    type_code(client, "AAAA-AAAA")
    sign_in(client, user)
    look(client, "/accounts/", "/accounts/close/", "/accounts/address/", "/accounts/passkeys/", "/leave/")
    client.post("/accounts/", {"handle": "\0", "time_zone": "Nowhere", "quiet_from": "x"})
    client.post("/accounts/address/", {"email": "other@example.org", "action_add": ""}, follow=True)
    client.post("/leave/", {"first": "x", "last": "2020-01-01"}, follow=True)
    client.post("/accounts/close/", {"handle": "Nobody"})
    client.post("/accounts/close/", {"handle": user.handle}, follow=True)


# --- emails of tables


def test_emails_of_every_kind_speak_the_readers_language(ear):
    """To who is asked, to somebody else at the table, and to who follows the game."""
    game = table(3, visibility="always")
    ender = to_the_end_of_the_round(game)
    move(ender, advice(ender))
    game.refresh_from_db()
    asked, other = awaited(game), game.seats.exclude(pk=awaited(game).pk).select_related("user")[0]
    chat.post_message(game, other, "Hello", key="a")
    follower = UserFactory()
    followers.subscribe(game, None, follower)
    extensions.request_extension(game.pk, asked.name, 24, by_user(asked.user))
    votes.cast_vote(game.pk, other.name, "pause", by_user(other.user))
    kinds = {*GameNotice.Kind.values} - {GameNotice.Kind.EXPIRED}  # of a table whose game never began
    for kind in kinds:
        for user in (asked.user, follower if kind == GameNotice.Kind.GAZETTE else other.user):
            notice = GameNotice(pk=7, game=game, user=user, seat=asked, kind=kind, number=game.log_length)
            mail.outbox.append(game_email.build_game_email(user, [GameUpdate([notice])]))
    ear.render_emails()
    assert {f"letter {kind}" for kind in kinds} <= ear.heard


def test_emails_about_time_speak_the_readers_language(ear, clock):
    UserFactory(is_stand_in=True)
    replaced(clock)
    for _ in range(3):
        sent_mail.game_outbox.send_due_notices()
        clock.shift(timedelta(days=1))
    assert mail.outbox


REPLIES = (
    *("help", "nonsense", "vote pause", "extend", "extend 24", "leave soon", "orders", "always gold", "pick"),
    *("status", "back", "undo", "plan fly", "cancel plan", "say Hello", "agree", "grant"),
)


def test_invitations_and_answers_by_mail_speak_the_readers_language(ear):
    game = tables.open_table(UserFactory(), tables.NewTable("Ours", "citadels", {}, 3))
    expired = GameNotice(pk=7, game=game, user=game.creator, kind=GameNotice.Kind.EXPIRED)
    mail.outbox.append(game_email.build_game_email(game.creator, [GameUpdate([expired])]))
    [invitation] = invitations.invite_people(game.pk, game.creator, ["dora@example.org"])
    invitation_outbox.send_due_invitations()
    for line in ("maybe", "no", "yes Dora"):
        mailbox.post(mailbox.answer_to(invitation, line))
    seat = awaited(table(3))
    for line in REPLIES:
        mailbox.post(mailbox.reply(seat, line))
    ear.render_emails()
    assert "letter answer" in ear.heard


# --- tournaments

PUBLIC = ("", "rules/", "rulings/", "entrants/", "entrants/1/", "rounds/", "standings/", "embed/")
STAFF_PAGES = ("", "entrants/", "rounds/", "rulings/", "disputes/", "announcements/", "people/", "ledger/")
UNEVEN = {"3": [5, 3, 1], "4": [9, 1, 3, 0]}  # and the second place earns less than the third


@pytest.mark.parametrize("template", ["swiss_final", "pods"])
def test_setting_a_tournament_up_speaks_the_readers_language(template):
    owner = UserFactory()
    found, client = drafts.create_draft(owner, "Cup", "citadels", template), client_of(owner)
    client.post("/tournaments/new/", {"title": "www.example.org"})
    odd = StageSettings(format="swiss", size=4, least=3, most=4, points="CUSTOM", vectors=UNEVEN)
    found.stages.filter(number=1).update(settings_data=msgspec.json.encode(odd).decode())
    for step in range(1, 6):
        look(client, address(found, f"staff/settings/{step}/"))
        client.post(address(found, f"staff/settings/{step}/"), {"size": "99", "starts_at": "x"})
    look(client, address(found), address(found, "staff/"))
    client.post(address(found, "staff/"), {"do": "open"}, follow=True)


@pytest.mark.parametrize("kind", ["league", "swiss", "knock_out", "ladder"])
def test_a_tournament_speaks_from_its_beginning_to_its_end(scored, kind):
    scored(by_chance(1))
    found = (
        TournamentBuilder(StageSettings(format=kind, size=4, least=3, most=4, rounds=2), **AT_ONCE)
        .bots(8)
        .started()
        .build()
    )
    for _ in range(2):
        director.run_due_steps(found.pk)
        look(Client(), *(address(found, page) for page in PUBLIC))
        look(client_of(found.owner), *(address(found, f"staff/{page}") for page in STAFF_PAGES))
        for page in ("who-met-whom/", "bracket/"):  # as the format has them
            Client().get(address(found, page))
        end_games()


Kind = TournamentNotice.Kind
LATER = NOON + timedelta(days=3)
EMAILS = [
    (Kind.CHECK_IN, {}),
    (Kind.PLACE, {}),
    (Kind.STARTED, {"stage": 1}),
    (Kind.ROUND, {"stage": 1, "rounds": [1]}),
    (Kind.CLOSED, {"stage": 1, "round": 1}),
    *((Kind.CLOSED, {"stage": 1, "round": 1, "goes_on": goes_on}) for goes_on in (True, False)),
    (Kind.CLOSED, {"stage": 1, "out": True}),
    (Kind.THROUGH, {"stage": 2, "until": LATER}),
    (Kind.ALTERNATE, {"stage": 2, "until": LATER}),
    (Kind.MISSED, {"why": "check_in"}),
    (Kind.MISSED, {"why": "place"}),
    (Kind.REFUSED, {"reasons": ["Hello"]}),
    *((Kind.OUT, {"why": why}) for why in ("organizer", "no_show", "left")),
    (Kind.NUDGE, {"table": 1}),
    (Kind.CHALLENGE, {"table": 1}),
    (Kind.ENDED, {}),
]
NEWS = [
    ("changed", {"fields": ["starts_at"]}),
    *(("paused", {**where, "reason": "Hello"}) for where in ({}, {"table": 1}, {"stage": 1, "round": 1})),
    ("resumed", {"table": 1}),
    ("extended", {"hours": 24, "reason": "Hello"}),
    ("prolonged", {"table": 1, "until": LATER}),
    ("remade", {"table": 1, "new": 9, "seats": [1]}),
    ("remade", {"table": 1}),
    *(("struck", {"table": 1, "stage": 1, "by": by}) for by in ([1], [])),
]


def test_emails_about_a_tournament_speak_the_readers_language(ear):
    """Each by itself, however the event stands meanwhile."""
    with time_machine.travel(NOON, tick=False):
        cup = TournamentBuilder(
            StageSettings(format="swiss"), StageSettings(format="knock_out"), most=4
        ).build()
        ann, *_others = register_entrants(cup, 5, NOON)
        draw_round(cup, range(1, 5)).tables.update(deadline=LATER)
        play(cup, 1, 40, 30, 20, 10)
        refresh_standings(cup)
        disputes.open_dispute(ann.pk, 1, "Hello")
        ruling = RulingFactory(tournament=cup, kind=Ruling.Kind.WARNING, entrant=ann, reason="Hello")
        numbers = [entry(cup, kind, **data) for kind, data in NEWS]
        with write_ledger(cup, NOON) as transaction:
            for number in numbers:
                transaction.notify(Kind.NEWS, [ann], number)
            transaction.notify_staff(Kind.DIGEST, there=1, least=7, tables=[1])
            transaction.notify_users(Kind.ROLE, [cup.owner_id], role="referee")
        for kind, data in [*EMAILS, (Kind.RULING, {"ruling": ruling.pk})]:
            tell(ann, kind, **data)
        for one in TournamentNotice.objects.select_related("user", "entrant", "tournament"):
            mail.outbox.append(build_email(one.user, [one]))
        ear.render_emails()
    assert {f"letter {kind}" for kind in Kind.values} <= ear.heard
