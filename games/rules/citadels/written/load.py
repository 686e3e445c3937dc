"""Loading: fill in what is left out, check that it makes sense, put the open question on the agenda (N)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from ...core.agenda import awaits, questions, run
from ...core.errors import BadPosition, NotUnderstood
from ...core.orders import MOST_ORDERS
from ...core.rng import Rng
from ..characters.card import CHARACTERS, RANK
from ..districts.table import BASIC
from ..options import Setup, edition_of, goal_of, set_up
from ..orders import written_order
from ..position import DRAFT, END, LONG_GOAL, SHORT_GOAL, TURNS, VERSION, Game, Player, steps
from ..words import is_completed, master, size
from .check import check, check_seats
from .page import FIELDS, Written, WrittenPlayer, default_revealed
from .question import put_question


def load(written: Mapping[str, Any], options: Mapping[str, Any]) -> Game:
    """The position that this mapping describes, run up to its question."""
    page, seats = _read(written)
    rng = Rng(str(page.seed))
    game = _laid_out(page, seats, _setup(page, seats, options, rng), rng)
    check(page, game)
    put_question(page, game)
    run(steps, game)
    for seat in awaits(game):
        if not any(True for step in questions(game, seat) for _ in steps.asks[step.name].offers(game, step)):
            raise BadPosition(f"The position leaves {seat} nothing to answer.")
    return game


def _read(written: Mapping[str, Any]) -> tuple[Written, dict[str, WrittenPlayer]]:
    """The mapping with its types checked: the globals, and each seat's part."""
    if not isinstance(written, Mapping):
        raise BadPosition("A position is a mapping.")
    seats = written.get("seats")
    check_seats(seats)
    strangers = [key for key in written if key not in FIELDS and key not in (seats or ())]
    if strangers:
        raise BadPosition(f"A position has no field or seat “{strangers[0]!s:.40}”.")
    try:
        page = msgspec.convert({key: value for key, value in written.items() if key in FIELDS}, Written)
        parts = {seat: msgspec.convert(written.get(seat) or {}, WrittenPlayer) for seat in page.seats}
    except msgspec.ValidationError as error:
        raise BadPosition(f"The position cannot be read: {error}.") from error
    return page, parts


def _setup(page: Written, seats: Mapping[str, WrittenPlayer], options: Mapping[str, Any], rng: Rng) -> Setup:
    """The set-up of the options, its cast changed so that every named character is in it (N3)."""
    named = set(_named(page, seats))
    edition = edition_of(options)
    for slug in named:
        _known_character(slug, edition)
    if page.cast:
        kept = {key: value for key, value in options.items() if key != "rank9" or len(page.cast) < 9}
        options = {**kept, "characters": page.cast}
    setup = set_up(len(page.seats), options, rng)
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


def _known_character(slug: str, edition: str) -> None:
    if slug not in CHARACTERS or slug not in RANK[edition]:
        raise BadPosition(f"There is no character “{slug:.40}” in this edition.")


def _named(page: Written, seats: Mapping[str, WrittenPlayer]) -> Iterable[str]:
    """Every character that the position speaks of."""
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


def _laid_out(page: Written, seats: Mapping[str, WrittenPlayer], setup: Setup, rng: Rng) -> Game:
    """All fields, with their defaults where nothing is written."""
    game = Game(
        version=VERSION,
        rng=rng,
        edition=setup.edition,
        seats=page.seats,
        players={seat: _player(part, setup.edition) for seat, part in seats.items()},
        cast=tuple(setup.cast),
        uniques=tuple(setup.uniques),
        goal=goal_of(setup.edition, len(page.seats), setup.short) if page.goal is None else page.goal,
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
        begun=page.begun or page.gathered or _in_mid_turn(page),
        gathered=page.gathered,
        thanked=page.thanked,
        built=page.built,
        first_paid=page.first_paid,
        paid=page.paid,
        used=page.used,
    )
    if page.goal is None and page.bell:
        game.goal = SHORT_GOAL
    _marks(page, game)
    for seat, part in seats.items():
        shown = part.revealed if part.revealed is not None else default_revealed(game, seat)
        game.players[seat].revealed = shown
    game.deck = page.deck if page.deck is not None else _rest_of_the_cards(page, game)
    game.first_completed = _first_completed(page, game)
    if game.bell:
        game.through_bell = [seat for seat in game.first_completed if size(game.players[seat]) < LONG_GOAL]
    return game


def _in_mid_turn(page: Written) -> bool:
    """Every question but these two comes up in somebody's turn; a murdered one has none and only gathers."""
    if page.pending is None or page.called == page.murdered:
        return False
    return page.pending.kind not in ("hospital", "crown")


def _player(part: WrittenPlayer, edition: str) -> Player:
    fields = {name: getattr(part, name) for name in WrittenPlayer.__struct_fields__ if name != "revealed"}
    if len(part.orders) > MOST_ORDERS:
        raise BadPosition(f"A seat has at most {MOST_ORDERS} orders.")
    try:
        return Player(**fields | {"orders": [written_order(line, edition) for line in part.orders]})
    except NotUnderstood as error:
        raise BadPosition(str(error)) from error


def _marks(page: Written, game: Game) -> None:
    if page.robbed:
        game.robber = page.robber or master(game, "thief") or ""
    if page.warrants:
        blanks = dict.fromkeys(page.warrants.blank, False)
        game.warrants = {**blanks, page.warrants.signed: True}
    if page.threats:
        marks = {page.threats.blank: False, page.threats.lace: True}
        game.threats = {mark: lace for mark, lace in marks.items() if mark}
        game.blackmailer = page.threats.by or master(game, "blackmailer") or ""


def _rest_of_the_cards(page: Written, game: Game) -> list[str]:
    """All cards of the game that are nowhere else, shuffled."""
    elsewhere = Counter(
        card
        for player in game.players.values()
        for pile in (player.hand, player.city, player.museum)
        for card in pile
    )
    if page.pending:
        elsewhere.update([*(page.pending.cards or ()), *([page.pending.card] if page.pending.card else ())])
    deck = sorted((Counter(BASIC[game.edition]) + Counter(game.uniques) - elsewhere).elements())
    game.rng.shuffle(deck)
    return deck


def _first_completed(page: Written, game: Game) -> list[str]:
    if page.first_completed is not None:
        named = page.first_completed
        return [named] if isinstance(named, str) else named
    full = [seat for seat in game.seats if is_completed(game, game.players[seat])]
    if len(full) > 1:
        raise BadPosition("Several cities are completed: “first_completed” must say who was first.")
    return full
