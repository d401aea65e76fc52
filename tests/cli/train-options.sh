# Options of `train` that are about learning work for every domain: commands, numbers, commands about
# objects, questions about objects.
. "$(dirname "$0")/helpers"

printf 'rise\tUP\nrise twice\tUP UP\ndip twice\tDOWN DOWN\nrise then dip\tUP DOWN\n' > moves.tsv
printf 'one\t1\ntwo\t2\ntwo plus two\t4\none plus two\t3\none plus one\t2\n' > sums.tsv
head -n 60 "$project/examples/shelf/train-questions.jsonl" > questions.jsonl
data() { # DOMAIN
    case $1 in
    nav) echo moves.tsv ;;
    arith) echo sums.tsv ;;
    fetch) echo "--questions $project/examples/fetch/train.jsonl" ;;
    visual) echo "--scenes $project/examples/shelf/train-scenes.jsonl --questions questions.jsonl" ;;
    esac
}

for d in nav arith fetch visual; do
    begin "train: options for $d"
    for options in '--seed 3 --senses 1 --noise 0.9 --restarts 1 --effort 1 --threads 2 --max-seconds 300 --grammar plain' \
        '--candidates all --grammar normal-form --lambda 0.5 --recipe batch=8 --keep-candidates --updates 40 --noise 0.9 --json'; do
        # shellcheck disable=SC2046,SC2086 # options are words
        run 0 "$G2L2" train $d $(data $d) $options -o model.g2l2
        quiet
    done
    # shellcheck disable=SC2046 # options are words
    "$G2L2" train $d $(data $d) --strict --noise 0 -o model.g2l2 > "$out" 2> "$err"
    [ $? -lt 2 ] || wrong "--strict: $(cat "$err")"
    end
done

begin 'train: numbers, in exact inference'
run 0 "$G2L2" train arith sums.tsv --inference exact -o sums.g2l2
says "$out" '5 of 5 examples explained'
run 0 "$G2L2" run sums.g2l2 'two plus two plus one'
is "$out" '5
'
end

begin 'train: few examples in expected inference, as often as it takes'
run 0 "$G2L2" train arith sums.tsv -o sums.g2l2
says "$out" '5 of 5 examples explained'
run 0 "$G2L2" train nav moves.tsv --inference expected --candidates paper --noise 1 --recipe prune_epochs=300 -o moves.g2l2
end

# Words that began anew have what was ruled out before: once, so that the model can be read.
begin 'train: candidates that are kept are kept once'
printf 'bank\tB\nrow\tR\nrow bank\tR B\nbank row\tB R\nbank twice\tB B\nrow twice\tR R\nset\tS\nset set\tS T\nset bank\tS B\nrow set\tR S\n' > senses.tsv
run 0 "$G2L2" train senses.tsv --noise 1 --candidates paper --keep-candidates --no-estimate -o kept.g2l2
run 0 "$G2L2" lexicon kept.g2l2
run 0 "$G2L2" run kept.g2l2 'row bank'
expect grep -q '^R B$' "$out"
end
