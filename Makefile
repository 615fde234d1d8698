# Everything a developer or CI does with this repository.  `make` alone lists the targets.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# golangci-lint lives in a module of its own, so that its dependencies are not ours.
LINT := go tool -modfile=$(CURDIR)/.ci/lint.mod golangci-lint
# Dashboards and the checks of the deployment are modules of their own, so that Grafana's and
# Kubernetes' dependencies are not ours.
DEPLOY := deploy/grafana deploy/check
# The commit for `atende cluster`, with a + for changes since; nothing without git or outside a clone.
COMMIT := $(shell GIT_CEILING_DIRECTORIES='$(abspath $(CURDIR)/..)' git describe --always --abbrev=12 --dirty=+ --exclude='*' 2>/dev/null)
# The release, where a commit before has a tag; without one the binary calls itself devel.
VERSION := $(shell GIT_CEILING_DIRECTORIES='$(abspath $(CURDIR)/..)' git describe --tags --dirty=+ 2>/dev/null)
# When that commit was made.
DATE := $(shell GIT_CEILING_DIRECTORIES='$(abspath $(CURDIR)/..)' TZ=UTC0 git log -1 --format=%cd --date=format-local:%Y-%m-%dT%H:%M:%SZ 2>/dev/null)
# How many commands of make test run at once.  The first two wait for their programs much of the time.
TEST_JOBS ?= 3
# A program that looks for races waits for a second before it ends.
export GORACE ?= atexit_sleep_ms=0
# gRPC, which Hollywood brings along, leaves out its pages about traces: their templates keep every exported method of every
# type in the binary, 4 MB.  In all that make does, so that packages are compiled once.
export GOFLAGS += -tags=grpcnotrace
# One hanging test must not eat the time of the whole run.
TEST_TIMEOUT ?= 45m
# Each package is tested once, with the race detector or without it.  vet is the business of make lint.
TEST_FLAGS = -vet=off -timeout $(TEST_TIMEOUT)
# Without the detector as the program is built, so that what both are made of is compiled once.
PLAIN = CGO_ENABLED=0 go test -trimpath $(TEST_FLAGS)
# SQLite, a C program made Go, is left out of the detector, which makes it many times slower and would tell nothing of us.
RACE = go test -race -gcflags=modernc.org/...=-race=false $(TEST_FLAGS)
# Packages where something runs beside something, in the code or in its tests.
BESIDE = $(sort $(patsubst %/,atende/%,$(dir $(shell grep -rlE --include='*.go' \
	'^\s*go [a-zA-Z]|\.Go\b|sync\.(Mutex|RWMutex|WaitGroup|Map|Pool|Cond)|"sync/atomic"|"testing/synctest"|/httptest"|"os/exec"' \
	actors cmd integrations metrics webhook))))
