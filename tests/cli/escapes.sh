# Hostile text, planted wherever text comes from, comes through nowhere (tests/faults/escapes).
. "$(dirname "$0")/helpers"

if ! command -v python3 > /dev/null; then
    skip 'hostile text' 'there is no python3'
    exit 0
fi
"$project/tests/faults/escapes" "$G2L2" > "$out" 2> "$err"
grep -E '^(not )?ok ' "$out"
begin 'hostile text: every place was looked at'
[ ! -s "$err" ] || wrong "$(cat "$err")"
says "$out" 'hostile text: '
end
