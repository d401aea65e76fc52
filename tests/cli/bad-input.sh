# Whatever comes in: one clear line that says where, an exit status, and nothing
# left behind. Time and memory are bounded: no more than 120 seconds of CPU time and 2 GB.
. "$(dirname "$0")/helpers"

# The sanitizers reserve more address space than any limit would leave them.
memory=2000000
(ulimit -v $memory && "$G2L2" --version || exit 1) > /dev/null 2>&1 || memory=unlimited

limited() { # COMMAND...
    (
        ulimit -v $memory
        ulimit -t "${G2L2_SECONDS:-300}" # what others do at the time does not count
        exec "$@"
    )
}

# refuses STATUS WORDS COMMAND...: ends with the status; one line with the words.
refuses() {
    wanted=$1 words=$2
    shift 2
    run "$wanted" limited "$@"
    lines "$err" 1
    says "$err" "$words"
}

# The folder has what it had before; so there is no output and no temporary file.
listing=
remember() {
    listing=$(ls -A . tmp)
}
nothing_left() {
    now=$(ls -A . tmp)
    [ "$now" = "$listing" ] || wrong "files came or went: $(ls -A | tr '\n' ' ')"
}

cat > en.tsv << 'END'
hop	H
skip	K
hop twice	H H
skip twice	K K
hop and skip	H K
skip twice and hop	K K H
hop and skip twice	H K K
END
"$G2L2" train nav en.tsv -o en.g2l2 --quiet || echo 'not ok bad-input: nothing can be trained'

# ---- files of examples

: > empty
printf '\n \n\t\n' > blank
head -c 5000 /dev/urandom > random
printf 'hop\tH\nhop\0twice\tH H\n' > nul
printf 'hop\tH\nh\374pf\tH\n' > latin1
printf 'To whom it may concern:\n' > letter
printf 'hop\tH\nTo whom it may concern:\n' > form2
printf 'IN: hop OUT: H\nskip\tK\n' > mixed
printf 'IN: hop OUT: H\nIN: skip K\n' > no-out
printf '{"command": "hop", "actions": "H"}\n{"command": "skip"}\n' > no-actions
printf '{"command": "hop", "actions": "H"}\n{"question": "is it?", "answer": "yes"}\n' > question
printf '{"command": "hop", "actions": "H"}\n{"command": "skip", \n' > no-json
printf 'hop\tH\n\tK\n' > no-command
(printf 'hop\tH\n' && yes hop | head -n 1000000 | tr '\n' ' ' && printf '\tH\n') > million
(printf 'hop\tH\nskip\t' && yes K | head -n 1000000 | tr '\n' ' ' && printf '\n') > actions
(printf 'hop\tH\n' && head -c 10000000 /dev/zero | tr '\0' a && printf '\tH\n') > word
(printf 'hop\t' && head -c 10000000 /dev/zero | tr '\0' A && printf '\n') > action
(printf '{"command": "hop", "actions": [' && yes '"H",' | head -n 1000000 | tr -d '\n' && printf '"H"]}\n') > array
(yes '[' | head -n 1000000 | tr -d '\n' && echo) > brackets
(printf '{"command":' && yes '[' | head -n 1000000 | tr -d '\n' && echo) > deep
printf 'hop\tH\nh\033[31mop\tH\n' > escape
printf 'hop\tH\nhop twice\tH H\302\23331m\n' > escape-c1
mkdir folder

