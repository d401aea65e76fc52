# Questions about scenes from end to end: data, train, eval, run, lexicon; and what is
# refused: one line, a status, and nothing written.
. "$(dirname "$0")/helpers"

"$G2L2" data clevr --scenes 300 --questions 3000 --part train -o train ||
    echo 'not ok visual: no data can be made'
"$G2L2" data clevr --scenes 100 --questions 1000 --part test --seed 1 -o test

# ---- train

begin 'train: learns from scenes, questions and answers'
run 0 "$G2L2" train visual --scenes train/scenes.json --questions train/questions.json \
    -o clevr.g2l2 --json
quiet
json "$out" model examples words candidates cpu_seconds
expect test "$(wc -c < clevr.g2l2)" -lt 100000
end

# A few questions with their scenes beside them, said in other words.
one_thing 240 > own.jsonl

begin 'train: scenes beside the questions'
run 0 "$G2L2" train visual --questions own.jsonl -o own.g2l2 --seed 3
quiet
says "$out" '720 of 720 examples explained'
says "$out" 'wrote own.g2l2'
run 0 "$G2L2" train visual --questions - -o stdin.g2l2 --seed 3 --quiet < own.jsonl
lines "$out" 0
expect cmp own.g2l2 stdin.g2l2
end

begin 'train: a list as answer does not abort a file'
(cat own.jsonl; echo '{"question": "Hues of them?", "answer": ["red", "blue"], "objects": [{"hue": "red"}]}') > lists.jsonl
run 0 "$G2L2" train visual --questions lists.jsonl -o lists.g2l2 --seed 3
quiet
says "$out" '720 of 720 examples explained'
says "$out" '1 questions set aside'
end

begin 'train: same seed, same bytes, for 1, 2 and 3 threads'
for n in 2 3; do
    run 0 "$G2L2" train visual --questions own.jsonl -o many.g2l2 --seed 3 --threads $n --quiet
    expect cmp own.g2l2 many.g2l2
    run 0 "$G2L2" train visual --scenes train/scenes.json --questions train/questions.json -o many.g2l2 --quiet --threads $n
    expect cmp clevr.g2l2 many.g2l2
done
run 0 "$G2L2" train visual --questions own.jsonl -o other.g2l2 --seed 4 --quiet
cmp -s own.g2l2 other.g2l2 && wrong 'seeds 3 and 4 give the same'
end

begin 'train: features as wanted'
run 0 "$G2L2" train visual --questions own.jsonl -o small.g2l2 --quiet --feature-size 16 \
    --feature-noise 0.125 --feature-seed 9
run 0 "$G2L2" lexicon small.g2l2 --export
says "$out" 'features 16 noise 0.125 seed 9'
says "$out" 'numeric x mean'
# The same with features given, of the color and of the kind.
sed -e 's/"objects": .*"\(red\|green\|blue\)", "kind": "\(.\).*/"objects": [{"features": [\1, \2]}]}/' \
    -e 's/\[red,/[1, 0, 0,/; s/\[green,/[0, 1, 0,/; s/\[blue,/[0, 0, 1,/; s/, d\]/, 0.5]/; s/, c\]/, -1]/' \
    own.jsonl > given.jsonl
run 0 "$G2L2" train visual --questions given.jsonl -o given.g2l2 --quiet
run 0 "$G2L2" lexicon given.g2l2 --export
says "$out" 'features 4 given'
end

# ---- eval

begin 'eval: what was never seen'
run 0 "$G2L2" eval clevr.g2l2 --scenes test/scenes.json --questions test/questions.json --json
quiet
json "$out" examples correct accuracy unparsed failures by_type by_hops by_family by_word confusion
says "$out" '"examples": 1000,'
says "$out" '"query_color": {'
cp "$out" eval.json
if [ -n "$python" ]; then
    $python - << 'END' || wrong 'the groups do not add up, or accuracy is below 0.9'
import json
r = json.load(open("eval.json"))
assert r["accuracy"] >= .9, r["accuracy"]
for by in "by_type", "by_hops", "by_family":
    assert sum(g["examples"] for g in r[by].values()) == 1000, by
    assert sum(g["correct"] for g in r[by].values()) == r["correct"], by
    assert all(abs(g["accuracy"] - g["correct"] / g["examples"]) < 1e-9 for g in r[by].values())
assert sum(c["count"] for c in r["confusion"]) == 1000
assert sum(c["count"] for c in r["confusion"] if c["wanted"] == c["got"]) == r["correct"]
words = r["by_word"]
assert [w["accuracy"] for w in words] == sorted(w["accuracy"] for w in words)
assert {"the", "cube"} <= {w["word"] for w in words}
END
fi
end

