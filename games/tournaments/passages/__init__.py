"""What a letter about an event tells: a passage for each thing, the same for the text and for the HTML part.

A passage is made when the letter leaves, in the language and the zone of its reader, from how things stand.
"""

from games.tournaments.passages import of_places, of_play, of_referees
from games.tournaments.passages.of_status import status
from games.tournaments.passages.passage import Passage, data_of, of

__all__ = ["Passage", "data_of", "of", "of_places", "of_play", "of_referees", "status"]
