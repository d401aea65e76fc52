# The documents: every command that they show is run, and prints what they say. How they
# are written, and what is not compared, is told in docs.py.
. "$(dirname "$0")/helpers"

if [ -z "$python" ]; then
    skip documents 'there is no python3 here'
    exit
elif sanitized; then
    # Ten minutes; what the documents show has tests of its own, and these have the sanitizers.
    skip documents 'they are run without the sanitizers'
    exit
fi
export G2L2

check() { # PROJECT FOLDER DOCUMENT...
    top=$1 folder=$2
    shift 2
    mkdir "$folder"
    $python "$project/tests/cli/docs.py" "$top" "$work/$folder" "$@"
}

# A document whose blocks are all wrong, each in a way of its own, but for those that say
# `right`: the others must be reported.
mkdir broken
cat > broken/README.md << 'END'
<!-- file: right.lexicon -->
```
domain nav
literals J W
jump => V : J()
twice => V\V : \x. repeat(x, 2)
```

```
$ g2l2 run right.lexicon 'jump twice'    # right
J J
$ echo '0.50 s of CPU time, 12.5%' | \
    cat                                  # right
0.70 s of CPU time, 12.51%
$ printf '1\n2\n3\n4\n'                  # right
1
...
4
$ g2l2 run right.lexicon 'jump twyze'    # right
g2l2: no parse for ...: unknown word 'twyze' (did you mean 'twice'?)
```

```
$ g2l2 run right.lexicon 'jump twice'
J J J
```

```
$ g2l2 run right.lexicon 'jump'
```

```
$ printf '1\n2\n3\n'
1
...
2
```

```
$ echo '12.5%'
12.8%
```

```
$ g2l2 run missing.lexicon 'jump'
...
```

```
g2l2 lexicon right.lexicon
```

    g2l2 lexicon right.lexicon

<!-- not ran: a comment that nobody knows -->
```
$ true
```

<!-- prints: echo '{"a": 1, "b": [1, 2]}' -->
```json
{"a": 1, "b": [2]}
```

<!-- prints: echo '{"a": 1, "b": [1, 2]}' -->
```json
{"a": 1}
```

[nowhere](nowhere.md)
END
begin 'documents: what is wrong is noticed'
check "$work/broken" notices README.md > "$out" 2> "$err"
quiet
expect test "$(grep -c '^not ok' "$out")" = 11
expect test "$(grep -c '^ok' "$out")" = 1
grep -q '^ok README.md:9$' "$out" || wrong "a right block is called wrong: $(head -c 600 "$out" | tr '\n' '|')"
end

# shellcheck disable=SC2046 # names without blanks
check "$project" run $(cd "$project" && ls README.md ARCHITECTURE.md CONTRIBUTING.md docs/*.md)