# Nothing runs beside anything in the others, so they need no detector: who shares them among goroutines is tested with it.
# Neither do two that only look like it: rules learns from its files at once, which persona/trial does with the detector, and
# length starts a compiler.  The personas come with the detector and, all of them, without.
STILL = $(filter-out $(BESIDE),$(shell go list ./...)) atende/actors/decide/rules atende/cmd/internal/length
# The packages with tests in the bubbles of testing/synctest, under the race detector on one thread: all timers of a bubble
# share one context of the detector, two threads at once corrupt it, and the process ends in a SIGSEGV (Go issue 78156).
BUBBLES = $(sort $(patsubst %/,atende/%,$(dir $(shell grep -rl --include='*_test.go' '"testing/synctest"' actors cmd integrations metrics webhook))))
# Tests that do a thing many times, in packages with the detector: what runs beside each other in them does so in the others,
# too, so they come without it.  What encrypts comes with it over
# memory, and each database by itself.
OFTEN = LikeTheModel$$|TestSealed$$/^sqlite$$|Test(PostgresSealed|SlowGateway|Regressions|Troubles|Deterministic|FailingModelCostsLittle|SilenceIsMended|FloodOfForgedSessions|FloodThroughAnotherNode|FloodFromManyAddressesOverRestart|SeriesOfANodeDoNotGrow|ReportOfABigJournal|ReportOfSimulatedWeeks|HistoryOfManyPatients)$$
# Tests of cmd/atende that need the race detector, because something runs beside something in their own process, or because the
# programs they start end by themselves and say by their exit code whether they saw a race.  The other programs are as shipped.
WATCHED = Test(TerminatedUnderLoad|ThreePrograms|ClusterDemo|UntilStopped|HangUp|ClusterShow|ClusterDrain|LongAnswers|ReplaySaves|ReplayOfANodeThatFails|VerbsTellThatTheyWork|ACPFIsAskedForAndNotShown)$$
# The longest test: its trials wait for leases, beside everything else.
CLUSTER = TestCluster$$
PRIVACY = TestNothingOfPatientsIsShown$$
# Patients of whom nothing may be shown anywhere, in `make test`; `make privacy` takes 10,000.
PRIVACY_PATIENTS ?= 400
# What `make placement` simulates: all of the tables, and one of the databases with nodes as they run.
PLACEMENT_NODES ?= 300
PLACEMENT_DATABASES ?= 400
# Seeds of `make seeds`; `make test` runs 250 of one node, 150 of a cluster, and those that some mutation needs.
SIM_FIRST ?= 1
SIM_SEEDS ?= 4000
# Visits of each persona in `make personas`; `make test` has 15, and 3 to a model that misbehaves.
VISITS ?= 50
# How often `make crash` kills the agent.
KILLS ?= 200
# How often `make upgrade` goes there and back on one machine.
UPGRADES ?= 20
# How often `make cluster` does each of its things.
TIMES ?= 50
# Fuzzing: a pattern of targets, and how long each one runs.
FUZZ ?= .
FUZZ_TIME ?= 1m
# Benchmarks: a pattern and how long each one runs.
BENCH ?= .
BENCH_TIME ?= 1s

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: demo
demo: build ## talk to the agent: everything in one process, open the printed chat page
	exec bin/atende demo

.PHONY: build
build: ## build bin/atende, one static binary
	CGO_ENABLED=0 go build -trimpath -ldflags '-X main.version=$(VERSION) -X main.commit=$(COMMIT) -X main.date=$(DATE)' -o bin/atende ./cmd/atende

.PHONY: man
man: build ## write bin/man, a manual page of each verb
	mkdir -p bin/man && bin/atende man --to bin/man

.PHONY: sbom
sbom: build ## write bin/atende.cdx.json, what the binary is made of (CycloneDX)
	.ci/sbom bin/atende bin/atende.cdx.json '$(VERSION)'

.PHONY: release
release: ## write dist/: archives, Debian packages, chart, SBOMs, SHA256SUMS of VERSION=vX.Y.Z, or of the tag of this commit; signed by RELEASE_KEY=FILE
	@.ci/release $(if $(filter command,$(origin VERSION)),'$(VERSION)')

.PHONY: release-check
release-check: ## pack what is committed twice and compare (minutes)
	@.ci/release-check

.PHONY: images
images: ## name the images of others by digest: asks their registries (docker buildx)
	@.ci/images

