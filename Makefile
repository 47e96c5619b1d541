# make: set up .venv from the lock and run everything; the other targets are listed by `make help`.

VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= python3
CORES ?= all
# Settings are passed to Snakemake; unknown or conflicting settings end make.
# Compiled modules are kept: without them each job would compile the whole package.
unexport PYTHONDONTWRITEBYTECODE
# Snakemake ends in a traceback where a user has neither, as one by number alone in a container.
export HOME ?= $(CURDIR)/.snakemake/home
export USER ?= $(or $(LOGNAME),nobody)
KEYS := seed scale replicates batch_seconds most_batches base_url
ASKED := $(strip $(foreach key,$(KEYS),$(if $(filter command environment,$(firstword $(origin $(key)))),$(key)=$($(key)))))
# Settings come last in a command: Snakemake would take a target behind them for one.
SETTINGS := $(if $(ASKED),--config $(ASKED))
STUDIES := $(basename $(notdir $(wildcard config/studies/*.yaml)))
GIVEN := $(foreach name,$(.VARIABLES),$(if $(filter command,$(firstword $(origin $(name)))),$(name)))
UNKNOWN := $(filter-out $(KEYS) CORES ARGS PYTHON VENV MAKEFLAGS MFLAGS,$(GIVEN))
$(if $(UNKNOWN),$(error unknown setting $(UNKNOWN); known: $(KEYS) CORES ARGS PYTHON))
$(if $(ASKED),$(if $(filter --config --config=% -C%,$(ARGS)),$(error give settings either as $(ASKED) or by --config in ARGS: the last one hides the other)))
QUICK := $(filter quick,$(MAKECMDGOALS))
$(if $(and $(QUICK),$(filter --config --config=% -C%,$(ARGS))),$(error give settings of make quick as seed=1, not by --config in ARGS))
$(if $(and $(QUICK),$(filter-out scale=quick,$(filter scale=%,$(ASKED)))),$(error make quick has the scale quick; leave scale out))
READY := $(VENV)/ready
# Tests and tools have packages of their own, on top of those that runs need.
DEV := $(VENV)/ready-dev

.PHONY: run $(STUDIES) demo quick test test-all test-newest test-unlocked test-weekly test-cluster soak lint docs site bench report crate dist release-notes expected error-rates numbers lock tidy clean help

run: $(READY) ## run the whole workflow; make post1999: a study alone (CORES=4, scale=paper, replicates=100000, ARGS="--dry-run")
	$(BIN)/snakemake --cores $(CORES) $(ARGS) $(SETTINGS)

$(STUDIES): $(READY) # what one study needs: make post1999 scale=quick
	$(BIN)/snakemake $@ --cores $(CORES) $(ARGS) $(SETTINGS)

demo: $(READY) ## something to see in a minute: two pages in demo/, to play and to watch (ARGS="--output FOLDER")
	$(BIN)/ttt demo $(ARGS)

quick: $(READY) ## try the whole workflow with a few runs in quick/, whatever is in results/
	mkdir -p quick
	ln -sfn ../config quick/config
	$(BIN)/snakemake --directory quick --cores $(CORES) $(ARGS) --config scale=quick $(ASKED)

test: $(DEV) ## run the tests on all cores (ARGS="tests/unit/games", ARGS="-n0 tests/unit/games" in one process)
	$(BIN)/python -m pytest -n logical --dist worksteal -m "not slow" $(ARGS)

test-all: $(DEV) ## also all studies end to end, kills and damage, spoilt inputs, browsers (ARGS="tests/faults")
	$(BIN)/python -m pytest -n logical --dist worksteal -m "not weekly" $(ARGS)

test-newest: $(DEV) ## run make test on the newest Python found (another version: make test PYTHON=... VENV=...)
	$(BIN)/python tests/helpers/pythons.py

test-unlocked: ## run make test with the newest versions that pip finds in place of the lock (PYTHON=...)
	$(PYTHON) -m venv .venv-unlocked
	.venv-unlocked/bin/python -m pip install --quiet --upgrade -e ".[dev]"
	.venv-unlocked/bin/python -m pytest -n logical --dist worksteal -m "not slow" $(ARGS)

test-weekly: $(DEV) ## what takes long and rarely fails: another CPU, declared inputs, random kills
	$(BIN)/python -m pytest -n logical --dist worksteal -m weekly $(ARGS)
	$(BIN)/python tests/faults/soak.py --minutes 20

test-cluster: $(DEV) ## run a small project on local SLURM clusters, with faults (root on Debian; ARGS="two-nodes")
	$(BIN)/python tests/faults/cluster/run.py $(ARGS)

soak: $(DEV) ## kill a small project at random, restart it and check the results (ARGS="--kills 100 --seed 1 --minutes 20")
	$(BIN)/python tests/faults/soak.py $(ARGS)

lint: $(DEV) ## check style, types, layers and the workflow
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/snakefmt --check Snakefile workflow
	$(BIN)/snakemake --lint

bench: $(DEV) ## measure speed, as ratios
	$(BIN)/python benchmarks/run.py

SPHINX = $(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --doctree-dir build/doctrees

docs: $(DEV) ## build the documentation in site/docs, with pictures of a finished run; run its examples
	$(SPHINX) -b doctest docs build/doctest
	$(SPHINX) -b html docs site/docs
	@echo "open file://$(CURDIR)/site/docs/index.html"

site: run docs ## gather report and documentation in site/, a folder to publish (base_url=https://... is printed on sheets)
	$(BIN)/python docs/publish.py
	@echo "open file://$(CURDIR)/site/index.html"

report: run ## make the report and print its address
	@echo "open file://$(CURDIR)/results/report/index.html"

crate: $(READY) ## describe and bundle the finished run as a research object (Workflow Run RO-Crate)
	$(BIN)/snakemake results/crate.zip --cores $(CORES) $(ARGS) $(SETTINGS)
	@echo "wrote $(CURDIR)/results/crate.zip"

dist: $(DEV) ## build the source archive and the wheel of a committed version in dist/
	@test -z "$$(git status --porcelain)" || { echo "error: there are uncommitted changes; commit them first" >&2; exit 1; }
	@version=v$$($(BIN)/python -c 'import tttcore; print(tttcore.__version__)'); \
	tagged=$$(git rev-parse --quiet --verify "$$version^{commit}") && test "$$tagged" != "$$(git rev-parse HEAD)" \
		&& { echo "error: $$version is another commit; choose a new version (docs/how-to/releasing.md)" >&2; exit 1; } || true
	rm -rf dist
	$(BIN)/python -m build --no-isolation --outdir dist

release-notes: ## print the uppermost section of the changelog
	@awk '/^## / { sections++ } sections == 1 && !/^## /' CHANGELOG.md

expected: $(DEV) ## renew the expected results of the tests' small configuration (a change of results)
	$(BIN)/python tests/end_to_end/expected/renew.py

error-rates: $(DEV) ## simulate anew how often verdicts err, after a change of their rules (ten minutes)
	$(BIN)/python -m tttcore.claims.error_rates

numbers: $(DEV) ## renew the numbers and pictures of README.md and docs/ from the results of a decisive run
	$(BIN)/python docs/renew_numbers.py

COMPILE = $(BIN)/uv pip compile pyproject.toml --group install --extra cluster --extra crate --universal --python-version 3.11 \
	--fork-strategy fewest --generate-hashes --no-annotate --upgrade --custom-compile-command "make lock" --quiet

lock: $(READY) ## resolve the newest allowed versions into both locks and the conda environment
	$(BIN)/python -m pip install --quiet uv
	$(COMPILE) --extra dev -o requirements-dev.lock
	$(COMPILE) --constraint requirements-dev.lock -o requirements.lock
	$(BIN)/python envs/pin.py

tidy: $(READY) ## remove results that are no longer made, such as those of a deleted figure (asks before)
	$(BIN)/ttt tidy

clean: ## remove results, caches and the environment
	rm -rf demo quick $(VENV) $(wildcard .venv-*) .snakemake .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist site *.egg-info
	find results -mindepth 1 ! -name README.md -delete

help:
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 10

# Python compiles a module when it is first imported: most never are.
INSTALL = $(BIN)/python -m pip install --quiet --no-compile

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) --require-hashes -r requirements.lock
	$(INSTALL) --no-deps --no-build-isolation -e .
	touch $@

$(DEV): $(READY) requirements-dev.lock
	$(INSTALL) --require-hashes -r requirements-dev.lock
	touch $@
