# g2l2 data clevr: files, seeds, splits, templates, novel questions; and what it refuses.
# Last, how g2l2 eval counts questions by the families that the files name.
. "$(dirname "$0")/helpers"

begin 'writes scenes and questions'
run 0 "$G2L2" data clevr --questions 200 -o set
quiet
lines "$out" 0
json set/scenes.json info scenes
json set/questions.json info questions
expect test "$(grep -c '"image_filename"' set/scenes.json)" = 20
expect test "$(grep -c '"question_index"' set/questions.json)" = 200
end

begin 'the same seed, the same bytes'
run 0 "$G2L2" data clevr --questions 200 -o again
expect cmp set/questions.json again/questions.json
expect cmp set/scenes.json again/scenes.json
run 0 "$G2L2" data clevr --questions 200 --seed 1 -o again
expect test "$(cksum < set/questions.json)" != "$(cksum < again/questions.json)"
end

begin 'some colors for some shapes'
printf '{"cube": ["gray", "blue"], "cylinder": ["red"]}' > allow.json
run 0 "$G2L2" data clevr --questions 200 --allow allow.json -o allowed
expect test "$(grep -c '"image_filename"' allowed/scenes.json)" = 20
expect sh -c 'grep -o "\"color\":\"[a-z]*\"[^}]*\"shape\":\"[a-z]*\"\|\"shape\":\"[a-z]*\"[^}]*\"color\":\"[a-z]*\"" \
    allowed/scenes.json > pairs; test $(wc -l < pairs) -gt 60'
expect sh -c '! grep cube pairs | grep -qv "gray\|blue"'
expect sh -c '! grep cylinder pairs | grep -qv red'
expect sh -c 'grep sphere pairs | grep -q yellow'
end

begin 'compresses'
run 0 "$G2L2" data clevr --questions 200 --gzip -o packed
expect sh -c 'gunzip -c packed/questions.json.gz | cmp - set/questions.json'
expect sh -c 'gunzip -c packed/scenes.json.gz | cmp - set/scenes.json'
end

begin 'names the folder if nobody does'
run 0 "$G2L2" data clevr --questions 20 --split depth --part test --scenes 5
expect test -f clevr-depth-test/questions.json
expect test "$(grep -c '"image_filename"' clevr-depth-test/scenes.json)" = 5
end

