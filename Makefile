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
# Extra arguments, as in: make run ARGUMENTS='-o json', make test ARGUMENTS='--filter QueryModelTests'
ARGUMENTS ?=

.PHONY: help run build test bench bench-emulator clean swift libraries bench-libraries

help:
	@echo "make run      build firebreak (release) and print the read-cost report of $(SAMPLE)"
	echo "make test     build and run every test"
	echo "make bench    build the benchmarks and print the measured figures"
	echo "make bench-emulator  build the emulator (release) and measure it over loopback with Python clients"
	echo "make clean    remove everything that was built"

run: build
	@exec .build/release/firebreak run $(SAMPLE) $(ARGUMENTS)

build: swift libraries
	@mkdir -p .build
	if [ ! -x .build/release/firebreak ]; then
	  echo "Building firebreak (release). The first build takes 3 to 7 minutes, later ones seconds." >&2
	fi
	if [ -t 2 ]; then
	  swift build -c release --product firebreak >&2
	elif ! swift build -c release --product firebreak >.build/make-build.log 2>&1; then
	  cat .build/make-build.log >&2
	  echo "make: firebreak does not build; the compiler's messages are above." >&2
	  exit 1
	fi

# The tests run optimised, as users run the tool: simulations of months take seconds instead of minutes. Optimised code
# that tests may look into is another build than the product's, so it has a folder of its own.
TEST_OPTIONS := -c release --scratch-path .build-tests -Xswiftc -enable-testing
BUILD_TESTS := swift build $(TEST_OPTIONS) --build-tests

test: swift libraries
	@echo "Building and running the tests (release). The first build takes 5 to 10 minutes, later ones much less." >&2
	mkdir -p .build
	if [ -t 2 ]; then
	  $(BUILD_TESTS) >&2
	elif ! $(BUILD_TESTS) >.build/make-test.log 2>&1; then
	  cat .build/make-test.log >&2
	  echo "make: the tests do not build; the compiler's messages are above." >&2
	  exit 1
	fi
	exec swift test $(TEST_OPTIONS) --skip-build --disable-xctest $(ARGUMENTS) </dev/null

bench: swift libraries bench-libraries
	@echo "Building the benchmarks (release). The first build takes several minutes." >&2
	exec env FIREBREAK_BENCHMARKS=1 swift package --scratch-path .build-benchmarks benchmark --no-progress $(ARGUMENTS)

# The Python that has the packages of Tests/ClientTests/requirements.txt.
PYTHON ?= python3

bench-emulator: swift libraries bench-libraries
	@if ! $(PYTHON) -c 'import grpc, google.cloud.firestore' 2>/dev/null; then
	  echo "make: $(PYTHON) lacks the packages of the clients. Make a virtual environment, run" >&2
	  echo "      pip install -r Tests/ClientTests/requirements.txt in it, and call make with PYTHON=<its python>." >&2
	  exit 1
	fi
	echo "Building firebreak and firebreak-emulator (release). The first build takes several minutes." >&2
	swift build -c release --product firebreak >&2
	swift build -c release --product firebreak-emulator >&2
	exec env FIREBREAK_BIN_DIR=.build/release $(PYTHON) Benchmarks/Emulator/bench.py $(ARGUMENTS)

clean:
	@rm -rf .build .build-tests .build-benchmarks
	echo "Removed .build, .build-tests and .build-benchmarks."

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

# $(call require,NAME,HEADER,APT PACKAGE,BREW FORMULA,LANGUAGE): a library counts as present when a program that includes
# its header compiles, whatever installed it.
define require
if ! echo '#include <$(2)>' | $${CC:-clang} $$(pkg-config --cflags $(1) 2>/dev/null || true) -fsyntax-only -x $(5) - 2>/dev/null; then
  if command -v apt-get >/dev/null; then
    as_root=
    if [ "$$(id -u)" != 0 ]; then
      if ! command -v sudo >/dev/null; then
        echo "make: $(3) is missing, and installing it needs root: run 'apt-get install $(3)' as root." >&2
        exit 1
      elif [ -t 0 ]; then as_root=sudo
      elif sudo -n true 2>/dev/null; then as_root='sudo -n'
      else
        echo "make: $(3) is missing, and sudo would ask for a password: run 'sudo apt-get install $(3)'." >&2
        exit 1
      fi
    fi
    echo "Installing the system library $(3) ..." >&2
    mkdir -p .build
    install() { $$as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends $(3) </dev/null; }
    if ! install >.build/make-install.log 2>&1; then
      if ! { $$as_root apt-get update </dev/null && install; } >.build/make-install.log 2>&1; then
        cat .build/make-install.log >&2
        echo "make: installing $(3) failed; apt-get's messages are above. Install it by hand and try again." >&2
        exit 1
      fi
    fi
  elif command -v brew >/dev/null; then
    echo "Installing the system library $(4) ..." >&2
    brew install --quiet $(4) pkg-config >&2
  else
    echo "make: the library $(1) is missing (header $(2))." >&2
    echo "      Install it with your system's package manager (Debian calls it $(3)) and try again." >&2
    exit 1
  fi
fi
endef

libraries:
	@$(call require,yaml-0.1,yaml.h,libyaml-dev,libyaml,c)
	$(call require,re2,re2/re2.h,libre2-dev,re2,c++)

bench-libraries:
	@$(call require,sqlite3,sqlite3.h,libsqlite3-dev,sqlite,c)
