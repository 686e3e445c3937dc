"""No page of the house has barriers, by day or by night: every route is looked at, or is no page.

A new route fails the first test until a room below shows it, or it stands in `NO_PAGES` with the reason.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import get_resolver, reverse
from playwright.sync_api import Page

from accounts import rate_limits
from accounts.handles import MAX_HANDLE_LENGTH
from accounts.preferences.mail_preferences import COLLECTED
from games.clock.pace import Pace
from games.links import kinds
from games.mail import dev_inbox
from games.mail.outgoing import game_outbox
from games.models import Game, Vote
from games.play import chat, votes
from games.play.deadlines import extensions
from games.play.lobby import invitations
from games.play.lobby.tables import NewTable, open_table
from games.play.transaction.origin import by_user
from games.rules import registry
from games.tasks import count_games
from games.tournaments.mail import links
from games.tournaments.models import Entrant, Role, Tournament, TournamentTable
from games.tournaments.rulings import disputes
from games.tournaments.settings import StageSettings
from games.tournaments.setup import drafts
from tests.helpers.absent_players import replaced
from tests.helpers.browser.page_walk import ROOMS, Walk, room, sheets_like
from tests.helpers.browser.table_steps import KING, others_of
from tests.helpers.browser.tournament_steps import LONG_AGO, second_round
from tests.helpers.factories import InvitationFactory, JoinLinkFactory, UserFactory
from tests.helpers.mail.post_room import at_this_machine, open_post_room
from tests.helpers.new_table_pages import look
from tests.helpers.pages import client_of
from tests.helpers.played_games import played
from tests.helpers.rematches import finished
from tests.helpers.routes import FORMS_ALONE, routes
from tests.helpers.rulesets.pebbles import PEBBLES
from tests.helpers.sign_in import ask_for_code, passkey, sign_in
from tests.helpers.tables import awaited, table, written
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.finished_games import finish, finish_all
from tests.helpers.tournaments.people import appoint, entrant, person, register_entrants
from tests.helpers.tournaments.stages import FINAL, LADDER

pytestmark = pytest.mark.django_db(transaction=True)

FAR = datetime(2099, 3, 1, tzinfo=UTC)

# routes that show no page of ours, by the reason why
NO_PAGES = {
    "takes a form, and leads to a page": FORMS_ALONE,
    "leads to a moment of the game": {"replay"},
    "leads to the most urgent table": {"next_table"},
    "a part of a page that is looked at": {"table_news"},
    "a letter, which lets no script in: laid out in `post`": {"dev_inbox_html"},
    "a picture": {"site_picture", "table_picture", "tournament_picture", "invitation_picture"},
    "a file": {
        "manifest",
        "game_record",
        "standings_csv",
        "tables_csv",
        "tournament_json",
        "tournament_trf",
        "calendar_feed",
        "watch_feed",
    },
    "for machines": {"healthz", "readyz", "metrics", "security_txt", "mfa_login_webauthn"},
    "another name of `account_login`": {"account_request_login_code"},
    "another name of `mfa_list_webauthn`": {"mfa_index"},
}


def test_every_route_is_looked_at_or_shows_no_page():
    """All but the admin, which is Django's own."""
    shown = {name for one in ROOMS.values() for name in one.routes}
    hidden = {name for names in NO_PAGES.values() for name in names}
    assert not shown & hidden
    assert shown | hidden == set(routes(get_resolver().url_patterns))


def test_every_template_of_a_page_is_looked_at():
    assert {sheet for one in ROOMS.values() for sheet in one.sheets} == sheets_like("**/*")


@pytest.fixture
def long_names(monkeypatch):
    """Nobody can be called by a longer name, nor by one that is harder to break."""
    made = UserFactory._create

    def create(model, *words: Any, handle: str, **more: Any) -> Any:
        return made(model, *words, handle=f"{handle}Konstantinapoly"[:MAX_HANDLE_LENGTH], **more)

    monkeypatch.setattr(UserFactory, "_create", create)


