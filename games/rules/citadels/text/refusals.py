"""Why a move is illegal, where the rules can say more than "not now".

An explanation may use only what the seat can see: its own hand and open information (L10).
"""

from ...core.notation import Move
from ...core.sentences import Voice
from ..actions import is_completed, is_protected
from ..building import compute_price, counts_towards_limit, may_stand
from ..characters.card import CHARACTERS
from ..districts.cards import COST, NEW
from ..draft import must_discard_too
from ..position import DRAFT, TURNS, CitadelsGame


class RefusalExplainer:
    """Explains to one player in a sentence why a move is illegal; None if there is nothing to add."""

    def __init__(self, game: CitadelsGame, seat: str, voice: Voice) -> None:
        self.game = game
        self.seat = seat
        self.player = game.players[seat]
        self.name, self.line = voice.name, voice.line
        self.say = voice.speak.say

    def explain(self, move: Move) -> str | None:
        game, verb, args = self.game, move.verb, move.args
        if game.phase == DRAFT and verb == "pick" and must_discard_too(game):
            return self._not_two(args)
        if game.phase != TURNS or not game.agenda or game.agenda[-1][0].name != "turn":
            return None
        if verb in ("gold", "cards") and game.gathered:
            return self.say("You have already gathered this turn.")
        if verb in game.used and verb != "beautify":
            return self.say("You have already used “{verb}” this turn.", verb=self.line(verb))
        if verb == "build" and args and args[0] in COST[game.edition]:
            return self._no_build(args[0])
        if verb == "end":
            return self._no_end()
        if verb not in CHARACTERS[game.called].powers[game.edition]:
            return self._not_this_character(verb)  # so that only rank 8 learns who the Bishop is
        if verb in ("destroy", "seize", "exchange") and len(args) > 1:
            return self._out_of_reach(args[0], args[1].rstrip("+"))
        return None

    def _not_two(self, args: tuple[str, ...]) -> str | None:
        """Explain that with two players a pick names two characters (D8)."""
        if len(args) == 1 and args[0] in self.game.character_deck:
            kept = self.name(args[0])
            return self.say("You keep the {character}; name a second one, to put away.", character=kept)
        if len(args) == 2 and args[0] == args[1]:
            return self.say(
                "You cannot keep the {character} and put it away too.", character=self.name(args[0])
            )
        return None

    def _no_build(self, card: str) -> str | None:
        """Explain why the card cannot be built now, or by this character."""
        game, name = self.game, self.name(card)
        limit = CHARACTERS[game.called].limit
        if not game.gathered:
            return self.say(
                "You build after gathering: first take gold or draw cards, then build {card}.", card=name
            )
        if card not in self.player.hand:
            return self.say("You do not hold {card}.", card=name)
        if card == "secret_vault":
            return self.say("{card} cannot be built.", card=name)
        if not limit:
            return self.say("The {character} cannot build.", character=self.name(game.called))
        if game.built >= limit and counts_towards_limit(game, card):
            return self.say("You have built {count} this turn, and that is your limit.", count=game.built)
        return self._no_room_or_gold(card)

    def _no_room_or_gold(self, card: str) -> str | None:
        name = self.name(card)
        if not may_stand(self.game, self.player, card):
            if card in self.player.city:
                return self.say("You may not build {card}: there is already one in your city.", card=name)
            return self.say("{card} no longer fits into your city.", card=name)
        due = compute_price(self.game, self.player, card)
        if self.player.gold < due:
            gold = self.player.gold
            return self.say("{card} costs {due}, and you have {gold} gold.", card=name, due=due, gold=gold)
        return None

    def _no_end(self) -> str | None:
        if not self.game.gathered:
            return self.say("You must gather before you end your turn: take gold or draw cards.")
        if self.game.called == "emperor" and "crown" not in self.game.used:
            return self.say("You must crown somebody before you end your turn.")
        return None

    def _out_of_reach(self, owner: str, district: str) -> str | None:
        player = self.game.players.get(owner)
        if player is None:
            return None
        if district not in player.city:
            return self.say("There is no {card} in the city of {seat}.", card=self.name(district), seat=owner)
        if district == "keep":
            return self.say("The {card} cannot be touched.", card=self.name(district))
        if is_protected(self.game, owner):
            return self.say(
                "The {bishop} protects the city of {seat}.", seat=owner, bishop=self.name("bishop")
            )
        if is_completed(self.game, player) and not (self.game.edition == NEW and owner == self.seat):
            return self.say("The city of {seat} is complete.", seat=owner)
        return None

    def _not_this_character(self, verb: str) -> str | None:
        if not any(verb in card.powers[self.game.edition] for card in CHARACTERS.values()):
            return None
        character = self.name(self.game.called)
        return self.say(
            "“{verb}” belongs to another character; you are playing the {character}.",
            verb=self.line(verb),
            character=character,
        )
