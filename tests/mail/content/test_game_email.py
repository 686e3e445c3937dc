"""Emails are enough to play by, tell nothing they should not, and mail programs know what they are."""

import re
from datetime import UTC, datetime, timedelta
from email import message_from_string
from email.message import EmailMessage
from email.policy import default
from urllib.parse import urlsplit

import pytest
import time_machine
from django.core import mail
from django.core.cache import cache
from django.test import Client, override_settings
from django.utils import timezone

from games.clock.pace import Pace
from games.links import kinds
from games.mail.content import game_email, move_options
from games.mail.content.game_update import GameUpdate
from games.mail.outgoing import game_outbox
from games.mail.parsing.html_text import html_to_text
from games.mail.parsing.quotes import OPENING_MARK, REPLY_MARKER, extract_own_lines
from games.models import Game, GameNotice, Seat
from games.play import referee
from games.play.lobby import tables
from games.play.transaction.notices import TURN_NOTICE_DELAY
from games.rules import registry
from games.rules.citadels.text.lexicon import LEXICON
from tests.helpers.factories import UserFactory
from tests.helpers.mail.emails import (
    MOST_BYTES,
    bare,
    email_to,
    flat,
    html_of,
    links,
    newest,
    posting_to,
    tells_what_only_the_reader_knows,
    words_of,
)
from tests.helpers.mail.smtp_server import mail_server
from tests.helpers.messages import deadlines, play
from tests.helpers.messages import mail as messages
from tests.helpers.messages.rules import COST_OF_DISTRICTS, SEAT_WINS, SEATS_SHARE_VICTORY, YOUR_TURN_YOU_ARE
from tests.helpers.messages.terminal import TABLE_CLOCKWISE
from tests.helpers.rulesets.pebbles import PEBBLES
from tests.helpers.secrets import SET_UPS, put_other_world, restore
from tests.helpers.tables import advice, awaited, play_on, table, written

pytestmark = pytest.mark.django_db

TWO_DAYS = Pace(hours=timedelta(hours=48))
HOUSE = override_settings(BASE_URL="https://play.example.org")


@pytest.fixture
def game() -> Game:
    game = table(3, name="Danube nights", pace=TWO_DAYS)
    written(
        game,
        {
            "round": 4,
            "called": "magician",
            "begun": True,
            "gathered": True,
            "{0}": {
                "characters": ["magician"],
                "hand": ["tavern", "market", "docks", "palace"],
                "gold": 3,
                "city": ["castle", "temple"],
            },
            "{1}": {"characters": ["king"], "hand": ["harbor"], "gold": 6, "city": ["keep", "docks"]},
            "{2}": {"characters": ["bishop"], "hand": ["church"], "gold": 1},
        },
    )
    return game


# --- what an email to somebody who is asked holds


def test_both_parts_hold_the_table_the_hand_and_what_the_reader_knows(game):
    email = email_to(awaited(game))
    rival, other = game.seats.all()[1:]
    table_words = ("Castle", "Temple", "Keep", "Docks", rival.name, other.name, "King", "Bishop")
    own_words = (YOUR_TURN_YOU_ARE.fill(character="Magician"), "Tavern", "Market", "Palace")
    for part in (flat(email.body), words_of(html_of(email))):
        assert tells_what_only_the_reader_knows(part)
        for words in (*table_words, *own_words):
            assert words.lower() in part.lower()


def test_hand_and_options_come_before_what_lies_on_the_table(game):
    email = email_to(awaited(game))
    for part in (flat(email.body), words_of(html_of(email))):
        places = [part.index(words) for words in (REPLY_MARKER, "Palace", "Tavern for 1", "Keep")]
        assert places == sorted(places)


def test_both_parts_tell_the_effects_of_what_is_built(game):
    email = email_to(awaited(game))
    effect = LEXICON.effect("keep", "en", "2016")
    assert effect
    for part in (flat(email.body), words_of(html_of(email))):
        assert effect in part


def read_turn_link(link: str) -> kinds.TurnLink:
    return kinds.TURN.read(urlsplit(link).path.split("/")[2])


def test_every_whole_turn_has_its_number_its_link_and_what_one_ends_with(game):
    email = email_to(awaited(game))
    turns = [read_turn_link(link).turn for link in links(email.body)]
    assert turns == [1, 2, 3, 4, 0]  # Tavern, Market, Docks, nothing; and the page to compose another one
    assert set(links(email.body)) == set(links(html_of(email)))
    for part in (flat(email.body), words_of(html_of(email))):
        for number, label, left in ((1, "Tavern for 1", 2), (2, "Market for 2", 1), (4, "Build nothing", 3)):
            assert re.search(rf"{number}\.? {label} {left} gold,? \d+ point", part)


