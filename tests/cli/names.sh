#!/bin/sh
# No code knows a domain by name: every one is a definition. A name that is compared with
# that of a domain, or opened, would be such knowledge. What `train` takes where no domain is named is a
# choice of the command, and may name one.
cd "$(dirname "$0")/../.." || exit 2
root=$(mktemp -d) || exit 2
trap 'rm -rf "$root"' EXIT

names=$(for f in domains/*.def; do basename "$f" .def; done)
knows() { # ROOT: lines with the name of a domain
    for name in $names; do
        grep -rnE --include='*.[ch]' "(name|domain|open)[^;]*\"$name\"" "$1/common" "$1/src" "$1/server" "$1/report" "$1/cli" |
            grep -v '/cli/train[a-z_]*\.c:'
    done
}

said=$(knows .)
if [ -z "$said" ]; then echo 'ok no code knows a domain by name'
else echo "not ok no code knows a domain by name: $(echo "$said" | tr '\n' '|')"; fi

# The same with a file that does, in each folder: it is seen, and nothing else is.
for folder in common src/learn server report cli; do
    mkdir -p "$root/common" "$root/src/learn" "$root/server" "$root/report" "$root/cli"
    for name in $names; do
        printf 'bool f(void) { return !strcmp(domain->name, "%s"); }\n' "$name" > "$root/$folder/a.c"
        if [ "$(knows "$root" | wc -l)" = 1 ]; then echo "ok $name in $folder is seen"
        else echo "not ok $name in $folder is seen: it is not"; fi
    done
    rm "$root/$folder/a.c"
done
