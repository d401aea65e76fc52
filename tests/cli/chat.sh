# g2l2 chat: from a pipe, and at a terminal, which python3 plays.
. "$(dirname "$0")/helpers"

HOME=$work/home XDG_STATE_HOME=$work/state TERM=xterm
export HOME XDG_STATE_HOME TERM
unset NO_COLOR EDITRC LC_ALL LC_CTYPE LANG
mkdir home
history=state/g2l2/history

cat > nav.lexicon << 'END'
domain nav
literals J W
jump => V : J()
walk => V : W()
hüpf => V : J()
hüft => V : W()
twice => V\V : \x. repeat(x, 2)
thrice => V\V : \x. repeat(x, 3)
maybe => V : J()  1
maybe => V : W()  0
stand => V : empty()
END
cat > look.lexicon << 'END'
domain visual
features 3 given
how => EMPTY  0.1
how => integer/objset : \x. count(x)  0
many => integer/objset : \x. count(x)  0.1
many => EMPTY  0
any => bool/objset : \x. exist(x)
  used 7  any cubes
cubes => objset : filter(scene(), ?)
concept ObjConcept cubes = 9 -9 9 0
END
cat > scenes.json << 'END'
{"objects": []}
{"objects": [{"features": [1, 0, 0], "shape": "cube"},
             {"features": [0, 1, 0], "shape": "sphere"},
             {"features": [0, 0, 1], "shape": "cube", "size": "large"}]}
END

# Lines, each an argument, to a conversation.
chat() { # STATUS MODEL [OPTION...] -- LINE...
    chat_status=$1 chat_model=$2
    shift 2
    options=
    while [ "$1" != -- ]; do options="$options $1" && shift; done
    shift
    printf '%s\n' "$@" > typed
    # shellcheck disable=SC2086 # options are several words
    run "$chat_status" "$G2L2" chat "$chat_model" $options < typed
}

# ---- from a pipe

begin 'chat: the command line'
run 2 "$G2L2" chat
says "$err" 'a model is needed'
run 2 "$G2L2" chat nav.lexicon look.lexicon
says "$err" 'one model is enough'
run 1 "$G2L2" chat none.g2l2
lines "$err" 1
run 2 "$G2L2" chat nav.lexicon --scene scenes.json < /dev/null
says "$err" 'has no scenes'
run 2 "$G2L2" chat look.lexicon --scene - < scenes.json
says "$err" '--scene needs a file'
run 1 "$G2L2" chat look.lexicon --scene scenes.json:2 < /dev/null
says "$err" 'there is no scene 2'
run 0 "$G2L2" chat nav.lexicon < /dev/null
lines "$out" 0
end

begin 'chat: answers without a prompt'
chat 0 nav.lexicon -- 'jump twice' '' '  hüpf   thrice ' stand
is "$out" 'J J  100%
J J J  100%
(nothing to do)  100%
'
quiet
expect test ! -e state
end

begin 'chat: how sure, and what else'
chat 0 nav.lexicon -- maybe
is "$out" 'J  73%
  or W  27%
'
end

begin 'chat: explanations to files'
chat 1 nav.lexicon -- ':save before.svg' 'jump twice' ':save it.svg' ':save it.html' ':save it' ':save none/it.svg'
says "$out" 'there is no sentence to explain yet'
says "$out" 'wrote it.svg'
says "$out" 'a name that ends with .html'
says it.svg '</svg>'
says it.html 'J J'
expect test ! -e before.svg
expect test ! -e none
end

begin 'chat: no parse, in plain words'
chat 3 nav.lexicon -- jmp 'jump jump' walk
says "$out" "no parse: unknown word 'jmp' (did you mean 'jump'?)"
says "$out" "no parse: the words are known but do not combine: 'jump' is V, 'jump' is V"
says "$out" 'W  100%'
quiet
end

