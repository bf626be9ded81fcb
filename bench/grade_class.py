#!/usr/bin/env python3
"""Grades a class of bench/make_class.py with `grader course run`, and says what it took.

  bench/grade_class.py GRADER [--students 300] [--exercises 11-copy ...] [--threads N] [--killed 50] [--seed 1] [--keep FOLDER]

Printed are the time on the clock, the processor time of all processes, the sum of what each verdict took by itself, and
the ratio of the first to that sum divided by the cores; and how much memory all processes had at once (their
proportional set size, looked at four times a second). On a machine that does other things, too, the processor time
and the ratio are what to look at.

With --killed N the class is then graded again into another folder, killed (SIGKILL) at N moments drawn from the seed and
started again each time: the reports must be the same bytes, no result may be another one than before a kill,
and each start must find what was graded. Exit code 1: it was not so, or the ratio is beyond --most-ratio.
"""
import argparse
import os
import pathlib
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
FORMATS = "csv,csv-gates,json,html,moodle-csv"
FILES = ("marks.csv", "gates.csv", "course.json", "class.html", "moodle.csv")


def children_of(process):
    """The process and all below it."""
    parents = {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
            except OSError:
                continue
            parents.setdefault(int(stat.rsplit(")", 1)[1].split()[1]), []).append(int(entry.name))
    found, waiting = [], [process]
    while waiting:
        one = waiting.pop()
        found.append(one)
        waiting += parents.get(one, [])
    return found


def memory_of(process):
    """Bytes of a process and all below it, shared ones counted once."""
    total = 0
    for one in children_of(process):
        try:
            text = pathlib.Path(f"/proc/{one}/smaps_rollup").read_text()
        except OSError:
            continue
        total += int(re.search(r"^Pss:\s+(\d+)", text, re.M).group(1)) * 1024 if "Pss:" in text else 0
    return total


class Peak(threading.Thread):
    def __init__(self, process):
        super().__init__(daemon=True)
        self.process, self.bytes, self.over = process, 0, threading.Event()

    def run(self):
        while not self.over.wait(0.25):
            self.bytes = max(self.bytes, memory_of(self.process))


def command(asked, submissions, results):
    words = [asked.grader, "course", "run", submissions, "--output", results, "--backend", "sim", "--format", FORMATS,
             "--threads", str(asked.threads), "--seed", str(asked.grading_seed)]
    if asked.exercises:
        course = pathlib.Path(submissions).parent / "course.toml"
        names = [re.sub(r"^\d+-", "", name) for name in asked.exercises]
        course.write_text('title = "bench"\n' + "".join(f'[[exercise]]\nname = "{name}"\n' for name in names))
        words += ["--course", course]
    return [str(word) for word in words]


def rows(results):
    """Each result of a journal: its key, and what would be another if it were graded again. Read from a copy, so that the
    grader itself has to mend what a kill left."""
    with tempfile.TemporaryDirectory() as copy:
        for file in pathlib.Path(results).glob("journal.sqlite*"):
            if not file.name.endswith("-shm"):
                shutil.copy(file, copy)
        journal = pathlib.Path(copy) / "journal.sqlite"
        if not journal.exists():
            return {}
        connection = sqlite3.connect(journal)
        try:
            found = connection.execute("SELECT key, round, ms, graded_at FROM result").fetchall()
        except sqlite3.OperationalError:  # killed before there were tables
            found = []
        connection.close()
    return {(key, number): tuple(rest) for key, number, *rest in found}


def measured_run(asked, submissions, results):
    before, begun = os.times(), time.monotonic()
    process = subprocess.Popen(command(asked, submissions, results), stdout=subprocess.PIPE, text=True)
    peak = Peak(process.pid)
    peak.start()
    out = process.communicate()[0]
    wall, after = time.monotonic() - begun, os.times()
    peak.over.set()
    peak.join()
    if process.returncode != 0:
        sys.exit(f"the grader ended with {process.returncode}")
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    own = sum(row[0] for row in rows(results).values()) / 1000
    ratio = wall / (own / asked.threads) if own else 0
    print(next(line for line in out.splitlines() if "answers graded" in line))
    print(f"files graded            {len(rows(results))}")
    print(f"on the clock            {wall:.1f} s on {asked.threads} cores, load {os.getloadavg()[0]:.1f}")
    print(f"processor time          {cpu:.1f} s, {1000 * cpu / max(len(rows(results)), 1):.0f} ms a file")
    print(f"sum of the verdicts     {own:.1f} s")
    print(f"clock / (sum / cores)   {ratio:.2f}")
    print(f"processor / sum         {cpu / own if own else 0:.2f}")
    print(f"memory                  {peak.bytes / 2**20:.0f} MiB at most")
    slowest(results)
    return ratio, peak.bytes


def slowest(results):
    connection = sqlite3.connect(pathlib.Path(results) / "journal.sqlite")
    for slug, count, total, most in connection.execute(
            "SELECT slug, COUNT(*), SUM(ms), MAX(ms) FROM result GROUP BY slug ORDER BY slug"):
        print(f"  {slug:24} {count:4} files, {total / 1000:8.1f} s, {total / count:7.0f} ms each, {most:7.0f} ms at most")
    connection.close()


def killed_runs(asked, folder, whole):
    """Kills a run again and again. Returns what is wrong, in words."""
    rng = random.Random(asked.seed)
    # On average each start does a part of the whole that leaves something for the next. How long it takes until something
    # is graded depends on the machine: starts that do nothing make the longest time longer, those that do much shorter.
    longest = 0.3 + 2 * whole / asked.killed
    files = len(rows(folder / "whole"))
    results = folder / "killed"
    known, killed, restarts, in_the_middle, wrong = {}, 0, 0, 0, []
    while killed < asked.killed:
        process = subprocess.Popen(command(asked, folder / "in", results), stdout=subprocess.PIPE, text=True,
                                   start_new_session=True)
        try:
            process.wait(rng.uniform(0, longest))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            killed += 1
        out = process.communicate()[0]
        said = re.search(r"^(\d+) results are in the journal already, (\d+) files are left", out, re.M)
        now = rows(results)
        if said and (int(said.group(1)), int(said.group(2))) != (len(known), files - len(known)):
            wrong.append(f"start {restarts}: {len(known)} of {files} were graded, and it said: {said.group(0)}")
        restarts += 1
        for key, row in known.items():
            if now.get(key) != row:
                wrong.append(f"the result {key} was {row} and is {now.get(key)}")
        added = len(now) - len(known)
        longest *= 1.15 if added == 0 else 1 / 1.15 if added > max(1, 3 * files / asked.killed) else 1
        in_the_middle += 0 < len(now) < files and added > 0
        known = now
        if process.returncode == 0:  # done before its time: the rest of the kills are for the next class
            yield pathlib.Path(results), wrong
            wrong, known = [], {}
            results = pathlib.Path(str(results) + "-again")
    subprocess.run(command(asked, folder / "in", results), stdout=subprocess.DEVNULL, check=True)
    if in_the_middle == 0:
        wrong.append("no kill came when something was graded and something was left")
    yield pathlib.Path(results), wrong
    print(f"killed {killed} times in {restarts} starts, {in_the_middle} of which had graded something and left something")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("grader", type=pathlib.Path)
    options.add_argument("--students", type=int, default=300)
    options.add_argument("--exercises", nargs="*", help="folder names (default: all)")
    options.add_argument("--threads", type=int, default=os.cpu_count())
    options.add_argument("--seed", type=int, default=1, help="of the class and of the moments")
    options.add_argument("--grading-seed", type=int, default=1)
    options.add_argument("--killed", type=int, default=0)
    options.add_argument("--most-ratio", type=float, default=3)
    options.add_argument("--most-memory", type=float, default=2048, help="MiB")
    options.add_argument("--keep", type=pathlib.Path, help="a new folder for the class and its results")
    asked = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="warplab-class-") as name:
        folder = asked.keep or pathlib.Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        made = [sys.executable, HERE / "make_class.py", folder / "in", "--students", asked.students, "--seed", asked.seed]
        if asked.exercises:
            made += ["--exercises", *asked.exercises]
        subprocess.run([str(word) for word in made], check=True)
        begun = time.monotonic()
        ratio, memory = measured_run(asked, folder / "in", folder / "whole")
        whole = time.monotonic() - begun
        wrong = []
        if ratio > asked.most_ratio:
            wrong.append(f"the ratio {ratio:.2f} is beyond {asked.most_ratio}")
        if memory > asked.most_memory * 2**20:
            wrong.append("it took too much memory")
        if asked.killed:
            for results, of_run in killed_runs(asked, folder, whole):
                wrong += of_run
                wrong += [f"{file} is another one in {results}" for file in FILES
                          if (results / file).read_bytes() != (folder / "whole" / file).read_bytes()]
        print("\n".join(wrong) if wrong else "in order")
        sys.exit(1 if wrong else 0)


main()
