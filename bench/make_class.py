#!/usr/bin/env python3
"""Makes a class of students' submissions out of the kernels in solutions/, to measure `grader course` with.

  bench/make_class.py FOLDER [--students 300] [--seed 1] [--layout folders|moodle|canvas|classroom]

Of the files about 55 % are right, 30 % one of the known-wrong kernels or tricks, and the rest the starter, one that
does not compile, one that never ends, one that prints without end, or missing. Some students share a file, and
each other file has its own comment, so that no two are the same.
"""
import argparse
import pathlib
import random
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ENDLESS = "  for (volatile int i = 0; i < 1; i = 0) {}\n"
CHATTY = '  for (int i = 0; i < 1000000; ++i) printf("still here %d\\n", i);\n'


def student_file(folder):
    found = re.search(r'^file\s*=\s*"([^"]+)"', (folder / "exercise.toml").read_text(), re.M)
    return found.group(1) if found else re.sub(r"^\d+-", "", folder.name).replace("-", "_") + ".cu"


def after_first_brace_of_a_kernel(text, inserted):
    found = re.search(r"__global__[^{;]*\{\n", text)
    return text[: found.end()] + inserted + text[found.end():] if found else text


def kernels(solutions, prefix):
    return [f.read_text() for f in sorted(solutions.glob(prefix + "*.cu"))]


def answer(rng, starter, solution, wrong):
    draw = rng.random()
    if draw < 0.55:
        return solution
    if draw < 0.85 and wrong:
        return rng.choice(wrong)
    if draw < 0.89:
        return starter
    if draw < 0.92:
        return solution.replace(";", "", 1)
    if draw < 0.94:
        return after_first_brace_of_a_kernel(solution, ENDLESS)
    if draw < 0.95:
        return after_first_brace_of_a_kernel(solution, CHATTY)
    return None


def place(layout, number, name, file):
    if layout == "moodle":
        return pathlib.Path(f"{name.title()} Student_{40000 + number}_assignsubmission_file_") / file
    if layout == "canvas":
        return pathlib.Path(f"{name}student_{40000 + number}_{90000 + number}_{file}")
    if layout == "classroom":
        return pathlib.Path(f"warp-lab-{name}") / "exercises" / file
    return pathlib.Path(name) / file


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=pathlib.Path)
    options.add_argument("--students", type=int, default=300)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--layout", choices=["folders", "moodle", "canvas", "classroom"], default="folders")
    options.add_argument("--exercises", nargs="*", help="folder names (default: all)")
    asked = options.parse_args()
    if asked.folder.exists():
        sys.exit(f"{asked.folder} is there already.")
    rng = random.Random(asked.seed)
    course = []
    for folder in sorted((ROOT / "exercises").iterdir()):
        solutions = ROOT / "solutions" / folder.name
        if not (folder / "exercise.toml").exists() or not (solutions / "solution.cu").exists():
            continue
        if asked.exercises and folder.name not in asked.exercises:
            continue
        file = student_file(folder)
        wrong = kernels(solutions, "wrong-") + kernels(solutions, "trick-")
        course.append((file, (folder / file).read_text(), (solutions / "solution.cu").read_text(), wrong))
    for number in range(asked.students):
        name = f"s{number:03}"
        shares = rng.random() < 0.05
        for file, starter, solution, wrong in course:
            text = answer(rng, starter, solution, wrong)
            if text is None:
                continue
            if not shares:
                text += f"// {name}, {rng.getrandbits(32):08x}\n"
            target = asked.folder / place(asked.layout, number, name, file)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text)


main()
