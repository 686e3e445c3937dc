"""Style sheets of a game on pages that show its cards."""

from games.templatetags.styles import type_styles


def test_only_a_game_with_colours_of_its_own_brings_a_style_sheet():
    assert "css/dominion/types.css" in type_styles("dominion")
    assert type_styles("citadels") == type_styles("pebbles") == type_styles("") == ""
