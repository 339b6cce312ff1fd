# Two commands for a newcomer:
#   make run     build firebreak and print the read-cost report of the chat sample
#   make test    build and run every test
# Both install the system libraries they lack, say what they do, and can be repeated at any time.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.ONESHELL:
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# The oldest Swift that reads Package.swift.
SWIFT_MINIMUM := 6.2
SAMPLE ?= samples/chat
# Extra arguments, as in: make run ARGUMENTS='-o json', make test ARGUMENTS='--filter QueryModelTests' (then without the
# client suite), make test-clients ARGUMENTS='-k listeners'
ARGUMENTS ?=

# Measured on two cores, in a clone with nothing built: `make run` took four minutes, `make emulator` after it four and a
# quarter, `make test` after both a quarter of an hour. `make timings` measures the builds.
TIME_RUN := The first build takes about four minutes on two cores, later ones seconds.
TIME_EMULATOR := The first build takes about three minutes more on two cores, later ones seconds.
TIME_TESTS := The first build takes up to ten minutes on two cores, later ones seconds.
TIME_BUILD := The first build takes 15 to 30 minutes.

.PHONY: help run build emulator timings codes lint test test-swift test-clients run-clients build-tests bench bench-emulator bench-editor reliability scan-generated scan-projects dist clean swift \
  libraries sqlite python chromium

help:
	@echo "make run      build firebreak and print the read-cost report of $(SAMPLE)"
	echo "make emulator build firebreak and its emulator"
	echo "make build    build both programs optimised, as they are installed"
	echo "make test     build and run every test"
	echo "make lint     check the layout of the sources, and that nothing is forced in them"
	echo "make timings  build everything from nothing and print what took how long"
	echo "make codes    write the catalogue of codes, CODES.md and the lists of checks from the sources"
	echo "make bench    build the benchmarks and print the measured figures"
	echo "make bench-emulator   build the emulator and measure it over loopback, on the wire and with Python clients"
	echo "make bench-editor   measure what an editor waits for; ARGUMENTS=DIR for a project of your own"
	echo "make scan-projects PROJECTS=DIR   scan every project in a folder, and print what it takes"
	echo "make scan-generated   scan generated code that grows in one direction, and print what it takes"
	echo "make reliability   build the emulator, kill it a thousand times, check histories of clients and 10,000 random ones of a database, and load it for half an hour"
	echo "make dist     build the package for this machine into dist/, with checksums"
	echo "make clean    remove everything that was built"

# One build for `run`, `emulator` and `test`, in .build: not optimised but for the libraries that Package.swift names, and
# without what only debuggers and editors read. The programs that people install are built by `build` and `dist`.
OPTIONS := --disable-index-store -Xswiftc -gnone -Xcc -g0
BIN := .build/debug
RELEASE := -c release -Xlinker -s

# $(call compile,WHAT,LOG,COMMAND): the compiler's words on a terminal, or in a file that is shown when it fails.
define compile
mkdir -p .build
if [ -t 2 ]; then
  $(3) >&2
elif ! $(3) >.build/$(2).log 2>&1; then
  cat .build/$(2).log >&2
  echo "make: $(1) not build; the compiler's messages are above." >&2
  exit 1
fi
endef

# Where nothing has asked for the emulator yet, its packages are not fetched either.
CHECKER_ONLY = $(if $(wildcard .build/checkouts/swift-nio),,env FIREBREAK_CHECKER_ONLY=1)

run: swift libraries
	@if [ ! -x $(BIN)/firebreak ]; then echo "Building firebreak. $(TIME_RUN)" >&2; fi
	$(call compile,firebreak does,make-run,$(CHECKER_ONLY) swift build $(OPTIONS) --product firebreak)
	exec $(BIN)/firebreak run $(SAMPLE) $(ARGUMENTS)

