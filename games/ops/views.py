"""Endpoints for monitoring: is this process alive, and does the whole server work?"""

from collections.abc import Iterator
from hmac import compare_digest

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

from games.ops import health, process_metrics
from games.ops.database_metrics import DatabaseMetric, load_metrics


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Say that this process answers. Nothing else is checked, so a slow database gets no process killed."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Run all health checks; answer 503 with explanations if one of them fails."""
    found = list(health.run_checks())
    verdict = health.worst_state(found)
    checks = {one.name: {"state": one.state, "message": one.message} for one in found}
    return JsonResponse(
        {"state": verdict, "checks": checks},
        status=503 if verdict == health.WRONG else 200,
        json_dumps_params={"indent": 1},
    )


@require_safe
def show_metrics(request: HttpRequest) -> HttpResponse:
    if not may_read_metrics(request):
        said = "Only with METRICS_TOKEN as a bearer token.\n"
        return HttpResponse(said, status=403, content_type="text/plain")
    registry = CollectorRegistry()
    registry.register(DatabaseCollector())
    text = generate_latest(registry) + generate_latest(process_metrics.build_registry())
    return HttpResponse(text, content_type=CONTENT_TYPE_PLAIN_0_0_4)


def may_read_metrics(request: HttpRequest) -> bool:
    """May this client read the metrics? By the bearer token alone: behind a proxy all requests look local."""
    token = settings.METRICS_TOKEN
    given = request.headers.get("Authorization", "")
    return bool(token) and compare_digest(given.encode(), f"Bearer {token}".encode())


class DatabaseCollector:
    """Collects the metrics from the database; whether it answers is a metric too."""

    def collect(self) -> Iterator[Metric]:
        try:
            found = load_metrics()
        except DatabaseError:
            found = []
        yield GaugeMetricFamily("citadels_database_up", "Does the database answer?", value=bool(found))
        yield from map(build_metric_family, found)


def build_metric_family(measure: DatabaseMetric) -> Metric:
    labels = measure.label.split(",") if measure.label else []
    kind = CounterMetricFamily if measure.is_counter else GaugeMetricFamily
    found = kind(f"citadels_{measure.name}", measure.description, labels=labels)
    for text, number in sorted(measure.numbers.items()):
        found.add_metric(text.split(",") if labels else [], number)
    return found
