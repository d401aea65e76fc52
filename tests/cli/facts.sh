# Questions about tables: what `train` says of them, and how far answers can be trusted.
. "$(dirname "$0")/helpers"

printf 'name,kind,color,price\n' > t.csv
awk 'BEGIN {
    split("cup pot jug", kinds); split("red blue green", colors)
    for (i = 0; i < 9; i++)
        print "X" i "," kinds[i % 3 + 1] "," colors[int(i / 2) % 3 + 1] "," 5 + i * 7 % 40
}' >> t.csv
awk -F, 'NR > 1 { n[$2]++; both[$3 " " $2]++; color[$1] = $3; price[$1] = $4 }
END {
    for (k in n) print "{\"question\": \"how many " k "s are there?\", \"answer\": " n[k] "}"
    for (k in both) print "{\"question\": \"how many " k "s are there?\", \"answer\": " both[k] "}"
    for (x in color) print "{\"question\": \"what color is " x "?\", \"answer\": \"" color[x] "\"}"
    for (x in price) print "{\"question\": \"what is the price of " x "?\", \"answer\": " price[x] "}"
}' t.csv | sort > q.jsonl

begin 'facts: tables need no name of a domain; what cannot be expressed is set aside and listed'
(cat q.jsonl; echo '{"question": "why is X3 here?", "answer": ["never", "mind"]}') > odd.jsonl
run 0 "$G2L2" train --table t.csv --questions odd.jsonl -o t.g2l2 --log none --no-estimate
quiet
says "$out" 'examples explained, the others set aside'
says "$out" "'why is x3 here' is not explained as"
run 0 "$G2L2" train --table t.csv odd.jsonl -o same.g2l2 --log none --no-estimate
cmp -s t.g2l2 same.g2l2 || wrong 'one file beside a table is not its questions'
end

begin 'facts: an estimate on questions that were held back'
run 0 "$G2L2" train --table t.csv --questions q.jsonl -o t.g2l2 --log none
says "$out" 'right (each part in turn)'
end

begin 'facts: eval says whether confidence can be trusted'
(cat q.jsonl; echo '{"question": "how many cups are there?", "answer": 77}') > wrong.jsonl
run 0 "$G2L2" eval t.g2l2 --table t.csv --questions wrong.jsonl
says "$out" 'confidence: ECE 0.'
run 0 "$G2L2" eval t.g2l2 --table t.csv --questions wrong.jsonl --json
json "$out" ece auroc
end

begin 'facts: the second and the two of whatever comes first are learned as such'
ask() { # QUESTION ANSWER...: a line of JSON
    question=$1
    shift
    printf '{"question": "%s", "answer": [' "$question"
    printf '"%s",' "$@" | sed 's/,$//'
    echo ']}'
}
(cat q.jsonl
ask 'what is the cheapest cup?' X0
ask 'what is the cheapest pot?' X1
ask 'what is the cheapest jug?' X2
ask 'what is the dearest cup?' X3
ask 'what is the dearest pot?' X4
ask 'what is the dearest jug?' X5
ask 'what is the second cheapest cup?' X6
ask 'what is the second cheapest pot?' X7
ask 'what is the second dearest jug?' X8
ask 'what is the second cheapest red cup?' X6
ask 'what are the two cheapest cups?' X0 X6
ask 'what are the two dearest pots?' X4 X7
ask 'what are the two cheapest jugs?' X2 X8) > second.jsonl
run 0 "$G2L2" train --table t.csv --questions second.jsonl -o second.g2l2 --log none --no-estimate
run 0 "$G2L2" run second.g2l2 --table t.csv 'what is the second dearest cup?' 'what is the second dearest pot?' \
    'what are the two dearest cups?' 'what are the two dearest jugs?'
is "$out" 'X6
X7
X3, X6
X5, X8
'
end

begin 'facts: a presupposition that fails is said, an unknown word too, and answers are withheld'
printf '%s\n' '# g2l2 lexicon 1' 'domain facts' 'literals Property : cup pot' 'literals Quantity : price' \
    'cups => N : filter(scene(), cup())  0' 'pots => N : filter(scene(), pot())  0' 'the => EMPTY  0' \
    'dearer => N\N/N : \y.\x. exceeding(x, y, price())  0' > p.lex
run 3 "$G2L2" run p.lex --table t.csv 'cups dearer the pots'
says "$err" 'it has no answer: there are 3: X1, X4, X7'
run 0 "$G2L2" run p.lex --table t.csv 'the shiny cups'
is "$out" 'X0, X3, X6
'
says "$err" "unknown word 'shiny', taken to mean nothing"
run 4 "$G2L2" run p.lex --table t.csv --min-confidence 0.6 'the shiny cups'
says "$err" 'its confidence is 0.50'
end

