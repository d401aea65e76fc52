# Budgets: no command takes more than it may, whatever it is given (tests/faults/hostile).
. "$(dirname "$0")/helpers"

if ! command -v python3 > /dev/null; then
    skip 'hostile input' 'there is no python3'
else
    "$project/tests/faults/hostile" "$G2L2" > tried 2> errors
    retell 'hostile input' tried
    begin 'hostile input: all of it was tried'
    [ ! -s errors ] || wrong "$(cat errors)"
    [ "$(grep -c . tried)" -ge 40 ] || wrong "only $(grep -c . tried) were"
    end
fi

printf 'hop\tH\nhop twice\tH H\nskip\tK\n' > en.tsv
printf 'domain nav\nliterals H\nhop => V : H()  1\n' > hop.lex

begin 'budgets: a reason, the option, and what was reached'
yes '{"command": "hop hop", "actions": "H H"}' | run 1 "$G2L2" check - --max-seconds 0.2
says "$err" 'stopped: it takes too long; --max-seconds is 0.2; it was reading -'
run 1 "$G2L2" data clevr --questions 1000000 -o many --max-seconds 0.2
says "$err" 'it was writing many'
yes hop | run 1 "$G2L2" run hop.lex --max-total 0.2
says "$err" '--max-total is 0.2; it was answering'
end

begin 'budgets: nobody can ask for less than nothing'
for command in "check en.tsv" "lexicon hop.lex" "domain show nav" "say hop.lex H" "data scan" "render x.json -o y" \
    "export hop.lex -o x.html" "data features x.npy" "data clevr"; do
    # shellcheck disable=SC2086 # a command of several words
    run 2 "$G2L2" $command --max-seconds -1
    says "$err" '--max-seconds cannot be below 0'
    # shellcheck disable=SC2086
    [ "$command" = "check en.tsv" ] || run 2 "$G2L2" $command --max-memory 1K
done
end

begin 'budgets: what is within them is as ever'
run 0 "$G2L2" check en.tsv --max-seconds 60 --max-memory 64M
run 0 "$G2L2" lexicon hop.lex --max-seconds 60 --max-memory 64M
says "$out" 'hop'
run 0 "$G2L2" eval hop.lex en.tsv --max-total 60
end

begin 'budgets: memory'
if sanitized; then
    skip "$name" 'sanitizers take memory of their own'
else
    yes '{"command": "hop hop", "actions": "H H"}' | head -n 300000 > many.jsonl
    run 1 "$G2L2" check many.jsonl --max-memory 8M
    says "$err" 'out of memory; raise it with --max-memory'
    end
fi
