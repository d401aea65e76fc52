# Pages that need no server: `g2l2 export`, and the page of `make wasm` opened from disk in a real browser.
. "$(dirname "$0")/helpers"

browser=$project/tests/browser
export PYTHONDONTWRITEBYTECODE=1
printf 'walk\tWALK\nwalk twice\tWALK WALK\nrun and walk\tRUN WALK\njump twice\tJUMP JUMP\nwalk and run twice\tWALK RUN RUN\n' > five.tsv

# A page in which nothing happens, and what a page holds.
slot='<script id="g2l2-page" type="application/json">'
printf '<p>\n%s{}</script>\n</p>\n' "$slot" > bare.html
held() { tr '\n' ' ' < "$1" | sed "s|.*$slot||; s|</script>.*||"; }
within() { held "$1" | sed "s/.*\"$2\":\"\([^\"]*\)\".*/\1/" | base64 -d; } # PAGE FILE

begin 'export: files go into the page as they are'
run 0 "$G2L2" train nav five.tsv -o five.g2l2 --quiet
run 0 "$G2L2" lexicon five.g2l2 --export -o five.lexicon
mkdir -p '</script>'
cp five.lexicon '</script>/a<b.lexicon'
run 0 "$G2L2" export five.g2l2 '</script>/a<b.lexicon' --test five.tsv --page bare.html -o full.html
is "$out" 'wrote full.html
'
quiet
held full.html > held.json
json held.json models files test
within full.html five.g2l2 | cmp -s - five.g2l2 || wrong 'the model is another one'
within full.html five.tsv | cmp -s - five.tsv || wrong 'the tests are others'
says held.json '"models":["five.g2l2","a\u003cb.lexicon"]'
[ "$(grep -c '</script>' full.html)" = 1 ] || wrong 'a name ends the script'
run 0 "$G2L2" export five.g2l2 --page full.html -o again.html
held again.html > held.json
grep -q 'lexicon' held.json && wrong 'what a page held is still there'
end

begin 'export: what cannot be'
for refused in "1 no-model.g2l2" "1 five.tsv" "2 " "2 five.g2l2 --pages x"; do
    # shellcheck disable=SC2086 # words
    run ${refused%% *} "$G2L2" export ${refused#* } --page bare.html -o no.html
    lines "$err" 1
done
run 2 "$G2L2" export five.g2l2 --page bare.html
says "$err" '-o FILE.html is needed'
run 1 "$G2L2" export five.g2l2 --page five.tsv -o no.html
says "$err" 'not a page that `make wasm` made'
run 1 "$G2L2" export five.g2l2 --page missing.html -o no.html
says "$err" 'missing.html'
cp -r '</script>' other && cp other/a*.lexicon other/five.tsv
run 2 "$G2L2" export other/five.tsv --test five.tsv --page bare.html -o no.html
says "$err" "two files are called 'five.tsv'"
run 1 "$G2L2" export five.g2l2 --page bare.html -o missing/no.html
[ ! -e no.html ] || wrong 'something was written'
end

begin 'export: the page is found beside the command'
mkdir -p here/bin
cp "$G2L2" here/bin/g2l2
run 1 here/bin/g2l2 export five.g2l2 -o no.html
says "$err" 'built without WebAssembly'
says "$err" 'make wasm'
mkdir -p here/bin/wasm here/share/g2l2
cp bare.html here/bin/wasm/page.html
run 0 here/bin/g2l2 export five.g2l2 -o built.html
(echo installed && cat bare.html) > here/share/g2l2/page.html
run 0 here/bin/g2l2 export five.g2l2 -o installed.html
[ "$(head -n 1 installed.html)" = installed ] || wrong 'not the one that is installed'
end

page=$(dirname "$G2L2")/wasm/page.html
if [ ! -e "$page" ]; then
    skip page 'there is no page without a server; `make wasm` makes it, with emscripten'
    exit 0
fi
has_browser page || exit 0

begin 'page: models and what the command says of them'
shelf=$project/examples/shelf
cat > sentences << 'END'
run and jump twice
jump
walk and run
jump twice and run twice
jump twice twice
fly
END
run 0 "$G2L2" train visual --scenes "$shelf/train-scenes.jsonl" --questions "$shelf/train-questions.jsonl" -o shelf.g2l2 --quiet
"$G2L2" run five.g2l2 --json < sentences > five.jsonl
for scene in 0 7 24; do
    "$G2L2" run shelf.g2l2 --scene "$shelf/test-scenes.jsonl:$scene" --json 'how many plates?' 'is there a full cup below the plate?' \
        'how many red books?' > one.jsonl
    sed "s/^{/{\"scene\": $scene, /" one.jsonl
done > shelf.jsonl
run 0 "$G2L2" export five.g2l2 shelf.g2l2 --scenes "$shelf/test-scenes.jsonl" --test five.tsv -o both.html
end
python3 "$browser/page.py" "$page" "$work" || echo 'not ok page: the tests broke off'

begin 'page: a model that was saved is one'
run 0 "$G2L2" run saved.g2l2 'run and jump twice'
is "$out" 'RUN JUMP JUMP
'
end
