# Two commands do everything on a new machine: `make run` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STORE ?= arena.db
CLIENT_TESTS := tests/clients tests/test_docs.py

.PHONY: run test lint types unit unit-clients unit-arena generate bench clean

run: $(VENV)/installed  ## Play the bundled tournament and print its standings.
	$(BIN)/arena run --store $(STORE)

test: $(VENV)/tested-with lint types unit  ## Everything that must pass before a commit.

lint:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	cd proto && ../$(BIN)/buf lint && ../$(BIN)/buf format --diff --exit-code
	$(BIN)/python proto/generate.py --check
	$(BIN)/python -m tests.clients.make_vectors --check

types:
	$(BIN)/mypy

unit:  # side by side: most of the tests of the clients is building them
	$(MAKE) --output-sync=target --jobs=2 unit-clients unit-arena

unit-clients:
	$(BIN)/python -m pytest $(CLIENT_TESTS)

unit-arena:
	$(BIN)/python -m pytest $(CLIENT_TESTS:%=--ignore=%)

generate: $(VENV)/tested-with  ## Make the code and the cases anew after a change in proto/.
	$(BIN)/python proto/generate.py
	$(BIN)/python -m tests.clients.make_vectors

bench: $(VENV)/tested-with  ## Measure, and write benchmarks/results.json.
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(VENV)/installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(VENV)/tested-with: pyproject.toml tests/debian-packages.txt
	tests/install-debian-packages
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@ $(VENV)/installed
