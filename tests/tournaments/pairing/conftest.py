"""Properties are checked without a clock here too."""

from tests.rules.core import conftest  # noqa: F401 (it loads the profile)
