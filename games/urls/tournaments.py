"""Tournaments: what everybody reads, what entrants do, and the desk of those who run them."""

from django.urls import include, path

from games.views.sharing import pictures
from games.views.tournaments import (
    bracket,
    crossing,
    desk,
    exporting,
    playing,
    public,
    refereeing,
    results,
    setup,
)

event = [
    path("", public.home, name="tournament"),
    path("enter/", playing.enter, name="tournament_enter"),
    path("answer/", playing.answer, name="tournament_answer"),
    path("challenge/", playing.challenge, name="tournament_challenge"),
    path("you/", playing.you, name="tournament_you"),
    path("rules/", public.rules, name="tournament_rules"),
    path("rulings/", public.rulings, name="tournament_rulings"),
    path("entrants/", public.entrants, name="tournament_entrants"),
    path("entrants/<int:number>/", results.card, name="tournament_card"),
    path("rounds/", results.rounds, name="tournament_rounds"),
    path("standings/", results.standings, name="tournament_standings"),
    path("who-met-whom/", crossing.cross, name="tournament_cross"),
    path("bracket/", bracket.bracket, name="tournament_bracket"),
    path("embed/", results.embed, name="tournament_embed"),
    path("standings.csv", exporting.standings_csv, name="standings_csv"),
    path("tables.csv", exporting.tables_csv, name="tables_csv"),
    path("tournament.json", exporting.json, name="tournament_json"),
    path("tournament.trf", exporting.trf, name="tournament_trf"),
    path("card/<slug:language>.png", pictures.of_event, name="tournament_picture"),
]
matters = [
    path("", desk.board, name="desk"),
    path("entrants/", desk.entrants, name="desk_entrants"),
    path("draw/", desk.draw, name="desk_draw"),
    path("rulings/", refereeing.rulings, name="desk_rulings"),
    path("disputes/", refereeing.disputes, name="desk_tickets"),
    path("letters/", desk.letters, name="desk_letters"),
    path("people/", desk.people, name="desk_people"),
    path("ledger/", desk.ledger, name="desk_ledger"),
    path("settings/<int:step>/", setup.settings, name="desk_settings"),
]
urlpatterns = [
    path("tournaments/", public.tournaments, name="tournaments"),
    path("tournaments/mine/", public.mine, name="my_tournaments"),
    path("tournaments/new/", setup.new, name="new_tournament"),
    path("tournaments/check/", exporting.check, name="check_tournament"),
    path("tournaments/ratings/<slug:ruleset>/", public.ratings, name="ratings"),
    path("tournaments/<slug:slug>/", include(event)),
    path("tournaments/<slug:slug>/desk/", include(matters)),
]
