#!/usr/bin/env python3
"""Is the guilty word named first?

A word's entry in a good model is replaced by a wrong one, another of the model's entries or of the domain's
candidates, and `g2l2 eval --blame` is asked which word is to blame.

    bench/blame.py MODEL FILE                                   commands
    bench/blame.py MODEL --scenes FILE --questions FILE         questions

    --runs N     wrong entries, one at a time (20)
    --limit N    examples of the test file, evenly over it (all)
    --noise P    share of labels that are exchanged with others (0)
    --seed N     (1)

Wrong entries that change no meaning of the test file are drawn again. G2L2 is the command (build/g2l2).
"""
import argparse
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

G2L2 = os.environ.get("G2L2", str(pathlib.Path(__file__).resolve().parent.parent / "build" / "g2l2"))


def run(*args):
    done = subprocess.run([G2L2, *args], capture_output=True, text=True, check=False)
    return done.stdout if done.returncode in (0, 4) else None


def read_entries(text):
    """[(line, word, what it means)] of a lexicon's text."""
    out = []
    for i, line in enumerate(text.splitlines()):
        found = re.fullmatch(r"(\S+|\"[^\"]*\") => (.*?)  (-?[0-9.e-]+)", line)
        if found:
            out.append((i, found[1], found[2]))
    return out


def plant(text, entries, candidates, rng):
    """Another text, and the word that is wrong in it: all of its entries are one wrong one."""
    lines = text.splitlines()
    _, word, _ = rng.choice(entries)
    own = [e for e in entries if e[1] == word]
    wrong = rng.choice(candidates)
    if wrong in [e[2] for e in own]:
        return None
    drop = {e[0] for e in own}
    kept = []
    for i, line in enumerate(lines):
        if i == own[0][0]:
            kept.append(f"{word} => {wrong}  0")
        elif i not in drop:
            kept.append(line)
    return "\n".join(kept) + "\n", word, wrong


def without_concepts(text, word):
    """Lines of concepts that the word does not need any more would be refused."""
    return "\n".join(line for line in text.splitlines()
                     if not re.match(rf"concept \S+ {re.escape(word)} =", line)) + "\n"


def sample_commands(path, limit, noise, rng, out):
    lines = [line for line in open(path, encoding="utf-8").read().splitlines() if line.strip()]
    lines = [lines[i * len(lines) // min(limit, len(lines))] for i in range(min(limit, len(lines)))]
    spoilt = rng.sample(range(len(lines)), int(noise * len(lines)))
    parts = [line.split(" OUT: ") for line in lines]
    others = [parts[i][1] for i in spoilt]
    rng.shuffle(others)
    for i, target in zip(spoilt, others):
        parts[i][1] = target
    out.write_text("".join(" OUT: ".join(p) + "\n" for p in parts), encoding="utf-8")


def sample_questions(path, limit, noise, rng, out):
    questions = json.load(open(path, encoding="utf-8"))["questions"]
    n = min(limit, len(questions))
    chosen = [dict(questions[i * len(questions) // n]) for i in range(n)]
    spoilt = rng.sample(range(n), int(noise * n))
    others = [chosen[i]["answer"] for i in spoilt]
    rng.shuffle(others)
    for i, answer in zip(spoilt, others):
        chosen[i]["answer"] = answer
    out.write_text(json.dumps({"questions": chosen}), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("file", nargs="?")
    parser.add_argument("--scenes")
    parser.add_argument("--questions")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--limit", type=int, default=10**9)
    parser.add_argument("--noise", type=float, default=0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    text = run("lexicon", args.model, "--export")
    domain = re.search(r"^domain (\S+)", text, re.M)[1]
    entries = read_entries(text)
    listed = run("domain", "candidates", domain) or ""
    candidates = sorted({e[2] for e in entries} | {line for line in listed.split("\n\n")[-1].splitlines() if line})
    named = done = cured = 0
    with tempfile.TemporaryDirectory() as folder:
        test, lexicon = pathlib.Path(folder, "test"), pathlib.Path(folder, "planted.lex")
        (sample_questions if args.questions else sample_commands)(args.questions or args.file, args.limit, args.noise,
                                                                  rng, test)
        what = ["--scenes", args.scenes, "--questions", str(test)] if args.questions else [str(test)]
        base = json.loads(run("eval", args.model, *what, "--json", "--failures", "0"))
        while done < args.runs:
            planted = plant(text, entries, candidates, rng)
            if not planted:
                continue
            changed, word, wrong = planted
            for trial in (changed, without_concepts(changed, word)):
                lexicon.write_text(trial, encoding="utf-8")
                out = run("eval", str(lexicon), *what, "--json", "--failures", "0")
                if out:
                    break
            if not out or json.loads(out)["correct"] == base["correct"]:
                continue  # not an entry of this grammar, or it changes nothing
            review = json.loads(run("eval", str(lexicon), *what, "--blame", "--json", "--failures", "0"))["review"]
            first = review["words"][0]
            done += 1
            named += first["word"] == word.strip('"')
            cured += first["word"] == word.strip('"') and first["cure"] is not None
            mark = "ok   " if first["word"] == word.strip('"') else "WRONG"
            print(f"{mark} {word} => {wrong}: {json.loads(out)['correct']} of {base['examples']} right; "
                  f"blamed: {first['word']}, cure {first['cure'] and first['cure']['category']}, "
                  f"mends {first['mends']}, breaks {first['breaks']}", flush=True)
    print(f"{named} of {done} named first, {cured} with a cure")
    return 0


if __name__ == "__main__":
    sys.exit(main())
