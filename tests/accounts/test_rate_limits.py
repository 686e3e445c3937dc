"""Rate limits for our own views, on the cache that all processes share."""

import pytest
from django.contrib.auth.decorators import login_required
from django.core.cache import cache, caches
from django.http import HttpResponse
from django.urls import include, path

from accounts.rate_limits import limit_rate
from citadels.settings.cache import build_shared_cache
from tests.helpers.factories import UserFactory
from tests.helpers.messages import accounts

pytestmark = pytest.mark.django_db


@login_required
@limit_rate("ring", "2/h/user")
def ring(request):
    return HttpResponse("rang")


@limit_rate("knock", "2/h/key", key=lambda request, door: door)
def knock(request, door):
    return HttpResponse("knocked")


urlpatterns = [path("ring", ring), path("knock/<str:door>", knock), path("", include("citadels.urls"))]


@pytest.mark.urls(__name__)
def test_beyond_the_limit_a_page_asks_for_patience(client, ann):
    client.force_login(ann)
    assert [client.post("/ring").status_code for _ in range(3)] == [200, 200, 429]
    assert accounts.ONE_MOMENT in client.post("/ring").content.decode()


@pytest.mark.urls(__name__)
def test_each_person_has_their_own_count(client, ann):
    for user in (ann, UserFactory(handle="Bob")):
        client.force_login(user)
        assert client.post("/ring").status_code == 200
        assert client.post("/ring").status_code == 200


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("look", ["get", "head"])
def test_looking_is_free(client, ann, look):
    client.force_login(ann)
    assert {getattr(client, look)("/ring").status_code for _ in range(5)} == {200}


@pytest.mark.urls(__name__)
def test_a_key_has_its_own_count(client):
    assert [client.post("/knock/a").status_code for _ in range(3)] == [200, 200, 429]
    assert client.post("/knock/b").status_code == 200


@pytest.mark.urls(__name__)
def test_limits_count_in_the_database_too(client, ann, settings):
    """As a house without Redis does it. The table comes with the migrations."""
    settings.CACHES = {"default": build_shared_cache("")}
    cache.clear()
    client.force_login(ann)
    assert [client.post("/ring").status_code for _ in range(3)] == [200, 200, 429]


def test_the_cache_table_comes_with_the_migrations(settings):
    settings.CACHES = {"default": build_shared_cache("")}
    caches["default"].set("word", "kept", 60)
    assert caches["default"].get("word") == "kept"
