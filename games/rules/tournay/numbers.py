"""The numbers of the rules. Each has the mark of the rule page, which says how certain it is.

Numbers that belong to a card set (points, coin spaces, rewards) are in the file of the set.
"""

import msgspec

SEED, FOUND, DERIVED, MEMORY, OWN = MARKS = ("seed", "found", "derived", "memory", "own")

COLOURS = ("yellow", "white", "red")
LEVELS = (1, 2, 3)
DECKS = tuple(f"{colour}{level}" for level in LEVELS for colour in COLOURS)

BASIC, ADVANCED = MODES = ("basic", "advanced")
SEAT_COUNTS = range(2, 5)
CITIZENS_OF_A_COLOUR = 11
SUPPLY = 3  # of each colour
START_CITIZENS = {BASIC: 2, ADVANCED: 1}  # of each colour
START_DENIERS = {BASIC: 6, ADVANCED: 9}

QUEUE_SIZE = 3
HAND_LIMIT = 4
BORROWED_CITIZEN = 2  # deniers for a citizen of another player
CITIZENS_TO_DRAW = {1: 1, 2: 2, 3: 3}  # by level
LEVEL_COSTS = {1: 1, 2: 3}  # deniers, by level
CARD_COST_DENIERS = 2  # besides the card
TAX = (2, 1)  # so many citizens bring so many deniers
RECRUIT = 4  # deniers, action 6

FRAME = 3  # a district is so wide and so high
SPACES = FRAME * FRAME
PRESTIGE_TO_END = 2  # visible prestige buildings in a full district
CRIERS_TO_END = {2: 3, 3: 4, 4: 5}  # by seats
ROUNDS = 40  # the last round at latest
PRESTIGE_LIMIT = 12  # points for one title and player


class RuleNumber(msgspec.Struct, frozen=True):
    """How certain a number of the rules is, and where it stands on the rule page."""

    mark: str
    paragraph: str


# what is not the published rule, or not for certain; the game's own page of rules lists it
DOUBTFUL: dict[str, RuleNumber] = {
    "TAX": RuleNumber(SEED, "X1"),
    "RECRUIT": RuleNumber(OWN, "R1"),
    "ROUNDS": RuleNumber(OWN, "Z2"),
    "event_points": RuleNumber(OWN, "V1"),
    "event_spaces": RuleNumber(OWN, "E2"),
    "points": RuleNumber(OWN, "13"),
    "start_player": RuleNumber(OWN, "S6"),
    "fight_cost": RuleNumber(SEED, "F1"),
    "fight_colour": RuleNumber(MEMORY, "F1"),
    "advanced_supply": RuleNumber(OWN, "10"),
    "empty_decks": RuleNumber(OWN, "D5"),
    "hand_limit_at_the_end": RuleNumber(OWN, "T5"),
    "covering_occupied": RuleNumber(OWN, "P7"),
    "open_money": RuleNumber(OWN, "H2"),
    "ties": RuleNumber(OWN, "V6"),
}
