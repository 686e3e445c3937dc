"""The faults that a house by post must live through, by number. `docs/drills.md` says what was found."""

FAULTS = {
    1: "a worker is killed between the commit and the email",
    2: "a worker is killed after the email was sent and before that is stored",
    3: "a web process is killed between the commit and the task trigger",
    4: "the broker is down while people play",
    5: "the broker is wiped",
    6: "the database goes away under load",
    7: "the same form sixteen times at once",
    8: "two different moves for one question at once",
    9: "a move at the instant of its deadline",
    10: "the same task delivered three times",
    11: "two beats, two supervisors",
    12: "the beat is dead for two hours",
    13: "a notice whose email cannot be rendered",
    14: "an incoming email that cannot be parsed",
    15: "a mail server that refuses, hangs, or asks to come back",
    16: "a mail server that refuses one of several people",
    17: "a mail server that accepts the email and hangs up",
    18: "a third of all emails bounces",
    19: "two machines that answer each other",
    20: "a scanner that follows every link",
    21: "links that are replayed, forged, cut, old, stale, or somebody else's",
    22: "clocks that jump, summer time, a machine whose clock is wrong",
    23: "the server is down for a day",
    24: "SQLite: many writers, a long reader, a full disk, a power cut",
    25: "a backup while people play, and its restoration",
    26: "a migration while old code runs, a task that nobody knows",
    27: "a deploy in the middle of sending",
    28: "webhooks that are replayed, out of order, or forged",
    29: "replies with a wrong sender, a wrong reply address, or two moves",
    30: "one-click unsubscribe, twice, or by a scanner",
    31: "tokens and secrets in logs",
    32: "the supervisor itself is killed",
}

# number: why it cannot be drilled here
CANNOT: dict[int, str] = {}
