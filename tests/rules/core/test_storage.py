"""Stored positions: what goes in comes out, copies go their own way, and nothing else gets in."""

from typing import Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.core.agenda import Position, Step
from games.rules.core.errors import BadPosition
from games.rules.core.events import Event
from games.rules.core.rng import Rng
from games.rules.core.storage import MAX_STORED_BYTES, PositionStore, build_copier


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str


class Player(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    gold: int = 0
    hand: list[str] = []
    rows: list[list[int]] = []
    rival: "Player | None" = None


class Table(Position):
    """A position with a field of every kind that a position may have."""

    players: dict[str, Player] = {}
    cards: list[Card] = []
    piles: dict[int, list[str]] = {}
    tokens: dict[str, dict[str, int]] = {}
    crown: str | None = None
    spare: list[str] | None = None
    phase: Literal["draft", "turns"] = "draft"
    share: float = 0.5
    over: bool = False
    notes: Any = None


def piled(data: dict[str, Any]) -> None:
    """Version 1 had one pile."""
    data["piles"] = {"1": data.pop("pile")}


def counted(data: dict[str, Any]) -> None:
    """Version 2 kept no gold: everybody gets as much as there are piles."""
    for player in data["players"].values():
        player["gold"] = len(data["piles"])


STORE = PositionStore(Table, 3, {1: piled, 2: counted})
OLD = b'{"version": 1, "rng": {"seed": "s"}, "players": {"Ann": {}}, "pile": ["a", "b"]}'

words = st.text(max_size=4)
names = st.lists(words, max_size=3)
players = st.builds(
    Player,
    gold=st.integers(-(2**63), 2**63),
    hand=names,
    rows=st.lists(st.lists(st.integers(0, 9), max_size=2), max_size=2),
    rival=st.none() | st.builds(Player, hand=names),
)
data = st.recursive(
    st.none() | st.booleans() | st.integers(0, 99) | words,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(words, inner, max_size=2),
    max_leaves=4,
)
mappings = st.dictionaries(words, data, max_size=2)
tables = st.builds(
    Table,
    version=st.just(3),
    rng=st.builds(Rng, words, st.integers(0, 99)),
    agenda=st.lists(st.lists(st.builds(Step, words, words, mappings), max_size=2), max_size=2),
    pending_events=st.lists(
        st.builds(Event, words, mappings, st.dictionaries(words, mappings, max_size=2)), max_size=2
    ),
    players=st.dictionaries(words, players, max_size=3),
    cards=st.lists(st.builds(Card, words), max_size=2),
    piles=st.dictionaries(st.integers(0, 9), names, max_size=2),
    tokens=st.dictionaries(words, st.dictionaries(words, st.integers(0, 9), max_size=2), max_size=2),
    crown=st.none() | words,
    spare=st.none() | names,
    phase=st.sampled_from(["draft", "turns"]),
    share=st.floats(0, 1),
    over=st.booleans(),
    notes=data,
)


def table(**fields: Any) -> Table:
    return Table(version=3, rng=Rng("seed"), **fields)


# --- in and out


@given(tables)
def test_what_is_stored_comes_out_again(position):
    assert STORE.load(STORE.dump(position)) == position
    assert STORE.load(STORE.dump(position).decode()) == position


def test_a_stored_position_is_one_line_with_its_version_in_front_and_without_what_is_as_usual():
    assert STORE.dump(table()) == b'{"version":3,"rng":{"seed":"seed","drawn":0}}'
    assert STORE.dump(table(crown="Ann\n")).count(b"\n") == 0


def test_two_new_positions_share_nothing():
    one, other = table(), table()
    one.players["Ann"] = Player()
    one.agenda.append([])
    assert other == table()


# --- copies


def disturb(value: Any) -> None:
    """Change whatever can be changed in a value, the innermost first."""
    if isinstance(value, msgspec.Struct):
        if value.__struct_config__.frozen:
            return
        for field in value.__struct_fields__:
            disturb(getattr(value, field))
            setattr(value, field, "disturbed")
    elif isinstance(value, list):
        for entry in value:
            disturb(entry)
        value.append("disturbed")
    elif isinstance(value, dict):
        for entry in value.values():
            disturb(entry)
        value["disturbed"] = True


@given(tables)
def test_a_copy_is_equal_and_goes_its_own_way(position):
    before = msgspec.json.encode(position)
    twin = STORE.copy(position)
    assert twin == position
    assert type(twin) is Table
    disturb(twin)
    assert msgspec.json.encode(position) == before


@given(tables)
def test_a_copy_does_not_notice_what_happens_to_the_original(position):
    twin = STORE.copy(position)
    before = msgspec.json.encode(twin)
    disturb(position)
    assert msgspec.json.encode(twin) == before


def test_what_cannot_change_is_shared_by_copies():
    position = table(cards=[Card("tavern")], agenda=[[Step("turn", "Ann", {"cards": ["tavern"]})]])
    twin = STORE.copy(position)
    assert twin.cards[0] is position.cards[0]
    assert twin.agenda[0][0] is position.agenda[0][0]
    assert twin.agenda[0] is not position.agenda[0]


class Sets(Position):
    seen: set[str] = set()


class Pairs(Position):
    pairs: tuple[list[str], ...] = ()


class Either(Position):
    either: list[str] | dict[str, str] = []


@pytest.mark.parametrize("kind", [Sets, Pairs, Either])
def test_a_type_that_would_be_copied_badly_is_refused_when_the_game_is_loaded(kind):
    with pytest.raises(TypeError, match="position"):
        build_copier(kind)


def test_two_structs_of_one_name_are_refused():
    other = msgspec.defstruct("Player", [("hand", list[str])])
    mixed = msgspec.defstruct(
        "Mixed", [("here", dict[str, Player], {}), ("there", dict[str, other], {})], bases=(Position,)
    )
    with pytest.raises(TypeError, match="called Player"):
        build_copier(mixed)


# --- older and newer versions


def test_an_old_position_is_brought_up_one_version_at_a_time():
    position = STORE.load(OLD)
    assert position.version == 3
    assert position.piles == {1: ["a", "b"]}
    assert position.players == {"Ann": Player(gold=1)}


def test_each_upgrade_sees_the_version_it_is_for_and_runs_once():
    seen: list[tuple[int, int]] = []

    def upgrade(number: int):
        return lambda data: seen.append((number, data["version"]))

    store = PositionStore(Table, 5, {number: upgrade(number) for number in range(5)})
    assert store.load(b'{"version": 2, "rng": {"seed": "s"}}').version == 5
    assert seen == [(2, 2), (3, 3), (4, 4)]


def test_a_position_of_this_version_is_not_upgraded():
    assert (
        STORE.load(b'{"version": 3, "rng": {"seed": "s"}, "players": {"Ann": {}}}').players["Ann"].gold == 0
    )


def test_a_newer_position_is_refused():
    with pytest.raises(BadPosition, match="of version 4; these rules know 3 at most"):
        STORE.load(b'{"version": 4, "rng": {"seed": "s"}}')


@pytest.mark.parametrize("version", [0, -1, -(10**18)])
def test_a_position_older_than_all_upgrades_is_refused(version):
    with pytest.raises(BadPosition, match=f"version {version} cannot be brought up to 3"):
        STORE.load(b'{"version": %d, "rng": {"seed": "s"}}' % version)


def test_what_an_upgrade_leaves_behind_is_checked_too():
    with pytest.raises(BadPosition, match="unknown field `kiosk`"):
        STORE.load(OLD.replace(b'"pile"', b'"kiosk": 1, "pile"'))


# --- garbage

GOOD = b'{"version": 3, "rng": {"seed": "s"}%s}'
DEEP = b"[" * 100_000 + b"]" * 100_000


@pytest.mark.parametrize(
    "stored",
    [
        b"",
        b" ",
        b"null",
        b"[]",
        b"3",
        b'"version"',
        b"{",
        b"{}",
        b"\xff\xfe",
        b"\0",
        "\ud800",
        b'{"version": 3}',
        b'{"version": "3", "rng": {"seed": "s"}}',
        b'{"version": true, "rng": {"seed": "s"}}',
        b'{"version": 3.5, "rng": {"seed": "s"}}',
        b'{"version": 3e99, "rng": {"seed": "s"}}',
        b'{"version": null, "rng": {"seed": "s"}}',
        b'{"version": 3, "rng": "s"}',
        b'{"version": 3, "rng": {"seed": 7}}',
        b'{"version": 3, "rng": {"seed": "\xff"}}',
        GOOD % b',"phase": "lunch"',
        GOOD % b',"players": []',
        GOOD % b',"players": {"Ann": null}',
        GOOD % b',"players": {"Ann": {"hand": "tavern"}}',
        GOOD % b',"agenda": [{"name": "turn"}]',
        GOOD % b',"agenda": [[{"seat": "Ann"}]]',
        GOOD % b',"piles": {"first": []}',
        GOOD % b',"crown": 7',
        GOOD % (b',"notes": ' + DEEP),
        GOOD % (b',"unheard_of": ' + DEEP),
        (GOOD % b"") * 2,
        GOOD[:-4] % (),
    ],
    ids=lambda stored: repr(stored[:60]),
)
def test_garbage_is_refused_with_a_sentence(stored):
    with pytest.raises(BadPosition, match=r"This is not a stored position: .+\."):
        STORE.load(stored)


@given(st.binary(max_size=60) | st.text(max_size=60))
def test_no_bytes_bring_about_any_other_error(stored):
    with pytest.raises(BadPosition):
        STORE.load(stored)


@given(tables, st.data())
def test_a_damaged_position_loads_or_is_refused(position, dice):
    stored = bytearray(STORE.dump(position))
    stored[dice.draw(st.integers(0, len(stored) - 1))] = dice.draw(st.integers(0, 255))
    try:
        found = STORE.load(bytes(stored))
    except BadPosition:
        return
    assert STORE.load(STORE.dump(found)) == found


@pytest.mark.parametrize(
    "inside",
    [
        b',"kiosk": 1',
        b',"rng": {"seed": "s", "kiosk": 1}',
        b',"agenda": [[{"name": "turn", "kiosk": 1}]]',
        b',"pending_events": [{"kind": "drew", "kiosk": 1}]',
        b',"players": {"Ann": {"kiosk": 1}}',
        b',"cards": [{"name": "tavern", "kiosk": 1}]',
    ],
)
def test_an_unknown_field_is_refused_and_named(inside):
    with pytest.raises(BadPosition, match="unknown field `kiosk`"):
        STORE.load(GOOD % inside)


@pytest.mark.parametrize("kind", [bytes, str])
def test_a_position_too_large_is_refused_unread(kind):
    huge = b" " * (MAX_STORED_BYTES + 1)
    with pytest.raises(BadPosition, match=f"{MAX_STORED_BYTES + 1} bytes is too long"):
        STORE.load(huge if kind is bytes else huge.decode())


def test_a_large_position_within_the_limit_is_read():
    stored = GOOD % b""
    assert STORE.load(stored.ljust(MAX_STORED_BYTES)) == STORE.load(stored)
