#!/usr/bin/env python3
"""tidy_changed.py BUILD_FOLDER [BASE|--all]: clang-tidy, by the list in .clang-tidy, on what changed since BASE.

BASE is a commit. Without one it is where this branch left origin/main, or, on main itself, twenty commits
ago. BUILD_FOLDER was configured by `cmake --preset tidy`. Files with the same flags are looked at together, up to
eight at a time, as they are compiled (cmake/Together.cmake): alone, each would take the time of what it includes
again. Exit code 1: there are findings. What compiles is decided by the build: clang 14 does not take all of C++20, such
as a structured binding in a lambda, and what it cannot read is counted apart.
"""
import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys

MOST_FILES = 48  # on two cores, two or three minutes; the newest changes come first
TOGETHER = 8
UNREADABLE = "[clang-diagnostic-error]"
ROOT = pathlib.Path(__file__).resolve().parents[2]


def git(*words):
    done = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True)
    return done.stdout.split() if done.returncode == 0 else []


def base():
    head, left = git("rev-parse", "HEAD"), git("merge-base", "HEAD", "origin/main")
    if left and left != head:
        return left[0]
    return (git("rev-parse", "HEAD~20") or git("rev-list", "--max-parents=0", "HEAD"))[-1]


def changed_since(commit):
    """Paths, the newest change first; a header brings the file of its name along."""
    names = git("diff", "--name-only", "HEAD") + git("log", "--name-only", "--format=", f"{commit}..HEAD")
    paths = {}
    for name in names:
        path = ROOT / name
        if path.suffix in (".cpp", ".hpp") and path.exists():
            paths[path] = True
            paths.setdefault(path.with_suffix(".cpp"), path.with_suffix(".cpp").exists())
    return [path for path, there in paths.items() if there]


def flags_of(entry):
    """What a file is compiled with, less its own names."""
    words = shlex.split(entry["command"])
    own = {words.index(word) + step for word in ("-o", "-c") if word in words for step in (0, 1)}
    return tuple(word for place, word in enumerate(words) if place and place not in own)


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    entries = json.loads((build / "compile_commands.json").read_text())
    of_file = {pathlib.Path(entry["file"]): entry for entry in entries}
    if "--all" in sys.argv:
        shown = wanted = [path for path in of_file if ROOT in path.parents and build not in path.parents]
    else:
        shown = changed_since(sys.argv[2] if len(sys.argv) > 2 else base())
        wanted = [path for path in shown if path in of_file]
        if len(wanted) > MOST_FILES:
            print(f"{len(wanted) - MOST_FILES} files that changed earlier are not looked at.")
            wanted = wanted[:MOST_FILES]
    groups = {}
    for path in wanted:
        groups.setdefault(flags_of(of_file[path]), []).append(path)
    units = [(flags, files[first : first + TOGETHER])
             for flags, files in groups.items() for first in range(0, len(files), TOGETHER)]
    folder = build / "tidy"
    folder.mkdir(exist_ok=True)
    only = json.dumps([{"name": str(path.relative_to(ROOT))} for path in shown])

    def look_at(number):
        flags, files = units[number]
        unit = folder / f"{number}.cpp"
        unit.write_text("".join(f'#include "{path}"\n' for path in files))
        words = ["clang-tidy", "--quiet", f"--config-file={ROOT}/.clang-tidy", f"--line-filter={only}", str(unit),
                 "--", *flags]
        done = subprocess.run(words, capture_output=True, text=True, cwd=build)
        return done.stdout if done.returncode == 0 else done.stdout + done.stderr

    found = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for text in pool.map(look_at, range(len(units))):
            for line in text.splitlines():
                found[line] = (": warning: " in line or ": error: " in line) and UNREADABLE not in line
    print("\n".join(found))
    unreadable = sum(UNREADABLE in line for line in found)
    print(f"clang-tidy: {sum(found.values())} findings in {len(wanted)} files; {unreadable} places that clang cannot read")
    return 1 if any(found.values()) else 0


sys.exit(main())
