"""Why an action cannot be taken: the deck, the building, the event, the citizens or the money."""

from collections.abc import Callable, Mapping, Sequence

from ...core.sentences import Voice
from ...core.translation import mark
from ..actions import list_lenders
from ..cards.card import BUILDING, card_set
from ..numbers import ADVANCED, BORROWED_CITIZEN, CITIZENS_TO_DRAW, COLOURS, DECKS, RECRUIT, TAX
from ..offers import FIGHTER, TOP, TWO, USING
from ..position import CELLS, Space, TournayGame
from ..turn_offers import price_fight

Explanation = Callable[[TournayGame, str, Sequence[str], Voice], str | None]

SPACE_REFUSALS = {
    "occupied": mark("{card} is at work already, until you gather."),
    "damaged": mark("{card} is damaged, until you gather."),
    "kind": mark("{card} is no building that can be activated."),
}


def _explain_draw(game: TournayGame, seat: str, args: Sequence[str], voice: Voice) -> str | None:
    deck = "".join(args[:2])
    if deck not in DECKS:
        return voice.speak.say("Say the colour and the level, then “{top}” or “{two}”.", **_name_ways(voice))
    name, cards = voice.name(deck), game.decks[deck]
    if not cards:
        return voice.speak.say("There is no card left: {deck}.", deck=name)
    if not {TOP, TWO} & set(args):
        return voice.speak.say("Say the colour and the level, then “{top}” or “{two}”.", **_name_ways(voice))
    if TOP in args and deck not in game.up:
        return voice.speak.say("No card lies open there: {deck}.", deck=name)
    if TWO in args and deck in game.up and len(cards) == 1:
        return voice.speak.say("The open card is the last one there: {deck}.", deck=name)
    return _explain_citizens(game, seat, deck[:-1], CITIZENS_TO_DRAW[int(deck[-1])], args, voice)


def _name_ways(voice: Voice) -> dict[str, str]:
    return {way: voice.line(f"draw red 1 {way}").split(" ")[-1] for way in (TOP, TWO)}


def _explain_citizens(
    game: TournayGame, seat: str, colour: str, needed: int, args: Sequence[str], voice: Voice, cost: int = 0
) -> str | None:
    """Too few ready citizens, or a loan that does not work."""
    player, citizen = game.players[seat], voice.name(f"{colour}_citizen")
    if USING in args:
        return _explain_loan(game, seat, colour, needed, list(args[args.index(USING) + 1 :]), voice, cost)
    if player.plaza[colour] >= needed:
        return None
    return voice.speak.count(
        "This takes {n} ready citizen ({citizen}), and you have {ready}.",
        "This takes {n} ready citizens ({citizen}), and you have {ready}.",
        needed,
        citizen=citizen,
        ready=player.plaza[colour],
    )


def _explain_loan(
    game: TournayGame, seat: str, colour: str, needed: int, lenders: list[str], voice: Voice, cost: int
) -> str | None:
    say, player = voice.speak.say, game.players[seat]
    citizen = voice.name(f"{colour}_citizen")
    if not lenders or seat in lenders:
        return say("Name those of the others whose citizens you borrow, once for each citizen.")
    there = list_lenders(game, seat, colour)
    short = next((name for name in lenders if lenders.count(name) > there.count(name)), None)
    if short is not None:
        return say("{seat} has no such citizen ready: {citizen}.", seat=short, citizen=citizen)
    if len(lenders) > needed:
        return voice.speak.count("This takes only {n} citizen.", "This takes only {n} citizens.", needed)
    if len(lenders) + player.plaza[colour] < needed:
        return voice.speak.count(
            "This takes {n} citizen ({citizen}): borrow more of them.",
            "This takes {n} citizens ({citizen}): borrow more of them.",
            needed,
            citizen=citizen,
        )
    deniers = BORROWED_CITIZEN * len(lenders) + cost
    if player.deniers < deniers:
        return say("That costs {cost} deniers, and you have {deniers}.", cost=deniers, deniers=player.deniers)
    return None


