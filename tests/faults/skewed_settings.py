"""Settings of a machine whose clock is wrong by so many seconds as SKEW says."""

import os
from datetime import timedelta

import time_machine
from django.utils import timezone

from citadels.settings.dev import *  # noqa: F403

time_machine.travel(timezone.now() + timedelta(seconds=float(os.environ["SKEW"])), tick=True).start()
