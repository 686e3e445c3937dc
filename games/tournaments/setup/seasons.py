"""Groups of a stage: for a league by seed, for a pyramid by the results of earlier seasons."""

from collections.abc import Iterator

from games.tournaments.entries import avoidances
from games.tournaments.ledger.transaction import TournamentTransaction, load_state
from games.tournaments.models import Stage, Tournament
from games.tournaments.pairing import next_round
from games.tournaments.pairing.formats import pyramid
from games.tournaments.pairing.formats.pyramid import ReturningPlayer, SeasonRecord
from games.tournaments.pairing.next_round import StageGroups
from games.tournaments.standings import from_state

SEASONS_LOOKED_BACK = 5  # seasons


def divide_into_groups(transaction: TournamentTransaction, stage: Stage, field: list[int]) -> StageGroups:
    """Divide the field into groups and, in a pyramid, into tiers."""
    if stage.settings.format != "pyramid":
        apart, seed = (
            avoidances.load_avoidances(transaction.tournament),
            f"{transaction.tournament.seed}|{stage.number}",
        )
        return next_round.divide_into_groups(
            stage.settings, field, apart, seed, _compute_utc_offsets(transaction)
        )
    season = _build_season(transaction, stage, field)
    groups = [(tier, list(group)) for tier, row in enumerate(season.tiers, 1) for group in row]
    return StageGroups([group for _tier, group in groups], [tier for tier, _group in groups])


def _compute_utc_offsets(transaction: TournamentTransaction) -> dict[int, int]:
    """Return everybody's current UTC offset in minutes. Bots have none."""
    people = [(one.number, one.user) for one in transaction.entrants() if one.user is not None]
    ahead = {number: transaction.now.astimezone(user.zone).utcoffset() for number, user in people}
    return {number: int(time.total_seconds()) // 60 for number, time in ahead.items() if time is not None}


def _build_season(transaction: TournamentTransaction, stage: Stage, field: list[int]) -> pyramid.Season[int]:
    """Build the new season: players move up or down, absentees return, newcomers begin at the bottom."""
    apart, seed = (
        avoidances.load_avoidances(transaction.tournament),
        f"{transaction.tournament.seed}|{stage.number}",
    )
    numbers = {
        user: number
        for number, user in _map_numbers_to_users(transaction.tournament).items()
        if number in set(field)
    }
    before = list(_iterate_earlier_seasons(transaction.tournament))
    records = list(_build_records(before[0], numbers)) if before else []
    known = {record.player for record in records}
    returning = [one for one in _find_absences(before[1:], numbers) if one.player not in known]
    back = {one.player for one in returning}
    return pyramid.build_next_season(
        records,
        leaving={record.player for record in records if record.player < 0},
        returning=returning,
        newcomers=[number for number in field if number not in known | back],
        size=stage.settings.group,
        shape=next_round.build_table_shape(stage.settings),
        apart=apart,
        seed=seed,
    )


def _map_numbers_to_users(tournament: Tournament) -> dict[int, int]:
    people = tournament.entrants.filter(user__isnull=False)
    return dict(people.values_list("number", "user_id"))


def _iterate_earlier_seasons(tournament: Tournament) -> Iterator[Tournament]:
    """Yield the earlier seasons, most recent first."""
    earlier = tournament.previous
    for _season in range(SEASONS_LOOKED_BACK):
        if earlier is None:
            return
        yield earlier
        earlier = earlier.previous


def _build_records(season: Tournament, numbers: dict[int, int]) -> Iterator[SeasonRecord[int]]:
    """Yield how everybody finished a season, by their number in the new one; negative if not in it."""
    users, state = _map_numbers_to_users(season), load_state(season)
    divided = [stage.number for stage in state.stages.values() if stage.settings.format == "pyramid"]
    for group in from_state.compute_standings(state, divided[-1]) if divided else ():
        tier = max(0, group.tier - 1)  # a single group is the top tier
        for row in group.rows:
            who = int(row.entrant)
            number = numbers.get(users.get(who, 0), -who)
            games = row.games + row.byes
            yield SeasonRecord(
                number, tier, group.group, row.rank, row.points / games if games else row.points
            )


def _find_absences(seasons: list[Tournament], numbers: dict[int, int]) -> Iterator[ReturningPlayer[int]]:
    """Yield players of earlier seasons, each with the last season they played."""
    seen: set[int] = set()
    for missed, season in enumerate(seasons, 1):
        for record in _build_records(season, numbers):
            if record.player > 0 and record.player not in seen:
                seen.add(record.player)
                yield ReturningPlayer(record.player, record.tier, missed)
