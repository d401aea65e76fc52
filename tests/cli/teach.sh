# g2l2 teach: a model that stays as it is, and knows a few words more.
. "$(dirname "$0")/helpers"

printf 'rise\tUP\nrise twice\tUP UP\ndip twice\tDOWN DOWN\nrise then dip\tUP DOWN\ndip then rise twice\tDOWN UP UP\n' > moves.tsv
run 0 "$G2L2" train nav moves.tsv -o moves.g2l2 --quiet

begin 'teach: one example is enough for a new word where it decides'
printf 'hop\tHOP\n' > hop.tsv
run 0 "$G2L2" teach moves.g2l2 hop.tsv -o more.g2l2
is "$out" 'hop  V  HOP()
1 of 1 examples explained
wrote more.g2l2
'
run 0 "$G2L2" run more.g2l2 'hop twice then rise' 'dip twice then rise twice'
is "$out" 'HOP HOP UP
DOWN DOWN UP UP
'
end

begin 'teach: a word like known ones comes first, and one makes the next known'
printf 'spin then hop thrice\tSPIN HOP HOP HOP\nrise thrice\tUP UP UP\nhop\tHOP\n' > several.tsv
run 0 "$G2L2" teach moves.g2l2 several.tsv -o more.g2l2
says "$out" 'thrice  V\V  \x. repeat(x, 3)'
says "$out" 'spin  V  SPIN()'
run 0 "$G2L2" run more.g2l2 'spin thrice then dip'
is "$out" 'SPIN SPIN SPIN DOWN
'
end

begin 'teach: what is known stays unless an example contradicts it, and that is told'
printf 'dip twice\tDOWN DOWN DOWN\nrise then dip\tUP DOWN\n' > other.tsv
run 0 "$G2L2" teach moves.g2l2 other.tsv -o more.g2l2
says "$out" 'twice  V\V  \x. repeat(x, 3); it was  V\V  \x. repeat(x, 2), which other.tsv:1 contradicts'
says "$out" '2 of 2 examples explained'
run 0 "$G2L2" lexicon moves.g2l2 --export
grep -v -e '^twice' -e '^  used' "$out" > before
run 0 "$G2L2" lexicon more.g2l2 --export
grep -v -e '^twice' -e '^  used' "$out" > after
diff before after > difference || wrong "other words changed: $(cat difference)"
printf 'rise twice\tUP UP\n' > same.tsv
run 0 "$G2L2" teach moves.g2l2 same.tsv -o more.g2l2
is "$out" '1 of 1 examples explained
wrote more.g2l2
'
end

begin 'teach: what that does to other examples: mended, broken'
printf 'rise then dip twice\tUP DOWN DOWN\nhop twice\tHOP HOP HOP\ndip\tDOWN\n' > others.tsv
printf 'dip twice\tDOWN DOWN DOWN\nhop\tHOP\n' > both.tsv
run 0 "$G2L2" teach moves.g2l2 both.tsv --test others.tsv -o more.g2l2
says "$out" "mended: others.tsv:2: 'hop twice' as 'HOP HOP HOP'; before: no meaning
broken: others.tsv:1: 'rise then dip twice' as 'UP DOWN DOWN'; now: 'UP DOWN DOWN DOWN'
2 of 3 other examples right, 2 before: 1 mended, 1 broken"
run 0 "$G2L2" teach moves.g2l2 both.tsv --test others.tsv --json -o more.g2l2
json "$out" effect
run 1 "$G2L2" teach moves.g2l2 both.tsv --test nowhere.tsv -o more.g2l2
says "$err" 'nowhere.tsv'
end

begin 'teach: a locked entry never changes'
printf 'domain nav\nliterals UP\nrise => V : UP()  1\ntwice => V\\V : \\x. repeat(x, 2)  1 locked\n' > locked.lexicon
printf 'rise twice\tUP UP UP\n' > thrice.tsv
run 3 "$G2L2" teach locked.lexicon thrice.tsv -o more.g2l2
says "$out" "it means UP UP"
end

