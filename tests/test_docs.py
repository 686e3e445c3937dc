"""What can be called, set or typed is documented, and what the docs say is there."""

import inspect
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.mail.incoming.game_commands import GAME_COMMANDS
from games.mail.incoming.invitation_commands import INVITATION_COMMANDS
from games.rules.citadels.orders import ORDERS
from games.rules.citadels.ruleset import CITADELS
from games.rules.core import notation
from games.rules.core.capabilities.base import Capability
from games.rules.core.notation import Offer
from games.rules.core.ruleset import Ruleset
from games.tournaments.mail.commands import TOURNAMENT_COMMANDS

ROOT = Path(__file__).resolve().parent.parent
PAGES = [path for path in (ROOT / "README.md", ROOT / "CHANGELOG.md") if path.exists()]
PAGES += sorted((ROOT / "docs").rglob("*.md"))
TEXT = {path: path.read_text("utf-8") for path in PAGES}
ALL = "\n".join(TEXT.values())
NOT_OURS = {".venv", ".git", "var"}
# where a page may start from when it names a file
STARTS = (ROOT, ROOT / "games/rules", ROOT / "games/rules/citadels")


def page(name: str) -> str:
    return TEXT[ROOT / "docs" / name]


def names_in(folder: str, pattern: str) -> list[str]:
    """Everything in our Python files of this folder that the pattern's group catches."""
    texts = (path.read_text("utf-8") for path in sorted((ROOT / folder).rglob("*.py")))
    return sorted({name for text in texts for name in re.findall(pattern, text)})


def each(names: list[str]) -> pytest.MarkDecorator:
    assert names
    return pytest.mark.parametrize("name", names)


# --- what there is, is documented


COMMANDS = sorted(
    path.stem
    for app in ("games", "accounts")
    for path in (ROOT / app).glob("management/commands/*.py")
    if not path.stem.startswith("_")
)


@each(COMMANDS)
def test_every_command_is_documented(name):
    assert f"manage.py {name}" in ALL


MAKEFILE = (ROOT / "Makefile").read_text("utf-8")


@each(re.findall(r"^([a-z]+):.*##", MAKEFILE, re.MULTILINE))
def test_every_make_target_is_documented(name):
    assert f"`make {name}`" in ALL


@each(re.findall(r"^([A-Z]+) \?=", MAKEFILE, re.MULTILINE))
def test_every_variable_of_the_makefile_is_documented(name):
    assert re.search(rf"`[^`]*\b{name}\b", ALL)


@each(
    sorted(
        {
            "DJANGO_SETTINGS_MODULE",
            *names_in("citadels", r'environ(?:\.get\(|\.setdefault\(|\[|,)\s*"([A-Z_]+)"'),
        }
    )
)
def test_every_setting_is_documented(name):
    assert f"`{name}`" in page("settings.md")


def test_the_settings_are_found():
    found = names_in("citadels", r'environ(?:\.get\(|\.setdefault\(|\[|,)\s*"([A-Z_]+)"')
    assert {"SECRET_KEY", "SECRET_KEY_FALLBACKS", "DATABASE_URL", "BEHIND_PROXY"} <= set(found)


VERBS = list(tomllib.loads((ROOT / "games/rules/citadels/texts/en.toml").read_text("utf-8"))["verbs"])


@each(VERBS)
def test_every_verb_of_citadels_is_documented(name):
    assert re.search(rf"`{name}[ `]", page("notation.md"))


@each(list(ORDERS))
def test_every_standing_order_is_documented(name):
    assert f"`{name}`" in page("notation.md")


@each([word for word in sorted({order.number_word for order in ORDERS.values()}) if word])
def test_the_numbers_of_standing_orders_are_documented(name):
    assert f" {name} N`" in page("notation.md")


REPLIES = {
    "table": (GAME_COMMANDS, "## What may be written"),
    "invitation": (INVITATION_COMMANDS, "## What may be written"),
    "tournament": (TOURNAMENT_COMMANDS, "## Emails about tournaments"),
}


@each(list(REPLIES))
def test_every_command_of_a_reply_is_documented(name):
    commands, heading = REPLIES[name]
    written = re.findall(r"`([^`]+)`", page("replies.md").partition(heading)[2].partition("\n## ")[0])
    found = {command.key for command, _text in map(commands.find_command, written) if command}
    assert set(commands.commands) - found == set()


