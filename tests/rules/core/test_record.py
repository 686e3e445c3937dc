"""Records: exact round trips, clear complaints, replay and verification."""

import json
import re
import string

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.bots.random_bot import RandomBot
from games.bots.self_play import play_to_end
from games.rules import registry
from games.rules.core.errors import BadRecord
from games.rules.core.notation import Move
from games.rules.core.records.record import (
    FORMAT,
    HEADER_FIELDS,
    LONGEST_COMMENT,
    LONGEST_JSON,
    LONGEST_RECORD,
    RESULT_FIELDS,
    GameRecord,
    RecordedMove,
    build_record,
    format_record,
    parse_record,
)
from games.rules.core.records.replay import replay_record, verify_record
from games.rules.core.rng import compute_commitment
from tests.helpers.rulesets.pebbles import PEBBLES

ODD_SEATS = ["Ann:", "#Bob", "1.", "Žofia"]


def played(rules=PEBBLES, seats=("Ann", "Bob"), options=None, seed="s33d", reveal=True) -> GameRecord:
    """The record of a whole game between random bots."""
    position, _ = rules.new(list(seats), options or {}, seed)
    bots = {seat: RandomBot(f"{seed}{seat}") for seat in seats}
    plays = play_to_end(rules, position, bots)
    return build_record(rules, position, options=options or {}, seed=seed, plays=plays, reveal=reveal)


def changed(record: GameRecord, **fields) -> GameRecord:
    return GameRecord(**{name: getattr(record, name) for name in GameRecord.__struct_fields__} | fields)


# --- there and back

printable = st.characters(exclude_categories=("C", "Z"))
word = st.text(printable, min_size=1, max_size=12)
line = st.lists(word, min_size=1, max_size=6).map(" ".join)
plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=("Cs",)), max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=10,
)
mapping = st.dictionaries(st.text(st.characters(exclude_categories=("Cs",)), max_size=8), plain, max_size=5)
comments = st.lists(line | st.just(""), max_size=2).map(tuple)


@st.composite
def records(draw) -> GameRecord:
    seats = draw(st.lists(word, min_size=1, max_size=8, unique=True).map(tuple))
    seed = draw(st.none() | line)
    final = draw(st.none() | mapping)
    over = final is not None and draw(st.booleans())
    move = st.builds(Move, word, st.lists(word, max_size=5).map(tuple))
    return GameRecord(
        game=draw(st.text(string.ascii_lowercase, min_size=1, max_size=20)),
        version=draw(st.integers(0, 999_999_999)),
        seats=seats,
        options=draw(mapping),
        commitment=draw(st.text("0123456789abcdef", min_size=64, max_size=64)),
        seed=seed,
        start=None if seed is None else draw(st.none() | mapping),
        comments=draw(comments),
        plays=draw(
            st.lists(st.builds(RecordedMove, st.sampled_from(seats), move, comments), max_size=8).map(tuple)
        ),
        final=final,
        scores=draw(st.dictionaries(st.sampled_from(seats), st.integers(-999, 999))) if over else None,
        winners=draw(st.lists(st.sampled_from(seats), max_size=3, unique=True).map(tuple)) if over else (),
    )


unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a busy machine is no bug


@unhurried
@given(records())
def test_what_is_written_reads_back_the_same(record):
    text = format_record(record)
    assert parse_record(text) == record
    assert format_record(parse_record(text)) == text


@unhurried
@given(records(), st.data())
def test_a_damaged_record_is_read_or_refused_with_its_line(record, data):
    text = format_record(record)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 20)))
    damaged = text[:start] + data.draw(st.text(max_size=5)) + text[end:]
    complaint = ""
    try:
        found = parse_record(damaged)
    except BadRecord as error:
        complaint = str(error)
    assert re.match(r"Line \d+: \S", complaint) if complaint else parse_record(format_record(found)) == found


@pytest.mark.parametrize("seed", range(3))
def test_a_game_survives_with_the_oddest_handles(seed):
    record = played(seats=ODD_SEATS, seed=f"odd {seed}")
    text = format_record(record)
    assert f"1. Ann:: {record.plays[0].move}\n" in text
    assert parse_record(text) == record
    assert verify_record(PEBBLES, parse_record(text)).fair is True


