# A command that writes is killed at every system call of the writing: the old file or the new one is there,
# whole, and once it was written again nothing else is. (tests/test_replace.c does so with the function alone.)
. "$(dirname "$0")/helpers"

printf 'domain nav\nliterals H\nhop => V : H()  1\n' > old.lex
printf 'domain nav\nliterals H K\nhop => V : H()  1\nskip => V : K()  1\n' > new.lex
can_inject 'killed while it writes' || exit 0
"$G2L2" lexicon old.lex -o old.g2l2
"$G2L2" lexicon new.lex -o new.g2l2
mkdir there
ln -s there/m.g2l2 link

for call in openat write fsync rename close flock readlink fstat newfstatat getdents64 getrandom; do
    begin "killed while it writes, at $call"
    killed=0
    for n in 1 2 3 4 5 6 7 8 9 10 11 12; do
        cp old.g2l2 there/m.g2l2
        strace -o /dev/null -e "inject=$call:signal=KILL:when=$n" "$G2L2" lexicon new.lex -o link > "$out" 2> "$err"
        status=$?
        cmp -s there/m.g2l2 old.g2l2 || cmp -s there/m.g2l2 new.g2l2 || wrong "killed at the ${n}th, the file is neither the old nor the new one"
        [ -L link ] || wrong "killed at the ${n}th, the link is none any more"
        [ $status -ne 0 ] || break
        killed=$((killed + 1))
        run 0 "$G2L2" lexicon new.lex -o link
        cmp -s there/m.g2l2 new.g2l2 || wrong "after the ${n}th, it is not written again"
        [ "$(ls -A there)" = m.g2l2 ] || wrong "after the ${n}th there is litter: $(ls -A there)"
    done
    case $call in
    openat | write | fsync | rename | close) [ $killed -gt 0 ] || wrong 'it was never killed there' ;;
    esac
    end
done