begin 'facts: an unknown word is as doubtful as the words that may stand there disagree'
printf '%s\n' '# g2l2 lexicon 1' 'domain facts' 'literals Property : cup red blue' 'how => EMPTY  0' \
    'many => NUM/N : \x. count(x)  0' 'red => N/N : \x. filter(x, red())  0' 'blue => N/N : \x. filter(x, blue())  0' \
    'cups => N : filter(scene(), cup())  0' 'next how many 5' 'next many red 2 blue 2 cups 1' 'next red cups 2' \
    'next blue cups 2' 'next cups <end> 5' 'next <start> how 5' 'nothing -1.5' > u.lex
run 0 "$G2L2" run u.lex --table t.csv --json 'how many cups' 'zork many cups' 'how many zork cups'
sed 's/.*"confidence":\([-0-9.e]*\),"n_best.*/\1/' "$out" > confidences
expect awk 'NR == 1 && $1 != 1 || NR == 2 && $1 < .9 || NR == 3 && $1 > .1 { exit 1 } END { exit NR < 3 }' confidences
run 0 "$G2L2" lexicon u.lex --export
says "$out" 'next many red 2 blue 2 cups 1'
says "$out" 'nothing -1.5'
end

begin 'facts: a new word for a comparison may say the contrary, and one on top may say something'
printf '%s\n' '# g2l2 lexicon 1' 'domain facts' 'literals Property : cup' 'literals Quantity : price' \
    'the => EMPTY  0' 'all => EMPTY  0' 'dearest => N/N : \x. largest(x, price())  0' \
    'cups => N : filter(scene(), cup())  0' 'next <start> the 4 all 4 cups 4' 'next the dearest 4' \
    'next all cups 4' 'next dearest cups 4' 'next cups <end> 12' > c.lex
run 0 "$G2L2" run c.lex --table t.csv --json 'the dearest cups' 'the zork cups' 'zork dearest cups' 'all cups zork'
sed 's/.*"confidence":\([-0-9.e]*\),"n_best.*/\1/' "$out" > confidences
expect awk 'NR == 1 && $1 != 1 || NR == 2 && $1 > .5 || NR > 2 && $1 > .6 { exit 1 } END { exit NR < 4 }' confidences
run 4 "$G2L2" run c.lex --table t.csv --min-confidence 0.6 'the zork cups'
end

begin 'facts: yes and no are what the examples call them'
awk -F, 'NR > 1 {
    print "{\"question\": \"ist " $1 " ein " $2 "?\", \"answer\": \"ja\"}"
    print "{\"question\": \"ist " $1 " ein " ($2 == "cup" ? "pot" : "cup") "?\", \"answer\": \"nein\"}"
}' t.csv > ja.jsonl
run 0 "$G2L2" train --table t.csv --questions ja.jsonl -o ja.g2l2 --log none --no-estimate
says "$out" '18 of 18 examples explained'
run 0 "$G2L2" eval ja.g2l2 --table t.csv --questions ja.jsonl
says "$out" '18 of 18 right'
run 0 "$G2L2" run ja.g2l2 --table t.csv 'ist X0 ein cup?' 'ist X0 ein jug?'
is "$out" 'ja
nein
'
run 0 "$G2L2" lexicon ja.g2l2 --export
says "$out" 'literals Truth : ja nein'
end

begin 'facts: an answer may be written with a comma for a point'
printf 'name;price\nAnn;1,50\nBob;1,86\nCy;12,30\nDi;7,00\n' > comma.csv
printf 'question;answer\nprice of Ann?;1,50\nprice of Bob?;1,86\nprice of Cy?;12,3\n' > comma-q.csv
run 0 "$G2L2" train --table comma.csv --questions comma-q.csv -o comma.g2l2 --log none --no-estimate
says "$out" '3 of 3 examples explained'
run 0 "$G2L2" eval comma.g2l2 --table comma.csv --questions comma-q.csv
says "$out" '3 of 3 right'
run 0 "$G2L2" run comma.g2l2 --table comma.csv 'price of Di?' 'price of Ann?'
is "$out" '7
1.5
'
end

begin 'facts: without a table a question is explained but for its values'
for format in text json html svg dot latex; do
    run 0 "$G2L2" explain p.lex --format $format 'cups dearer the pots'
done
run 0 "$G2L2" explain p.lex 'the pots'
says "$out" '  1  filter(scene(), pot())'
! grep -q ' = ' "$out" || wrong 'it shows values'
run 0 "$G2L2" explain p.lex --table t.csv 'the pots'
says "$out" '  1  filter(scene(), pot()) = {X1, X4, X7}'
end

begin 'facts: values and columns of several words, and yes or no, in a model that is read again'
sed '1s/price/unit price,new/; 2,$s/$/,no/; s/green/light green/; 3s/no$/yes/; 5s/no$/yes/' t.csv > s.csv
(sed 's/green/light green/; s/the price of/the unit price of/' q.jsonl
echo '{"question": "which cups are new?", "answer": []}'
echo '{"question": "which pots are new?", "answer": ["X1"]}') > s.jsonl
run 0 "$G2L2" train --table s.csv --questions s.jsonl -o s.g2l2 --log none --no-estimate
run 0 "$G2L2" run s.g2l2 --table s.csv 'what color is X4?' 'what is the unit price of X2?'
is "$out" 'light green
19
'
end