begin 'teach: what one cannot tell is listed'
printf 'briskly blithely\tUP\nhop\tHOP\n' > unclear.tsv
run 3 "$G2L2" teach moves.g2l2 unclear.tsv -o more.g2l2
says "$out" "unclear.tsv:1: 'briskly blithely' was not taught as 'UP'"
says "$out" '1 of 2 examples explained'
run 0 "$G2L2" run more.g2l2 hop
run 3 "$G2L2" teach moves.g2l2 unclear.tsv -o more.g2l2 --json
json "$out" model taught unexplained
end

begin 'teach: actions with arguments'
printf 'go to the kitchen\tGOTO(kitchen)\ngo to the garage\tGOTO(garage)\ntake the cup\tPICK(cup)\ntake the ball\tPICK(ball)\ngo to the kitchen and take the ball\tGOTO(kitchen) PICK(ball)\ntake the cup and go to the garage\tPICK(cup) GOTO(garage)\n' > robot.tsv
run 0 "$G2L2" train robot.tsv -o robot.g2l2 --quiet
printf 'take the box\tPICK(box)\n' > box.tsv
run 0 "$G2L2" teach robot.g2l2 box.tsv -o robot.g2l2
run 0 "$G2L2" run robot.g2l2 'go to the garage and take the box'
is "$out" 'GOTO(garage) PICK(box)
'
end

# same MODEL MODEL2 ARGUMENTS...: both answer the same, to the letter.
same() {
    before=$1 after=$2
    shift 2
    run 0 "$G2L2" eval "$before" "$@" --json --failures 1000
    cp "$out" known
    run 0 "$G2L2" eval "$after" "$@" --json --failures 1000
    expect cmp known "$out"
}

begin 'teach: a word of records, from one example; the rest stays'
home=$project/examples/home
grep -v garage "$home/train.jsonl" > rest.jsonl
grep -v garage "$home/test.jsonl" > others.jsonl
grep garage "$home/train.jsonl" | head -n 1 > one.jsonl
grep garage "$home/test.jsonl" > unseen.jsonl
run 0 "$G2L2" train rest.jsonl -o home.g2l2 --quiet
run 0 "$G2L2" eval home.g2l2 unseen.jsonl --no-guess --json
says "$out" '"correct": 0'
run 0 "$G2L2" teach home.g2l2 one.jsonl -o more.g2l2
says "$out" 'garage  F  field(room(), Garage())'
run 0 "$G2L2" eval more.g2l2 unseen.jsonl --no-guess
says "$out" '12 of 12 right'
same home.g2l2 more.g2l2 others.jsonl
end

begin 'teach: a known word of records that an example contradicts, and that is told'
printf '{"command": "lamp on", "result": {"do": "on", "what": "lamp"}}\n{"command": "lamp off", "result": {"do": "off", "what": "lamp"}}\n{"command": "fan on", "result": {"do": "on", "what": "fan"}}\n{"command": "fan off", "result": {"do": "off", "what": "fan"}}\n' > lamp.jsonl
run 0 "$G2L2" train lamp.jsonl -o lamp.g2l2 --quiet
printf '{"command": "fan on", "result": {"do": "on", "what": "cooler"}}\n' > cooler.jsonl
run 0 "$G2L2" teach lamp.g2l2 cooler.jsonl -o more.g2l2
says "$out" 'which cooler.jsonl:1 contradicts'
run 0 "$G2L2" run more.g2l2 'lamp on' 'fan off'
is "$out" '{"do": "on", "what": "lamp"}
{"do": "off", "what": "cooler"}
'
end

