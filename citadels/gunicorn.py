"""For gunicorn: `gunicorn --config python:citadels.gunicorn citadels.wsgi`. It writes down as Django does."""

import os

from citadels.settings.logs import logging_config

logconfig_dict = logging_config(os.environ)
control_socket_disable = True