begin 'eval: for people'
run 0 "$G2L2" eval clevr.g2l2 --scenes test/scenes.json --questions test/questions.json \
    --failures 0
says "$out" 'by what is asked for'
says "$out" 'hops: 3'
says "$out" 'of 1000 right: '
expect test "$(wc -l < "$out")" -lt 50
end

begin 'eval: gzip, and scenes beside the questions'
gzip -k test/scenes.json test/questions.json
run 0 "$G2L2" eval clevr.g2l2 --scenes test/scenes.json.gz --questions test/questions.json.gz --json
sed "s/\\.json\\.gz/.json/" "$out" > unpacked
expect cmp unpacked eval.json
run 0 "$G2L2" eval own.g2l2 --questions own.jsonl --json
json "$out" examples correct accuracy unparsed by_word
says "$out" '"by_hops": {}'
end

# ---- run

cat > scene.json << 'END'
{"objects": [
  {"color": "red", "shape": "cube", "size": "large", "material": "metal", "3d_coords": [-2, 1, 0.7]},
  {"color": "blue", "shape": "sphere", "size": "small", "material": "rubber", "3d_coords": [2, -1, 0.35]}]}
END

begin 'run: questions about a scene'
run 0 "$G2L2" run clevr.g2l2 --scene scene.json 'How many red things are there?' \
    'what is the color of the sphere?' 'Are there any blue cubes?'
quiet
is "$out" '1
blue
no
'
run 0 "$G2L2" run clevr.g2l2 --scene scene.json:0 'how many things are there'
is "$out" '2
'
end

begin 'run: questions from standard input'
printf 'how many things are there\nwhat color is the cube\n' > questions
run 0 "$G2L2" run clevr.g2l2 --scene scene.json < questions
is "$out" '2
red
'
end

begin 'run: a scene from standard input, one of many'
run 0 "$G2L2" run clevr.g2l2 --scene -:7 'how many things are there?' < test/scenes.json
cp "$out" one
run 0 "$G2L2" run clevr.g2l2 --scene test/scenes.json:7 'how many things are there?'
expect cmp "$out" one
end

begin 'run: --json'
run 0 "$G2L2" run clevr.g2l2 --scene scene.json --json --n-best 2 'what color is the cube?'
json "$out" sentence result confidence n_best reason
says "$out" '"result":"red"'
end

begin 'run: no parse'
run 3 "$G2L2" run clevr.g2l2 --scene scene.json 'zork?'
says "$err" 'zork'
lines "$err" 1
end

begin 'run: a scene without objects'
echo '{"objects": []}' > none.json
run 0 "$G2L2" run clevr.g2l2 --scene none.json 'how many things are there' 'are there any cubes'
is "$out" '0
no
'
end

begin 'eval: answers that the model never gives do not abort a file'
for answer in '["red", "blue"]' 2.5 -3 1; do
    printf '{"question": "How many things are there?", "answer": %s, "objects": [{"color": "red"}]}\n' "$answer"
done > odd.jsonl
run 0 "$G2L2" eval clevr.g2l2 --questions odd.jsonl
quiet
says "$out" 'of 4 right'
end

begin 'run: as many objects as there can be'
awk 'BEGIN {
    printf "{\"objects\": ["
    for (i = 0; i < 256; i++) printf "%s{\"shape\": \"cube\", \"color\": \"red\", \"size\": \"large\", \"material\": \"metal\", \"3d_coords\": [%d, 0, 0.7]}", i ? ", " : "", i % 5 - 2
    print "]}"
}' > full.json
run 0 timeout 300 "$G2L2" run clevr.g2l2 --scene full.json 'how many things are there'
is "$out" '256
'
end

begin 'run: as little memory as there is'
for memory in 1K 100K 300K 1M; do
    "$G2L2" run clevr.g2l2 --scene full.json --max-memory $memory 'how many things are there' \
        'how many cubes are left of the red cube' > "$out" 2> "$err"
    expect test $? -lt 2
    lines "$out" 2
done
run 1 "$G2L2" run clevr.g2l2 --scene full.json --max-memory 1K 'how many things are there'
says "$err" 'raise it with --max-memory'
end

# ---- the lexicon

begin 'lexicon: text is a whole model'
run 0 "$G2L2" lexicon clevr.g2l2 --export -o clevr.lexicon
says clevr.lexicon 'grammar normal-form'
says clevr.lexicon 'concept ObjConcept red ='
run 0 "$G2L2" lexicon clevr.lexicon --export
expect cmp "$out" clevr.lexicon
run 0 "$G2L2" lexicon clevr.lexicon -o again.g2l2
expect cmp clevr.g2l2 again.g2l2
run 0 "$G2L2" eval clevr.lexicon --scenes test/scenes.json --questions test/questions.json --json
expect cmp "$out" eval.json
end