begin 'chat: :explain'
chat 0 nav.lexicon -- 'jump twice' :explain
says "$out" 'repeat(J(), 2)'
chat 0 nav.lexicon -- ':explain  walk thrice ' :e
says "$out" 'repeat(W(), 3)'
[ "$(grep -c '^derivation' "$out")" = 2 ] || wrong 'the last sentence is not explained'
chat 3 nav.lexicon -- ':explain jmp'
says "$out" 'no parse:'
chat 1 nav.lexicon -- :explain
says "$out" 'there is no sentence to explain yet'
end

begin 'chat: :words and :lexicon'
chat 0 nav.lexicon -- ':words t'
is "$out" 'thrice  twice
'
chat 0 nav.lexicon -- :words
says "$out" hüpf
chat 0 nav.lexicon -- ':words x'
says "$out" "no word begins with 'x'"
chat 0 nav.lexicon -- ':lexicon maybe' ':l Jump'
lines "$out" 3
says "$out" 'maybe  V  J()   73.1%'
says "$out" 'jump  V  J()  100.0%'
chat 1 nav.lexicon -- ':lexicon jmp'
says "$out" "there is no word 'jmp'"
chat 1 nav.lexicon -- :lexicon
says "$out" 'which word?'
end

begin 'chat: :help, :quit, and what is no command'
chat 0 nav.lexicon -- :help :quit jmp
says "$out" ':explain [SENTENCE]'
grep -q ':scene' "$out" && wrong 'scenes where there are none'
grep -q 'no parse' "$out" && wrong 'something after the end'
chat 0 look.lexicon -- :help
says "$out" ':scene'
chat 1 nav.lexicon -- :frob : 'walk'
says "$out" "there is no command ':frob'"
says "$out" "there is no command ':'"
says "$out" 'W  100%'
chat 1 nav.lexicon -- ':next'
says "$out" ':next is not for this model'
end

begin 'chat: :json'
chat 3 nav.lexicon -- ':json on' 'jump twice' jmp ':words t' ':lexicon walk' ':explain walk'
lines "$out" 5
says "$out" '"sentence":"jump twice","result":"J J","confidence":1.0'
says "$out" '"result":null'
says "$out" '{"words":["thrice","twice"]}'
json "$out"
chat 1 nav.lexicon -- ':json on' :frob ':json maybe' ':json off' walk
lines "$out" 3
says "$out" '{"error":"there is no command'
says "$out" 'W  100%'
end

begin 'chat: scenes'
chat 0 look.lexicon --scene scenes.json:1 -- 'How many cubes?' :scene :next 'any cubes' ':scene 1' :random
says "$out" '2  98%'
says "$out" '   1  cube           2  sphere         3  large cube'
says "$out" 'scene 0 (of 0 to 1): nothing is there'
says "$out" 'no  99%'
[ "$(grep -c '^scene 0' "$out")" = 2 ] || wrong ':random stayed where it was'
chat 1 look.lexicon --scene scenes.json -- ':scene 2' ':scene none.json' ':scene -' ':scene nav.lexicon'
says "$out" 'there is no scene 2; they are 0 to 1'
says "$out" 'none.json: cannot open'
lines "$out" 4
chat 0 look.lexicon --scene scenes.json -- ':json on' ':scene 1'
is "$out" '{"scene":1,"objects":["cube","sphere","large cube"]}
'
end

begin 'chat: a model that waits for a scene'
chat 1 look.lexicon -- 'how many cubes' :scene :next :random
says "$out" 'the answer needs a scene: `:scene FILE[:INDEX]`'
lines "$out" 4
chat 0 look.lexicon -- ':explain how many cubes' ':scene scenes.json:1' 'how many cubes'
says "$out" 'values need a scene'
says "$out" '2  98%'
chat 3 look.lexicon -- 'cubes how'
says "$out" 'no parse'
end

begin 'chat: lines that are none'
printf 'wa\0lk\nwalk\r\n' > typed
run 1 "$G2L2" chat nav.lexicon < typed
is "$out" 'line 1: the line has a NUL byte
W  100%
'
head -c 3000000 /dev/zero | tr '\0' a > long
printf '\nwalk' >> long
run 1 "$G2L2" chat nav.lexicon < long
is "$out" 'line 1: longer than 65536 bytes
W  100%
'
awk 'BEGIN { printf "jump"; for (i = 0; i < 300; i++) printf " twice" }' > long
run 1 "$G2L2" chat nav.lexicon < long
lines "$out" 1
says "$out" 'more than 200 words'
end

