# Two commands matter: `make run` and `make test`. Both set up what they need.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= auto

.DEFAULT_GOAL := help
.PHONY: help run test lint bench figures lock clean

help: ## Show the commands
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: $(VENV)/runtime ## Set everything up and show what exists so far
	@echo "Teaching 200 simulated learners 20 words, half easy, half hard, in 40 steps:"
	@$(BIN)/python -m teaching simulate
	@echo "More: $(BIN)/python -m teaching --help"

test: lint ## Set everything up and run every check
	$(BIN)/python -m pytest -n $(JOBS) --cov --cov-report=term:skip-covered

lint: $(VENV)/dev ## Style, types, import contracts, security
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/bandit -q -c pyproject.toml -r teaching studies

bench: $(VENV)/bench ## Measure speed, as ratios
	$(BIN)/python -m bench

figures: $(VENV)/runtime ## Draw the paper's figures into figures/
	$(BIN)/python -m teaching figures --out figures

lock: $(VENV)/dev ## Renew the hashed requirement files
	$(LOCK) --upgrade pyproject.toml -o requirements.txt
	$(LOCK) --upgrade pyproject.toml --extra dev -c requirements.txt -o requirements-dev.txt
	$(LOCK) --upgrade pyproject.toml --extra bench -c requirements.txt -o requirements-bench.txt

clean: ## Remove the environment and everything made
	rm -rf $(VENV) figures .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage

LOCK := $(BIN)/uv pip compile -q --universal --generate-hashes --python-version 3.11 --no-header

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Forgetmenot needs Python 3.11 or newer; call make PYTHON=python3.12, for example."; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/runtime: requirements.txt | $(BIN)/python
	$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r requirements.txt
	@touch $@

$(VENV)/dev: requirements-dev.txt | $(BIN)/python
	$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@ $(VENV)/runtime

$(VENV)/bench: requirements-bench.txt | $(BIN)/python
	$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r requirements-bench.txt
	@touch $@
