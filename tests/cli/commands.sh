# Every command and option as people use them: output, files, exit status.
. "$(dirname "$0")/helpers"

# ---- the command itself

begin 'g2l2 alone shows how to use it'
run 2 "$G2L2"
says "$err" 'usage: g2l2 COMMAND'
lines "$out" 0
run 0 "$G2L2" --help
says "$out" 'usage: g2l2 COMMAND'
quiet
run 0 "$G2L2" --version
says "$out" 'g2l2 '
lines "$out" 1
end

for command in train teach eval run explain lexicon report chat serve data bench; do
    begin "$command --help"
    run 0 "$G2L2" "$command" --help
    says "$out" "usage: g2l2 $command"
    quiet
    run 0 "$G2L2" "$command" some -h words
    says "$out" "usage: g2l2 $command"
    end
    begin "$command with an option that does not exist"
    run 2 "$G2L2" "$command" --no-such-option
    lines "$err" 1
    says "$err" "g2l2 $command: there is no option '--no-such-option'"
    lines "$out" 0
    end
done

begin 'a command that does not exist'
run 2 "$G2L2" lern nav
lines "$err" 1
says "$err" "there is no command 'lern'"
end

begin 'words missing, values missing, values that are none'
run 2 "$G2L2" train nav
lines "$err" 1
run 2 "$G2L2" train nav file
says "$err" '-o MODEL is needed'
run 2 "$G2L2" eval model
lines "$err" 1
run 2 "$G2L2" run
lines "$err" 1
run 2 "$G2L2" explain model
lines "$err" 1
run 2 "$G2L2" lexicon
lines "$err" 1
run 2 "$G2L2" data
lines "$err" 1
run 2 "$G2L2" data scan --seed
says "$err" "'--seed' needs a value"
run 2 "$G2L2" data scan --seed many
says "$err" "'many' is not a value for --seed"
run 2 "$G2L2" data scan --seed=-1
run 2 "$G2L2" data scan --split sample
says "$err" "there is no split 'sample'"
run 2 "$G2L2" data scan --part both
run 2 "$G2L2" data scam
run 2 "$G2L2" train nav file -o model --threads 0
lines "$err" 1
run 2 "$G2L2" train nav file -o model --noise lots
end

# ---- data

data() { # SPLIT PART LINES
    begin "data: $1, $2 has $3 commands"
    run 0 "$G2L2" data scan --split "$1" --part "$2"
    lines "$out" "$3"
    quiet
    grep -vqE '^IN: [a-z ]+ OUT:( I_[A-Z_]+)+$' "$out" && wrong 'lines of another form'
    cp "$out" "$1-$2"
    run 0 "$G2L2" data scan --split "$1" --part "$2" -o file
    lines "$out" 0
    expect cmp file "$1-$2"
    end
}
data simple train 16728
data simple test 4182
data jump train 13204
data jump test 7706
data around-right train 15225
data around-right test 4476
data length train 16990
data length test 3920

begin 'data: simple is 20,910 commands, no two the same'
sort -u simple-train simple-test > all
lines all 20910
end

begin 'data: the published sets, where they are at hand'
if has_shared data/scan; then
    same() { # OURS THEIRS
        sort -u "$1" > ours
        sort -u "$G2L2_SHARED/data/scan/tasks_$2.txt" > theirs
        cmp -s ours theirs || wrong "$1 is not tasks_$2.txt"
    }
    same jump-test test_addprim_jump
    same jump-train train_addprim_jump
    same around-right-train train_template_around_right
    same around-right-test test_template_around_right
    same length-train train_length
    same length-test test_length
    end
fi

begin 'data: the seed decides, and nothing else'
run 0 "$G2L2" data scan --split simple --part train --seed 7 -o seven
run 0 "$G2L2" data scan --split simple --part train --seed 7 -o again
run 0 "$G2L2" data scan --split simple --part test --seed 7 -o rest
expect cmp seven again
cmp -s seven simple-train && wrong 'seeds 0 and 7 give the same'
sort -u seven rest > both
expect cmp both all
end