def test_mail_programs_may_change_line_ends_and_add_blanks():
    text = format_record(played())
    mailed = "\ufeff" + text.replace("\n", "  \r\n").replace("\r\n\r\n", "\r\n\r\n\r\n")
    assert parse_record(mailed) == parse_record(text)


def test_emails_stay_emails_and_what_cannot_be_printed_is_escaped():
    record = changed(played(seats=("Žofia", "Bob")), options={"note": "é\u2028\u200b\x00\U000e0001"})
    text = format_record(record)
    assert '{"note": "é\\u2028\\u200b\\u0000\\udb40\\udc01"}' in text
    assert '"Žofia"' in text
    assert parse_record(text) == record


@pytest.mark.parametrize(
    "fields",
    [
        {"seats": ("Ann", "Bo b")},
        {"seats": ("Ann", "B\nob")},
        {"seats": ("Ann", "Ann")},
        {"comments": ("two\nlines",)},
        {"comments": ("ends with a blank ",)},
        {"comments": ("x" * 1001,)},
        {"seed": "two\nlines"},
        {"seed": ""},
        {"game": "Two Words"},
        {"commitment": "abc"},
        {"options": {"a": (1, 2)}},
        {"options": {"a": float("nan")}},
        {"options": {"a": object()}},
        {"plays": (RecordedMove("Zoe", Move("end")),)},
        {"plays": (RecordedMove("Ann", Move("put", ("a b",))),)},
        {"plays": (RecordedMove("Ann", Move("put", ("",))),)},
        {"plays": (RecordedMove("Ann", Move("put", ("x" * 2000,))),)},
        {"final": None},
        {"scores": None, "winners": ("Ann",)},
        {"seed": None, "start": {}},
    ],
)
def test_what_would_not_read_back_is_not_written(fields):
    with pytest.raises(BadRecord):
        format_record(changed(played(), **fields))


# --- what is wrong with it

GOOD = f"""Record: {FORMAT}
Game: pebbles
Version: 1
Seats: Ann Bob
Options: {{}}
Commitment: {"0" * 64}

1. Ann: end
# a remark
2. Bob: end

Final: {{}}
Scores: {{"Ann": 1, "Bob": 2}}
Winner: Bob
"""


def test_the_good_example_is_good():
    assert len(parse_record(GOOD).plays) == 2


@pytest.mark.parametrize(
    ("was", "becomes", "complaint"),
    [
        (GOOD, "", "Line 1: there is no record here; one begins with “Record: 1”."),
        ("Record: 1", "Record: 2", "Line 1: this is a record of format “2”; only format 1 can be read."),
        ("Record: 1\n", "", "Line 1: a record begins with “Record: 1”."),
        ("Version: 1", "Version: one", "Line 3: “one” is not the number of a version."),
        ("Version: 1", "Colour: red", "Line 3: there is no header “Colour”."),
        ("Version: 1", "Game: pebbles", "Line 3: the header “Game” stands here for the second time."),
        ("Version: 1\n", "", "Line 7: the header “Version” must stand before the moves."),
        ("Seats: Ann Bob", "Seats: Ann Ann", "Line 4: two seats have the same name."),
        ("Seats: Ann Bob", "Seats:", "Line 4: a game has 1 to 100 seats, not 0."),
        ("Seats: Ann Bob", "Seats: Ann  Bob", "Line 4: a seat cannot be called “”."),
        ("Options: {}", "Options: [1]", "Line 5: a JSON mapping must stand here."),
        ("Options: {}", "Options: {", "Line 5: this is not JSON: Input data was truncated."),
        ("Options: {}", "Options: " + "[" * 5000, "Line 5: this is not JSON"),
        (
            "Options: {}",
            "Options: " + "1" * 1_000_001,
            "Line 5: a mapping of 1000001 characters is too long.",
        ),
        ("0" * 64, "0" * 63, "Line 6: the commitment must be 64 hexadecimal digits."),
        ("1. Ann: end", "1. Zoe: end", "Line 8: nobody called “Zoe” sits at this table."),
        ("1. Ann: end", "2. Ann: end", "Line 8: this should be move 1, not 2."),
        ("1. Ann: end", "1. Ann: put  red", "Line 8: the words of a move are separated by single spaces."),
        (
            "1. Ann: end",
            f"1. Ann: {'x' * 2001}",
            "Line 8: a move is one short line; this has 2001 characters.",
        ),
        ("1. Ann: end", "1. Ann end", "Line 8: “1. Ann end” is neither a header nor a move nor a comment."),
        ("1. Ann: end", "1. Ann: e\x07nd", "Line 8: there are unprintable characters in this line."),
        ("# a remark", "#" + "x" * 1001, "Line 9: a comment of 1001 characters is too long."),
        ("# a remark", "Seed: x", "Line 9: the header “Seed” must stand before the moves."),
        ("Winner: Bob", "3. Bob: end", "Line 14: no move can follow the final position."),
        ("Winner: Bob", "Winner: Zoe", "Line 14: nobody called “Zoe” sits at this table."),
        ("Winner: Bob\n", "", "Line 14: “Scores” and “Winner” stand together, behind “Final”."),
        ('"Ann": 1', '"Ann": 1.5', "Line 13: a score is a whole number."),
        ('"Ann": 1', '"Ann": true', "Line 13: a score is a whole number."),
        (GOOD, "x" * 4_000_001, "Line 1: a record of 4000001 characters is too long."),
    ],
)
def test_a_bad_record_is_refused_with_line_and_reason(was, becomes, complaint):
    assert was in GOOD
    with pytest.raises(BadRecord, match=re.escape(complaint)):
        parse_record(GOOD.replace(was, becomes))


