"""Draw the picture of the terminal game for the docs. `make docs` runs it."""

from pathlib import Path

from tests.tools.terminal_picture.position import capture_moment
from tests.tools.terminal_picture.svg import draw_terminal, load_tokens

PICTURE = Path("docs/pictures/terminal.svg")
TOKENS = Path("static/css/tokens.css")


def draw_picture() -> str:
    """Play up to the moment that the picture shows, and draw it as SVG."""
    taken = capture_moment()
    return draw_terminal(taken.rows, taken.command, load_tokens(TOKENS))


if __name__ == "__main__":
    PICTURE.write_text(draw_picture(), "utf-8")