def test_single_moves_have_the_numbers_behind_the_turns(game):
    email, lines = email_to(awaited(game)), list_options(game).lines
    steps = {number: moves for number, moves in lines.items() if number > 4}
    assert min(steps) == 5
    assert ("build tavern",) in steps.values()
    for number, (line,) in [(number, moves) for number, moves in steps.items() if moves]:
        for part in (flat(email.body), words_of(html_of(email))):
            assert f"{number}. {line}" in part


def list_options(game: Game) -> move_options.OptionList:
    view = GameUpdate([GameNotice(game=game, user=awaited(game).user)]).view
    return move_options.OptionList(view, awaited(game))


def test_an_email_with_whole_turns_is_shorter_than_with_its_single_moves_one_by_one(game, monkeypatch):
    email = email_to(awaited(game))
    monkeypatch.setattr(move_options.OptionList, "turns", [])
    assert len(email.body) < len(email_to(awaited(game)).body)


def test_a_turn_whose_power_has_to_be_chosen_says_how_to_write_it(game):
    """The number alone would leave it open; the page behind the link asks for it."""
    own = {"characters": ["assassin"], "hand": ["tavern", "market"], "gold": 3}
    written(game, {"called": "assassin", "begun": True, "{0}": own})
    email = email_to(awaited(game))
    for part in (flat(email.body), words_of(html_of(email))):
        assert messages.FIRST_ANSWER_PART.is_in(part, example="murder thief", number=1)


@pytest.fixture
def draft() -> Game:
    return table(3)


def test_every_option_that_is_no_turn_has_its_own_link(draft):
    email = email_to(awaited(draft))
    lines = [read_turn_link(link).line for link in links(email.body)]
    assert {one.line for one in list_options(draft).list_options()} == {*lines} - {""}
    assert set(links(email.body)) == set(links(html_of(email)))


def test_an_option_with_parts_is_a_form_and_an_example(game):
    [form] = [one for one in list_options(game).list_options() if one.needs_form]
    assert form.line.startswith("redraw ")
    email = email_to(awaited(game))
    for part in (flat(email.body), words_of(html_of(email))):
        assert form.line in part
    assert not read_turn_link(form.link).line


@time_machine.travel(datetime(2026, 11, 16, 12, tzinfo=UTC), tick=False)
def test_the_deadline_is_told_in_the_zone_of_the_reader():
    game = table(3, pace=TWO_DAYS)
    seat = awaited(game)
    seat.user.time_zone = "Europe/Zagreb"
    seat.user.save()
    email = email_to(seat)
    due = "Wednesday 18 November 2026, 13:00"
    for part in (flat(email.body), words_of(html_of(email))):
        assert messages.ANSWER_BY.fill(when=due, zone="Europe/Zagreb") in part
        assert deadlines.IF_NOT_ANSWERED.is_in(part, when=due)


def test_it_tells_what_happened_since_the_own_last_decision():
    game = table(3)
    play_on(game, 30, advice)
    seat = awaited(game)
    last = game.log_entries.filter(seat=seat, kind="move").order_by("number").last()
    email = email_to(seat)
    result = GameUpdate([GameNotice(game=game, user=seat.user)]).log_entries
    assert all(one.number > last.number for one in result)
    for one in result:
        assert flat(one.sentences[0]) in flat(email.body)


def test_it_is_written_in_the_language_of_the_reader(game):
    seat = awaited(game)
    seat.user.language = "hu"
    seat.user.save()
    email = email_to(seat)
    assert email.message()["Content-Language"] == "hu"
    tavern = registry.get("citadels").lexicon.name("tavern", "hu")
    assert tavern != "Tavern"
    for part in (email.body, html_of(email)):
        assert tavern in part
        assert "Fogadó, 1 aranyért" in flat(part)
        assert "építek Fogadót" in part  # as it may be written in a reply
        assert "build tavern" not in part


def test_lines_of_the_text_fit_into_a_narrow_window(game):
    play_on(game, 5, advice)
    lines = email_to(awaited(game)).body.splitlines()
    assert max(len(line) for line in lines if "://" not in line) <= 72
    assert all(line.strip() == line.strip().split()[0] for line in lines if "://" in line and "/t/" in line)


# --- the other kinds


def test_a_game_that_has_begun_shows_the_table(game):
    waiting = game.seats.filter(decision__isnull=True).first()
    email = email_to(waiting, GameNotice.Kind.STARTED)
    assert messages.GAME_HAS_BEGUN.is_in(email.body)
    assert messages.EMAIL_WHEN_ASKED.is_in(email.body)
    assert not links(email.body)


def test_the_result_is_explained_by_one_score_and_the_table_counts_no_other():
    game = table(2)
    play_on(game, 4000, advice)
    game_outbox.send_due_notices()
    last = [email for email in mail.outbox if email.extra_headers["X-Citadels-Kind"] == "over"]
    assert len(last) == 2
    for part in (flat(last[0].body), words_of(html_of(last[0]))):
        assert messages.GAME_OVER in part
        assert COST_OF_DISTRICTS in part
        assert SEAT_WINS.is_in(part) or SEATS_SHARE_VICTORY.is_in(part)
        assert messages.GAZETTE_BY_ROUNDS in part
    assert f"/g/{game.key}/gazette/" in last[0].body
    assert list_board_columns(last[0]) == (["gold", "hand", "built"], ["gold", "hand", "of 8"])


def list_board_columns(email) -> tuple[list[str], list[str]]:
    """The figures of the table in the text and in the HTML part."""
    [heads] = [line for line in email.body.splitlines() if TABLE_CLOCKWISE in line]
    return heads.removeprefix(TABLE_CLOCKWISE).split(), re.findall(
        r'<th class="th"[^>]*>(.*?)</th>', html_of(email)
    )


def test_a_pause_is_told_with_its_reason(game):
    referee.decide_matter(game.pk, "pause", UserFactory(is_staff=True))
    GameNotice.objects.exclude(kind=GameNotice.Kind.CHANGES).delete()
    game_outbox.send_due_notices()
    assert len(mail.outbox) == 3
    for part in (flat(mail.outbox[0].body), words_of(html_of(mail.outbox[0]))):
        assert play.REFEREE_PAUSES in part
        assert messages.PAUSED_BY_REFEREE in part


def test_a_table_that_was_cancelled_or_has_expired_says_so():
    ann, bob = UserFactory(), UserFactory()
    game = tables.open_table(ann, tables.NewTable("Ours", "citadels", {}, 3, is_open=True))
    tables.join_table(game.pk, bob)
    tables.cancel_table(game.pk, ann)
    game_outbox.send_due_notices()
    [email] = mail.outbox
    assert email.to == [bob.email]
    assert messages.TABLE_CANCELLED.is_in(email.body)
    late = tables.open_table(ann, tables.NewTable("Late", "citadels", {}, 3))
    Game.objects.filter(pk=late.pk).update(expires_at=late.created_at)
    tables.expire_due_tables(late.created_at)
    game_outbox.send_due_notices()
    assert messages.TABLE_EXPIRED.is_in(mail.outbox[-1].body)
    assert mail.outbox[-1].to == [ann.email]


def test_a_game_without_templates_of_its_own_is_shown_as_text(monkeypatch):
    monkeypatch.setitem(registry.RULESETS, "pebbles", PEBBLES)
    ann = UserFactory()
    game = tables.open_table(ann, tables.NewTable("Shore", "pebbles", {}, 2, is_open=True))
    tables.join_table(game.pk, UserFactory())
    game.refresh_from_db()
    email = email_to(awaited(game))
    assert "<pre" in html_of(email)
    assert links(email.body)


# --- size and looks


def test_no_email_is_too_long_or_needs_anything_from_elsewhere():
    """Also where a seat has a hundred ways to decide."""
    longest = 0
    for number, preset in enumerate(["ambitious_aristocrats", "devious_dignitaries"]):
        game = table(8, name=f"Crowd {number}", options={"preset": preset})
        for _ in range(6):
            play_on(game, 45, advice)
            game.refresh_from_db()
            if game.state != Game.State.RUNNING:
                break
            email = email_to(awaited(game))
            longest = max(longest, len(html_of(email).encode()))
            assert not re.search(r"<(img|script|link|iframe)|url\(|@import", html_of(email))
    assert longest < MOST_BYTES


def test_a_hundred_ways_to_decide_stay_below_the_limit(monkeypatch):
    game = table(8)
    names = [seat.name for seat in game.seats.all()]
    mine = ["castle", "tavern", "temple", "docks", "market"]
    theirs = ["manor", "church", "prison", "harbor", "trading_post", "monastery"]
    cast = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "diplomat"]
    page = {
        name: {"characters": [one], "city": mine if one in (cast[-1], *cast[:4]) else theirs, "gold": 12}
        for name, one in zip(names, reversed(cast), strict=True)
    }
    written(game, {"cast": cast, "called": "diplomat", "begun": True, "gathered": True, **page})
    email = email_to(awaited(game))
    assert 60 < len(links(email.body)) <= move_options.MAX_LINKS + 1
    assert len(html_of(email).encode()) < MOST_BYTES
    monkeypatch.setattr(move_options, "MAX_LINKS", 20)
    shorter = email_to(awaited(game))
    assert len(links(shorter.body)) <= 21
    assert messages.EXAMPLE_OF_FORM.is_in(shorter.body)


