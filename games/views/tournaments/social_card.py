"""The social card of a tournament: its state and first places, the tags of its pages and the picture."""

from collections.abc import Sequence

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.tournaments.models import Tournament
from games.views.social_cards.content import (
    CardPlace,
    ShareTags,
    SocialCard,
    build_decoration,
    build_share_tags,
)
from games.views.social_cards.views import override_language, serve_card
from games.views.tournaments import final_report, standings_table
from games.views.tournaments.context import TournamentVisit, get_visit_or_404
from games.views.tournaments.final_report import FinalReport
from games.views.tournaments.standings_table import StandingsTable

MAX_PLACES = 6  # places shown on the card


@require_safe
def show_tournament_card(request: HttpRequest, slug: str, language: str) -> HttpResponse:
    """Serve the card of a tournament: what a stranger may see, whoever asks."""
    request.user = AnonymousUser()  # the organizers get the same card as everybody
    with override_language(language):
        return serve_card(request, build_tournament_card(get_visit_or_404(request, slug)))


def build_tournament_card(visit: TournamentVisit) -> SocialCard | None:
    """Build the card of a tournament; None for a draft or an unlisted one."""
    if not _is_listed(visit):
        return None
    sections = standings_table.load_sections(visit.latest_stage) if visit.latest_stage else []
    report = final_report.build_final_report(visit, sections)
    return _build_tournament_card(
        visit, report, [] if report else standings_table.build_top_tables(visit, sections)
    )


def build_tournament_home_tags(
    visit: TournamentVisit, report: FinalReport | None, top: Sequence[StandingsTable]
) -> ShareTags | None:
    """Build the tags of the home page from the report or standings that it has loaded anyway."""
    return (
        _build_tournament_tags(visit, _build_tournament_card(visit, report, top))
        if _is_listed(visit)
        else None
    )


def build_tournament_page_tags(request: HttpRequest, visit: TournamentVisit) -> ShareTags | None:
    """Build the tags of another page, with the name of its tab. Programs that show cards are never signed
    in, so pages for signed-in users get no tags and need no queries for them."""
    card = None if request.user.is_authenticated else build_tournament_card(visit)
    found = _build_tournament_tags(visit, card) if card else None
    tab = next((tab.name for tab in visit.tabs if tab.is_here), "")
    return found._replace(title=f"{found.title} · {tab}") if found and tab else found


def _build_tournament_tags(visit: TournamentVisit, card: SocialCard) -> ShareTags:
    leader = f"{card.places[0].place} {card.places[0].name}" if card.places else ""
    description = " · ".join(filter(None, [card.subtitle, leader]))
    return build_share_tags(
        card, visit.current_route, "tournament_picture", {"slug": visit.tournament.slug}, description
    )


def _is_listed(visit: TournamentVisit) -> bool:
    return visit.tournament.is_listed and visit.tournament.state != Tournament.State.DRAFT


def _build_tournament_card(
    visit: TournamentVisit, report: FinalReport | None, top: Sequence[StandingsTable]
) -> SocialCard:
    """Build the card with the first places, which do not depend on who reads the page."""
    places = [CardPlace(f"{one.place}.", one.name, one.points) for one in report.top_places] if report else []
    if not report and top:
        places = [CardPlace(f"{line.rank}.", line.name, line.points) for line in top[0].lines]
    return SocialCard(
        _("Citadels by Post"),
        visit.tournament.title,
        _describe_tournament_state(visit),
        build_decoration(),
        places[:MAX_PLACES],
    )


def _describe_tournament_state(visit: TournamentVisit) -> str:
    found = visit.tournament
    parts = [visit.format_summary, found.get_state_display()]
    if found.starts_at and not found.has_begun and not found.is_over:
        parts.append(_("starts on %(day)s") % {"day": date_format(found.starts_at, "DATE_FORMAT")})
    return " · ".join(str(part) for part in parts if part)
