# Hostile text, planted wherever text comes from, comes through nowhere (tests/faults/escapes).
. "$(dirname "$0")/helpers"

if ! command -v python3 > /dev/null; then
    skip 'hostile text' 'there is no python3'
    exit 0
fi
"$project/tests/faults/escapes" "$G2L2" > told 2> errors
grep -E "^(not )?ok " told
begin 'hostile text: every place was looked at'
[ ! -s errors ] || wrong "$(cat errors)"
says told "hostile text: "
end