begin 'splits and fractions'
run 0 "$G2L2" data clevr --questions 100 --split purple --part test --fraction 0.5 -o purple
expect test "$(grep -c '"question":"[^"]*purple' purple/questions.json)" = 50
run 0 "$G2L2" data clevr --questions 100 --split count --part test -o count
expect test "$(grep -c '"function":"count"' count/questions.json)" = 100
end

begin 'the whole language'
run 0 "$G2L2" data clevr --questions 1000 --full -o full-language
says full-language/questions.json '"function":"same_color"'
says full-language/questions.json '"function":"less_than"'
end

# no FILE WORDS: no question has the words.
no() {
    n_words=$(grep -cE "$2" "$1")
    [ "$n_words" = 0 ] || wrong "$n_words say '$2'"
}

# every FILE N WORDS: N questions have the words, which is all of them.
every() {
    n_all=$(grep -c '"question_index"' "$1") n_words=$(grep -cE "$3" "$1")
    [ "$n_all $n_words" = "$2 $2" ] || wrong "$n_words of $n_all say '$3'"
}

begin 'splits of the whole language'
run 0 "$G2L2" data clevr --questions 100 --full --split same-shape --part test -o same-shape
every same-shape/questions.json 100 '"question":"[^"]* same .*"function":"[a-z]*_shape"'
run 0 "$G2L2" data clevr --questions 100 --full --split same-shape -o same-shape
no same-shape/questions.json '"question":"[^"]* same shape'
run 0 "$G2L2" data clevr --questions 100 --full --split it-count --part test -o it-count
every it-count/questions.json 100 '"question":"[^"]*; (how many|what number of) '
run 0 "$G2L2" data clevr --questions 100 --full --split it-count -o it-count
no it-count/questions.json '"question":"[^"]*; (how many|what number of) '
run 0 "$G2L2" data clevr --questions 100 --full --split compare-hops --part test -o compare-hops
every compare-hops/questions.json 100 '"function":"relate".*_(integer|than)"'
run 0 "$G2L2" data clevr --questions 100 --full --split compare-hops -o compare-hops
no compare-hops/questions.json '"function":"relate".*_(integer|than)"'
end

begin 'what CLEVR never asks'
for kind in it-compare same-and same-relate chain; do
    family=novel_$(echo $kind | tr - _).json
    run 0 "$G2L2" data clevr --questions 100 --novel $kind -o novel
    quiet
    json novel/questions.json info questions
    every novel/questions.json 100 "\"template_filename\":\"$family\""
done
run 0 "$G2L2" data clevr --questions 100 --novel all --part test
for kind in it_compare same_and same_relate chain; do
    says clevr-all-test/questions.json "novel_$kind.json"
done
run 0 "$G2L2" data clevr --questions 100 --novel all --part test -o novel
expect cmp clevr-all-test/questions.json novel/questions.json
run 0 "$G2L2" data clevr --questions 20 --novel same-in-relate -o novel
quiet
every novel/questions.json 20 '"template_filename":"novel_same_in_relate.json"'
run 0 "$G2L2" data clevr --questions 700 --novel pairs -o novel
for inside in relate same and or it; do
    for around in relate same and or compare match it; do
        says novel/questions.json "novel_${inside}_in_$around.json"
    done
done
run 0 "$G2L2" data clevr --questions 200 --novel none -o novel
expect cmp set/questions.json novel/questions.json
end

begin 'explains itself'
run 0 "$G2L2" data clevr --help
says "$out" --templates
for word in same-shape it-count compare-hops it-compare same-and same-relate chain; do
    says "$out" " $word "
done
run 0 "$G2L2" data --help
says "$out" 'data clevr'
end

begin 'official templates'
if has_shared data/clevr/templates; then
    templates=$G2L2_SHARED/data/clevr/templates
    run 0 "$G2L2" data clevr --questions 300 --templates "$templates" -o official
    quiet
    json official/questions.json info questions
    says official/questions.json comparison.json
    run 0 "$G2L2" data clevr --questions 100 --templates "$templates" --split it-count \
        --part test -o official
    every official/questions.json 100 '"question":"[^"]*; (how many|what number of) '
    end
fi

# refuses NAME STATUS WORDS OPTIONS...: one line with the words, and no folder.
refuses() {
    begin "refuses: $1"
    wanted=$2 words=$3
    shift 3
    run "$wanted" timeout 300 "$G2L2" data clevr "$@"
    lines "$err" 1
    says "$err" "$words"
    expect test ! -e new
    end
}
refuses 'no questions' 2 '--questions must be 1 to' --questions 0 -o new
refuses 'less than no questions' 2 "'-5' is not a value for --questions" --questions -5 -o new
refuses 'too many questions' 2 '--questions must be 1 to' --questions 99999999999 -o new
refuses 'numbers no computer has' 2 'is not a value' --questions 99999999999999999999999 -o new
refuses 'no scenes' 2 '--scenes must be 1 to' --scenes 0 -o new
refuses 'too many scenes' 2 '--scenes must be 1 to' --scenes 10G -o new
splits='standard, purple, right, count, depth, same-shape, it-count, compare-hops'
kinds='none, it-compare, same-and, same-relate, chain, all, relate-in-relate, same-in-relate'
refuses 'a split that is none' 2 "there is no split 'blue' ($splits)" --split blue -o new
refuses 'a part that is none' 2 "there is no part 'some' (train, test)" --part some -o new
refuses 'a novel kind that is none' 2 "there is no novel kind 'odd' ($kinds" --novel odd -o new
refuses 'novel questions by templates' 2 '--novel and --templates: only one' \
    --novel chain --templates nowhere -o new
refuses 'a split of novel questions' 2 '--novel has no splits' --novel chain --split depth -o new
refuses 'a split of what is not there' 2 "the split 'it-count' needs --full or --templates" \
    --split it-count -o new
refuses 'a fraction of nothing' 2 '--fraction must be' --fraction 0 -o new
refuses 'a fraction above all' 2 '--fraction must be' --fraction 1.5 -o new
refuses 'an option that is none' 2 "there is no option '--colour'" --colour blue -o new
refuses 'a word too much' 2 "'now' is too much" now -o new
refuses 'a folder in no folder' 1 'no/such/new: cannot make the folder' -o no/such/new
: > file
refuses 'a file for a folder' 1 'file/scenes.json: cannot write' -o file
refuses 'colors that are nowhere' 1 'nowhere.json: unable to open' --allow nowhere.json -o new
printf '{"cube": ["pink"]}' > pink.json
refuses 'a color that is none' 1 "pink.json: there is no color 'pink'" --allow pink.json -o new
printf '{"cone": ["red"]}' > cone.json
refuses 'a shape that is none' 1 "cone.json: there is no shape 'cone'" --allow cone.json -o new
printf '{"cube": []}' > bare.json
refuses 'a shape without colors' 1 'bare.json: a shape needs a list of colors' --allow bare.json -o new

refuses 'templates that are nowhere' 1 'nowhere: cannot open the folder' --templates nowhere -o new
mkdir none bad
refuses 'a folder without templates' 1 'there are no templates' --templates none -o new
echo '[{"text": ["How?"]' > bad/one.json
refuses 'templates that break off' 1 'bad/one.json:2: not JSON' --templates bad -o new
echo '[{"text": ["How?"]}]' > bad/one.json
refuses 'templates without params' 1 'family 0: "params" must be a list' --templates bad -o new

begin 'a full disk'
if (ulimit -f 1) 2> /dev/null; then
    run 1 sh -c 'ulimit -f 8; exec "$0" data clevr --questions 2000 -o full' "$G2L2"
    says "$err" 'cannot write'
    lines "$err" 1
    expect test ! -e full
fi
end

# ---- eval: questions that know three words, and one word more than the model does.
awk 'BEGIN {
    for (i = 0; i < 30; i++) {
        a = i % 3 > 0 ? "cube" : "ball"; b = i % 3 > 1 ? "cube" : "ball"
        o = "\"objects\": [{\"shape\": \"" a "\"}, {\"shape\": \"" b "\"}]}"
        print "{\"question\": \"How many cubes?\", \"answer\": " i % 3 ", " o
    }
}' > cubes.jsonl
awk '{
    family = NR % 3 ? "zero_hop.json" : "a_family_of_a_name_that_is_long.json"
    answer = NR % 3 || NR % 2 ? "" : "7"
    sub(/"answer": /, "&" answer)
    sub(/\{/, "{\"template_filename\": \"" family "\", \"question_family_index\": " NR % 2 ", ")
    print
}' cubes.jsonl > families.jsonl

