# Builds the engine as OpenBench asks for it: `make EXE=NAME` leaves the program NAME in this folder.
# Without arguments it speaks UCI; with `bench` it prints nodes and speed. docs/cluster.md explains it.

EXE ?= minnow-engine
ifeq ($(OS),Windows_NT)
SUFFIX := .exe
endif
TARGET := $(or $(CARGO_TARGET_DIR),target)

.PHONY: engine clean
engine:
	cargo build --locked --release --package minnow-uci --example engine
	cp "$(TARGET)/release/examples/engine$(SUFFIX)" "$(EXE:$(SUFFIX)=)$(SUFFIX)"

clean:
	rm -f "$(EXE:$(SUFFIX)=)$(SUFFIX)"
