"""A newspaper of a game that writes none itself."""

from games.rules.core.gazette_builder import GazetteBuilder
from tests.helpers.rulesets.pebbles import PEBBLES


def test_a_game_without_reports_is_told_by_the_sentences_of_its_record():
    newsroom = GazetteBuilder(PEBBLES, "a game")
    position, events = PEBBLES.new(["Ann", "Bob"], {}, "1")
    issues = list(newsroom.add_events(position, events))
    texts = []
    while not PEBBLES.over(position):
        seat = PEBBLES.awaits(position)[0]
        move = PEBBLES.offers(position, seat)[0].sample(lambda n: 0)
        events = PEBBLES.play(position, seat, move)
        texts += [PEBBLES.phrase(position, seen, None) for event in events if (seen := event.seen_by(None))]
        issues += newsroom.add_events(position, events)
    report = newsroom.write_report(position, issues[-1])
    assert report.paragraphs[-1] in PEBBLES.presentation.verdict(position)
    assert set(report.paragraphs[:-1]) <= set(texts)
    assert len(report.paragraphs) > 2
    assert issues[-1].winners == PEBBLES.winners(position)
