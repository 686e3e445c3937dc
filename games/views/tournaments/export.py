"""Downloads of a tournament (CSV for spreadsheets, TRF for chess programs, JSON with everything).

There is also a page that verifies an uploaded JSON file by computing its standings again.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_safe

from accounts.rate_limits import limit_rate
from games.tournaments.export import files, verify
from games.views.tournaments import facts
from games.views.tournaments.context import get_visit_or_404

LARGEST_UPLOAD = 20_000_000  # bytes
DOWNLOAD_RATE = "30/m/ip"  # each download is computed from the whole ledger


@never_cache
@require_safe
@limit_rate("tournament_file", DOWNLOAD_RATE, looking=True)
def download_standings_csv(request: HttpRequest, slug: str) -> HttpResponse:
    visit = get_visit_or_404(request, slug)
    stage = visit.get_stage_or_404(request.GET.get("stage"))
    text = files.render_standings_csv(visit.tournament, stage.number, facts.get_reader_translator())
    return _build_file_response(text, "text/csv", f"{slug}-standings.csv")


@never_cache
@require_safe
@limit_rate("tournament_file", DOWNLOAD_RATE, looking=True)
def download_tables_csv(request: HttpRequest, slug: str) -> HttpResponse:
    visit = get_visit_or_404(request, slug)
    return _build_file_response(files.render_tables_csv(visit.tournament), "text/csv", f"{slug}-tables.csv")


@never_cache
@require_safe
@limit_rate("tournament_file", DOWNLOAD_RATE, looking=True)
def download_json(request: HttpRequest, slug: str) -> HttpResponse:
    visit = get_visit_or_404(request, slug)
    response = _build_file_response(files.render_json(visit.tournament), "application/json", f"{slug}.json")
    response["Access-Control-Allow-Origin"] = "*"  # everything in the file is public
    return response


@never_cache
@require_safe
@limit_rate("tournament_file", DOWNLOAD_RATE, looking=True)
def download_trf(request: HttpRequest, slug: str) -> HttpResponse:
    """Download a stage for chess programs; 404 unless all its tables have two seats."""
    visit = get_visit_or_404(request, slug)
    stage = visit.get_stage_or_404(request.GET.get("stage"))
    if not files.has_only_tables_of_two(visit.tournament, stage):
        raise Http404
    return _build_file_response(files.render_trf(visit.tournament, stage), "text/plain", f"{slug}.trf")


def _build_file_response(text: str, kind: str, name: str) -> HttpResponse:
    response = HttpResponse(text, content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@csrf_exempt  # the token would be in the body, which is not read if too large; otherwise checked below
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def check_tournament_file(request: HttpRequest) -> HttpResponse:
    """Show the upload form, or verify an uploaded file: compute its standings again and compare them."""
    if request.method != "POST":
        return render(request, "tournaments/check_file.html", {})
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not length.isdigit() or int(length) > LARGEST_UPLOAD:
        return render(request, "tournaments/check_file.html", {"too_large": True}, status=413)
    return _check_upload(request)


@csrf_protect
@limit_rate("check_tournament", "10/m/ip")
def _check_upload(request: HttpRequest) -> HttpResponse:
    sent = request.FILES.get("file")
    if sent is None:
        return render(request, "tournaments/check_file.html", {"error": True}, status=422)
    return render(
        request,
        "tournaments/check_file.html",
        {"found": verify.verify_file(sent.read(), facts.get_reader_translator())},
    )
