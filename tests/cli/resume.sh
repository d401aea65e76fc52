# train --resume: killed at a checkpoint, it goes on and comes to the same bytes, in every domain.
. "$(dirname "$0")/helpers"

faulty=$(dirname "$G2L2")/faulty
printf 'hop\tH\nskip\tK\nhop twice\tH H\nskip twice\tK K\nhop and skip\tH K\nskip and hop twice\tK H H\n' > en.tsv
head -n 12 "$project/examples/tables/shop.train.jsonl" > shop.jsonl
head -n 20 "$project/examples/home/train.jsonl" > home.jsonl
head -n 20 "$project/examples/shelf/train-questions.jsonl" > shelf.jsonl
head -n 150 "$project/examples/sentences/train.jsonl" > sentences.jsonl

# MODEL KILL...: learn in one go; then killed at each of these checkpoints (-N: before it is in its place) and
# gone on with, by two threads, until it ends.
killed() {
    model=$1 resume=
    shift
    run 0 "$G2L2" train $data -o whole.g2l2 --no-estimate --quiet
    rm -f "$model"*
    for at; do
        # shellcheck disable=SC2086 # options are words
        G2L2_KILL_AT=$at "$faulty" train $data -o "$model" --no-estimate --quiet --checkpoint 0 $resume > "$out" 2> "$err"
        [ $? = 137 ] || wrong "it was not killed at $at: $(cat "$err")"
        [ -f "$model.checkpoint" ] || [ "$at" = -1 ] || wrong "there is no checkpoint after $at"
        resume='--resume --threads 2'
    done
    # shellcheck disable=SC2086 # options are words
    run 0 "$G2L2" train $data -o "$model" --no-estimate --resume
    says "$err" "going on from $model.checkpoint"
    cmp -s whole.g2l2 "$model" || wrong "other bytes: $data, killed at $*"
    [ "$(echo "$model"*)" = "$model $model.jsonl" ] || wrong "left behind: $(echo "$model"*)"
}

begin 'resume: commands'
data=en.tsv
killed nav.g2l2 1 9 -12
killed nav.g2l2 40
end

begin 'resume: commands, in expected inference'
data='en.tsv --inference expected --candidates paper --updates 4 --noise 1'
killed nav.g2l2 5 -6
end

begin 'resume: records'
data=home.jsonl
killed home.g2l2 3 -8
end

begin 'resume: nested records'
data=sentences.jsonl
killed nested.g2l2 1
end

begin 'resume: tables'
data="--table $project/examples/tables/shop.csv --questions shop.jsonl"
killed shop.g2l2 2 -5
end

begin 'resume: objects'
data="visual --scenes $project/examples/shelf/train-scenes.jsonl --questions shelf.jsonl --updates 2 --feature-size 8 \
    --recipe reset_examples=50,sense_trials=2,attempts=2 --noise 1"
killed shelf.g2l2 2 12 -9
end

begin 'resume: nothing to go on from'
rm -f nav.g2l2*
run 0 "$G2L2" train en.tsv -o nav.g2l2 --no-estimate --resume
says "$err" 'there is no nav.g2l2.checkpoint to go on from; this begins at the start'
run 0 "$G2L2" train en.tsv -o nav.g2l2 --no-estimate
[ -s "$err" ] && wrong "it says $(cat "$err")"
end

G2L2_KILL_AT=5 "$faulty" train en.tsv -o nav.g2l2 --no-estimate --quiet --checkpoint 0 2> /dev/null
cp nav.g2l2.checkpoint kept

begin 'resume: a checkpoint of something else is refused'
cp en.tsv other.tsv
echo 'leap	L' >> other.tsv
run 1 "$G2L2" train other.tsv -o nav.g2l2 --resume
says "$err" 'g2l2: nav.g2l2.checkpoint: it is a checkpoint of other data; remove it, or begin again without --resume'
run 1 "$G2L2" train en.tsv -o nav.g2l2 --resume --seed 2
says "$err" 'g2l2: nav.g2l2.checkpoint: it is a checkpoint of other options; remove it, or begin again without --resume'
cp nav.g2l2.checkpoint tampered.checkpoint
printf '\002' | dd of=nav.g2l2.checkpoint bs=1 seek=16 conv=notrunc 2> /dev/null
run 1 "$G2L2" train en.tsv -o nav.g2l2 --resume
says "$err" 'it is of another version of g2l2'
cmp -s kept tampered.checkpoint || wrong 'it was changed'
end

begin 'resume: what is damaged is refused'
n=$(wc -c < kept)
for cut in 0 1 15 16 39 40 95 96 1000 $((n / 2)) $((n - 1)); do
    head -c $cut kept > nav.g2l2.checkpoint
    run 1 "$G2L2" train en.tsv -o nav.g2l2 --resume
    says "$err" 'remove it, or begin again without --resume'
done
for at in 3 20 30 38 50 70 90 97 $((n / 3)) $((n - 1)); do
    cp kept nav.g2l2.checkpoint
    printf '\377\376\375' | dd of=nav.g2l2.checkpoint bs=1 seek=$at conv=notrunc 2> /dev/null
    run 1 "$G2L2" train en.tsv -o nav.g2l2 --resume
    says "$err" 'remove it, or begin again without --resume'
done
end

begin 'resume: without --resume it begins again, and says so'
cp kept nav.g2l2.checkpoint
run 0 "$G2L2" train en.tsv -o nav.g2l2 --no-estimate
says "$err" 'nav.g2l2.checkpoint is of a run that did not come to its end; this begins at the start, --resume would go on from it'
[ -e nav.g2l2.checkpoint ] && wrong 'the checkpoint is still there'
end

begin 'resume: what was stopped goes on'
rm -f nav.g2l2* whole.g2l2
data='en.tsv --updates 3000'
# shellcheck disable=SC2086 # options are words
run 0 "$G2L2" train $data -o whole.g2l2 --no-estimate --quiet
# shellcheck disable=SC2086 # options are words
"$G2L2" train $data -o nav.g2l2 --no-estimate --checkpoint 0 > "$out" 2> "$err" &
pid=$!
until [ -e nav.g2l2.checkpoint ] || ! kill -0 $pid 2> /dev/null; do :; done
kill -INT $pid
wait $pid
[ $? = 130 ] || wrong "status $?: $(cat "$err")"
says "$err" 'the same command with --resume goes on from nav.g2l2.checkpoint'
# shellcheck disable=SC2086 # options are words
run 0 "$G2L2" train $data -o nav.g2l2 --no-estimate --resume --json
says "$out" '"resumed": true'
cmp -s whole.g2l2 nav.g2l2 || wrong 'other bytes'
end

begin 'resume: options'
run 2 "$G2L2" train en.tsv -o nav.g2l2 --checkpoint -1
says "$err" '--checkpoint cannot be below 0'
run 0 "$G2L2" train en.tsv -o /dev/null --no-estimate --checkpoint 0
end