# The network server is a product of its own, since it takes much longer to build than everything else.
emulator: swift libraries sqlite
	@if [ ! -x $(BIN)/firebreak-emulator ]; then echo "Building firebreak and its emulator. $(TIME_EMULATOR)" >&2; fi
	$(call compile,firebreak does,make-run,swift build $(OPTIONS) --product firebreak)
	$(call compile,firebreak-emulator does,make-emulator,swift build $(OPTIONS) --product firebreak-emulator)
	echo "Built: $(BIN)/firebreak emulator start"

# Both programs, optimised and without symbols.
build: swift libraries sqlite
	@if [ ! -x .build/release/firebreak-emulator ]; then echo "Building both programs, optimised. $(TIME_BUILD)" >&2; fi
	$(call compile,firebreak does,make-build,swift build $(RELEASE) --product firebreak)
	$(call compile,firebreak-emulator does,make-build,swift build $(RELEASE) --product firebreak-emulator)
	echo "Built: .build/release/firebreak"

# What a build from nothing takes, in total and by module.
timings: swift libraries sqlite
	@$(call packages,python3,python3,python,python3 --version)
	exec python3 Benchmarks/Build/timings.py $(OPTIONS)

# What `swift test --enable-swift-testing --disable-xctest` would run, without planning the build once more.
RUN_TESTS := env NO_COLOR=1 $(BIN)/firebreakPackageTests.xctest --testing-library swift-testing

# What is written from the pages and checks in the sources: Sources/**/Generated and CODES.md.
codes: swift libraries
	@$(call compile,the generator does,make-codes,swift build $(OPTIONS) --product generate-codes)
	exec $(BIN)/generate-codes

# Make would run a recipe that names MAKE even with -n.
SUBMAKE = $(MAKE)

# Both suites at once, since the clients mostly wait. The last line is the Swift runner's own verdict. Tens of thousands of
# lines stand between a failure and the end, and what looks at the log of a pipeline often shows its end only; so failures
# are told once more there.
test: lint build-tests $(if $(strip $(ARGUMENTS)),,python chromium)
	@clients=0 swift=0 running=
	$(if $(strip $(ARGUMENTS)),,$(SUBMAKE) run-clients >.build/make-clients.log 2>&1 & running=$$!)
	$(RUN_TESTS) $(ARGUMENTS) </dev/null 2>&1 | tee .build/make-swift-tests.log | sed '$$d' || swift=$$?
	if [ -n "$$running" ]; then
	  wait "$$running" || clients=$$?
	  cat .build/make-clients.log
	fi
	if (( clients || swift )); then
	  echo "make: what failed, once more:" >&2
	  if (( clients )); then grep -aE '^(FAILED|ERROR) |^=+ .* =+$$' .build/make-clients.log | tail -n 40 >&2 || true; fi
	  if (( swift )); then grep -aE '^✘ Test .* recorded an issue|^(error|fatal error): |: Fatal error: ' .build/make-swift-tests.log | tail -n 40 >&2 || true; fi
	fi
	tail -n 1 .build/make-swift-tests.log
	(( !clients && !swift ))

# Sources/.swift-format refuses force operations, beside the layout that .swift-format has for all.
lint: swift
	@swift format lint --strict --parallel --recursive Package.swift Sources Tests Benchmarks

test-swift: build-tests
	@exec $(RUN_TESTS) $(ARGUMENTS) </dev/null

# By product: `--build-tests` would build every tool of the packages as well, protoc and all of its C++ among them.
build-tests: swift libraries sqlite
	@echo "Building the tests. $(TIME_TESTS)" >&2
	$(call compile,firebreak does,make-run,swift build $(OPTIONS) --product firebreak)
	$(call compile,firebreak-emulator does,make-emulator,swift build $(OPTIONS) --product firebreak-emulator)
	$(call compile,the generator does,make-codes,swift build $(OPTIONS) --product generate-codes)
	$(call compile,the tests do,make-test,swift build $(OPTIONS) --product firebreakPackageTests)