begin 'data: --fraction keeps a share of every length'
run 0 "$G2L2" data scan --split simple --part train --fraction 0.1 -o tenth
n=$(wc -l < tenth)
expect [ "$n" -gt 1600 ]
expect [ "$n" -lt 1750 ]
[ "$(sort tenth | comm -23 - all | wc -l)" = 0 ] || wrong 'other commands'
for n in 1 2 3 4 5 6 7 8 9; do
    awk -v n=$n '{ for (i = 1; $i != "OUT:"; i++); if (i - 2 == n) found = 1 }
                 END { exit !found }' tenth || wrong "none of $n words"
done
run 1 "$G2L2" data scan --fraction 0
lines "$err" 1
run 1 "$G2L2" data scan --fraction 1.5
lines "$err" 1
lines "$out" 0
end

# ---- train

# A language of the tests' own: three forms of the same examples.
cat > en.tsv << 'END'
hop	H
skip	K
bow	B
hop twice	H H
skip twice	K K
bow twice	B B
hop thrice	H H H
bow thrice	B B B
hop left	L H
skip left	L K
hop left twice	L H L H
bow twice left	L B B
skip thrice left	L K K K
hop and skip	H K
skip and bow	K B
bow twice and hop	B B H
hop and skip twice	H K K
bow left and hop left	L B L H
hop after skip	K H
bow after hop twice	H H B
skip thrice after bow left	L B K K K
END
tab=$(printf '\t')
sed "s/^\(.*\)$tab\(.*\)\$/IN: \1 OUT: \2/" en.tsv > en.txt
sed "s/^\(.*\)$tab\(.*\)\$/{\"command\": \"\1\", \"actions\": \"\2\"}/" en.tsv > en.jsonl

begin 'train: a report, and a model'
run 0 "$G2L2" train nav en.txt -o en.g2l2
says "$out" 'learned 8 words from 21 examples'
says "$out" '21 of 21 examples explained'
says "$out" 'wrote en.g2l2'
quiet
expect test -s en.g2l2
run 0 "$G2L2" run en.g2l2 'bow thrice left after skip twice'
is "$out" 'K K L B B B
'
end

begin 'train: three forms, one model'
run 0 "$G2L2" train nav en.tsv -o tsv.g2l2 --quiet
lines "$out" 0
run 0 "$G2L2" train nav en.jsonl -o jsonl.g2l2 --quiet
expect cmp en.g2l2 tsv.g2l2
expect cmp en.g2l2 jsonl.g2l2
end

begin 'train: records behind a TAB, with a header and without, are the records of JSON'
printf '%s\n' '{"command": "lamp on", "result": {"do": "on", "what": "lamp"}}' '{"command": "lamp off", "result": {"do": "off", "what": "lamp"}}' \
    '{"command": "fan on", "result": {"do": "on", "what": "fan"}}' '{"command": "fan off", "result": {"do": "off", "what": "fan"}}' > rec.jsonl
sed 's/{"command": "\(.*\)", "result": \(.*\)}$/\1\t\2/' rec.jsonl > rec.tsv
{ printf 'command\tresult\n'; cat rec.tsv; } > head.tsv
for file in rec.jsonl rec.tsv head.tsv; do
    run 0 "$G2L2" train $file -o rec.g2l2 --replace --log none
    expect test "$(cksum < rec.g2l2)" = "${sum:=$(cksum < rec.g2l2)}"
    run 0 "$G2L2" run rec.g2l2 'fan off'
    is "$out" '{"do": "off", "what": "fan"}
'
done
unset sum
printf 'lamp on\t{"do": "on"\n' | run 1 "$G2L2" check -
says "$err" 'standard input:1:'
says "$err" 'invalid JSON'
printf 'lamp on\t{"do": "on"}\nlamp off\tOFF\n' | run 1 "$G2L2" check -
says "$err" 'standard input:2: no result; the lines before have results'
end

