# The Python package: compiled, installed by pip without a network, and its own tests (pytest), one line
# for each. The archive of the build is used as it is.
. "$(dirname "$0")/helpers"

build=$(dirname "$G2L2")
usable() { # PYTHON: does it have what the package is built and tested with?
    "$1" -c 'import os, pytest, sys, sysconfig
assert sys.version_info >= (3, 11)
assert os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h"))' > /dev/null 2>&1
}
python=
for one in "${PYTHON:-python3}" /usr/bin/python3; do
    [ -n "$python" ] || { usable "$one" && python=$one; }
done
if sanitized; then
    skip 'python' 'an interpreter without the sanitizers cannot load what they watch'
    exit 0
elif [ -z "$python" ]; then
    skip 'python' 'there is no python3 (3.11 or later) with its headers and pytest'
    exit 0
fi
G2L2_LIBRARY=$build/libg2l2.a
CC="$(sed "s/ -.*//;q" "$build/flags") -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Werror"
export G2L2_LIBRARY CC PYTHONDONTWRITEBYTECODE=1

begin 'python: the wheel is one for all versions'
run 0 "$python" "$project/python/backend.py" wheel "$work/dist"
expect test -e "$work"/dist/g2l2-*-cp311-abi3-*.whl
end

begin 'python: pip installs it without a network'
if "$python" -c 'import pip' 2> /dev/null; then
    # As `pip install .` does, into a folder of its own: in an environment that hides what the system has.
    run 0 "$python" -m pip install -q --no-index --disable-pip-version-check --no-cache-dir --target "$work/site" "$project"
    expect test -e "$work/site/g2l2/py.typed"
    [ -z "$(nm -D --defined-only "$work"/site/g2l2/_native.abi3.so | grep -v ' PyInit__native')" ] || wrong 'the extension shows more than its entry'
    end
else
    skip "$name" 'there is no pip'
    run 0 "$python" "$project/python/backend.py" package "$work/site"
fi

# The notebooks read examples from the project; nothing is written there.
PYTHONPATH=$work/site "$python" -m pytest -q -p no:cacheprovider -rA --basetemp "$work/pytest" "$project/python/tests" > "$out" 2> "$err"
status=$?
sed -n -e 's/^PASSED .*tests\//ok python: /p' -e 's/^SKIPPED \[[0-9]*\] .*tests\/\([^:]*\):[0-9]*: /ok python: \1 # SKIP /p' \
    -e 's/^\(FAILED\|ERROR\) .*tests\/\([^ ]*\)\( - \(.*\)\)\?$/not ok python: \2: \4/p' "$out"
[ $status = 0 ] || grep -q '^\(FAILED\|ERROR\) ' "$out" || echo "not ok python: pytest: status $status ($(tail -n 3 "$out" "$err" | tr '\n' '|'))"