begin 'chat: nothing drives the terminal'
printf 'domain nav\nliterals J\nbell\007\033[2J => V : J()\n' > bad.lexicon
printf '\033[2Jjump\na\177\302\233b\300\233\377\n:\033c\n:lexicon \033c\n:words\n:explain \033c\n' > typed
printf ':lexicon bell\007\033[2J\nbell\007\033[2J bell\007\033[2J\n' >> typed
{
    "$G2L2" chat nav.lexicon < typed
    "$G2L2" chat bad.lexicon < typed
} > "$out" 2>&1
LC_ALL=C tr -d '\n\040-\176\200-\377' < "$out" > controls
expect test ! -s controls
says "$out" "$(printf '\357\277\275[2jjump')"
LC_ALL=C grep -q "$(printf '\302\233')" "$out" && wrong 'a C1 control character'
LC_ALL=C grep -q "$(printf '\377')" "$out" && wrong 'a byte that is not UTF-8'
end

begin 'chat: an answer is put right, and taken back'
chat 0 nav.lexicon -- 'walk twice' 'jump' ':should W' 'jump twice' 'walk' ':undo' ':save new.g2l2'
is "$out" 'W W  100%
J  100%
jump is now V : W(), no longer V : J()
W  100%
W W  100%
W  100%
J  100%
wrote new.g2l2
'
run 0 "$G2L2" run new.g2l2 jump
says "$out" 'J'
chat 3 nav.lexicon -- hop ':should J' 'hop twice' ':undo'
says "$out" 'hop is now V : J()'
says "$out" 'J J  100%'
says "$out" "no parse: unknown word 'hop'"
end

begin 'chat: what cannot be learned stays as it was'
chat 1 nav.lexicon -- ':should J' ':undo' walk ':should' ':should Q W E R T Z' walk
says "$out" 'there is no answer yet'
says "$out" 'nothing was learned that could be undone'
says "$out" 'what should it be?'
says "$out" 'no entry of a word makes it so'
expect test "$(grep -c 'W  100%' "$out")" = 2
end

begin 'chat: about scenes the word to blame is changed'
sed 's/^any => .*/any => integer|objset : \\x. count(x)/' look.lexicon > wrong.lexicon
chat 0 wrong.lexicon --scene scenes.json:1 -- 'many cubes' 'any cubes' ':should yes' 'many cubes'
says "$out" 'any is now bool/objset : \x. exist(x)'
says "$out" 'yes'
end

# ---- at a terminal

# A script has lines `send TEXT`, `wait TEXT` (in what came since), `never TEXT` (in all that
# came so far), `pause SECONDS` and `end STATUS`; \t, \x03 and such are understood. It prints all that came.
cat > play.py << 'END'
import codecs, fcntl, os, pty, select, signal, struct, sys, termios, time

def text(s):
    return codecs.decode(s.encode("latin-1", "backslashreplace"), "unicode_escape").encode("utf-8")

def main():
    steps = [line.rstrip("\n") for line in open(sys.argv[1], encoding="utf-8")]
    pid, fd = pty.fork()
    if pid == 0:
        os.execv(sys.argv[2], sys.argv[2:])
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
    seen, fresh = b"", b""

    def more(limit):
        nonlocal seen, fresh
        if not select.select([fd], [], [], max(0, limit))[0]: return False
        try: new = os.read(fd, 65536)
        except OSError: return False
        seen += new
        fresh += new
        return bool(new)

    def fail(why):
        print(why, "after", ascii(fresh[-600:].decode("utf-8", "replace")), file=sys.stderr)
        try: os.kill(pid, signal.SIGKILL)
        except OSError: pass
        sys.exit(1)

    for step in steps:
        verb, _, rest = step.partition(" ")
        what = text(rest)
        if verb == "send": os.write(fd, what)
        elif verb == "wait":
            end = time.time() + 60
            while what not in fresh:
                if not more(end - time.time()): fail("no " + rest)
            fresh = fresh.split(what, 1)[1]
        elif verb == "pause": time.sleep(float(rest))
        elif verb == "never":
            while more(0.1): pass
            if what in seen: fail("there is " + rest)
        elif verb == "end":
            while more(60): pass
            status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            if status != int(rest): fail("status %d" % status)
    print(ascii(seen.decode("utf-8", "replace")))

