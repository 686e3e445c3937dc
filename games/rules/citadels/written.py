"""Positions in the shared notation: loading and saving (N).

A written position names what a rule can look at. Loading fills in what is left out,
checks that it makes sense, puts the open question on the agenda and runs on.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

import msgspec

from ..core.agenda import Step, awaits, questions, run, then
from ..core.errors import BadPosition, NotUnderstood
from ..core.rng import Rng
from .characters.card import CHARACTERS, RANK
from .districts.table import BASIC, COST, NEW
from .draft import begin_draft
from .options import Setup, goal_of, set_up
from .orders import written_order
from .position import DRAFT, END, OVER, PHASES, THEATER, TURNS, VERSION, Game, Player, steps
from .words import holder, is_completed, owner_of, rank

KINDS = {  # pending kind → step
    "keep": "keep",
    "bribe": "bribe",
    "reveal": "reveal",
    "confiscate": "confiscate",
    "tribute": "tribute",
    "look": "wizard.take",
    "give": "seer.give",
    "recover": "recover",
    "search": "search",
    "announce": "announce",
    "hospital": "hospital",
    "crown": "heir.crown",
}
NEEDED = {  # what a pending question must say
    "keep": ("cards", "count"),
    "confiscate": ("builder", "card", "gold", "counts"),
    "tribute": ("to",),
    "look": ("target",),
    "give": ("from",),
    "recover": ("card",),
}


class Strict(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A part of a written position: unknown fields are refused."""


class Warrants(Strict):
    signed: str
    blank: list[str]


class Threats(Strict):
    lace: str | None = None
    blank: str | None = None
    by: str | None = None


class Pending(Strict, rename={"giver": "from"}):
    kind: str
    seat: str
    cards: list[str] | None = None
    count: int | None = None
    study: bool = False
    builder: str | None = None
    card: str | None = None
    gold: int | None = None
    counts: bool | None = None
    to: str | None = None
    target: str | None = None
    giver: list[str] | None = None


class WrittenPlayer(Strict):
    gold: int = 0
    hand: list[str] = []
    city: list[str] = []
    beautified: list[str] = []
    museum: list[str] = []
    characters: list[str] = []
    revealed: list[str] | None = None
    orders: list[str] = []
    built_this_round: list[str] = []


class Written(Strict):
    seats: list[str]
    cast: list[str] | None = None
    goal: int | None = None
    round: int = 1
    crown: str | None = None
    phase: str | None = None
    drafter: str | None = None
    character_deck: list[str] | None = None
    faceup: list[str] = []
    facedown: list[str] = []
    called: str | None = None
    begun: bool = False
    gathered: bool = False
    thanked: bool = True
    built: int = 0
    first_paid: bool = False
    paid: int = 0
    used: list[str] = []
    murdered: str | None = None
    bewitched: str | None = None
    robbed: str | None = None
    robber: str | None = None
    warrants: Warrants | None = None
    threats: Threats | None = None
    taxes: int = 0
    deck: list[str] | None = None
    first_completed: str | list[str] | None = None
    bell: bool = False
    pending: Pending | None = None
    seed: int = 0


FIELDS = frozenset(Written.__struct_fields__)


# --- loading


def load(written: Mapping[str, Any], options: Mapping[str, Any]) -> Game:
    """The position that this mapping describes, run up to its question."""
    page, seats = _read(written)
    rng = Rng(str(page.seed))
    game = _laid_out(page, seats, _setup(page, seats, options, rng), rng)
    _check(page, game)
    _agenda(page, game)
    run(steps, game)
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


def check_seats(seats: object) -> None:
    if not isinstance(seats, list) or not all(isinstance(seat, str) and seat for seat in seats):
        raise BadPosition("“seats” must list the handles, clockwise.")
    if not 2 <= len(seats) <= 8:
        raise BadPosition(f"Citadels is for 2 to 8 seats, not {len(seats)}.")
    if len({seat.casefold() for seat in seats}) != len(seats):
        raise BadPosition("Two seats have the same name.")
    for seat in seats:
        if seat in FIELDS or seat.split() != [seat]:
            raise BadPosition(f"A seat cannot be called “{seat:.40}”.")


def _setup(page: Written, seats: Mapping[str, WrittenPlayer], options: Mapping[str, Any], rng: Rng) -> Setup:
    """The set-up of the options, its cast changed so that every named character is in it (N3)."""
    named = set(_named(page, seats))
    edition = options.get("edition", NEW)
    for slug in named:
        _known_character(slug, edition)
    if page.cast:
        options = {**options, "characters": page.cast}
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


def _known_character(slug: str, edition: object) -> None:
    if slug not in CHARACTERS or not isinstance(edition, str) or slug not in RANK.get(edition, ()):
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
        cast=setup.cast,
        uniques=setup.uniques,
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
        begun=page.begun or page.gathered or page.pending is not None,
        gathered=page.gathered,
        thanked=page.thanked,
        built=page.built,
        first_paid=page.first_paid,
        paid=page.paid,
        used=page.used,
    )
    if page.goal is None and page.bell:
        game.goal = 7
    _marks(page, game)
    for seat, part in seats.items():
        shown = part.revealed if part.revealed is not None else _revealed(game, seat)
        game.players[seat].revealed = shown
    game.deck = page.deck if page.deck is not None else _rest_of_the_cards(page, game)
    game.first_completed = _first_completed(page, game)
    if game.bell:
        game.through_bell = [seat for seat in game.first_completed if len(game.players[seat].city) < 8]
    return game