begin 'train: standard input, and several files'
run 0 "$G2L2" train nav - -o stdin.g2l2 < en.jsonl
expect cmp en.g2l2 stdin.g2l2
head -n 9 en.txt > one.txt
tail -n +10 en.tsv > two.tsv
run 0 "$G2L2" train nav one.txt two.tsv -o several.g2l2
expect cmp en.g2l2 several.g2l2
end

begin 'train: --json'
run 0 "$G2L2" train nav en.txt -o en.g2l2 --json
json "$out" model examples checked correct accuracy words candidates candidate_set restarts \
    tolerant interrupted cpu_seconds ties
says "$out" '"examples": 21'
says "$out" '"interrupted": false'
quiet
end

begin 'train: same seed, same bytes, for 1 and 2 threads'
run 0 "$G2L2" train nav tenth -o a.g2l2 --seed 5
run 0 "$G2L2" train nav tenth -o b.g2l2 --seed 5 --threads 2
run 0 "$G2L2" train nav tenth -o c.g2l2 --seed 5 --threads 2
expect cmp a.g2l2 b.g2l2
expect cmp a.g2l2 c.g2l2
run 0 "$G2L2" train nav en.txt -o a.g2l2 --inference expected --seed 3 --restarts 3 --noise 1
run 0 "$G2L2" train nav en.txt -o b.g2l2 --inference expected --seed 3 --restarts 3 --noise 1 --threads 2
expect cmp a.g2l2 b.g2l2
end

begin 'train: an old model is replaced, its permissions stay'
cp en.g2l2 old.g2l2
chmod 600 old.g2l2
run 0 "$G2L2" train nav tenth -o old.g2l2
cmp -s old.g2l2 en.g2l2 && wrong 'the old model is still there'
expect test "$(ls -l old.g2l2 | cut -c1-10)" = -rw-------
end

begin 'train: other candidates'
run 0 "$G2L2" train nav en.txt -o paper.g2l2 --candidates paper --json
says "$out" '"candidate_set": "paper"'
run 1 "$G2L2" train nav en.txt -o none.g2l2 --candidates many
lines "$err" 1
says "$err" "no candidate set 'many'"
run 1 "$G2L2" train nav en.txt -o none.g2l2 --inference guess
lines "$err" 1
run 1 "$G2L2" train navy en.txt -o none.g2l2
lines "$err" 1
says "$err" navy
expect test ! -e none.g2l2
end

begin 'train: a definition of your own'
sed 's/^numbers 2 3 4 /numbers 2 3 4 5 /' "$project/domains/nav.def" > own.def
expect grep -q '^numbers 2 3 4 5 ' own.def
cp en.tsv five.tsv
printf 'hop quintuply\tH H H H H\nbow quintuply\tB B B B B\nskip left quintuply\tL K L K L K L K L K\n' >> five.tsv
run 0 "$G2L2" train ./own.def five.tsv -o five.g2l2
run 0 "$G2L2" lexicon five.g2l2 quintuply
says "$out" 'repeat(x, 5)'
rm own.def
run 0 "$G2L2" run five.g2l2 'skip quintuply and hop'
is "$out" 'K K K K K H
'
end

# Send a signal to a command once it is ready for one: it is no longer the shell that starts it, and
# catches INT and TERM (Linux tells by a mask).
interrupt() { # SIGNAL COMMAND...
    signal=$1
    shift
    "$@" > "$out" 2> "$err" &
    for _ in $(seq 600); do
        grep -q '^Name:.g2l2' "/proc/$!/status" &&
            grep -q '^SigCgt:.*[4567cdef]..[2367abef]$' "/proc/$!/status" && break
        sleep 0.1
    done
    kill -s "$signal" $!
    wait $!
    status=$?
    [ $status = 130 ] || wrong "status $status, not 130, after $signal: $*"
}