@pytest.mark.usefixtures("long_names")
@pytest.mark.parametrize("name", ROOMS)
def test_no_page_has_barriers(name, page: Page, live_server, request):
    walk, room = Walk(page, live_server.url), ROOMS[name]
    room.walk(walk, request)
    assert walk.seen == room.routes
    assert room.sheets <= walk.used
    assert not walk.found, "\n\n".join(walk.found)


# --- people


@room(
    "account_login account_signup account_confirm_login_code account_inactive account_logout "
    "account_reauthenticate account_email account_email_verification_sent profile close_account "
    "mfa_list_webauthn mfa_add_webauthn mfa_edit_webauthn mfa_remove_webauthn my_leave calendar "
    "public_profile",
    sheets="account/* accounts/* mfa/webauthn/* games/people/*",
)
def people(walk: Walk, request) -> None:
    stranger, vesna = Client(), UserFactory(handle="Vesna")
    for route in ("account_login", "account_signup"):
        walk.look(stranger, route)
    walk.look(stranger, "account_inactive", status=403)
    ask_for_code(stranger, "nobody@example.org")
    walk.look(stranger, "account_confirm_login_code")
    own = sign_in(Client(), vesna)
    for route in ("profile", "close_account", "mfa_add_webauthn", "account_email"):
        walk.look(own, route)
    key = passkey(vesna)
    walk.look(own, "mfa_list_webauthn")
    for route in ("mfa_edit_webauthn", "mfa_remove_webauthn"):
        walk.look(own, route, key.pk)
    for route in ("my_leave", "calendar", "account_reauthenticate", "account_logout"):
        walk.look(own, route)
    own.post(reverse("account_email"), {"email": "new@example.org", "action_add": ""})
    walk.look(own, "account_email_verification_sent")
    walk.look(own, "public_profile", vesna.handle)


# --- tables


@room(
    "front_page privacy tables new_table my_games finished_games invitation stand_in table public_profile "
    "join_link watch watch_finished",
    sheets="games/site/front_page games/site/privacy games/lobby/*",
)
def house(walk: Walk, request) -> None:
    host, stranger = UserFactory(), Client()
    own = client_of(host)
    waiting = open_table(host, NewTable("Danube evenings", "citadels", {}, 4, is_open=True, bots=1))
    [invitation] = invitations.invite_people(waiting.pk, host, ["bela@example.org"])
    away = replaced(table(3, name="Short of one"))
    over = played(2)
    over.seats.filter(place=0).update(user=host)
    count_games()
    for route in ("front_page", "privacy", "tables", "watch", "watch_finished"):
        walk.look(stranger, route)
    walk.look(client_of(UserFactory()), "front_page")  # with the ways to a first game
    for route in ("front_page", "tables", "new_table", "my_games", "finished_games"):
        walk.look(own, route)
    for visitor in (own, stranger):
        walk.look(visitor, "table", waiting.key)
    token = kinds.INVITATION.sign(kinds.InvitationLink.for_invitation(invitation))
    walk.look(stranger, "invitation", token)
    walk.look(stranger, "invitation", "nonsense", status=404)
    walk.lay_out_answer("declined", answered(stranger, "invitation", token, answer="decline"))
    walk.lay_out_answer("look_over", look(own))
    [invitation] = invitations.invite_people(waiting.pk, host, ["cili@example.org"])
    token = kinds.INVITATION.sign(kinds.InvitationLink.for_invitation(invitation))
    answered(Client(), "invitation", token, status=302, answer="accept", handle="Cili")
    walk.look(stranger, "invitation", token)
    private = JoinLinkFactory(game__creator=host)
    walk.look(own, "table", private.game.key)
    token = kinds.JOIN_LINK.sign(kinds.JoinLinkToken(private.pk))
    walk.look(stranger, "join_link", token)
    walk.lay_out_answer("asked_for", answered(stranger, "join_link", token, address="dani@example.org"))
    walk.look(stranger, "join_link", "nonsense", status=404)
    walk.look(own, "stand_in", away.game.key, away.pk)
    walk.look(stranger, "public_profile", host.handle)


