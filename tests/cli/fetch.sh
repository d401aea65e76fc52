# Actions done to sets of objects: a sequence over a set of a world, in exact execution.
. "$(dirname "$0")/helpers"

fetch=$project/examples/fetch

begin 'fetch: learned from its examples'
run 0 "$G2L2" train fetch --questions "$fetch/train.jsonl" -o fetch.g2l2
quiet
says "$out" '110 of 110 examples explained'
end

begin 'fetch: commands that were never seen, about other objects'
cut -d '"' -f 4 "$fetch/train.jsonl" | sort -u > seen
cut -d '"' -f 4 "$fetch/test.jsonl" | sort -u > unseen
[ "$(comm -12 seen unseen | wc -l)" = 0 ] || wrong 'some of them were learned from'
run 0 "$G2L2" eval fetch.g2l2 --questions "$fetch/test.jsonl"
says "$out" '90 of 90 right: 100.00%'
end

begin 'fetch: one scene, several commands'
cat > room.json << 'END'
{"objects": [{"name": "cup1", "kind": "cup", "color": "red"},
             {"name": "cup2", "kind": "cup", "color": "blue"},
             {"name": "book1", "kind": "book", "color": "red"}]}
END
tr -d '\n' < room.json > room.jsonl
run 0 "$G2L2" run fetch.g2l2 --scene room.jsonl 'bring every red cup to the kitchen' \
    'Wash all cups then carry every book to the hall!' 'lift every green cup'
is "$out" 'BRING(cup1,kitchen)
WASH(cup1) WASH(cup2) BRING(book1,hall)

'
end

begin 'fetch: the text of the model is the model'
run 0 "$G2L2" lexicon fetch.g2l2 --export
cp "$out" fetch.lex
says fetch.lex 'literals Place : garage hall kitchen'
says fetch.lex 'literals Property : blue book box'
run 0 "$G2L2" run fetch.lex --scene room.jsonl 'bring every red cup to the kitchen'
says "$out" 'BRING(cup1,kitchen)'
end
