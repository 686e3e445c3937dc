"""A table while its game is played, and afterwards."""

from django.urls import path

from games.views.social_cards import views
from games.views.table import (
    chat,
    departures,
    extensions,
    gazette,
    moves,
    orders,
    page,
    rematch,
    replay,
    seat,
    votes,
)

urlpatterns = [
    path("g/<slug:key>/", page.show_table, name="table"),
    path("g/<slug:key>/news/<slug:seen>/", page.poll_news, name="table_news"),
    path("g/<slug:key>/log/", page.show_log, name="game_log"),
    path("g/<slug:key>/record/", page.download_record, name="game_record"),
    path("g/<slug:key>/replay/", replay.open_replay, name="replay"),
    path("g/<slug:key>/replay/<int:number>/", replay.show_replay_step, name="replay_step"),
    path("g/<slug:key>/end/", replay.show_final_page, name="final_page"),
    path("g/<slug:key>/again/", rematch.play_again, name="play_again"),
    path("g/<slug:key>/move/", moves.post_move, name="post_move"),
    path("g/<slug:key>/turn/", moves.show_planned_turn, name="planned_turn"),
    path("g/<slug:key>/orders/", orders.edit_orders, name="orders"),
    path("g/<slug:key>/tutorial/", moves.turn_off_tutorial, name="turn_off_tutorial"),
    path("g/<slug:key>/undo/", moves.undo_move, name="undo_move"),
    path("g/<slug:key>/chat/", chat.post_message, name="post_message"),
    path("g/<slug:key>/chat/read/", chat.mark_read, name="mark_chat_read"),
    path("g/<slug:key>/chat/<int:pk>/edit/", chat.edit_message, name="edit_message"),
    path("g/<slug:key>/chat/<int:pk>/report/", chat.report_message, name="report_message"),
    path("g/<slug:key>/mute/<int:seat_id>/", chat.mute_seat, name="mute_seat"),
    path("g/<slug:key>/vote/", votes.post_vote, name="post_vote"),
    path("g/<slug:key>/return/", seat.return_to_seat, name="return_to_seat"),
    path("g/<slug:key>/seat/bot/", departures.let_bot_play, name="let_bot_play"),
    path("g/<slug:key>/abandon/", departures.abandon_game, name="abandon_game"),
    path("g/<slug:key>/seat/", seat.edit_seat, name="seat"),
    path("g/<slug:key>/time/", extensions.request_extension, name="request_extension"),
    path("g/<slug:key>/time/<int:pk>/", extensions.grant_extension, name="grant_extension"),
    path("g/<slug:key>/gazette/", gazette.show_gazette, name="gazette"),
    path("g/<slug:key>/card/<slug:language>.png", views.show_table_card, name="table_picture"),
]
