# The application as an image: the same for web server, worker, beat and postmaster. docs/running.md tells how.
FROM python:3.11-slim-bookworm

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 VAR_DIR=/srv/var
RUN useradd --system --uid 10001 --home-dir /srv/var --create-home app
WORKDIR /srv/app

COPY requirements/base.txt requirements/base.txt
RUN pip install --no-cache-dir --disable-pip-version-check --no-deps --require-hashes -r requirements/base.txt

COPY . .
RUN find . -path '*/LC_MESSAGES/*.po' -exec sh -c 'python games/management/translations/compile.py "$1" "${1%.po}.mo"' - {} \;

USER app
# collecting needs settings, but none of those that are secret
RUN DJANGO_SETTINGS_MODULE=citadels.settings.dev SECRET_KEY=not-used python manage.py collectstatic --noinput --verbosity 0
ENV DJANGO_SETTINGS_MODULE=citadels.settings.production
CMD ["gunicorn", "--config", "python:citadels.gunicorn", "--bind", "0.0.0.0:8000", "--workers", "3", "--threads", "4", "citadels.wsgi"]
