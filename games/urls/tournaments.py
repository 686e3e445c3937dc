"""Tournaments: public pages, pages of entrants, and the desk of the organizers."""

from django.urls import include, path

from games.views.tournaments import bracket, entrant, export, meetings, pages, results, social_card
from games.views.tournaments.staff import board, entrants, ledger, people, rounds, rulings, setup

tournament_urls = [
    path("", pages.show_home, name="tournament"),
    path("enter/", entrant.post_registration, name="tournament_enter"),
    path("answer/", entrant.post_answer, name="tournament_answer"),
    path("challenge/", entrant.post_challenge, name="tournament_challenge"),
    path("you/", entrant.manage_own_entry, name="tournament_you"),
    path("rules/", pages.show_rules, name="tournament_rules"),
    path("rulings/", pages.show_rulings, name="tournament_rulings"),
    path("entrants/", pages.show_entrants, name="tournament_entrants"),
    path("entrants/<int:number>/", results.show_entrant, name="tournament_card"),
    path("rounds/", results.show_rounds, name="tournament_rounds"),
    path("standings/", results.show_standings, name="tournament_standings"),
    path("who-met-whom/", meetings.show_meetings, name="tournament_cross"),
    path("bracket/", bracket.show_bracket, name="tournament_bracket"),
    path("embed/", results.show_embedded_standings, name="tournament_embed"),
    path("standings.csv", export.download_standings_csv, name="standings_csv"),
    path("tables.csv", export.download_tables_csv, name="tables_csv"),
    path("tournament.json", export.download_json, name="tournament_json"),
    path("tournament.trf", export.download_trf, name="tournament_trf"),
    path("card/<slug:language>.png", social_card.show_tournament_card, name="tournament_picture"),
]
desk_urls = [
    path("", board.manage_tournament, name="desk"),
    path("entrants/", entrants.manage_entrants, name="desk_entrants"),
    path("draw/", rounds.manage_rounds, name="desk_draw"),
    path("rulings/", rulings.manage_rulings, name="desk_rulings"),
    path("disputes/", rulings.manage_disputes, name="desk_tickets"),
    path("letters/", people.manage_announcements, name="desk_letters"),
    path("people/", people.manage_helpers, name="desk_people"),
    path("ledger/", ledger.show_ledger, name="desk_ledger"),
    path("settings/<int:step>/", setup.edit_settings, name="desk_settings"),
]
urlpatterns = [
    path("tournaments/", pages.show_tournaments, name="tournaments"),
    path("tournaments/mine/", pages.show_own_tournaments, name="my_tournaments"),
    path("tournaments/new/", setup.create_tournament, name="new_tournament"),
    path("tournaments/check/", export.check_tournament_file, name="check_tournament"),
    path("tournaments/ratings/<slug:ruleset>/", pages.show_ratings, name="ratings"),
    path("tournaments/<slug:slug>/", include(tournament_urls)),
    path("tournaments/<slug:slug>/desk/", include(desk_urls)),
]
