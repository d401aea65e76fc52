# Questions about things with properties: files without options, and which domain they are for where nobody says.
. "$(dirname "$0")/helpers"

# Scenes of six vehicles: how many of a kind and color, and what the fastest of a kind or color is like.
awk 'function draw(n) { seed = (seed * 1103 + 12345) % 65536; return int(seed / 7) % n }
BEGIN {
    split("car bus bike", kinds); split("red blue white", colors); seed = 7
    for (i = 0; i < 160; i++) {
        n = top = 0; objects = first = ""; K = kinds[1 + draw(3)]; C = colors[1 + draw(3)]
        for (j = 0; j < 6; j++) {
            kind = kinds[1 + draw(3)]; color = colors[1 + draw(3)]; speed = 1 + draw(30) * 6 + j
            objects = objects (j ? ", " : "") "{\"kind\": \"" kind "\", \"color\": \"" color "\", \"speed\": " speed "}"
            n += color == C && kind == K
            meant = i % 3 == 1 ? kind == K : color == C
            if (meant && speed > top) { top = speed; first = i % 3 == 1 ? color : kind }
        }
        ask = i % 3 == 1 ? "what color is the fastest " K : i % 3 == 2 ? "what is the fastest " C " one" : "how many " C " " K "s are there"
        if (i % 3 == 0 || first != "")
            print "{\"question\": \"" ask "\", \"answer\": \"" (i % 3 ? first : n) "\", \"objects\": [" objects "]}"
    }
}' > stated.jsonl
head -40 stated.jsonl > few.jsonl

domain_is() { # MODEL NAME
    "$G2L2" lexicon "$1" --export | grep -q "^domain $2" || wrong "$1 is no model of $2"
}

begin 'worlds: a file of questions needs no option; what is stated is used where what words look like does not do'
run 0 "$G2L2" train stated.jsonl -o stated.g2l2 --no-estimate
domain_is stated.g2l2 facts
says "$out" 'facts: what is stated of things is used as it is'
says stated.g2l2.jsonl '"domain":"facts"'
run 0 "$G2L2" eval stated.g2l2 stated.jsonl
says "$out" "$(wc -l < stated.jsonl) of $(wc -l < stated.jsonl) right"
end

begin 'worlds: of few questions nothing is learned about what words look like'
run 0 "$G2L2" train few.jsonl -o few.g2l2 --log none --no-estimate
domain_is few.g2l2 facts
end

begin 'worlds: a domain that is named is taken, in a packed file as well'
gzip -k few.jsonl
run 0 "$G2L2" train visual few.jsonl.gz -o seen.g2l2 --log none --no-estimate --noise 1
domain_is seen.g2l2 visual
end

begin 'worlds: what words look like is learned where that does'
run 0 "$G2L2" train "$project/examples/shelf/train-questions.jsonl" --scenes "$project/examples/shelf/train-scenes.jsonl" \
    -o shelf.g2l2 --log none --no-estimate
domain_is shelf.g2l2 visual
end

begin 'worlds: vectors of features are no statements'
awk 'BEGIN { for (i = 0; i < 24; i++)
    print "{\"question\": \"how many " (i % 2 ? "red" : "blue") " things\", \"answer\": " (i % 4 < 2 ? 1 : 2) ", \"objects\": [{\"features\": [" i % 2 ", " 1 - i % 2 "]}" (i % 4 < 2 ? "" : ", {\"features\": [" i % 2 ", " 1 - i % 2 "]}") "]}"
}' > features.jsonl
run 0 "$G2L2" train features.jsonl -o features.g2l2 --log none --no-estimate
domain_is features.g2l2 visual
end

begin 'worlds: one file teaches, too'
echo '{"question": "what color is the swiftest car", "answer": "red", "objects": [{"kind": "car", "color": "red", "speed": 9}, {"kind": "car", "color": "blue", "speed": 4}]}' > more.jsonl
run 0 "$G2L2" teach stated.g2l2 more.jsonl -o more.g2l2
quiet
end

begin 'worlds: check finds two answers to one question about one thing, and no others'
cup='"objects": [{"kind": "cup", "color": "red"}]'
echo "{\"question\": \"what color is it\", \"answer\": \"red\", $cup}" > asked.jsonl
echo '{"question": "what color is it", "answer": "blue", "objects": [{"kind": "cup", "color": "blue"}]}' >> asked.jsonl
run 0 "$G2L2" check asked.jsonl
says "$out" '2 examples, 4 words: 0 to correct'
echo '{"objects": [{"kind": "cup", "color": "red"}], "id": "one"}' > one.json
echo '{"question": "what color is it", "answer": "red", "scene": "one"}' > named.jsonl
echo '{"question": "what color is it", "answer": "blue", "scene": "one"}' >> named.jsonl
run 4 "$G2L2" check named.jsonl --scenes one.json
says "$out" "named.jsonl:2: contradiction: 'what color is it' means 'blue' here and 'red' at line 1"
printf 'name,price\nP100,5\nP101,5\n' > pens.csv
printf 'question\tanswer\n' > pens.tsv
for i in 1 2 3 4; do printf 'price of P100 at %s\t5\n' "shop$i"; done >> pens.tsv
printf 'price of P101\t5\nprise of P101 today\t5\n' >> pens.tsv
run 0 "$G2L2" check --table pens.csv pens.tsv
says "$out" "typo: 'prise' occurs once; is it 'price'?"
grep -q "typo: 'p1" "$out" && wrong 'a number is a typo'
run 2 "$G2L2" check --table pens.csv
run 2 "$G2L2" check --table pens.csv pens.tsv asked.jsonl
end
