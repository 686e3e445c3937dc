"""Heats: the best results count. Who goes on, and who comes in, is in director/test_stages.py."""

from games.tournaments.standings.exact import format_short
from games.tournaments.standings.ranking import RankedEntrant, rank_entrants
from games.tournaments.standings.results import FinishedSeat, FinishedTable
from games.tournaments.standings.scoring_terms import ScoringTerms
from games.tournaments.standings.tie_breaks import DEFAULT_TIE_BREAKS, HEATS
from tests.helpers.messages import tournaments as messages
from tests.helpers.tournaments.score_sheets import CARDS, HEATS_BY_POINTS, PLACE, order


def heat(number, who, points, score):
    """One heat of one player; the others at the table are stand-ins, and their entrants gain nothing."""
    others = [place for place in range(1, 5) if place != PLACE[points]]
    seats = [FinishedSeat(who, score, place=PLACE[points])]
    for place in others:
        worth = 100 if place == 1 else score
        seats.append(FinishedSeat(f"extra {place}", worth, place=place, kind="stand_in", stand_in="Zoe"))
    return FinishedTable(number, tuple(seats))


def final_standings(tie_breaks):
    heats = [(who, *one) for who, card in CARDS.items() for one in zip(*card, strict=True)]
    played = [heat(number, *one) for number, one in enumerate(heats)]
    people = [*CARDS, *(f"extra {place}" for place in range(1, 5))]
    rows = rank_entrants(
        played,
        [],
        [RankedEntrant(who) for who in people],
        ScoringTerms(tie_breaks=tie_breaks, best=3, seed="heats"),
    )
    return [row for row in rows if row.entrant in CARDS]


def test_by_wins_first():
    rows = final_standings(HEATS)
    assert [(row.entrant, row.wins, row.points) for row in rows] == [
        ("Ann", 2, 23),
        ("Eve", 2, 23),
        ("Dee", 2, 20),
        ("Bob", 1, 22),
        ("Fay", 1, 19),
        ("Cy", 0, 18),
        ("Gus", 0, 15),
    ]
    assert [format_short(row.relw) for row in rows] == ["0.93", "0.82", "1", "0.9", "0.84", "0.95", "0.88"]
    assert rows[0].reason.say() == messages.CLOSER_TO_WINNERS.fill(better="0.93", worse="0.82")


def test_by_points_first():
    rows = final_standings(HEATS_BY_POINTS)
    assert order(rows) == "Ann Eve Bob Dee Fay Cy Gus"
    assert [row.points for row in rows] == [23, 23, 22, 20, 19, 18, 15]


def test_the_usual_lists():
    assert DEFAULT_TIE_BREAKS["heats"] == ("WINS", "PTS", "RELW", "LOT")
    assert DEFAULT_TIE_BREAKS["league"] == ("PTS", "WINS", "2NDS", "3RDS", "RELW", "H2H", "LOT")
    assert DEFAULT_TIE_BREAKS["swiss"] == ("PTS", "OPP", "SB", "WINS", "RELW", "LOT")
