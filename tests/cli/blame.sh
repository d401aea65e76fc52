# g2l2 eval --blame: the word whose entry is wrong is named first.
. "$(dirname "$0")/helpers"

cat > good.lexicon << 'END'
domain nav
literals JUMP LEFT RUN WALK
walk => V : WALK()  0
run => V : RUN()  0
jump => V : JUMP()  0
left => V\V : \x. concat(LEFT(), x)  0
twice => V\V : \x. repeat(x, 2)  0
around => V\V/(V\V) : \f.\x. repeat(f(x), 4)  0
and => S\V/V : \y.\x. concat(x, y)  0
END
for a in walk run jump; do
    for b in '' ' twice' ' left' ' left twice' ' around left'; do
        echo "$a$b"
        for c in walk run jump; do echo "$a$b and $c twice"; done
    done
done > sentences
run 0 "$G2L2" run good.lexicon < sentences
paste sentences "$out" > test.tsv

begin 'blame: nothing is wrong'
run 0 "$G2L2" eval good.lexicon test.tsv --blame
says "$out" '60 of 60 right'
expect test -z "$(grep blame "$out")"
end

begin 'blame: what is not known is to blame, not the words beside it; a wrong label is suspected all the same'
{ cat test.tsv; printf '%s\t%s\n' 'gulp and walk twice' 'GULP WALK WALK' 'yawn and walk twice' 'YAWN WALK WALK' 'run twice and walk twice' 'RUN'; } > odd.tsv
run 0 "$G2L2" eval good.lexicon odd.tsv --blame --json --failures 3
python3 - "$out" << 'END' || wrong "$(head -c 600 "$out")"
import json, sys
review = json.load(open(sys.argv[1]))["review"]
assert [w["word"] for w in review["words"]] == ["gulp", "yawn"], review["words"]
assert [f["guilty"] for f in review["findings"]] == ["gulp", "yawn", None], review["findings"]
assert review["findings"][2]["verdict"] == "suspect", review["findings"]
END
end

# A record is understood without a word that is not known, and then the known ones are as they were.
begin 'blame: what was passed over is to blame, not how a sentence begins'
cat > lamps.jsonl << 'END'
{"command": "turn on the lamp", "result": {"do": "on", "what": "lamp"}}
{"command": "turn off the lamp", "result": {"do": "off", "what": "lamp"}}
{"command": "turn on the fan", "result": {"do": "on", "what": "fan"}}
{"command": "turn off the fan", "result": {"do": "off", "what": "fan"}}
{"command": "turn on the radio", "result": {"do": "on", "what": "radio"}}
END
run 0 "$G2L2" train lamps.jsonl -o lamps.g2l2 --no-estimate --quiet
sed 's/radio"}/heating"}/; s/the radio/the zorgle/; p; s/zorgle/snark/; s/on/off/g; s/heating/kettle/' lamps.jsonl | sort -u > unknown.jsonl
run 0 "$G2L2" eval lamps.g2l2 unknown.jsonl --blame --json
python3 - "$out" << 'END' || wrong "$(head -c 600 "$out")"
import json, sys
review = json.load(open(sys.argv[1]))["review"]
assert sorted(w["word"] for w in review["words"]) == ["snark", "zorgle"], review["words"]
END
end

# WORD WHAT ITS ENTRY BECOMES
plant() {
    sed "s#^$1 => .*#$1 => $2  0#" good.lexicon > wrong.lexicon
    run 0 "$G2L2" eval wrong.lexicon test.tsv --blame --json --failures 1
    python3 - "$1" "$out" << 'END' || wrong "$1 => $2 is not named first"
import json, sys
review = json.load(open(sys.argv[2]))["review"]
first = review["words"][0]
finding = review["findings"][0]
assert first["word"] == sys.argv[1] and first["cure"] and not first["breaks"], first
assert first["mends"] == first["mistakes"] > 0 and finding["guilty"] == sys.argv[1], finding
END
}

begin 'blame: a wrong entry is named first, with what mends it'
plant jump 'V : RUN()'
plant walk 'V\\V : \\x. x'
plant twice 'V\\V : \\x. repeat(x, 3)'
plant left 'V\\V : \\x. concat(x, LEFT())'
plant around 'V\\V/(V\\V) : \\f.\\x. f(f(x))'
plant and 'S\\V/V : \\y.\\x. concat(y, x)'
plant and 'EMPTY'
end

begin 'blame: an unknown word, a label that is wrong, and what is ambiguous'
{ cat test.tsv; printf 'hop\tHOP\njump and run\tWALK\n'; } > more.tsv
run 0 "$G2L2" eval good.lexicon more.tsv --blame
says "$out" 'hop  (not known)'
says "$out" 'unparsed: 1'
says "$out" 'suspect: 1'
says "$out" 'jump and run'
echo 'run => V : WALK()  -0.1' | cat good.lexicon - > open.lexicon
run 0 "$G2L2" eval open.lexicon test.tsv --blame
says "$out" 'ambiguous:'
end

begin 'blame: a locked entry is never changed'
sed 's#^jump => .*#jump => V : RUN()  0 locked#' good.lexicon > locked.lexicon
run 0 "$G2L2" eval locked.lexicon test.tsv --blame --failures 0
says "$out" 'jump  V : RUN()'
expect test -z "$(grep mends "$out")"
end