def answered(visitor: Client, route: str, *words: Any, status: int = 200, **form: str) -> Any:
    """What this visitor reads who sends the form of this route."""
    answer = visitor.post(reverse(route, args=words), form)
    assert (route, answer.status_code) == (route, status)
    return answer


@room(
    "table game_log planned_turn orders seat let_bot_play abandon_game edit_message report_message "
    "replay_step final_page gazette",
    sheets="games/table/* games/table/replay/*",
)
def tables(walk: Walk, request) -> None:
    game = table(4)
    written(game, KING)
    seat, other = awaited(game), others_of(game)
    own, theirs = (chat.post_message(game, one, "Hello", key=one.name) for one in (seat, other))
    player = client_of(seat.user)
    walk.look(player, "table", game.key)
    walk.look(client_of(other.user), "table", game.key)
    walk.look(player, "planned_turn", game.key, then="gold")
    for route in ("game_log", "orders", "seat", "let_bot_play", "abandon_game"):
        walk.look(player, route, game.key)
    walk.look(player, "edit_message", game.key, own.pk)
    walk.look(player, "report_message", game.key, theirs.pk)
    walk.look(player, "replay_step", game.key, 0)  # nobody has played up to where it stands
    walk.look(player, "gazette", game.key, status=409)  # and nobody can report how it came about
    over = played(3)
    walk.look(client_of(over.creator), "table", over.key)
    walk.look(client_of(over.creator), "final_page", over.key)
    for route in ("final_page", "gazette"):
        walk.look(Client(), route, over.key)
    walk.look(Client(), "replay_step", over.key, 21)


@room("rules rulebook cards card statistics", sheets="games/rules/* games/statistics/*")
def books(walk: Walk, request) -> None:
    finish(table(2))
    count_games()
    for route in ("rulebook", "cards", "statistics"):
        walk.look(Client(), route, "citadels")
    walk.look(Client(), "card", "citadels", "wishing_well")
    request.getfixturevalue("monkeypatch").setitem(registry.RULESETS, PEBBLES.slug, PEBBLES)
    walk.look(Client(), "rules")


# --- emails and what they lead to


