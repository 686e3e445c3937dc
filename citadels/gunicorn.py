"""For gunicorn: `gunicorn --config python:citadels.gunicorn citadels.wsgi`. It writes down as Django does."""

import logging
import os

from citadels.settings.logs import logging_config

logconfig_dict = logging_config(os.environ)
logging.captureWarnings(True)
control_socket_disable = True
