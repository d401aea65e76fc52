# Every command that writes a file, on a disk that is full or broken: writing, fsync and renaming fail, once
# or from then on. One line says so, the status is not 0, the old file is there as it was, and nothing is left over.
. "$(dirname "$0")/helpers"

can_inject 'a disk that fails' || exit 0
printf 'domain nav\nliterals H K\nhop => V : H()  1\nskip => V : K()  1\n' > a.lex
printf 'hop\tH\nskip\tK\nhop and skip\tH K\n' > en.tsv
printf '{"id": "a", "features": [[1, 2], [3, 4]]}\n' > f.jsonl
printf '{"scenes": [{"objects": [{"shape": "cube", "size": "large", "color": "red", "material": "metal", "3d_coords": [0, 0, 0.7], "rotation": 0}]}]}' > s.json
run 0 "$G2L2" lexicon a.lex -o m.g2l2
run 0 "$G2L2" train en.tsv -o t.g2l2 --quiet --no-estimate

# once NAME FILE COMMAND...: FILE, in the folder `there`, is what the command writes.
once() {
    begin "a disk that fails: $1"
    file=there/$2 failed=0
    shift 2
    rm -rf there
    mkdir there
    run 0 "$@"
    cp "$file" whole
    for fault in fsync:error=EIO fsync:error=ENOSPC rename:error=EIO write:error=ENOSPC; do
        for when in 1 2 1+; do
            rm -rf there
            mkdir there
            echo old > "$file"
            strace -f -o trace -e trace=write,fsync,rename -e "inject=$fault:when=$when" "$@" > "$out" 2> "$err"
            status=$?
            # Where nothing was hit but a word to the reader, the file is there.
            if ! grep -q INJECTED trace || { [ $status -eq 0 ] && cmp -s "$file" whole; }; then continue; fi
            failed=$((failed + 1))
            try "$fault, $when"
        done
    done
    [ $failed -gt 2 ] || wrong "only $failed of the faults came to something"
    end
}

# What holds after a fault. Of writes, words on standard error may have been among those that failed.
try() { # FAULT
    lines=$(wc -l < "$err")
    [ "$status" -ne 0 ] || wrong "$1: it ended with 0, and the file is not whole"
    [ "$status" -lt 126 ] || wrong "$1: it ended with $status"
    [ "$(cat "$file")" = old ] || cmp -s "$file" whole || wrong "$1: the old file is gone"
    [ -z "$(find there -name '*.tmp-*')" ] || wrong "$1: it left $(find there -name '*.tmp-*')"
    case $1 in
    write*) [ "$lines" -le 1 ] ;;
    *) [ "$lines" -eq 1 ] && grep -q "g2l2: .*\(Input/output\|No space\)" "$err" ;;
    esac || wrong "$1: it says $(cat "$err")"
}

once 'a model' m.g2l2 "$G2L2" lexicon a.lex -o there/m.g2l2
once 'training' t.g2l2 "$G2L2" train en.tsv -o there/t.g2l2 --quiet --no-estimate
once 'teaching' taught.g2l2 "$G2L2" teach t.g2l2 en.tsv -o there/taught.g2l2
once 'an explanation' e.svg "$G2L2" explain m.g2l2 hop -o there/e.svg
once 'a page' p.html "$G2L2" report t.g2l2 -o there/p.html
once 'commands' train.txt "$G2L2" data scan --split simple --part test -o there/train.txt
once 'features' f.jsonl "$G2L2" data features f.jsonl -o there/f.jsonl
once 'images' scenes.json "$G2L2" render s.json -o there --width 32 --quiet
