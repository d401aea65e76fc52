#!/usr/bin/env python3
"""Three tables and questions about them, with answers computed from the tables.

    shop.csv             things for sale: kind, brand, color, price, stock
    staff.csv, teams.csv people in teams, each with a lead; teams in cities
    planets.csv          bodies with a kind, a size, a distance, and what they go around

For each NAME.train.jsonl and NAME.test.jsonl: questions of plain kinds (`plain`) and of kinds
with order, thresholds, negation and sums (`more`), each question once. The same seed makes the
same files:  examples/tables/make.py DIRECTORY [--renamed]

With --renamed the values in the tables are called v1, v2, ..., so that a word of a question is
spelled like none of them."""
import csv
import json
import random
import sys


def rng(seed):
    return random.Random(seed)


def shop():
    r = rng(1)
    kinds = {"laptop": (500, 2000), "phone": (200, 1200), "tablet": (150, 900), "camera": (100, 1500),
             "printer": (60, 400), "monitor": (90, 700)}
    brands = ["Acme", "Zenit", "Orbis", "Nordic", "Kiwi"]
    colors = ["black", "white", "red", "blue", "silver"]
    rows = []
    for i in range(40):
        kind = r.choice(list(kinds))
        low, high = kinds[kind]
        rows.append({"name": f"{kind[0].upper()}{100 + i}", "kind": kind, "brand": r.choice(brands),
                     "color": r.choice(colors), "price": r.randrange(low, high, 10),
                     "stock": r.randrange(0, 60)})
    return rows


def staff():
    r = rng(2)
    teams = [{"name": n, "city": c, "budget": b} for n, c, b in
             [("sales", "Paris", 400), ("research", "Oslo", 900), ("support", "Madrid", 250),
              ("design", "Oslo", 300), ("finance", "Paris", 500), ("legal", "Lisbon", 150)]]
    first = ["Anna", "Ben", "Clara", "David", "Eva", "Felix", "Greta", "Hugo", "Ines", "Jonas", "Karin",
             "Leo", "Mara", "Nils", "Olga", "Paul", "Rosa", "Stefan", "Tina", "Uwe", "Vera", "Walter",
             "Yara", "Zoe", "Amir", "Bela", "Cora", "Dario", "Elin", "Finn", "Gina", "Hana"]
    roles = ["engineer", "manager", "analyst", "assistant"]
    rows = []
    for i, n in enumerate(first):
        rows.append({"name": n, "role": r.choice(roles), "team": r.choice(teams)["name"],
                     "salary": r.randrange(2800, 8000, 50), "age": r.randrange(22, 64),
                     "lead": ""})
    for i, row in enumerate(rows):
        if i:
            row["lead"] = rows[r.randrange(0, i)]["name"]
    return rows, teams


def planets():
    rows = []
    data = [("Mercury", "planet", 4879, 58, "Sun"), ("Venus", "planet", 12104, 108, "Sun"),
            ("Earth", "planet", 12756, 150, "Sun"), ("Mars", "planet", 6792, 228, "Sun"),
            ("Jupiter", "giant", 142984, 779, "Sun"), ("Saturn", "giant", 120536, 1434, "Sun"),
            ("Uranus", "giant", 51118, 2871, "Sun"), ("Neptune", "giant", 49528, 4495, "Sun"),
            ("Ceres", "dwarf", 946, 414, "Sun"), ("Pluto", "dwarf", 2377, 5906, "Sun"),
            ("Eris", "dwarf", 2326, 10152, "Sun"), ("Moon", "moon", 3475, 0.384, "Earth"),
            ("Phobos", "moon", 22, 0.009, "Mars"), ("Deimos", "moon", 12, 0.023, "Mars"),
            ("Io", "moon", 3643, 0.422, "Jupiter"), ("Europa", "moon", 3122, 0.671, "Jupiter"),
            ("Ganymede", "moon", 5268, 1.07, "Jupiter"), ("Callisto", "moon", 4821, 1.883, "Jupiter"),
            ("Mimas", "moon", 396, 0.186, "Saturn"), ("Enceladus", "moon", 504, 0.238, "Saturn"),
            ("Titan", "moon", 5150, 1.222, "Saturn"), ("Rhea", "moon", 1527, 0.527, "Saturn"),
            ("Titania", "moon", 1578, 0.436, "Uranus"), ("Oberon", "moon", 1523, 0.584, "Uranus"),
            ("Miranda", "moon", 472, 0.13, "Uranus"), ("Triton", "moon", 2707, 0.355, "Neptune"),
            ("Charon", "moon", 1212, 0.02, "Pluto"), ("Dysnomia", "moon", 700, 0.037, "Eris"),
            ("Sun", "star", 1392700, 0, "")]
    surfaces = ["rocky", "icy", "gaseous"]
    r = rng(3)
    for name, kind, size, distance, around in data:
        surface = "gaseous" if kind in ("giant", "star") else r.choice(surfaces[:2])
        rows.append({"name": name, "kind": kind, "surface": surface, "diameter": size,
                     "distance": distance, "orbits": around})
    return rows


