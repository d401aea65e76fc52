# The example of docs/VISUAL.md: a shelf, learned from 400 questions.
. "$(dirname "$0")/helpers"

shelf=$project/examples/shelf

begin 'shelf: learned from 400 questions'
run 0 "$G2L2" train visual --scenes "$shelf/train-scenes.jsonl" \
    --questions "$shelf/train-questions.jsonl" -o shelf.g2l2
quiet
says "$out" 'from 400 examples'
end

begin 'shelf: other shelves'
run 0 "$G2L2" eval shelf.g2l2 --scenes "$shelf/test-scenes.jsonl" \
    --questions "$shelf/test-questions.jsonl" --json
right=$(grep -o '"correct": *[0-9]*' "$out" | sed -n '1s/.*[^0-9]//p')
[ "${right:-0}" -ge 185 ] || wrong "only $right of 200 are right"
end

begin 'shelf: words, and what belongs together'
run 0 "$G2L2" lexicon shelf.g2l2
grep -q '^how .*count(x)' "$out" || wrong '`how` does not count'
grep -q '^red .*filter(x, ?)' "$out" || wrong '`red` does not filter'
grep -q '^above .*relate(x, y, ?)' "$out" || wrong '`above` does not relate'
grep -q '^  color = {blue, red, white}' "$out" || wrong 'color has other values'
end

begin 'shelf: asked and explained'
run 0 "$G2L2" run shelf.g2l2 --scene "$shelf/test-scenes.jsonl:0" 'how many white books?' \
    'is there a cup?'
expect test "$(cat "$out")" = "2
no"
run 0 "$G2L2" explain shelf.g2l2 --scene "$shelf/test-scenes.jsonl:0" 'how many white books?'
says "$out" 'count('
says "$out" 'kind=book'
end
