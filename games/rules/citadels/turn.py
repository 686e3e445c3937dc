"""One turn: gathering, powers, building, district effects, and its end (T)."""

from collections.abc import Iterator

from ..core.agenda import Step, tell, then
from ..core.notation import Move, Offer, some
from .building import build, build_offers, counts
from .characters.card import AFTER_GATHERING, CHARACTERS
from .districts.table import CLASSIC, NEW
from .districts.unique import EFFECTS
from .memory import chosen, studied
from .position import Game, steps
from .words import draw, draw_and_keep, earn, hand_over, holder, master, rank

GOLD, CARDS, END, THANKS = Move("gold"), Move("cards"), Move("end"), Move("thanks")


def begin_turn(game: Game) -> None:
    """Nothing of this turn has happened yet."""
    game.begun = False
    game.gathered = False
    game.thanked = True
    game.built = 0
    game.first_paid = False
    game.paid = 0
    game.used = []


@steps.ask("turn")
def turn(game: Game, step: Step) -> Iterator[Offer]:
    """What the player on turn may do. A courtesy that is due does not forbid the rest (R46)."""
    if not game.thanked:
        yield THANKS
    if game.called == "witch" and game.gathered:
        yield from _bewitchings(game)
    elif _must_crown_first(game):
        yield from CHARACTERS["emperor"].powers[CLASSIC]["crown"].offers(game, step.seat)
    elif game.gathered:
        yield from _open_offers(game, step.seat)
        if game.called != "emperor" or "crown" in game.used:
            yield END
    else:
        yield GOLD
        yield CARDS
        if not _may_only_gather(game):
            yield from _open_offers(game, step.seat)


def _may_only_gather(game: Game) -> bool:
    """The Witch before she resumes, her victim, and a threatened player do nothing else first."""
    return game.called in ("witch", game.bewitched) or game.called in game.threats


def _must_crown_first(game: Game) -> bool:
    """Classic: the Emperor hands the crown over as his first act (R4)."""
    if game.called != "emperor" or game.edition == NEW or "crown" in game.used:
        return False
    return game.bewitched != "emperor" or game.gathered


def _bewitchings(game: Game) -> Iterator[Offer]:
    for victim in game.cast:
        if victim != "witch":
            yield Move("bewitch", (victim,))


def _open_offers(game: Game, seat: str) -> Iterator[Offer]:
    """Powers, buildings and effects of districts, each at its time."""
    used = game.used
    if game.edition == CLASSIC and ("destroy" in used or "exchange" in used):
        return  # after these only the end is left (R33)
    for verb, power in CHARACTERS[game.called].powers[game.edition].items():
        if power.often or verb not in used:
            yield from power.offers(game, seat)
    if game.gathered:
        yield from build_offers(game, seat)
    city = game.players[seat].city
    for district, effect in EFFECTS.items():
        if district in city and district not in used:
            yield from effect.offers(game, seat)


@turn.answer
def turn_taken(game: Game, step: Step, move: Move) -> None:
    """The question stays on the agenda under whatever the move brings up, until the turn ends."""
    seat, verb = step.seat, move.verb
    if not game.thanked:
        game.thanked = True
        if verb != "thanks":
            tell(game, "forgot_thanks", seat=seat)
            _turn_is_lost(game)
            return
    if verb in ("gold", "cards"):
        then(game, Step("turn.gathered", seat))
        gather(game, seat, verb)
        return
    if verb == "end":
        tell(game, "ended", seat=seat)
        end_of_turn(game, seat)
        then(game, Step("round.next"))
        return
    if verb == "bewitch":
        game.bewitched = move.args[0]
        tell(game, "bewitched", seat=seat, character=game.bewitched)
        then(game, Step("round.next"))
        return
    then(game, step)
    if verb == "build":
        build(game, seat, move, origin=seat, counted=counts(game, move.args[0]))
    elif verb == "thanks":
        tell(game, "thanked", seat=seat)
    else:
        _use(game, seat, move)


def _use(game: Game, seat: str, move: Move) -> None:
    """A power of the character, or an effect of a district."""
    power = CHARACTERS[game.called].powers[game.edition].get(move.verb) or EFFECTS[move.verb]
    game.used.append(move.verb)
    power.take(game, seat, move)


def _turn_is_lost(game: Game) -> None:
    if game.called == game.bewitched:
        resume(game)
    else:
        then(game, Step("round.next"))


# --- gathering


def gathering(game: Game, seat: str) -> tuple[int, int, int]:
    """What gathering brings this city: gold; or cards drawn, and how many of them are kept (T12)."""
    city = game.players[seat].city
    gold = 3 if "gold_mine" in city else 2
    count = 3 if "observatory" in city else 2
    if "library" not in city:
        return gold, count, 1
    return gold, count, count if game.edition == NEW else 2


def gather(game: Game, seat: str, verb: str) -> None:
    """Take gold, or draw cards."""
    gold, count, keep = gathering(game, seat)
    if verb == "cards":
        draw_and_keep(game, seat, count, keep)
        return
    game.players[seat].gold += gold
    tell(game, "gathered", seat=seat, gold=gold)


@steps.ask("turn.keep")
def keep_question(game: Game, step: Step) -> Iterator[Offer]:
    count = step.args["count"]
    yield some("keep", step.args["cards"], count, count)


@keep_question.answer
def kept(game: Game, step: Step, move: Move) -> None:
    rest = list(step.args["cards"])
    for card in move.args:
        rest.remove(card)
    game.players[step.seat].hand += move.args
    if step.args.get("study"):
        game.deck += rest
        game.rng.shuffle(game.deck)
        studied(game, step.seat, rest)
    else:
        chosen(game, step.seat, step.args["cards"], move.args, rest)
    secret = {step.seat: {"cards": list(move.args), "back": rest}}
    tell(game, "kept", seat=step.seat, count=len(move.args), secret=secret)


@steps.act("turn.gathered")
def gathered(game: Game, step: Step) -> None:
    """What follows gathering: a murdered player is done, a bewitched one makes room for the Witch."""
    if game.called == game.murdered:
        then(game, Step("round.next"))
        return
    game.gathered = True
    if game.called == game.bewitched:
        resume(game)
        return
    _goes_on(game, step.seat)


def _goes_on(game: Game, seat: str) -> None:
    """The rest of the turn, and on top of it what gathering has set off."""
    then(game, Step("turn", seat))
    for watcher in AFTER_GATHERING:
        watcher(game, seat)


def resume(game: Game) -> None:
    """The Witch takes over the turn of the character she bewitched (T9)."""
    witch = holder(game, "witch")
    if witch is None:  # a written position may name a victim without a Witch
        then(game, Step("round.next"))
        return
    game.gathered = True
    tell(game, "resumed", seat=witch, character=game.called)
    _goes_on(game, witch)


# --- the end of a turn


def end_of_turn(game: Game, seat: str) -> None:
    """In this order: classic tax, Poor House, Park, the Alchemist's refund (T13)."""
    player = game.players[seat]
    if owes_collector(game):
        pay_collector(game, seat)
    if not player.gold and "poor_house" in player.city:
        earn(game, seat, 1, "poor_house")
    if not player.hand and "park" in player.city:
        draw(game, seat, 2, "park")
    if game.called == "alchemist":
        earn(game, seat, game.paid, "alchemist")


def owes_collector(game: Game) -> bool:
    """Classic: has somebody built in this turn?"""
    return game.edition == CLASSIC and bool(game.built or game.paid)


def collector(game: Game) -> str | None:
    """Classic: who collects taxes at this moment (T15)."""
    if "tax_collector" not in game.cast or game.murdered == "tax_collector":
        return None
    called = rank(game, game.called)
    if called < rank(game, "tax_collector"):
        return None
    if game.bewitched == "tax_collector" and game.called == "tax_collector" and not game.gathered:
        return None
    return master(game, "tax_collector") if holder(game, "tax_collector") else None


def pay_collector(game: Game, seat: str) -> None:
    """Classic: a gold to the Tax Collector from somebody who built, if any is left."""
    taker = collector(game)
    if taker and taker != seat and game.players[seat].gold:
        hand_over(game, seat, taker, 1)
        tell(game, "taxed", seat=seat, rival=taker)


# --- the Hospital (classic, T4, L6)


def hospital_asks(game: Game, character: str) -> str | None:
    """Who is asked at the call of the murdered character: the Hospital's owner, if it could be the one."""
    if game.edition != CLASSIC or character in game.faceup:
        return None
    for seat in game.seats:
        player = game.players[seat]
        if "hospital" in player.city and len(player.revealed) < len(player.characters):
            return seat
    return None


def keeps_silent(game: Game) -> None:
    """The same for a murdered character and for one that nobody holds; after the end it can be told (L5)."""
    seat = holder(game, game.called)
    secret = {seat: {"victim": seat}} if seat else {}
    tell(game, "silent", character=game.called, secret=secret)


@steps.ask("hospital.gather")
def hospital(game: Game, step: Step) -> Iterator[Offer]:
    if game.called in game.players[step.seat].characters:
        yield GOLD
        yield CARDS
    yield Move("decline")


@hospital.answer
def hospital_answered(game: Game, step: Step, move: Move) -> None:
    if move.verb == "decline":
        keeps_silent(game)
        then(game, Step("round.next"))
        return
    game.players[step.seat].revealed.append(game.called)
    tell(game, "revealed", seat=step.seat, character=game.called)
    then(game, Step("turn.gathered", step.seat))
    gather(game, step.seat, move.verb)