# ---- questions: (text, answer) or None where the answer would be empty or a tie ---------------

def names(rows):
    return sorted(r["name"] for r in rows)


def best(rows, key, sign):
    rows = sorted(rows, key=lambda x: sign * x[key])
    if not rows or (len(rows) > 1 and rows[0][key] == rows[1][key]):
        return None
    return rows[0]


def number(x):
    return int(x) if abs(x - round(x)) < 1e-9 else round(x, 2)


def some(r, rows, *keys):
    """A few conditions that hold of one row: the words, and the rows they leave."""
    row, words = r.choice(rows), {}
    for key in keys:
        words[key] = row[key]
        rows = [x for x in rows if x[key] == row[key]]
    return words, rows


def shop_question(r, rows, kind):
    plural = {"laptop": "laptops", "phone": "phones", "tablet": "tablets", "camera": "cameras",
              "printer": "printers", "monitor": "monitors"}
    w, left = some(r, rows, *r.choice([["kind"], ["kind", "color"], ["kind", "brand"], ["kind", "brand", "color"]]))
    mods = " ".join(w[k] for k in ("color", "brand") if k in w)
    noun = (mods + " " if mods else "") + w["kind"]
    many = (mods + " " if mods else "") + plural[w["kind"]]
    one = r.choice(rows)
    if kind == "plain":
        c = r.randrange(7)
        if c == 0: return f"how many {many} are there", len(left)
        if c == 1: return f"what is the price of {one['name']}", one["price"]
        if c == 2: return f"what color is {one['name']}", one["color"]
        if c == 3: return f"which {many} do we have", names(left)
        if c == 4: return f"is {one['name']} a {w['kind']}", "yes" if one["kind"] == w["kind"] else "no"
        if c == 5: return f"what brand is {one['name']}", one["brand"]
        color = r.choice(["black", "white", "red", "blue", "silver"])
        return (f"is there a {color} {w['kind']}",
                "yes" if any(x["color"] == color and x["kind"] == w["kind"] for x in rows) else "no")
    c = r.randrange(9)
    if c == 0: b = best(left, "price", 1); return b and (f"what is the cheapest {noun}", b["name"])
    if c == 1: b = best(left, "price", -1); return b and (f"which {noun} is the most expensive", b["name"])
    if c == 2:
        n = r.randrange(200, 1500, 100)
        return f"how many {many} cost more than {n}", len([x for x in left if x["price"] > n])
    if c == 3:
        n = r.randrange(200, 1500, 100)
        f = [x for x in left if x["price"] < n]
        return (f"which {many} cost less than {n}", names(f)) if f else None
    if c == 4:
        color = r.choice(["black", "white", "red", "blue", "silver"])
        f = [x for x in rows if x["kind"] == w["kind"] and x["color"] != color]
        return f"how many {plural[w['kind']]} are not {color}", len(f)
    if c == 5: return f"what is the total stock of {many}", sum(x["stock"] for x in left)
    if c == 6: return f"what is the average price of {many}", number(sum(x["price"] for x in left) / len(left))
    if c == 7:
        n = r.randrange(1, 4)
        word = ["one", "two", "three"][n - 1]
        return f"are there at least {word} {many}", "yes" if len(left) >= n else "no"
    b = best(left, "stock", -1)
    return b and (f"which {noun} has the largest stock", b["name"])


