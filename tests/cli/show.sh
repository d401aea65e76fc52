# g2l2 explain --format: what other programs make of the drawings. SVG is read by an XML
# parser, LaTeX is compiled, dot is laid out, where these programs are installed.
. "$(dirname "$0")/helpers"

cat > nav.lexicon << 'END'
# g2l2 lexicon 1
domain nav
literals I_JUMP I_TURN_LEFT I_WALK
jump => V : I_JUMP()
walk => V : I_WALK()
twice => V\V : \x. repeat(x, 2)
left => V\V : \x. concat(I_TURN_LEFT(), x)
around => V\V/(V\V) : \f.\x. repeat(f(x), 4)
and => S\V/V : \y.\x. concat(x, y)
"<b>&'\\%$_{}^~#\"" => V : I_JUMP()
größe => V : I_WALK()
书 => EMPTY
END
cat > look.lexicon << 'END'
# g2l2 lexicon 1
domain visual
literals big small blue red
features 3 given
how => EMPTY
many => integer|objset : \x. count(x)
there => EMPTY
is => EMPTY  1
is => bool/objset : \x. exist(x)  0
are => EMPTY
a => EMPTY
the => EMPTY
of => EMPTY
what => EMPTY
some => integer/objset : \x. count(x)  0.08
some => bool/objset : \x. exist(x)  0
and => AND
or => OR
; => LET
it => objset^objset : \x. x
size => word|objset : \x. query(x, ?)
red => objset/objset : \x. filter(x, ?)
cube => objset : filter(scene(), ?)
ball => objset : filter(scene(), ?)
left => objset\objset/objset : \y.\x. relate(x, y, ?)
concept ObjConcept red = 9 -9 9 0
concept ObjConcept cube = 9 -9 9 0
concept ObjConcept ball = -9 9 -9 0
concept ObjConcept big = 9 -9 -9 0
concept ObjConcept small = -9 9 9 0
concept ObjConcept blue = -9 9 -9 0
concept RelConcept left = 9 0 -9 0
concept Attribute size = 4 4 -9 -9
END
cat > scenes.jsonl << 'END'
{"objects": [{"features": [1, 0, 0], "shape": "cube", "color": "red", "material": "metal", "x": 1, "y": 1}, {"features": [0, 1, 0], "shape": "sphere", "color": "blue", "x": 2, "y": 2}, {"features": [0, 0, 1], "shape": "c\u00f6ne_&%", "color": "gold", "x": 3, "y": 1}], "directions": {"right": [1, 0, 0], "front": [0, -1, 0]}}
END
run 0 "$G2L2" lexicon nav.lexicon -o nav.g2l2
run 0 "$G2L2" lexicon look.lexicon -o look.g2l2
scene='look.g2l2 --scene scenes.jsonl:0'

# One line for each: what it is called, its arguments, its status, the sentence.
cat > cases << END
commands|nav.g2l2|0|jump around left twice and walk left
scene|$scene|0|how many red cube are left of the ball
reference|$scene|0|there is a ball ; what is the size of the cube left of it
coordination|$scene|0|how many red cube and cube
ambiguous|$scene|0|some red cube
no-scene|look.g2l2|0|how many red cube
no-parse|nav.g2l2|3|jump arrounnd left and walk
hostile|nav.g2l2|0|<b>&'\\%\$_{}^~#" and größe
unknown|nav.g2l2|3|</svg><script> \\end{document} %s #1 "}; 书 jump
END

explain() { # FORMAT STATUS ARGUMENTS SENTENCE
    run "$2" "$G2L2" explain $3 "$4" --format "$1"
}

each() { # FORMAT CHECK NAME
    while IFS='|' read -r case arguments wanted sentence; do
        begin "$1: $3, $case"
        explain "$1" "$wanted" "$arguments" "$sentence"
        cp "$out" "$case.$1"
        $2 "$case.$1"
        end
    done < cases
}

# ---- SVG

read_svg() {
    says "$1" '<svg xmlns="http://www.w3.org/2000/svg"'
    [ -z "$python" ] || $python - "$1" << 'END' 2> tmp/python || wrong "$1: $(tail -n 1 tmp/python)"
import re, sys
import xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
number = re.compile(r"-?\d+(\.\d+)?$")
for element in root.iter():
    for name in ("x", "y", "cx", "cy", "r", "width", "height", "opacity"):
        value = element.get(name)
        assert value is None or number.match(value) or value[0] == ".", (name, value)
    assert not element.tag.endswith("script"), "a script"
END
}
each svg read_svg 'well formed'

begin 'svg: what is in it'
says commands.svg 'data-node="0"'
says commands.svg 'λx. repeat(x, 2)'
says scene.svg 'data-object="2"'
says scene.svg '>left</text>'
says no-parse.svg 'around?'
says ambiguous.svg 'DERIVATIONS'
says coordination.svg '>&amp;&lt;</text>'
end

# ---- LaTeX

# Nothing may be wider than the page; a few points are within its margin.
compile() {
    says "$1" '\documentclass'
    # Fonts that it makes are kept here, not in the home directory.
    TEXMFVAR=$work/tmp/texmf pdflatex -interaction=nonstopmode -halt-on-error "$1" > tmp/log 2>&1 ||
        wrong "$1: $(grep -a -m 1 -A 2 '^!' tmp/log | tr '\n' '|')"
    grep -a -q 'Overfull .hbox ([0-9]\{2,\}' tmp/log &&
        wrong "$1: $(grep -a -m 1 'Overfull .hbox ([0-9]\{2,\}' tmp/log)"
}
has_latex() {
    says "$1" '\documentclass'
}
if pdflatex --version > /dev/null 2>&1 && kpsewhich tikz.sty > /dev/null 2>&1; then
    each latex compile 'compiles'
else
    skip 'latex: compiles' 'no pdflatex with TikZ'
    each latex has_latex 'is there'
fi

# ---- dot

lay_out() {
    says "$1" 'digraph'
    dot -Tsvg "$1" -o tmp/dot.svg 2> tmp/log || wrong "$1: $(head -n 1 tmp/log)"
    [ -s tmp/log ] && wrong "$1: $(head -n 1 tmp/log)"
}
has_dot() {
    says "$1" 'digraph'
}
if dot -V > /dev/null 2>&1; then
    each dot lay_out 'is laid out'
else
    skip 'dot: is laid out' 'no graphviz'
    each dot has_dot 'is there'
fi
