# g2l2 lexicon MODEL WORD --why FILE: what is said about an entry is so.
. "$(dirname "$0")/helpers"

printf 'walk\tWALK\nwalk twice\tWALK WALK\nrun\tRUN\njump twice\tJUMP JUMP\nrun and walk\tRUN WALK\n' > five.tsv
run 0 "$G2L2" train five.tsv -o five.g2l2 --quiet

begin 'why: the last rival, what rules it out, and whether it is back without that'
run 0 "$G2L2" lexicon five.g2l2 twice --why five.tsv
is "$out" 'twice  V\V  \x. repeat(x, 2)
  2 examples are right with it; the last rival, V\V : \x. concat(x, JUMP()), is right about 1
  ruled out by 1 of them, the shortest is five.tsv:2: '\''walk twice'\'' means '\''WALK WALK'\''; it would mean '\''WALK JUMP'\''
  checked: learned again without it, the rival is back
'
# By hand: without the lines that decide, the rival explains what is left as well.
{ cat five.tsv; printf 'jump\tJUMP\n'; } > six.tsv
run 0 "$G2L2" train six.tsv -o six.g2l2 --quiet
run 0 "$G2L2" lexicon six.g2l2 twice --why six.tsv
says "$out" 'the last rival, V\V : \x. concat(x, JUMP()), is right about 1'
says "$out" 'six.tsv:2'
says "$out" 'the rival is back'
grep -v '^walk twice' six.tsv > four.tsv
run 0 "$G2L2" train four.tsv -o four.g2l2 --quiet
run 0 "$G2L2" lexicon four.g2l2 twice
says "$out" '\x. concat(x, JUMP())'
end

begin 'why: what nothing rules out is said'
run 0 "$G2L2" lexicon five.g2l2 and jump --why five.tsv
says "$out" 'the last rival, S\V/V : \y.\x. concat(x, y), is right about 1
  nothing rules it out'
says "$out" 'jump  V  JUMP()
  1 example is right with it; of the 1 shortest none is with any other entry'
end

begin 'why: all rivals of SCAN are back without the examples that decided'
run 0 "$G2L2" data scan --split simple --part train -o all.txt
head -n 1500 all.txt > train.txt
run 0 "$G2L2" train train.txt -o scan.g2l2 --quiet
run 0 "$G2L2" lexicon scan.g2l2 --why train.txt
expect test "$(grep -c 'the last rival' "$out")" -ge 7
expect test "$(grep -c 'the rival is back' "$out")" = "$(grep -c 'ruled out by' "$out")"
end

begin 'why: of questions about scenes too, learned again for each'
shelf=$project/examples/shelf
run 0 "$G2L2" train visual --scenes "$shelf/train-scenes.jsonl" --questions "$shelf/train-questions.jsonl" -o shelf.g2l2 --quiet
run 0 "$G2L2" lexicon shelf.g2l2 above cup red the --why "$shelf/train-questions.jsonl" --scenes "$shelf/train-scenes.jsonl"
says "$out" 'above  objset\objset/objset  \y.\x. relate(x, y, ?)'
expect test "$(grep -c 'ruled out by' "$out")" = 3
expect test "$(grep -c 'the rival is back\|the rival is as good' "$out")" = 3
cp "$out" named
run 0 "$G2L2" lexicon shelf.g2l2 above cup red the --why
expect cmp "$out" named
rm shelf.g2l2.jsonl
run 2 "$G2L2" lexicon shelf.g2l2 cup --why
says "$err" 'QUESTIONS --scenes SCENES'
end

begin 'why: without a file, the sentences that the model remembers'
cat > kept.lexicon << 'END'
domain nav
literals RUN WALK
walk => V : WALK()  1
  used 3  walk twice
run => V : RUN()  1
  used 2  run and walk
twice => V\V : \x. repeat(x, 2)  1
  used 1  walk twice
and => V\V/V : \y.\x. concat(x, y)  1
  used 1  run and walk
END
run 0 "$G2L2" lexicon kept.lexicon twice --why
says "$out" '1 example is right with it; the last rival, V\V : \x. concat(x, WALK()), is right about 1
  nothing rules it out'
mv five.g2l2.jsonl elsewhere.jsonl
run 0 "$G2L2" lexicon five.g2l2 twice --why
says "$err" 'sentences that the model remembers'
grep -v '^  used' kept.lexicon > bare.lexicon
run 1 "$G2L2" lexicon bare.lexicon twice --why
says "$err" 'name the examples: --why FILE'
mv elsewhere.jsonl five.g2l2.jsonl
end

begin 'why: without a file, what the model was learned from, as its log says'
run 0 "$G2L2" lexicon five.g2l2 twice --why five.tsv
cp "$out" named
run 0 "$G2L2" lexicon five.g2l2 twice --why
expect cmp "$out" named
mv five.tsv gone.tsv
run 1 "$G2L2" lexicon five.g2l2 twice --why
says "$err" 'five.tsv'
mv gone.tsv five.tsv
run 0 "$G2L2" lexicon scan.g2l2 twice --why train.txt
cp "$out" named
run 0 "$G2L2" lexicon scan.g2l2 twice --why
expect cmp "$out" named
says "$out" 'the rival is back'
# From standard input there is nothing to read again.
run 0 sh -c '"$1" train nav - -o piped.g2l2 --quiet < five.tsv' sh "$G2L2"
run 0 "$G2L2" lexicon piped.g2l2 twice --why
says "$err" 'sentences that the model remembers'
# A log that is hurt says nothing.
for text in '' '{' '[1]' '{"learned_from": 1}' '{"learned_from": {"files": [1]}}' '{"learned_from": {"files": {}}}'; do
    printf '%s\n' "$text" > piped.g2l2.jsonl
    run 0 "$G2L2" lexicon piped.g2l2 twice --why
    says "$err" 'sentences that the model remembers'
done
end

begin 'why: of records too, where a word is asked without the phrases that it is part of'
head -n 60 "$project/examples/home/train.jsonl" > home.jsonl
run 0 "$G2L2" train home.jsonl -o home.g2l2 --quiet
run 0 "$G2L2" lexicon home.g2l2 bedroom kitchen --why
says "$out" 'bedroom  F  field(room(), Bedroom())
  10 examples are right with it; the last rival, F : merge(field(room(), Bedroom()), field(device(), light())), is right about 5
  ruled out by 5 of them'
says "$out" 'the rival is as good as what the word means then'
says "$out" 'kitchen  F  field(room(), Kitchen())
  3 examples are right with it; of the 3 shortest none is with any other entry'
head -n 60 "$project/examples/sentences/train.jsonl" > nested.jsonl
run 0 "$G2L2" train nested.jsonl -o nested.g2l2 --quiet
run 0 "$G2L2" lexicon nested.g2l2 slept --why
says "$out" 'examples are right with it'
end

begin 'why: what it is not for'
run 1 "$G2L2" lexicon five.g2l2 walked --why five.tsv
says "$err" "no word 'walked'"
run 1 "$G2L2" lexicon five.g2l2 walk --why nowhere.tsv
says "$err" 'nowhere.tsv'
end
