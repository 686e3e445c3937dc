"""The development inbox: the emails of a server without a mail server."""

from django.urls import path

from games.views.site import dev_inbox

urlpatterns = [
    path("dev-inbox/", dev_inbox.show_inbox, name="dev_inbox"),
    path("dev-inbox/<slug:name>/", dev_inbox.show_email, name="dev_inbox_email"),
    path("dev-inbox/<slug:name>/html/", dev_inbox.show_email_html, name="dev_inbox_html"),
    path("dev-inbox/<slug:name>/reply/", dev_inbox.post_reply, name="dev_inbox_reply"),
]
