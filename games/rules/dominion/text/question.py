"""The question to the reader in a sentence, or whom the game is waiting for."""

from ...core.reader import SeatReader
from ...core.translation import mark

QUESTION_SENTENCES = {  # name of the question → sentence
    "react": mark("{active} plays {attack}: do you reveal a Reaction, or decline?"),
    "react.topdeck": mark("Your Secret Chamber: which two cards go on your deck? The first goes on top."),
    "baron": mark("Your Baron: do you discard an Estate for 4 coins? Otherwise you gain one."),
    "courtyard": mark("Your Courtyard: which card goes back on your deck?"),
    "ironworks": mark("Your Ironworks: which card that costs at most 4 do you gain?"),
    "masquerade.pass": mark("Masquerade: which card do you pass to {left}?"),
    "masquerade.trash": mark("Your Masquerade: do you trash a card?"),
    "mining_village": mark("Do you trash this Mining Village for 2 coins?"),
    "minion": mark("Your Minion: 2 coins, or a new hand for you and everybody with 5 cards?"),
    "nobles": mark("Your Nobles: 3 cards, or 2 actions?"),
    "pawn": mark("Your Pawn: which two of a card, an action, a buy and a coin?"),
    "saboteur": mark("{active}'s Saboteur has cost you a card: do you gain one that costs at most {most}?"),
    "scout": mark("Your Scout: in which order do these go back on your deck? The first goes on top."),
    "secret_chamber": mark("Your Secret Chamber: which cards do you discard, for a coin each?"),
    "steward": mark("Your Steward: 2 cards, 2 coins, or trash 2 cards?"),
    "swindler": mark("Your Swindler: which card that costs {cost} does {target} gain?"),
    "torturer": mark("{active}'s Torturer: do you discard 2 cards, or gain a Curse into your hand?"),
    "trading_post": mark("Your Trading Post: which two cards do you trash?"),
    "upgrade.trash": mark("Your Upgrade: which card do you trash?"),
    "upgrade.gain": mark("Your Upgrade: which card that costs {cost} do you gain?"),
    "wishing_well": mark("Your Wishing Well: which card do you wish for?"),
    "bureaucrat": mark("{active}'s Bureaucrat: which Victory card goes on your deck?"),
    "cellar": mark("Your Cellar: which cards do you exchange for new ones?"),
    "chancellor": mark("Your Chancellor: do you put your deck into your discard pile?"),
    "chapel": mark("Your Chapel: which cards do you trash, four at most?"),
    "feast": mark("Your Feast: which card that costs at most 5 do you gain?"),
    "library": mark("Your Library: do you set {card} aside?"),
    "militia": mark("{active}'s Militia: which cards do you discard, down to 3?"),
    "mine.trash": mark("Your Mine: which Treasure do you trash?"),
    "mine.gain": mark("Your Mine: which Treasure that costs at most {most} do you gain into your hand?"),
    "remodel.trash": mark("Your Remodel: which card do you trash?"),
    "remodel.gain": mark("Your Remodel: which card that costs at most {most} do you gain?"),
    "spy": mark("Your Spy sees {card} on {target}'s deck: is it discarded, or does it stay?"),
    "spy own": mark("Your Spy sees {card} on your own deck: is it discarded, or does it stay?"),
    "thief.trash": mark("Your Thief: which Treasure does {target} lose?"),
    "thief.gain": mark("Your Thief: which of these do you gain: {cards}?"),
    "throne_room": mark("Your Throne Room: which Action do you play twice?"),
    "workshop": mark("Your Workshop: which card that costs at most 4 do you gain?"),
}


def describe_question(reader: SeatReader) -> str:
    """Describe what the reader is asked, or else whom the game is waiting for."""
    asked = reader.own.get("asked")
    if not asked:
        return reader.describe_wait()
    name = asked[0]["name"]
    if name == "main":
        return _describe_own_turn(reader)
    if name == "spy" and asked[0]["target"] == reader.me:
        name = "spy own"
    return reader.say(QUESTION_SENTENCES[name], **_build_question_words(reader))


def _build_question_words(reader: SeatReader) -> dict[str, object]:
    """The values for the placeholders of the question's sentence."""
    asked = reader.own["asked"][0]
    seats = reader.list_seats_clockwise()
    target = asked.get("target", "")
    card = asked.get("card", "")
    if asked["name"] == "spy":
        card = reader.view["players"][target]["revealed"][0]
    return {
        "active": reader.view["turn"],
        "left": seats[1],
        "target": target,
        "attack": reader.name(asked.get("attack", "")),
        "card": reader.name(card),
        "cards": reader.join_names(asked.get("cards", ())),
        "most": asked.get("most", 0),
        "cost": asked.get("cost", 0),
    }


def _describe_own_turn(reader: SeatReader) -> str:
    view = reader.view
    numbers = describe_turn_numbers(reader)
    if view["phase"] == "buy":
        return reader.say("Your turn, buy phase: {numbers}.", numbers=numbers)
    return reader.say("Your turn, action phase: {numbers}.", numbers=numbers)


def describe_turn_numbers(reader: SeatReader) -> str:
    """Actions, buys and coins that are left in this turn."""
    view = reader.view
    return ", ".join(
        [
            reader.count("{n} action", "{n} actions", view["actions"]),
            reader.count("{n} buy", "{n} buys", view["buys"]),
            reader.count("{n} coin", "{n} coins", view["coins"]),
        ]
    )
