"""Tournaments: public pages, pages of entrants, and the staff pages."""

from django.urls import include, path

from games.views.tournaments import bracket, entrant, export, meetings, pages, results, social_card
from games.views.tournaments.staff import board, entrants, ledger, people, rounds, rulings, setup

tournament_urls = [
    path("", pages.show_home, name="tournament"),
    path("enter/", entrant.post_registration, name="enter_tournament"),
    path("answer/", entrant.post_answer, name="tournament_answer"),
    path("challenge/", entrant.post_challenge, name="tournament_challenge"),
    path("entry/", entrant.manage_own_entry, name="tournament_entry"),
    path("rules/", pages.show_rules, name="tournament_rules"),
    path("rulings/", pages.show_rulings, name="tournament_rulings"),
    path("entrants/", pages.show_entrants, name="tournament_entrants"),
    path("entrants/<int:number>/", results.show_entrant, name="tournament_entrant"),
    path("rounds/", results.show_rounds, name="tournament_rounds"),
    path("standings/", results.show_standings, name="tournament_standings"),
    path("who-met-whom/", meetings.show_meetings, name="tournament_meetings"),
    path("bracket/", bracket.show_bracket, name="tournament_bracket"),
    path("embed/", results.show_embedded_standings, name="tournament_embed"),
    path("standings.csv", export.download_standings_csv, name="standings_csv"),
    path("tables.csv", export.download_tables_csv, name="tables_csv"),
    path("tournament.json", export.download_json, name="tournament_json"),
    path("tournament.trf", export.download_trf, name="tournament_trf"),
    path("card/<slug:language>.png", social_card.show_tournament_card, name="tournament_picture"),
]
staff_urls = [
    path("", board.manage_tournament, name="staff_board"),
    path("entrants/", entrants.manage_entrants, name="staff_entrants"),
    path("rounds/", rounds.manage_rounds, name="staff_rounds"),
    path("rulings/", rulings.manage_rulings, name="staff_rulings"),
    path("disputes/", rulings.manage_disputes, name="staff_disputes"),
    path("announcements/", people.manage_announcements, name="staff_announcements"),
    path("people/", people.manage_helpers, name="staff_helpers"),
    path("ledger/", ledger.show_ledger, name="staff_ledger"),
    path("settings/<int:step>/", setup.edit_settings, name="staff_settings"),
]
urlpatterns = [
    path("tournaments/", pages.show_tournaments, name="tournaments"),
    path("tournaments/mine/", pages.show_own_tournaments, name="my_tournaments"),
    path("tournaments/new/", setup.create_tournament, name="new_tournament"),
    path("tournaments/check/", export.check_tournament_file, name="check_tournament_file"),
    path("tournaments/ratings/<slug:ruleset>/", pages.show_ratings, name="ratings"),
    path("tournaments/<slug:slug>/", include(tournament_urls)),
    path("tournaments/<slug:slug>/staff/", include(staff_urls)),
]
