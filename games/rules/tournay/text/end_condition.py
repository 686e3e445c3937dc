"""How near the end of the game is, in a sentence."""

from ...core.reader import SeatReader
from ..position import OVER


def describe_ending(reader: SeatReader) -> str:
    """Say how near the end is: the criers, and the districts that are complete (Z1)."""
    view = reader.view
    if view["step"] == OVER:
        return _explain_end(reader)
    if view["last_round"]:
        return reader.say("This is the last round. After it everybody may place one more card.")
    criers = reader.say("Town criers: {n} of {needed}.", n=len(view["criers"]), needed=view["criers_to_end"])
    complete = [seat for seat in view["seats"] if view["players"][seat]["complete"]]
    if complete:
        seats = reader.join_words([reader.name_seat(seat) for seat in complete])
        districts = reader.say("District complete: {seats}.", seats=seats)
    else:
        districts = reader.say("No district is complete yet.")
    return f"{criers} {districts}"


def _explain_end(reader: SeatReader) -> str:
    players = reader.view["players"]
    complete = [seat for seat in reader.view["seats"] if players[seat]["complete"]]
    if not complete:
        return reader.say("The game ended with round {round}.", round=reader.view["round"])
    seats = reader.join_words([reader.name_seat(seat) for seat in complete])
    return reader.say("District complete: {seats}.", seats=seats)
