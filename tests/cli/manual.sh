# The manual page and --help name the same commands, and for each command the same options.
. "$(dirname "$0")/helpers"

page=$project/man/g2l2.1

# Options that the page describes in a section: they stand on the line below .TP.
described() { # SECTION
    awk -v section="$1" '
        /^\.S[SH] / { inside = ($0 == ".SS " section); next }
        inside && named { print }
        { named = /^\.TP/ }' "$page" | options
}

# What --help describes: lines that begin with an option.
helped() { # COMMAND...
    "$G2L2" "$@" --help | grep -E '^  -' | sed 's/^\( *[^ ]*\( --*[a-z-]*\)*\).*/\1/' | options
}

options() { sed 's/\\-/-/g' | grep -oE -e '(^|[^a-z-])--?[a-z][a-z-]*' | grep -oE -e '--?[a-z][a-z-]*' |
    grep -vxE -e '--output' | sort -u; }

# Limits and budgets are described once, for the commands that their section names.
section() { awk -v name="$1" '/^\.S/ { inside = ($0 == ".SS " name); next } inside' "$page"; }
limited() { # COMMAND
    for name in Limits Budgets; do
        section $name | grep -qE -e "^\.BR? \"?$1\"?( |$)" && section $name | options
    done
}

for command in 'data scan' 'data clevr' 'data features' render check train 'train detector' teach eval run say lexicon report explain chat serve export domain bench; do
    begin "manual: options of $command"
    # shellcheck disable=SC2086 # a command of two words
    helped $command > help
    { described "$command"; limited "$command"; } | sort -u > manual
    [ -s help ] || wrong 'there are none'
    diff help manual > "$out" || wrong "only in --help (<), or in the manual (>): $(grep '^[<>]' "$out" | tr '\n' ' ')"
    end
done

begin 'manual: commands'
"$G2L2" --help | awk '/^  [a-z]+  / { print $1 }' | sort > help
sed -n 's/^\.SS \([a-z][a-z]*\).*/\1/p' "$page" | sort -u > manual
[ -s help ] || wrong '--help names none'
diff help manual > "$out" || wrong "differ: $(grep '^[<>]' "$out" | tr '\n' ' ')"
end
