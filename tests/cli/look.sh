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
