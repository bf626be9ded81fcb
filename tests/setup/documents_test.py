#!/usr/bin/env python3
"""What documents say is so, as far as a program can tell: links, paths, sections, counts, commands, size.

documents_test.py ROOT [GRADER]: without GRADER the commands are not looked at. A false statement is one line with its
file; exit code 1.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(sys.argv[1]).resolve()
GRADER = sys.argv[2] if len(sys.argv) > 2 else None
DOCS = sorted(ROOT.glob("docs/**/*.md")) + [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
MOST = 250 * 1024  # bytes of all of them, so that they are read
MOST_OF_ARCHITECTURE = 15_000
WORDS = 30
ROOMS = ("app", "assets", "bench", "cmake", "docs", "engine", "exercises", "grader", "integrations", "shaders",
         "solutions", "tests")
problems = []


def wrong(file, text):
    problems.append(f"{file.relative_to(ROOT)}: {text}")


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def without_code(text):
    return re.sub(r"^```.*?^```$", "", text, flags=re.S | re.M)


def anchors(text):
    """GitHub's: the heading in small letters, signs left out, blanks as dashes."""
    headings = re.findall(r"^#+ (.*)$", without_code(text), flags=re.M)
    plain = (re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading) for heading in headings)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in plain}


def links(file, text):
    for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", without_code(text))):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        to = (file.parent / path).resolve() if path else file
        if not to.exists():
            wrong(file, f"there is no {target}")
        elif anchor and to.suffix == ".md" and anchor not in anchors(to.read_text(encoding="utf-8")):
            wrong(file, f"{target} names no heading")


def paths(file, text):
    """`engine/sim/work.hpp`: what is written as a path in the repository exists; * and capitals stand for names."""
    for path in re.findall(r"`((?:%s)/[\w./*-]*)`" % "|".join(ROOMS), without_code(text)):
        if re.search(r"\b(NN|NAME|ROOM|FEATURE|DIR|FILE)\b", path) or "my-course" in path:
            continue
        # A program has the name of its source.
        if not any(ROOT.glob(path.rstrip("/"))) and not (ROOT / (path + ".cpp")).exists():
            wrong(file, f"there is no {path}")


def mentions():
    """docs/SIMULATOR.md, "Spinning": the page is there and has these words."""
    for room in ("app", "bench", "cmake", "engine", "exercises", "grader", "tests", "assets"):
        for file in (ROOT / room).rglob("*"):
            if file.suffix not in (".cpp", ".hpp", ".py", ".sh", ".txt", ".toml", ".cmake") or not file.is_file():
                continue
            text = re.sub(r"\n\s*(?://|#) ?", " ", file.read_text(encoding="utf-8", errors="replace"))
            for page, section in re.findall(r'(?<![\w/])(docs/[\w./-]+\.md)(?:, "([^"]+)")?', text):
                if page.startswith("docs/") and not (ROOT / page).exists():
                    if file.name not in ("documents_test.py", "gradescope.cpp", "autolab.cpp"):
                        wrong(file, f"names {page}, which is not there")
                elif section and section.lower() not in read(page).lower():
                    wrong(file, f'names "{section}" of {page}, which has no such words')


def rows(page, heading):
    """The first cells of the tables under a heading."""
    part = re.split(r"^#+ %s$" % re.escape(heading), read(page), flags=re.M)[1]
    part = re.split(r"^#+ ", part, flags=re.M)[0]
    return [line.split("|")[1].strip() for line in part.splitlines() if line.startswith("|")][2:]


def same(page, what, said, real):
    for name in sorted(set(said) - set(real)):
        wrong(ROOT / page, f"{what} {name}: there is none")
    for name in sorted(set(real) - set(said)):
        wrong(ROOT / page, f"{what} {name} is missing")