.PHONY: test
test: prepare ## run all tests, with the race detector where something runs beside something; long runs are below
	@go mod download -modfile=.ci/sbom.mod # as in the Dockerfile, whose build has no network in the tests
	@.ci/together $(TEST_JOBS) \
		'$(PLAIN) ./cmd/atende -run "$(CLUSTER)"' \
		'$(PLAIN) -parallel 6 ./cmd/atende -skip "$(WATCHED)|$(PRIVACY)|$(CLUSTER)"' \
		'$(RACE) $(filter-out atende/cmd/atende $(BUBBLES) $(STILL),$(shell go list ./...)) -skip "$(OFTEN)"' \
		'$(RACE) -cpu 1 $(BUBBLES) -skip "$(OFTEN)"' \
		$(DEPLOY:%='go -C % test $(TEST_FLAGS) -count=1 ./...') \
		'$(PLAIN) ./cmd/internal/persona/trial $(STILL)' \
		'$(RACE) ./cmd/atende -run "$(WATCHED)"' \
		'$(PLAIN) ./actors/cluster ./actors/journal/... ./actors/router ./actors/session ./cmd/internal/node ./cmd/internal/sim -run "$(OFTEN)|Test(Cluster)?Seeds$$"' \
		'$(PLAIN) ./cmd/atende -run "$(PRIVACY)" -privacy.patients=$(PRIVACY_PATIENTS)'

.PHONY: generate
generate: ## write what is made from something else: dashboards, the chart's copies of them and of the rules, docs/decisions.md, docs/api.md, the version in files, the packed language
	go test ./actors/session -run 'TestDecisionsPage$$' -count=1 -args -update
	go test ./actors/language -run 'TestPackedIsEqual$$' -count=1 -args -update
	go test ./cmd/internal/api -run 'TestPage$$' -count=1 -args -update
	go -C deploy/grafana run .
	go -C deploy/check test ./chart -run 'TestCopiesAreEqual|TestSchemaKnowsSettings' -count=1 -args -update
	go -C deploy/check test ./release -run 'TestVersions$$' -count=1 -args -update