def test_every_header_is_on_the_records_page(root):
    page = (root / "docs" / "record.md").read_text("utf-8")
    assert [name for name in HEADER_FIELDS | RESULT_FIELDS if f'"{name}: ' not in page] == []
    assert all(f"{limit:,}" in page for limit in (LONGEST_RECORD, LONGEST_JSON, LONGEST_COMMENT))


# --- played again


def test_replay_ends_where_the_game_ended():
    record = played(seats=("Ann", "Bob", "Cleo"), options={"bag": 3})
    assert PEBBLES.notation.dump(replay_record(PEBBLES, record)) == record.final


def test_replay_names_the_move_that_fails():
    record = played()
    plays = (record.plays[0], RecordedMove("Bob", Move("put", ("gold",))), *record.plays[1:])
    with pytest.raises(BadRecord, match=r"Move 2 \(Bob: put gold\) cannot be played: "):
        replay_record(PEBBLES, changed(record, plays=plays))


def test_replay_wants_the_same_game_a_known_version_and_possible_options():
    record = played()
    for fields, complaint in (
        ({"game": "chess"}, "This is a game of chess, not of pebbles."),
        ({"version": 2}, "The record is of version 2; these rules know 1 at most."),
        ({"options": {"bag": 9}}, "The game cannot be set up: Pebbles is for"),
        ({"seed": None}, "The seed is not revealed yet"),
    ):
        with pytest.raises(BadRecord, match=complaint):
            replay_record(PEBBLES, changed(record, **fields))


# --- was it fair?


def test_a_fair_game_is_found_fair():
    record = played()
    verdict = verify_record(PEBBLES, record)
    assert verdict.fair is True
    assert verdict.sentence == (
        "The game was dealt fairly: the seed fits its commitment, and "
        f"all {len(record.plays)} moves lead to the end as written."
    )


@pytest.mark.parametrize("slug", registry.RULESETS)
def test_a_game_of_every_ruleset_is_found_fair(slug):
    rules = registry.get(slug)
    seats = ["Ann", "Bob", "Cleo", "Dan", "Eve"][: max(rules.seats[0], 2)]
    record = played(rules, seats)
    assert verify_record(rules, parse_record(format_record(record))).fair is True


def test_without_the_seed_nothing_can_be_told():
    verdict = verify_record(PEBBLES, parse_record(format_record(played(reveal=False))))
    assert verdict.fair is None
    assert "The seed is not revealed yet" in verdict.sentence


