PYTHON ?= python3
BIN := .venv/bin
INSTALL := -m pip install --quiet --disable-pip-version-check
PIP := $(BIN)/python $(INSTALL)
BENCH := .venv-bench/bin/python

# Two states of .venv: with the tools for development, or with the package alone.
DEV := .venv/.installed
CORE := .venv/.core

# SMALL=1 makes the targets that take long short, and writes to build: to see that they work.
SMALL ?=

# The tests that take samples in make test, and everything in make exhaustive; LATER=1 leaves them to that.
LATER ?=
ENUMERATED = $(shell grep -rl --include='test_*.py' 'from tests.sizes import' tests)

.DEFAULT_GOAL := help
.PHONY: help venv demo test fuzz browser ecosystem cluster latex claims exhaustive claimsdoc scaletable rankingtable mutants bench waiting fresh dist lint types imports docs lines check clean

help:  ## list the targets
	@grep -E '^[a-z]+:.*## ' Makefile | sed -E 's/^([a-z]+):.*## /\1\t/' | expand -t 14

venv: $(DEV)  ## make .venv with everything for development (PYTHON=... picks the interpreter)

demo: $(if $(wildcard $(DEV)),$(DEV),$(CORE))  ## install the package in .venv, show what it does, and write a report
	@mkdir -p build
	@$(BIN)/intervale demo --report build/demo-report.html

test: $(DEV)  ## run all tests, and the examples in the manual (ARGS=... goes to pytest)
	$(BIN)/python -m pytest -n auto $(if $(LATER),$(addprefix --ignore=,$(ENUMERATED))) $(ARGS)

fuzz: $(DEV)  ## fuzz readers, measures and options with fifty times as many new cases (SEED=... repeats)
	CASES_FACTOR=$(if $(SMALL),1,10) $(BIN)/python -m pytest -n auto tests/properties/test_fuzz.py --hypothesis-seed=$(or $(SEED),$(shell date +%s)) $(ARGS)

browser: $(DEV)  ## look at the report, the explorer and the manual in a real browser (installs Debian's Chromium where it is absent)
	$(PIP) --editable '.[dev,browser]'
	@command -v chromium >/dev/null || { apt-get update -qq && apt-get install -qq -y chromium >/dev/null; } || true
	$(BIN)/python -m pytest tests/browser $(ARGS)

ecosystem: $(DEV)  ## test against the packages that intervale works with: ranx, ir_datasets, PyTerrier and others
	$(PIP) --editable '.[dev,ecosystem]'
	$(BIN)/python -m pytest tests/ecosystem $(ARGS)

cluster: $(DEV)  ## test on real engines and stores: dask, process pools, loky, Ray, MPI, and an S3-compatible server
	$(PIP) --editable '.[dev,cluster]'
	$(BIN)/python -m pytest tests/cluster tests/exact/test_executors.py tests/data/test_storage.py tests/stats/test_blocks.py tests/scales/test_rebuilt.py $(ARGS)

latex: $(DEV)  ## compile the LaTeX that commands print (installs Debian's TeX where it is absent)
	@command -v pdflatex >/dev/null || { apt-get update -qq && apt-get install -qq -y --no-install-recommends texlive-latex-base texlive-latex-recommended >/dev/null; } || true
	$(BIN)/python -m pytest tests/latex $(ARGS)

claims: $(DEV)  ## check the claims of the papers; with DATA=DIR also those on TREC-8
	$(BIN)/intervale claims $(if $(SMALL),ferrante-2015) $(if $(DATA),--data $(DATA))

exhaustive: $(DEV)  ## check orders, scales, rankings and tables by brute force on all spaces of up to 4,096 runs
	MOST_RUNS=$(if $(SMALL),512,4096) $(BIN)/python -m pytest -n auto --dist load $(ENUMERATED) $(ARGS)

claimsdoc: $(DEV)  ## write the pages of the papers anew (papers/docs/claims*.md), with the claims on TREC-8 where DATA names its folder
	$(BIN)/python papers/docs/make_pages.py $(if $(SMALL),--paper ferrante-2015 --to build/claims) $(if $(DATA),--data $(DATA))

mutants: $(DEV)  ## change definitions and printed digits, and list the changes that no claim notices (ARGS=... goes to papers/mutants.py)
	$(BIN)/python papers/mutants.py $(if $(SMALL),--definitions 1 --digits 1 --paper ferrante-2015) $(if $(SEED),--seed $(SEED)) $(ARGS)