def _explain_activate(game: TournayGame, seat: str, args: Sequence[str], voice: Voice) -> str | None:
    cards, say = card_set(game).cards, voice.speak.say
    slug = next((word for word in args if word in cards), "")
    if not slug:
        return say("Say which building, and its space.")
    name, cell = voice.name(slug), next((word for word in args if word in CELLS), "")
    lying = {at: space for at, space in game.players[seat].district.items() if slug in space.cards}
    if not lying:
        return say("{card} does not lie in your district.", card=name)
    if cell not in lying:
        return say("{card} lies on: {cells}.", card=name, cells=", ".join(lying))
    if lying[cell].cards[0] != slug:
        return say("{card} is covered.", card=name)
    if reason := _find_space_trouble(game, lying[cell]):
        return say(SPACE_REFUSALS[reason], card=name)
    return _explain_citizens(game, seat, cards[slug].colour, 1, args, voice)


def _find_space_trouble(game: TournayGame, space: Space) -> str:
    if card_set(game).cards[space.cards[0]].kind != BUILDING:
        return "kind"
    return "occupied" if space.citizen else "damaged" if space.damaged else ""


def _explain_fight(game: TournayGame, seat: str, args: Sequence[str], voice: Voice) -> str | None:
    say, player = voice.speak.say, game.players[seat]
    coins = {queued.event: queued.coins for queued in game.queue}
    event = next((word for word in args if word in card_set(game).events), "")
    if not event:
        return None
    if event not in coins:
        return say("{event} is not in the queue.", event=voice.name(event))
    if list(args[1:2]) != ["with"] or list(args[2:3]) not in (["1"], ["2"]):
        lines = [voice.line(f"fight {event} with {citizens}") for citizens in (2, 1)]
        return say("Say how many citizens fight: “{two}” or “{one}”.", two=lines[0], one=lines[1])
    citizens = int(args[2])
    cost = price_fight(citizens, coins[event])
    if problem := _explain_citizens(game, seat, FIGHTER, citizens, args, voice, cost):
        return problem
    if player.deniers < cost:
        return voice.speak.count(
            "With one citizen that costs {n} denier, and you have {deniers}.",
            "With one citizen that costs {n} deniers, and you have {deniers}.",
            cost,
            deniers=player.deniers,
        )
    return None


def _explain_tax(game: TournayGame, seat: str, args: Sequence[str], voice: Voice) -> str | None:
    colour = next((word for word in args if word in COLOURS), "")
    number = next((word for word in args if word.isdecimal()), "")
    if not colour or not number:
        return voice.speak.say("Say the colour and how many of your ready citizens lie down.")
    ready = game.players[seat].plaza[colour]
    if USING in args:
        return voice.speak.say("Only your own citizens collect tax.")
    if len(number) < 3 and (int(number) % TAX[0] or not int(number)):
        return voice.speak.say("Tax comes from every {n} citizens of one colour.", n=TAX[0])
    citizen = voice.name(f"{colour}_citizen")
    return voice.speak.say("You have not so many ready: {citizen}, {ready}.", citizen=citizen, ready=ready)


def _explain_recruit(game: TournayGame, seat: str, args: Sequence[str], voice: Voice) -> str | None:
    say, player = voice.speak.say, game.players[seat]
    colour = next((word for word in args if word in COLOURS), "")
    if game.mode != ADVANCED:
        return say("In the basic game only buildings bring new citizens.")
    if not colour:
        return say("Say the colour of the new citizen.")
    citizen = voice.name(f"{colour}_citizen")
    if USING in args:
        return say("Only one of your own citizens can recruit another.")
    if not game.supply[colour]:
        return say("The supply has none left: {citizen}.", citizen=citizen)
    if not player.plaza[colour]:
        return say("One of yours must be ready for that: {citizen}.", citizen=citizen)
    if player.deniers < RECRUIT:
        return say("That costs {cost} deniers, and you have {deniers}.", cost=RECRUIT, deniers=player.deniers)
    return None


def _explain_later(game: TournayGame, seat: str, args: Sequence[str], voice: Voice) -> str:
    return voice.speak.say("Event cards are laid only when an event strikes.")


ACTION_REFUSALS: Mapping[str, Explanation] = {
    "draw": _explain_draw,
    "activate": _explain_activate,
    "fight": _explain_fight,
    "tax": _explain_tax,
    "recruit": _explain_recruit,
    "rampart": _explain_later,
}