def _player(part: WrittenPlayer, edition: str) -> Player:
    fields = {name: getattr(part, name) for name in WrittenPlayer.__struct_fields__ if name != "revealed"}
    try:
        return Player(**fields | {"orders": [written_order(line, edition) for line in part.orders]})
    except NotUnderstood as error:
        raise BadPosition(str(error)) from error


def _marks(page: Written, game: Game) -> None:
    if page.robbed:
        game.robber = page.robber or _default_master(game, "thief")
    if page.warrants:
        blanks = dict.fromkeys(page.warrants.blank, False)
        game.warrants = {**blanks, page.warrants.signed: True}
    if page.threats:
        marks = {page.threats.blank: False, page.threats.lace: True}
        game.threats = {mark: lace for mark, lace in marks.items() if mark}
        game.blackmailer = page.threats.by or _default_master(game, "blackmailer")


def _default_master(game: Game, character: str) -> str:
    return holder(game, "witch" if game.bewitched == character else character) or ""


def _revealed(game: Game, seat: str) -> list[str]:
    """Who lies face up if nothing else is written: every one called before, the murdered excepted."""
    if game.phase in (DRAFT, THEATER) or not game.called:
        return []
    limit = 10 if game.called == END else rank(game, game.called) + game.begun
    shown = game.players[seat].characters
    return [one for one in shown if rank(game, one) < limit and one != game.murdered]


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


# --- checks (N4)


def _check(page: Written, game: Game) -> None:
    _check_names(page, game)
    _check_cards(page, game)
    if game.called and game.called != END and game.called not in game.cast:
        raise BadPosition(f"The {game.called} is called but not in the cast.")
    if game.phase not in PHASES:
        raise BadPosition(f"There is no phase “{game.phase:.40}”.")
    if game.bell and not owner_of(game, "bell_tower"):
        raise BadPosition("“bell” needs a Bell Tower in a city.")
    if game.taxes and "tax_collector" not in game.cast:
        raise BadPosition("“taxes” needs the Tax Collector in the cast.")
    if min(game.taxes, game.built, game.paid, game.round - 1, game.goal - 1) < 0:
        raise BadPosition("A number in the position is too small.")
    held = Counter(one for player in game.players.values() for one in player.characters)
    doubled = [one for one, copies in held.items() if copies > 1]
    if doubled:
        raise BadPosition(f"The {doubled[0]} is held twice.")


def _check_names(page: Written, game: Game) -> None:
    pending = page.pending
    spoken_of = [game.crown, page.drafter, page.robber, *game.first_completed]
    if page.threats:
        spoken_of.append(page.threats.by)
    if pending:
        spoken_of += [pending.seat, pending.builder, pending.to, pending.target, *(pending.giver or ())]
    for seat in spoken_of:
        if seat is not None and seat not in game.players:
            raise BadPosition(f"There is no seat “{seat:.40}”.")


def _check_cards(page: Written, game: Game) -> None:
    costs = COST[game.edition]
    piles = [
        pile
        for one in game.players.values()
        for pile in (one.hand, one.city, one.museum, one.built_this_round)
    ]
    piles.append(game.deck)
    if page.pending:
        piles += [page.pending.cards or [], [page.pending.card] if page.pending.card else []]
    for card in (card for pile in piles for card in pile):
        if card not in costs:
            raise BadPosition(f"There is no district “{card:.40}” in this edition.")
    for seat, player in game.players.items():
        if player.gold < 0:
            raise BadPosition(f"{seat} cannot have {player.gold} gold.")
        if Counter(player.beautified) - Counter(player.city):
            raise BadPosition(f"{seat} has a coin without its district.")
        if player.museum and "museum" not in player.city:
            raise BadPosition(f"{seat} has cards under a Museum but no Museum.")
        if set(player.revealed) - set(player.characters):
            raise BadPosition(f"{seat} cannot have revealed a character that is not held.")


# --- the open question


def _agenda(page: Written, game: Game) -> None:
    """Put on the agenda what the moment asks for."""
    if game.phase == OVER:
        return
    if game.phase == DRAFT:
        _open_draft(page, game)
    elif game.phase == THEATER:
        then(game, Step("begin_calls"))
        if owner := owner_of(game, "theater"):
            then(game, Step("theater", owner))
    elif not game.called:
        raise BadPosition("In the phase “turns” somebody must be “called”.")
    elif page.pending:
        _open_question(page.pending, game)
    elif not game.begun or game.called == END:
        then(game, Step("call"))
    else:
        then(game, Step("turn", _on_turn(game)))


def _open_draft(page: Written, game: Game) -> None:
    if page.character_deck is None:
        begin_draft(game)
        game.agenda.clear()
    then(game, Step("pick", page.drafter or game.crown))


