from typing import Any

from anymail import urls as anymail
from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from accounts.rate_limits import limit_rate

# the one page with a password: staff may have one, and nobody may guess it
admin.site.login = limit_rate("admin_login", "10/m/ip,60/h/ip")(admin.site.login)  # type: ignore[method-assign]


def build_webhook_urls() -> list[Any]:
    """Return the provider's webhook URLs if there is a shared secret: what has no route cannot be abused."""
    if not settings.WEBHOOK_SECRET:
        return []
    ours = [
        one for one in anymail.urlpatterns if str(one.pattern).lstrip("^").startswith(settings.EMAIL_PROVIDER)
    ]
    return [path("anymail/", include((ours, anymail.app_name)))]


urlpatterns = [
    path("", include("games.urls")),
    path("accounts/", include("accounts.urls")),
    path("admin/", admin.site.urls),
    *build_webhook_urls(),
]

handler400 = "games.views.site.error_pages.handle_bad_request"
handler500 = "games.views.site.error_pages.handle_server_error"
