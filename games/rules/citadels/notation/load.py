"""Load a position: fill in defaults, validate it, and put the open question on the agenda (N)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from ...core.agenda import run
from ...core.capabilities.position_notation import check_answerable, convert_seat_fields
from ...core.errors import BadPosition, NotUnderstood
from ...core.orders import MAX_ORDERS
from ...core.rng import Rng
from ..actions import city_size, is_completed, power_holder_of
from ..characters.card import CHARACTERS, RANK
from ..districts.cards import BASIC_DECK
from ..orders import ORDER_TABLE
from ..position import DRAFT, END, LONG_GOAL, SHORT_GOAL, TURNS, VERSION, CitadelsGame, CitadelsPlayer, steps
from ..setup.options import CitadelsSetup, build_setup, compute_goal, parse_edition
from .open_question import restore_question
from .schema import PlayerSchema, PositionSchema, default_revealed
from .validation import check_position, check_seats


def load_position(data: Mapping[str, Any], options: Mapping[str, Any]) -> CitadelsGame:
    """Build the position that this mapping describes, run up to its open question."""
    page, seats = convert_seat_fields(data, PositionSchema, PlayerSchema, check_seats)
    rng = Rng(str(page.seed))
    game = _build_game(page, seats, _build_setup(page, seats, options, rng), rng)
    check_position(page, game)
    restore_question(page, game)
    run(steps, game)
    check_answerable(steps, game)
    return game


def _build_setup(
    page: PositionSchema, seats: Mapping[str, PlayerSchema], options: Mapping[str, Any], rng: Rng
) -> CitadelsSetup:
    """Build the set-up from the options, with a cast that includes every named character (N3)."""
    named = set(_list_named_characters(page, seats))
    edition = parse_edition(options)
    for slug in named:
        _check_character(slug, edition)
    if page.cast:
        kept = {key: value for key, value in options.items() if key != "rank9" or len(page.cast) < 9}
        options = {**kept, "characters": page.cast}
    setup = build_setup(len(page.seats), options, rng)
    ranks = RANK[setup.edition]
    cast = {ranks[slug]: slug for slug in setup.cast}
    for slug in sorted(named):
        twins = [other for other in named if other != slug and ranks[other] == ranks[slug]]
        if twins:
            raise BadPosition(f"The {slug} and the {twins[0]} are of the same rank.")
        if page.cast and slug not in setup.cast:
            raise BadPosition(f"The {slug} is not in the cast.")
        cast[ranks[slug]] = slug
    setup.cast = [cast[number] for number in sorted(cast)]
    return setup


def _check_character(slug: str, edition: str) -> None:
    if slug not in CHARACTERS or slug not in RANK[edition]:
        raise BadPosition(f"There is no character “{slug:.40}” in this edition.")


def _list_named_characters(page: PositionSchema, seats: Mapping[str, PlayerSchema]) -> Iterable[str]:
    """Yield every character that the position mentions."""
    yield from (*(page.character_deck or ()), *page.faceup, *page.facedown)
    yield from (mark for mark in (page.murdered, page.bewitched, page.robbed) if mark)
    if page.called and page.called != END:
        yield page.called
    if page.warrants:
        yield from (page.warrants.signed, *page.warrants.blank)
    if page.threats:
        yield from (mark for mark in (page.threats.lace, page.threats.blank) if mark)
    for part in seats.values():
        yield from (*part.characters, *(part.revealed or ()))


def _build_game(
    page: PositionSchema, seats: Mapping[str, PlayerSchema], setup: CitadelsSetup, rng: Rng
) -> CitadelsGame:
    """Build the position with all its fields, using defaults for those left out."""
    game = CitadelsGame(
        version=VERSION,
        rng=rng,
        edition=setup.edition,
        seats=page.seats,
        players={seat: _build_player(part, setup.edition) for seat, part in seats.items()},
        cast=tuple(setup.cast),
        uniques=tuple(setup.uniques),
        goal=compute_goal(setup.edition, len(page.seats), setup.short) if page.goal is None else page.goal,
        crown=page.crown or page.seats[0],
        deck=[],
        short=setup.short,
        courtesy=setup.courtesy,
        phase=page.phase or (TURNS if page.called else DRAFT),
        round=page.round,
        taxes=page.taxes,
        bell=page.bell,
        character_deck=page.character_deck or [],
        faceup=page.faceup,
        facedown=page.facedown,
        called=page.called or "",
        murdered=page.murdered or "",
        bewitched=page.bewitched or "",
        robbed=page.robbed or "",
        begun=page.begun or page.gathered or _is_mid_turn(page),
        gathered=page.gathered,
        thanked=page.thanked,
        built=page.built,
        first_paid=page.first_paid,
        paid=page.paid,
        used=page.used,
    )
    if page.goal is None and page.bell:
        game.goal = SHORT_GOAL
    _apply_marks(page, game)
    for seat, part in seats.items():
        shown = part.revealed if part.revealed is not None else default_revealed(game, seat)
        game.players[seat].revealed = shown
    game.deck = page.deck if page.deck is not None else _shuffle_remaining_cards(page, game)
    game.first_completed = _find_first_completed(page, game)
    if game.bell:
        game.through_bell = [
            seat for seat in game.first_completed if city_size(game.players[seat]) < LONG_GOAL
        ]
    return game


def _is_mid_turn(page: PositionSchema) -> bool:
    """Does the pending question imply that somebody's turn has begun?

    All but two kinds do, except for a murdered character, who has no turn and at most gathers.
    """
    if page.pending is None or page.called == page.murdered:
        return False
    return page.pending.kind not in ("hospital", "crown")


def _build_player(part: PlayerSchema, edition: str) -> CitadelsPlayer:
    fields = {name: getattr(part, name) for name in PlayerSchema.__struct_fields__ if name != "revealed"}
    if len(part.orders) > MAX_ORDERS:
        raise BadPosition(f"A seat has at most {MAX_ORDERS} orders.")
    try:
        return CitadelsPlayer(
            **fields | {"orders": [ORDER_TABLE.parse_written(line, edition) for line in part.orders]}
        )
    except NotUnderstood as error:
        raise BadPosition(str(error)) from error


def _apply_marks(page: PositionSchema, game: CitadelsGame) -> None:
    if page.robbed:
        game.robber = page.robber or power_holder_of(game, "thief") or ""
    if page.warrants:
        blanks = dict.fromkeys(page.warrants.blank, False)
        game.warrants = {**blanks, page.warrants.signed: True}
    if page.threats:
        marks = {page.threats.blank: False, page.threats.lace: True}
        game.threats = {mark: lace for mark, lace in marks.items() if mark}
        game.blackmailer = page.threats.by or power_holder_of(game, "blackmailer") or ""


def _shuffle_remaining_cards(page: PositionSchema, game: CitadelsGame) -> list[str]:
    """Build the deck from all cards of the game that are nowhere else, shuffled."""
    elsewhere = Counter(
        card
        for player in game.players.values()
        for pile in (player.hand, player.city, player.museum)
        for card in pile
    )
    if page.pending:
        elsewhere.update([*(page.pending.cards or ()), *([page.pending.card] if page.pending.card else ())])
    deck = sorted((Counter(BASIC_DECK[game.edition]) + Counter(game.uniques) - elsewhere).elements())
    game.rng.shuffle(deck)
    return deck


def _find_first_completed(page: PositionSchema, game: CitadelsGame) -> list[str]:
    if page.first_completed is not None:
        named = page.first_completed
        return [named] if isinstance(named, str) else named
    full = [seat for seat in game.seats if is_completed(game, game.players[seat])]
    if len(full) > 1:
        raise BadPosition("Several cities are completed: “first_completed” must say who was first.")
    return full
