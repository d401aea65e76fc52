# g2l2 data clevr: files, seeds, splits, templates; and what it refuses.
. "$(dirname "$0")/helpers"

shared=${G2L2_SHARED:-$project/../shared}/data/clevr

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

begin 'explains itself'
run 0 "$G2L2" data clevr --help
says "$out" --templates
run 0 "$G2L2" data --help
says "$out" 'data clevr'
end

if [ -d "$shared/templates" ]; then
    begin 'official templates'
    run 0 "$G2L2" data clevr --questions 300 --templates "$shared/templates" -o official
    quiet
    json official/questions.json info questions
    says official/questions.json comparison.json
    end
else
    skip 'official templates' "no $shared"
fi

# refuses NAME STATUS WORDS OPTIONS...: one line with the words, and no folder.
refuses() {
    begin "refuses: $1"
    wanted=$2 words=$3
    shift 3
    run "$wanted" timeout 20 "$G2L2" data clevr "$@"
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
refuses 'a split that is none' 2 "there is no split 'blue'" --split blue -o new
refuses 'a part that is none' 2 "there is no part 'some'" --part some -o new
refuses 'a fraction of nothing' 2 '--fraction must be' --fraction 0 -o new
refuses 'a fraction above all' 2 '--fraction must be' --fraction 1.5 -o new
refuses 'an option that is none' 2 "there is no option '--colour'" --colour blue -o new
refuses 'a word too much' 2 "'now' is too much" now -o new
refuses 'a folder in no folder' 1 'no/such/new: cannot make the folder' -o no/such/new
: > file
refuses 'a file for a folder' 1 'file/scenes.json: cannot write' -o file
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