main()
END

play() { # COMMAND...    as the file `script` says
    timeout 600 "$python" play.py script "$@" > "$out" 2> "$err" || wrong "$(tail -n 1 "$err")"
}

cat > try.py << 'END'
import os, pty
pid, fd = pty.fork()
if pid == 0: os._exit(0)
os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
END
if [ -z "$python" ] || ! $python try.py 2> /dev/null; then
    skip 'chat: at a terminal' 'there is no python3 of at least 3.9, or no pseudo-terminal'
    exit
fi

# The program itself: what stands before it in the path may take its time.
python=$($python -c 'import sys; print(sys.executable)')

begin 'chat: the first lines, an answer, the end'
cat > script << 'END'
wait nav.lexicon\x1b[0m: 8 words. Type a sentence; Tab completes, :help for more. Try
wait > 
send jump twice\n
wait \x1b[1mJ J\x1b[0m\x1b[2m  100%\x1b[0m
wait > 
send jmp\n
wait \x1b[33mno parse: \x1b[0munknown word
wait :explain shows
wait > 
send :help\n
wait Tab completes words
wait > 
send \x04
end 0
END
play "$G2L2" chat nav.lexicon --no-history
# What it offers must parse: the indented lines.
cat > offers.py << 'END'
import ast, sys
text = ast.literal_eval(open(sys.argv[1]).read())
for line in text.split(" Try\r\n")[1].split("\r\n"):
    if not line.startswith("  "): break
    print(line)
END
"$python" offers.py "$out" > offered 2> /dev/null
lines offered 3
run 0 "$G2L2" run nav.lexicon < offered
end

begin 'chat: examples that the model remembers, and scenes'
cat > script << 'END'
wait Type a question
wait   any cubes
wait `:scene FILE[:INDEX]` shows one
wait > 
send :scene scenes.json:1\n
wait large cube
wait scene 1> 
send any cu\t\n
wait yes
wait scene 1> 
send :scene \t
wait a number from 0 to 1
send 0\n
wait nothing is there
wait scene 0> 
send :q\n
end 0
END
play "$G2L2" chat look.lexicon --no-history
end

begin 'chat: Tab completes words'
cat > script << 'END'
wait > 
send ju\ttwi\t\n
wait J J\x1b[0m
wait > 
send JU\t\n
wait J\x1b[0m
wait > 
send jump t\t
wait thrice  twice
wait > jump t
send w\t\n
wait J J\x1b[0m
wait > 
send h\t
wait ü
send \t
wait hüft  hüpf
send p\tth\t\n
wait J J J\x1b[0m
wait > 
send zz\t
wait \x07
send \x15 twice\x01wal\t\n
wait W W\x1b[0m
wait > 
send \x04
end 0
END
play "$G2L2" chat nav.lexicon --no-history
end

begin 'chat: Tab completes commands'
cat > script << 'END'
wait > 
send :\t
wait :explain  :save     :words    :lexicon  :should
send lex\ttw\t\n
wait repeat(x, 2)
wait > 
send :e\tjump thr\t\n
wait repeat(J(), 3)
wait > 
send :j\to\t
wait on   off
send n\t\n
wait > 
send walk\n
wait "result":"W"
wait > 
send :q\t\n
end 0
END
play "$G2L2" chat nav.lexicon --no-history
end

begin 'chat: Ctrl-C clears the line'
cat > script << 'END'
wait > 
send jmp jmp
wait jmp jmp
send \x03
wait ^C
wait > 
send walk\n
wait W\x1b[0m
wait > 
send \x03
wait ^C
wait > 
send \x04
never no parse
end 0
END
play "$G2L2" chat nav.lexicon --no-history
end

begin 'chat: Ctrl-C while it is at work'
mkfifo pipe
cat > script << 'END'
wait > 
send :scene pipe\n
wait pipe\r\n
pause 2
send \x03
wait Ctrl-C again ends
wait > 
send :q\n
end 0
END
play "$G2L2" chat look.lexicon --no-history
end

begin 'chat: history, in one conversation and the next'
cat > script << 'END'
wait > 
send jump thrice\n
wait J J J
wait > 
send jump thrice  \n
wait J J J
wait > 
send walk\n
wait W\x1b
wait > 
send \x1b[A\x1b[A\n
wait J J J
wait > 
send \x04
end 0
END
play "$G2L2" chat nav.lexicon
is $history 'jump thrice
walk
jump thrice
'
expect test "$(ls -l $history | cut -c1-10)" = -rw-------
expect test "$(ls -ld state/g2l2 | cut -c1-10)" = drwx------
cat > script << 'END'
wait > 
send \x1b[A\x1b[A\n
wait W\x1b
wait > 
send \x12thr
wait thrice
send \n
wait J J J
wait > 
send \x04
end 0
END
play "$G2L2" chat nav.lexicon
expect test "$(ls state/g2l2)" = history
end

begin 'chat: history keeps 1000 lines, for the user alone'
awk 'BEGIN { for (i = 1; i <= 1500; i++) print "walk " i }' > $history
chmod 644 $history
printf '%s\n' 'wait > ' 'send jump\n' 'wait J\x1b' 'wait > ' 'send \x04' 'end 0' > script
play "$G2L2" chat nav.lexicon
lines $history 1000
expect test "$(head -n 1 $history)" = 'walk 502'
expect test "$(tail -n 1 $history)" = jump
expect test "$(ls -l $history | cut -c1-10)" = -rw-------
end

begin 'chat: no history where it is not wanted, or cannot be'
rm -rf state
play "$G2L2" chat nav.lexicon --no-history
expect test ! -e state
: > state
play "$G2L2" chat nav.lexicon
expect test ! -s state
rm -f state
mkdir -p $history
play "$G2L2" chat nav.lexicon
expect rmdir $history
export XDG_STATE_HOME=relative
play "$G2L2" chat nav.lexicon
is home/.local/state/g2l2/history 'jump
'
expect test ! -e relative
export XDG_STATE_HOME="$work/state"
end

begin 'chat: ~/.editrc has the last word'
echo 'g2l2:bind ^T ed-move-to-beg' > home/.editrc
printf '%s\n' 'wait > ' 'send twice\x14jump \n' 'wait J J\x1b' 'wait > ' 'send \x04' 'end 0' > script
play "$G2L2" chat nav.lexicon --no-history
# The keys of vi: Tab and Ctrl-C stay.
echo 'bind -v' > home/.editrc
printf '%s\n' 'wait > ' 'send wal\ttwi\t\x1b0istand' 'pause 0.1' 'send \x03' 'wait ^C' 'wait > ' \
    'send jump thr\t\n' 'wait J J J\x1b' 'wait > ' 'send \x04' 'end 0' > script
play "$G2L2" chat nav.lexicon --no-history
rm home/.editrc
end

begin 'chat: colours only on a terminal that wants them'
cat > script << 'END'
wait > 
send maybe\n
wait J  73%
wait or W  27%
never \x1b[1m
never \x1b[2m
send \x04
end 0
END
export NO_COLOR=1
play "$G2L2" chat nav.lexicon --no-history
unset NO_COLOR
export TERM=dumb
play "$G2L2" chat nav.lexicon --no-history
export TERM=xterm
end

begin 'chat: what was typed does not drive the terminal'
cat > script << 'END'
wait > 
send \x16\x1b]2;x\n
wait unknown word
wait \uFFFD]2
wait > 
send :json on\n
wait > 
send \x16\x1bc\n
wait \\u001Bc
wait > 
send \x04
never \x1b]2
never \x1bc
end 0
END
play "$G2L2" chat bad.lexicon --no-history
end