def test_styles_stand_where_mail_programs_read_them_and_dark_mode_stays(game):
    html = html_of(email_to(awaited(game)))
    assert 'style="' in html
    assert "prefers-color-scheme: dark" in html
    assert 'name="color-scheme"' in html
    assert 'name="supported-color-schemes"' in html
    head = html.partition("</head>")[0]
    assert ".h1 { margin" not in head


# --- what mail programs read


@HOUSE
@pytest.mark.parametrize(
    ("kind", "subject", "root"),
    [
        (GameNotice.Kind.YOUR_TURN, messages.YOUR_TURN_AT.fill(table="Danube nights (Citadels)"), "turns"),
        (GameNotice.Kind.REMINDER, messages.YOUR_TURN_AT.fill(table="Danube nights (Citadels)"), "turns"),
        (GameNotice.Kind.TALK, "Danube nights (Citadels)", "game"),
        (GameNotice.Kind.VOTE, "Danube nights (Citadels)", "game"),
    ],
)
def test_what_asks_and_what_tells_are_two_threads(game, kind, subject, root):
    email = email_to(awaited(game), kind).message()
    assert email["Subject"] == subject
    assert email["References"] == email["In-Reply-To"] == f"<{root}-{game.key}@play.example.org>"
    assert email["List-Id"] == f"<{game.key}.games.play.example.org>"
    assert email["X-Citadels-Kind"] == kind
    assert email["Auto-Submitted"] == "auto-generated"
    assert email["X-Auto-Response-Suppress"] == "All"
    assert email["Message-ID"] == "<notice-7@play.example.org>"


def test_both_parts_open_with_what_is_asked_and_then_the_line_to_write_above():
    email = email_to(awaited(table(3, pace=TWO_DAYS)))
    for part in (flat(email.body), words_of(html_of(email))):
        assert part.startswith(OPENING_MARK)
        opening, marker, _rest = part.partition(REPLY_MARKER)
        assert marker
        assert messages.ANSWER_BY.is_in(opening)


def test_nothing_of_an_unmarked_quote_is_read_as_a_reply(game):
    email = email_to(awaited(game))
    for quoted in (email.body, html_to_text(html_of(email).replace("display:none", ""))):
        assert extract_own_lines(f"build tavern\n{quoted}") == ["build tavern"]


def test_nothing_is_read_of_an_unmarked_quote_without_what_was_hidden_in_it(game):
    """Many programs leave out what is hidden when they quote; the marker is the first that is left."""
    body = html_of(email_to(awaited(game))).partition("<body")[2]
    _hidden, _end, seen = body.partition("</div>")
    assert extract_own_lines(f"build tavern\n{html_to_text(f'<p{seen}')}") == ["build tavern"]


def test_the_deadline_is_seen_in_short_with_its_zone_and_what_has_moved_it():
    game = table(3, pace=TWO_DAYS)
    seat = awaited(game)
    seat.user.time_zone = "Europe/Zagreb"
    seat.user.save()
    Seat.objects.filter(pk=seat.pk).update(
        due_at=datetime(2026, 11, 18, 12, tzinfo=UTC), delay_reasons="leave"
    )
    with time_machine.travel(datetime(2026, 11, 16, 12, tzinfo=UTC), tick=False):
        _hidden, _end, seen = html_of(email_to(seat)).partition("</div>")
    opening, _hand, _rest = words_of(f"</head>{seen}").partition(str(messages.YOUR_HAND))
    for words in ("Wednesday 18 November, 13:00", "Europe/Zagreb"):
        assert words in opening
    assert deadlines.MOVED_BY_LEAVE.is_in(opening)


