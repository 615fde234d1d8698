# Everything a developer or CI does with this repository.  `make` alone lists the targets.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# golangci-lint lives in a module of its own, so that its dependencies are not ours.
LINT := go tool -modfile=.ci/lint.mod golangci-lint
# One hanging test must not eat the time of the whole run.
TEST_TIMEOUT ?= 10m
# Benchmarks: a pattern and how long each one runs.
BENCH ?= .
BENCH_TIME ?= 1s

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: demo
demo: build ## talk to the agent: everything in one process, open the printed chat page
	exec bin/atende demo

.PHONY: build
build: ## build bin/atende, one static binary
	CGO_ENABLED=0 go build -trimpath -o bin/atende ./cmd/atende

.PHONY: test
test: prepare ## run all tests with the race detector
	go test -race -timeout $(TEST_TIMEOUT) ./...

.PHONY: bench
bench: ## run the benchmarks (BENCH=pattern BENCH_TIME=1s)
	go test -run '^$$' -bench '$(BENCH)' -benchtime $(BENCH_TIME) -benchmem ./...

.PHONY: fmt
fmt: ## format the code
	gofmt -w cmd actors webhook integrations metrics

.PHONY: lint
lint: ## vet and lint
	go vet ./...
	$(LINT) run

.PHONY: check
check: format lint modules test ## all that CI does

# The pieces of check that nobody needs alone have no entry in the list.
.PHONY: format modules prepare
format:
	@unformatted=$$(gofmt -l cmd actors webhook integrations metrics); \
	if [[ -n $$unformatted ]]; then echo "not formatted (make fmt):" $$unformatted >&2; exit 1; fi

modules:
	go mod tidy -diff
	go mod verify

prepare:
	@.ci/prepare