examples() { # NAME FILE PLACE
    for command in train eval; do
        begin "$command: $1"
        remember
        case $command in
        train) refuses 1 "$3" "$G2L2" train nav "$2" -o new.g2l2 ;;
        eval) refuses 1 "$3" "$G2L2" eval en.g2l2 "$2" ;;
        esac
        lines "$out" 0
        nothing_left
        end
    done
}
examples 'an empty file' empty 'empty: no examples'
examples 'a file of blanks' blank 'blank: no examples'
examples 'a binary file' random 'random:'
examples 'a NUL byte' nul 'nul:2:4: '
examples 'not UTF-8' latin1 'latin1:2:2: '
examples 'no form at all' letter 'letter:1: not an example'
examples 'another form further down' form2 'form2:2: no TAB'
examples 'two forms' mixed 'mixed:2: '
examples 'IN without OUT' no-out 'no-out:2:11: '
examples 'JSON without actions' no-actions 'no-actions:2: no "actions"'
examples 'a question among commands' question 'question:2: a question'
examples 'JSON that breaks off' no-json 'no-json:2:'
examples 'no command' no-command 'no-command:2:1: '
examples 'a command of a million words' million 'million:2:801: more than 200 words'
examples 'a million actions' actions 'actions:2:20006: more than 10000 actions'
examples '10 MB of one word' word 'word:2:1: a word of 10000000 bytes'
examples '10 MB of one action' action 'action:1:5: a word of 10000000 bytes'
examples 'a million actions in JSON' array 'array:1: more than 10000 values'
examples 'a million brackets' brackets 'brackets:1: not an example'
examples 'a million brackets in JSON' deep 'deep:1: '
examples 'a control character' escape 'escape:2:2: a control character, U+001B, in the command'
examples 'another one, of an action' escape-c1 'escape-c1:2:14: a control character, U+009B, in the target'
examples 'no such file' nowhere.txt 'nowhere.txt: cannot open: No such file or directory'
examples 'a file in no folder' no/such/file 'no/such/file: cannot open'
examples 'a folder' folder 'folder: is a directory'
if [ "$(id -u)" != 0 ]; then
    cp en.tsv secret && chmod 0 secret
    examples 'a file that may not be read' secret 'secret: cannot open: Permission denied'
fi

# ---- results: fields with values

repeated() { # TEXT N
    yes "$1" | head -n "$2" | tr -d '\n'
}

results() { # NAME LINE WORDS    the line, which may be in a file `@FILE`, after two that are fine
    begin "train: $1"
    printf '%s\n' '{"command": "lamp on", "result": {"do": "on"}}' '{"command": "lamp off", "result": {"do": "off"}}' > results
    case $2 in
    @*) cat "${2#@}" >> results ;;
    *) printf '%s\n' "$2" >> results ;;
    esac
    remember
    refuses 1 "results:3$3" "$G2L2" train results -o new.g2l2
    if LC_ALL=C tr -d '\n' < "$err" | LC_ALL=C grep -q '[[:cntrl:]]'; then wrong 'a control character is written'; fi
    [ "$(wc -c < "$err")" -lt 500 ] || wrong 'a long message'
    nothing_left
    end
}
results 'a result among actions' '{"command": "hop", "actions": "H"}' ': no result; the lines before have results'
results 'a form without results' 'hop	H' ': this line has the form `command<TAB>actions`; like the first line, write {"command": "...", "result": {...}}'
results 'a question among results' '{"question": "how many?", "answer": 1}' ': a question, and commands are expected here'
results 'a result that is no object' '{"command": "lamp", "result": "on"}' ': the result is no object'
results 'a lone surrogate in a command' '{"command": "lamp \ud800", "result": {}}' ':'
results 'a lone surrogate in a value' '{"command": "lamp", "result": {"do": "\udc00"}}' ':'
results 'a control character in a command' '{"command": "lamp \u001b[31m", "result": {}}' ': a control character, U+001B, in the command'
results 'a control character in a value' '{"command": "lamp", "result": {"do": "\u001b[31m"}}' ': a control character, U+001B, in the result'
results 'a control character in the name of a field' '{"command": "lamp", "result": {"\u009b31m": 1}}' ': a control character, U+009B, in the result'
results 'NUL in a value' '{"command": "lamp", "result": {"do": "a\u0000b"}}' ':47: a control character, U+0000, in a text'
(printf '{"command": "lamp", "result": {"do": "' && head -c 10000000 /dev/zero | tr '\0' a && echo '"}}') > value
results '10 MB of one value' @value ': a result of 10000010 bytes; it has at most 65536'
(printf '{"command": "lamp", "result": ' && repeated '{"a": ' 100 && printf 1 && repeated '}' 101 && echo) > nested
results 'records a hundred deep' @nested ': the result is nested more than 40 deep'
(printf '{"command": "lamp", "result": ' && repeated '{"a": ' 100000 && echo) > nested
results 'records a hundred thousand deep' @nested ': more than 10000 values in the line'
(printf '{"command": "lamp", "result": {"a": ' && repeated '[' 100 && repeated ']' 100 && echo '}}') > nested
results 'lists a hundred deep' @nested ': the result is nested more than 40 deep'

