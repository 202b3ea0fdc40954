# Texas 42. `make` alone lists what there is. Every command makes .venv itself, from the lock files.
PYTHON ?= python3
BIN := .venv/bin
PYTEST := -m pytest -n auto
# Ctrl-C is a way to leave a game, not a failure to report.
calmly = trap : INT; $(1) || [ $$? = 130 ]
PAGES := $(addprefix tests/docs/test_,documents.py locks.py rules_page.py)

.DEFAULT_GOAL := help
.PHONY: help play demo test coverage lint format bench faults mutate soak wheel-test lock clean play-env dev-env

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: play-env ## play against three bots
	@$(call calmly,$(BIN)/t42 play)

demo: play-env ## watch four bots play a match
	@$(call calmly,$(BIN)/t42 demo)

test: dev-env ## run the tests, in parallel
	@$(BIN)/python $(PYTEST)

# What only tests that search at random reach is reached by luck, so these are left out.
SEARCHES := naive perft properties strategies two_worlds

coverage: dev-env ## show that the engine's tests reach every line and branch of it
	@$(BIN)/python $(PYTEST) tests/engine -m "not hypothesis and not soak" --cov --cov-report=term \
		$(SEARCHES:%=--ignore tests/engine/test_%.py)

lint: dev-env ## check style, types, imports and documents
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python -m pytest -q $(PAGES)

format: dev-env ## mend what ruff can mend
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

bench: dev-env ## measure speed beside floors and peers
	@$(BIN)/python -m bench

faults: dev-env ## put servers through faults, for hours, and tell what was lost
	@$(BIN)/python -m faults

mutate: ## put small faults into the engine and see the tests find them, for hours
	@$(PYTHON) tools/venv.py .venv-mutate mutate --bare
	@$(PYTHON) tools/mutate.py

soak: dev-env ## run the long tests that `make test` leaves out
	@$(BIN)/python $(PYTEST) -m soak --timeout 3600

# What a wheel may lack: a file, an entry point, a module. The rest was tried in the checkout.
WHEEL_TESTS := tests/e2e tests/docs tests/server/serving tests/server/http/test_contract.py \
	tests/engine/test_goldens.py tests/client/test_about.py tests/client/test_startup.py

wheel-test: ## run programs, documents and goldens against the built and installed wheel
	@$(PYTHON) tools/venv.py .venv-wheel dev --bare
	@.venv-wheel/bin/python -m pip install -qq --no-deps --no-build-isolation --force-reinstall .
	@.venv-wheel/bin/python -c 'import texas42 as t; assert "site-packages" in t.__file__, t.__file__'
	@.venv-wheel/bin/python $(PYTEST) $(WHEEL_TESTS)

LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --upgrade --generate-hashes \
	--no-header --no-annotate

lock: dev-env ## renew the lock files
	@$(LOCK) pyproject.toml --group build --output-file requirements.lock
	@$(LOCK) pyproject.toml --group dev --constraint requirements.lock --output-file requirements-dev.lock
	@$(LOCK) --group peers --output-file requirements-peers.lock
	@$(LOCK) --group mutate --output-file requirements-mutate.lock

clean: ## remove environments, caches and build results
	@rm -rf .venv .venv-wheel .venv-peers .venv-mutate .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache build dist .coverage*
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

play-env:
	@$(PYTHON) tools/venv.py .venv play

dev-env:
	@$(PYTHON) tools/venv.py .venv dev
