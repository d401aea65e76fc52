"""Drawings of discs and squares with questions about them: draw.py FOLDER N SEED. Plain Python, which may be all there is."""
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
