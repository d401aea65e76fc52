# Several processes under mpirun: the same bytes as one, in every domain; a rank that dies, and going on.
. "$(dirname "$0")/helpers"

many=$(dirname "$G2L2")/g2l2-mpi
why=
command -v mpirun > /dev/null || why='mpirun is not installed'
[ -x "$many" ] || why=${why:-'the command was not built with MPI: libopenmpi-dev is missing'}
sanitized && why='MPI keeps what the sanitizers take for leaks'
if [ -n "$why" ]; then
    for name in 'the same model' 'from pixels' 'the same figures' 'the same images' 'a rank that dies' 'one message' 'built without'; do
        skip "ranks: $name" "$why"
    done
    exit 0
fi

# Of a machine that may have fewer cores, and where tests may be root's.
ranks() { # N WORDS...: under mpirun
    n=$1
    shift
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
        OMPI_MCA_plm_rsh_agent= timeout 300 mpirun --oversubscribe -n "$n" "$@"
}

printf 'hop\tH\nskip\tK\nhop twice\tH H\nskip twice\tK K\nhop and skip\tH K\nskip and hop twice\tK H H\n' > en.tsv
head -n 12 "$project/examples/tables/shop.train.jsonl" > shop.jsonl
head -n 20 "$project/examples/home/train.jsonl" > home.jsonl
head -n 20 "$project/examples/shelf/train-questions.jsonl" > shelf.jsonl
objects="visual --scenes $project/examples/shelf/train-scenes.jsonl --questions shelf.jsonl --updates 2 --feature-size 8 \
    --recipe reset_examples=50,sense_trials=2,attempts=2 --noise 1"

same() { # DATA...: by 1 process, and by 1, 2 and 4 under mpirun
    rm -f one.g2l2* many.g2l2*
    run 0 "$G2L2" train "$@" -o one.g2l2 --no-estimate --quiet
    for n in 1 2 4; do
        run 0 ranks $n "$many" train "$@" -o many.g2l2 --no-estimate --quiet
        cmp -s one.g2l2 many.g2l2 || wrong "other bytes by $n processes: $*"
        [ "$(echo many.g2l2*)" = 'many.g2l2 many.g2l2.jsonl' ] || wrong "left behind: $(echo many.g2l2*)"
    done
}

begin 'ranks: the same model'
same en.tsv
same home.jsonl
same --table "$project/examples/tables/shop.csv" --questions shop.jsonl
# shellcheck disable=SC2086 # options are words
same $objects
end

# The encoder of images as well: parts of a batch go to processes and to threads.
begin 'ranks: from pixels'
if ! command -v python3 > /dev/null; then
    skip "$name" 'there is no python3 to draw images'
else
    mkdir few
    python3 "$project/tests/cli/draw.py" few 8 3
    pixels="visual --images few --scenes few/scenes.json --questions few/questions.json --features encoder --noise 1 \
        --updates 4 --recipe see_epochs=2,see_images=4,reset_examples=50,sense_trials=2"
    # shellcheck disable=SC2086 # options are words
    same $pixels
    for n in 2 3 5; do
        # shellcheck disable=SC2086
        run 0 "$G2L2" train $pixels -o threads.g2l2 --no-estimate --quiet --threads $n
        cmp -s one.g2l2 threads.g2l2 || wrong "other bytes by $n threads"
    done
    # shellcheck disable=SC2086
    run 0 ranks 3 "$many" train $pixels -o many.g2l2 --no-estimate --quiet --threads 2
    cmp -s one.g2l2 many.g2l2 || wrong 'other bytes by three processes of two threads'
    end
fi

begin 'ranks: the same figures'
run 0 "$G2L2" train home.jsonl -o home.g2l2 --no-estimate --quiet
for file in home.jsonl "$project/examples/home/train.jsonl"; do
    run 0 "$G2L2" eval home.g2l2 "$file" --json
    cp "$out" wanted
    run 0 "$G2L2" eval home.g2l2 "$file" --json --threads 3
    cmp -s wanted "$out" || wrong 'other figures by three threads'
    run 0 ranks 3 "$many" eval home.g2l2 "$file" --json --threads 2
    cmp -s wanted "$out" || wrong 'other figures by three processes'
done
end

# Of five images each process draws its share; the first one writes what they are of.
begin 'ranks: the same images'
run 0 "$G2L2" data clevr --scenes 5 --questions 5 -o five
run 0 "$G2L2" render five/scenes.json -o one --width 48 --quiet
for n in 2 4; do
    rm -rf many
    run 0 ranks $n "$many" render five/scenes.json -o many --width 48 --quiet
    diff -r one many > /dev/null || wrong "other images by $n processes"
done
rm -rf many
mkdir many
: > many/images
ranks 2 "$many" render five/scenes.json -o many --width 48 --quiet > "$out" 2> "$err"
[ $? != 0 ] || wrong 'it drew images where there is no folder for them'
end

# One of two is killed once there is a checkpoint; the other one ends, too, and three go on from it.
begin 'ranks: a rank that dies'
long="$objects --checkpoint 0 --updates 40"
# shellcheck disable=SC2086 # options are words
run 0 "$G2L2" train $long -o one.g2l2 --no-estimate --quiet
rm -f many.g2l2*
# shellcheck disable=SC2086 # options are words
ranks 2 "$many" train $long -o many.g2l2 --no-estimate --quiet > "$out" 2> "$err" &
job=$!
until [ -f many.g2l2.checkpoint ] || ! kill -0 $job 2> /dev/null; do :; done
kill -9 "$(pgrep -f "^$many train" | tail -n 1)"
wait $job
status=$?
[ $status != 0 ] && [ $status != 124 ] || wrong "it ended with $status"
[ -f many.g2l2.checkpoint ] || wrong 'there is no checkpoint'
[ ! -f many.g2l2 ] || wrong 'there is a model'
# shellcheck disable=SC2086 # options are words
run 0 ranks 3 "$many" train $long -o many.g2l2 --no-estimate --resume
cmp -s one.g2l2 many.g2l2 || wrong 'other bytes by those that go on'
end

begin 'ranks: one message'
printf 'hop\n' > bad.tsv
ranks 3 "$many" train bad.tsv -o many.g2l2 > "$out" 2> "$err"
[ $? != 0 ] || wrong 'it learned from a file that is none'
[ "$(grep -c 'bad.tsv' "$err")" = 1 ] || wrong "not one message: $(cat "$err")"
end

begin 'ranks: a command that cannot speak to the others says so'
if grep -q libmpi "$G2L2"; then
    skip "$name" 'the command was built with MPI'
    exit 0
fi
ranks 2 "$G2L2" train en.tsv -o alone.g2l2 > "$out" 2> "$err"
[ $? != 0 ] || wrong 'each of two learned by itself'
says "$err" 'built without MPI (make MPI=1)'
[ ! -e alone.g2l2 ] || wrong 'it wrote a model'
end
