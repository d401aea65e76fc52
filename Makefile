# g2l2: one Makefile. `make` builds the library and the command, `make check`
# runs the tests, `make install PREFIX=/usr/local` installs.
PREFIX   ?= /usr/local
DESTDIR  ?=
BUILD    ?= build
CC       ?= gcc
CFLAGS   ?= -O2 -g
WARN      = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla -Werror
CPPFLAGS += -D_GNU_SOURCE -Iinclude -Isrc -I.
ALLFLAGS  = -std=c11 -fPIC -fno-math-errno -ffp-contract=off -pthread $(CPPFLAGS) $(WARN) $(CFLAGS)
VERSION  := $(shell sed -n 's/.*G2L2_VERSION "\(.*\)".*/\1/p' include/g2l2.h)

# The engine parses and executes: libc and libm only. The rest learns, reads
# data and model files: it adds jansson.
ENGINE_DIRS = src/base src/program src/syntax src/domain src/lexicon src/chart src/exec src/model \
              src/parser domains/arith domains/nav
FULL_DIRS   = src/data src/learn src/store
ENGINE_SRC := $(foreach d,$(ENGINE_DIRS),$(wildcard $(d)/*.c)) domains/builtin.c
FULL_SRC   := $(foreach d,$(FULL_DIRS),$(wildcard $(d)/*.c))
CLI_SRC    := $(wildcard cli/*.c)
DEFS       := $(wildcard domains/*/*.def)
ENGINE_OBJ := $(ENGINE_SRC:%.c=$(BUILD)/obj/%.o) $(BUILD)/obj/definitions.o
FULL_OBJ   := $(FULL_SRC:%.c=$(BUILD)/obj/%.o)
CLI_OBJ    := $(CLI_SRC:%.c=$(BUILD)/obj/%.o)
LIBS        = -ljansson -lm -pthread

all: $(BUILD)/g2l2 $(BUILD)/libg2l2-engine.a $(BUILD)/libg2l2.a $(BUILD)/libg2l2.so

$(BUILD)/obj/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(ALLFLAGS) -MMD -MP -c $< -o $@

$(BUILD)/gen/definitions.c: script/embed $(DEFS)
	@mkdir -p $(@D)
	script/embed $(DEFS) > $@.tmp && mv $@.tmp $@

$(BUILD)/obj/definitions.o: $(BUILD)/gen/definitions.c
	@mkdir -p $(@D)
	$(CC) $(ALLFLAGS) -c $< -o $@

$(BUILD)/libg2l2-engine.a: $(ENGINE_OBJ)
	rm -f $@ && ar rcs $@ $^
$(BUILD)/libg2l2.a: $(ENGINE_OBJ) $(FULL_OBJ)
	rm -f $@ && ar rcs $@ $^
$(BUILD)/libg2l2.so: $(ENGINE_OBJ) $(FULL_OBJ)
	$(CC) $(CFLAGS) -shared -Wl,-soname,libg2l2.so.0 $^ $(LIBS) -o $@
$(BUILD)/g2l2: $(CLI_OBJ) $(BUILD)/libg2l2.a
	$(CC) $(CFLAGS) $^ $(LIBS) -o $@

# Tests: each tests/test_*.c is one cmocka program, linked with the library.
TESTS := $(patsubst tests/%.c,$(BUILD)/tests/%,$(wildcard tests/test_*.c))
TEST_LIB := $(patsubst %.c,$(BUILD)/obj/%.o,$(filter-out $(wildcard tests/test_*.c),$(wildcard tests/*.c)))
$(BUILD)/tests/%: $(BUILD)/obj/tests/%.o $(TEST_LIB) $(BUILD)/libg2l2.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $^ -lcmocka $(LIBS) -o $@
tests: $(TESTS)
check: all tests
	script/run-tests $(BUILD)

clean:
	rm -rf $(BUILD)

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
.PHONY: all tests check clean
.SECONDARY:
