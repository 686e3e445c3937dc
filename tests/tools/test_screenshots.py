"""The screenshots of the docs can be taken: `make screenshots` begins before any settings are known."""

import os
import subprocess
import sys


def test_it_begins_without_settings(root):
    environment = {key: value for key, value in os.environ.items() if key != "DJANGO_SETTINGS_MODULE"}
    command = [sys.executable, "-c", "import tests.tools.screenshots"]
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
