# The whole language of CLEVR, words with several senses: data, train, eval, lexicon, run,
# explain; and what is refused.
. "$(dirname "$0")/helpers"

if sanitized; then
    skip 'the whole language' 'minutes under the sanitizers; the same is learned and asked in tests that have them'
    exit
fi

shelf=$project/examples/shelf

"$G2L2" data clevr --full --questions 4000 --part train -o train ||
    echo 'not ok whole: no data can be made'
"$G2L2" data clevr --full --questions 600 --part test --seed 1 -o test

cat > scene.json << 'END'
{"objects": [
  {"color": "red", "shape": "cube", "size": "large", "material": "metal", "3d_coords": [-2, 0, 0.7]},
  {"color": "blue", "shape": "sphere", "size": "small", "material": "rubber", "3d_coords": [2, 0, 0.35]},
  {"color": "red", "shape": "sphere", "size": "small", "material": "metal", "3d_coords": [0, 2, 0.35]}],
 "directions": {"right": [1, 0, 0], "left": [-1, 0, 0], "front": [0, -1, 0], "behind": [0, 1, 0]}}
END

# ---- train, eval

begin 'train: the whole language is the default'
run 0 "$G2L2" train visual --scenes train/scenes.json --questions train/questions.json \
    --threads 2 -o whole.g2l2 --json
quiet
says "$out" '"candidates": 17'
end

begin 'eval: by family'
run 0 "$G2L2" eval whole.g2l2 --scenes test/scenes.json --questions test/questions.json --json
json "$out" accuracy by_type by_hops by_family
cp "$out" eval.json
if [ -n "$python" ]; then
    $python - << 'END' || wrong 'a family is missing, or accuracy is below 0.95'
import json
r = json.load(open("eval.json"))
assert r["accuracy"] >= .95, r["accuracy"]
families = r["by_family"]
assert sum(f["examples"] for f in families.values()) == 600
for name in "comparison", "compare_integer", "same_relate", "single_or", "three_hop", "zero_hop":
    assert any(key.startswith(name) for key in families), name
END
fi
run 0 "$G2L2" eval whole.g2l2 --scenes test/scenes.json --questions test/questions.json
says "$out" 'by family'
says "$out" '  same_relate '
says "$out" '  compare_integer '
end

begin 'what phrases begin with tells what is said of what'
run 0 "$G2L2" data clevr --novel same-in-match --questions 200 --part test --seed 1 -o match
run 0 "$G2L2" eval whole.g2l2 --scenes match/scenes.json --questions match/questions.json --json
cp "$out" match.json
[ -z "$python" ] || $python -c 'import json; assert json.load(open("match.json"))["accuracy"] >= .95' ||
    wrong 'fewer than 0.95 of same-in-match are right'
run 0 "$G2L2" lexicon whole.g2l2 --export
grep -Eq '^opener that .*never.* said.objset' "$out" || wrong 'that may begin what is said of one object'
grep -q '^opener are whole' "$out" || wrong 'are may begin a part of another phrase'
end

begin 'of equal entries, the one that the definition has first'
if has_shared data/clevr/official/questions_train.json.gz; then
    official=$G2L2_SHARED/data/clevr/official
    run 0 "$G2L2" train visual --scenes "$official/scenes_train.json.gz" \
        --questions "$official/questions_train.json.gz" -o official.g2l2 --no-estimate --quiet
    run 0 "$G2L2" lexicon official.g2l2 --export
    grep -q '^anything => bool/objset' "$out" || wrong 'anything is not what any is'
    grep -q '^does => bool/said' "$out" || wrong 'does does not speak of one object'
    run 0 "$G2L2" eval official.g2l2 --scenes match/scenes.json --questions match/questions.json
    says "$out" '200 of 200 right'
    end
fi

# ---- lexicon

begin 'lexicon: uses and an example of each sense'
run 0 "$G2L2" lexicon whole.g2l2 cubes is big how
grep -Eq '^cubes +objset +filter\(scene\(\), \?\) +[0-9.]+% +[0-9]+  [a-z ;]*cubes' "$out" ||
    wrong 'no uses and example of the noun'
