# Logs and pages: train writes a log, report makes a page of it; what is refused, and that
# nothing is asked of anyone else.
. "$(dirname "$0")/helpers"

cat > own.tsv << 'END'
rise	UP
rise twice	UP UP
dip twice	DOWN DOWN
rise then dip	UP DOWN
dip then rise twice	DOWN UP UP
END
cat > test.tsv << 'END'
rise twice then dip	UP UP DOWN
dip then dip	DOWN DOWN
dip then dip twice	DOWN UP
rise <b>	UP
END

# A log without the times.
timeless() { # FILE
    sed -e 's/"\(wall_time\|seconds[a-z_]*\|cpu_[a-z]*\)":[-+0-9.e]*//g' "$1"
}

# Is it a page that stands alone?
page() { # FILE
    for id in training accuracy lexicon ties concepts mistakes time; do
        says "$1" "<section id=\"$id\">"
    done
    says "$1" '</html>'
    grep -qE '(src|href)="[^#]|https?://|@import|url\(' "$1" && wrong "$1 refers to something else"
    expect test "$(grep -o '<svg' "$1" | wc -l)" = "$(grep -o '</svg>' "$1" | wc -l)"
}

# ---- the log

begin 'train: a log beside the model'
run 0 "$G2L2" train nav own.tsv -o own.g2l2 --seed 3
quiet
says "$out" 'wrote own.g2l2 and own.g2l2.jsonl'
json own.g2l2.jsonl event wall_time
expect test "$(head -n 1 own.g2l2.jsonl | cut -c 1-16)" = '{"event":"start"'
expect test "$(tail -n 1 own.g2l2.jsonl | cut -c 1-14)" = '{"event":"end"'
for event in scalar weights; do says own.g2l2.jsonl "{\"event\":\"$event\""; done
says own.g2l2.jsonl '"command":"g2l2 train nav own.tsv -o own.g2l2 --seed 3"'
says own.g2l2.jsonl '"seconds_stages":'
expect test "$(wc -c < own.g2l2.jsonl)" -lt 1000000
end

begin 'train: same seed, same log, for 1 and 2 threads'
timeless own.g2l2.jsonl > first
run 0 "$G2L2" train nav own.tsv -o own.g2l2 --seed 3
timeless own.g2l2.jsonl > second
expect cmp first second
run 0 "$G2L2" train nav own.tsv -o two.g2l2 --seed 3 --threads 2 --log own.log
timeless own.log | grep -e scalar -e weights > second
grep -e scalar -e weights first | cmp -s - second || wrong 'the log depends on threads'
end

begin 'train: --log FILE, --log none; the model does not depend on it'
run 0 "$G2L2" train nav own.tsv -o none.g2l2 --seed 3 --log none --json
expect test ! -e none.g2l2.jsonl
says "$out" '"log": null'
expect cmp own.g2l2 none.g2l2
expect cmp own.g2l2 two.g2l2
expect test ! -e two.g2l2.jsonl
run 0 "$G2L2" train nav own.tsv -o /dev/null --quiet
expect test ! -e /dev/null.jsonl
end

begin 'train: where nothing can be written is known before, and nothing that is read is replaced'
run 1 "$G2L2" train nav own.tsv -o x.g2l2 --log no/such/folder
says "$err" 'no/such/folder: cannot write'
lines "$err" 1
expect test ! -e x.g2l2
printf 'a\tX\na\tY\n' > never.tsv
run 1 "$G2L2" train nav never.tsv -o no/such/x.g2l2
says "$err" 'no/such/x.g2l2: cannot write'
run 2 "$G2L2" train nav own.tsv -o x.g2l2 --log x.g2l2
run 2 "$G2L2" train nav own.tsv -o x.g2l2 --log ./x.g2l2
cp own.tsv kept.tsv
ln own.tsv linked.tsv
ln -s own.tsv soft.tsv
cp own.tsv m.jsonl
for path in own.tsv ./own.tsv linked.tsv soft.tsv; do
    run 2 "$G2L2" train nav own.tsv -o x.g2l2 --log $path
    says "$err" "'own.tsv' would be replaced, which is read"
    run 2 "$G2L2" train nav own.tsv -o $path
