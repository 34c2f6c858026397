# Two commands matter: `make run` and `make test`. Both set up what they need.

# Of the same version a distribution's own, if it has one: it is built with profiles,
# that of a version manager mostly without, which takes a seventh longer for everything.
PYTHON ?= $(shell own=/usr/bin/$$(python3 -c \
	'import sys; print("python%d.%d" % sys.version_info[:2])' 2>/dev/null); \
	$$own -c 'import ensurepip, venv' 2>/dev/null && echo $$own || echo python3)
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= $(shell nproc)
# Tests that wait for browsers and servers leave room for one more.
JOBS_THAT_WAIT ?= $(shell expr $(JOBS) + 1)
# A file at a time, so that what its tests share is made once; browsers, who take
# longest, come first.
PARALLEL := --dist loadscope --no-loadscope-reorder
PORT ?= 8000
# Compiled once, not again in each of the many processes of a run.
export PYTHONDONTWRITEBYTECODE =

.DEFAULT_GOAL := help
.PHONY: help run test compiled test-sqlite test-postgresql coverage lint lint-types lint-rest system check-system bench bench-peer bench-dashboard bench-export bench-crowd bench-load figures screenshots messages lock clean faults

help: ## Show the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

run: $(VENV)/runtime ## Set everything up and serve the demo studies
	@$(BIN)/python -m config.listening 127.0.0.1:$(PORT) \
		|| { echo "Another port: make run PORT=8001, for example."; exit 1; }
	@$(BIN)/python -m config.bootstrap
	@set -a; . ./.env; set +a; \
	for played in $$MTURK_ENDPOINT $$PROLIFIC_ENDPOINT; do \
		$(BIN)/python -m config.listening "127.0.0.1:$${played##*:}" \
			|| { echo "Another port for the playground: $$played in .env."; exit 1; }; done && \
	$(BIN)/python manage.py migrate -v 0 && \
	$(BIN)/python manage.py load_decks && \
	$(BIN)/python manage.py create_demo && \
	$(BIN)/python manage.py create_researcher && \
	$(BIN)/python manage.py collectstatic --no-input -v 0 && \
	echo && echo "Participants: http://127.0.0.1:$(PORT)/join/german-quick/ (quick)" && \
	echo "              http://127.0.0.1:$(PORT)/join/german/ (full length)" && \
	echo "Everybody:    http://127.0.0.1:$(PORT)/" && \
	echo "Researcher:   http://127.0.0.1:$(PORT)/dashboard/" \
		"as $$ADMIN_USERNAME with the password $$ADMIN_PASSWORD (from .env)" && \
	echo "Workers:      $${MTURK_ENDPOINT:-nobody plays Mechanical Turk: .env has no MTURK_ENDPOINT}" && \
	echo "Prolific:     $${PROLIFIC_ENDPOINT:-nobody plays it: .env has no PROLIFIC_ENDPOINT}" && echo && \
	{ $(BIN)/python manage.py work & work=$$!; \
	$(BIN)/python -m playground & play=$$!; \
	BIND=127.0.0.1:$(PORT) $(BIN)/gunicorn -c config/gunicorn.py config.wsgi & server=$$!; \
	trap 'kill $$work $$play $$server 2>/dev/null; wait' EXIT; trap 'exit 143' INT TERM HUP; \
	wait $$server; }

test: ## Set everything up and run every check
	@$(MAKE) --no-print-directory -j2 $(VENV)/dev check-system
	@$(MAKE) --no-print-directory -j4 lint-types lint-rest test-sqlite test-postgresql

# All that is imported gets compiled here, while types are checked, and not by every
# process of a first run again.
compiled: $(VENV)/dev
	@$(BIN)/python -m pytest --collect-only -qq >$(VENV)/collected \
		|| { cat $(VENV)/collected; exit 1; }

# Side by side: where one waits for a browser the others work.
test-sqlite: compiled
	$(BIN)/python -m pytest -n $(JOBS_THAT_WAIT) $(PARALLEL) \
		--ignore=tests/concurrency --without-ordinary

test-postgresql: compiled
	$(BIN)/python -m tests.postgres $(BIN)/python -m pytest -n $(JOBS) $(PARALLEL) \
		tests/studies tests/concurrency tests/config/test_sign_in.py

coverage: $(VENV)/dev check-system ## Say what no test reaches; fail below the threshold
	$(BIN)/python -m pytest -n $(JOBS) $(PARALLEL) --ignore=tests/concurrency \
		--cov --cov-report=term:skip-covered

lint: lint-types lint-rest ## Style, types, import contracts, security, templates, JavaScript
lint-types lint-rest: export FORGETMENOT_ENV = test
lint-types lint-rest: export SECRET_KEY = lint

lint-types: $(VENV)/dev
	$(BIN)/mypy