SHAPES = [
    name
    for name, kind in vars(notation).items()
    if inspect.isclass(kind) and kind is not Offer and hasattr(kind, "accepts")
]


@each(SHAPES)
def test_every_shape_of_an_offer_is_documented(name):
    assert f"`{name}(" in page("notation.md")


CAPABILITIES = [type(one) for one in vars(CITADELS).values() if isinstance(one, Capability)]


@each(
    sorted(
        {
            name
            for kind in (
                Ruleset,
                *(base for kind in CAPABILITIES for base in kind.__mro__ if "core" in base.__module__),
            )
            for name in vars(kind)
            if not name.startswith("_") and callable(getattr(kind, name))
        }
    )
)
def test_every_method_of_a_ruleset_and_its_capabilities_is_documented(name):
    assert re.search(rf"`{name}[`(]", page("new-ruleset.md"))


# --- what is documented, is there


def links() -> Iterator[tuple[Path, str]]:
    for path, text in TEXT.items():
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if not re.match(r"[a-z]+:", target):
                yield path, target


@pytest.mark.parametrize(("path", "target"), sorted(set(links())))
def test_links_lead_somewhere(path, target):
    file, _, heading = target.partition("#")
    there = (path.parent / file) if file else path
    assert there.exists(), f"{path.relative_to(ROOT)}: {target}"
    if heading:
        assert heading in anchors(there.read_text("utf-8"))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_what_is_fenced_begins_and_ends_on_lines_of_its_own(path):
    fences = re.findall(r"^.*```.*$", TEXT[path], re.MULTILINE)
    assert [line for line in fences if not re.fullmatch(r" *```\w*", line)] == []
    assert [line.strip() for line in fences[1::2]] == ["```"] * (len(fences) // 2)
    assert len(fences) % 2 == 0


@pytest.mark.parametrize("path", sorted((ROOT / "docs").glob("*.md")), ids=lambda path: path.name)
def test_every_mechanism_can_be_reached_from_the_first_page(path):
    assert f"](docs/{path.name})" in TEXT[ROOT / "README.md"]


def anchors(text: str) -> set[str]:
    """The names under which headings can be linked to."""
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


OURS = [path for path in ROOT.iterdir() if path.name not in NOT_OURS]
FILES = {path.name for top in OURS for path in (top.rglob("*") if top.is_dir() else [top])}
TOP = "games|tests|docs|citadels|accounts|templates|static|requirements"


def paths() -> set[tuple[str, str]]:
    """Everything in backticks that looks like a file or a folder of ours."""
    found = set()
    for path, text in TEXT.items():
        for word in re.findall(r"`([\w./<>*-]+)`", text):
            if re.match(rf"({TOP})/", word) or re.search(r"\.(py|toml|md|yaml|html)$", word):
                found.add((str(path.relative_to(ROOT)), word))
    return found


@pytest.mark.parametrize(("where", "name"), sorted(paths()))
def test_files_that_are_named_exist(where, name):
    pattern = re.sub(r"<[^>]+>", "*", name).rstrip("/")
    assert name in FILES or any(next(start.glob(pattern), None) for start in STARTS)


def excerpts() -> Iterator[tuple[str, str]]:
    """Code in the docs that says in its first line which file it is from."""
    for text in TEXT.values():
        for file, code in re.findall(r"```python\n# (\S+\.py)\n(.*?)```", text, re.DOTALL):
            for line in filter(str.strip, code.splitlines()):
                yield file, line


def test_excerpts_are_what_the_code_says():
    lines = list(excerpts())
    assert lines
    for file, line in lines:
        assert line in (ROOT / file).read_text("utf-8").splitlines(), f"{file}: {line}"


DECISIONS = sorted((ROOT / "docs/decisions").glob("*.md"))


def test_decisions_are_numbered_in_order():
    assert [path.name[:4] for path in DECISIONS] == [
        f"{number:04}" for number in range(1, len(DECISIONS) + 1)
    ]
    for number, path in enumerate(DECISIONS, 1):
        assert TEXT[path].startswith(f"# {number}. ")
