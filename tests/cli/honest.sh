# What is said about how far examples and models can be trusted.
. "$(dirname "$0")/helpers"

if sanitized; then
    skip 'estimates' 'minutes under the sanitizers; the same is learned and asked in tests that have them'
    exit
fi

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

begin 'honest: a number that a meaning leaves out is said, and costs confidence'
sed 's/^\([^>]*[^> ]\) *> *\(.*\)$/{"command": "\1", "result": {\2}}/' > timer.jsonl << 'END'
set the oven to 180 degrees > "do": "set", "what": "oven", "degrees": 180
set the grill to 220 degrees > "do": "set", "what": "grill", "degrees": 220
turn the oven off > "do": "off", "what": "oven"
turn the grill off > "do": "off", "what": "grill"
set a timer for 10 minutes > "do": "timer", "minutes": 10
set a timer for 20 minutes > "do": "timer", "minutes": 20
set a timer for 2 hours > "do": "timer", "minutes": 120
END
run 0 "$G2L2" train timer.jsonl -o timer.g2l2 --log none
run 0 "$G2L2" run timer.g2l2 'set a timer for 15 minutes'
is "$err" ''
run 0 "$G2L2" run timer.g2l2 'set a timer for 3 hours'
says "$err" "the number '3' is left out"
run 4 "$G2L2" run timer.g2l2 --min-confidence 0.9 'set a timer for 3 hours'
end

begin 'honest: two numbers in every example are learned, each by the word before it'
for t in 'wake alarm 7 30' 'wake alarm 6 15' 'remind note 8 45' 'remind note 9 30' 'wake alarm 9 45' 'remind note 6 15'; do
    set -- $t
    echo "{\"command\": \"$1 me at $3:$4\", \"result\": {\"do\": \"$2\", \"hour\": $3, \"minute\": $4}}"
done > clock.jsonl
run 0 "$G2L2" train clock.jsonl -o clock.g2l2 --log none --no-estimate
says "$out" '6 of 6 examples explained'
run 0 "$G2L2" run clock.g2l2 'wake me at 8:20'
is "$out" '{"do": "alarm", "hour": 8, "minute": 20}
'
end

begin 'honest: of few examples, one that stays unexplained makes all answers less sure'
printf '%s\t%s\n' jump J walk W 'jump twice' 'J J' 'walk twice' 'W W' run R 'run twice' 'R R' look L 'look twice' 'L L' > few.tsv
run 0 "$G2L2" train few.tsv -o few.g2l2 --log none --no-estimate
run 0 "$G2L2" run few.g2l2 --json 'run twice'
says "$out" '"confidence":1'
printf 'look\tQ\n' >> few.tsv
run 0 "$G2L2" train few.tsv -o few.g2l2 --log none --no-estimate --replace
says "$out" '8 of 9 examples explained'
run 0 "$G2L2" run few.g2l2 --json 'run twice'
says "$out" '"result":"R R","confidence":0.888'
end

begin 'honest: where many examples stay unexplained, nothing is sure'
printf '%s\t%s\n' 'left lamp on' 'ON(left_lamp)' 'right lamp on' 'ON(right_lamp)' 'left lamp off' 'OFF(left_lamp)' \
    'right fan off' 'OFF(right_fan)' 'left fan on' 'ON(left_fan)' 'right fan on' 'ON(right_fan)' \
    'all lamps off' 'OFF(all_lamps)' > parts.tsv
run 0 "$G2L2" train parts.tsv -o parts.g2l2 --log none
says "$out" 'the others taken to be wrong'
run 4 "$G2L2" run parts.g2l2 --min-confidence 0.9 'right lamp off'
end

begin 'honest: words of few examples are named'
printf '%s\t%s\n' jump J walk W 'jump twice' 'J J' 'walk twice' 'W W' 'walk twice twice' 'W W W W' \
    'walk twice twice twice' 'W W W W W W W W' > few.tsv