begin 'eval: by family, the hardest first'
run 0 "$G2L2" train visual --questions cubes.jsonl -o cubes.g2l2 --quiet
run 0 "$G2L2" eval cubes.g2l2 --questions families.jsonl --failures 0
quiet
says "$out" 'by family, the hardest first'
expect test "$(grep -A2 'by family' "$out" | tail -n 2 | tr -s ' ' | cut -d ' ' -f 2-5)" = \
    'a_family_of_a_name_that_is_long 5 of 10
zero_hop 20 of 20'
expect test "$(grep -c '^  [a-z_]*  *[0-9]* of [0-9]*  *[0-9.]*%$' "$out")" -ge 2
end

begin 'eval: by family, for scripts'
run 0 "$G2L2" eval cubes.g2l2 --questions families.jsonl --failures 0 --json
quiet
json "$out" by_family
says "$out" '"a_family_of_a_name_that_is_long": {'
says "$out" '"by_index": {'
if [ -n "$python" ]; then
    $python - "$out" << 'END' || wrong 'the families do not add up'
import json, sys
families = json.load(open(sys.argv[1]))["by_family"]
assert list(families) == ["a_family_of_a_name_that_is_long", "zero_hop"]
for family in families.values():
    assert set(family["by_index"]) == {"0", "1"}
    for key in "examples", "correct":
        assert sum(row[key] for row in family["by_index"].values()) == family[key]
assert families["a_family_of_a_name_that_is_long"]["by_index"]["0"]["correct"] == 0
END
fi
end
