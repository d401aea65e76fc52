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

begin 'teach: what it is not for'
printf '{"command": "lamp on", "result": {"do": "on", "what": "lamp"}}\n{"command": "lamp off", "result": {"do": "off", "what": "lamp"}}\n' > home.jsonl
run 0 "$G2L2" train home.jsonl -o home.g2l2 --quiet
run 1 "$G2L2" teach home.g2l2 home.jsonl -o more.g2l2
says "$err" "'frames' are learned together"
run 2 "$G2L2" teach moves.g2l2 -o more.g2l2
run 2 "$G2L2" teach moves.g2l2 hop.tsv
run 1 "$G2L2" teach moves.g2l2 hop.tsv -o more.g2l2 --max-seconds 0.000001
says "$err" 'too long'
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
shelf=$project/examples/shelf
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
run 0 "$G2L2" train visual --scenes "$shelf/train-scenes.jsonl" --questions "$shelf/train-questions.jsonl" -o shelf.g2l2 --quiet
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
