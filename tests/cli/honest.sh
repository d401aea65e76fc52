# What is said about how far examples and models can be trusted.
. "$(dirname "$0")/helpers"

begin 'honest: check finds contradictions, duplicates, typos, and words seen once'
printf '%s\t%s\n' jump J 'jump twice' 'J J' 'walk twice' 'W W' 'run twice' 'R R' 'walk twize' 'W W' \
    'look twice' 'L L' jump K 'look twice' 'L L' > odd.tsv
run 4 "$G2L2" check odd.tsv
says "$out" "odd.tsv:7: contradiction: 'jump' means 'K' here and 'J' at line 1"
says "$out" "odd.tsv:8: duplicate: 'look twice' is also at line 6"
says "$out" "odd.tsv:5: typo: 'twize' occurs once; is it 'twice'?"
says "$out" "odd.tsv:4: seen once: 'run' occurs in no other example"
run 4 "$G2L2" check odd.tsv --json
says "$out" '"kind": "contradiction"'
end

begin 'honest: check of what is fine, and of what is not there'
printf '%s\t%s\n' jump J 'jump twice' 'J J' walk W 'walk twice' 'W W' > fine.tsv
run 0 "$G2L2" check fine.tsv
says "$out" '4 examples, 3 words: 0 to correct, 0 notes'
run 1 "$G2L2" check none.tsv
run 2 "$G2L2" check
end

begin 'honest: wrong labels are listed, and no other lines'
"$G2L2" data scan --split simple --part train -o all.txt
awk 'NR % 55 == 0 && ++n <= 300' all.txt > some.txt
sed -i -e '40s/$/ I_LOOK/' -e '90s/$/ I_RUN I_RUN/' -e '200s/$/ I_WALK/' some.txt
run 0 "$G2L2" train nav some.txt -o some.g2l2 --log none --no-estimate
says "$out" '297 of 300 examples explained'
grep -oE '^some.txt:[0-9]+' "$out" | tr '\n' ' ' > lines
is lines 'some.txt:40 some.txt:90 some.txt:200 '
end

begin 'honest: an estimate on examples that were held back'
head -60 all.txt > few.txt
run 0 "$G2L2" train nav few.txt -o few.g2l2 --log none
says "$out" 'held back: '
end

begin 'honest: the estimate of a large vocabulary knows the words that it is asked about'
awk 'BEGIN { for (i = 0; i < 2000; i++) { j = (7 * i + 3) % 2000
    print "verb" i "\tA" i; print "verb" i " twice\tA" i " A" i; print "verb" i " and verb" j "\tA" i " A" j } }' > many.tsv
run 0 "$G2L2" train nav many.tsv -o many.g2l2 --log none
says "$out" '6000 of 6000 examples explained'
right=$(sed -n 's/^held back: \([0-9]*\) of 300 right.*/\1/p' "$out")
[ "${right:-0}" -ge 270 ] || wrong "$right of 300 held back are right"
end

begin 'honest: below a confidence the answer is withheld'
printf '# g2l2 lexicon 1\ndomain nav\nliterals A B\nx => V : A()  0\nx => V : B()  0\n' > two.lex
run 4 "$G2L2" run two.lex --min-confidence 0.9 x
is "$out" '
'
says "$err" "no answer for 'x': its confidence is 0.50, and 0.90 is asked for"
run 4 "$G2L2" run two.lex --min-confidence 0.9 --json x
says "$out" '"abstained":true'
printf 'x\tA\n' > x.tsv
run 4 "$G2L2" eval two.lex x.tsv --min-confidence 0.9 --json
says "$out" '"abstained": 1'
run 0 "$G2L2" run two.lex --min-confidence 0.4 x
run 2 "$G2L2" run two.lex --min-confidence 4 x
end

begin 'run: a word that is spelled alike, taken and not taken'
for room in kitchen bedroom cellar; do
    for device in light fan; do
        printf '{"command": "%s in the %s", "result": {"device": "%s", "room": "%s"}}\n' \
            $device $room $device "$(echo $room | cut -c1-3 | tr a-z A-Z)"
    done
done > rooms.jsonl
run 0 "$G2L2" train rooms.jsonl -o rooms.g2l2 --log none --no-estimate
run 0 "$G2L2" run rooms.g2l2 'fan in the kitchne'
says "$out" '"room": "KIT"'
says "$err" "took 'kitchne' for 'kitchen'"
"$G2L2" run rooms.g2l2 'fan in the kitchne' --no-guess > "$out" 2> "$err"
if grep -q KIT "$out"; then wrong "a guess: $(cat "$out")"; fi
end
