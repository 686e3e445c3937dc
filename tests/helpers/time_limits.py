"""How long a test waits for a process before it gives up.

Tests wait for facts. This limit is there only so that a test that can never pass ends some day: on a machine
that does much else, a process that starts in two seconds may need two minutes.
"""

PATIENCE = 600  # seconds