begin 'lexicon: without concepts nothing can be answered'
grep -v -e '^concept [A-Z]' -e '^features ' -e '^numeric ' clevr.lexicon > bare.lexicon
run 0 "$G2L2" lexicon bare.lexicon
run 1 "$G2L2" run bare.lexicon --scene scene.json 'how many things are there'
lines "$err" 1
end

# ---- what is refused

# refuses NAME STATUS WORDS ARGUMENTS...: one line with the words, and no model.
refuses() {
    begin "refuses: $1"
    wanted=$2 words=$3
    shift 3
    run "$wanted" timeout 300 "$G2L2" "$@"
    lines "$err" 1
    lines "$out" 0
    says "$err" "$words"
    expect test ! -e new.g2l2
    end
}
# Objects that look the same: whatever one is said to be, most of it is wrong.
for hue in red green blue; do
    echo '{"question": "hue", "answer": "'$hue'", "scene": "'$hue'"}' >> blind.jsonl
    echo '{"id": "'$hue'", "objects": [{"features": [1, 0]}]}' >> alike.jsonl
done
refuses 'what cannot be seen' 1 "blind.jsonl:1: no candidate entries make 'hue' mean 'red'" \
    train visual --scenes alike.jsonl --questions blind.jsonl -o new.g2l2
sed 's/"scene": .*/"scene": "red"}/' blind.jsonl > again.jsonl
refuses 'several answers to a question about one scene' 1 \
    "again.jsonl:2: 'hue' means 'green' here but 'red' at again.jsonl:1" \
    train visual --scenes alike.jsonl --questions again.jsonl -o new.g2l2

printf 'walk\tI_WALK\nwalk twice\tI_WALK I_WALK\n' > nav.tsv
"$G2L2" train nav nav.tsv -o nav.g2l2 --quiet

refuses 'train without questions' 2 '--questions FILE is needed' train visual -o new.g2l2
refuses 'train with files beside questions' 2 'given with --questions' train visual own.jsonl own.jsonl -o new.g2l2
refuses 'train without a place for the model' 2 '-o MODEL is needed' train visual --questions own.jsonl
refuses 'train nav with scenes' 2 "--scenes is not for the domain 'nav'" \
    train nav nav.tsv --scenes scene.json -o new.g2l2
refuses 'train nav with a feature size' 2 "--feature-size is not for the domain 'nav'" \
    train nav nav.tsv --feature-size 8 -o new.g2l2
refuses 'train visual with an inference it has not' 1 "'visual' has no exact inference" \
    train visual --questions own.jsonl --inference exact -o new.g2l2
refuses 'a lambda above 1' 2 '--lambda must be' train visual --questions own.jsonl --lambda 1.5 -o new.g2l2
refuses 'a lambda below 0' 2 '--lambda must be' train visual --questions own.jsonl --lambda=-0.5 -o new.g2l2
refuses 'a lambda that is no number' 2 'is not a value' \
    train visual --questions own.jsonl --lambda nan -o new.g2l2
refuses 'a grammar that is none' 2 '--grammar is plain or normal-form' \
    train visual --questions own.jsonl --grammar loose -o new.g2l2
refuses 'no features' 2 '--feature-size must be' \
    train visual --questions own.jsonl --feature-size 0 -o new.g2l2
refuses 'noise below nothing' 2 '--feature-noise cannot' \
    train visual --questions own.jsonl --feature-noise=-1 -o new.g2l2
refuses 'standard input twice' 2 'both scenes and questions' \
    train visual --scenes - --questions - -o new.g2l2
refuses 'a candidate set that is none' 1 "no candidate set 'some'" \
    train visual --questions own.jsonl --candidates some -o new.g2l2
refuses 'a file that is nowhere' 1 'nowhere.json: cannot open' \
    train visual --questions nowhere.json -o new.g2l2
refuses 'a model in no folder' 1 'no/new.g2l2: cannot write' \
    train visual --questions own.jsonl -o no/new.g2l2

refuses 'eval without questions' 2 'needs --questions FILE' eval clevr.g2l2 --scenes test/scenes.json
refuses 'eval with files beside questions' 2 'needs --questions FILE' eval clevr.g2l2 own.jsonl --questions own.jsonl
refuses 'eval: a model that has no scenes' 2 "--questions is not for the domain 'nav'" \
    eval nav.g2l2 --questions own.jsonl