begin 'check: fields of several types, and of one value'
printf '%s\n' '{"command": "lamp on", "result": {"do": "on", "what": "lamp"}}' \
    '{"command": "lamp off", "result": {"do": 0, "what": "lamp"}}' \
    '{"command": "lamp", "result": {"do": {"x": 1}}}' '{"command": "the lamp", "result": {"do": ["on"]}}' > types
run 0 limited "$G2L2" check types
says "$out" "types:2: field: 'do' is a number here and a text at line 1"
says "$out" "types:3: field: 'do' is an object here and a text at line 1"
says "$out" "types:4: field: 'do' is a list here and a text at line 1"
says "$out" "types:1: one value: 'what' is \"lamp\" wherever it is"
run 0 limited "$G2L2" train types -o types.g2l2 --log none
run 0 limited "$G2L2" run types.g2l2 'lamp on'
end

begin 'train: values of several lines, and two examples'
printf '%s\n' '{"command": "say hello", "result": {"text": "a\nb\tc"}}' '{"command": "say bye", "result": {"text": "x\\n"}}' > lines
run 0 limited "$G2L2" train lines -o lines.g2l2 --log none
says "$out" '2 of 2 examples explained'
run 0 limited "$G2L2" run lines.g2l2 'say hello' 'say bye'
is "$out" '{"text": "a\nb\tc"}
{"text": "x\\n"}
'
end

begin 'train: one bad file among good ones'
remember
refuses 1 'form2:2: ' "$G2L2" train nav en.tsv form2 -o new.g2l2
refuses 1 'standard input:2: ' "$G2L2" train nav en.tsv - -o new.g2l2 < form2
nothing_left
end

begin 'limits can be raised, and lowered'
remember
refuses 1 'raise the limit with --max-words' "$G2L2" train nav en.tsv -o new.g2l2 --max-words 2
refuses 1 'raise the limit with --max-target' "$G2L2" train nav en.tsv -o new.g2l2 --max-target 2
refuses 1 'raise the limit with --max-bytes' "$G2L2" train nav en.tsv -o new.g2l2 --max-bytes 20
nothing_left
printf 'hop%s\tH%s\n' "$(yes ' twice' | head -n 240 | tr -d '\n')" '' > long
refuses 1 'raise the limit with --max-words' "$G2L2" eval en.g2l2 long
run 0 limited "$G2L2" eval en.g2l2 long --max-words 300
says "$out" '0 of 1 right'
run 3 limited "$G2L2" run en.g2l2 "$(cut -f1 long)" --max-words 300
says "$err" 'longer than 10000 actions'
end

begin 'train: as little memory as there is'
remember
run 1 limited "$G2L2" train nav en.tsv -o new.g2l2 --max-memory 1K
lines "$err" 1
nothing_left
end

# ---- examples that cannot be learned from

begin 'train: actions that no candidate can build'
printf 'blorp\tA B C D E F G H\n' > unbuildable
remember
refuses 1 'unbuildable:1: ' "$G2L2" train nav unbuildable -o new.g2l2
says "$err" blorp
lines "$out" 0
nothing_left
end

begin 'train: examples that contradict each other'
printf 'hop\tH\nhop\tK\n' > contradiction
remember
refuses 1 'contradiction:2: ' "$G2L2" train nav contradiction -o new.g2l2
says "$err" hop
lines "$out" 0
nothing_left
end

begin 'train: nonsense'
awk 'BEGIN { srand(1); for (i = 0; i < 200; i++) { s = t = ""
    for (k = 3 + rand() * 7; k > 1; k--) s = s " w" int(rand() * 30)
    for (k = 2 + rand() * 12; k > 1; k--) t = t " A" int(rand() * 6)
    print s "\t" t } }' > nonsense
remember
refuses 1 'nonsense:' "$G2L2" train nav nonsense -o new.g2l2
nothing_left
end

begin 'train: every word once, nothing to compare'
awk 'BEGIN { for (i = 0; i < 100; i++) { s = ""
    for (k = 0; k < 8; k++) s = s " w" i "_" k; print s "\tX Y X" } }' > once