def test_without_a_final_position_there_is_nothing_to_compare():
    verdict = verify_record(PEBBLES, changed(played(), final=None, scores=None, winners=()))
    assert verdict.fair is None
    assert "does not say where they led" in verdict.sentence


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"seed": "another"}, "The seed is not the one that the commitment promised."),
        (
            {"seed": "another", "commitment": compute_commitment("another")},
            "comes out otherwise|do not fit the seed",
        ),
        ({"scores": {"Ann": 99, "Bob": 0}}, "the scores are"),
        ({"winners": ()}, "the winner is"),
        ({"plays": ()}, "comes out otherwise"),
    ],
)
def test_what_does_not_fit_is_said(fields, complaint):
    verdict = verify_record(PEBBLES, changed(played(), **fields))
    assert verdict.fair is False
    assert re.search(complaint, verdict.sentence)


def test_another_final_position_is_not_fair():
    record = played()
    final = {**record.final, "turn": "nobody"}
    verdict = verify_record(PEBBLES, changed(record, final=final))
    assert verdict.fair is False
    assert verdict.sentence.endswith(
        f'“turn” is {json.dumps(record.final["turn"])}, the record says "nobody".'
    )


def test_a_result_before_the_end_is_not_fair():
    position, _ = PEBBLES.new(["Ann", "Bob"], {}, "x")
    record = build_record(PEBBLES, position, options={}, seed="x", plays=())
    assert verify_record(PEBBLES, record).fair is True
    early = changed(record, scores={"Ann": 0, "Bob": 0}, winners=("Ann",))
    assert "it is not over" in verify_record(PEBBLES, early).sentence


# --- a game that did not begin as a new one


@pytest.fixture
def from_the_middle() -> GameRecord:
    position, _ = PEBBLES.new(["Ann", "Bob"], {}, "mid")
    PEBBLES.play(position, "Ann", Move("draw"))
    start = PEBBLES.copy(position)
    plays = play_to_end(PEBBLES, position, {"Ann": RandomBot(1), "Bob": RandomBot(2)})
    return build_record(PEBBLES, position, options={}, seed="mid", plays=plays, start=start)


def test_a_game_from_a_given_position_is_replayed_from_there(from_the_middle):
    record = parse_record(format_record(from_the_middle))
    assert record == from_the_middle
    verdict = verify_record(PEBBLES, record)
    assert verdict.fair is None
    assert "how that was dealt cannot be told" in verdict.sentence


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (lambda start: start.pop("seats"), "The start is not a position of this game"),
        (lambda start: start.update(version=99), "The start is not a position of this game"),
        (lambda start: start["supply"].append("gold"), "pebbles were made or lost"),
        (lambda start: start["rng"].update(seed="other"), "The start has another seed than the record."),
        (lambda start: start["seats"].reverse(), "The seats of the start are not those of the record."),
        (
            lambda start: start.update(agenda=[[{"name": "dance", "seat": "Ann"}]]),
            "Move 1 .* cannot be played",
        ),
    ],
)
def test_a_start_that_is_nonsense_is_refused(from_the_middle, damage, complaint):
    start = json.loads(json.dumps(from_the_middle.start))
    damage(start)
    record = changed(from_the_middle, start=start)
    with pytest.raises(BadRecord, match=complaint):
        replay_record(PEBBLES, record)
    assert verify_record(PEBBLES, record).fair is False


# --- by rules that were mended since


def test_a_game_that_comes_out_as_it_did_is_fair_by_newer_rules_too(monkeypatch):
    record = played()
    monkeypatch.setattr(PEBBLES.store, "version", PEBBLES.store.version + 1)
    assert verify_record(PEBBLES, record).fair is True


@pytest.mark.parametrize("wrong", [{"final": {}}, {"plays": ()}])
def test_of_a_game_that_was_played_by_older_rules_nobody_can_tell(monkeypatch, wrong):
    record = changed(played(), **wrong)
    assert verify_record(PEBBLES, record).fair is False
    monkeypatch.setattr(PEBBLES.store, "version", PEBBLES.store.version + 1)
    verdict = verify_record(PEBBLES, record)
    assert (verdict.fair, verdict.by_older_rules) == (None, True)


def test_another_seed_is_unfair_by_whatever_rules(monkeypatch):
    record = changed(played(), seed="another")
    monkeypatch.setattr(PEBBLES.store, "version", PEBBLES.store.version + 1)
    assert verify_record(PEBBLES, record).fair is False
