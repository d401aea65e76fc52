# Objects in words: of scenes, of a table; what is refused. Most meanings are said in commands.sh.
. "$(dirname "$0")/helpers"

shelf=$project/examples/shelf
"$G2L2" train --scenes "$shelf/train-scenes.jsonl" --questions "$shelf/train-questions.jsonl" \
    -o shelf.g2l2 --log none > learned || echo 'not ok say: nothing is learned'

begin 'say: an object of a scene, and all of them'
run 0 "$G2L2" say shelf.g2l2 --scene "$shelf/test-scenes.jsonl:3" 1
is "$out" 'the red book
'
quiet
run 0 "$G2L2" say shelf.g2l2 --scene "$shelf/test-scenes.jsonl:3"
lines "$out" 4
says "$out" '4  the red plate'
end

begin 'say: as JSON, and several'
run 0 "$G2L2" say shelf.g2l2 --scene "$shelf/test-scenes.jsonl:3" 1 --n-best 3 --json
json "$out" objects sentences reason
says "$out" '"sentence":"the red book"'
run 0 "$G2L2" say shelf.g2l2 --scene "$shelf/test-scenes.jsonl:3" 1,4
says "$out" red
end

begin 'say: objects that are alike have no description, and what fits them both is said'
run 3 "$G2L2" say shelf.g2l2 --scene "$shelf/test-scenes.jsonl:0" 2
says "$err" "fits 2 of the 4"
lines "$out" 0
end

begin 'say: of a term that cannot be said, the name that nobody taught'
printf '%s\t%s\n' 'open the gate' 'OPEN(gate)' 'close the gate' 'CLOSE(gate)' 'when it rains close the gate' 'WHEN(RAIN, CLOSE(gate))' \
    'open the gate when it rains' 'WHEN(RAIN, OPEN(gate))' > rules.tsv
run 0 "$G2L2" train rules.tsv -o rules.g2l2 --log none --no-estimate --quiet
run 0 "$G2L2" say rules.g2l2 'WHEN(RAIN, OPEN(gate))'
says "$out" 'open the gate when'
run 3 "$G2L2" say rules.g2l2 'WHEN(SNOW, OPEN(gate))'
says "$err" "it has 'SNOW', which no training example has"
end

begin 'say: what is no object is refused'
for object in 9 0 nobody 1,x 1, 99999999999999999999; do
    run 1 "$G2L2" say shelf.g2l2 --scene "$shelf/test-scenes.jsonl:3" "$object"
    lines "$err" 1
done
run 2 "$G2L2" say shelf.g2l2
end

printf 'name,color,kind,age\nAnna,red,dog,3\nBert,blue,cat,5\nCarl,red,cat,7\nDora,green,dog,2\n' > t.csv
cat > t.lex <<'LEX'
# g2l2 lexicon 1
domain facts
literals Property : dog cat red blue green
<name> => N : named()  0
dog => N : filter(scene(), dog())  0
cat => N : filter(scene(), cat())  0
red => N/N : \x. filter(x, red())  0
blue => N/N : \x. filter(x, blue())  0
green => N/N : \x. filter(x, green())  0
LEX

begin 'say: a row of a table, by its name and by its properties'
run 0 "$G2L2" say t.lex --table t.csv Carl --n-best 2
is "$out" 'carl
red cat
'
quiet
run 0 "$G2L2" run t.lex --table t.csv 'red cat'
is "$out" 'Carl
'
end
