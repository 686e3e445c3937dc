"""manage.py fuzz: content with sound rules, and not with any that are broken."""

import io
import re

import pytest
from django.core.management import CommandError, call_command

from games.bots.fuzz import FuzzFailure, build_setup, fuzz_game
from games.rules import registry
from games.rules.core.errors import IllegalMove
from games.rules.core.notation import Move
from games.rules.core.records.record import parse_record
from games.rules.core.records.replay import replay_record
from games.rules.core.rng import Rng
from tests.helpers.rulesets.pebbles import PEBBLES, PebblesNotation, PebblesRules


@pytest.fixture
def fuzz(settings, tmp_path):
    settings.VAR_DIR = tmp_path

    def run(*args: str) -> tuple[int, list[str]]:
        out = io.StringIO()
        try:
            call_command("fuzz", *args, stdout=out)
        except SystemExit as error:
            return error.code, out.getvalue().splitlines()
        return 0, out.getvalue().splitlines()

    return run


@pytest.mark.parametrize("slug", registry.RULESETS)
def test_a_few_games_of_every_ruleset_have_no_failure(fuzz, tmp_path, slug):
    code, lines = fuzz("--game", slug, "--games", "4", "--seed", "3")
    assert code == 0
    assert re.fullmatch(r"4 games, \d{2,} moves, no failure", lines[-1])
    assert list(tmp_path.iterdir()) == []


def enter(monkeypatch, rules: type[PebblesRules]) -> None:
    monkeypatch.setitem(registry.RULESETS, "pebbles", rules())


def test_sound_rules_of_another_game_have_no_failure(fuzz, monkeypatch):
    enter(monkeypatch, PebblesRules)
    assert fuzz("--game", "pebbles", "--games", "20")[0] == 0
    assert fuzz("--game", "pebbles", "--games", "5", "--seats", "3")[0] == 0
    assert fuzz("--game", "pebbles", "--games", "5", "--options", '{"bag": 3}')[0] == 0
    assert fuzz("--game", "pebbles", "--games", "5", "--options", "{}", "--seats", "4")[0] == 0


def test_the_same_seed_plays_the_same_games(fuzz, monkeypatch):
    enter(monkeypatch, PebblesRules)
    one, other = (
        fuzz("--game", "pebbles", "--games", "5"),
        fuzz("--game", "pebbles", "--games", "5", "--seed", "2"),
    )
    assert one == fuzz("--game", "pebbles", "--games", "5")
    assert one != other


# --- rules that are broken, each in another way


class LosesPebbles(PebblesRules):
    """A third pebble in a row falls under the table."""

    def play(self, position, seat, move):
        events = super().play(position, seat, move)
        if len(position.row[seat]) == 3:
            position.row[seat].pop()
        return events


class WaitsForNobody(PebblesRules):
    def play(self, position, seat, move):
        events = super().play(position, seat, move)
        if len(position.row[seat]) == 3:
            position.agenda.clear()
        return events


class BreaksDown(PebblesRules):
    def play(self, position, seat, move):
        events = super().play(position, seat, move)
        return events if len(position.row[seat]) < 3 else events[99]


class AcceptsAnything(PebblesRules):
    def play(self, position, seat, move):
        try:
            return super().play(position, seat, move)
        except IllegalMove:
            return []


class RefusesWithATrace(PebblesRules):
    def play(self, position, seat, move):
        try:
            return super().play(position, seat, move)
        except IllegalMove:
            position.row[position.turn].append("red")
            raise


class OffersTooMuch(PebblesRules):
    def offers(self, position, seat):
        return [*super().offers(position, seat), Move("dance")]


class WritesTheFirstTurn(PebblesNotation):
    def dump(self, position):
        return super().dump(position) | {"turn": position.seats[0]}


class ForgetsWhoseTurnItIs(PebblesRules):
    """The written position always begins with the first seat."""

    def __init__(self):
        super().__init__()
        self.notation = WritesTheFirstTurn(self)


class ForgetsARow(PebblesRules):
    """What is stored lacks what the last seat has in its row."""

    def dump(self, position):
        copy = self.copy(position)
        copy.row[copy.seats[-1]] = []
        return super().dump(copy)


class TellsEverything(PebblesRules):
    """The view shows what other seats have in their bags."""

    def view(self, position, seat):
        return super().view(position, seat) | {"bags": position.bag}


class ShowsStructs(PebblesRules):
    def view(self, position, seat):
        return super().view(position, seat) | {"rng": position.rng}


class TouchesWhatItSees(PebblesRules):
    def view(self, position, seat):
        position.rng.below(6)
        return super().view(position, seat)


class FallsBackOnNothing(PebblesRules):
    def fallback(self, position, seat):
        return Move("sleep")