begin 'train: Ctrl-C leaves a whole model'
interrupt INT "$G2L2" train nav en.txt -o stopped.g2l2 --updates 1000000
says "$out" '(interrupted)'
run 0 "$G2L2" lexicon stopped.g2l2
says "$out" hop
run 0 "$G2L2" run stopped.g2l2 hop
rm -f stopped.g2l2
interrupt TERM "$G2L2" train nav simple-train -o stopped.g2l2 --updates 1000000 --json
says "$out" '"interrupted": true'
expect "$G2L2" lexicon stopped.g2l2
expect test "$(ls | grep stopped | xargs)" = "stopped.g2l2 stopped.g2l2.checkpoint stopped.g2l2.jsonl"
end

# A step of lines that nothing explains takes long, and the first signal is heard at its end.
begin 'train: a second signal ends it at once'
awk 'BEGIN { srand(1); for (i = 0; i < 60; i++) { a = b = ""; for (k = 0; k < 25; k++) {
    a = a " w" int(60 * rand()); b = b " " substr("ABCDEFGH", 1 + int(8 * rand()), 1) } print a "\t" b } }' > odd.tsv
"$G2L2" train odd.tsv -o odd.g2l2 --quiet 2> "$err" &
sleep 3
kill -TERM $!
sleep 3
kill -TERM $! 2> /dev/null
wait $!
status=$?
[ $status = 143 ] || [ $status = 130 ] || wrong "it ended with $status"
[ $status = 130 ] || [ ! -e odd.g2l2 ] || wrong 'it wrote a model all the same'
end

begin 'train: a file that is not there'
run 1 "$G2L2" train nothere.tsv -o new.g2l2
says "$err" 'nothere.tsv: cannot open'
end

begin 'train: what was interrupted replaces nothing'
run 0 "$G2L2" train nav en.txt -o whole.g2l2
sum=$(cat whole.g2l2 whole.g2l2.jsonl | cksum)
interrupt INT "$G2L2" train nav en.txt -o whole.g2l2 --updates 1000000
says "$err" 'whole.g2l2 stays as it was'
says "$out" 'wrote whole.g2l2.interrupted and whole.g2l2.interrupted.jsonl'
run 0 "$G2L2" train nav en.txt -o whole.g2l2 --updates 1000000 --max-seconds 1
says "$err" 'whole.g2l2 stays as it was'
expect test "$(cat whole.g2l2 whole.g2l2.jsonl | cksum)" = "$sum"
run 0 "$G2L2" run whole.g2l2.interrupted hop
interrupt INT "$G2L2" train nav en.txt -o whole.g2l2 --updates 1000000 --replace
says "$out" 'wrote whole.g2l2 and'
expect test "$(cat whole.g2l2 whole.g2l2.jsonl | cksum)" != "$sum"
rm -f whole.g2l2*
end

begin 'train: --max-seconds leaves a whole model too'
run 0 "$G2L2" train nav en.txt -o timed.g2l2 --updates 1000000 --max-seconds 1
says "$out" '(interrupted)'
says "$out" 'its budget is 1 s'
run 0 "$G2L2" run timed.g2l2 hop
run 2 "$G2L2" train nav en.txt -o timed.g2l2 --max-seconds -1
end

begin 'train: progress on a terminal, none elsewhere'
if [ "$(script -qec 'echo terminal' /dev/null 2> /dev/null | tr -d '\r')" = terminal ]; then
    script -qec "'$G2L2' train nav simple-train -o tty.g2l2 --updates 2000" /dev/null > "$out" 2>&1
    says "$out" 'words settled'
    says "$out" '100%'
    script -qec "'$G2L2' train nav simple-train -o tty.g2l2 --updates 2000 --quiet" /dev/null > "$out" 2>&1
    lines "$out" 0
    end
else
    skip "$name" 'there is no script(1) of util-linux, or no pseudo-terminal'
fi

# ---- eval

begin 'eval: how many are right'
run 0 "$G2L2" train nav tenth -o scan.g2l2
run 0 "$G2L2" eval scan.g2l2 simple-test
says "$out" '4182 of 4182 right: 100.00%, 0 without a parse'
lines "$out" 1
quiet
run 0 "$G2L2" eval scan.g2l2 - < simple-test
says "$out" '4182 of 4182 right'
end

