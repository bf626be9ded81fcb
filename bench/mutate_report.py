#!/usr/bin/env python3
"""Writes docs/measured/mutants.md: how many mistakes in the shipped solutions their exercises' gates catch.

  bench/mutate_report.py GRADER [--seeds 8] [--threads N] [--only NAME ...] [--output docs/measured/mutants.md]

Runs `grader mutate` on every exercise. What survives is graded again with further seeds, which draw other sizes and
other data; what passes with all of them must have a reason in bench/mutant_reasons.toml. Exit code 1: a survivor has no
reason, a reason has no survivor, or an exercise catches less than 95 % of the mutants that differ in meaning.
"""
import argparse
import collections
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
ASKED = 0.95

HEAD = """# Mutants

How strong are the exercises? `grader mutate` puts one mistake after the other into a solution, as students make them, and
grades each. This page is written by `bench/mutate_report.py` ({date}, {machine}, {version}).

**What is a mistake.** A mutant that does not compile is none. One whose code proves that it means the same is none: the
compiler's PTX is the solution's, with the block's shape put in as `exercise.toml` has it (`blockDim.y` for `blockDim.x` in
square blocks), or the same on a shared array that is larger. All others are graded. One that passes every gate, and
passes again with {seeds} further seeds, which draw other sizes and other data, is looked at by a person. Where its answer is
the solution's for every size it means the same, too; `bench/mutant_reasons.toml` says why. What is left is a hole.

| Exercise | Mutants | Do not compile | Mean the same, by their code | Mean the same, by reasoning | Differ | Caught | |
|---|---|---|---|---|---|---|---|
"""


def run(words):
    return subprocess.run([str(w) for w in words], capture_output=True, text=True)


def machine():
    """The processor, as the system calls it, and how many of them there are."""
    names = [line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")]
    return f'{names[0] if names else "another processor"}, {os.cpu_count()} hardware threads'


def reason_for(reasons, name, mutant):
    for reason in reasons:
        if (reason["exercise"] == name and reason["change"] == mutant["change"]
                and reason.get("line", mutant["line"]) == mutant["line"]):
            return reason
    return None


def caught_by_seed(asked, name, submission):
    """The first further seed with which it fails; none: it passes with all."""
    for seed in range(2, 2 + asked.seeds):
        graded = run([asked.grader, name, "--submission", submission, "--backend", "sim", "--seed", seed])
        if graded.returncode == 1:
            return seed
        if graded.returncode != 0:
            sys.exit(graded.stderr)
    return None


def report_of(asked, folder, name, reasons):
    begun, before = time.monotonic(), os.times()
    ended = run([asked.grader, "mutate", name, "--threads", asked.threads, "--format", "json", "--survivors", folder])
    after = os.times()
    if ended.returncode not in (0, 1):
        sys.exit(ended.stderr)
    mutants = json.loads(ended.stdout)["mutations"][0]["mutants"]
    one = {"name": name, "seconds": time.monotonic() - begun, "all": len(mutants), "survivors": [],
           "cpu": after.children_user + after.children_system - before.children_user - before.children_system,
           "fates": collections.Counter(m["fate"] for m in mutants)}
    for number, mutant in enumerate(mutants, 1):
        if mutant["fate"] != "survived":
            continue
        mutant["seed"] = caught_by_seed(asked, name, folder / f"{name}-{number}")
        mutant["reason"] = reason_for(reasons, name, mutant)
        one["survivors"].append(mutant)
    same = sum(1 for m in one["survivors"] if m["reason"] and m["reason"]["same"])
    one["same"] = same
    one["differ"] = one["fates"]["caught"] + len(one["survivors"]) - same
    one["caught"] = one["fates"]["caught"]
    print(f'{name}: {one["caught"]} of {one["differ"]} caught, {same} mean the same, {one["cpu"]:.0f} s of processor time',
          flush=True)
    return one


def page(reports, asked):
    text = HEAD.format(seeds=asked.seeds, date=datetime.date.today(), machine=machine(),
                       version=run([asked.grader, "--version"]).stdout.strip())
    total = collections.Counter()
    for one in reports:
        row = [one["all"], one["fates"]["does_not_compile"], one["fates"]["same_meaning"], one["same"], one["differ"],
               one["caught"]]
        total.update(dict(enumerate(row)))
        text += f'| {one["name"]} | ' + " | ".join(map(str, row)) + f' | {100 * row[5] / row[4]:.0f} % |\n'
    text += "| all | " + " | ".join(str(total[i]) for i in range(6)) + f" | {100 * total[5] / total[4]:.1f} % |\n"
    holes = [f'- {one["name"]}, line {m["line"]}, {m["kind"]}: {m["change"]}' for one in reports for m in one["survivors"]
             if not (m["reason"] and m["reason"]["same"])]
    text += "\n" + ("Not caught:\n\n" + "\n".join(holes) if holes else "No hole is known.") + "\n"
    cpu = sum(one["cpu"] for one in reports)
    text += (f"\nAll of it takes {cpu / 60:.0f} minutes of processor time, {1000 * cpu / sum(o['all'] for o in reports):.0f} ms "
             "a mutant, beside the further seeds.\n")
    return text


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("grader", type=pathlib.Path)
    options.add_argument("--seeds", type=int, default=8, help="further ones for survivors")
    options.add_argument("--threads", type=int, default=os.cpu_count())
    options.add_argument("--only", nargs="*", help="names of exercises; nothing is written")
    options.add_argument("--output", type=pathlib.Path, default=ROOT / "docs" / "measured" / "mutants.md")
    asked = options.parse_args()
    reasons = tomllib.loads((ROOT / "bench" / "mutant_reasons.toml").read_text())["reason"]
    names = asked.only or [re.sub(r"^\d+-", "", f.parent.name) for f in sorted(ROOT.glob("exercises/*/exercise.toml"))]
    with tempfile.TemporaryDirectory(prefix="warplab-mutants-") as name:
        reports = [report_of(asked, pathlib.Path(name), one, reasons) for one in names]
    wrong = [f'{one["name"]}: line {m["line"]}, {m["kind"]}: {m["change"]}: no reason is known' for one in reports
             for m in one["survivors"] if not m["reason"]]
    used = [m["reason"] for one in reports for m in one["survivors"]]
    wrong += [f'{r["exercise"]}: {r["change"]}: a reason, and no survivor' for r in reasons
              if r not in used and r["exercise"] in names]
    wrong += [f'{one["name"]} catches {one["caught"]} of {one["differ"]}' for one in reports
              if one["caught"] < ASKED * one["differ"]]
    wrong += [f'{one["name"]}: seed {m["seed"]} catches line {m["line"]}, {m["change"]}; its reason says that none does'
              for one in reports for m in one["survivors"] if m["seed"] is not None and m["reason"] and m["reason"]["same"]]
    if not asked.only:
        asked.output.write_text(page(reports, asked))
    print("\n".join(wrong) if wrong else "in order")
    sys.exit(1 if wrong else 0)


main()