class HasNoWinner(PebblesRules):
    def winners(self, position):
        return []


class NeverEnds(PebblesRules):
    def over(self, position):
        return False


class CannotBeSetUp(PebblesRules):
    def new(self, seats, options, seed):
        position, events = super().new(seats, options, seed)
        position.supply.append("gold")
        return position, events


class LosesItsSeed(PebblesRules):
    """Chance that hangs on something else than the seed: no record could be verified."""

    games = 0

    def new(self, seats, options, seed):
        LosesItsSeed.games += 1
        return super().new(seats, options, f"{seed}{LosesItsSeed.games}")


BROKEN = [
    (LosesPebbles, "pebbles were made or lost"),
    (WaitsForNobody, "waits for nobody, but is not over"),
    (BreaksDown, "IndexError list index out of range"),
    (AcceptsAnything, "is not offered, but was played"),
    (RefusesWithATrace, "is refused, but the position has changed"),
    (OffersTooMuch, "dance"),
    (ForgetsWhoseTurnItIs, "written and loaded, the game waits for"),
    (ForgetsARow, "stored and loaded, the position is another"),
    (TellsEverything, "dealt again, the game looks otherwise to"),
    (ShowsStructs, "is not plain data"),
    (TouchesWhatItSees, "the position has changed when only check_views looked at it"),
    (FallsBackOnNothing, "“sleep”, is not offered"),
    (HasNoWinner, "the winners are []"),
    (NeverEnds, "waits for nobody, but is not over"),
    (CannotBeSetUp, "pebbles were made or lost"),
]


@pytest.mark.parametrize(("rules", "trouble"), BROKEN)
def test_broken_rules_are_found_out_and_the_record_shows_it_again(
    fuzz, monkeypatch, tmp_path, rules, trouble
):
    enter(monkeypatch, rules)
    code, lines = fuzz("--game", "pebbles", "--games", "50", "--seed", "9")
    assert code == 1
    assert trouble in lines[-3]
    [path] = (tmp_path / "fuzz").iterdir()
    assert re.fullmatch(r"pebbles-9-\d+\.txt", path.name)
    assert lines[-1] == f"  python manage.py fuzz --replay {path}"
    assert fuzz("--replay", str(path)) == (1, [lines[-3]])


@pytest.mark.parametrize(("rules", "trouble"), BROKEN)
def test_the_record_of_a_failure_is_content_with_rules_that_were_mended(
    fuzz, monkeypatch, tmp_path, rules, trouble
):
    enter(monkeypatch, rules)
    fuzz("--game", "pebbles", "--games", "50", "--seed", "9")
    [path] = (tmp_path / "fuzz").iterdir()
    enter(monkeypatch, PebblesRules)
    record = parse_record(path.read_text("utf-8"))
    remarks = record.plays[-1].comments if record.plays else record.comments
    assert trouble in remarks[0]
    if rules is not OffersTooMuch:  # its last move is no move of the game
        replay_record(PEBBLES, record)
        assert fuzz("--replay", str(path)) == (0, [f"{len(record.plays)} moves, no failure"])


def test_a_game_whose_record_cannot_be_verified_is_a_failure(fuzz, monkeypatch):
    enter(monkeypatch, LosesItsSeed)
    code, lines = fuzz("--game", "pebbles", "--games", "5")
    assert code == 1
    assert "the record of the game is refused" in lines[-3]


def test_a_game_that_does_not_end_is_given_up():
    set_up = build_setup(PEBBLES, "1", 1)
    with pytest.raises(FuzzFailure, match="the game is not over after 3 moves") as failure:
        fuzz_game(PEBBLES, set_up, limit=3)
    assert len(failure.value.record.plays) == 3


def test_set_ups_are_of_all_kinds():
    games = [build_setup(PEBBLES, "1", number) for number in range(1, 61)]
    kinds = [(len(one.seats), one.options["bag"]) for one in games]
    assert set(kinds) == {(seats, bag) for seats in (2, 3, 4) for bag in (1, 2, 3)}
    assert PEBBLES.setup.sample(Rng("a"))[0] in PEBBLES.seats


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["--game", "chess"], "There is no game “chess”"),
        ([], "Name a game"),
        (["--game", "citadels", "--games", "0"], "above zero"),
        (["--game", "citadels", "--options", "{"], "not JSON"),
        (["--game", "citadels", "--options", '{"dragons": 1}'], "dragons"),
        (["--game", "citadels", "--seats", "77"], "never set up for 77 seats"),
        (["--replay", "nowhere.txt"], "No such file"),
    ],
)
def test_what_cannot_be_fuzzed_says_why(fuzz, args, complaint):
    with pytest.raises(CommandError, match=complaint):
        fuzz(*args)