run 0 "$G2L2" train nav few.tsv -o few.g2l2 --log none --no-estimate
says "$out" "few examples of: 'jump' (2)"
run 0 "$G2L2" train nav few.tsv -o few.g2l2 --log none --no-estimate --json
tr -d ' \n' < "$out" > flat
says flat '"thin":[{"word":"jump","examples":2}]'
end

begin 'honest: what examples leave open is a tie, with a sentence like theirs, and less sure'
cat > opposite.txt << 'END'
IN: walk left twice after walk right thrice OUT: I_TURN_RIGHT I_WALK I_TURN_RIGHT I_WALK I_TURN_RIGHT I_WALK I_TURN_LEFT I_WALK I_TURN_LEFT I_WALK
IN: turn opposite left thrice and run opposite left OUT: I_TURN_LEFT I_TURN_LEFT I_TURN_LEFT I_TURN_LEFT I_TURN_LEFT I_TURN_LEFT I_TURN_LEFT I_TURN_LEFT I_RUN
IN: walk opposite left thrice and turn left OUT: I_TURN_LEFT I_TURN_LEFT I_WALK I_TURN_LEFT I_TURN_LEFT I_WALK I_TURN_LEFT I_TURN_LEFT I_WALK I_TURN_LEFT
IN: look thrice after jump opposite left OUT: I_TURN_LEFT I_TURN_LEFT I_JUMP I_LOOK I_LOOK I_LOOK
IN: turn right after walk left twice OUT: I_TURN_LEFT I_WALK I_TURN_LEFT I_WALK I_TURN_RIGHT
IN: turn right after turn opposite left OUT: I_TURN_LEFT I_TURN_LEFT I_TURN_RIGHT
IN: look right and jump twice OUT: I_TURN_RIGHT I_LOOK I_JUMP I_JUMP
END
run 0 "$G2L2" train nav opposite.txt -o opposite.g2l2 --log none --no-estimate
says "$out" '7 of 7 examples explained'
grep '^`opposite`' "$out" > tie
says tie 'explain the data equally well; add an example such as "'
says tie 'opposite right'
run 0 "$G2L2" run opposite.g2l2 --json 'jump opposite right'
sed 's/.*"confidence":\([0-9.]*\),"n_best.*/\1/' "$out" > confidence
expect awk '{ exit !($1 < 0.9) }' confidence
end

begin 'honest: the sentence of a tie keeps the function words of examples'
cat > und.tsv << 'END'
spring	SPRINGEN
geh	GEHEN
lauf	LAUFEN
spring zwei mal	SPRINGEN SPRINGEN
geh drei mal	GEHEN GEHEN GEHEN
geh und spring	GEHEN SPRINGEN
bitte lauf	LAUFEN
lauf doch bitte	LAUFEN
spring doch und lauf	SPRINGEN LAUFEN
END
run 0 "$G2L2" train und.tsv -o und.g2l2 --log none --no-estimate
grep '^`und`' "$out" > tie
says tie 'add an example such as "geh und lauf drei mal"'
cat > y.tsv << 'END'
salta	SALTAR
anda	ANDAR
corre	CORRER
salta dos veces	SALTAR SALTAR
anda tres veces	ANDAR ANDAR ANDAR
anda y salta	ANDAR SALTAR
corre por favor	CORRER
corre y anda	CORRER ANDAR
END
run 0 "$G2L2" train y.tsv -o y.g2l2 --log none --no-estimate
grep '^`y`' "$out" > tie
says tie 'add an example such as "anda y corre dos veces"'
end

begin 'honest: no model of nine examples is wrong and silent about it'
if [ -n "$python" ]; then
    "$G2L2" data scan --split simple --part test -o test.txt
    run 0 env G2L2="$G2L2" $python "$project/bench/few.py" all.txt test.txt --examples 9 --draws 10
    says "$out" ' 0 silent'
    if grep -q ' 0 wrong models' "$out"; then wrong "no model was wrong: $(cat "$out")"; fi
fi
end

begin 'honest: an estimate on examples that were held back'
head -60 all.txt > few.txt
run 0 "$G2L2" train nav few.txt -o few.g2l2 --log none
says "$out" 'held back: '
end