# What draws the pictures is built beside the binary.  The packages' CommonJS is taken: React inside their ESM does not bundle.
PICTURES := bin/.pictures
.PHONY: pictures
pictures: prepare ## write docs/pictures: the dashboards as Grafana draws them on a scripted day, and the chat page (npm, minutes)
	mkdir -p $(PICTURES) && cp deploy/grafana/pictures/* $(PICTURES)
	cd $(PICTURES) && npm ci --no-audit --no-fund --ignore-scripts && \
		node_modules/.bin/esbuild page.jsx --bundle --minify --format=esm --outfile=bundle.js --jsx=automatic --log-level=error \
		--define:process.env.NODE_ENV='"production"' --loader:.svg=dataurl --loader:.ttf=dataurl --loader:.woff=dataurl --loader:.woff2=dataurl \
		--alias:@grafana/ui=./node_modules/@grafana/ui/dist/cjs/index.cjs --alias:@grafana/data=./node_modules/@grafana/data/dist/cjs/index.cjs
	OUT=$(CURDIR)/$(PICTURES)/out go -C deploy/grafana test ./live -count=1 -run 'TestPictures$$' -timeout 1h -v \
		-pictures 'node $(CURDIR)/$(PICTURES)/shoot.mjs ../dashboards'
	cp $(PICTURES)/out/docs/*.png docs/pictures/

.PHONY: privacy
privacy: prepare ## 10,000 patients talk to the real programs; search for them in everything that can be read (minutes)
	go test -timeout 1h ./cmd/atende -run 'TestNothingOfPatientsIsShown$$' -privacy.patients=10000 -v

.PHONY: fuzz
fuzz: ## look for texts and bodies that break a reader, FUZZ_TIME (1m) for each of the targets (FUZZ=pattern)
	@for package in $$(grep -rl --include='*_test.go' '^func Fuzz' actors integrations webhook | xargs -n1 dirname | sort -u); do \
		for target in $$(grep -rhoE --include='*_test.go' '^func Fuzz\w+' $$package/*_test.go | cut -d' ' -f2 | grep -E '$(FUZZ)'); do \
			echo "== $$package $$target"; go test ./$$package -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZ_TIME); \
		done; \
	done

.PHONY: seeds
seeds: ## simulate SIM_SEEDS (4,000) seeds from SIM_FIRST (1) on, of one node and of a cluster (minutes)
	go test ./cmd/internal/sim -run 'Test(Cluster)?Seeds$$' -sim.first=$(SIM_FIRST) -sim.seeds=$(SIM_SEEDS) -timeout 2h -v

.PHONY: personas
personas: ## let each persona come VISITS (50) times to the rules, and a quarter of that to a model that misbehaves (minutes)
	go test ./cmd/internal/persona/trial -run 'Test(Personas|HostileModel)$$' -trial.seeds=$(VISITS) -trial.hostile=$$(($(VISITS) / 4 + 1)) -timeout 2h -v

.PHONY: sim
sim: ## simulate until a seed fails; it says how to replay it
	go test ./cmd/internal/sim -run TestForever -sim.forever -timeout 0 -v

.PHONY: mutations
mutations: ## break the engine in every known way: some seed must notice (minutes)
	go test ./cmd/internal/sim -run TestMutations -sim.mutations -timeout 2h -v

.PHONY: placement
placement: ## how shards move as PLACEMENT_NODES processes come and go at PLACEMENT_DATABASES databases, in virtual time (minutes)
	go test ./actors/cluster -run 'TestPlacement' -placement.nodes=$(PLACEMENT_NODES) -placement.tables=$(PLACEMENT_DATABASES) -placement.databases=1 -timeout 2h -v

.PHONY: crash
crash: prepare ## kill -9 the agent KILLS times under load, and stop it as often
	go test ./cmd/atende -run 'TestKill$$|TestTerminatedUnderLoad' -crash.kills=$(KILLS) -timeout 2h -v

.PHONY: cluster
cluster: prepare ## kill, freeze, cut, drain and replace nodes of a cluster TIMES times under load (hours)
	go test ./cmd/atende -run 'TestCluster$$' -cluster.long -cluster.times=$(TIMES) -cluster.patients=60 -timeout 6h -v

.PHONY: upgrade
upgrade: prepare ## let this release and that of FROM=TAG replace each other under load, with SQLite and in a cluster (minutes)
	@.ci/upgrade '$(FROM)' -crash.kills=$(UPGRADES)

.PHONY: isolation
isolation: ## how long patients of a clinic wait while the gateway of another one hangs and gets 50 times the messages (two minutes)
	go test ./cmd/atende -run '^$$' -bench 'Isolation$$' -benchtime 1x -v

.PHONY: bench
bench: build ## run the benchmarks (BENCH=pattern BENCH_TIME=1s), then agent against baselines
	go test -run '^$$' -bench '$(BENCH)' -benchtime $(BENCH_TIME) -benchmem ./...
	bin/atende load --repeats 3 --duration 5s --warmup 1s --targets agent-memory,bare,agent-sqlite,bare-file,bare-file-wait,bare-sqlite,bare-sqlite-wait
	bin/atende load --repeats 3 --duration 5s --warmup 1s --targets agent-sqlite,agent-postgres,cluster-1,cluster-2,cluster-3

.PHONY: fmt
fmt: ## format the code
	gofmt -w cmd actors webhook integrations metrics deploy

.PHONY: lint
lint: ## vet (all that go vet does, as one of the linters) and lint
	for module in . $(DEPLOY); do (cd $$module && $(LINT) run); done

.PHONY: check
check: format lint modules reproducible vulnerabilities pinned test ## all that CI does

# The pieces of check that nobody needs alone have no entry in the list.
.PHONY: format modules pinned prepare reproducible vulnerabilities
reproducible:
	@.ci/reproducible

vulnerabilities:
	@.ci/vulnerabilities

pinned:
	@.ci/images check

format:
	@unformatted=$$(gofmt -l cmd actors webhook integrations metrics deploy); \
	if [[ -n $$unformatted ]]; then echo "not formatted (make fmt):" $$unformatted >&2; exit 1; fi

modules:
	for module in . $(DEPLOY); do (cd $$module && go mod tidy -diff && go mod verify); done

prepare:
	@.ci/prepare
