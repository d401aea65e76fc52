# The line of `g2l2 train` on a terminal, and the log while it grows.
. "$(dirname "$0")/helpers"

python=$(command -v python3) || { skip 'progress' 'there is no python3'; exit; }

"$G2L2" data scan --split simple --part train -o all.txt
head -n 3000 all.txt > scan.txt
# Every twentieth label is another's: that takes more than one attempt.
awk -F ' OUT: ' '{ print $1 " OUT: " (NR % 20 ? $2 : before); before = $2 }' scan.txt > wrong.txt
head -n 80 "$project/examples/home/train.jsonl" > home.jsonl
head -n 20 "$project/examples/tables/shop.train.jsonl" > shop.jsonl

# What COMMAND shows on a terminal of 80 columns: its shares, in order; what is wrong with them.
cat > watch.py << 'END'
import fcntl, os, pty, re, struct, sys, termios

def show(command):
    pid, fd = pty.fork()
    if not pid:
        fcntl.ioctl(2, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        os.execvp(command[0], command)
    text = b""
    while True:
        try:
            more = os.read(fd, 1 << 16)
        except OSError:
            break
        if not more:
            break
        text += more
    return text.decode(), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

text, status = show(sys.argv[2:])
assert status == 0, (status, text[-500:])
lines = [line for line in re.split("[\r\n]+", text) if line.startswith("[")]
shares = [int(re.search(r"\] +(\d+)%", line)[1]) for line in lines]
if not lines and sys.argv[1] == "quick":  # it may take less than half a second
    sys.exit(0)
assert lines, "no line was shown"
assert shares == sorted(shares), f"it goes back: {shares}"
assert shares[-1] == 100 and shares.count(100) == 1, f"the end is {shares[-3:]}"
assert "in all" in lines[-1], lines[-1]
settled = [tuple(map(int, n)) for n in re.findall(r" (\d+)/(\d+) words settled", "\n".join(lines))]
assert settled == sorted(settled, key=lambda n: n[0]), f"settled words go back: {settled}"
assert all(some <= n for some, n in settled), settled
assert max(map(len, lines)) < 80, max(lines, key=len)
if sys.argv[1] == "quick":
    sys.exit(0)
settled, n = map(int, re.search(r" (\d+)/(\d+) words settled", lines[-1]).groups())
assert 0 < settled <= n, lines[-1]
times = re.findall(r"(?:(\d+):)?(\d+):(\d\d) left", text)
assert times, "no time left is said"
# However slow the machine, what takes minutes at most is not said to take a day.
assert all(int(h or 0) < 24 for h, _, _ in times), times
assert re.search(r"held back: \d+/\d+ right|learning without a part", text), "no estimate is shown"
END

shows() { # NAME KIND ARGUMENTS...
    begin "progress: $1"
    kind=$2
    shift 2
    $python watch.py "$kind" "$G2L2" train "$@" > "$out" 2> "$err" || wrong "$(tail -n 1 "$err")"
    expect test -z "$(find . -name '*.part')"
    end
}

shows 'commands' quick scan.txt -o scan.g2l2
shows 'wrong labels, several attempts' quick wrong.txt -o wrong.g2l2
begin 'log: every attempt is told'
for attempt in 0 1; do says wrong.g2l2.jsonl "{\"event\":\"weights\",\"attempt\":$attempt,"; done
run 0 "$G2L2" report wrong.g2l2
end
if ! sanitized; then
    shows 'records' long home.jsonl -o home.g2l2
    shows 'tables' long --table "$project/examples/tables/shop.csv" --questions shop.jsonl -o shop.g2l2
fi

begin 'progress: nothing where nobody looks'
run 0 "$G2L2" train scan.txt -o scan.g2l2 --no-estimate
expect test ! -s "$err"
end

begin 'log: lines come while it learns'
# A pipe that holds less than the log: the command cannot go on unless someone reads. A log that is
# written in the end would come when the model is there.
mkfifo pipe
cat > follow.py << 'END'
import fcntl, json, os, subprocess, sys
child = subprocess.Popen([sys.argv[1], "train", "scan.txt", "-o", "piped.g2l2", "--log", "pipe", "--quiet"])
pipe = open("pipe", "rb", buffering=0)
fcntl.fcntl(pipe, 1031, 4096)  # F_SETPIPE_SZ
text = b""
while text.count(b"\n") < 3:
    text += pipe.read(512)
events = [json.loads(line)["event"] for line in text.split(b"\n")[:3]]
assert events[0] == "start" and set(events[1:]) <= {"scalar", "weights"}, events
assert child.poll() is None and not os.path.exists("piped.g2l2"), "it has ended by now"
while more := pipe.read(1 << 16):
    text += more
assert child.wait() == 0
assert len(text) > 8192, len(text)
events = [json.loads(line)["event"] for line in text.splitlines()]
assert events[-1] == "end" and events.count("end") == 1, events[-3:]
END
$python follow.py "$G2L2" > "$out" 2> "$err" || wrong "$(tail -n 1 "$err")"
run 0 "$G2L2" report piped.g2l2
end

begin 'log: an old one stays until the new one is whole'
printf 'old\n' > scan.g2l2.jsonl
cp scan.g2l2 kept.g2l2
run 1 "$G2L2" train scan.txt nowhere.txt -o scan.g2l2
is scan.g2l2.jsonl 'old
'
run 0 "$G2L2" train wrong.txt -o scan.g2l2 --max-seconds 0.25
is scan.g2l2.jsonl 'old
'
expect cmp scan.g2l2 kept.g2l2
says scan.g2l2.interrupted.jsonl '"event":"end"'
run 0 "$G2L2" train scan.txt -o scan.g2l2 --quiet
says scan.g2l2.jsonl '"event":"end"'
expect test -z "$(find . -name '*.part')"
end