scaletable: $(DEV)  ## make docs/scale-table.md, docs/relate-table.md and docs/axiom-orders.md anew: the scale of each measure under each order, how each two relate, and the orders that axioms generate
	$(BIN)/python docs/make_scale_table.py $(if $(SMALL),--small --to build)
	$(BIN)/python docs/make_relate_table.py $(if $(SMALL),--small --to build)
	$(BIN)/python docs/make_axiom_orders.py $(if $(SMALL),--small --to build)

rankingtable: $(DEV)  ## make docs/rankings-table.md, docs/rankings-counterexamples.md, their figures, and papers/docs/ranking-tables.md anew
	$(BIN)/python docs/make_rankings_table.py $(if $(SMALL),--small --to build)
	$(BIN)/python papers/docs/make_ranking_tables.py $(if $(SMALL),--small --to build)

bench: .venv-bench/.installed  ## time intervale beside its peers (ARGS=... goes to bench/evaluators.py; SMALL=1: every bench, in a small size)
	$(BENCH) $(INSTALL) --force-reinstall --no-deps .
	$(if $(SMALL),$(BENCH) bench/make_data.py --small build/bench)
	$(BENCH) bench/evaluators.py $(if $(SMALL),--small --data build/bench) $(ARGS)
	$(if $(SMALL),$(BENCH) bench/history.py)
	$(if $(SMALL),$(BENCH) bench/growth.py --small --data build/bench --chart build/growth.svg)
	$(if $(SMALL),$(BENCH) bench/interval.py --small --chart build/interval.svg)
	$(if $(SMALL),$(BENCH) bench/orders.py --small)
	$(if $(SMALL),$(BENCH) bench/rankings.py --small)
	$(if $(SMALL),$(BENCH) bench/deep.py --small)
	$(if $(SMALL),$(BENCH) bench/brackets.py --small)
	$(if $(SMALL),$(BENCH) bench/significance.py --small)
	$(if $(SMALL),$(BENCH) bench/compare.py --small build/bench)
	$(if $(SMALL),$(BENCH) bench/statements.py 60)
	$(if $(SMALL),$(BENCH) bench/explore.py --small)
	$(if $(SMALL),$(BENCH) bench/scale.py --small --data build/bench)
	$(if $(SMALL),$(BENCH) bench/scale_out.py --small)

waiting: $(DEV)  ## time the commands that one waits for, and write the tables of docs/how-long.md (ARGS=... goes to bench/waiting.py)
	$(BIN)/python bench/waiting.py $(if $(SMALL),--small) $(ARGS)

fresh:  ## install as README.md says, in a fresh environment, and make a report there
	PYTHON=$(PYTHON) .ci/fresh

dist: $(DEV)  ## build wheels and source distributions in dist, look inside, and run the demo from the wheels in an empty environment
	rm -rf dist build/dist-env
	$(BIN)/python -m build --outdir dist .
	$(BIN)/python -m build --outdir dist papers
	$(BIN)/python tools/check_dist.py dist
	$(PYTHON) -m venv build/dist-env
	build/dist-env/bin/python $(INSTALL) dist/*.whl
	cd build/dist-env && unset PYTHONPATH && bin/intervale --version && bin/intervale demo && bin/intervale claims group-theoretic --all -o claims.txt

check: lint types imports lines docs  ## lint, types, imports, length of modules and docs

lint: $(DEV)  ## check style and formatting
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(DEV)  ## check types
	$(BIN)/mypy

imports: $(DEV)  ## check that packages import in one direction only
	$(BIN)/lint-imports --no-logo

lines: $(DEV)  ## count lines of code by package and module; no module has over 400
	$(BIN)/python tools/code_lines.py --most 400

docs: $(DEV)  ## build the manual in build/docs, with the pages of the papers and the gallery of measures
	$(BIN)/sphinx-build -W --keep-going -q -b html docs build/docs
	$(BIN)/intervale explore --export build/docs/gallery

clean:  ## remove what was built, and .venv
	rm -rf .venv .venv-bench build dist docs/_made __pycache__ .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find src tests docs papers -name __pycache__ -type d -prune -exec rm -rf {} +

$(DEV): pyproject.toml papers/pyproject.toml
	$(PYTHON) -m venv .venv
	$(PIP) --editable '.[dev]' --editable ./papers
	@touch $@

$(CORE): pyproject.toml
	$(PYTHON) -m venv .venv
	$(PIP) --editable '.[report]'
	@touch $@

.venv-bench/.installed: pyproject.toml
	$(PYTHON) -m venv .venv-bench
	$(BENCH) $(INSTALL) '.[bench]'
	@touch $@