# Google's own Python client, unmodified, against the emulator that was built with the tests.
test-clients: build-tests run-clients

run-clients: python chromium
	@bin=$$(swift build $(OPTIONS) --show-bin-path)
	echo "Running the client suite (pytest) ..." >&2
	exec env FIREBREAK_BIN_DIR="$$bin" PYTHONDONTWRITEBYTECODE=1 .build/python/bin/python -m pytest -n 3 --dist loadfile Tests/ClientTests $(ARGUMENTS) </dev/null

# A virtual environment with what Tests/ClientTests/requirements.txt pins; set up again when that changes.
REQUIREMENTS := Tests/ClientTests/requirements.txt

python:
	@if cmp -s $(REQUIREMENTS) .build/python/installed.txt; then exit 0; fi
	$(call packages,python3,python3 python3-venv,python,python3 -c 'import venv; import ensurepip')
	echo "Setting up .build/python for the client suite ..." >&2
	mkdir -p .build
	rm -rf .build/python
	if ! python3 -m venv .build/python >.build/make-python.log 2>&1; then
	  cat .build/make-python.log >&2
	  echo "make: python3 cannot make a virtual environment; its messages are above." >&2
	  exit 1
	fi
	if ! .build/python/bin/python -m pip install --quiet --disable-pip-version-check -r $(REQUIREMENTS) >.build/make-python.log 2>&1; then
	  cat .build/make-python.log >&2
	  echo "make: pip cannot install what $(REQUIREMENTS) names; its messages are above." >&2
	  echo "      The client suite needs it; 'make test-swift' runs the other tests." >&2
	  exit 1
	fi
	cp $(REQUIREMENTS) .build/python/installed.txt

# The browser that looks at the HTML reports.
chromium:
	@$(call packages,the browser chromium with its driver,chromium chromium-driver,chromedriver,{ command -v chromedriver && { command -v chromium || command -v chromium-browser || command -v google-chrome; }; })

bench: swift libraries sqlite
	@echo "Building the benchmarks (release). The first build takes several minutes." >&2
	exec env FIREBREAK_BENCHMARKS=1 swift package --scratch-path .build-benchmarks benchmark --no-progress $(ARGUMENTS)

# Real projects are not part of the repository: PROJECTS names a folder that has a folder for each.
scan-projects: swift libraries sqlite
	@test -n "$(PROJECTS)" || { echo "make: name a folder of projects: make scan-projects PROJECTS=DIR" >&2; exit 1; }
	echo "Building the program that scans projects (release). The first build takes several minutes." >&2
	env FIREBREAK_BENCHMARKS=1 swift build -c release --scratch-path .build-benchmarks --product scan-projects >&2
	exec .build-benchmarks/release/scan-projects "$(PROJECTS)" $(ARGUMENTS)

# Code that grows in one direction must not take more than in proportion to its length.
scan-generated: swift libraries sqlite
	@echo "Building the program that scans generated code (release). The first build takes several minutes." >&2
	env FIREBREAK_BENCHMARKS=1 swift build -c release --scratch-path .build-benchmarks --product scan-generated >&2
	exec .build-benchmarks/release/scan-generated $(ARGUMENTS)

bench-emulator: build python
	@exec env FIREBREAK_BIN_DIR=.build/release .build/python/bin/python Benchmarks/Emulator/bench.py $(ARGUMENTS)

bench-editor: build
	@exec env FIREBREAK_BIN_DIR=.build/release python3 Benchmarks/Editor/bench.py $(ARGUMENTS)

# The random histories of `make test` are a handful: a seed that fails is printed, whichever of the two finds it.
reliability: build build-tests python
	@export FIREBREAK_BIN_DIR=.build/release
	FIREBREAK_SEEDS=10000 $(RUN_TESTS) --filter ServiceHistory </dev/null | tail -n 3
	.build/python/bin/python Benchmarks/Reliability/killing.py
	.build/python/bin/python Benchmarks/Reliability/consistency.py
	exec .build/python/bin/python Benchmarks/Reliability/soak.py --data-dir