lint-rest: $(VENV)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/python manage.py makemigrations --check --dry-run -v 0
	$(BIN)/hadolint Dockerfile
	$(BIN)/djlint --lint --quiet templates
	$(BIN)/oxlint --deny-warnings static/js
	$(BIN)/check-jsonschema -q --builtin-schema vendor.compose-spec docker-compose.yml
	$(BIN)/check-jsonschema -q --builtin-schema vendor.github-workflows \
		.github/workflows/test.yml

system: ## Install what Python cannot: databases, browser, R, proxy (Debian, as root)
	apt-get update -qq
	DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
		postgresql chromium-headless-shell r-base-core r-cran-lme4 caddy pgbouncer

check-system:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null \
		|| if [ "$$(id -u)" = 0 ]; then $(MAKE) system; \
		else echo "PostgreSQL is missing: run 'make system' as root."; exit 1; fi
	@test -x /usr/bin/chromium-headless-shell \
		|| if [ "$$(id -u)" = 0 ]; then $(MAKE) system; \
		else echo "Chromium is missing: run 'make system' as root."; exit 1; fi
	@Rscript -e 'stopifnot(requireNamespace("lme4"))' >/dev/null 2>&1 \
		|| if [ "$$(id -u)" = 0 ]; then $(MAKE) system; \
		else echo "R with lme4 is missing: run 'make system' as root."; exit 1; fi

	@for program in caddy pgbouncer; do command -v $$program >/dev/null \
		|| test -x /usr/sbin/$$program \
		|| if [ "$$(id -u)" = 0 ]; then $(MAKE) system; \
		else echo "$$program is missing: run 'make system' as root."; exit 1; fi; done

faults: $(VENV)/dev check-system ## Kill processes under load until 100,000 answers are kept
	$(BIN)/python -m tests.faults.harness --database sqlite --answers 50000
	$(BIN)/python -m tests.faults.harness --database postgres --answers 50000

bench: $(VENV)/bench ## Measure speed, as ratios
	$(BIN)/python -m bench

bench-peer: $(VENV)/runtime ## Measure answers per second against oTree
	$(BIN)/python -m bench.peer

bench-dashboard: $(VENV)/runtime ## Measure the researcher's pages with 1,000 people
	$(BIN)/python -m bench.dashboard

bench-export: $(VENV)/runtime ## Measure exports of 1,000 sessions
	$(BIN)/python -m bench.exporting

bench-crowd: $(VENV)/runtime ## Measure 1,000 participants at real pacing (40 minutes)
	$(BIN)/python -m bench.crowd $(CROWD)

bench-load: $(VENV)/runtime ## Measure how many participants this machine holds (hours)
	$(BIN)/python -m bench.load $(LOAD)

figures: $(VENV)/runtime ## Draw the paper's figures into figures/
	$(BIN)/python -m teaching figures --out figures

screenshots: $(VENV)/dev ## Take the pictures of the guides in docs/pictures/
	$(BIN)/python -m docs.screenshots

messages: $(VENV)/dev ## Collect and compile the texts of the pages (needs gettext)
	FORGETMENOT_ENV=test SECRET_KEY=unused $(BIN)/python manage.py \
		makemessages --all --no-location --no-wrap -i $(VENV) -i build -v 0
	for folder in locale/*/LC_MESSAGES; do \
		msgfmt --check-format -o $$folder/django.mo $$folder/django.po || exit; done

lock: $(BIN)/uv ## Renew the hashed requirement files
	$(LOCK) --upgrade pyproject.toml -o requirements.txt
	$(LOCK) --upgrade pyproject.toml --extra dev -c requirements.txt -o requirements-dev.txt
	$(LOCK) --upgrade pyproject.toml --extra bench -c requirements.txt -o requirements-bench.txt
	echo 'uv>=0.9' | $(LOCK) --upgrade - -o requirements-uv.txt

clean: ## Remove the environment and everything made
	rm -rf $(VENV) figures .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage

# The tree imports `teaching` in place, so that it is no package to install.
LOCK := $(BIN)/uv pip compile -q --universal --no-strip-extras --generate-hashes --python-version 3.11 --no-header --no-emit-package forgetmenot-teaching

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Forgetmenot needs Python 3.11 or newer; call make PYTHON=python3.12, for example."; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(BIN)/uv: requirements-uv.txt | $(BIN)/python
	$(PIP) $<
	@touch $@

# uv takes seconds where pip takes minutes; pip knows of mirrors in pip.conf.
PIP := $(BIN)/pip install -q --disable-pip-version-check --require-hashes -r
UV := $(BIN)/uv pip install -q --python $(BIN)/python --require-hashes -r

$(VENV)/runtime: requirements.txt | $(BIN)/uv
	$(UV) $< || $(PIP) $<
	@touch $@

$(VENV)/dev: requirements-dev.txt | $(BIN)/uv
	$(UV) $< || $(PIP) $<
	@touch $@ $(VENV)/runtime

$(VENV)/bench: requirements-bench.txt | $(BIN)/uv
	$(UV) $< || $(PIP) $<
	@touch $@
