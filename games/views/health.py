"""For machines that watch this one: does it answer, and is the house well?"""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from games.house import checks


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """This process answers. Nothing else is asked, so that a slow database does not end web servers too."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Does everything work together? 503 and sentences if not."""
    found = list(checks.ready())
    verdict = checks.verdict(found)
    told = {one.name: {"state": one.state, "says": one.says} for one in found}
    return JsonResponse(
        {"state": verdict, "checks": told},
        status=503 if verdict == checks.WRONG else 200,
        json_dumps_params={"indent": 1},
    )