limited "$G2L2" train nav once -o once.g2l2 --quiet --effort 0.1 > "$out" 2> "$err"
status=$?
[ $status -le 1 ] || wrong "status $status"
end

begin 'train: too many words for the memory there is'
awk 'BEGIN { for (i = 0; i < 200000; i++) print "v" i "\tA" (i % 90) }' > words
remember
refuses 1 '' "$G2L2" train nav words -o new.g2l2
nothing_left
end

begin 'eval: words and actions that the model does not know'
printf 'hop\tH\nhoppz twice\tH H\nhop\tX\n' > unknown
run 0 limited "$G2L2" eval en.g2l2 unknown
says "$out" "unknown:2: hoppz twice"
says "$out" "no parse: unknown word 'hoppz' (did you mean 'hop'?)"
says "$out" '1 of 3 right: 33.33%, 1 without a parse'
quiet
end

# ---- sentences

sentences() { # NAME FILE STATUS WORDS     the file is one line
    begin "run: $1"
    run "$3" limited "$G2L2" run en.g2l2 < "$2"
    is "$out" '
'
    lines "$err" 1
    says "$err" "$4"
    [ "$(wc -c < "$err")" -lt 2000 ] || wrong 'a long message'
    run "$3" limited "$G2L2" run en.g2l2 --json < "$2"
    json "$out" sentence result confidence n_best reason
    end
}
tail -n 1 million | tr -d '\tH' > million-words
tail -n 1 word | tr -d '\tH' > one-word
printf 'h\303\274pf \377 h\033[1mop\n' > not-utf8
printf 'hop\0hop\n' > nul-line
echo 'jump twice' > unknown-word
echo 'and hop twice' > no-parse
echo > empty-line
sentences 'a million words' million-words 1 'standard input:1: no parse for '
sentences '10 MB of one word' one-word 3 'unknown word'
sentences 'bytes that are not UTF-8' not-utf8 3 'unknown word'
sentences 'a NUL byte' nul-line 1 'the line has a NUL byte'
sentences 'an unknown word' unknown-word 3 "unknown word 'jump'"
sentences 'words that do not combine' no-parse 3 'do not combine'
sentences 'an empty line' empty-line 3 'there are no words'

# A clock that is up at once stands for a sentence that takes too long.
begin 'a sentence that takes too long: said, and the others are answered'
printf 'hop\nhop twice\n' | run 1 limited "$G2L2" run en.g2l2 --max-seconds 1e-9
says "$err" 'standard input:2: no parse for '\''hop twice'\'': stopped: it takes too long; its budget is 1e-09 s'
refuses 1 'stopped: it takes too long' "$G2L2" explain en.g2l2 'hop twice' --max-seconds 1e-9
run 0 limited "$G2L2" eval en.g2l2 en.tsv --max-seconds 1e-9
says "$out" 'it takes too long'
run 0 limited "$G2L2" report en.g2l2 --test en.tsv --max-seconds 1e-9 -o slow.html
says slow.html 'it takes too long'
run 0 limited "$G2L2" run en.g2l2 'hop twice' --max-seconds 0
end

begin 'run: a binary file'
run 1 limited "$G2L2" run en.g2l2 < random
n=$(tr -cd '\n' < random | wc -c)
[ "$(tail -c 1 random | tr -cd '\n' | wc -c)" = 1 ] || n=$((n + 1))
lines "$out" "$n"
lines "$err" "$n"
end

begin 'run: a folder for standard input'
refuses 1 'standard input: cannot read: Is a directory' "$G2L2" run en.g2l2 < folder
end

begin 'explain: what run refuses'
refuses 1 'more than 200 words' "$G2L2" explain en.g2l2 "$(head -c 8000 million-words)"
run 3 limited "$G2L2" explain en.g2l2 "$(cat not-utf8)"
run 3 limited "$G2L2" explain en.g2l2 ''
end

# ---- models

head -c 300 en.g2l2 > cut.g2l2
head -c $(($(wc -c < en.g2l2) - 1)) en.g2l2 > short.g2l2
(cat en.g2l2 && echo) > longer.g2l2
tr H X < en.g2l2 > changed.g2l2
printf 'domain nav\nliterals H\nhop => V : H()  1\nskip => V : K()  1\n' > bad.lexicon
printf 'domain chess\nhop => V : H()  1\n' > chess.lexicon

