# Questions about images, from the command line: drawings that python3 makes, discs and squares.
. "$(dirname "$0")/helpers"

if ! command -v python3 > /dev/null; then
    skip 'images' 'there is no python3 to draw them'
    exit
fi

mkdir train test
python3 "$project/tests/cli/draw.py" train 60 1 && python3 "$project/tests/cli/draw.py" test 15 2 || exit 2

begin 'images: learned from answers, boxes given'
run 0 "$G2L2" train visual --images train --scenes train/scenes.json --questions train/questions.json -o seen.g2l2
quiet
run 0 "$G2L2" eval seen.g2l2 --images test --scenes test/scenes.json --questions test/questions.json --json
right=$(sed -n 's/^  "accuracy": 0*\.*\([0-9.]*\).*/\1/p' "$out")
case $right in 1.0 | 9* | 0.9* | 0.8[5-9]*) ;; *) wrong "accuracy $right" ;; esac
end

begin 'images: the same seed gives the same bytes'
run 0 "$G2L2" train visual --images train --scenes train/scenes.json --questions train/questions.json -o again.g2l2
expect cmp seen.g2l2 again.g2l2
end

begin 'images: the lexicon as text sees as well'
"$G2L2" lexicon seen.g2l2 --export > seen.lex
run 0 "$G2L2" eval seen.g2l2 --images test --scenes test/scenes.json --questions test/questions.json
tail -1 "$out" > whole
run 0 "$G2L2" eval seen.lex --images test --scenes test/scenes.json --questions test/questions.json
tail -1 "$out" > text
expect cmp whole text
end

# The same from fresh renders, with boxes that the built-in detector finds: what colors and shapes
# are called is asked for, never said.
cat > ask.py << 'END'
import collections, json, random, sys
folder, rng = sys.argv[1], random.Random(sys.argv[2])
questions = []
for scene in json.load(open(folder + "/scenes.json"))["scenes"]:
    things = scene["objects"]
    for color in sorted({t["color"] for t in things}) + [rng.choice(["red", "blue", "green", "yellow"])]:
        n = sum(t["color"] == color for t in things)
        questions.append(("how many %s things are there?" % color, str(n), scene["image_filename"]))
    for shape in ("cube", "sphere", "cylinder"):
        n = [t for t in things if t["shape"] == shape]
        questions.append(("how many %ss are there?" % shape, str(len(n)), scene["image_filename"]))
        if len(n) == 1:
            questions.append(("what color is the %s?" % shape, n[0]["color"], scene["image_filename"]))
json.dump({"questions": [dict(zip(("question", "answer", "image_filename"), q)) for q in questions]},
          open(folder + "/questions.json", "w"))
commonest = collections.Counter(q[1] for q in questions).most_common(1)[0][1]
print(round(100 * commonest / len(questions)))
END

begin 'images: learned from fresh renders, boxes detected'
for part in train test; do
    run 0 "$G2L2" data clevr --scenes 70 --questions 1 --part $part -o $part-drawn
    run 0 "$G2L2" render $part-drawn/scenes.json -o $part-drawn --width 160 --quiet
    commonest=$(python3 ask.py $part-drawn 1)
done
run 0 "$G2L2" train visual --images train-drawn/images --questions train-drawn/questions.json \
    --boxes detected --recipe attempts=1 -o drawn.g2l2
run 0 "$G2L2" eval drawn.g2l2 --images test-drawn/images --questions test-drawn/questions.json --json
right=$(python3 -c 'import json, sys; print(int(100 * json.load(open(sys.argv[1]))["accuracy"]))' "$out")
[ "$right" -ge $((commonest + 15)) ] || wrong "$right% right; always the commonest answer: $commonest%"
end

begin 'images: a detector, and how good it is'
run 0 "$G2L2" train detector --images train --scenes train/scenes.json --views 80 -o own.detector
says "$out" 'wrote own.detector'
run 0 "$G2L2" eval own.detector --images test --scenes test/scenes.json
says "$out" 'recall'
run 1 "$G2L2" eval train/0.png --images test --scenes test/scenes.json
says "$err" 'train/0.png: this is no detector of g2l2'
head -c 5000 own.detector > cut.detector
run 1 "$G2L2" eval cut.detector --images test --scenes test/scenes.json
says "$err" 'damaged or cut off'
end

begin 'images: detector and encoder go on where they were killed'
faulty=$(dirname "$G2L2")/faulty
mkdir few
python3 "$project/tests/cli/draw.py" few 8 3
# OUTPUT CHECKPOINT OPTION...
killed() {
    to=$1 at=$2
    shift 2
    run 0 "$G2L2" train "$@" -o "whole-$to" --quiet
    G2L2_KILL_AT=$at "$faulty" train "$@" -o "$to" --quiet --checkpoint 0 > "$out" 2> "$err"
    [ $? = 137 ] || wrong "it was not killed: $(cat "$err")"
    run 0 "$G2L2" train "$@" -o "$to" --resume
    says "$err" "going on from $to.checkpoint"
    cmp -s "whole-$to" "$to" || wrong "other bytes: $to"
    [ -e "$to.checkpoint" ] && wrong "$to.checkpoint is still there"
}
killed few.detector -3 detector --images few --scenes few/scenes.json --views 40
killed few.g2l2 20 visual --images few --scenes few/scenes.json --questions few/questions.json --features encoder --noise 1 \
    --updates 4 --recipe see_epochs=2,see_images=4,reset_examples=50,sense_trials=2
end

begin 'images: --max-seconds is for looking, too'
run 0 "$G2L2" train visual --images few --scenes few/scenes.json --questions few/questions.json --features encoder --noise 1 \
    --updates 4 --recipe see_epochs=1000000,see_images=4,reset_examples=50,sense_trials=2 --max-seconds 4 -o timed.g2l2