done
run 2 "$G2L2" train nav m.jsonl -o m
says "$err" "'m.jsonl' would be replaced"
printf '{"question": "Is it?", "answer": true, "objects": [{"hue": "red"}]}\n' > q.jsonl
run 2 "$G2L2" train visual --questions q.jsonl -o q
run 2 "$G2L2" train visual --questions q.jsonl --scenes s.jsonl -o s.jsonl
expect cmp own.tsv kept.tsv
expect test ! -e x.g2l2
expect test -z "$(find . -name '*.tmp-*')"
end

begin 'train: no model, no log'
printf 'a\tX\na\tY\n' > bad.tsv
run 1 "$G2L2" train nav bad.tsv -o bad.g2l2
expect test ! -e bad.g2l2
expect test ! -e bad.g2l2.jsonl
end

# ---- the page

begin 'report: a page of a model and its log'
run 0 "$G2L2" report own.g2l2 -o own.html
quiet
is "$out" 'wrote own.html
'
page own.html
says own.html 'Loss'
says own.html 'repeat(x, 2)'
says own.html '--test FILE'
run 0 "$G2L2" report own.g2l2
expect cmp "$out" own.html
run 0 "$G2L2" report own.g2l2 -o -
expect cmp "$out" own.html
end

begin 'report: test data, mistakes, and everything escaped'
run 0 "$G2L2" report own.g2l2 --test test.tsv -o tested.html
page tested.html
says tested.html '2 of 4 right, 1 without a parse'
says tested.html 'rise &lt;b&gt;'
grep -q '<b>rise\|rise <b>' tested.html && wrong 'a sentence is not escaped'
says tested.html '<td>UP</td><td>DOWN</td><td class="n">1</td>'
end

begin 'report: a log finds its model, or does without'
run 0 "$G2L2" report own.g2l2.jsonl -o log.html
page log.html
says log.html 'repeat(x, 2)'
mkdir alone
cp own.g2l2.jsonl alone/run.jsonl
sed -i 's/"model":"own.g2l2"/"model":"gone.g2l2"/' alone/run.jsonl
run 0 "$G2L2" report alone/run.jsonl -o alone.html
page alone.html
says alone.html 'gone.g2l2, is not there'
run 0 "$G2L2" report none.g2l2 -o bare.html
page bare.html
says bare.html 'There is no log'
end

begin 'report: a log of another model is told'
run 0 "$G2L2" train nav own.tsv -o other.g2l2 --seed 4 --keep-candidates --log none
cp own.g2l2.jsonl other.g2l2.jsonl
run 0 "$G2L2" report other.g2l2 -o other.html
says "$err" 'The log is of another model'
says other.html 'The log is of another model'
end

begin 'report: a model whose log is damaged has a page without it'
cp own.g2l2 hurt.g2l2
head -n 3 own.g2l2.jsonl > hurt.g2l2.jsonl
run 0 "$G2L2" report hurt.g2l2 -o hurt.html
is "$err" "g2l2: The log cannot be used: hurt.g2l2.jsonl:3: the log breaks off: there is no event 'end'.
"
page hurt.html
says hurt.html 'The log cannot be used: hurt.g2l2.jsonl:3:'
says hurt.html 'repeat(x, 2)'
run 0 "$G2L2" report hurt.g2l2 --json
says "$out" '"training": null'
: > hurt.g2l2.jsonl
run 0 "$G2L2" report hurt.g2l2 -o hurt.html
says hurt.html 'hurt.g2l2.jsonl: the log is empty.'
run 1 "$G2L2" report hurt.g2l2.jsonl -o gone.html
is "$err" 'g2l2: hurt.g2l2.jsonl: the log is empty
'
end

