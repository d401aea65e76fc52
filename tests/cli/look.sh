# g2l2 explain and g2l2 lexicon where words name what is in a scene. The model is made by
# hand: object i has feature i, so the numbers of a concept are the logits of its mask.
. "$(dirname "$0")/helpers"

cat > look.lexicon << 'END'
# g2l2 lexicon 1
domain visual
literals blue red
features 3 given
how => EMPTY  0.1
how => integer/objset : \x. count(x)  0
many => integer/objset : \x. count(x)  0.1
many => EMPTY  0
any => bool/objset : \x. exist(x)
shiny => objset/objset : \x. filter(x, ?)
red => objset/objset : \x. filter(x, ?)
blue => objset/objset : \x. filter(x, ?)
cubes => objset : filter(scene(), ?)
blocks => objset : filter(scene(), ?)
left => objset\objset/objset : \y.\x. relate(x, y, ?)
right => objset\objset/objset : \y.\x. relate(x, y, ?)
color => word/objset : \x. query(x, ?)
hue => word/objset : \x. query(x, ?)
concept ObjConcept shiny = -2.1972246 1.3862944 2.1972246 0
concept ObjConcept cubes = 1.3862944 -2.1972246 2.1972246 0
concept ObjConcept blocks = 1.3862944 -2.1972246 2.1972246 0
concept ObjConcept red = 9 -9 0 0
concept ObjConcept blue = -9 9 0 0
concept RelConcept left = 9 0 -9 0
concept RelConcept right = -9 0 9 0
concept Attribute color = 4 4
concept Attribute hue = 4 3
END
cat > scenes.json << 'END'
{"objects": []}
{"objects": [{"features": [1, 0, 0], "shape": "cube"},
             {"features": [0, 1, 0], "shape": "sphere"},
             {"features": [0, 0, 1], "shape": "cube", "size": "large"}]}
END
run 0 "$G2L2" lexicon look.lexicon -o look.g2l2

begin 'explain: which objects each step means'
run 0 "$G2L2" explain look.g2l2 --scene scenes.json:1 'How many shiny cubes?'
quiet
says "$out" 'result (confidence 0.704):'
says "$out" '  1  cube         2  sphere       3  large cube'
says "$out" '  1  filter(scene(), cubes) = 1:0.80  2:0.10  3:0.90'
says "$out" '  2  filter(#1, shiny)      = 1:0.08  2:0.08  3:0.81'
says "$out" '  3  count(#2)              = 1   (0:0.16  1:0.70  2:0.12; expected 0.97)'
run 0 "$G2L2" explain look.g2l2 --scene scenes.json 'any red cubes'
says "$out" '  2  filter(#1, red)        = none'
end

begin 'explain: without a scene all but values'
run 0 "$G2L2" explain look.g2l2 'how many shiny cubes'
quiet
says "$out" 'count(filter(filter(scene(), cubes), shiny))'
says "$out" 'execution (values need a scene):'
run 3 "$G2L2" explain look.g2l2 'how many shinny cubes'
says "$out" "unknown word 'shinny' (did you mean 'shiny'?)"
end

begin 'explain: scenes that are not there'
run 1 "$G2L2" explain look.g2l2 --scene scenes.json:2 'any cubes'
says "$err" 'there is no scene 2'
run 1 "$G2L2" explain look.g2l2 --scene none.json 'any cubes'
printf 'domain nav\nliterals J\njump => V : J()\n' > nav.lexicon
run 2 "$G2L2" explain nav.lexicon --scene scenes.json jump
run 0 "$G2L2" explain nav.lexicon jump
end

begin 'lexicon: concepts, synonyms, opposites, attributes'
run 0 "$G2L2" lexicon look.g2l2
quiet
says "$out" '  cubes    = blocks 1.00     red 0.74        shiny -0.11'
says "$out" '  cubes, blocks'
says "$out" '  left                           opposite: right'
says "$out" '  color, hue = {blue, red}'
run 0 "$G2L2" lexicon look.g2l2 --scenes scenes.json
quiet
says "$out" '  cubes    = blocks 0.85'
says "$out" '  left                           opposite: right'
run 1 "$G2L2" lexicon nav.lexicon --scenes scenes.json
run 1 "$G2L2" lexicon look.g2l2 --scenes none.json
run 0 "$G2L2" lexicon look.g2l2 hue
says "$out" '  color, hue = {blue, red}'
expect sh -c '! grep -q cubes "$1"' - "$out"
run 0 "$G2L2" lexicon nav.lexicon
lines "$out" 1
end

begin 'lexicon: values that compete'
run 0 "$G2L2" lexicon look.g2l2
expect sh -c '! grep -q compete "$1"' - "$out"
{ grep -v 'ObjConcept blocks' look.lexicon; echo 'rivals blue red'; echo 'rivals cubes shiny'
  echo 'synonyms cubes blocks'; } > rivals.lexicon
run 0 "$G2L2" lexicon rivals.lexicon
quiet
says "$out" 'values that compete, an object has one of them:'
sed -n '/^values that compete/,/^$/p' "$out" | grep '^  ' > sets
expect test "$(sort sets | tr -d '\n')" = '  red, blue  shiny, cubes'
run 0 "$G2L2" lexicon rivals.lexicon blocks
says "$out" '  blocks, shiny'
run 0 "$G2L2" lexicon rivals.lexicon --json
tr -d ' \n' < "$out" > flat
says flat '"rivals":["shiny"]'
end

begin 'lexicon: concepts as JSON'
run 0 "$G2L2" lexicon look.g2l2 --json
json "$out" domain words entries concepts attributes
run 0 "$G2L2" lexicon nav.lexicon --json
expect sh -c '! grep -q concepts "$1"' - "$out"
end