grep -Eq '^ +[a-zA-Z].* +[0-9.]+% +[0-9]+  [a-z ;]*(is|big|how) ' "$out" ||
    wrong 'no word has a second sense with uses and an example'
run 0 "$G2L2" lexicon whole.g2l2 cubes --json
json "$out" words entries
says "$out" '"uses": '
says "$out" '"example": "'
run 0 "$G2L2" lexicon whole.g2l2 same
says "$out" 'bool\integer/integer'
end

begin 'lexicon: uses and examples are kept'
run 0 "$G2L2" lexicon whole.g2l2 --export
cp "$out" whole.lex
grep -Eq '^  used [0-9]+  [a-z]+ ' whole.lex || wrong 'no "used" line'
run 0 "$G2L2" lexicon whole.lex -o again.g2l2
run 0 "$G2L2" lexicon again.g2l2 --export
expect cmp "$out" whole.lex
end

# ---- run, explain

begin 'run: what compares, and what refers back'
run 0 "$G2L2" run whole.g2l2 --scene scene.json 'There is a cube; what color is it?' \
    'Is the cube the same color as the blue thing?' 'Are there more spheres than cubes?' \
    'How many other things are the same color as the cube?' \
    'Is the number of red things less than the number of spheres?' \
    'There is a cube; how big is it?' 'What size is the big thing?'
quiet
is "$out" 'red
no
yes
1
no
large
large
'
end

begin 'explain: what a word refers to'
run 0 "$G2L2" explain whole.g2l2 --scene scene.json \
    'There is a cube; how many red things are to the right of it?'
quiet
says "$out" '[LET integer^objset]'
says "$out" 'objset^objset  it'
says "$out" ': \x.\f. f(x)'
says "$out" 'it: #1'
end

begin 'explain: what cannot be referred to'
run 3 "$G2L2" explain whole.g2l2 --scene scene.json 'what color is it?'
says "$out" "'it' refers to something that is not named before"
end

# ---- options of train

learn_shelf() { # MODEL OPTIONS...
    model=$1
    shift
    run 0 "$G2L2" train visual --scenes "$shelf/train-scenes.jsonl" \
        --questions "$shelf/train-questions.jsonl" -o "$model" --quiet "$@"
}

begin 'train --senses 1: one entry for each word'
learn_shelf one.g2l2 --senses 1
run 0 "$G2L2" lexicon one.g2l2 --json
if [ -n "$python" ]; then
    $python - "$out" << 'END' || wrong 'a word has several entries'
import json, sys
r = json.load(open(sys.argv[1]))
words = [e["word"] for e in r["entries"]]
assert len(words) == len(set(words)) and len(words) > 10, words
END
fi
end

begin 'train --candidates basic: nothing compares or refers back'
learn_shelf basic.g2l2 --candidates basic
run 0 "$G2L2" lexicon basic.g2l2
for what in SAME MORE LESS LET '\^' said; do
    grep -q " $what" "$out" && wrong "there is $what"
done
learn_shelf paper.g2l2 --candidates paper
end

refuses() { # NAME WORDS OPTIONS...
    begin "refuses: $1"
    words=$2
    shift 2
    run 2 timeout 300 "$G2L2" train visual --questions train/questions.json -o new.g2l2 "$@"
    lines "$err" 1
    says "$err" "$words"
    expect test ! -e new.g2l2
    end
}
refuses 'fewer senses than none' "'-1' is not a value for --senses" --scenes train/scenes.json --senses -1
refuses 'half a sense' "'0.5' is not a value for --senses" --scenes train/scenes.json --senses 0.5
refuses 'no number of senses' "'many' is not a value for --senses" --scenes train/scenes.json \
    --senses many
begin 'senses: an option for commands too'
printf 'hop\tH\n' > hop
run 0 "$G2L2" train nav hop --senses 2 -o new.g2l2
says "$out" '1 of 1 examples explained'
end
begin 'refuses: candidates that are no more'
run 1 "$G2L2" train visual --scenes train/scenes.json --questions train/questions.json \
    --candidates whole -o new.g2l2
lines "$err" 1
says "$err" "no candidate set 'whole'"
end
