# g2l2: one Makefile.
#
#   make                    the libraries and the command, in build/
#   make check              the tests
#   make asan | make clang  all of it again, with the sanitizers | with clang
#   make engine-check       the engine alone, with libc and libm only
#   make wasm               the page that needs no server, in build/wasm/page.html (docs/PAGE.md)
#   make python             the Python package in build/python, and its tests; make wheel: build/dist/*.whl
#   make format             the layout of the sources; format-check only looks
#   make WERROR=            warnings are not errors; make HARDEN= LINK_HARDEN=: without the guards below
#   make dist               the sources in build/dist/g2l2-VERSION.tar.gz, the same bytes for the same commit
#   make install PREFIX=/usr/local [DESTDIR=...]     and make uninstall
PREFIX     ?= /usr/local
BINDIR     ?= $(PREFIX)/bin
LIBDIR     ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
MANDIR     ?= $(PREFIX)/share/man
PCDIR      ?= $(LIBDIR)/pkgconfig
BASHDIR    ?= $(PREFIX)/share/bash-completion/completions
ZSHDIR     ?= $(PREFIX)/share/zsh/site-functions
FISHDIR    ?= $(PREFIX)/share/fish/vendor_completions.d
DATADIR    ?= $(PREFIX)/share/g2l2
DESTDIR    ?=
BUILD      ?= build
OBJCOPY    ?= objcopy
CFLAGS     ?= -O2 -g
WERROR     ?= -Werror
ifeq ($(origin CC),default)
CC = gcc
endif
WARN      = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla $(WERROR)
CPPFLAGS += -D_GNU_SOURCE -Iinclude -Isrc -I.
# Guards against what a mistake could be used for: an overrun stack or buffer ends the program, and
# what the loader has filled in cannot be written. glibc's checks need an optimizer.
HARDEN      ?= -fstack-protector-strong -fstack-clash-protection \
               $(if $(filter -O1 -O2 -O3 -Os,$(CFLAGS)),-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
LINK_HARDEN ?= -Wl,-z,relro,-z,now,-z,noexecstack
CODEGEN    ?= -fPIC -pthread
ALLFLAGS  = -std=c11 $(CODEGEN) -fvisibility=hidden -fno-math-errno -ffp-contract=off $(CPPFLAGS) $(WARN) $(HARDEN) $(CFLAGS)
SONAME    = libg2l2.so.0
VERSION  := $(shell sed -n 's/.*G2L2_VERSION "\(.*\)".*/\1/p' include/g2l2.h)

# The engine loads models, parses and executes: libc and libm only. The rest reads
# examples and learns, and makes data: it adds jansson, zlib and libpng.
ENGINE_DIRS = common src/base src/program src/syntax src/types src/domain src/lexicon src/chart src/plan \
              src/run src/model src/parser src/trace src/store
FULL_DIRS   = src/data src/sight src/learn src/show
FULL_COMMON = common/assets.c common/pool.c
ENGINE_SRC := $(filter-out $(FULL_COMMON),$(foreach d,$(ENGINE_DIRS),$(wildcard $(d)/*.c)))
FULL_SRC   := $(FULL_COMMON) $(foreach d,$(FULL_DIRS),$(wildcard $(d)/*.c))
REPORT_SRC := $(wildcard report/*.c)
CLI_SRC    := $(wildcard cli/*.c) $(filter-out bench/hello.c,$(wildcard bench/*.c))
SERVER_SRC := $(wildcard server/*.c)
GENERATORS := $(wildcard generators/*/*.c)
WEB        := $(wildcard web/*)
DETECTORS  := $(wildcard detectors/*.detector)
ASSETS     := $(WEB) $(DETECTORS)
DEFS       := $(wildcard domains/*.def)
ENGINE_OBJ := $(ENGINE_SRC:%.c=$(BUILD)/obj/%.o) $(BUILD)/obj/definitions.o
FULL_OBJ   := $(FULL_SRC:%.c=$(BUILD)/obj/%.o) $(BUILD)/obj/assets.o
# What stands between the library and the command: the server, the report, makers of data.
ABOVE_OBJ  := $(patsubst %.c,$(BUILD)/obj/%.o,$(SERVER_SRC) $(REPORT_SRC) $(GENERATORS))
CLI_OBJ    := $(patsubst %.c,$(BUILD)/obj/%.o,$(filter-out cli/ranks.c,$(CLI_SRC)))
# Many machines (docs/SCALE.md): `make MPI=1` links the command with OpenMPI; the library never needs it.
MPI_LIBS   := $(shell pkg-config --libs ompi-c 2>/dev/null)
MPI_FLAGS   = -DG2L2_MPI $(patsubst -I%,-isystem %,$(shell pkg-config --cflags ompi-c))
RANKS_OBJ  := $(BUILD)/obj/cli/ranks$(if $(MPI),_mpi).o
JANSSON    := $(shell pkg-config --libs jansson 2>/dev/null || echo -ljansson)
ZLIB       := $(shell pkg-config --libs zlib 2>/dev/null || echo -lz)
PNG        := $(shell pkg-config --libs libpng 2>/dev/null || echo -lpng)
EDIT       := $(shell pkg-config --libs libedit 2>/dev/null || echo -ledit)
LIBS        = $(JANSSON) $(PNG) $(ZLIB) -lm -pthread
CLI_LIBS    = $(EDIT) $(LIBS) -ldl
ifdef MPI
CLI_LIBS   += $(MPI_LIBS)
endif

all: $(BUILD)/g2l2 $(BUILD)/libg2l2-engine.a $(BUILD)/libg2l2.a $(BUILD)/libg2l2.so $(if $(MPI),$(BUILD)/g2l2-mpi)

# Holds the compiler and its flags. Written only where they differ from last time, so that what was
# made with others is made again, and nothing else is.
FLAGS := $(BUILD)/flags
$(FLAGS): FORCE
	+@mkdir -p $(@D); printf '%s\n' '$(subst ','\'',$(CC) $(WARN) $(CPPFLAGS) $(HARDEN) $(CFLAGS) $(LINK_HARDEN) $(LDFLAGS))' > $@.new; \
	if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

$(BUILD)/obj/%.o: %.c Makefile $(FLAGS)
	@mkdir -p $(@D)
	$(CC) $(ALLFLAGS) -MMD -MP -c $< -o $@

# Long loops over doubles: gcc only makes vectors of them at -O3.
$(BUILD)/obj/src/types/sequence_soft.o $(BUILD)/obj/src/run/expected.o $(BUILD)/obj/src/learn/batch.o \
$(BUILD)/obj/src/learn/adam.o $(BUILD)/obj/src/types/set_kernels.o $(BUILD)/obj/src/types/set_operators.o $(BUILD)/obj/src/types/set_matrix.o \
$(BUILD)/obj/src/types/set_concepts.o $(BUILD)/obj/src/types/set_answers.o: ALLFLAGS += -O3
# Rays: the small functions that they call must vanish.
$(BUILD)/obj/generators/render/%.o: ALLFLAGS += -O3

# Networks: kernels for any CPU, and for x86 with AVX2, chosen when the program runs (src/sight/net.h).
$(BUILD)/obj/src/sight/net.o $(BUILD)/obj/src/sight/net_any.o $(BUILD)/obj/src/sight/net_avx2.o: ALLFLAGS += -O3
ifneq ($(findstring x86_64,$(shell $(CC) -dumpmachine)),)
$(BUILD)/obj/src/sight/net_avx2.o: ALLFLAGS += -mavx2 -mfma -ffp-contract=fast
endif

$(BUILD)/gen/definitions.c: script/embed $(DEFS)
	@mkdir -p $(@D)
	script/embed $(DEFS) > $@.tmp && mv $@.tmp $@

$(BUILD)/obj/definitions.o: $(BUILD)/gen/definitions.c $(FLAGS)
	@mkdir -p $(@D)
	$(CC) $(ALLFLAGS) -c $< -o $@

$(BUILD)/gen/assets.c: script/embed-files $(ASSETS)
	@mkdir -p $(@D)
	script/embed-files $(ASSETS) > $@.tmp && mv $@.tmp $@

$(BUILD)/obj/assets.o: $(BUILD)/gen/assets.c $(FLAGS)
	@mkdir -p $(@D)
	$(CC) $(ALLFLAGS) -c $< -o $@

# The public functions, by name. An archive is one object in which only they are global; the
# shared library shows them under a version. Tests and bench/ see inside: internal.a.
$(BUILD)/public: include/g2l2.h
	@mkdir -p $(@D)
	sed -n 's/^G2L2_API .*[ *]\(g2l2_[a-z0-9_]*\)(.*/\1/p' $< > $@
$(BUILD)/libg2l2.map: $(BUILD)/public
	{ echo 'G2L2_0 { global:'; sed 's/$$/;/' $<; echo 'local: *; };'; } > $@
$(BUILD)/libg2l2-engine.a: $(ENGINE_OBJ)
$(BUILD)/libg2l2.a: $(ENGINE_OBJ) $(FULL_OBJ)
$(BUILD)/libg2l2-engine.a $(BUILD)/libg2l2.a: $(BUILD)/public
	$(LD) -r -o $(@:.a=.o) $(filter %.o,$^)
	$(OBJCOPY) --keep-global-symbols=$(BUILD)/public $(@:.a=.o)
	rm -f $@ && ar rcs $@ $(@:.a=.o) && rm -f $(@:.a=.o)
$(BUILD)/libg2l2.so: $(ENGINE_OBJ) $(FULL_OBJ) $(BUILD)/libg2l2.map
	$(CC) $(CFLAGS) $(LINK_HARDEN) $(LDFLAGS) -shared -Wl,-soname,$(SONAME) \
	    -Wl,--version-script,$(BUILD)/libg2l2.map $(filter %.o,$^) $(LIBS) -o $@
$(BUILD)/internal.a: $(ENGINE_OBJ) $(FULL_OBJ)
	rm -f $@ && ar rcs $@ $^
$(BUILD)/above.a: $(ABOVE_OBJ)
	rm -f $@ && ar rcs $@ $^
$(BUILD)/g2l2: $(CLI_OBJ) $(RANKS_OBJ) $(BUILD)/above.a $(BUILD)/internal.a
	$(CC) $(CFLAGS) -pie $(LINK_HARDEN) $(LDFLAGS) $^ $(CLI_LIBS) -o $@
$(BUILD)/obj/cli/ranks_mpi.o: cli/ranks.c Makefile $(FLAGS)
	@mkdir -p $(@D)
	$(CC) $(ALLFLAGS) $(MPI_FLAGS) -MMD -MP -c $< -o $@
# The command with MPI under a name of its own, beside the one without: for tests and bench/ranks.py.
$(BUILD)/g2l2-mpi: $(CLI_OBJ) $(BUILD)/obj/cli/ranks_mpi.o $(BUILD)/above.a $(BUILD)/internal.a
	$(CC) $(CFLAGS) $(LDFLAGS) $^ $(CLI_LIBS) $(MPI_LIBS) -o $@

# The same with an allocator that fails when told (tests/faults).
$(BUILD)/faulty: $(CLI_OBJ) $(BUILD)/obj/cli/ranks.o $(BUILD)/obj/tests/faults/faulty.o $(BUILD)/above.a $(BUILD)/internal.a
	$(CC) $(CFLAGS) $(LDFLAGS) $^ $(CLI_LIBS) -o $@

# Tests: each tests/test_*.c is one cmocka program, linked with the library.
TESTS := $(patsubst tests/%.c,$(BUILD)/tests/%,$(wildcard tests/test_*.c))
TEST_LIB := $(patsubst %.c,$(BUILD)/obj/%.o,$(filter-out $(wildcard tests/test_*.c),$(wildcard tests/*.c)))
$(BUILD)/tests/%: $(BUILD)/obj/tests/%.o $(TEST_LIB) $(BUILD)/above.a $(BUILD)/internal.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) $^ -lcmocka $(CLI_LIBS) -o $@
# For LD_PRELOAD, so without instruments.
$(BUILD)/cpu-clock.so: tests/faults/cpu_clock.c
	@mkdir -p $(@D)
	$(CC) -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -O2 -shared -fPIC $< -ldl -o $@

tests: $(TESTS) $(BUILD)/faulty $(BUILD)/cpu-clock.so $(if $(MPI_LIBS),$(BUILD)/g2l2-mpi)
check: all tests
	script/run-tests $(BUILD)

# The same again under other compilers and flags. gcc warns of truncation that
# cannot happen once the sanitizers have rewritten the code.
asan:
	$(MAKE) BUILD=$(BUILD)/asan CC=gcc HARDEN= CFLAGS="-O1 -g -fsanitize=address,undefined \
	    -fno-sanitize-recover=undefined -fno-omit-frame-pointer -Wno-format-truncation" all tests
clang:
	$(MAKE) BUILD=$(BUILD)/clang CC=clang all tests

# The whole engine linked with libc and libm, and used: it parses and executes.
$(BUILD)/engine-check: tests/engine/main.c $(BUILD)/libg2l2-engine.a
	$(CC) -std=c11 $(CPPFLAGS) $(WARN) $(CFLAGS) $(LDFLAGS) $< \
	    -Wl,--whole-archive $(BUILD)/libg2l2-engine.a -Wl,--no-whole-archive -lm -o $@
engine-check: $(BUILD)/engine-check
	@if nm -u $(BUILD)/libg2l2-engine.a | grep -E ' U ((json|jansson)_|gz|inflate|deflate|png_)'; then \
	    echo 'libg2l2-engine.a needs jansson, zlib or libpng; the engine must do without' >&2; exit 1; fi
	$(BUILD)/engine-check

# The page that needs no server (docs/PAGE.md): the library and the server's handler as WebAssembly, without
# threads, with the libraries that they use from source; and the page around it, all in one file. Debian's
# emscripten finds Debian's node modules only when told.
PAGE_C     := wasm/page.c $(filter-out server/http.c server/microhttpd.c,$(SERVER_SRC))
PAGE_OBJ   := $(PAGE_C:%.c=$(BUILD)/obj/%.o) $(ENGINE_OBJ) $(FULL_OBJ)
SOURCES    ?= $(BUILD)/wasm/sources
USED_C     := $(filter-out %/example.c %/pngtest.c %/gzclose.c %/gzlib.c %/gzread.c %/gzwrite.c,\
              $(wildcard $(SOURCES)/jansson/src/*.c $(SOURCES)/zlib/*.c $(SOURCES)/libpng/*.c))
USED_OBJ   := $(USED_C:$(SOURCES)/%.c=$(BUILD)/used/%.o)
USED_FLAGS := $(addprefix -I$(SOURCES)/,jansson/src jansson/android zlib libpng)
# What src/show/html.c puts into a drawing; the rest of web/ is around the program, not in it.
PAGE_WEB   := $(addprefix web/,$(sort $(shell grep -oE '[a-z]+\.(css|js)' src/show/html.c)))
wasm:
	@command -v emcc > /dev/null || { echo 'make wasm needs emscripten: apt-get install emscripten' >&2; exit 1; }
	script/get-sources $(SOURCES)
	NODE_PATH="$${NODE_PATH:-/usr/share/nodejs}" $(MAKE) BUILD=$(BUILD)/wasm SOURCES='$(SOURCES)' CC=emcc HARDEN= \
	    CODEGEN= CFLAGS=-Os CPPFLAGS='$(CPPFLAGS) $(USED_FLAGS)' ASSETS='$(PAGE_WEB) $(DETECTORS)' $(BUILD)/wasm/page.html
$(BUILD)/used/%.o: $(SOURCES)/%.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(USED_FLAGS) -w -DHAVE_STDINT_H -c $< -o $@
$(BUILD)/page.js: $(PAGE_OBJ) $(USED_OBJ)
	$(CC) $(CFLAGS) $^ -o $@ -s MODULARIZE=1 -s EXPORT_NAME=G2L2 -s ENVIRONMENT=worker -s TOTAL_STACK=8MB \
	    -s ALLOW_MEMORY_GROWTH=1 -s EXPORTED_RUNTIME_METHODS=FS -s EXPORTED_FUNCTIONS=_malloc,_free
$(BUILD)/page.html: $(BUILD)/page.js script/make-page $(WEB) wasm/host.js wasm/worker.js
	script/make-page $(BUILD) $(SOURCES) > $@.tmp && mv $@.tmp $@

# The Python package (docs/PYTHON.md): python/backend.py compiles its one C file and links the archive.
PYTHON ?= python3
python: $(BUILD)/libg2l2.a
	G2L2_LIBRARY=$< CC='$(CC)' $(PYTHON) python/backend.py package $(BUILD)/python
	PYTHONPATH=$(BUILD)/python $(PYTHON) -m pytest -q python/tests
wheel: $(BUILD)/libg2l2.a
	G2L2_LIBRARY=$< CC='$(CC)' $(PYTHON) python/backend.py wheel $(BUILD)/dist

# What is committed, nothing else; gzip without a time or a name.
dist:
	@mkdir -p $(BUILD)/dist
	git archive --format=tar --prefix=g2l2-$(VERSION)/ HEAD | gzip -9n > $(BUILD)/dist/g2l2-$(VERSION).tar.gz.new
	mv $(BUILD)/dist/g2l2-$(VERSION).tar.gz.new $(BUILD)/dist/g2l2-$(VERSION).tar.gz
	cd $(BUILD)/dist && sha256sum g2l2-$(VERSION).tar.gz

CLANG_FORMAT ?= clang-format
FORMATTED     = $(shell find include common src domains generators server report wasm cli python examples tests bench fuzz -name '*.[ch]' 2>/dev/null)
format:
	$(CLANG_FORMAT) -i $(FORMATTED)
format-check:
	$(CLANG_FORMAT) --dry-run --Werror $(FORMATTED)

# $(call pc,name,description,more lines...): a pkg-config file.
pc = printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$(LIBDIR)' 'includedir=$(INCLUDEDIR)' '' \
     'Name: $(1)' 'Description: $(2)' 'Version: $(VERSION)' 'Cflags: -I$${includedir}' $(3) \
     > '$(DESTDIR)$(PCDIR)/$(1).pc'

$(BUILD)/completions/g2l2.bash: $(BUILD)/g2l2 script/make-completions
	script/make-completions $(BUILD)/g2l2 $(@D)

install: all $(BUILD)/completions/g2l2.bash
	install -d '$(DESTDIR)$(BASHDIR)' '$(DESTDIR)$(ZSHDIR)' '$(DESTDIR)$(FISHDIR)'
	install -m 644 $(BUILD)/completions/g2l2.bash '$(DESTDIR)$(BASHDIR)/g2l2'
	install -m 644 $(BUILD)/completions/_g2l2 '$(DESTDIR)$(ZSHDIR)/_g2l2'
	install -m 644 $(BUILD)/completions/g2l2.fish '$(DESTDIR)$(FISHDIR)/g2l2.fish'
	install -d '$(DESTDIR)$(BINDIR)' '$(DESTDIR)$(LIBDIR)' '$(DESTDIR)$(INCLUDEDIR)' \
	    '$(DESTDIR)$(MANDIR)/man1' '$(DESTDIR)$(PCDIR)'
	install -m 755 $(BUILD)/g2l2 '$(DESTDIR)$(BINDIR)/g2l2'
	install -m 644 include/g2l2.h '$(DESTDIR)$(INCLUDEDIR)/g2l2.h'
	install -m 644 $(BUILD)/libg2l2.a $(BUILD)/libg2l2-engine.a '$(DESTDIR)$(LIBDIR)'
	install -m 755 $(BUILD)/libg2l2.so '$(DESTDIR)$(LIBDIR)/libg2l2.so.$(VERSION)'
	ln -sf libg2l2.so.$(VERSION) '$(DESTDIR)$(LIBDIR)/$(SONAME)'
	ln -sf $(SONAME) '$(DESTDIR)$(LIBDIR)/libg2l2.so'
	install -m 644 man/g2l2.1 '$(DESTDIR)$(MANDIR)/man1/g2l2.1'
	if [ -e $(BUILD)/wasm/page.html ]; then install -d '$(DESTDIR)$(DATADIR)' && \
	    install -m 644 $(BUILD)/wasm/page.html '$(DESTDIR)$(DATADIR)/page.html'; fi
	$(call pc,g2l2,learns a language from examples and shows what it learned,\
	    'Libs: -L$${libdir} -lg2l2' 'Libs.private: -lm -pthread' 'Requires.private: jansson libpng zlib')
	$(call pc,g2l2-engine,parses and executes with what g2l2 learned,\
	    'Libs: -L$${libdir} -lg2l2-engine -lm')

uninstall:
	rm -f '$(DESTDIR)$(BINDIR)/g2l2' '$(DESTDIR)$(INCLUDEDIR)/g2l2.h' \
	    '$(DESTDIR)$(LIBDIR)/libg2l2.a' '$(DESTDIR)$(LIBDIR)/libg2l2-engine.a' \
	    '$(DESTDIR)$(LIBDIR)/libg2l2.so.$(VERSION)' '$(DESTDIR)$(LIBDIR)/$(SONAME)' \
	    '$(DESTDIR)$(LIBDIR)/libg2l2.so' '$(DESTDIR)$(MANDIR)/man1/g2l2.1' \
	    '$(DESTDIR)$(PCDIR)/g2l2.pc' '$(DESTDIR)$(PCDIR)/g2l2-engine.pc' '$(DESTDIR)$(BASHDIR)/g2l2' \
	    '$(DESTDIR)$(ZSHDIR)/_g2l2' '$(DESTDIR)$(FISHDIR)/g2l2.fish' '$(DESTDIR)$(DATADIR)/page.html'
	[ ! -d '$(DESTDIR)$(DATADIR)' ] || rmdir '$(DESTDIR)$(DATADIR)'

clean:
	rm -rf $(BUILD)

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)
.PHONY: all tests check asan clang engine-check wasm python wheel dist format format-check install uninstall clean FORCE
.SECONDARY:
