"""The file of a tournament gives the same standings to everybody who reads it."""

import json
import re
from datetime import UTC, datetime
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.core.translation import Translator
from games.tournaments.export import json_file
from games.tournaments.export.json_file import StageSection, TournamentExport
from games.tournaments.standings.messages import InvalidTournamentData
from games.tournaments.standings.points import POINT_SYSTEMS, PointScheme, build_custom_scheme
from games.tournaments.standings.ranking import RankedEntrant
from games.tournaments.standings.scoring_terms import ScoringTerms
from games.tournaments.standings.tie_breaks import LEAGUE, TIE_BREAKS
from tests.helpers.messages import tournaments as messages
from tests.helpers.tournaments import score_sheets
from tests.helpers.tournaments.score_sheets import names, patiently, table, tables


def league(**about) -> TournamentExport:
    played = tables(score_sheets.LEAGUE)
    section = StageSection(
        name="League",
        terms=ScoringTerms(tie_breaks=LEAGUE, seed="demo"),
        entrants=tuple("ABCDEFG"),
        tables=tuple(played),
    )
    return TournamentExport(
        title="Spring", game="citadels", entrants=tuple(names(played)), sections=(section,), **about
    )


def changed(tournament: TournamentExport, **changes) -> bytes:
    """The file, with something else in its first section."""
    file = json.loads(json_file.dump_tournament(tournament))
    change = changes.pop("change", None)
    if change:
        change(file)
    return json.dumps(file | changes).encode()


def test_exact_numbers_stand_beside_four_decimals():
    file = json.loads(json_file.dump_tournament(league()))
    first = file["sections"][0]["standings"][0]
    assert first["opp"] == {"shown": "4.8333", "exact": "29/6"}
    assert first["tie_reason"] == messages.MORE_WINS.fill(better=2, worse="1.5")
    assert file["sections"][0]["tables"][0]["seats"][0]["points"] == {"shown": "10.0000", "exact": "10/1"}
    assert file["version"] == 2


def test_what_was_written_is_read_again():
    export = league(settings={"least": 7, "deep": {"er": [1]}}, rulings=({"reason": "late"},))
    assert json_file.load_tournament(json_file.dump_tournament(export)) == export


def test_times_are_kept():
    at = datetime(2027, 3, 1, 12, 30, tzinfo=UTC)
    one = table("A5 B4", started=at, finished=at)
    section = StageSection(name="", terms=ScoringTerms(), entrants=("A", "B"), tables=(one,))
    export = TournamentExport(title="", game="", entrants=tuple(names([one])), sections=(section,))
    assert json_file.load_tournament(json_file.dump_tournament(export)).sections[0].tables == (one,)


schemes = st.sampled_from([*(PointScheme(system) for system in POINT_SYSTEMS[:-1])])


@patiently
@given(score_sheets.tournaments(), schemes, st.integers(0, 2))
def test_import_gives_the_standings_of_the_export(found, scheme, best):
    played, byes, entrants = found
    section = StageSection(
        name="all",
        terms=ScoringTerms(scheme=scheme, tie_breaks=TIE_BREAKS, seed="seed", best=best),
        entrants=tuple(entrant.who for entrant in entrants),
        tables=tuple(played),
        byes=tuple(byes),
    )
    export = TournamentExport(title="any", game="citadels", entrants=tuple(entrants), sections=(section,))
    again = json_file.load_tournament(json_file.dump_tournament(export))
    assert again == export
    assert again.rows(again.sections[0]) == export.rows(section)


def test_points_of_ones_own_are_kept_exactly():
    played = table("A5 B4 C3")
    terms = ScoringTerms(scheme=build_custom_scheme((Fraction(10, 3), 1, 0), (2, 0)), size=3)
    section = StageSection(name="", terms=terms, entrants=tuple("ABC"), tables=(played,))
    export = TournamentExport(title="", game="", entrants=tuple(names([played])), sections=(section,))
    assert json_file.load_tournament(json_file.dump_tournament(export)) == export


def test_the_reasons_may_be_in_another_language():
    class Other(Translator):
        def say(self, message, /, **words):
            return "?"

    written = json_file.dump_tournament(league(), Other("en"))
    assert b"more wins" not in written
    assert json_file.load_tournament(written) == league()


# --- files that are none


def test_standings_that_do_not_follow_from_the_tables_are_refused():
    def cheat(file):
        file["sections"][0]["standings"][1]["points"] = {"shown": "25.0000", "exact": "25/1"}

    with pytest.raises(
        InvalidTournamentData, match="standings of “League” do not follow from its tables: look at rank 2"
    ):
        json_file.load_tournament(changed(league(), change=cheat))


def test_missing_rows_are_seen():
    def forget(file):
        file["sections"][0]["standings"].pop()

    with pytest.raises(InvalidTournamentData, match="look at rank 7"):
        json_file.load_tournament(changed(league(), change=forget))


def test_points_that_do_not_follow_from_the_scores_are_refused():
    def cheat(file):
        file["sections"][0]["tables"][0]["seats"][0]["points"]["exact"] = "11/1"

    with pytest.raises(
        InvalidTournamentData, match=re.escape(messages.POINTS_DO_NOT_FOLLOW.fill(section="League"))
    ):
        json_file.load_tournament(changed(league(), change=cheat))


def test_a_score_that_was_changed_is_seen():
    def cheat(file):
        file["sections"][0]["tables"][0]["seats"][0]["score"] = "1/1"

    with pytest.raises(InvalidTournamentData, match=messages.STANDINGS_DO_NOT_FOLLOW.pattern):
        json_file.load_tournament(changed(league(), change=cheat))


def spoil(**fields):
    def change(file):
        file["sections"][0]["tables"][0]["seats"][0] |= fields

    return change


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"", messages.NOT_A_TOURNAMENT_FILE.pattern),
        (b"[]", messages.NOT_A_TOURNAMENT_FILE.pattern),
        (b"\xff{}", messages.NOT_A_TOURNAMENT_FILE.pattern),
        (b'{"format": "something else", "version": 2}', messages.NOT_A_TOURNAMENT_FILE.pattern),
        (b"[" * 100_000, messages.NOT_A_TOURNAMENT_FILE.pattern),
        (changed(league(), version=1), re.escape(messages.UNKNOWN_VERSION.fill(version=1, known=2))),
        (changed(league(), more=1), messages.NOT_A_TOURNAMENT_FILE.pattern),
        (
            changed(league(), entrants=[]),
            re.escape(messages.STRANGER_IN_SECTION.fill(who="A", section="League")),
        ),
        (changed(league(), change=spoil(score="1.5")), messages.UNREADABLE_NUMBER.pattern),
        (changed(league(), change=spoil(score="1/0")), messages.UNREADABLE_NUMBER.pattern),
        (changed(league(), change=spoil(score=31)), messages.NOT_A_TOURNAMENT_FILE.pattern),
        (changed(league(), change=spoil(kind="ghost")), messages.NOT_A_TOURNAMENT_FILE.pattern),
        (changed(league(), change=spoil(waited=-1)), messages.NOT_A_TOURNAMENT_FILE.pattern),
        (changed(league(), change=spoil(entrant="D")), re.escape(messages.SITS_TWICE.fill(table=1))),
        (
            changed(league(), change=spoil(entrant="Z")),
            re.escape(messages.STRANGER_AT_TABLE.fill(who="Z", table=1)),
        ),
        (changed(league(), change=spoil(placed=1)), re.escape(messages.PLACE_IS_MISSING.fill(table=1))),
    ],
)
def test_a_file_that_is_none_is_refused_with_the_reason(data, complaint):
    with pytest.raises(InvalidTournamentData, match=complaint):
        json_file.load_tournament(data)


def test_a_file_that_is_too_long_is_not_even_looked_at(monkeypatch):
    monkeypatch.setattr(json_file, "MAX_FILE_BYTES", 100)
    with pytest.raises(InvalidTournamentData, match=messages.FILE_IS_TOO_LONG.pattern):
        json_file.load_tournament(json_file.dump_tournament(league()))


@patiently
@given(st.binary(max_size=200))
def test_no_bytes_break_the_reader(data):
    with pytest.raises(InvalidTournamentData):
        json_file.load_tournament(data)


def test_a_tournament_may_be_empty():
    export = TournamentExport(title="", game="", entrants=(RankedEntrant(1),), sections=())
    assert json_file.load_tournament(json_file.dump_tournament(export)) == export
