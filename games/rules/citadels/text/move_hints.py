"""The notes beside a choice on a page: what it leads to, the gold left afterwards, the card itself."""

from ...core.capabilities.presentation import OfferHint
from ...core.choices import CardData, ListEntry
from ...core.notation import Move, Offer
from ...core.sentences import Voice
from ..actions import city_size, size_of
from ..characters.card import CHARACTERS, RANK
from ..characters.income import count_income, count_paying_districts
from ..districts.cards import TYPES
from ..position import LONG_GOAL, CitadelsGame
from .choice_lists import ListWriter, name_builds
from .choice_notes import find_picture
from .move_effects import city_after, count_possible_types, gold_after, points_after


def build_hint(game: CitadelsGame, seat: str, offer: Offer, voice: Voice) -> OfferHint:
    """Build the hint for an offer. One with fields to fill in has no cost yet, so it gets only a picture."""
    move, writer = next(offer.moves()), ListWriter(game, seat, voice)
    if offer.form(str).fields:
        return _build_form_hint(writer, offer) if offer.verb == "build" else OfferHint()
    gold, note = _format_gold_after(game, seat, move, voice), _describe_effects(writer, move)
    return OfferHint(
        note=note,
        left=gold,
        worth=_format_points_after(game, seat, move, voice),
        label=writer.labels.label(offer) if gold else "",
        card=_find_card_picture(game, move),
        number=_find_rank(game, move),
        entry=writer.build_entry(move, note),
    )


def _build_form_hint(writer: ListWriter, offer: Offer) -> OfferHint:
    """Build the hint for a build whose payment is to be filled in: it is listed with the other builds."""
    picture = _find_card_picture(writer.game, next(offer.moves()))
    return OfferHint(card=picture, entry=ListEntry(name_builds(writer), writer.labels.label(offer)))


def _find_rank(game: CitadelsGame, move: Move) -> int:
    """The rank of the character that the move names, or 0. Players know characters by their rank."""
    return RANK[game.edition].get(move.args[0], 0) if len(move.args) == 1 else 0


# --- what the move leads to


def _describe_effects(writer: ListWriter, move: Move) -> str:
    game, seat, voice = writer.game, writer.seat, writer.voice
    if move.verb in ("pick", "bewitch"):
        return voice.effect(move.args[0])
    if move.verb in ("build", "take", "keep", "search", "recover") and move.args:
        opens = _describe_income_after(game, seat, move, voice), _describe_fifth_type(game, seat, move, voice)
        return " ".join(filter(None, [*opens, voice.effect(move.args[0])]))
    if move.verb in ("murder", "rob"):
        return _describe_possible_holders(writer, move.args[0])
    if move.verb in ("destroy", "seize"):
        return _describe_city_after(game, seat, move, voice)
    return ""


def _describe_possible_holders(writer: ListWriter, character: str) -> str:
    """Say who may hold the character, as far as this seat can know.

    Nothing if it lies face up: the label of the choice already says so."""
    if character in writer.game.faceup:
        return ""
    if writer.is_face_down(character):
        return writer.say("Nobody has it: it lies face down.")
    return writer.say("Who may have it: {words}.", words=writer.describe_holders(character))


def _describe_city_after(game: CitadelsGame, seat: str, move: Move, voice: Voice) -> str:
    """Say how many districts the city would have left; losing an announced Bell Tower raises the goal."""
    owner, district = move.args[0], move.args[1].rstrip("+")
    left = city_size(game.players[owner]) - size_of([district])
    goal = LONG_GOAL if district == "bell_tower" and game.bell and not game.short else game.goal
    if owner == seat:
        return voice.speak.say("You will then have {n} of {goal} districts.", n=left, goal=goal)
    return voice.speak.say("{seat} will then have {n} of {goal} districts.", seat=owner, n=left, goal=goal)


def _describe_income_after(game: CitadelsGame, seat: str, move: Move, voice: Voice) -> str:
    """Say what the income grows to, if the build adds a district that pays the character on turn."""
    who = CHARACTERS.get(game.called)
    if move.verb != "build" or not who or "income" not in who.powers[game.edition] or "income" in game.used:
        return ""
    then = count_paying_districts(city_after(game, seat, move), who.income)
    return voice.speak.say("Your income grows to {n}.", n=then) if then > count_income(game, seat) else ""


def _describe_fifth_type(game: CitadelsGame, seat: str, move: Move, voice: Voice) -> str:
    """Say so if the build adds the fifth district type."""
    if move.verb != "build" or count_possible_types(game, seat, game.players[seat].city) == len(TYPES):
        return ""
    if count_possible_types(game, seat, city_after(game, seat, move)) == len(TYPES):
        return voice.speak.say("Your fifth type: 3 points more at the end.")
    return ""


# --- gold and points afterwards


def _format_gold_after(game: CitadelsGame, seat: str, move: Move, voice: Voice) -> str:
    gold = gold_after(game, seat, move)
    return "" if gold is None else voice.speak.say("{gold} gold", gold=gold)


def _format_points_after(game: CitadelsGame, seat: str, move: Move, voice: Voice) -> str:
    """The points of the own city after the move, as text."""
    points = points_after(game, seat, move)
    return "" if points is None else voice.speak.count("{n} point", "{n} points", points)


# --- the card


def _find_card_picture(game: CitadelsGame, move: Move) -> CardData:
    """Template data for the first card that the move names."""
    return next(filter(None, (find_picture(game, word) for word in move.args)), {})
