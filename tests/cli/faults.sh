# Allocations that fail, some of each command; `tests/faults/sweep` by hand tries all of them.
. "$(dirname "$0")/helpers"

if ! command -v python3 > /dev/null; then
    skip 'an allocation fails' 'there is no python3'
    exit 0
fi

# What the sweep says of each command is the line of a test.
runs=16
if sanitized; then runs=6; fi
"$project/tests/faults/sweep" "$(dirname "$G2L2")/faulty" --runs $runs > tried 2> errors
retell 'an allocation fails' tried
"$project/tests/faults/sweep" "$(dirname "$G2L2")/faulty" --runs 4 --stays > stays 2>> errors
retell 'all allocations fail from one on' stays
begin 'an allocation fails: the sweep ends'
[ ! -s errors ] || wrong "$(cat errors)"
[ "$(grep -c ' allocations, ' stays)" -ge 43 ] || wrong "only $(grep -c ' allocations, ' stays) commands were tried"
[ "$(grep -c ' allocations, ' tried)" -ge 44 ] || wrong "only $(grep -c ' allocations, ' tried) commands were tried"
end