@HOUSE
def test_one_click_is_enough_to_have_no_more(game):
    email = email_to(awaited(game)).message()
    link, by_mail = [way.strip("<> ") for way in email["List-Unsubscribe"].split(",")]
    assert by_mail.startswith("mailto:stop+")
    assert link.startswith("https://play.example.org/u/")
    assert email["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert Client().post(urlsplit(link).path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert awaited(game).has_emails_off


@HOUSE
def test_all_links_come_from_our_settings(game):
    email = email_to(awaited(game))
    for part in (email.body, html_of(email)):
        found = {urlsplit(link).netloc for link in re.findall(r"https?://[^\s\"<]+", part)}
        assert found == {"play.example.org"}


@pytest.mark.parametrize(
    "name", ["Ours\r\nBcc: eve@example.org", "Ours\nX-Evil: 1", "Ours\x00\x0b\u2028Bcc: e"]
)
def test_a_name_cannot_become_a_header(game, name):
    Game.objects.filter(pk=game.pk).update(name=name.replace("\x00", ""))
    email = email_to(awaited(game))
    parsed = message_from_string(email.message().as_string(), policy=default)
    assert parsed["Bcc"] is None
    assert parsed["X-Evil"] is None
    assert parsed["Subject"].startswith(messages.YOUR_TURN_AT.fill(table="Ours"))


def test_a_name_stays_text(game):
    Game.objects.filter(pk=game.pk).update(name='<b>Tom & "Ann"</b>')
    email = email_to(awaited(game))
    assert "<b>Tom" not in html_of(email)
    assert "&lt;b&gt;Tom &amp;" in html_of(email)
    assert '<B>TOM & "ANN"</B>' in email.body


# --- no secrets


@pytest.mark.one_database
@pytest.mark.drill(31, "no letter tells what its reader cannot know")
@pytest.mark.parametrize("set_up", SET_UPS, ids=str)
def test_no_email_tells_two_worlds_apart(set_up):
    ruleset, people, options = set_up
    with time_machine.travel("2026-11-16 12:00:00Z", tick=False):
        game = table(people, ruleset=ruleset, options=options, visibility="always")
        onlooker = UserFactory()
        readers = list(game.seats.all())
        for number in range(6):
            play_on(game, 13, advice)
            game.refresh_from_db()
            if game.state != Game.State.RUNNING:
                break
            before = {"position": game.position, "seed": game.seed}
            journal = {
                entry.pk: (entry.text, entry.events, entry.position_before)
                for entry in game.log_entries.all()
            }
            watching = bare(gazette_for(game, onlooker))
            for reader in readers:
                here = written_to(reader, number)
                put_other_world(game, reader.name, number)
                assert written_to(reader, number) == here
                assert bare(gazette_for(game, onlooker)) == watching
                restore(game, before, journal)


def written_to(reader: Seat, number: int) -> list[bytes]:
    """The email of a turn, and one after the other all that can come beside it."""
    kinds = [GameNotice.Kind.YOUR_TURN, *GameNotice.Kind.values[number % 4 :: 4]]
    return [bare(email_to(reader, kind)) for kind in kinds]


def gazette_for(game: Game, onlooker):
    """The email to somebody who follows the game and has no seat."""
    notice = GameNotice(pk=7, game=game, user=onlooker, kind=GameNotice.Kind.GAZETTE, number=game.log_length)
    return game_email.build_game_email(onlooker, [GameUpdate([notice])])


# --- a whole game


@pytest.mark.one_database
def test_a_whole_game_is_played_only_by_links_out_of_the_emails():
    """Three people who never sign in, by a real socket and without a browser's script."""
    game = table(3, visibility="nobody")
    with mail_server() as server, posting_to(server):
        for _ in range(2000):
            game_outbox.send_due_notices(timezone.now() + TURN_NOTICE_DELAY)
            game.refresh_from_db()
            if game.state != Game.State.RUNNING:
                break
            seat = awaited(game)
            cache.clear()  # they play faster than the limits allow
            follow(newest(server.emails, seat.user.email), advice(seat))
    assert game.state == Game.State.OVER
    assert set(game.log_entries.filter(kind="move").values_list("how", flat=True)) == {"link"}
    assert not GameNotice.objects.exclude(
        status__in=[GameNotice.Status.SENT, GameNotice.Status.DROPPED]
    ).exists()
    for seat in game.seats.select_related("user"):
        assert newest(server.emails, seat.user.email)["X-Citadels-Kind"] == "over"


def follow(email: EmailMessage, wanted: str) -> None:
    """Open the link, look at the page, press its button; what has to be filled in is written as a line."""
    found, client = choices(email), Client()
    path = found.get(wanted, found[""])
    assert client.get(path).status_code == 200
    answer = client.post(path, {} if wanted in found else {"line": wanted})
    assert answer.status_code == 200, answer.content.decode()[:3000]


def choices(email: EmailMessage) -> dict[str, str]:
    """The lines of the text part and the paths of their links."""
    part = email.get_body(preferencelist=("plain",))
    assert part is not None
    found = [urlsplit(link).path for link in links(part.get_content())]
    return {kinds.TURN.read(path.split("/")[2]).line: path for path in found}
