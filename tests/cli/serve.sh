# g2l2 serve: a real process and real sockets. The clients are in Python (serve.py), since most
# of them misbehave in ways that a polite program does not offer.
. "$(dirname "$0")/helpers"

if ! command -v python3 > /dev/null; then
    skip serve 'there is no python3'
    exit 0
fi

begin 'help teaches'
run 0 "$G2L2" serve --help
says "$out" 'curl'
says "$out" '--idle-seconds'
end

begin 'limits that let nothing through'
run 2 "$G2L2" serve x.g2l2 --max-requests 0
run 2 "$G2L2" serve x.g2l2 --max-seconds 0
run 2 "$G2L2" serve x.g2l2 --port 70000
end

begin 'a model that is not there'
run 1 "$G2L2" serve nowhere.g2l2 --port 0
says "$err" 'nowhere.g2l2'
end

begin 'an address that is not ours'
printf 'domain nav\nliterals A\na => V : A()  1\n' > small.lex
echo 0123456789abcdef > token
run 1 "$G2L2" serve small.lex --port 0 --host 192.0.2.1 --token-file token
says "$err" '192.0.2.1'
end

run 0 "$G2L2" data scan --split simple --part train -o train.txt
run 0 "$G2L2" data scan --split simple --part test -o test.txt
run 0 "$G2L2" train nav train.txt -o scan.g2l2
G2L2=$G2L2 python3 "$project/tests/cli/serve.py" "$work" "$(sanitized && echo sanitized)"