def staff_question(r, rows, teams, kind):
    one, team = r.choice(rows), r.choice(teams)
    plural = {"engineer": "engineers", "manager": "managers", "analyst": "analysts", "assistant": "assistants"}
    role = r.choice(list(plural))
    inside = [x for x in rows if x["team"] == team["name"]]
    city = team["city"]
    here = [x for x in rows if next(t for t in teams if t["name"] == x["team"])["city"] == city]
    if kind == "plain":
        c = r.randrange(10)
        if c == 8: return f"what is the role of {one['name']}", one["role"]
        if c == 9: return f"is {one['name']} in {team['name']}", "yes" if one["team"] == team["name"] else "no"
        if c == 0: return f"who works in {team['name']}", names(inside) if inside else None
        if c == 1: return f"how many people are in {team['name']}", len(inside)
        if c == 2: return f"what is the salary of {one['name']}", one["salary"]
        if c == 3: return (f"who is the lead of {one['name']}", one["lead"]) if one["lead"] else None
        if c == 4: return f"which team is {one['name']} in", one["team"]
        if c == 5: return f"in which city is {team['name']}", city
        if c == 6: return f"how old is {one['name']}", one["age"]
        f = [x for x in inside if x["role"] == role]
        return f"how many {plural[role]} are in {team['name']}", len(f)
    c = r.randrange(8)
    if c == 0:
        word, of = r.choice([("person", inside), (role, [x for x in inside if x["role"] == role])])
        b = best(of, "age", -1)
        return b and (f"who is the oldest {word} in {team['name']}", b["name"])
    if c == 1: b = best([x for x in rows if x["role"] == role], "salary", -1); return b and (f"which {role} has the highest salary", b["name"])
    if c == 2:
        n = r.randrange(3000, 7000, 500)
        return f"how many {plural[role]} earn more than {n}", len([x for x in rows if x["role"] == role and x["salary"] > n])
    if c == 3:
        n = r.randrange(25, 60, 5)
        f = [x for x in inside if x["age"] < n]
        return (f"who in {team['name']} is younger than {n}", names(f)) if f else None
    if c == 4: return (f"what is the average age of {plural[role]} in {team['name']}",
                       number(sum(x["age"] for x in f) / len(f))) if (f := [x for x in inside if x["role"] == role]) else None
    if c == 5: return (f"what is the total salary of people in {team['name']}", sum(x["salary"] for x in inside)) if inside else None
    if c == 6:
        f = [x for x in inside if x["role"] != role]
        return (f"who in {team['name']} is not an {role}" if role[0] in "aeio" else f"who in {team['name']} is not a {role}", names(f)) if f else None
    f = [x for x in rows if x["lead"] == one["name"]]
    return f"how many people have {one['name']} as lead", len(f)


