# g2l2 data features: features of other programs become scenes that can be asked about.
. "$(dirname "$0")/helpers"

begin 'features: JSON lines'
printf '%s\n' '{"id": "a", "features": [[1, 2], [3, 4]], "boxes": [[0, 0, 48, 32], [24, 16, 48, 32]]}' > in.jsonl
"$G2L2" data features in.jsonl --image-size 48x32 -o scenes.jsonl > "$out" || wrong 'it failed'
grep -q '^wrote scenes.jsonl: 1 scenes, 2 objects of 6 numbers$' "$out" || wrong "it said $(cat "$out")"
grep -q '"features":\[3,4,0.75,0.75,0.5,0.5\]' scenes.jsonl || wrong "it wrote $(cat scenes.jsonl)"
end

begin 'features: what is wrong is said'
for bad in 'pixels:in.jsonl' 'nothing:/dev/null' 'text:bad.txt' 'missing:none.npz'; do
    echo 'hello, this is a text' > bad.txt
    "$G2L2" data features "${bad#*:}" -o never.jsonl > "$out" 2> said
    [ $? = 1 ] || wrong "${bad%%:*}: the status is not 1"
    [ "$(wc -l < said)" = 1 ] || wrong "${bad%%:*}: it said $(cat said)"
    [ ! -e never.jsonl ] || wrong "${bad%%:*}: something was written"
done
"$G2L2" data features in.jsonl --image-size big > "$out" 2> said
[ $? = 2 ] || wrong 'a size that is none: the status is not 2'
end
