"""One turn: gathering, character powers, building, district effects, and the end of the turn (T)."""

from collections.abc import Iterator

from ..core.agenda import Step, tell, then
from ..core.notation import Move, Offer, offer_cards
from .actions import draw, draw_and_keep, earn, give_gold, holder_of, power_holder_of, rank_of
from .building import build, counts_towards_limit, list_build_offers
from .characters.card import AFTER_GATHERING, CHARACTERS
from .districts.cards import CLASSIC, NEW
from .districts.effects import EFFECTS
from .knowledge.memory import note_study, settle_draw_and_keep
from .position import CitadelsGame, steps

GOLD, CARDS, END, THANKS = Move("gold"), Move("cards"), Move("end"), Move("thanks")


def begin_turn(game: CitadelsGame) -> None:
    """Reset the fields of the turn."""
    game.begun = False
    game.gathered = False
    game.thanked = True
    game.built = 0
    game.first_paid = False
    game.paid = 0
    game.used = []


@steps.ask("turn")
def turn_question(game: CitadelsGame, step: Step) -> Iterator[Offer]:
    """Offer what the player on turn may do. Owing thanks does not forbid other moves (R46)."""
    if not game.thanked:
        yield THANKS
    if game.called == "witch" and game.gathered:
        yield from _offer_bewitch_moves(game)
    elif _must_crown_first(game):
        yield from CHARACTERS["emperor"].powers[CLASSIC]["crown"].offers(game, step.seat)
    elif game.gathered:
        yield from _list_turn_offers(game, step.seat)
        if game.called != "emperor" or "crown" in game.used:
            yield END
    else:
        yield GOLD
        yield CARDS
        if not _may_only_gather(game):
            yield from _list_turn_offers(game, step.seat)


def _may_only_gather(game: CitadelsGame) -> bool:
    """Must the player gather first? The Witch, her victim and a threatened player must."""
    return game.called in ("witch", game.bewitched) or game.called in game.threats


def _must_crown_first(game: CitadelsGame) -> bool:
    """Classic: must the Emperor pass the crown before anything else (R4)?"""
    if game.called != "emperor" or game.edition == NEW or "crown" in game.used:
        return False
    return game.bewitched != "emperor" or game.gathered


def _offer_bewitch_moves(game: CitadelsGame) -> Iterator[Offer]:
    for victim in game.cast:
        if victim != "witch":
            yield Move("bewitch", (victim,))


def _list_turn_offers(game: CitadelsGame, seat: str) -> Iterator[Offer]:
    """Offer the powers, builds and district effects that are possible now."""
    used = game.used
    if game.edition == CLASSIC and ("destroy" in used or "exchange" in used):
        return  # after these only the end is left (R33)
    for verb, power in CHARACTERS[game.called].powers[game.edition].items():
        if power.repeatable or verb not in used:
            yield from power.offers(game, seat)
    if game.gathered:
        yield from list_build_offers(game, seat)
    city = game.players[seat].city
    for district, effect in EFFECTS.items():
        if district in city and district not in used:
            yield from effect.offers(game, seat)


@turn_question.answer
def answer_turn(game: CitadelsGame, step: Step, move: Move) -> None:
    """Carry out a move of the turn.

    The turn stays on the agenda, below whatever the move puts there, until it ends."""
    seat, verb = step.seat, move.verb
    if not game.thanked:
        game.thanked = True
        if verb != "thanks":
            tell(game, "forgot_thanks", seat=seat)
            _lose_turn(game)
            return
    if verb in ("gold", "cards"):
        then(game, Step("turn.gathered", seat))
        gather(game, seat, verb)
        return
    if verb == "end":
        tell(game, "ended", seat=seat)
        end_turn(game, seat)
        then(game, Step("round.next"))
        return
    if verb == "bewitch":
        game.bewitched = move.args[0]
        tell(game, "bewitched", seat=seat, character=game.bewitched)
        then(game, Step("round.next"))
        return
    then(game, step)
    if verb == "build":
        build(game, seat, move, origin=seat, counted=counts_towards_limit(game, move.args[0]))
    elif verb == "thanks":
        tell(game, "thanked", seat=seat)
    else:
        _use_power(game, seat, move)


def _use_power(game: CitadelsGame, seat: str, move: Move) -> None:
    """Use a power of the character or an effect of a district."""
    power = CHARACTERS[game.called].powers[game.edition].get(move.verb) or EFFECTS[move.verb]
    game.used.append(move.verb)
    power.carry_out(game, seat, move)


def _lose_turn(game: CitadelsGame) -> None:
    if game.called == game.bewitched:
        resume_as_witch(game)
    else:
        then(game, Step("round.next"))


# --- gathering


def compute_gather_amounts(game: CitadelsGame, seat: str) -> tuple[int, int, int]:
    """How much gathering brings this seat: gold, or cards drawn and how many of them it keeps (T12)."""
    city = game.players[seat].city
    gold = 3 if "gold_mine" in city else 2
    count = 3 if "observatory" in city else 2
    if "library" not in city:
        return gold, count, 1
    return gold, count, count if game.edition == NEW else 2


