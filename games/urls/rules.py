"""The rule books and the card reference."""

from django.urls import path

from games.views import rules

urlpatterns = [
    path("rules/", rules.show_rulebook_list, name="rules"),
    path("rules/<slug:ruleset>/", rules.show_rulebook, name="rulebook"),
    path("rules/<slug:ruleset>/cards/", rules.show_cards, name="cards"),
    path("rules/<slug:ruleset>/cards/<slug:card>/", rules.show_card, name="card"),
]