# Programs that need no Swift installed, with manual page and completions.
dist: swift libraries sqlite
	@echo "Building the package (release, both programs). The first build takes 10 to 25 minutes." >&2
	exec packaging/dist.sh

clean:
	@rm -rf .build .build-timings .build-benchmarks .build-dist dist
	echo "Removed .build, .build-timings, .build-benchmarks, .build-dist and dist."

swift:
	@if ! command -v swift >/dev/null; then
	  echo "make: Swift is not installed (no 'swift' in PATH)." >&2
	  echo "      Install Swift $(SWIFT_MINIMUM) or newer from https://www.swift.org/install and run the command again." >&2
	  exit 1
	fi
	version=$$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
	if [ -z "$$version" ]; then
	  echo "make: 'swift --version' gives no version; is the toolchain complete?" >&2
	  exit 1
	fi
	if [ "$$(printf '%s\n' $(SWIFT_MINIMUM) "$$version" | sort -V | head -n 1)" != "$(SWIFT_MINIMUM)" ]; then
	  echo "make: this is Swift $$version, but Firebreak needs Swift $(SWIFT_MINIMUM) or newer." >&2
	  echo "      Install it from https://www.swift.org/install and run the command again." >&2
	  exit 1
	fi

# $(call packages,NAME,APT PACKAGES,BREW FORMULA,CHECK): installs what is missing when the check fails, and says so.
define packages
if ! $(4) >/dev/null 2>&1; then
  if command -v apt-get >/dev/null; then
    as_root=
    if [ "$$(id -u)" != 0 ]; then
      if ! command -v sudo >/dev/null; then
        echo "make: $(2) is missing, and installing it needs root: run 'apt-get install $(2)' as root." >&2
        exit 1
      elif [ -t 0 ]; then as_root=sudo
      elif sudo -n true 2>/dev/null; then as_root='sudo -n'
      else
        echo "make: $(2) is missing, and sudo would ask for a password: run 'sudo apt-get install $(2)'." >&2
        exit 1
      fi
    fi
    echo "Installing the system package $(2) ..." >&2
    mkdir -p .build
    install() { $$as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends $(2) </dev/null; }
    if ! install >.build/make-install.log 2>&1; then
      if ! { $$as_root apt-get update </dev/null && install; } >.build/make-install.log 2>&1; then
        cat .build/make-install.log >&2
        echo "make: installing $(2) failed; apt-get's messages are above. Install it by hand and try again." >&2
        exit 1
      fi
    fi
  elif command -v brew >/dev/null; then
    echo "Installing the system package $(3) ..." >&2
    brew install --quiet $(3) pkg-config >&2
  else
    echo "make: $(1) is missing." >&2
    echo "      Install it with your system's package manager (Debian calls it $(2)) and try again." >&2
    exit 1
  fi
fi
endef

# $(call library,NAME,HEADER,APT PACKAGE,BREW FORMULA,LANGUAGE): a library counts as present when a program that includes
# its header compiles, whatever installed it.
library = $(call packages,the library $(1) (header $(2)),$(3),$(4),{ echo '#include <$(2)>' | $${CC:-clang} $$(pkg-config --cflags $(1) 2>/dev/null || true) -fsyntax-only -x $(5) -; })

libraries:
	@$(call library,yaml-0.1,yaml.h,libyaml-dev,libyaml,c)
	$(call library,nettle,nettle/sha2.h,nettle-dev,nettle,c)
	$(call library,re2,re2/re2.h,libre2-dev,re2,c++)

# The emulator keeps documents in SQLite, which the benchmarks have as a peer, and reads compressed messages of gRPC.
sqlite:
	@$(call library,sqlite3,sqlite3.h,libsqlite3-dev,sqlite,c)
	$(call library,zlib,zlib.h,zlib1g-dev,zlib,c)
