"""Days as people write them, in our languages."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.mail.parsing import dates

TODAY = date(2026, 11, 16)
MARCH = (date(2027, 3, 1), date(2027, 3, 5))


@pytest.mark.parametrize(
    "text",
    [
        "2027-03-01 2027-03-05",
        "2027-03-01, 2027-03-05.",
        "2027-03-01..2027-03-05",
        "2027-03-01..05",
        "2027-03-01 - 05",
        "2027-03-01 to 2027-03-05",
        "1 March to 5 March",
        "1 March to 5 March 2027",
        "from 1 March 2027 until 5 March",
        "1st to 5th of March",
        "1-5 March",
        "March 1-5",
        "March 1 – 5, 2027",
        "Mar. 1 to Mar. 5",
        "1.3.-5.3.",
        "1.3. - 5.3.2027",
        "1.3.2027 – 5.3.2027.",
        "1.-5.3.",
        "01.03. … 05.03.",
        "március 1-től 5-ig",
        "március 1-jétől március 5-éig",
        "2027. március 1-5.",
        "2027.03.01.-03.05.",
        "2027.03.01-2027.03.05",
        "márc. 1 - márc. 5",
        "od 1. ožujka do 5. ožujka",
        "1.–5. ožujka 2027.",
        "1. ožujak do 5. ožujak",
        "od 1. do 5. ožujka",
    ],
)
def test_two_days(text):
    assert dates.parse_days(text, TODAY) == MARCH


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-12-20", date(2026, 12, 20)),
        ("20 December", date(2026, 12, 20)),
        ("16 November", TODAY),
        ("15 November", date(2027, 11, 15)),
        ("24.12.", date(2026, 12, 24)),
        ("december 24.", date(2026, 12, 24)),
        ("24. prosinca", date(2026, 12, 24)),
    ],
)
def test_one_day_alone_is_the_first_and_the_last(text, day):
    assert dates.parse_days(text, TODAY) == (day, day)


@pytest.mark.parametrize(
    "text",
    [
        "28 December to 3 January",
        "28 Dec 2026 - 3 Jan",
        "28 Dec - 3 Jan 2027",
        "28.12.-3.1.",
        "2026-12-28..2027-01-03",
    ],
)
def test_leave_over_the_turn_of_the_year(text):
    assert dates.parse_days(text, TODAY) == (date(2026, 12, 28), date(2027, 1, 3))


def test_leave_that_has_begun_is_not_taken_for_the_next_year():
    assert dates.parse_days("14 November to 20 November", TODAY) == (date(2026, 11, 14), date(2026, 11, 20))


def test_two_whole_dates_in_the_wrong_order_stay_so():
    assert dates.parse_days("2027-03-05 2027-03-01", TODAY) == (date(2027, 3, 5), date(2027, 3, 1))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "tomorrow",
        "next week",
        "1 2",
        "1 2 3",
        "1/3 - 5/3",
        "5",
        "1-5",
        "March",
        "31 February",
        "32.1.",
        "1.13.",
        "2026-13-20 2026-13-24",
        "1 March to 5 March to 9 March",
        "1 March to",
        "to 5 March",
        "1 March 5 March",
        "1.3.27",
        "1 March 99999",
        "٣ March" * 20,
        "2027-03-01 and maybe 05",
    ],
)
def test_what_is_no_day_is_not_guessed(text):
    assert dates.parse_days(text, TODAY) is None


@given(st.text(st.characters(codec="utf-8"), max_size=60) | st.text("0123456789.- toMarch–", max_size=40))
def test_whatever_somebody_writes_is_a_pair_of_days_or_nothing(text):
    found = dates.parse_days(text, TODAY)
    assert found is None or all(isinstance(day, date) for day in found)


@given(
    st.dates(date(2026, 11, 16), date(2027, 11, 15)), st.sampled_from(["{0:%Y-%m-%d}", "{0.day}.{0.month}."])
)
def test_a_day_of_the_coming_year_is_read_back(day, form):
    assert dates.parse_days(form.format(day), TODAY) == (day, day)