def lists():
    """What a page lists is what the source has."""
    kinds = re.findall(r'X\(\w+, "(\w+)"\)', read("engine/data/finding.hpp").split("enum class")[0])
    kind_row = next(line for line in read("docs/GRADING.md").splitlines() if line.startswith("| `kind` |"))
    same("docs/GRADING.md", "kind of finding", re.findall(r"`(\w+)`", kind_row)[1:], kinds)
    counters = re.findall(r'X\(\w+, "([\w.]+)"', read("engine/data/counters.hpp"))
    page = read("docs/GRADING.md") + read("docs/SIMULATOR.md")
    for counter in counters:
        last = counter.split(".")[-1]
        if f"`{counter}`" not in page and not re.search(r"`(?:\.|[\w*.]+\.)%s`" % re.escape(last), page):
            wrong(ROOT / "docs/GRADING.md", f"the counter {counter} is not named")
    fills = re.findall(r'\.name = "(\w+)"', read("engine/exercise/fill_kinds.cpp")) + ["poison"]
    kinds_of_fill = [row.strip("`") for row in rows("docs/AUTHORING.md", "Fills")]
    same("docs/AUTHORING.md", "fill", kinds_of_fill[:len(fills)], fills)
    cards = re.findall(r"&k(\w+)", read("grader/reports/card_formats.cpp"))
    for file in (ROOT / "grader/reports").glob("*.cpp"):
        for name in re.findall(r'const CardFormat k\w+ = \{"([\w-]+)"', file.read_text(encoding="utf-8")):
            cards.pop()
            if f"`{name}`" not in read("docs/COURSE-GRADING.md"):
                wrong(ROOT / "docs/COURSE-GRADING.md", f"the format {name} is not named")
    if cards:
        wrong(ROOT / "grader/reports/card_formats.cpp", f"{len(cards)} formats were not found by their names")
    engine = {p.name for p in (ROOT / "engine").iterdir() if p.is_dir()}
    described = set(re.findall(r"^\*\*`engine/(\w+)`\*\*", read("docs/ARCHITECTURE.md"), flags=re.M))
    same("docs/ARCHITECTURE.md", "room engine/", described, engine)
    if len(rows("docs/ARCHITECTURE.md", "Words")) != WORDS:
        wrong(ROOT / "docs/ARCHITECTURE.md", f'{len(rows("docs/ARCHITECTURE.md", "Words"))} words, not {WORDS}')


def window():
    """The command line of the window, and its tabs."""
    block = re.search(r"^```\n(warplab .*?)^```$", read("docs/WINDOW.md"), flags=re.S | re.M)[1]
    options = re.findall(r'"(--[a-z-]+)', read("app/command_line.cpp"))
    same("docs/WINDOW.md", "option of warplab", re.findall(r"--[a-z-]+", block),
         [option for option in options if option not in ("--help", "--version", "--probe-interop")])
    rows_of_tabs = next(ROOT.glob("app/*/tabs.cpp")).read_text(encoding="utf-8")
    names = [name.lower() for name in re.findall(r'\.name = "(\w+)"', rows_of_tabs)]
    same("docs/WINDOW.md", "tab", re.search(r"--tab ([a-z|]+)", block)[1].split("|"), names)


NUMBERS = {"twelve": 12}


def number(text):
    return NUMBERS.get(text.lower()) or float(text.replace(" ", "").replace("'", ""))


# A sentence of a page, and the place that it must agree with: a pattern with one group in each.
FACTS = (
    ("docs/SANDBOX.md", r"\((\d+) MiB for compiling", "engine/worker/worker.hpp", r"compile_memory = (\d+)ull"),
    ("docs/GRADING.md", r"memory while compiling \| (\d+) MiB", "engine/worker/worker.hpp",
     r"compile_memory = (\d+)ull"),
    ("docs/GRADING.md", r"\| `--timeout S` .*?default (\d+)", "engine/verdict/run/grade_options.hpp", r"timeout_seconds = (\d+)"),
    ("docs/GRADING.md", r"\| one warp \| (\d+) million units", "engine/sim/options.hpp",
     r"max_work_per_warp = (\d+)'000'000"),
    ("docs/GRADING.md", r"at most (twelve) sizes that are drawn", "engine/verdict/plan/drawn_sizes.hpp",
     r"kMostDrawn = (\d+)"),
    ("docs/GPU-MODEL.md", r"Of (\d+) launches", "docs/measured/gpu-model.md", r"HBM3 \| (\d+) \|"),
    ("CHANGELOG.md", r"## \[([\d.]+)\] - \d{4}-\d\d-\d\d", "CMakeLists.txt", r"project\(warplab VERSION ([\d.]+)"),
)


