# The explorer and the pages of `explain --format html` in a real browser. SCREENSHOTS=DIR also
# makes the pictures of docs/EXPLORER.md there.
. "$(dirname "$0")/helpers"

has_browser explorer || exit 0

shelf=$project/examples/shelf
browser=$project/tests/browser
export PYTHONDONTWRITEBYTECODE=1
server=
stop() {
    [ -z "$server" ] || kill "$server" 2> /dev/null || echo "not ok the server ended: $(tail -n +3 tmp/serve | head -c 600 | tr '\n' ' ')"
    wait 2> /dev/null
    server=
}
trap 'stop; rm -rf "$work"' EXIT

serve() { # ARGUMENTS...    its address in $address
    : > tmp/serve
    "$G2L2" serve "$@" --port 0 > tmp/serve 2>&1 &
    server=$!
    await_server $server tmp/serve
}

# A lexicon that leaves much open.
cat > open.lexicon << 'END'
domain nav
literals I_JUMP I_RUN I_WALK
jump => V : I_JUMP()  1
walk => V : I_WALK()  1.5
walk => V : I_RUN()  1.1
twice => V\V : \x. repeat(x, 2)  2
and => V\V/V : \y.\x. concat(x, y)  2.5
then => V\V/V : \y.\x. concat(x, y)  2.5
then => V\V/V : \y.\x. concat(y, x)  2.1
END

# One that is executed by means.
cat > sums.lexicon << 'END'
domain arith
one => N : 1  1
two => N : 2  1
three => N : 3  1
plus => N\N/N : \y.\x. add(x, y)  1
times => N\N/N : \y.\x. mul(x, y)  1
END

begin 'explorer: models, pages and a server'
run 0 "$G2L2" data scan --split simple --part train -o train.txt
run 0 "$G2L2" data scan --split simple --part test -o all.txt
head -n 400 all.txt > test.txt
run 0 "$G2L2" train nav train.txt -o scan.g2l2
run 0 "$G2L2" train visual --scenes "$shelf/train-scenes.jsonl" \
    --questions "$shelf/train-questions.jsonl" -o shelf.g2l2
run 0 "$G2L2" explain scan.g2l2 'jump around left twice and walk' -o command.html
run 0 "$G2L2" explain shelf.g2l2 --scene "$shelf/test-scenes.jsonl:1" \
    'is there a full cup below the plate?' -o question.html
run 0 "$G2L2" explain shelf.g2l2 'is there a full cup below the plate?' -o blind.html
run 3 "$G2L2" explain scan.g2l2 'jump </script><script>alert(1)</script> <img src=x>' -o trouble.html
serve scan.g2l2 shelf.g2l2 open.lexicon sums.lexicon --test test.txt --scenes "$shelf/test-scenes.jsonl" \
    --questions "$shelf/test-questions.jsonl"
end
[ -n "$address" ] || exit 1

python3 "$browser/explorer.py" "$address" "$work" || echo 'not ok explorer: the tests broke off'

# axe-core is npm's, and no part of the project.
axe=${AXE_CORE:-$(npm root -g 2> /dev/null)/axe-core/axe.min.js}
if [ -f "$axe" ]; then
    python3 "$browser/axe.py" "$address" "$axe" || echo 'not ok axe: the tests broke off'
else
    echo 'ok axe: what it finds in the page # SKIP there is no axe-core (npm install -g axe-core, or AXE_CORE=FILE)'
fi
stop

begin 'teach: a server without a model'
serve
end
[ -n "$address" ] || exit 1
python3 "$browser/teach.py" "$address" || echo 'not ok teach: the tests broke off'
stop

begin 'test: a server with a model that has a wrong entry'
run 0 "$G2L2" lexicon scan.g2l2 --export
sed '/^thrice /s/repeat(x, 3)/repeat(x, 2)/' "$out" > thrice.lexicon
serve thrice.lexicon shelf.g2l2 --scenes "$shelf/test-scenes.jsonl" --questions "$shelf/test-questions.jsonl"
end
[ -n "$address" ] || exit 1
python3 "$browser/review.py" "$address" || echo 'not ok test: the tests broke off'
stop

# Twenty images are enough to learn something: the page has to answer as the command does, not well.
begin 'image: a server with a model that was learned from images'
run 0 "$G2L2" data clevr --scenes 20 --questions 1 --part train -o drawn
run 0 "$G2L2" render drawn/scenes.json -o drawn --width 160 --quiet
python3 - << 'END' || wrong 'there are no questions'
import json
scenes, questions = json.load(open("drawn/scenes.json"))["scenes"], []
for s in scenes:
    for key, words in (("shape", {w: w + "s" for w in ("cube", "sphere", "cylinder")}),
                       ("color", {w: w + " things" for w in ("red", "blue", "gray")})):
        questions += [{"question": f"how many {text} are there?", "image_filename": s["image_filename"],
                       "answer": str(sum(o[key] == word for o in s["objects"]))} for word, text in words.items()]
json.dump({"questions": questions}, open("drawn/questions.json", "w"))
END
run 0 "$G2L2" train visual --images drawn/images --questions drawn/questions.json --boxes detected --recipe attempts=1 \
    --no-estimate -o drawn.g2l2
image=$(find drawn/images -name '*.png' | sort | head -n 1)
run 0 "$G2L2" run drawn.g2l2 --image "$image" 'how many cubes are there?'
answer=$(head -n 1 "$out")
serve drawn.g2l2
end
[ -n "$address" ] || exit 1
python3 "$browser/images.py" "$address" "$image" 'how many cubes are there?' "$answer" || echo 'not ok image: the tests broke off'
stop

[ -n "$SCREENSHOTS" ] || exit 0
begin 'explorer: pictures'
run 0 "$G2L2" data clevr --scenes 300 --questions 3000 --part train -o clevr
run 0 "$G2L2" train visual --scenes clevr/scenes.json --questions clevr/questions.json -o clevr.g2l2
serve scan.g2l2 clevr.g2l2 open.lexicon --test all.txt --scenes clevr/scenes.json --questions clevr/questions.json
run 0 python3 "$browser/screenshots.py" "$address" "$SCREENSHOTS"
end
