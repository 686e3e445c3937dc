"""Groups of a stage: of a league dealt by seed, of a pyramid by what the seasons before have brought."""

from collections.abc import Iterator

from games.tournaments import constraints, drawing, reckoning
from games.tournaments.book import Book, story_of
from games.tournaments.drawing import Division
from games.tournaments.models import Stage, Tournament
from games.tournaments.pairing import pyramid
from games.tournaments.pairing.pyramid import Absence, Record

LOOKED_BACK = 5  # seasons


def divided(book: Book, stage: Stage, field: list[int]) -> Division:
    """Who is in which group, and in a pyramid in which division."""
    if stage.plan.format != "pyramid":
        apart, seed = constraints.apart(book.tournament), f"{book.tournament.seed}|{stage.number}"
        return drawing.divided(stage.plan, field, apart, seed, _hours(book))
    season = _season(book, stage, field)
    groups = [(tier, list(group)) for tier, row in enumerate(season.tiers, 1) for group in row]
    return Division([group for _tier, group in groups], [tier for tier, _group in groups])


def _hours(book: Book) -> dict[int, int]:
    """How far everybody's clock is ahead of the meridian at this moment, in minutes. Bots have none."""
    people = [(one.number, one.user) for one in book.entrants() if one.user is not None]
    ahead = {number: book.now.astimezone(user.zone).utcoffset() for number, user in people}
    return {number: int(time.total_seconds()) // 60 for number, time in ahead.items() if time is not None}


def _season(book: Book, stage: Stage, field: list[int]) -> pyramid.Season[int]:
    """Who played last season moves; who played some seasons ago comes back; the others begin below."""
    apart, seed = constraints.apart(book.tournament), f"{book.tournament.seed}|{stage.number}"
    numbers = {user: number for number, user in _users(book.tournament).items() if number in set(field)}
    before = list(_before(book.tournament))
    records = list(_records(before[0], numbers)) if before else []
    known = {record.player for record in records}
    returning = [one for one in _absences(before[1:], numbers) if one.player not in known]
    back = {one.player for one in returning}
    return pyramid.next_season(
        records,
        leaving={record.player for record in records if record.player < 0},
        returning=returning,
        newcomers=[number for number in field if number not in known | back],
        size=stage.plan.group,
        apart=apart,
        seed=seed,
    )


def _users(tournament: Tournament) -> dict[int, int]:
    people = tournament.entrants.filter(user__isnull=False)
    return dict(people.values_list("number", "user_id"))


def _before(tournament: Tournament) -> Iterator[Tournament]:
    """The seasons before, the last one first."""
    earlier = tournament.previous
    for _season in range(LOOKED_BACK):
        if earlier is None:
            return
        yield earlier
        earlier = earlier.previous


def _records(season: Tournament, numbers: dict[int, int]) -> Iterator[Record[int]]:
    """How everybody ended, under their number in the new season; who is not in it has one below nothing."""
    users, story = _users(season), story_of(season)
    divided = [stage.number for stage in story.stages.values() if stage.plan.format == "pyramid"]
    for group in reckoning.sections(story, divided[-1]) if divided else ():
        tier = max(0, group.tier - 1)  # where there is but one group, it is the top
        for row in group.rows:
            who = int(row.entrant)
            number = numbers.get(users.get(who, 0), -who)
            games = row.games + row.byes
            yield Record(number, tier, group.group, row.rank, row.points / games if games else row.points)


def _absences(seasons: list[Tournament], numbers: dict[int, int]) -> Iterator[Absence[int]]:
    """People who played in an earlier season, each in the last one that they played."""
    seen: set[int] = set()
    for missed, season in enumerate(seasons, 1):
        for record in _records(season, numbers):
            if record.player > 0 and record.player not in seen:
                seen.add(record.player)
                yield Absence(record.player, record.tier, missed)
