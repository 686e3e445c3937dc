"""The rules to read and the cards to look up."""

from django.urls import path

from games.views import rules

urlpatterns = [
    path("rules/", rules.shelf, name="rules"),
    path("rules/<slug:ruleset>/", rules.rulebook, name="rulebook"),
    path("rules/<slug:ruleset>/cards/", rules.cards, name="cards"),
    path("rules/<slug:ruleset>/cards/<slug:card>/", rules.card, name="card"),
]
