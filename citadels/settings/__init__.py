"""Settings come from the environment.

`base` holds what is the same everywhere. A stage adds what differs: `dev` is a laptop that needs no setting
at all, `test` is the test suite, `production` refuses to start half configured.
"""
