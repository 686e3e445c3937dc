"""Numbers for Prometheus, or whatever else reads its text: those of the house, and those of the processes."""

from collections.abc import Iterator
from hmac import compare_digest

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

from accounts.postroom import FORWARDED, is_loopback
from games.house import counting
from games.house.measures import Measure, measures


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    if not may_read(request):
        said = "Only with METRICS_TOKEN as a bearer token, or from this machine itself.\n"
        return HttpResponse(said, status=403, content_type="text/plain")
    registry = CollectorRegistry()
    registry.register(House())
    text = generate_latest(registry) + generate_latest(counting.counts())
    return HttpResponse(text, content_type=CONTENT_TYPE_PLAIN_0_0_4)


def may_read(request: HttpRequest) -> bool:
    token = settings.METRICS_TOKEN
    given = request.headers.get("Authorization", "")
    if token and compare_digest(given.encode(), f"Bearer {token}".encode()):
        return True
    return is_here(request)


def is_here(request: HttpRequest) -> bool:
    """Somebody at this very machine. Where a proxy stands in front, everybody looks like that."""
    if settings.SECURE_PROXY_SSL_HEADER or any(header in request.META for header in FORWARDED):
        return False
    host, _port = split_domain_port(request.META.get("HTTP_HOST", "localhost"))
    named_here = host in ("localhost", "testserver") or is_loopback(host.strip("[]"))
    return named_here and is_loopback(request.META.get("REMOTE_ADDR", ""))


class House:
    """What the database tells. One that does not answer is a number too."""

    def collect(self) -> Iterator[Metric]:
        try:
            found = measures()
        except DatabaseError:
            found = []
        yield GaugeMetricFamily("citadels_database_up", "Does the database answer?", value=bool(found))
        yield from map(family, found)


def family(measure: Measure) -> Metric:
    labels = measure.label.split(",") if measure.label else []
    kind = CounterMetricFamily if measure.is_total else GaugeMetricFamily
    found = kind(f"citadels_{measure.name}", measure.says, labels=labels)
    for words, number in sorted(measure.numbers.items()):
        found.add_metric(words.split(",") if labels else [], number)
    return found