def _on_turn(game: Game) -> str:
    """Who acts for the called character: its holder, or the Witch once the victim has gathered."""
    seat = holder(game, "witch" if game.called == game.bewitched and game.gathered else game.called)
    if seat is None:
        raise BadPosition(f"Nobody holds the character whose turn it is ({game.called}).")
    return seat


def _open_question(pending: Pending, game: Game) -> None:
    kind = pending.kind
    if kind not in KINDS:
        raise BadPosition(f"There is no pending question “{kind:.40}”.")
    told = {key: value for key, value in msgspec.to_builtins(pending).items() if value is not None}
    missing = [key for key in NEEDED.get(kind, ()) if key not in told]
    if missing:
        raise BadPosition(f"The pending question “{kind}” must say “{missing[0]}”.")
    args = {key: told[key] for key in NEEDED.get(kind, ())}
    if pending.study:
        args["study"] = True
    question = Step(KINDS[kind], pending.seat, args)
    if kind == "hospital":
        then(game, question)
    elif kind == "crown":
        then(game, question, Step("close"))
    elif kind == "keep" and not pending.study:
        then(game, question, Step("gathered", pending.seat))
    else:
        then(game, question, Step("turn", _on_turn(game)))


# --- saving


def save(game: Game) -> dict[str, Any]:
    """Every field that differs from its default, and always the bare bones of the table."""
    whole = full(game)
    always = ("seats", "cast", "goal", "crown", "round", "deck")
    blank: dict[str, Any] = msgspec.to_builtins(Written(seats=[]))
    kept = {
        name: value
        for name, value in whole.items()
        if name in always or (name in blank and value != blank[name])
    }
    default_phase = TURNS if game.called else DRAFT
    if game.phase == default_phase:
        kept.pop("phase", None)
    if game.phase != DRAFT or whole.get("drafter") == game.crown:
        kept.pop("drafter", None)
    if kept.get("first_completed") == _default_first(game):
        kept.pop("first_completed", None)
    elif not game.first_completed and _default_first(game):
        kept["first_completed"] = []
    for seat in game.seats:
        part = {name: value for name, value in whole[seat].items() if value}
        if whole[seat]["revealed"] == _revealed(game, seat):
            part.pop("revealed", None)
        else:
            part["revealed"] = whole[seat]["revealed"]
        if part:
            kept[seat] = part
    return kept


def _default_first(game: Game) -> list[str]:
    completed = [seat for seat in game.seats if is_completed(game, game.players[seat])]
    return completed if len(completed) == 1 else []


def full(game: Game) -> dict[str, Any]:
    """Every field of the position, whether it differs from its default or not."""
    page: dict[str, Any] = {
        "seats": list(game.seats),
        "cast": list(game.cast),
        "goal": game.goal,
        "round": game.round,
        "crown": game.crown,
        "phase": game.phase,
        "drafter": awaits(game)[0] if game.phase == DRAFT and awaits(game) else None,
        "character_deck": list(game.character_deck) if game.phase == DRAFT else None,
        "faceup": list(game.faceup),
        "facedown": list(game.facedown),
        "called": game.called or None,
        "murdered": game.murdered or None,
        "bewitched": game.bewitched or None,
        "robbed": game.robbed or None,
        "robber": game.robber if game.robber and game.robber != _default_master(game, "thief") else None,
        "warrants": _written_warrants(game),
        "threats": _written_threats(game),
        "taxes": game.taxes,
        "deck": list(game.deck),
        "first_completed": list(game.first_completed),
        "bell": game.bell,
        "pending": _written_pending(game),
        "seed": _seed(game.rng),
    }
    for name in ("begun", "gathered", "thanked", "built", "first_paid", "paid", "used"):
        page[name] = getattr(game, name)
    for seat, player in game.players.items():
        page[seat] = {name: list_or_number(getattr(player, name)) for name in WrittenPlayer.__struct_fields__}
    return page


def list_or_number(value: list[str] | int) -> list[str] | int:
    return list(value) if isinstance(value, list) else value


def _written_warrants(game: Game) -> dict[str, Any] | None:
    if not game.warrants:
        return None
    signed = next(one for one, real in game.warrants.items() if real)
    return {"signed": signed, "blank": [one for one, real in game.warrants.items() if not real]}


def _written_threats(game: Game) -> dict[str, Any] | None:
    if not game.threats:
        return None
    page = {"lace" if real else "blank": one for one, real in game.threats.items()}
    if game.blackmailer != _default_master(game, "blackmailer"):
        page["by"] = game.blackmailer
    return page


def _written_pending(game: Game) -> dict[str, Any] | None:
    names = {step: kind for kind, step in KINDS.items()}
    for seat in awaits(game):
        for step in questions(game, seat):
            if step.name in names:
                return {"kind": names[step.name], "seat": seat, **step.args}
    return None


def _seed(rng: Rng) -> int:
    """A number for what is random from here on; it does not give the seed away."""
    if rng.seed.isdecimal() and not rng.drawn:
        return int(rng.seed)
    return int.from_bytes(sha256(f"{rng.seed}/{rng.drawn}".encode()).digest()[:6], "big")
