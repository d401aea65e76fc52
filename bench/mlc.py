#!/usr/bin/env python3
"""Small made-up languages, each with 14 examples and ten queries (meta-learning for compositionality).

    bench/mlc.py EPISODES.json [DOMAIN [OPTION...]]

Every episode is learned by `g2l2 train` from its `support` alone, and asked its `query`. Prints how
many queries are right, how many were answered with confidence above 0.9 and how many of those are
wrong, and CPU seconds. $G2L2 is the program, build/g2l2 if it is not set."""
import json
import os
import resource
import subprocess
import sys
import tempfile


def learn_and_ask(g2l2, folder, episode, arguments):
    pairs, model = os.path.join(folder, "support.tsv"), os.path.join(folder, "episode.g2l2")
    with open(pairs, "w") as out:
        out.writelines(f"{command}\t{meaning}\n" for command, meaning in episode["support"])
    made = subprocess.run([g2l2, "train", *arguments[:1], pairs, "-o", model, "--log", "none",
                           *arguments[1:]], capture_output=True, text=True)
    if made.returncode:
        return []
    asked = "".join(command + "\n" for command, _ in episode["query"])
    said = subprocess.run([g2l2, "run", model, "--json"], input=asked, capture_output=True, text=True)
    return [json.loads(line) for line in said.stdout.splitlines()]


def main():
    g2l2 = os.environ.get("G2L2", "build/g2l2")
    episodes, arguments = json.load(open(sys.argv[1])), sys.argv[2:] or ["nav"]
    right = asked = refused = sure = sure_wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for episode in episodes:
            answers = learn_and_ask(g2l2, folder, episode, arguments)
            refused += not answers
            asked += len(episode["query"])
            for (_, meaning), answer in zip(episode["query"], answers):
                good = answer["result"] == meaning
                right += good
                if answer["result"] is not None and answer["confidence"] > 0.9:
                    sure += 1
                    sure_wrong += not good
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{right} of {asked} queries right: {100 * right / asked:.1f}%, {refused} of {len(episodes)} "
          f"episodes not learned; {sure} sure, {sure_wrong} of them wrong; "
          f"{used.ru_utime + used.ru_stime:.1f} CPU s")


if __name__ == "__main__":
    main()