cat > wrong.tsv << 'END'
hop	H
hop twice	H
hop twyse	H H
and and	H
bow	B
END

begin 'eval: --json'
run 0 "$G2L2" eval en.g2l2 wrong.tsv --json
json "$out" examples correct accuracy unparsed failures
says "$out" '"examples": 5'
says "$out" '"correct": 2'
says "$out" '"accuracy": 0.4'
says "$out" '"unparsed": 2'
says "$out" '"line": 3'
end

begin 'eval: failures, with place and reason'
run 0 "$G2L2" eval en.g2l2 wrong.tsv
says "$out" 'wrong.tsv:2: hop twice'
says "$out" 'wanted  H'
says "$out" 'got     H H'
says "$out" "unknown word 'twyse' (did you mean 'twice'?)"
says "$out" 'wrong.tsv:4: and and'
says "$out" '2 of 5 right: 40.00%, 2 without a parse'
run 0 "$G2L2" eval en.g2l2 wrong.tsv --failures 1
says "$out" '... and 2 more'
end

# ---- run

begin 'run: sentences as words of the command'
run 0 "$G2L2" run en.g2l2 'hop twice' '  bow   left ' hop
is "$out" 'H H
L B
H
'
quiet
end

begin 'run: one line out for each line in'
printf 'hop twice\n\nbow hop\r\nflop\nskip' > lines
run 3 "$G2L2" run en.g2l2 < lines
is "$out" 'H H



K
'
lines "$err" 3
says "$err" "no parse for 'bow hop': "
says "$err" "no parse for 'flop': unknown word 'flop'"
run 0 "$G2L2" run en.g2l2 < /dev/null
lines "$out" 0
end

begin 'run: --json'
run 3 "$G2L2" run en.g2l2 --json < lines
lines "$out" 5
quiet
json "$out" sentence result confidence n_best reason
says "$out" '"result":"H H"'
says "$out" '"result":null'
run 3 "$G2L2" run en.g2l2 --json --n-best 1 'say "hop" \' "$(printf 'h\377p')" hop
json "$out" sentence result confidence n_best reason
lines "$out" 3
end

begin 'run: several readings, the best first'
cat > two.txt << 'END'
domain nav
literals A B
a => V : A()  1
a => V : B()  0
END
run 0 "$G2L2" run two.txt --json a
says "$out" '"result":"A","confidence":0.73'
says "$out" '{"result":"B","confidence":0.26'
run 0 "$G2L2" run two.txt --json --n-best 1 a
says "$out" '"n_best":[{"result":"A"'
grep -q '"result":"B"' "$out" && wrong 'more readings than asked for'
end

begin 'run: arithmetic, as in the paper'
cat > arith.txt << 'END'
domain arith
ONE => N : 1  0
PLUS_ONE => N\N : \x. add(x, 1)  0
MUL_THREE => N\N : \x. mul(x, 3)  0
END
run 0 "$G2L2" run arith.txt 'ONE PLUS_ONE MUL_THREE'
is "$out" '6
'
end

# ---- lexicon

begin 'lexicon: the table'
run 0 "$G2L2" lexicon en.g2l2
lines "$out" 8
quiet
says "$out" 'hop     V      H()'
says "$out" 'twice   V\V    \x. repeat(x, 2)'
says "$out" '100.0%'
run 0 "$G2L2" lexicon en.g2l2 twice hop
lines "$out" 2
run 0 "$G2L2" lexicon en.g2l2 --all
[ "$(wc -l < "$out")" -ge 8 ] || wrong 'fewer with --all'
end

begin 'lexicon: --json'
run 0 "$G2L2" lexicon en.g2l2 --json
json "$out" domain words entries
says "$out" '"category": "V\\V"'
says "$out" '"program": "\\x. repeat(x, 2)"'
end