begin 'lexicon: ties of words about scenes'
run 0 "$G2L2" lexicon look.g2l2 --ties
says "$out" '`how`: EMPTY and integer/objset : \x. count(x) explain the data equally well'
says "$out" '  "how many cubes" means the same with both: count(filter(scene(), cubes))'
end

# ---- words that compare and refer back; words with several senses

cat > whole.lexicon << 'END'
# g2l2 lexicon 1
domain visual
literals big small blue red
features 3 given
how => EMPTY
many => integer|objset : \x. count(x)
number => integer|objset : \x. count(x)
there => EMPTY
is => EMPTY  1
  used 900  there is a cube ; how many balls are left of it
is => bool/objset : \x. exist(x)  0
  used 12  is there a ball
are => EMPTY
a => EMPTY
the => EMPTY
of => EMPTY
than => EMPTY
as => EMPTY
do => EMPTY
have => EMPTY
what => EMPTY
any => bool/objset : \x. exist(x)
more => MORE
greater => MORE
less => LESS
same => SAME
and => AND
or => OR
; => LET
it => objset^objset : \x. x
its => objset^objset : \x. x
size => word|objset : \x. query(x, ?)
color => word|objset : \x. query(x, ?)
red => objset/objset : \x. filter(x, ?)
cube => objset : filter(scene(), ?)
cubes => objset : filter(scene(), ?)
ball => objset : filter(scene(), ?)
balls => objset : filter(scene(), ?)
things => objset : scene()
left => objset\objset/objset : \y.\x. relate(x, y, ?)
concept ObjConcept red = 9 -9 9 0
concept ObjConcept cube = 9 -9 9 0
concept ObjConcept cubes = 9 -9 9 0
concept ObjConcept ball = -9 9 -9 0
concept ObjConcept balls = -9 9 -9 0
concept ObjConcept big = 9 -9 -9 0
concept ObjConcept small = -9 9 9 0
concept ObjConcept blue = -9 9 -9 0
concept RelConcept left = 9 0 -9 0
concept Attribute size = 4 4 -9 -9
concept Attribute color = -9 -9 4 4
END
cat > row.json << 'END'
{"objects": [{"features": [1, 0, 0], "shape": "cube"},
             {"features": [0, 1, 0], "shape": "ball"},
             {"features": [0, 0, 1], "shape": "cube"}]}
END
run 0 "$G2L2" lexicon whole.lexicon -o whole.g2l2

begin 'explain: words that refer back'
run 0 "$G2L2" explain whole.g2l2 --scene row.json 'There is a ball; how many cubes are left of it?'
quiet
says "$out" '     └─ integer^objset  >^'
says "$out" '     it: #1                 = 1:0.00  2:0.99  3:0.00'
says "$out" '  3  relate(#2, #1, left)   = 1:0.98  2:0.00  3:0.00'
run 3 "$G2L2" explain whole.g2l2 --scene row.json 'how many cubes are left of it'
says "$out" "'it' refers to something that is not named before"
run 3 "$G2L2" run whole.g2l2 --scene row.json 'There is a ball; how many cubes are there?'
says "$err" "what follows ';' does not refer to what is named before"
end

begin 'explain: what is compared'
run 0 "$G2L2" explain whole.g2l2 --scene row.json 'are there more cubes than balls?'
says "$out" '  3  count(#1)              = 2   (0.98; expected 2.00)'
says "$out" '  5  greater(#3, #4)        = yes   (0.99)'
says "$out" '  more    bool/objset/objset : \y.\x. greater(count(y), count(x))   (MORE)'
end

begin 'explain: --json'
run 0 "$G2L2" explain whole.g2l2 --json --scene row.json 'are there more cubes than balls?' 'any balls'
quiet
lines "$out" 2
says "$out" '"result":"yes"'
says "$out" '{"number":5,"call":"greater(#3, #4)","node":'
says "$out" '"uses":[3,4],"relation":null,"value":{"text":"yes   (0.99)","objects":null,"answers":[{"text":"yes"'
head -n 1 "$out" > first.json
json first.json trace sentence status result confidence readings reason words derivations chart scene
run 0 "$G2L2" explain whole.g2l2 --format json 'any balls'
says "$out" '"status":"no scene"'
run 3 "$G2L2" explain whole.g2l2 --json 'left of it'
says "$out" '"status":"no parse","result":null'
says "$out" '"missing":["'
end

begin 'lexicon: senses, with uses and examples'
run 0 "$G2L2" lexicon whole.g2l2
says "$out" 'is       EMPTY                                          73.1%  900  there is a cube ; how many balls are left of it'
says "$out" '         bool/objset           \x. exist(x)             26.9%   12  is there a ball'
expect sh -c '! grep -q "same(" "$1"' - "$out"
run 0 "$G2L2" lexicon whole.g2l2 is same ';'
says "$out" 'same  SAME                       100.0%'
says "$out" '        bool\integer/integer        \y.\x. equal(y, x)'
says "$out" '        X\objset/X^objset           \f.\x. f(x)'
run 0 "$G2L2" lexicon whole.g2l2 --json is same
says "$out" '"uses": 900'
says "$out" '"example": "is there a ball"'
says "$out" '"category": "bool\\integer/integer"'
run 0 "$G2L2" lexicon whole.g2l2 --export
cp "$out" first.lexicon
says "$out" '  used 12  is there a ball'
run 0 "$G2L2" lexicon first.lexicon --export
expect cmp "$out" first.lexicon
end
