#!/usr/bin/env python3
"""The same class in each layout, time zone and order of files, and killed on the way: the same marks.

  class_layouts.py GRADER [--students 6] [--killed 2] [--layouts moodle ...] [--threads 2] [--all]

A class is made in each layout that `grader course` reads: right and wrong answers, late ones, one in a student's
own zip with a date of its own, a truncated zip, nothing at all. It is graded with TZ=UTC, America/Los_Angeles and
Asia/Tokyo, the files written (or zipped) in order and in the reverse order (with --all each with each), and once
more killed (SIGKILL) at moments that are spread over a run. Of each layout every marks.csv must be the same bytes,
and in all layouts each student has the same points. Exit code 1: it was not so.
"""
import argparse
import calendar
import csv
import io
import itertools
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TESTS = ROOT / "tests" / "cli"
ZONES = ("UTC", "America/Los_Angeles", "Asia/Tokyo")
# 2026-11-21 at noon in Berlin; what is in time came two hours before it, by the clock there, what is late a day after.
COURSE = """time_zone = "Europe/Berlin"
deadline = 2026-11-21T12:00:00+01:00
late_days = 3
late_deduction = 0.5
[[exercise]]
name = "doubled"
points = 10
"""
IN_TIME, LATE, LONG_AGO = (2026, 11, 21, 10, 0, 0), (2026, 11, 22, 10, 0, 0), (2020, 1, 1, 0, 0, 0)
KINDS = ("right", "wrong", "late", "own zip", "truncated", "missing")
POINTS = {"right": "10", "wrong": "5", "late": "5", "own zip": "5", "truncated": "0", "missing": "0"}


def zipped(entries):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data, date in entries:
            archive.writestr(zipfile.ZipInfo(name, date), data)
    return made.getvalue()


def handed_in(number):
    """The files of one student: name, bytes and the date of the course system."""
    kind = KINDS[number % len(KINDS)]
    answers = TESTS / "solutions" / "01-doubled"
    text = (answers / ("wrong-uncoalesced.cu" if kind == "wrong" else "solution.cu")).read_text()
    data = (text + f"// {number // len(KINDS)}\n").encode()
    own = zipped([("work/doubled.cu", data, LONG_AGO)])
    return {"right": [("doubled.cu", data, IN_TIME)],
            "wrong": [("doubled.cu", data, IN_TIME)],
            "late": [("doubled.cu", data, LATE)],
            "own zip": [("work.zip", own, LATE)],
            "truncated": [("work.zip", own[: len(own) // 2], IN_TIME)],
            "missing": [("notes.txt", b"nothing", IN_TIME)]}[kind]


def places(layout, students):
    """Every file of the class: path, bytes, date."""
    files, attachment = [], 9000
    for number in range(students):
        name, id = f"S{number:03} Student", 4000 + number
        for file, data, date in handed_in(number):
            attachment += 1
            folder = {"folders": f"{id}", "clones": f"warp-lab-{id}",
                      "gradescope": f"submission_{70000 + number}"}.get(layout, f"{name}_{id}_assignsubmission_file_")
            joined = {"moodle flat": folder + file, "canvas": f"s{number:03}student_{id}_{attachment}_{file}"}
            files.append((joined.get(layout, f"{folder}/{file}"), data, date))
    if layout == "gradescope":
        text = "---\n"
        for number in range(students):
            text += f"submission_{70000 + number}:\n  :submitters:\n  - :name: S{number:03} Student\n" \
                    f"    :sid: '{4000 + number}'\n  :results:\n    output: |\n      :sid: 1\n"
        files.append(("submission_metadata.yml", text.encode(), IN_TIME))
    return files


def write(layout, files, folder):
    """The class as that system hands it out: a zip or a folder. Returns what is given to the grader."""
    if layout in ("moodle", "moodle flat", "canvas"):
        folder.mkdir(parents=True)
        target = folder / "class.zip"
        target.write_bytes(zipped(files))
        return target
    target = folder / ("warp-lab-submissions" if layout == "clones" else "class")
    for name, data, date in files:
        file = target / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
        seconds = calendar.timegm(date) - 3600  # Berlin in November
        os.utime(file, (seconds, seconds))
    return target


class Layout:
    def __init__(self, asked, layout, folder):
        self.asked, self.layout, self.folder, self.wrong, self.found = asked, layout, folder, [], {}
        self.course = folder / "course.toml"
        folder.mkdir()
        self.course.write_text(COURSE)
        files = places(layout, asked.students)
        self.classes = [write(layout, files, folder / "in order"), write(layout, files[::-1], folder / "reversed")]

    def start(self, submissions, results, zone):
        command = [self.asked.grader, "course", "run", submissions, "--course", self.course, "--output", results,
                   "--backend", "sim", "--exercises", TESTS / "exercises", "--threads", self.asked.threads]
        return subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                text=True, env={**os.environ, "TZ": zone}, start_new_session=True)

    def marks(self, submissions, results, zone):
        process = self.start(submissions, results, zone)
        said = process.communicate()[1]
        if process.returncode != 0:
            self.wrong.append(f"{self.layout}, {zone}: exit code {process.returncode}: {said}")
            return b""
        return (results / "marks.csv").read_bytes()

    def run(self):
        """The points of each student."""
        found, began = self.found, time.monotonic()
        for number, zone in itertools.product((0, 1), ZONES) if self.asked.all else zip((0, 1, 0), ZONES):
            submissions, results = self.classes[number], self.folder / f"out {number} {zone.replace('/', ' ')}"
            found[f"{submissions.parent.name}, {zone}"] = self.marks(submissions, results, zone)
        whole = (time.monotonic() - began) / len(found)
        results = self.folder / "out killed"
        for kill in range(self.asked.killed):
            process = self.start(self.classes[kill % 2], results, ZONES[kill % 3])
            try:
                process.wait(whole * (kill + 0.5) / self.asked.killed)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
            process.communicate()
            if process.returncode == 0:  # nothing is left of this one
                shutil.rmtree(results)
        found["killed"] = self.marks(self.classes[0], results, "UTC")
        first = next(iter(found.values()))
        self.wrong += [f"{self.layout}: the marks of \"{how}\" are others"
                       for how, marks in found.items() if marks != first]
        return {row["student"]: row["doubled"] for row in csv.DictReader(io.StringIO(first.decode()))}


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("grader", type=pathlib.Path)
    options.add_argument("--students", type=int, default=6)
    options.add_argument("--killed", type=int, default=2)
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("--all", action="store_true", help="each order in each time zone")
    options.add_argument("--layouts", nargs="*",
                         default=["folders", "moodle", "moodle flat", "canvas", "gradescope", "clones"])
    asked = options.parse_args()
    right = {str(4000 + number): POINTS[KINDS[number % len(KINDS)]] for number in range(asked.students)}
    wrong = []
    with tempfile.TemporaryDirectory(prefix="warplab-layouts-") as name:
        for layout in asked.layouts:
            one = Layout(asked, layout, pathlib.Path(name) / layout.replace(" ", "-"))
            points = one.run()
            wrong += one.wrong
            for student in sorted(right | points):
                if points.get(student) != right.get(student):
                    wrong.append(f"{layout}: {student} has {points.get(student)} points, not {right.get(student)}")
            print(f"{layout}: {len(points)} students, {len(one.found)} runs, killed {asked.killed} times")
    print("\n".join(wrong) if wrong else "in order")
    sys.exit(1 if wrong else 0)


main()