models() { # NAME FILE WORDS
    for command in run eval explain lexicon; do
        begin "$command: $1"
        remember
        case $command in
        run) refuses 1 "$3" "$G2L2" run "$2" hop ;;
        eval) refuses 1 "$3" "$G2L2" eval "$2" en.tsv ;;
        explain) refuses 1 "$3" "$G2L2" explain "$2" hop ;;
        lexicon) refuses 1 "$3" "$G2L2" lexicon "$2" -o new.g2l2 ;;
        esac
        lines "$out" 0
        nothing_left
        end
    done
}
models 'an empty model' empty 'empty: '
models 'random bytes for a model' random 'random: '
models 'a model cut off' cut.g2l2 'cut.g2l2: '
models 'a model without its last byte' short.g2l2 'short.g2l2: '
models 'a model with one byte more' longer.g2l2 'longer.g2l2: '
models 'a model that was changed' changed.g2l2 'changed.g2l2: '
models 'examples for a model' en.tsv 'en.tsv:1:'
models 'a lexicon with an error' bad.lexicon 'bad.lexicon:4:13: '
models 'a lexicon of no domain' chess.lexicon 'chess.lexicon:1:8: '
models '10 MB of one word for a model' word 'word:'
models 'no such model' nowhere.g2l2 'nowhere.g2l2: cannot open'
models 'a folder for a model' folder 'folder: is a directory'

# ---- definitions

sed 's/^op repeat .*/op repeat : ActSeq, Whole -> ActSeq/' "$project/domains/nav.def" > type.def
sed 's/^  programs V\\V$/  programs V\\\\W/' "$project/domains/nav.def" > category.def
sed 's/^import sequence number/import sequence mars/' "$project/domains/nav.def" > import.def
for file in type category import; do
    begin "train: a definition with an error: $file"
    n=$(diff "$project/domains/nav.def" $file.def | sed -n 's/^\([0-9]*\)c.*/\1/p')
    remember
    refuses 1 "$file.def:$n:" "$G2L2" train ./$file.def en.tsv -o new.g2l2
    grep -qE "^g2l2: \./$file\.def:$n:[1-9][0-9]*: " "$err" || wrong "no column: $(cat "$err")"
    nothing_left
    end
done

begin 'train: a definition that is none'
remember
for file in empty random word folder nowhere.def; do
    refuses 1 "$file" "$G2L2" train ./$file en.tsv -o new.g2l2
done
nothing_left
end

# ---- outputs

begin 'a full disk'
remember
refuses 1 '/dev/full: cannot write: No space left on device' "$G2L2" train nav en.tsv -o /dev/full
refuses 1 '/dev/full: cannot write' "$G2L2" lexicon en.g2l2 --export -o /dev/full
refuses 1 '/dev/full: cannot write' "$G2L2" data scan -o /dev/full
nothing_left
end

# A file may grow to 512 bytes or 1 KB, as the shell has it: the disk is full then.
begin 'a disk that gets full'
remember
cp en.g2l2 kept.g2l2
remember
small() {
    (
        ulimit -f 1
        exec "$@"
    )
}
run 1 small "$G2L2" train nav en.tsv -o new.g2l2
lines "$err" 1
says "$err" 'new.g2l2: cannot write: File too large'
run 1 small "$G2L2" train nav en.tsv -o kept.g2l2
lines "$err" 1
run 1 small "$G2L2" data scan -o new.txt
lines "$err" 1
says "$err" 'new.txt: cannot write: File too large'
nothing_left
expect cmp kept.g2l2 en.g2l2
end

begin 'a folder for output, a folder that is not there'
remember
refuses 1 'folder: cannot write: is a directory' "$G2L2" train nav en.tsv -o folder
refuses 1 'folder: cannot write: is a directory' "$G2L2" data scan -o folder
refuses 1 'folder: cannot write: is a directory' "$G2L2" lexicon en.g2l2 -o folder
refuses 1 'no/where: cannot write: No such file' "$G2L2" train nav en.tsv -o no/where
refuses 1 'en.tsv/x: cannot write: Not a directory' "$G2L2" train nav en.tsv -o en.tsv/x
nothing_left
end