begin 'teach: a verb of nested records, from one sentence'
sentences=$project/examples/sentences
run 0 "$G2L2" train "$sentences/train.jsonl" -o nested.g2l2 --quiet
printf '{"command": "Ada lent a goose to Ben", "result": {"is": "lend", "who": {"is": "Ada"}, "what": {"is": "goose"}, "whom": {"is": "Ben"}}}\n' > lent.jsonl
run 0 "$G2L2" teach nested.g2l2 lent.jsonl -o more.g2l2
says "$out" 'like sold'
run 0 "$G2L2" run more.g2l2 'a baker that slept lent the gate to Dan'
is "$out" '{"is": "lend", "what": {"is": "gate", "known": true}, "who": {"is": "baker", "which": {"is": "sleep", "who": {"is": "baker"}}}, "whom": {"is": "Dan"}}
'
same nested.g2l2 more.g2l2 "$sentences/test.jsonl"
end

begin 'teach: questions about a table: another word for a value, and one for a column'
cat > cars.csv << 'END'
name,kind,color,price,seats
A1,van,red,10,7
B2,bus,blue,30,40
C3,van,blue,20,9
D4,car,red,40,5
E5,car,green,50,4
F6,bus,red,60,50
END
cat > cars.lexicon << 'END'
domain facts
literals Property : blue bus car green red van
literals Attribute : color kind
literals Quantity : price seats
<name> => N : named()  0
how => EMPTY  0
many => NUM/N : \x. count(x)  0
things => N : scene()  0
what => EMPTY  0
is => EMPTY  0
the => EMPTY  0
of => EMPTY  0
red => N/N : \x. filter(x, red())  0
green => N/N : \x. filter(x, green())  0
cars => N : filter(scene(), car())  0
vans => N : filter(scene(), van())  0
price => NUM/N : \x. value(x, price())  0
END
printf '{"question": "how many azure things?", "answer": 2}\n{"question": "how many azure vans?", "answer": 1}\n{"question": "how many azure cars?", "answer": 0}\n{"question": "what is the room of B2?", "answer": 40}\n' > few.jsonl
run 0 "$G2L2" teach cars.lexicon --table cars.csv --questions few.jsonl -o more.g2l2
says "$out" 'azure  N/N  \x. filter(x, blue())'
says "$out" 'room  NUM/N  \x. value(x, seats())'
says "$out" '4 of 4 examples explained'
printf '{"question": "what is the room of F6?", "answer": 50}\n{"question": "how many azure vans?", "answer": 1}\n' > asked.jsonl
run 0 "$G2L2" eval more.g2l2 --table cars.csv --questions asked.jsonl
says "$out" '2 of 2 right'
printf '{"question": "how many red vans?", "answer": 1}\n{"question": "what is the price of C3?", "answer": 20}\n' > old.jsonl
same cars.lexicon more.g2l2 --table cars.csv --questions old.jsonl
end

begin 'teach: what examples about tables cannot tell is listed, as elsewhere'
printf '{"question": "how many gleaming dusty vans?", "answer": 1}\n' > unclear.jsonl
run 3 "$G2L2" teach cars.lexicon --table cars.csv --questions unclear.jsonl -o more.g2l2
says "$out" "unclear.jsonl:1: 'how many gleaming dusty vans"
run 3 "$G2L2" teach cars.lexicon --table cars.csv --questions unclear.jsonl -o more.g2l2 --json
json "$out" model taught unexplained unknown
end

begin 'teach: a word that its examples do not need is said to be unknown still'
printf '{"question": "how many shiny vans?", "answer": %s}\n' "$(grep -c van cars.csv)" > needless.jsonl
run 0 "$G2L2" teach cars.lexicon --table cars.csv --questions needless.jsonl -o more.g2l2
says "$out" "'shiny' is still not known: nothing was to be learned from its examples"
end

