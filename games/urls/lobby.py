"""Tables before the game begins, and the lists of tables."""

from django.urls import path

from games.urls import converters  # noqa: F401 (registers `token`)
from games.views import waiting_tables
from games.views.lobby import invitation, join_link, lists, new_table, stand_in, tutorial, waiting_room, watch

urlpatterns = [
    path("tables/", lists.show_open_tables, name="tables"),
    path("tables/new/", new_table.create_table, name="new_table"),
    path("tables/bots/<slug:ruleset>/", new_table.start_bot_game, name="start_bot_game"),
    path("next/", waiting_tables.open_next_table, name="next_table"),
    path("try/<slug:ruleset>/", tutorial.start_tutorial, name="start_tutorial"),
    path("games/", lists.show_my_games, name="my_games"),
    path("games/finished/", lists.show_finished_games, name="finished_games"),
    path("watch/", watch.show_running_games, name="watch"),
    path("watch/finished/", watch.show_finished_games, name="watch_finished"),
    path("watch/finished/feed/", watch.FinishedGamesFeed(), name="watch_feed"),
    path("j/<token:token>", join_link.show_join_link, name="join_link"),
    path("i/<str:token>/", invitation.show_invitation, name="invitation"),
    path("g/<slug:key>/stand-in/<int:seat_id>/", stand_in.show_offered_seat, name="stand_in"),
    path("g/<slug:key>/join/", waiting_room.join_table, name="join_table"),
    path("g/<slug:key>/leave/", waiting_room.leave_table, name="leave_table"),
    path("g/<slug:key>/cancel/", waiting_room.cancel_table, name="cancel_table"),
    path("g/<slug:key>/start/", waiting_room.start_game, name="start_game"),
    path("g/<slug:key>/bots/", waiting_room.add_bots, name="add_bots"),
    path("g/<slug:key>/invite/", waiting_room.invite_people, name="invite_people"),
    path("g/<slug:key>/link/", waiting_room.create_join_link, name="create_join_link"),
    path("g/<slug:key>/link/revoke/", waiting_room.revoke_join_link, name="revoke_join_link"),
    path("g/<slug:key>/account/", waiting_room.send_account_code, name="send_account_code"),
    path("g/<slug:key>/remove/<int:seat_id>/", waiting_room.remove_seat, name="remove_seat"),
    path(
        "g/<slug:key>/invitations/<int:pk>/again/", waiting_room.resend_invitation, name="resend_invitation"
    ),
    path(
        "g/<slug:key>/invitations/<int:pk>/withdraw/",
        waiting_room.withdraw_invitation,
        name="withdraw_invitation",
    ),
]