begin 'honest: an estimate of what is perceived, of one part, that leaves the model as it is'
shelf=$project/examples/shelf
run 0 "$G2L2" train visual --scenes "$shelf/train-scenes.jsonl" --questions "$shelf/train-questions.jsonl" -o held.g2l2 --log none
right=$(sed -n 's/^held back: \([0-9]*\) of 59 right (a part)$/\1/p' "$out")
[ "${right:-0}" -ge 55 ] || wrong "$right of 59 held back are right: $(cat "$out")"
run 0 "$G2L2" train visual --scenes "$shelf/train-scenes.jsonl" --questions "$shelf/train-questions.jsonl" -o none.g2l2 --log none --no-estimate
if grep -q 'held back' "$out"; then wrong "it was estimated: $(cat "$out")"; fi
cmp -s held.g2l2 none.g2l2 || wrong 'the estimate changed the model'
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

begin 'train: where held-back examples were wrong, confidence is what it was worth'
awk 'BEGIN { srand(3); for (i = 0; i < 60; i++) { s = ""; for (k = 0; k < 4; k++) s = s (k ? " " : "") "w" int(rand() * 9);
    printf "{\"command\": \"%s\", \"result\": {\"a\": \"x%d\", \"b\": \"y%d\"}}\n", s, rand() * 4, rand() * 4 } }' > chance.jsonl
run 0 "$G2L2" train chance.jsonl -o doubted.g2l2 --log none
says "$out" 'held back:'
run 0 "$G2L2" lexicon doubted.g2l2 --export
says "$out" 'confidence 0.'
run 0 "$G2L2" train chance.jsonl -o sure.g2l2 --log none --no-estimate
run 0 "$G2L2" lexicon sure.g2l2 --export
if grep -q '^confidence' "$out"; then wrong 'calibrated without an estimate'; fi
end

begin 'train: of questions, so many mistakes among those held back tell as well how sure to be'
rm -f things.csv asked.jsonl
awk 'function q(s, a) { printf "{\"question\": \"%s\", \"answer\": \"%s\"}\n", s, a > "asked.jsonl" }
    BEGIN { srand(5); split("red blue green white black", c); print "name,color,size" > "things.csv"
    for (i = 1; i <= 24; i++) { color = c[1 + int(rand() * 5)]; size = 1 + int(rand() * 90)
        print "a" i "," color "," size > "things.csv"
        q("what color is a" i, color); q("what color has a" i, color); q("how big is a" i, size); q("the size of a" i, size)
        q("the taste of a" i, c[1 + int(rand() * 5)]); if (i % 2) q("what taste has a" i, c[1 + int(rand() * 5)]) } }'
run 0 "$G2L2" train facts --table things.csv --questions asked.jsonl -o asked.g2l2 --log none
says "$out" 'held back: 10'
run 0 "$G2L2" lexicon asked.g2l2 --export
says "$out" 'confidence '
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

begin 'run: a word that is made of known ones, written with other marks, and with an ending'
run 0 "$G2L2" run rooms.g2l2 'the kitchenfan'
says "$out" '{"device": "fan", "room": "KIT"}'
says "$err" "took 'kitchenfan' for 'kitchen fan'"
run 0 "$G2L2" run rooms.g2l2 'cellarslight'
says "$out" '{"device": "light", "room": "CEL"}'
run 0 "$G2L2" run rooms.g2l2 'fan cellarinkohan'
says "$out" '{"device": "fan", "room": "CEL"}'
says "$err" "took 'cellarinkohan' for 'cellar inkohan', unknown word 'inkohan'"
run 0 "$G2L2" run rooms.g2l2 'fan in the kïtchén'
says "$out" '"room": "KIT"'
says "$err" "took 'kïtchén' for 'kitchen'"
"$G2L2" run rooms.g2l2 'the kitchenfan' --no-guess > "$out" 2> "$err"
if grep -q KIT "$out"; then wrong "a guess: $(cat "$out")"; fi
end