@room(
    "play_by_link orders_by_link grant_extension_by_link vote_by_link return_by_link report_not_me "
    "unsubscribe tournament_link play_again_by_link",
    sheets="games/links/* tournaments/links/*",
)
def links_of_emails(walk: Walk, request) -> None:
    game, reader = table(3, pace=Pace(hours=timedelta(hours=48))), Client()
    seat = awaited(game)
    other = others_of(game)
    extension = extensions.request_extension(game.pk, seat.name, 24, by_user(seat.user))
    walk.look(
        reader,
        "grant_extension_by_link",
        kinds.EXTENSION.sign(kinds.ExtensionLink.for_user(extension.pk, other.user, other)),
    )
    votes.cast_vote(game.pk, seat.name, "pause", by_user(seat.user))
    walk.look(reader, "vote_by_link", kinds.VOTE.sign(kinds.VoteLink.for_seat(other, Vote.objects.get().pk)))
    written(game, KING)
    seat = awaited(game)
    for line in ("", "gold"):
        walk.look(reader, "play_by_link", kinds.TURN.sign(kinds.TurnLink.for_seat(seat, line)))
    walk.look(reader, "play_by_link", "nonsense", status=404)
    walk.look(
        reader, "orders_by_link", kinds.ORDERS.sign(kinds.OrdersLink.for_seat(seat, seat.decision or 0))
    )
    walk.look(reader, "report_not_me", kinds.NOT_ME.sign(kinds.NotMeLink.for_seat(seat)))
    for token in (
        kinds.UNSUBSCRIBE.sign(kinds.GameUnsubscribeLink.for_seat(seat, "your_turn")),
        kinds.UNSUBSCRIBE.sign(kinds.GameUnsubscribeLink.for_seat(seat, COLLECTED)),
        kinds.GAZETTE_UNSUBSCRIBE.sign(kinds.GazetteUnsubscribeLink.for_user(game.pk, seat.user)),
        kinds.STAND_IN_UNSUBSCRIBE.sign(kinds.StandInUnsubscribeLink.for_user(seat.user)),
        kinds.INVITATION_UNSUBSCRIBE.sign(
            kinds.InvitationUnsubscribeLink.for_invitation(InvitationFactory())
        ),
    ):
        walk.look(reader, "unsubscribe", token)
    walk.lay_out_answer(
        "played", answered(reader, "play_by_link", kinds.TURN.sign(kinds.TurnLink.for_seat(seat, "gold")))
    )
    walk.lay_out_answer(
        "guarded", answered(reader, "report_not_me", kinds.NOT_ME.sign(kinds.NotMeLink.for_seat(seat)))
    )
    walk.look(reader, "play_by_link", kinds.TURN.sign(kinds.TurnLink.for_seat(seat)), status=410)
    walk.look(
        reader, "return_by_link", kinds.SEAT_RETURN.sign(kinds.SeatReturnLink.for_seat(replaced(table(3))))
    )
    over = finished(2).seats.all()[0]
    walk.look(reader, "play_again_by_link", kinds.REMATCH.sign(kinds.RematchLink.for_seat(over)))
    for token in links_about_tournaments():
        walk.look(reader, "tournament_link", token)


def links_about_tournaments() -> list[str]:
    """To answer, to leave, to quarrel, to go on quarrelling, to help, to have no more emails."""
    cup = TournamentBuilder(state=Tournament.State.CHECK_IN).build()
    [one, settled] = register_entrants(cup, 2)
    Entrant.objects.filter(pk=one.pk).update(state=Entrant.State.ENTERED, offered_until=FAR)
    appoint(cup)
    dispute = disputes.open_dispute(one.pk, None, "He looked.")
    disputes.answer_dispute(dispute.pk, cup.owner, "It stands.")
    addresses = [
        links.build_action_url(one, "check_in"),
        links.build_action_url(settled, "challenge"),
        links.build_action_url(one, links.WITHDRAW),
        links.build_action_url(one, links.DISPUTE),
        links.build_action_url(one, links.APPEAL, dispute.number),
        links.build_role_url(Role.objects.filter(tournament=cup)[1]),
        links.build_unsubscribe_url(one, one.user),
        links.build_unsubscribe_url(None, one.user),
    ]
    return [address.rstrip("/").rpartition("/")[2] for address in addresses]


@room(
    "dev_inbox dev_inbox_email",
    sheets="games/site/dev_inbox/* *",
)
def post(walk: Walk, request) -> None:
    """The post room, an email, and what is said when something goes wrong."""
    settings, patch = request.getfixturevalue("settings"), request.getfixturevalue("monkeypatch").setattr
    open_post_room(settings, request.getfixturevalue("tmp_path"))
    settings.BASE_URL = ""
    game = table(3, visibility=Game.Visibility.ALWAYS)
    seat = awaited(game)
    chat.post_message(game, others_of(game), f"https://example.org/{'x' * 80}", key="k")
    game_outbox.send_due_notices()
    [email] = dev_inbox.list_emails(seat.user.email)
    assert "xxx" in email.html
    walk.look(Client(), "dev_inbox", status=403)
    walk.look(at_this_machine(), "dev_inbox")
    walk.look(at_this_machine(), "dev_inbox_email", email.name)
    # it is a part of the page that a mail program makes
    walk.lay_out("letter", email.html, "region", "landmark-one-main")
    visitor = client_of(UserFactory())
    walk.get_lost(visitor, "/no-such-page")
    move = {"decision": str(seat.decision), "line": "gold", "key": "k"}  # of somebody who only watches
    walk.lay_out_answer("not_yours", answered(visitor, "post_move", game.key, status=403, **move))
    walk.lay_out_answer("from_elsewhere", answered(visitor, "change_theme", status=403))
    patch(rate_limits, "is_allowed", lambda *_asked, **_more: False)
    walk.lay_out_answer("too_often", answered(visitor, "check_tournament_file", status=429))
    patch(rate_limits, "is_allowed", lambda *_asked, **_more: True)
    patch(dev_inbox.EmailBackend, "send_messages", refuse)
    walk.lay_out_answer("no_post", answered(Client(), "account_login", status=503, email=seat.user.email))
    for sheet in ("400.html", "500.html", "unavailable.html"):  # made without knowing for whom
        walk.lay_out(f"trouble/{sheet}", render_to_string(sheet), sheets=[sheet])


