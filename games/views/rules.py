"""The rules of our games to read, and all their cards to look up."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language_info
from django.views.decorators.http import require_safe

from accounts import languages
from games.rules import registry
from games.rules.core import book
from games.rules.core.cards import Card, Facet, find
from games.rules.core.errors import RulesError
from games.rules.core.ruleset import Ruleset
from games.rules.core.speech import LANGUAGES
from games.tournaments import naming
from games.views import booklet

LONGEST = 100  # letters of a search


@require_safe
def shelf(request: HttpRequest) -> HttpResponse:
    """All games; as long as there is one, its rules at once."""
    if len(registry.RULESETS) == 1:
        return redirect("rulebook", *registry.RULESETS)
    games = [(slug, naming.ruleset_name(slug)) for slug in registry.RULESETS]
    return render(request, "games/rules/shelf.html", {"games": games})


@require_safe
def rulebook(request: HttpRequest, ruleset: str) -> HttpResponse:
    """The rules in chapters; the cards have a page of their own."""
    rules = _game_or_404(ruleset)
    try:
        text = rules.rulebook(_spoken(), with_cards=False)
    except RulesError as error:
        raise Http404 from error
    context = {
        "opening": list(booklet.parts(book.opening(text))),
        "chapters": booklet.chapters(text),
        "cards": rules.cards(_spoken()),
    }
    return render(request, "games/rules/book.html", _context(rules) | context)


@require_safe
def cards(request: HttpRequest, ruleset: str) -> HttpResponse:
    """All cards, or those that have the words and traits asked for; htmx gets only what was found."""
    rules = _game_or_404(ruleset)
    facets = rules.facets(_spoken())
    chosen, text = _chosen(request, facets), request.GET.get("q", "")[:LONGEST]
    context = {
        "found": list(find(_cards_or_404(rules), text, chosen)),
        "facets": [(facet, chosen.get(facet.name, "")) for facet in facets],
        "text": text,
        "is_narrowed": bool(chosen or text.strip()),
    }
    return _page_or_part(request, "cards.html", "_found.html", _context(rules) | context)


@require_safe
def card(request: HttpRequest, ruleset: str, card: str) -> HttpResponse:
    """One card, large, with what each edition says of it; over a table, as the edition played has it."""
    rules = _game_or_404(ruleset)
    every = _cards_or_404(rules)
    place = next((n for n, one in enumerate(every) if one.slug == card), None)
    if place is None:
        raise Http404
    chosen = _chosen(request, rules.facets(_spoken()))
    found = next(find([every[place]], chosen=chosen), None)
    context = {
        "card": every[place],
        "face": found.face if found else every[place].faces[0],
        "facts": _facts(every[place]),
        "abroad": _abroad(rules, every[place]),
        "spellings": rules.lexicon.typed(card, _spoken()),
        "before": every[place - 1] if place else None,
        "after": every[place + 1] if place + 1 < len(every) else None,
    }
    return _page_or_part(request, "card.html", "_opened.html", _context(rules) | context)


def _page_or_part(request: HttpRequest, page: str, part: str, context: dict[str, Any]) -> HttpResponse:
    """A script that asks gets the part of the page that it shows in its place."""
    template = part if request.htmx else page  # type: ignore[attr-defined]
    response = render(request, f"games/rules/{template}", context)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _game_or_404(slug: str) -> Ruleset[Any]:
    if slug not in registry.RULESETS:
        raise Http404
    return registry.RULESETS[slug]


def _cards_or_404(rules: Ruleset[Any]) -> Sequence[Card]:
    """A game may tell its rules before it lists its cards."""
    if every := rules.cards(_spoken()):
        return every
    raise Http404


def _spoken() -> str:
    """The reader's language, if our games speak it."""
    wanted = languages.spoken()
    return wanted if wanted in LANGUAGES else "en"


def _context(rules: Ruleset[Any]) -> dict[str, str]:
    return {"ruleset": rules.slug, "game": naming.ruleset_name(rules.slug), "spoken": _spoken()}


def _chosen(request: HttpRequest, facets: Sequence[Facet]) -> dict[str, str]:
    """Facet → value, as far as somebody has chosen one that there is."""
    asked = {facet.name: request.GET.get(facet.name, "") for facet in facets}
    return {facet.name: asked[facet.name] for facet in facets if asked[facet.name] in dict(facet.choices)}


def _facts(card: Card) -> list[tuple[str, list[str]]]:
    """Label → what each edition says there."""
    labels = dict.fromkeys(label for face in card.faces for label, _value in face.facts)
    return [(label, [dict(face.facts).get(label, "–") for face in card.faces]) for label in labels]


def _abroad(rules: Ruleset[Any], card: Card) -> list[tuple[str, str, str]]:
    """Code and name of each other language, and what the card is called there."""
    others = [language for language in LANGUAGES if language != _spoken()]
    return [
        (language, get_language_info(language)["name_local"], rules.lexicon.name(card.slug, language))
        for language in others
    ]
