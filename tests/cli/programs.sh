# A lexicon written by hand, of programs that have no operator form: answers, and what
# `explain` shows of each part.
. "$(dirname "$0")/helpers"

cat > programs.lexicon <<'END'
domain visual
literals big red
features 3 given
red => EMPTY
big => EMPTY
cube => objset : filter(scene(), ?)
ball => objset : filter(scene(), ?)
golds => integer/objset : \x. count(filter(x, ?))
which => word/objset : \x. query(filter(x, ?), ?)
or => objset\objset/objset : \x.\y. union(x, y)
very => objset/objset/(objset/objset) : \f.\x. f(f(x))
twice => objset/objset : \x. intersection(x, filter(x, ?))
its => objset^objset : \x. relate(scene(), x, ?)
so => LET
concept ObjConcept red = 1 2 0 0
concept ObjConcept big = 3 -2 0 0
concept ObjConcept cube = 3 -2 -2 0
concept ObjConcept ball = -3 2 4 0
concept ObjConcept golds = 3 2 -4 0
concept ObjConcept which = 3 2 -4 0
concept ObjConcept twice = 3 2 -4 0
concept Attribute which = 1 1
concept RelConcept its = 1 1 2 1
END
echo '{"objects": [{"features": [1, 0, 0]}, {"features": [0, 1, 0]}, {"features": [0, 0, 1]}]}' \
    > three.json

begin 'programs: answers'
run 0 "$G2L2" run programs.lexicon --scene three.json 'golds cube or ball'
says "$out" 2
run 0 "$G2L2" run programs.lexicon --scene three.json 'which very twice cube'
says "$out" big
run 0 "$G2L2" run programs.lexicon --scene three.json 'cube so golds its'
says "$out" 1
end

begin 'programs: explained'
run 0 "$G2L2" explain programs.lexicon --scene three.json 'golds cube or ball'
says "$out" 'union(#2, #1)            = 1:0.95  2:0.90  3:0.98'
says "$out" 'count(filter(#3, golds)) = 2   (0:0.02  1:0.26  2:0.70  3:0.02;'
run 0 "$G2L2" explain programs.lexicon --scene three.json 'cube so golds its'
says "$out" 'relate(scene(), #1, its) = 1:0.12  2:0.62  3:0.78'
run 0 "$G2L2" explain programs.lexicon --scene three.json --json 'which very twice cube'
says "$out" '"result":"big"'
end