begin 'teach: questions about scenes: a synonym, and a concept that no known word has'
shelf=$project/examples/shelf
run 0 "$G2L2" train visual --scenes "$shelf/train-scenes.jsonl" --questions "$shelf/train-questions.jsonl" -o shelf.g2l2 --quiet
grep -w bottles "$shelf/train-questions.jsonl" | head -n 5 | sed 's/bottles/flasks/' > flasks.jsonl
grep -w bottles "$shelf/test-questions.jsonl" | sed 's/bottles/flasks/' > unseen.jsonl
run 0 "$G2L2" teach shelf.g2l2 --scenes "$shelf/train-scenes.jsonl" --questions flasks.jsonl -o more.g2l2
says "$out" 'flasks  objset  filter(scene(), ?); like bottle'
run 0 "$G2L2" eval more.g2l2 --scenes "$shelf/test-scenes.jsonl" --questions unseen.jsonl
says "$out" '17 of 17 right'
same shelf.g2l2 more.g2l2 --scenes "$shelf/test-scenes.jsonl" --questions "$shelf/test-questions.jsonl"
grep -vwe cup -e cups "$shelf/train-questions.jsonl" > rest.jsonl
grep -we cups "$shelf/train-questions.jsonl" > cups.jsonl
grep -we cups "$shelf/test-questions.jsonl" > unseen.jsonl
run 0 "$G2L2" train visual --scenes "$shelf/train-scenes.jsonl" --questions rest.jsonl -o rest.g2l2 --quiet
run 0 "$G2L2" eval rest.g2l2 --scenes "$shelf/test-scenes.jsonl" --questions unseen.jsonl --json
before=$(sed -n 's/.*"correct": \([0-9]*\).*/\1/p' "$out" | head -n 1)
"$G2L2" teach rest.g2l2 --scenes "$shelf/train-scenes.jsonl" --questions cups.jsonl -o more.g2l2 > taught
says taught 'a concept of its own'
run 0 "$G2L2" eval more.g2l2 --scenes "$shelf/test-scenes.jsonl" --questions unseen.jsonl --json
after=$(sed -n 's/.*"correct": \([0-9]*\).*/\1/p' "$out" | head -n 1)
expect test "$after" -ge $((before + 5))
end

begin 'teach: what it is not for'
run 2 "$G2L2" teach moves.g2l2 --questions few.jsonl -o more.g2l2
says "$err" 'has no scenes'
run 2 "$G2L2" teach cars.lexicon few.jsonl few.jsonl -o more.g2l2
says "$err" 'needs --questions FILE'
run 2 "$G2L2" teach moves.g2l2 -o more.g2l2
run 2 "$G2L2" teach moves.g2l2 hop.tsv
run 1 "$G2L2" teach moves.g2l2 hop.tsv -o more.g2l2 --max-seconds 0.000001
says "$err" 'too long'
end

begin 'chat: an answer about a table, and a record, put right and taken back'
printf '%s\n' 'how many things?' 'how many azure things?' ':should 2' 'how many azure vans?' ':undo' > said
printf '{"objects": [{"name": "A1", "kind": "van", "color": "red"}, {"name": "B2", "kind": "van", "color": "red"}, {"name": "C3", "kind": "van", "color": "red"}, {"name": "D4", "kind": "van", "color": "blue"}, {"name": "E5", "kind": "car", "color": "blue"}]}\n' > lot.jsonl
run 0 "$G2L2" chat cars.lexicon --scene lot.jsonl:0 --max-seconds 1000 < said
says "$out" 'azure is now N/N : \x. filter(x, blue()), like '
says "$out" '1  100%'
printf '%s\n' 'lamp on' 'fan on' ':should {"do": "on", "what": "cooler"}' 'fan off' 'lamp on' ':undo' > said
run 0 "$G2L2" chat lamp.g2l2 --max-seconds 1000 < said
says "$out" 'fan is now'
says "$out" '{"do": "off", "what": "cooler"}'
end

