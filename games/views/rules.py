"""The rule books of our games, and a searchable reference of their cards."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.safestring import SafeString
from django.utils.translation import get_language_info
from django.views.decorators.http import require_safe

from accounts.preferences import languages
from games.queries import table_summary
from games.rules import registry
from games.rules.core import markdown
from games.rules.core.card_catalogue import CardFacet, CatalogueCard, find_cards
from games.rules.core.errors import RulesError
from games.rules.core.ruleset import Ruleset
from games.rules.core.translation import LANGUAGES
from games.views.markdown import build_chapters, build_elements, render_inline

MAX_SEARCH_LENGTH = 100  # characters of a search


@require_safe
def show_rulebook_list(request: HttpRequest) -> HttpResponse:
    """List the rule books of all games; with a single game, go straight to its rules."""
    if len(registry.RULESETS) == 1:
        return redirect("rulebook", *registry.RULESETS)
    games = [(slug, table_summary.find_ruleset_name(slug)) for slug in registry.RULESETS]
    return render(request, "games/rules/rulebook_list.html", {"games": games})


@require_safe
def show_rulebook(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Show the rules in chapters; the cards have their own page."""
    rules = _get_rules_or_404(ruleset)
    try:
        text = rules.reference.rulebook(_get_rules_language(), with_cards=False)
    except RulesError as error:
        raise Http404 from error
    context = {
        "opening": list(build_elements(markdown.extract_introduction(text))),
        "chapters": build_chapters(text),
        "cards": rules.reference.cards(_get_rules_language()),
        "has_first_game": rules.tutorial is not None,
    }
    return render(request, "games/rules/rulebook.html", _build_context(rules) | context)


@require_safe
def show_cards(request: HttpRequest, ruleset: str) -> HttpResponse:
    """List all cards, or those that match the search and the facets; htmx gets only the results."""
    rules = _get_rules_or_404(ruleset)
    facets = rules.reference.facets(_get_rules_language())
    chosen, text = _read_chosen_facets(request, facets), request.GET.get("q", "")[:MAX_SEARCH_LENGTH]
    context = {
        "found": list(find_cards(_get_cards_or_404(rules), text, chosen)),
        "facets": [(facet, chosen.get(facet.name, "")) for facet in facets],
        "text": text,
        "is_narrowed": bool(chosen or text.strip()),
    }
    return _render_page_or_part(
        request, "cards.html", "_card_list_update.html", _build_context(rules) | context
    )


@require_safe
def show_card(request: HttpRequest, ruleset: str, card: str) -> HttpResponse:
    """Show one card with its text in each edition; opened from a table, in the edition played there."""
    rules = _get_rules_or_404(ruleset)
    every = _get_cards_or_404(rules)
    place = next((n for n, one in enumerate(every) if one.slug == card), None)
    if place is None:
        raise Http404
    chosen = _read_chosen_facets(request, rules.reference.facets(_get_rules_language()))
    found = next(find_cards([every[place]], chosen=chosen), None)
    context = {
        "card": every[place],
        "face": found.face if found else every[place].faces[0],
        "facts": _compare_facts(every[place]),
        "rulings": _list_rulings(every[place]),
        "abroad": _list_foreign_names(rules, every[place]),
        "spellings": rules.lexicon.printed_spellings(card, _get_rules_language()),
        "before": every[place - 1] if place else None,
        "after": every[place + 1] if place + 1 < len(every) else None,
    }
    return _render_page_or_part(request, "card.html", "_card_detail.html", _build_context(rules) | context)


def _render_page_or_part(request: HttpRequest, page: str, part: str, context: dict[str, Any]) -> HttpResponse:
    """Render the whole page, or for htmx only the part that it replaces."""
    template = part if request.htmx else page  # type: ignore[attr-defined]
    response = render(request, f"games/rules/{template}", context)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _get_rules_or_404(slug: str) -> Ruleset[Any]:
    if slug not in registry.RULESETS:
        raise Http404
    return registry.RULESETS[slug]


def _get_cards_or_404(rules: Ruleset[Any]) -> Sequence[CatalogueCard]:
    """Return the cards of a game; 404 if it has rules but no card list yet."""
    if every := rules.reference.cards(_get_rules_language()):
        return every
    raise Http404


def _get_rules_language() -> str:
    """Return the reader's language if the rules are translated into it, else English."""
    wanted = languages.get_current_language()
    return wanted if wanted in LANGUAGES else "en"


def _build_context(rules: Ruleset[Any]) -> dict[str, str]:
    return {
        "ruleset": rules.slug,
        "game": table_summary.find_ruleset_name(rules.slug),
        "spoken": _get_rules_language(),
    }


def _read_chosen_facets(request: HttpRequest, facets: Sequence[CardFacet]) -> dict[str, str]:
    """Map each facet to the chosen value, ignoring values that do not exist."""
    asked = {facet.name: request.GET.get(facet.name, "") for facet in facets}
    return {facet.name: asked[facet.name] for facet in facets if asked[facet.name] in dict(facet.choices)}


def _compare_facts(card: CatalogueCard) -> list[tuple[str, list[str]]]:
    """List each label with its value in every edition of the card."""
    labels = dict.fromkeys(label for face in card.faces for label, _value in face.facts)
    return [(label, [dict(face.facts).get(label, "–") for face in card.faces]) for label in labels]


def _list_rulings(card: CatalogueCard) -> list[SafeString]:
    """List what the rule book says about the card in any edition, each sentence once."""
    found = dict.fromkeys(text for face in card.faces for text in face.rulings)
    return [render_inline(text) for text in found]


def _list_foreign_names(rules: Ruleset[Any], card: CatalogueCard) -> list[tuple[str, str, str]]:
    """List code and name of each other language, with the name of the card in it."""
    others = [language for language in LANGUAGES if language != _get_rules_language()]
    return [
        (language, get_language_info(language)["name_local"], rules.lexicon.name(card.slug, language))
        for language in others
    ]