def facts():
    for page, said, source, real in FACTS:
        here, there = re.search(said, " ".join(read(page).split())), re.search(real, read(source))
        if not here or not there:
            wrong(ROOT / page, f"says nothing like {said}" if not here else f"{source} has nothing like {real}")
        elif here[1] != there[1] and (here[1].count(".") > 1 or number(here[1]) != number(there[1])):
            wrong(ROOT / page, f"says {here[1]} where {source} has {there[1]}")


def pictures():
    shown = "".join(file.read_text(encoding="utf-8") for file in DOCS)
    for picture in sorted((ROOT / "docs/images").glob("*.png")):
        if f"images/{picture.name})" not in shown:
            wrong(picture, "is shown nowhere")


def decisions():
    folder = ROOT / "docs/decisions"
    pages = sorted(folder.glob("[0-9]*.md"))
    index = (folder / "README.md").read_text(encoding="utf-8")
    for place, page in enumerate(pages, 1):
        text = page.read_text(encoding="utf-8")
        if not re.match(r"# %d\. .+\n\n\d{4}-\d\d-\d\d, (in force|replaced by \d+)\n" % place, text):
            wrong(page, "begins without number, title, date and status")
        if [part for part in ("Context", "Decision", "Consequence") if f"**{part}.**" not in text]:
            wrong(page, "lacks context, decision or consequence")
        if f"({page.name})" not in index:
            wrong(page, "is not in the index")


def size():
    total = sum(file.stat().st_size for file in DOCS)
    if total > MOST:
        problems.append(f"all documents together have {total} bytes, more than {MOST}")
    if (ROOT / "docs/ARCHITECTURE.md").stat().st_size > MOST_OF_ARCHITECTURE:
        wrong(ROOT / "docs/ARCHITECTURE.md", f"has more than {MOST_OF_ARCHITECTURE} bytes")


def commands():
    """Every option of a command in a block of code is one that the program's help names."""
    helps = {}
    for file in DOCS:
        if "decisions" in file.parts or "measured" in file.parts:
            continue
        for block in re.findall(r"^```[a-z]*\n(.*?)^```$", file.read_text(encoding="utf-8"), flags=re.S | re.M):
            for line in block.splitlines():
                found = re.match(r"(?:\$ )?(?:build/bin/|/opt/[\w/-]*)?grader (.*)", line)
                if not found:
                    continue
                words = found[1].split("#")[0].split()
                command = []
                for word in words:
                    if word.startswith("-") or len(command) == 2:
                        break
                    command.append(word)
                # The longest beginning that has a help of its own: "course run", "check", "".
                for length in range(len(command), -1, -1):
                    key = tuple(command[:length])
                    if key not in helps:
                        ended = subprocess.run([GRADER, *key, "--help"], capture_output=True, text=True)
                        helps[key] = ended.stdout if ended.returncode == 0 else ""
                    if helps[key]:
                        break
                for option in (word.split("=")[0] for word in words if word.startswith("--")):
                    if option != "--" and option not in helps[key] and option not in helps.get((), ""):
                        wrong(file, f"`grader {' '.join(key)}` has no {option}")


for document in DOCS:
    content = document.read_text(encoding="utf-8")
    links(document, content)
    paths(document, content)
mentions()
lists()
window()
facts()
pictures()
decisions()
size()
if GRADER:
    commands()
print("\n".join(problems) if problems else f"{len(DOCS)} documents, in order")
sys.exit(1 if problems else 0)