begin 'report: several runs, a lexicon as text'
run 0 "$G2L2" report own.g2l2 none.g2l2 own.log --test test.tsv -o three.html
page three.html
says three.html '<section id="runs">'
"$G2L2" lexicon own.g2l2 --export > own.lex
run 0 "$G2L2" report own.lex -o lex.html
page lex.html
end

begin 'report: --json'
run 0 "$G2L2" report own.g2l2 --test test.tsv --json
quiet
json "$out" version runs concepts
says "$out" '"seed": 3,'
says "$out" '"examples": 5,'
for key in $(grep -o '"[a-z_]*":' "$out" | tr -d '":' | sort -u); do
    grep -q "[\`\"]$key[\`\"]" "$project/docs/REPORT.md" || wrong "docs/REPORT.md does not know '$key'"
done
for key in curve lexicon ties by_length mistakes phases rate; do says "$out" "\"$key\":"; done
end

begin 'report: what is refused, in one line, with nothing written'
run 2 "$G2L2" report
run 2 "$G2L2" report own.g2l2 --test a --questions b
run 2 "$G2L2" report own.g2l2 -o own.g2l2
says "$err" "the page would replace 'own.g2l2'"
run 2 "$G2L2" report own.g2l2 --questions own.tsv
says "$err" 'which has no scenes'
run 1 "$G2L2" report gone.g2l2 -o gone.html
lines "$err" 1
run 1 "$G2L2" report own.g2l2 --test gone -o gone.html
lines "$err" 1
head -n 3 own.g2l2.jsonl > cut.jsonl
run 1 "$G2L2" report cut.jsonl -o gone.html
says "$err" "cut.jsonl:3: the log breaks off"
lines "$err" 1
printf '{"event": 1}\n' > odd.jsonl
run 1 "$G2L2" report odd.jsonl -o gone.html
says "$err" "odd.jsonl:1: this is not a text: 'event'"
head -c 500 /dev/urandom > noise
run 1 "$G2L2" report noise -o gone.html
lines "$err" 1
cp noise noise.jsonl
run 1 "$G2L2" report noise.jsonl -o gone.html
says "$err" 'noise.jsonl:'
lines "$err" 1
expect test ! -e gone.html
end

# ---- questions

one_thing 120 > own.jsonl

begin 'report: questions about scenes, with a map of concepts'
run 0 "$G2L2" train visual --questions own.jsonl -o seen.g2l2 --seed 3 --quiet
json seen.g2l2.jsonl event wall_time
says seen.g2l2.jsonl '"seconds_final":'
run 0 "$G2L2" report seen.g2l2 --questions own.jsonl -o seen.html
quiet
page seen.html
says seen.html 'class="plot map"'
says seen.html 'ObjConcept'
says seen.html 'mean of the latest 50 updates'
says own.html 'mean of the latest 50 updates'
run 2 "$G2L2" report seen.g2l2 --test own.tsv
says "$err" 'is tested with --questions'
end

begin 'report --why: the last rival of each entry, and the example that ruled it out'
printf 'walk\tWALK\nwalk twice\tWALK WALK\nrun\tRUN\njump twice\tJUMP JUMP\nrun and <b>walk\tRUN WALK\n' > five.tsv
run 0 "$G2L2" train five.tsv -o five.g2l2 --quiet
for subject in five.g2l2 five.g2l2.jsonl; do
    run 0 "$G2L2" report $subject --why -o why.html
    page why.html
    says why.html '<section id="why">'
    says why.html 'concat(x, JUMP())'
    says why.html 'rules it out: “walk twice” means <span class="mono">WALK WALK</span>, and would mean <span class="mono">WALK JUMP</span>'
done
run 0 "$G2L2" report five.g2l2 --why --json
says "$out" '"would": "WALK JUMP"'
run 0 "$G2L2" report five.g2l2 -o plain.html
if grep -q 'id="why"' plain.html; then wrong 'nobody asked why'; fi
rm five.g2l2.jsonl
run 1 "$G2L2" report five.g2l2 --why -o why.html
says "$err" 'no log says what it was learned from'
end