def planets_question(r, rows, kind):
    plural = {"planet": "planets", "giant": "giants", "dwarf": "dwarfs", "moon": "moons"}
    k = r.choice(list(plural))
    of = [x for x in rows if x["kind"] == k]
    one = r.choice(rows)
    centre = r.choice([x for x in rows if any(y["orbits"] == x["name"] for y in rows)])
    moons = [x for x in rows if x["orbits"] == centre["name"]]
    surface = r.choice(["rocky", "icy", "gaseous"])
    if kind == "plain":
        c = r.randrange(7)
        if c == 0: return f"what does {one['name']} orbit", one["orbits"] if one["orbits"] else None
        if c == 1: return f"how many moons does {centre['name']} have", len([x for x in moons if x["kind"] == "moon"])
        if c == 2 and r.random() < .5: return f"is {one['name']} a {k}", "yes" if one["kind"] == k else "no"
        if c == 2: return f"what is the diameter of {one['name']}", one["diameter"]
        if c == 3: return f"how far away is {one['name']}", one["distance"]
        if c == 4: return f"which {plural[k]} are {surface}", names([x for x in of if x["surface"] == surface])
        if c == 5: return f"which bodies orbit {centre['name']}", names(moons)
        return f"is {one['name']} {surface}", "yes" if one["surface"] == surface else "no"
    c = r.randrange(8)
    if c in (0, 1, 7):
        words, among = r.choice([(k, of), (f"{surface} {k}", [x for x in of if x["surface"] == surface]),
                                 (f"{k} of {centre['name']}", [x for x in moons if x["kind"] == k])])
        ranked = sorted(among, key=lambda x: -x["diameter"])
        if len(ranked) < 2: return None
        if c == 7: return f"what is the second largest {words}", ranked[1]["name"]
        return f"what is the {'smallest' if c else 'largest'} {words}", ranked[-c]["name"]
    if c == 2: b = best(moons, "distance", -1); return b and (f"which moon of {centre['name']} is the farthest", b["name"]) if centre["name"] != "Sun" else None
    if c == 3:
        n = r.randrange(500, 20000, 500)
        return f"how many {plural[k]} have a diameter above {n}", len([x for x in of if x["diameter"] > n])
    if c == 4: return f"how many {plural[k]} are not {surface}", len([x for x in of if x["surface"] != surface])
    if c == 5: return f"what is the average diameter of the {plural[k]} of {centre['name']}", number(sum(x["diameter"] for x in f) / len(f)) if (f := [x for x in moons if x["kind"] == k]) else None
    if c == 6:
        counts = sorted(((sum(y["orbits"] == x["name"] for y in rows), x["name"]) for x in of), reverse=True)
        return (f"which {k} has the most moons", counts[0][1]) if counts[0][0] > counts[1][0] else None


def draw(make, kind, n, seed):
    r, seen, out = rng(seed), set(), []
    tries = 0
    while len(out) < n and tries < 100000:
        tries += 1
        made = make(r, kind)
        if not made or made[1] is None or made[0] in seen:
            continue
        seen.add(made[0])
        out.append({"question": made[0] + "?", "answer": made[1], "kind": kind})
    return out


def rename(tables, keys):
    new = {}
    for rows in tables:
        for row in rows:
            for key in keys:
                if key in row:
                    row[key] = new.setdefault(row[key], f"v{len(new) + 1}")
    return new


def write(folder, name, tables, make, renamed, keys):
    both = []
    for i, kind in enumerate(["plain", "more"]):
        both += draw(make, kind, 400, 10 + i)
    rng(7).shuffle(both)
    if renamed:
        new = rename([rows for _, rows in tables], keys)
        for q in both:
            if isinstance(q["answer"], str): q["answer"] = new.get(q["answer"], q["answer"])
    half = len(both) // 2
    for part, rows in (("train", both[:half]), ("test", both[half:])):
        with open(f"{folder}/{name}.{part}.jsonl", "w") as out:
            for row in rows:
                out.write(json.dumps(row) + "\n")
    for table, rows in tables:
        with open(f"{folder}/{table}.csv", "w", newline="") as out:
            writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


def main():
    folder, renamed = sys.argv[1], "--renamed" in sys.argv
    rows = shop()
    write(folder, "shop", [("shop", rows)], lambda r, k, rows=rows: shop_question(r, rows, k), renamed,
          ["kind", "brand", "color"])
    people, teams = staff()
    write(folder, "staff", [("staff", people), ("teams", teams)],
          lambda r, k: staff_question(r, people, teams, k), renamed, ["role", "city"])
    bodies = planets()
    write(folder, "planets", [("planets", bodies)], lambda r, k: planets_question(r, bodies, k), renamed,
          ["kind", "surface"])


main()
