"""How a game goes, from all that were played here to their end: who wins how often, and from where."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts import languages
from games.play import figures
from games.play.figures import Kind, Wanted
from games.rules import registry
from games.rules.core.ruleset import Ruleset
from games.tournaments import naming

COMPANY = {"people": _("People alone"), "bots": _("With bots")}
Choices = list[tuple[str, str]]


@require_safe
def statistics(request: HttpRequest, ruleset: str) -> HttpResponse:
    if ruleset not in registry.RULESETS:
        raise Http404
    rules: Ruleset[Any] = registry.get(ruleset)
    kinds = figures.kinds_of(ruleset)
    wanted = _wanted(request, kinds)
    taken = [kind for kind in kinds if wanted.takes(kind)]
    context = {
        "ruleset": ruleset,
        "game": naming.ruleset_name(ruleset),
        "figures": figures.figures(taken, rules, languages.spoken()),
        "variants": figures.by_variant(taken, rules, languages.spoken()),
        "unit": rules.census_titles(languages.spoken()).get("length", ""),
        "wanted": wanted,
        "choices": _choices(kinds, rules),
    }
    return render(request, "games/statistics/statistics.html", context)


def _wanted(request: HttpRequest, kinds: list[Kind]) -> Wanted:
    """What was asked for, if there is such a thing; else everything."""
    variant, size = request.GET.get("edition", ""), request.GET.get("seats", "")
    company = request.GET.get("company", "")
    return Wanted(
        variant=variant if variant in {kind.variant for kind in kinds} else "",
        size=int(size) if size in {str(kind.size) for kind in kinds} else 0,
        company=company if company in COMPANY else "",
    )


def _choices(kinds: list[Kind], rules: Ruleset[Any]) -> dict[str, Choices]:
    """Of what there is."""
    variants = dict.fromkeys(kind.variant for kind in kinds if kind.variant)
    sizes = sorted({kind.size for kind in kinds})
    return {
        "edition": [(variant, rules.lexicon.name(variant, languages.spoken())) for variant in variants],
        "seats": [(str(size), str(size)) for size in sizes],
        "company": [(value, str(name)) for value, name in COMPANY.items()],
    }
