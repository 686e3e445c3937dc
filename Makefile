# Every target does its own set-up: a fresh machine needs Python 3.11+, make and a package index.
# Paths are relative, so a checkout below a folder with spaces works too.

SHELL := /bin/sh
.DEFAULT_GOAL := help
unexport PYTHONDONTWRITEBYTECODE # every worker and every process that a test starts would compile all modules anew

PYTHON ?= python3
PORT ?= 8000
GAME ?= citadels
GAMES ?= 200
SEED ?= 1
ARGS ?=
RETRIES ?= 0
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 2) # some tests wait for a process or a browser
QUICK := tests/rules tests/clock tests/bots tests/links tests/play tests/queries tests/statistics tests/test_*.py
TOURNAMENTS := director entries ledger mail results rulings setup staff # pairing, standings and export need no database
MAIL := incoming outgoing content/test_game_email_kinds.py # emails are the same on any database, if every kind is written
WITH_DATABASE := tests/accounts tests/faults tests/links tests/play tests/queries tests/statistics \
  $(MAIL:%=tests/mail/%) $(wildcard tests/mail/test_*.py) \
  $(TOURNAMENTS:%=tests/tournaments/%) $(wildcard tests/tournaments/test_*.py) \
  tests/test_database_connections.py tests/views/test_routes.py
ON_ONE := -m "not one_database" # pages are the same on any database, if every route answers

VENV := .venv
PY := $(VENV)/bin/python
MANAGE := $(PY) manage.py
INSTALLED := $(VENV)/.installed
PYTEST := $(PY) -m pytest -n $(WORKERS) --dist worksteal
RECOMPILER := $(VENV)/.recompiler
VAR_DIR ?= var
STATIC := $(VAR_DIR)/static/.collected
COMPILE := $(PY) -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate
LINT_IMPORTS := $(PY) -c "from importlinter.cli import lint_imports_command; lint_imports_command()" --no-logo

CATALOGUES := $(shell find . \( -name .venv -o -name .git -o -name var \) -prune -o -path '*/LC_MESSAGES/*.po' -print)
STATIC_FILES := $(shell find static -type f 2>/dev/null)

.PHONY: help setup run test quick drill soak pictures-check check format bench fuzz play docs screenshots messages requirements audit sbom clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

setup: $(INSTALLED) $(CATALOGUES:.po=.mo) ## virtual environment, packages, compiled messages
	@:

$(PY):
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit(1)' 2>/dev/null || { \
	  echo "Citadels by Post needs Python 3.11 or later, and '$(PYTHON)' is" \
	    "$$($(PYTHON) --version 2>&1 || true). Try: make setup PYTHON=python3.12" >&2; exit 1; }
	@echo "Creating $(VENV) ..."
	@$(PYTHON) -m venv --clear $(VENV)

# The lists are whole, so nothing is resolved: an old pip would take a newer release for an extra of a pinned package.
$(INSTALLED): requirements/test.txt | $(PY)
	@echo "Installing packages ..."
	@$(PY) -m pip install -qq --disable-pip-version-check --no-deps --require-hashes -r requirements/test.txt
	@touch $@

%.mo: %.po | $(INSTALLED)
	@$(PY) games/management/translations/compile.py $< $@

$(STATIC): $(STATIC_FILES) $(INSTALLED)
	@$(MANAGE) collectstatic --noinput --clear --verbosity 0
	@touch $@

run: setup $(STATIC) ## start web server, worker and sweeps on 127.0.0.1:8000 (PORT=...)
	@$(MANAGE) migrate --verbosity 0
	@exec $(MANAGE) serve --port $(PORT)

test: setup ## run the tests, those with a database on SQLite and on PostgreSQL (ARGS="-k crown" for some of them)
	@$(PY) tests/tools/chromium.py
	@$(PY) tests/tools/mail_server.py
	@$(PYTEST) --retries $(RETRIES) $(ARGS)
	@$(PY) -m tests.tools.on_postgres $(PYTEST) --retries $(RETRIES) $(WITH_DATABASE) $(ON_ONE) $(ARGS)

quick: setup ## the inner loop: rules and services on SQLite, without a browser (ARGS="-k crown" for some of them)
	@$(PYTEST) -m "not browser and not processes and not one_database" $(QUICK) $(ARGS)

drill: setup ## kill, cut off, fill up and race: every fault of docs/drills.md, on both databases (ARGS="-k broker")
	@$(PY) tests/tools/chromium.py
	@$(PY) -m tests.faults -n $(WORKERS) $(ARGS)

soak: setup ## the long tests that `make test` leaves out: whole games, page by page (ARGS="-k forms" for some of them)
	@$(PYTEST) -m soak $(ARGS)

pictures-check: setup ## compare key pages with their stored pictures (NEW_SNAPSHOTS=1 takes these anew)
	@$(PY) tests/tools/chromium.py
	@$(PY) -m pytest -m pictures tests/browser $(ARGS)

check: setup ## format, lint, types, layers, migrations, Django's own checks
	@$(PY) -m ruff format --check .
	@$(PY) -m ruff check .
	@$(PY) -m mypy
	@$(LINT_IMPORTS)
	@$(MANAGE) makemigrations --check --dry-run
	@$(MANAGE) check --fail-level WARNING

format: setup ## format the code and repair what can be repaired
	@$(PY) -m ruff check --fix-only --quiet .
	@$(PY) -m ruff format .

bench: setup ## measure speed; writes var/bench.json
	@$(PY) -m tests.bench $(ARGS)

fuzz: setup ## play random legal games and check the invariants (GAME=citadels GAMES=200 SEED=1)
	@$(MANAGE) fuzz --game $(GAME) --games $(GAMES) --seed $(SEED) $(ARGS)

play: setup ## play in the terminal (GAME=dominion)
	@$(MANAGE) play --game $(GAME) $(ARGS)

docs: setup screenshots ## write the rules, the pictures in docs and the icons anew, from the code
	@$(MANAGE) rulebook
	@$(PY) -m tests.tools.terminal_picture
	@$(PY) -m tests.tools.icons

screenshots: setup ## take the screenshots of README and docs from the running product, with prepared games
	@$(PY) tests/tools/chromium.py
	@$(PY) -m tests.tools.screenshots

messages: setup ## bring the catalogues of messages up to what the code says (ARGS="--begin django")
	@$(MANAGE) messages $(ARGS)

$(RECOMPILER): requirements/dev.txt | $(PY)
	@$(PY) -m pip install -qq --disable-pip-version-check --no-deps --require-hashes -r requirements/dev.txt
	@touch $@

requirements: $(RECOMPILER) ## recompile requirements/*.txt (ARGS=--upgrade)
	@for name in base test dev; do \
	  $(COMPILE) $(ARGS) requirements/$$name.in -o requirements/$$name.txt || exit 1; done

audit: setup ## check the pinned versions against an advisory database; fails where none answers
	@$(PY) -m tests.tools.dependencies audit

sbom: setup ## write the bill of materials of a release to var/sbom.json (CycloneDX)
	@$(PY) -m tests.tools.dependencies sbom $(VAR_DIR)/sbom.json

clean: ## remove what was built; games and keys in var/ stay
	@rm -rf $(VENV) var/static .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage htmlcov
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
	@find . -path '*/LC_MESSAGES/*.mo' -delete
