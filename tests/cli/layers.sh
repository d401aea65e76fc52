#!/bin/sh
# script/check-layers: the tree as it is keeps the layers, and each kind of violation is noticed.
cd "$(dirname "$0")/../.." || exit 2
root=$(mktemp -d) || exit 2
trap 'rm -rf "$root"' EXIT
ok() { echo "ok $1"; }
not_ok() { echo "not ok $1: $2"; }

said=$(script/check-layers 2>&1) && ok 'the layers are kept' || not_ok 'the layers are kept' "$said"

for folder in common src domains generators server report wasm cli include; do
    cp -r "$folder" "$root/" || exit 2
done
seen() { # FILE INCLUDE: the line is noticed, and only it
    printf '#include %s\n' "$2" > "$root/$1"
    if said=$(script/check-layers "$root"); then not_ok "$1 includes $2" 'it is not noticed'
    elif [ "$(echo "$said" | tail -n 1)" = '1 violation of the layers' ]; then ok "$1 may not include $2"
    else not_ok "$1 includes $2" "$said"; fi
    rm "$root/$1"
}
may() { # FILE INCLUDE: it is no violation
    printf '#include %s\n' "$2" > "$root/$1"
    said=$(script/check-layers "$root") && ok "$1 may include $2" || not_ok "$1 may include $2" "$said"
    rm "$root/$1"
}
seen cli/a.c '"base/base.h"'
seen cli/a.c '"parser/parser.h"'
seen cli/a.c '"data/scenes.h"'
seen cli/a.c '"server/handle.h"'
seen cli/a.c '"generators/scan/scan.h"'
seen server/a.c '"show/show.h"'
seen server/a.h '"model/model.h"'
seen server/a.c '"report/sheet.h"'
seen server/a.c '"cli/cli.h"'
seen report/a.c '"model/model.h"'
seen wasm/a.c '"server/handle.h"'
seen wasm/a.c '"base/base.h"'
seen server/a.c '<emscripten.h>'
may wasm/a.c '"server/server.h"'
seen report/a.c '"server/server.h"'
seen common/a.c '"base/base.h"'
seen common/a.c '<jansson.h>'
seen generators/scan/a.c '"base/base.h"'
seen generators/scan/a.c '"generators/clevr/clevr.h"'
seen src/chart/a.c '"parser/parser.h"'
seen src/parser/a.c '<jansson.h>'
seen src/store/a.c '<png.h>'
seen src/data/a.c '"sight/image.h"'
may src/sight/a.c '<png.h>'
seen src/show/a.c '"server/server.h"'
seen src/show/a.c '<microhttpd.h>'
seen src/types/a.c '"chart/chart.h"'
seen include/a.h '"common/common.h"'
seen cli/a.c '"no/such.h"'
may cli/a.c '"g2l2.h"'
may cli/a.c '"common/common.h"'
may cli/a.c '"server/server.h"'
may cli/data_a.c '"generators/scan/scan.h"'
may report/a.c '<jansson.h>'
may server/a.c '"common/json.h"'
may src/show/a.c '"parser/parser.h"'