def gather(game: CitadelsGame, seat: str, verb: str) -> None:
    """Take gold, or draw cards."""
    gold, count, keep = compute_gather_amounts(game, seat)
    if verb == "cards":
        draw_and_keep(game, seat, count, keep)
        return
    game.players[seat].gold += gold
    tell(game, "gathered", seat=seat, gold=gold)


@steps.ask("turn.keep")
def keep_question(game: CitadelsGame, step: Step) -> Iterator[Offer]:
    count = step.args["count"]
    yield offer_cards("keep", step.args["cards"], count, count)


@keep_question.answer
def answer_keep(game: CitadelsGame, step: Step, move: Move) -> None:
    rest = list(step.args["cards"])
    for card in move.args:
        rest.remove(card)
    game.players[step.seat].hand += move.args
    if step.args.get("study"):
        game.deck += rest
        game.rng.shuffle(game.deck)
        note_study(game, step.seat, rest)
    else:
        settle_draw_and_keep(game, step.seat, step.args["cards"], move.args, rest)
    secret = {step.seat: {"cards": list(move.args), "back": rest}}
    tell(game, "kept", seat=step.seat, count=len(move.args), secret=secret)


@steps.act("turn.gathered")
def finish_gathering(game: CitadelsGame, step: Step) -> None:
    """Go on after gathering. A murdered player is done; the Witch takes over from a bewitched one."""
    if game.called == game.murdered:
        then(game, Step("round.next"))
        return
    game.gathered = True
    if game.called == game.bewitched:
        resume_as_witch(game)
        return
    _continue_turn(game, step.seat)


def _continue_turn(game: CitadelsGame, seat: str) -> None:
    """Continue the turn, after any reactions that gathering triggers."""
    then(game, Step("turn", seat))
    for watcher in AFTER_GATHERING:
        watcher(game, seat)


def resume_as_witch(game: CitadelsGame) -> None:
    """Let the Witch take over the turn of the character she bewitched (T9)."""
    witch = holder_of(game, "witch")
    if witch is None:  # a position loaded from notation may have a victim but no Witch
        then(game, Step("round.next"))
        return
    game.gathered = True
    tell(game, "resumed", seat=witch, character=game.called)
    _continue_turn(game, witch)


# --- the end of a turn


def end_turn(game: CitadelsGame, seat: str) -> None:
    """Apply the end of a turn in this order: classic tax, Poor House, Park, the Alchemist's refund (T13)."""
    player = game.players[seat]
    if owes_tax_collector(game):
        pay_tax_collector(game, seat)
    if not player.gold and "poor_house" in player.city:
        earn(game, seat, 1, "poor_house")
    if not player.hand and "park" in player.city:
        draw(game, seat, 2, "park")
    if game.called == "alchemist":
        earn(game, seat, game.paid, "alchemist")


def owes_tax_collector(game: CitadelsGame) -> bool:
    """Classic: is tax due for this turn, because something was built?"""
    return game.edition == CLASSIC and bool(game.built or game.paid)


def find_tax_collector(game: CitadelsGame) -> str | None:
    """Classic: the seat that collects taxes at this moment, if any (T15)."""
    if "tax_collector" not in game.cast or game.murdered == "tax_collector":
        return None
    called = rank_of(game, game.called)
    if called < rank_of(game, "tax_collector"):
        return None
    if game.bewitched == "tax_collector" and game.called == "tax_collector" and not game.gathered:
        return None
    return power_holder_of(game, "tax_collector") if holder_of(game, "tax_collector") else None


def pay_tax_collector(game: CitadelsGame, seat: str) -> None:
    """Classic: pay one gold to the Tax Collector, if the builder has any left."""
    taker = find_tax_collector(game)
    if taker and taker != seat and game.players[seat].gold:
        give_gold(game, seat, taker, 1)
        tell(game, "taxed", seat=seat, rival=taker)


# --- the Hospital (classic, T4, L6)


def find_hospital_owner_to_ask(game: CitadelsGame, character: str) -> str | None:
    """The seat to ask when the murdered character is called: the Hospital's owner, if possibly the victim."""
    if game.edition != CLASSIC or character in game.faceup:
        return None
    for seat in game.seats:
        player = game.players[seat]
        if "hospital" in player.city and len(player.revealed) < len(player.characters):
            return seat
    return None


def tell_no_answer(game: CitadelsGame) -> None:
    """Tell that nobody answers the call. Murdered and absent look the same until the game is over (L5)."""
    seat = holder_of(game, game.called)
    secret = {seat: {"victim": seat}} if seat else {}
    tell(game, "silent", character=game.called, secret=secret)


@steps.ask("hospital.gather")
def hospital_question(game: CitadelsGame, step: Step) -> Iterator[Offer]:
    if game.called in game.players[step.seat].characters:
        yield GOLD
        yield CARDS
    yield Move("decline")


@hospital_question.answer
def answer_hospital(game: CitadelsGame, step: Step, move: Move) -> None:
    if move.verb == "decline":
        tell_no_answer(game)
        then(game, Step("round.next"))
        return
    game.players[step.seat].revealed.append(game.called)
    tell(game, "revealed", seat=step.seat, character=game.called)
    then(game, Step("turn.gathered", step.seat))
    gather(game, step.seat, move.verb)
