# Questions about images, from the command line: drawings that python3 makes, discs and squares.
. "$(dirname "$0")/helpers"

if ! command -v python3 > /dev/null; then
    skip 'images' 'there is no python3 to draw them'
    exit
fi

cat > draw.py << 'END'
import json, random, struct, sys, zlib
W, H, PAINT = 120, 80, {"red": (200, 60, 50), "green": (60, 170, 70), "blue": (50, 80, 200)}

def png(path, rows):
    def part(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    raw = b"".join(b"\0" + bytes(row) for row in rows)
    open(path, "wb").write(b"\x89PNG\r\n\x1a\n" + part(b"IHDR", struct.pack(">IIBBBBB", W, H, 8, 2, 0, 0, 0))
                           + part(b"IDAT", zlib.compress(raw)) + part(b"IEND", b""))

def covers(t, x, y):
    dx, dy = x - t["x"], y - t["y"]
    return dx * dx + dy * dy <= t["r"] ** 2 if t["shape"] == "disc" else max(abs(dx), abs(dy)) <= t["r"]

def draw(path, things, rng):
    rows = []
    for y in range(H):
        row = []
        for x in range(W):
            over = [PAINT[t["color"]] for t in things if covers(t, x, y)]
            row += [c + rng.randrange(30) for c in (over[-1] if over else (120, 120, 120))]
        rows.append(row)
    png(path, rows)

folder, n, rng = sys.argv[1], int(sys.argv[2]), random.Random(sys.argv[3])
scenes, questions = [], []
for i in range(n):
    things = []
    for _ in range(60):
        t = {"x": rng.randrange(14, W - 14), "y": rng.randrange(14, H - 14), "r": rng.randrange(8, 12),
             "color": rng.choice(sorted(PAINT)), "shape": rng.choice(["disc", "square"])}
        if len(things) < 1 + i % 4 and all(abs(u["x"] - t["x"]) > 26 or abs(u["y"] - t["y"]) > 26 for u in things):
            things.append(t)
    name = "%d.png" % i
    draw(folder + "/" + name, things, rng)
    scenes.append({"image_filename": name, "objects": [
        {"bbox": [t["x"] - t["r"], t["y"] - t["r"], t["x"] + t["r"] + 1, t["y"] + t["r"] + 1]} for t in things]})
    for color in PAINT:
        shape = rng.choice(["disc", "square"])
        both = sum(t["color"] == color and t["shape"] == shape for t in things)
        for text, answer in (("how many %s things are there?" % color, str(sum(t["color"] == color for t in things))),
                             ("how many %s %ss are there?" % (color, shape), str(both)),
                             ("is there a %s %s?" % (color, shape), "yes" if both else "no")):
            questions.append({"question": text, "answer": answer, "image_filename": name})
json.dump({"scenes": scenes}, open(folder + "/scenes.json", "w"))
json.dump({"questions": questions}, open(folder + "/questions.json", "w"))
END
mkdir train test
python3 draw.py train 60 1 && python3 draw.py test 15 2 || exit 2

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

begin 'images: a question about one that is given alone'
run 0 "$G2L2" train visual --images train --scenes train/scenes.json --questions train/questions.json \
    --detector own.detector -o found.g2l2
run 0 "$G2L2" run found.g2l2 --image test/0.png 'how many red things are there?'
expect grep -qx '[0-9]*' "$out"
run 0 "$G2L2" explain found.g2l2 --image test/0.png 'how many red things are there?'
says "$out" 'count('
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
run 1 "$G2L2" train visual --images broken --scenes train/scenes.json --questions train/questions.json -o no.g2l2
says "$err" 'broken/7.png'
[ "$(wc -l < "$err")" = 1 ] || wrong 'more than one line'
end