refuses 'run without a scene' 2 '--scene FILE[:INDEX] is needed' run clevr.g2l2 'how many things'
refuses 'run: a model that has no scenes' 2 "--scene is not for the domain 'nav'" \
    run nav.g2l2 --scene scene.json walk
refuses 'run: a scene that is not there' 1 'there is no scene 100; it has 100, the first is 0' \
    run clevr.g2l2 --scene test/scenes.json:100 'how many things'
refuses 'run: an index that is none' 1 'scenes.json:x: cannot open' \
    run clevr.g2l2 --scene test/scenes.json:x 'how many things'
refuses 'run: standard input twice' 2 'so questions are needed here' run clevr.g2l2 --scene -

# bad NAME WORDS FILE SCENES...: questions that neither train nor eval takes.
bad() {
    name=$1 words=$2 file=$3
    shift 3
    refuses "train: $name" 1 "$words" train visual --questions "$file" "$@" -o new.g2l2
    refuses "eval: $name" 1 "$words" eval clevr.g2l2 --questions "$file" "$@"
}
bad 'questions about scenes that were not read' 'CLEVR_test_000000' test/questions.json
bad 'questions about other scenes' 'CLEVR_test_000000' test/questions.json --scenes train/scenes.json
bad 'scenes for questions' 'no "question"' test/scenes.json
bad 'a model for questions' 'clevr.g2l2:' clevr.g2l2
: > empty.json
bad 'an empty file' 'empty.json' empty.json
head -c 3000 test/questions.json > cut.json
bad 'questions cut off' 'cut.json:' cut.json --scenes test/scenes.json
head -c 3000 test/scenes.json > cut-scenes.json
bad 'scenes cut off' 'cut-scenes.json:' test/questions.json --scenes cut-scenes.json
head -c 300 test/questions.json.gz > cut.json.gz
bad 'a packed file cut off' 'cut.json.gz' cut.json.gz --scenes test/scenes.json
one() { # FILE OBJECTS [ANSWER]
    printf '{"question": "How many?", "answer": %s, "objects": %s}\n' "${3:-1}" "$2" > "$1"
}
one nan.jsonl '[{"x": NaN}]'
bad 'NaN' 'nan.jsonl:1' nan.jsonl
one huge.jsonl '[{"x": 1e999}]'
bad 'a number no computer has' 'huge.jsonl:1' huge.jsonl
one mixed.jsonl '[{"features": [1, 2, 3]}, {"features": [1, 2]}]'
bad 'vectors of several lengths' 'mixed.jsonl:1' mixed.jsonl
one half.jsonl '[{"features": [1, 2, 3]}, {"color": "red"}]'
bad 'vectors for some objects' 'half.jsonl:1' half.jsonl
one nested.jsonl '[{"color": {"name": "red"}}]'
bad 'a property that is neither text nor number' 'nested.jsonl:1' nested.jsonl
one null.jsonl '[]' null
bad 'no answer' 'null.jsonl:1' null.jsonl
awk 'BEGIN { printf "["; for (i = 0; i < 1025; i++) printf "%s{\"c\": \"r\"}", i ? "," : ""; print "]" }' > many
one many.jsonl "$(cat many)"
bad 'more objects than a scene may have' '1025 objects; a scene has at most 1024' many.jsonl
printf '{"question": "", "answer": 1, "objects": []}\n' > silent.jsonl
bad 'an empty question' 'silent.jsonl:1' silent.jsonl

one words.jsonl '[]' '"dark red"'
refuses 'an answer of two words' 1 "the answer 'dark red'" train visual --questions words.jsonl -o new.g2l2

one three.jsonl '[{"features": [1, 2, 3]}]'
refuses 'vectors where properties were learned' 1 'feature vectors of 3 numbers' \
    eval clevr.g2l2 --questions three.jsonl
refuses 'vectors of another length' 1 'vectors of 3 numbers, but learning was from vectors of 4' \
    eval given.g2l2 --questions three.jsonl
refuses 'properties where vectors were learned' 1 'have no "features"' \
    run given.g2l2 --scene scene.json 'how many'

begin 'refuses: a damaged model'
head -c 9000 clevr.g2l2 > damaged.g2l2
run 1 "$G2L2" eval damaged.g2l2 --questions own.jsonl
says "$err" 'the file is damaged or cut off'
lines "$err" 1
sed 's/^concept ObjConcept red = [^ ]*/concept ObjConcept red =/' clevr.lexicon > damaged.lexicon
run 1 "$G2L2" run damaged.lexicon --scene scene.json 'how many things are there'
says "$err" 'there must be 65 numbers'
lines "$err" 1
end
