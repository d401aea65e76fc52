# What helps to type: help for a command, suggestions for what is mistyped, completions for shells.
. "$(dirname "$0")/helpers"

begin 'help COMMAND is COMMAND --help'
for command in train run 'data clevr'; do
    # shellcheck disable=SC2086 # a command of two words
    "$G2L2" $command --help > wanted
    # shellcheck disable=SC2086
    run 0 "$G2L2" help $command
    expect cmp "$out" wanted
done
run 2 "$G2L2" help trian
says "$err" "there is no command 'trian' (did you mean 'train'?)"
run 0 "$G2L2" help
says "$out" '  train '
run 0 "$G2L2" -V
"$G2L2" --version | cmp -s - "$out" || wrong '-V is not --version'
end

begin 'mistyped commands, options and words'
run 2 "$G2L2" explian
says "$err" "(did you mean 'explain'?)"
run 2 "$G2L2" zzzzzz
grep -q 'did you mean' "$err" && wrong 'nothing is like zzzzzz'
run 2 "$G2L2" train --sed 3
says "$err" "there is no option '--sed' (did you mean '--seed'?)"
run 2 "$G2L2" train --ouptut=x
says "$err" "(did you mean '--output'?)"
printf 'rise\tUP\nrise twice\tUP UP\n' > own.tsv
run 0 "$G2L2" train nav own.tsv -o own.g2l2 --quiet
run 1 "$G2L2" lexicon own.g2l2 twize rise
says "$err" "the lexicon has no word 'twize' (did you mean 'twice'?)"
says "$out" 'UP()'
run 0 "$G2L2" lexicon own.g2l2 rise
quiet
end

begin 'say: from a meaning to a sentence'
printf 'rise\tUP\nrise twice\tUP UP\ndip twice\tDOWN DOWN\nrise then dip\tUP DOWN\ndip then rise twice\tDOWN UP UP\n' > moves.tsv
run 0 "$G2L2" train nav moves.tsv -o moves.g2l2 --quiet
run 0 "$G2L2" say moves.g2l2 'UP UP DOWN' 'DOWN DOWN'
is "$out" 'rise twice then dip
dip twice
'
quiet
run 0 "$G2L2" say moves.g2l2 --json --n-best 9 'UP UP DOWN'
json "$out" meaning sentences
run 3 "$G2L2" say moves.g2l2 'UP DOWN UP DOWN UP'
says "$err" 'no sentence of at most twelve words was found'
run 1 "$G2L2" say moves.g2l2 FLY
says "$err" "no sentence means 'FLY'"
run 2 "$G2L2" say moves.g2l2
end

run 0 "$project/script/make-completions" "$G2L2" made
if command -v bash > /dev/null; then
    begin 'completions for bash'
    # Completes the last word; in a folder of its own, so that no file is like one.
    cat > complete << 'END'
. ./made/g2l2.bash
COMP_WORDS=("$@")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_g2l2
echo "${COMPREPLY[*]}"
END
    gives() { # COMPLETIONS WORD...
        wanted=$1
        shift
        said=$(bash complete g2l2 "$@" 2>&1)
        [ "$said" = "$wanted" ] || wrong "g2l2 $* gives '$said', not '$wanted'"
    }
    gives train tr
    gives 'clevr features scan' data ''
    gives --templates data clevr --te
    gives '' data scan --te
    gives --seed train own.tsv --see
    gives '' train --seed ''
    gives train help tr
    gives --definition domain show --def
    # Every option of --help is completed.
    cat > every << 'END'
. ./made/g2l2.bash
while read -r command option; do
    COMP_WORDS=(g2l2 "$command" "$option") COMP_CWORD=2
    _g2l2
    case " ${COMPREPLY[*]} " in *" $option "*) ;; *) echo "$command $option" ;; esac
done
END
    for command in check train teach eval run say lexicon report explain chat serve export render; do
        "$G2L2" $command --help | grep -oE '^  (-[a-z], )?--[a-z-]+' | grep -oE -e '--[a-z-]+' | sed "s/^/$command /"
    done > wanted
    [ "$(wc -l < wanted)" -gt 50 ] || wrong 'the commands have no options'
    bash every < wanted > left
    [ ! -s left ] || wrong "not completed: $(tr '\n' ',' < left)"
    end
else
    skip 'completions for bash' 'there is no bash'
fi

begin 'completions for zsh and fish name the same options'
tr ' ' '\n' < made/g2l2.bash | grep -oE -e '--[a-z][a-z-]+' | sort -u | grep -vxE -e '--(help|version|default)' > wanted
grep -oE -e "'--[a-z][a-z-]+" made/_g2l2 | tr -d "'" | sort -u > zsh
grep -oE -e ' -l [a-z][a-z-]+' made/g2l2.fish | sed 's/ -l /--/' | sort -u | grep -vx -e --version > fish
for shell in zsh fish; do
    diff wanted $shell > "$out" || wrong "$shell: $(grep '^[<>]' "$out" | tr '\n' ' ')"
    extension=$([ $shell = zsh ] && echo made/_g2l2 || echo made/g2l2.fish)
    ! command -v $shell > /dev/null || expect $shell -n "$extension"
done
end
