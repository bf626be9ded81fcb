#!/usr/bin/env python3
"""Writes docs/measured/costs.md: what grading each kernel of the exercises costs.

  bench/kernel_costs.py GRADER [--jobs N] [--only NAME ...] [--output docs/measured/costs.md]

Every kernel of solutions/ and tests/corpus/ is graded by itself with `grader EXERCISE --backend sim`, patches applied. Noted
are user and system time of all its processes and the largest memory of one of them. Exit code 1: a solution or a
right kernel does not pass, or a wrong one or a trick does.
"""
import argparse
import concurrent.futures
import datetime
import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
KINDS = ("solution", "right", "wrong", "trick")
DEAREST = 15  # are named


def kernels(only):
    """(exercise's folder, file) of every kernel, the solutions first."""
    for place in ("solutions", "tests/corpus"):
        for folder in sorted((ROOT / place).iterdir()):
            name = re.sub(r"^\d+-", "", folder.name)
            if not folder.is_dir() or (only and name not in only):
                continue
            for file in sorted(folder.iterdir()):
                if file.name.split("-")[0].split(".")[0] in KINDS and file.suffix in (".cu", ".patch"):
                    yield folder.name, file


def text_of(folder, file):
    """A patch is one of the exercise's solution.cu."""
    if file.suffix == ".cu":
        return file.read_text()
    with tempfile.TemporaryDirectory() as place:
        copy = pathlib.Path(place) / "solution.cu"
        copy.write_text((ROOT / "solutions" / folder / "solution.cu").read_text())
        subprocess.run(["patch", "--quiet", copy, file], check=True, stdout=subprocess.DEVNULL)
        return copy.read_text()


def graded(work):
    """In a process of its own, so that the time of its children is this kernel's alone."""
    grader, folder, file = work
    exercise = tomllib.loads((ROOT / "exercises" / folder / "exercise.toml").read_text())
    with tempfile.TemporaryDirectory() as place:
        own = re.sub(r"^\d+-", "", folder).replace("-", "_") + ".cu"
        (pathlib.Path(place) / exercise.get("file", own)).write_text(text_of(folder, file))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        name = re.sub(r"^\d+-", "", folder)
        ended = subprocess.run([grader, name, "--backend", "sim", "--threads", "1", "--submission", place],
                               capture_output=True, text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    kind = file.name.split("-")[0].split(".")[0]
    return {"kind": kind, "name": f"{name}, {file.name}", "status": ended.returncode,
            "seconds": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
            "mib": after.ru_maxrss / 1024}


def machine():
    names = [line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")]
    return f'{names[0] if names else "another processor"}, {os.cpu_count()} hardware threads'


def page(rows, asked):
    version = subprocess.run([asked.grader, "--version"], capture_output=True, text=True).stdout.strip()
    text = f"""# What kernels cost

Written by `bench/kernel_costs.py` ({datetime.date.today()}, {machine()}, {asked.jobs} at a time, {version}): seconds of
user and system time of all processes of one `grader EXERCISE --backend sim --threads 1 --submission KERNEL`, for every kernel
of `solutions/` and `tests/corpus/`. Machines differ by a factor of three, and two kernels on one core slow each other.
[GRADING.md](../GRADING.md#limits) has the limits that kernels meet.

| kernels | how many | median | largest | over 5 s |
|---|---|---|---|---|
"""
    for kind in KINDS:
        of = [row["seconds"] for row in rows if row["kind"] == kind]
        if of:
            text += (f"| {kind} | {len(of)} | {statistics.median(of):.1f} | {max(of):.1f} | "
                     f"{sum(seconds > 5 for seconds in of)} |\n")
    text += f'\nThe largest process took {max(row["mib"] for row in rows):.0f} MiB.\n'
    text += "\n## The dearest\n\n| kernel | seconds |\n|---|---|\n"
    for row in sorted(rows, key=lambda row: -row["seconds"])[:DEAREST]:
        text += f'| {row["name"]} | {row["seconds"]:.1f} |\n'
    return text


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("grader", type=pathlib.Path)
    options.add_argument("--jobs", type=int, default=max(1, os.cpu_count() // 2))
    options.add_argument("--only", nargs="*", help="names of exercises; nothing is written")
    options.add_argument("--output", type=pathlib.Path, default=ROOT / "docs" / "measured" / "costs.md")
    asked = options.parse_args()
    work = [(asked.grader.resolve(), folder, file) for folder, file in kernels(asked.only)]
    # A process for each kernel: what its children took is told for all children of a process together.
    with concurrent.futures.ProcessPoolExecutor(asked.jobs, max_tasks_per_child=1) as pool:
        rows = list(pool.map(graded, work))
    wrong = [f'{row["name"]}: exit code {row["status"]}' for row in rows
             if row["status"] != (0 if row["kind"] in ("solution", "right") else 1)]
    if asked.only:
        print(page(rows, asked))
    else:
        asked.output.write_text(page(rows, asked))
    print("\n".join(wrong) if wrong else "in order")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
