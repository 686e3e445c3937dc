"""A tournament as files: standings and tables for spreadsheets, all of it for whoever checks the numbers."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_safe

from accounts.limits import limited
from games.tournaments import archiving
from games.views.tournaments import told
from games.views.tournaments.event import event_or_404

LARGEST = 20_000_000  # bytes of a file that is checked
A_FILE = "30/m/ip"  # each is reckoned from the whole ledger


@never_cache
@require_safe
@limited("tournament_file", A_FILE, looking=True)
def standings_csv(request: HttpRequest, slug: str) -> HttpResponse:
    event = event_or_404(request, slug)
    stage = event.stage_named(request.GET.get("stage"))
    text = archiving.standings_csv(event.tournament, stage.number, told.voice())
    return _file(text, "text/csv", f"{slug}-standings.csv")


@never_cache
@require_safe
@limited("tournament_file", A_FILE, looking=True)
def tables_csv(request: HttpRequest, slug: str) -> HttpResponse:
    event = event_or_404(request, slug)
    return _file(archiving.tables_csv(event.tournament), "text/csv", f"{slug}-tables.csv")


@never_cache
@require_safe
@limited("tournament_file", A_FILE, looking=True)
def json(request: HttpRequest, slug: str) -> HttpResponse:
    event = event_or_404(request, slug)
    response = _file(archiving.written(event.tournament), "application/json", f"{slug}.json")
    response["Access-Control-Allow-Origin"] = "*"  # there is nothing in it that is not public
    return response


@never_cache
@require_safe
@limited("tournament_file", A_FILE, looking=True)
def trf(request: HttpRequest, slug: str) -> HttpResponse:
    """For programs of chess clubs, which know tables of two."""
    event = event_or_404(request, slug)
    stage = event.stage_named(request.GET.get("stage"))
    if not archiving.is_of_two(event.tournament, stage):
        raise Http404
    return _file(archiving.trf(event.tournament, stage), "text/plain", f"{slug}.trf")


def _file(text: str, kind: str, name: str) -> HttpResponse:
    response = HttpResponse(text, content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@csrf_exempt  # what is too large is not read, not even for its token; the rest is checked in `_checked`
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def check(request: HttpRequest) -> HttpResponse:
    """Somebody brings such a file: its standings are reckoned anew and compared with what it says."""
    if request.method != "POST":
        return render(request, "tournaments/check.html", {})
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not length.isdigit() or int(length) > LARGEST:
        return render(request, "tournaments/check.html", {"too_large": True}, status=413)
    return _checked(request)


@csrf_protect
@limited("check_tournament", "10/m/ip")
def _checked(request: HttpRequest) -> HttpResponse:
    sent = request.FILES.get("file")
    if sent is None:
        return render(request, "tournaments/check.html", {"trouble": True}, status=422)
    return render(request, "tournaments/check.html", {"found": archiving.checked(sent.read(), told.voice())})
