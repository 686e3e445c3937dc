"""The statistics page of a game: who wins how often and from which seat, over all finished games."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts.preferences import languages
from games.queries import table_summary
from games.rules import registry
from games.rules.core.ruleset import Ruleset
from games.statistics import report
from games.statistics.report import TableFilter, TableKind

COMPANY_CHOICES = {"people": _("People only"), "bots": _("With bots")}
ChoiceList = list[tuple[str, str]]


@require_safe
def show_statistics(request: HttpRequest, ruleset: str) -> HttpResponse:
    if ruleset not in registry.RULESETS:
        raise Http404
    rules: Ruleset[Any] = registry.get(ruleset)
    kinds = report.load_table_kinds(ruleset)
    wanted = _parse_filter(request, kinds)
    taken = [kind for kind in kinds if wanted.matches(kind)]
    context = {
        "ruleset": ruleset,
        "game": table_summary.find_ruleset_name(ruleset),
        "figures": report.build_report(taken, rules, languages.get_current_language()),
        "variants": report.group_by_variant(taken, rules, languages.get_current_language()),
        "unit": rules.statistics.census_titles(languages.get_current_language()).get("length", ""),
        "wanted": wanted,
        "choices": _list_choices(kinds, rules),
    }
    return render(request, "games/statistics/statistics.html", context)


def _parse_filter(request: HttpRequest, kinds: list[TableKind]) -> TableFilter:
    """Parse the filter in the URL; a value that does not occur counts as no filter."""
    variant, size = request.GET.get("edition", ""), request.GET.get("seats", "")
    company = request.GET.get("company", "")
    return TableFilter(
        variant=variant if variant in {kind.variant for kind in kinds} else "",
        size=int(size) if size in {str(kind.size) for kind in kinds} else 0,
        company=company if company in COMPANY_CHOICES else "",
    )


def _list_choices(kinds: list[TableKind], rules: Ruleset[Any]) -> dict[str, ChoiceList]:
    """List the values that can be filtered by, from the games that exist."""
    variants = dict.fromkeys(kind.variant for kind in kinds if kind.variant)
    sizes = sorted({kind.size for kind in kinds})
    return {
        "edition": [
            (variant, rules.lexicon.name(variant, languages.get_current_language())) for variant in variants
        ],
        "seats": [(str(size), str(size)) for size in sizes],
        "company": [(value, str(name)) for value, name in COMPANY_CHOICES.items()],
    }
