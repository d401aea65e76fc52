# g2l2 domain: definitions shown and checked, operations and candidates listed.
. "$(dirname "$0")/helpers"

begin 'domain: show'
for d in nav visual fetch arith; do
    run 0 "$G2L2" domain show $d
    quiet
    says "$out" "$d: "
    says "$out" 'categories:'
    run 0 "$G2L2" domain show $d --definition
    cmp -s "$out" "$project/domains/$d.def" || wrong "the definition of $d is another text"
    run 0 "$G2L2" domain show $d --json
    json "$out" domain about execution grammar scenes definition types operations constants \
        categories schemas candidate_sets
done
run 0 "$G2L2" domain show "$project/domains/nav.def"
says "$out" '  concat  ActSeq, ActSeq -> ActSeq   associative, unit empty  concat  one, then the other'
says "$out" '  numbers  Integer  2 3 4'
says "$out" '  wide   fallback'
run 0 "$G2L2" domain show visual
says "$out" '  said     ObjectSet'
says "$out" 'learned, of pairs of objects'
run 1 "$G2L2" domain show nothing
says "$err" "no domain is called 'nothing'"
end

begin 'domain: definitions that come along have no warnings but those meant'
for d in nav visual fetch; do
    run 0 "$G2L2" domain check "$project/domains/$d.def" --strict
    says "$out" 'no warnings'
    quiet
done
# Its OR shows the paper's step, and is for lexicons written by hand.
run 0 "$G2L2" domain check "$project/domains/arith.def"
says "$out" 'arith.def:16:13: warning: no candidate set has this entry'
end

begin 'domain: errors have file, line and column'
printf 'domain d\ntype N\nop add : N, M -> N\n' > wrong.def
run 1 "$G2L2" domain check wrong.def
is "$err" 'g2l2: wrong.def:3:13: no such type
'
run 1 "$G2L2" domain check wrong.def --json
json "$out" file ok errors warnings
says "$out" '"line":3,"column":13,"message":"no such type"'
says "$out" '"ok":false'
run 1 "$G2L2" domain check ./none.def
says "$err" 'none.def'
printf 'domain d\ntype N\n\0' > nul.def
run 1 "$G2L2" domain check nul.def
says "$err" 'this is not a text'
end

# Everything that can never be used, each with its line.
cat > odd.def << 'END'
domain odd
import sequence number symbol
type Act
type Count
type Word
type Nothing
op empty : Act
op concat : Act, Act -> Act [associative]
op repeat : Act, Count -> Act
op back : Act -> Act = reverse
literals act : Act
numbers 2 : Count
category V : Act
category S : Act
category Q : Act
category P : Act
root V S
conjunction AND any of Act : \x.\y. concat(x, y)
candidates all
  operations 1
  programs V
  entry V\V : \x. concat(x, x)
  entry V/Q : \x. x
  entry P : empty()
candidates none
  entry V\V : \x. x
candidates bare
END
begin 'domain: what can never be used is told with its line'
run 0 "$G2L2" domain check odd.def
quiet
is "$out" "odd.def:5:6: warning: nothing is of this type
odd.def:6:6: warning: nothing is of this type
odd.def:9:4: warning: no candidate has this operation
odd.def:10:4: warning: no candidate has this operation
odd.def:12:11: warning: no candidate has a number
odd.def:15:10: warning: no candidate makes this category
odd.def:16:10: warning: this category is of no use: it is no root, and nothing takes it
odd.def:17:8: warning: no candidates make this root: it is never reached
odd.def:18:13: warning: no candidate set has this entry
odd.def:23:9: warning: this entry can never be used: no candidate of the set makes the 'Q' that it takes
odd.def:24:9: warning: this entry can never be used: no sentence has a 'P' in it
odd.def:25:12: warning: with the candidates of 'none' there are no sentences: no root is reached
odd.def:27:12: warning: the set 'bare' has no candidates
odd.def: the definition of 'odd' is right; 13 warnings
"
run 1 "$G2L2" domain check odd.def --strict
run 0 "$G2L2" domain check odd.def --json
says "$out" '"ok":true'
says "$out" '{"line":16,"column":10,"message":"this category is of no use'
end

begin 'domain: rules of the grammar count: raising and composition make what application cannot'
cat > raise.def << 'END'
domain r
import sequence
type Act
op concat : Act, Act -> Act [associative]
literals act : Act
category V : Act
category S : Act
root S
candidates all
  entry V : ?
  entry S\S/S : \y.\x. concat(x, y)
  entry S/(S/(S\V)) : \f. f(\x. x)
END
run 0 "$G2L2" domain check raise.def
says "$out" 'raise.def:8:6: warning: no candidates make this root: it is never reached'
sed 's/^root S/raise V over S\nroot S/' raise.def > raised.def
run 0 "$G2L2" domain check raised.def
says "$out" "the definition of 'r' is right; no warnings"
end

begin 'domain: operations, all of the one table'
run 0 "$G2L2" domain operations
quiet
grep -oE '"[a-z]+", (SEQ|SET|SYM|BOOL|NUM|PAIR|KIND)' "$project/src/types/operations.c" | cut -d '"' -f 2 | grep -vx literal > table
[ "$(wc -l < table)" -ge 24 ] || wrong 'the table was not found'
while read -r op; do grep -qE "^  $op +[a-z]" "$out" || wrong "$op is missing"; done < table
says "$out" '  call            action, ... -> sequence'
says "$out" '  reverse         sequence -> sequence '
run 0 "$G2L2" domain operations --json
json "$out" kinds operations
says "$out" '"signature":"set, property -> set","execution":"exact mixed"'
run 2 "$G2L2" domain operations nav
end

begin 'domain: candidates'
run 0 "$G2L2" domain candidates nav --words 'I_A I_B I_C I_D I_E I_F' --limit 0
quiet
says "$out" 'nav: 320 candidates of a word'
lines "$out" 328
run 0 "$G2L2" domain candidates nav --set paper --words 'I_A I_B I_C I_D I_E I_F' --limit 2
says "$out" "nav: 178 candidates of a word, of the set 'paper'"
says "$out" '... and 176 more'
run 0 "$G2L2" domain candidates fetch
says "$out" 'S/NP : \x. do(action(), x)'
run 0 "$G2L2" domain candidates fetch --words 'BRING(cup,desk)'
says "$out" 'S/PP/NP : \y.\x. do_at(BRING(), y, x)'
says "$out" 'N/N : \x. filter(x, property())'
run 0 "$G2L2" domain candidates visual --json
json "$out" domain set count categories candidates
says "$out" '"count":17'
run 1 "$G2L2" domain candidates nav --set none
says "$err" "has no candidate set 'none'"
end

begin 'domain: candidates are bounded'
printf 'domain big\nimport sequence\ntype A\nop concat : A, A -> A\nop empty : A\nliterals a : A\ncategory V : A\nroot V\ncandidates all\n operations 6\n distinct form\n programs V/V/V/V\n' > big.def
run 1 "$G2L2" domain candidates big.def --words 'a b c d e f g h i j k l m n o p'
says "$err" 'more than 100000 candidate programs'
run 0 "$G2L2" domain check big.def
says "$out" "big.def:9:12: warning: the set 'all' is too large: "
end

begin 'domain: usage'
run 2 "$G2L2" domain
run 2 "$G2L2" domain show
run 2 "$G2L2" domain show nav fetch
run 2 "$G2L2" domain teach nav
run 2 "$G2L2" domain show nav --strict
says "$err" "'--strict' is not for 'show'"
run 0 "$G2L2" domain --help
says "$out" 'start from a definition that works'
end
