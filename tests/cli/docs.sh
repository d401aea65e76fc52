# The documents: every command that they show is run, and prints what they say. How they
# are written, and what is not compared, is told in docs.py.
. "$(dirname "$0")/helpers"

if [ -z "$python" ]; then
    skip documents 'there is no python3 here'
    exit
fi
export G2L2
mkdir run
(cd "$project" && ls README.md ARCHITECTURE.md CONTRIBUTING.md docs/*.md) > list
# shellcheck disable=SC2046 # names without blanks
$python "$(cd "$project" && pwd)/tests/cli/docs.py" "$project" "$work/run" $(cat list)