def refuse(*_emails: Any) -> None:
    raise ConnectionRefusedError


# --- tournaments


@room(
    "tournaments my_tournaments check_tournament_file ratings tournament tournament_entry tournament_rules "
    "tournament_rulings tournament_entrants tournament_entrant tournament_rounds tournament_standings "
    "tournament_meetings tournament_embed tournament_bracket",
    sheets="tournaments/*",
)
def tournaments(walk: Walk, request) -> None:
    host = UserFactory()
    cup = second_round(host)
    player, stranger = client_of(person(cup, 1)), Client()
    for route in ("tournaments", "check_tournament_file"):
        walk.look(stranger, route)
    walk.look(stranger, "tournaments", state="running")
    walk.look(stranger, "ratings", "citadels")
    walk.look(player, "my_tournaments")
    for visitor in (player, stranger):
        walk.look(visitor, "tournament", cup.slug)
    walk.look(player, "tournament_entry", cup.slug)
    for visitor in (player, stranger):  # who plays finds the own rows marked
        for page in ("rules", "rulings", "entrants", "rounds", "standings", "meetings"):
            walk.look(visitor, f"tournament_{page}", cup.slug)
        walk.look(visitor, "tournament_entrant", cup.slug, 1)
    walk.look(player, "tournament_embed", cup.slug)  # the same for everybody
    final, ladder = begun(FINAL), begun(LADDER)
    finish_all(final)
    for route in ("tournament_bracket", "tournament"):
        walk.look(stranger, route, final.slug)
    walk.look(client_of(person(ladder, 1)), "tournament", ladder.slug)
    for route in ("tournament_rounds", "tournament_standings"):
        walk.look(stranger, route, ladder.slug)


def begun(plan: StageSettings) -> Tournament:
    """Four people play it."""
    return TournamentBuilder(plan, least=2, check_in_hours=0).entrants(4).started().directed().build()


@room(
    "new_tournament staff_board staff_entrants staff_rounds staff_rulings staff_disputes "
    "staff_announcements staff_helpers staff_ledger staff_settings",
    sheets="tournaments/staff/* tournaments/setup/*",
)
def desk(walk: Walk, request) -> None:
    host = UserFactory()
    cup, organizer = second_round(host), client_of(host)
    TournamentTable.objects.filter(tournament=cup, state="started").update(deadline=LONG_AGO)
    disputes.open_dispute(entrant(cup, 1).pk, None, "He looked.")
    pages = ("board", "entrants", "rounds", "rulings", "disputes", "announcements", "helpers", "ledger")
    for route in (f"staff_{page}" for page in pages):
        walk.look(organizer, route, cup.slug)
    walk.look(organizer, "staff_rulings", cup.slug, table="1")
    walk.look(organizer, "new_tournament")
    draft = drafts.create_draft(host, "Danube Cup", "citadels", "heats")
    for step in range(1, 6):
        walk.look(organizer, "staff_settings", draft.slug, step)