begin 'lexicon: text out, edited, in again'
run 0 "$G2L2" lexicon en.g2l2 --export
cp "$out" en.lexicon
run 0 "$G2L2" lexicon en.g2l2 --export -o file.lexicon
lines "$out" 0
expect cmp en.lexicon file.lexicon
run 0 "$G2L2" run en.lexicon 'hop twice and bow'
is "$out" 'H H B
'
run 0 "$G2L2" lexicon en.lexicon -o back.g2l2
expect cmp back.g2l2 en.g2l2
sed 's/^twice => .*/twice => V\\V : \\x. repeat(x, 4)  0 locked/; s/^hop /hüpf /' en.lexicon > edited.lexicon
run 0 "$G2L2" lexicon edited.lexicon -o edited.g2l2
run 0 "$G2L2" run edited.g2l2 'hüpf twice'
is "$out" 'H H H H
'
run 0 "$G2L2" lexicon edited.g2l2 twice
says "$out" 'locked'
run 0 "$G2L2" lexicon edited.g2l2 --export
run 1 "$G2L2" lexicon edited.lexicon -o no/such/folder/model
lines "$err" 1
end

begin 'lexicon: ties, and an example that would tell'
printf 'jump\tJ\nwalk\tW\njump and walk\tJ W\n' > tiny.tsv
run 0 "$G2L2" train nav tiny.tsv -o tiny.g2l2
says "$out" '`and`: '
says "$out" 'explain the data equally well; add an example such as "'
run 0 "$G2L2" lexicon tiny.g2l2 --ties
says "$out" 'S\V/V : \y.\x. concat(x, y)'
says "$out" 'V\V/V : \y.\x. concat(x, y)'
run 0 "$G2L2" lexicon scan.g2l2 --ties
is "$out" 'no ties
'
end

# ---- explain

begin 'explain: derivation, program, execution'
run 0 "$G2L2" explain en.g2l2 'hop left twice and skip'
quiet
says "$out" 'L H L H K'
says "$out" 'S\V/V'
says "$out" 'concat(repeat(concat(L(), H()), 2), K())'
says "$out" 'repeat(#1, 2)'
end

begin 'run: capital letters, marks, and a typo that is said'
run 0 "$G2L2" run en.g2l2 'Hop, twise!'
says "$out" 'H H'
says "$err" "took 'twise' for 'twice'"
run 3 "$G2L2" run en.g2l2 --no-guess 'hop twise'
says "$err" "unknown word 'twise' (did you mean 'twice'?)"
end

begin 'explain: why there is no parse'
run 3 "$G2L2" explain en.g2l2 'hop twyse'
says "$out" "unknown word 'twyse' (did you mean 'twice'?)"
quiet
run 3 "$G2L2" explain en.g2l2 'hop bow left'
says "$out" 'bow left'
run 3 "$G2L2" explain en.g2l2 hop 'hop hop' skip
run 3 "$G2L2" explain en.g2l2 ''
end

begin 'an é is the same, however it is written'
one=$(printf '\303\251') two=$(printf 'e\314\201')
printf '%s\t%s\n' "d${two}jà" D "d${two}jà twice" 'D D' "l${one}" L "l${one} twice" 'L L' > accents.tsv
run 0 "$G2L2" train nav accents.tsv -o accents.g2l2 --log none --no-estimate
run 0 "$G2L2" run accents.g2l2 "d${one}jà twice" "l${two} twice"
is "$out" 'D D
L L
'
printf '# g2l2 lexicon 1\ndomain nav\nliterals A\n%s => V : A()  0\n' "${two}t${one}" > accents.lex
run 0 "$G2L2" run accents.lex "${one}t${two}"
is "$out" 'A
'
end

begin 'a closed or full standard output is an error'
run 1 sh -c '"$1" data scan > /dev/full' - "$G2L2"
lines "$err" 1
says "$err" 'cannot write the output: No space left on device'
run 1 sh -c '"$1" run "$2" hop > /dev/full' - "$G2L2" en.g2l2
lines "$err" 1
end
