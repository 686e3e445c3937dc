from typing import Any

from anymail import urls as anymail
from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from accounts.limits import limited

# the one page with a password: staff may have one, and nobody may guess it
admin.site.login = limited("admin_login", "10/m/ip,60/h/ip")(admin.site.login)  # type: ignore[method-assign]


def webhooks() -> list[Any]:
    """Where the provider calls, once there is a secret between us. What has no route cannot be misused."""
    if not settings.WEBHOOK_SECRET:
        return []
    ours = [one for one in anymail.urlpatterns if str(one.pattern).lstrip("^").startswith(settings.PROVIDER)]
    return [path("anymail/", include((ours, anymail.app_name)))]


urlpatterns = [
    path("", include("games.urls")),
    path("accounts/", include("accounts.urls")),
    path("admin/", admin.site.urls),
    *webhooks(),
]

handler400 = "games.views.trouble.refused"
handler500 = "games.views.trouble.broken"