begin 'teach: sentences that are worth a label'
printf 'rise\nrise then dip\nIN: hop twice OUT: HOP HOP\nhop  twice\n{"command": "spin thrice then hop", "actions": ""}\nspin thrice\tX\n' > sentences
run 0 "$G2L2" teach --suggest 2 --from sentences
is "$out" 'spin thrice then hop
rise then dip
'
quiet
run 0 "$G2L2" teach --suggest 10 --from sentences --examples moves.tsv
is "$out" 'spin thrice then hop
hop twice
spin thrice
'
run 0 "$G2L2" teach moves.g2l2 --suggest 1 --from sentences
is "$out" 'spin thrice then hop
'
run 0 "$G2L2" teach --suggest 1 --from sentences --json
json "$out" suggestions
run 2 "$G2L2" teach --suggest 0 --from sentences
says "$err" 'from 1 to 1000'
run 2 "$G2L2" teach --suggest 3
says "$err" '--from FILE'
run 2 "$G2L2" teach moves.g2l2 --suggest 3 --from sentences -o more.g2l2
run 1 "$G2L2" teach --suggest 3 --from nothing.txt
lines "$err" 1
end

begin 'teach: a word that is like a known one, and one that is another of its kind, in every domain'
run 0 "$G2L2" teach moves.g2l2 --word climb --like rise -o more.g2l2
is "$out" 'climb  V  UP()
wrote more.g2l2
'
run 0 "$G2L2" run more.g2l2 'climb twice then dip'
is "$out" 'UP UP DOWN
'
run 1 "$G2L2" teach moves.g2l2 --word climb --like rise --new -o more.g2l2
says "$err" "names nothing by its own name"
printf 'hop\tHOP\n' | run 0 "$G2L2" teach moves.g2l2 - -o hop.g2l2
run 0 "$G2L2" teach hop.g2l2 --word skip --like hop --new -o more.g2l2
run 0 "$G2L2" run more.g2l2 'skip then hop twice'
is "$out" 'SKIP HOP HOP
'
run 0 "$G2L2" teach shelf.g2l2 --word mug --like cup -o more.g2l2
for scene in 0 1 2 3 4 5; do
    run 0 "$G2L2" run shelf.g2l2 --scene "$shelf/test-scenes.jsonl:$scene" 'how many red cup?'
    cp "$out" known
    run 0 "$G2L2" run more.g2l2 --scene "$shelf/test-scenes.jsonl:$scene" 'how many red mug?'
    expect cmp known "$out"
done
run 1 "$G2L2" teach moves.g2l2 --word rise --like dip -o more.g2l2
says "$err" 'known already'
run 2 "$G2L2" teach moves.g2l2 --word leap -o more.g2l2
run 2 "$G2L2" teach moves.g2l2 moves.tsv --word leap --like rise -o more.g2l2
end

begin 'chat: a word that is like another, and back'
printf '%s\n' 'climb is like rise' 'climb twice' ':undo' 'climb' > said
run 3 "$G2L2" chat moves.g2l2 < said
says "$out" 'climb is now V : UP()
UP UP  100%
that word is unknown again'
end

begin 'explain: the derivation alone; colours on a terminal, and none elsewhere'
run 0 "$G2L2" explain moves.g2l2 'rise twice' --derivation --format latex
says "$out" '\begin{tabular}'
expect test "$(grep -c 'Execution' "$out")" = 0
run 0 "$G2L2" explain moves.g2l2 'rise twice' --derivation --format svg
says "$out" '<svg'
run 1 "$G2L2" explain moves.g2l2 'rise twice' --derivation
says "$err" 'svg and latex'
cat > terminal.py << 'END'
import os, pty, sys
pid, fd = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
text = b""
try:
    while data := os.read(fd, 4096):
        text += data
except OSError:
    pass
os.waitpid(pid, 0)
print(text.count(b"\033"))
END
unset NO_COLOR
run 0 env TERM=xterm python3 terminal.py "$G2L2" explain moves.g2l2 'rise twice'
expect test "$(cat "$out")" -gt 10
run 0 env TERM=xterm NO_COLOR=1 python3 terminal.py "$G2L2" explain moves.g2l2 'rise twice'
is "$out" '0
'
run 0 "$G2L2" explain moves.g2l2 'rise twice'
expect test "$(grep -c "$(printf '\033')" "$out")" = 0
end
