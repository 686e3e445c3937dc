"""The development inbox: the emails of a server without a mail server."""

from django.urls import path

from games.views.site import dev_inbox

urlpatterns = [
    path("postroom/", dev_inbox.show_inbox, name="dev_inbox"),
    path("postroom/<slug:name>/", dev_inbox.show_email, name="dev_inbox_email"),
    path("postroom/<slug:name>/html/", dev_inbox.show_email_html, name="dev_inbox_html"),
    path("postroom/<slug:name>/reply/", dev_inbox.post_reply, name="dev_inbox_reply"),
]
