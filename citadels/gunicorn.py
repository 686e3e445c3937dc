"""Gunicorn's configuration: `gunicorn --config python:citadels.gunicorn citadels.wsgi`. It logs as Django
does.
"""

import logging
import os

from citadels.settings.logging import build_logging_config

logconfig_dict = build_logging_config(os.environ)
logging.captureWarnings(True)
control_socket_disable = True