says "$out" 'its budget is 4 s'
expect "$G2L2" lexicon timed.g2l2
end

begin 'images: a question about one that is given alone'
run 0 "$G2L2" train visual --images train --scenes train/scenes.json --questions train/questions.json \
    --detector own.detector -o found.g2l2
run 0 "$G2L2" run found.g2l2 --image test/0.png 'how many red things are there?'
expect grep -qx '[0-9]*' "$out"
run 0 "$G2L2" explain found.g2l2 --image test/0.png 'how many red things are there?'
says "$out" 'count('
end

begin 'images: a report shows what words look like'
run 0 "$G2L2" report found.g2l2 --images test --scenes test/scenes.json --questions test/questions.json -o seen.html
says seen.html 'What words look like'
says seen.html 'data:image/png;base64,'
end

begin 'images: what is wrong is said'
run 1 "$G2L2" train visual --images nowhere --questions train/questions.json -o no.g2l2
says "$err" 'nowhere: cannot open'
mkdir empty
run 1 "$G2L2" train visual --images empty --questions train/questions.json -o no.g2l2
says "$err" 'there is no image'
run 2 "$G2L2" train visual --boxes given --questions train/questions.json -o no.g2l2
says "$err" 'for --images DIR'
run 2 "$G2L2" train visual --images train --features many --questions train/questions.json -o no.g2l2
says "$err" '--features is compact or encoder'
run 1 "$G2L2" run found.g2l2 --image draw.py 'how many things?'
says "$err" 'draw.py'
cp -r train broken
head -c 300 train/7.png > broken/7.png
echo 'no image' > broken/31.png
run 1 "$G2L2" train visual --images broken --scenes train/scenes.json --questions train/questions.json -o no.g2l2
says "$err" 'broken/7.png'
says "$err" '(and 1 other image cannot be read)'
[ "$(wc -l < "$err")" = 1 ] || wrong 'more than one line'
end

# Images as people bring them: of one pixel, grey, with 16 bits, with transparency, interlaced; and
# a size that would take all memory.
cat > kinds.py << 'END'
import struct, zlib

def part(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

def png(name, width, height, depth, kind, interlaced, pixel, rows):
    raw = b"".join(b"\0" + pixel * n for n in rows)
    open(name, "wb").write(b"\x89PNG\r\n\x1a\n"
        + part(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, interlaced))
        + part(b"IDAT", zlib.compress(raw)) + part(b"IEND", b""))

passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
adam7 = [len(range(x, 120, dx)) for x, y, dx, dy in passes for _ in range(y, 80, dy)]
png("plain.png", 120, 80, 8, 2, 0, b"\x78\x78\x78", [120] * 80)
png("one.png", 1, 1, 8, 2, 0, b"\x78\x78\x78", [1])
png("thin.png", 1, 2000, 8, 2, 0, b"\x78\x78\x78", [1] * 2000)
png("grey.png", 120, 80, 8, 0, 0, b"\x78", [120] * 80)
png("deep.png", 120, 80, 16, 2, 0, b"\x78\0" * 3, [120] * 80)
png("alpha.png", 120, 80, 8, 6, 0, b"\x78\x78\x78\x80", [120] * 80)
png("interlaced.png", 120, 80, 8, 2, 1, b"\x78\x78\x78", adam7)
png("huge.png", 60000, 60000, 8, 2, 0, b"\x78\x78\x78", [1])
END
python3 kinds.py

begin 'images: nothing is in it'
for kind in plain one thin grey deep alpha interlaced; do
    run 0 "$G2L2" run drawn.g2l2 --image $kind.png 'how many cubes are there?'
    expect grep -qx 0 "$out"
done
run 3 "$G2L2" run drawn.g2l2 --image plain.png 'what color is the cube?'
says "$err" 'it has no answer: there is no object in the scene'
run 3 "$G2L2" explain drawn.g2l2 --image plain.png 'what color is the cube?'
says "$out" 'there is no object in the scene'
run 1 "$G2L2" run drawn.g2l2 --image huge.png 'how many cubes are there?'
says "$err" 'huge.png: has 60000 x 60000 pixels'
[ "$(wc -l < "$err")" = 1 ] || wrong 'more than one line'
end

begin 'images: a request brings one'
"$G2L2" serve drawn.g2l2 --images test-drawn/images --port 0 > served 2>&1 &
server=$!
trap 'kill $server 2> /dev/null; rm -rf "$work"' EXIT
await_server $server served
cat > bring.py << 'END'
import base64, json, sys, urllib.error, urllib.request

def bring(path, question):
    body = {"sentence": question, "image": base64.b64encode(open(path, "rb").read()).decode()}
    request = urllib.request.Request(sys.argv[1] + "/v1/run", json.dumps(body).encode(), {"Content-Type": "application/json"})
    try:
        return json.load(urllib.request.urlopen(request))
    except urllib.error.HTTPError as error:
        return json.load(error)["error"]

image = sys.argv[2]
print("brought", bring(image, "how many cubes are there?")["result"])
print(bring("plain.png", "what color is the cube?")["reason"])
print(bring("huge.png", "how many cubes are there?")["message"])
print(bring(sys.argv[0], "how many cubes are there?")["message"])
END
first=$(ls test-drawn/images | head -1)
run 0 "$G2L2" run drawn.g2l2 --image "test-drawn/images/$first" 'how many cubes are there?'
alone=$(cat "$out")
run 0 python3 bring.py "${address%/}" "test-drawn/images/$first"
says "$out" "brought $alone"
says "$out" 'there is no object in the scene'
says "$out" 'has 60000 x 60000 pixels; at most 16 million are looked at'
says "$out" 'image: not a PNG image'
kill $server
wait $server 2> /dev/null
end
