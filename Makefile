# docverify: the two commands of a newcomer are `make demo` and `make test`; `make help` lists the rest.
.DEFAULT_GOAL := help
SHELL := /bin/bash
PY := .venv/bin/python
export OMP_THREAD_LIMIT := 1
N ?= 200
SEED ?= 2026

.PHONY: help setup setup-dev demo demo-normas test lint samples eval bench bench-accuracy bench-speed bench-memory bench-service bench-fuzz bench-workers lock wheel clean

help: ## Show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 18

setup: ## Install what running needs (system packages, .venv)
	@scripts/setup.sh run

setup-dev: ## Install what developing and testing needs
	@scripts/setup.sh dev

demo: setup ## Install what is missing, verify the sample dossiers, print the verdicts
	@$(PY) scripts/demo.py

demo-normas: setup ## The same with the dossiers of the five other norms
	@$(PY) scripts/demo.py normas

test: setup-dev lint ## Install what is missing, check style, types and layers, run every test
	$(PY) -m pytest -n 2 --dist worksteal

lint: setup-dev
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports
	$(PY) scripts/check_size.py

samples: setup-dev ## Regenerate the ready dossiers of samples/, and one of each script of the five other norms in build/samples/
	$(PY) -m samples.generator --ready
	$(PY) -m samples.generator --scripts --tiers digital,digital,clean --out build/samples

eval: setup-dev ## Verify the ready dossiers of all six norms and compare with the expected results
	.venv/bin/docverify eval samples/dossies
	.venv/bin/docverify eval samples/normas

bench: bench-accuracy bench-speed bench-memory bench-service bench-workers ## Every long measurement of docs/benchmarks.md (hours)

bench-speed: setup-dev ## Measure speed, as ratios against Tesseract alone in one run
	$(PY) scripts/bench_speed.py

bench-memory: setup-dev ## Measure the memory of one worker over 200 dossiers
	$(PY) scripts/bench_speed.py --memory

bench-service: setup-dev ## Measure the service: uploads at once, a long list, upload to verdict
	$(PY) scripts/bench_service.py

bench-workers: setup-dev ## Let two workers share 120 dossiers over TCP, kill one, compare with one alone (as root: network namespaces)
	$(PY) scripts/bench_workers.py

bench-accuracy: setup-dev ## Measure accuracy on N held-back dossiers and N/4 working ones, and three ways of reading on 60
	$(PY) scripts/bench_accuracy.py --count $(N) --seed $(SEED) --compare 60 --plot build/bench-accuracy/readers.svg

bench-fuzz: setup-dev ## Send the API what its description allows and forbids, ten minutes long
	DOCVERIFY_FUZZ_S=300 $(PY) -m pytest -q tests/security/test_schemathesis.py

wheel: setup-dev ## Build the wheel into dist/
	$(PY) -m build --wheel --no-isolation

lock: ## Write requirements*.lock anew from pyproject.toml (maintainers)
	scripts/lock.sh

clean: ## Remove build products (not .venv, not the page cache)
	rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
