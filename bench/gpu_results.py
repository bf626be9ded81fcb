#!/usr/bin/env python3
"""Writes docs/measured/gpu-results.md, and two pictures in docs/images, from runs on the GPU of this machine.

    bench/gpu_results.py [--bin build/bin] [--output docs/measured/gpu-results.md] [--also REPORT.json ...]

It takes about 100 s. The window needs a display whose OpenGL is the GPU's. Runs `grader check --backend cuda` over
every exercise, and the test programs labelled `gpu`. --also shows reports of `grader check --backend cuda --format
json` that were made on other GPUs, so that limits are seen to hold on each. Exit status 1 when any of it fails; the page is written in any
case.
"""
import argparse
import datetime
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

PATIENCE = 180  # seconds for one program; with a GPU that is well the slowest takes a third
ROOT = pathlib.Path(__file__).resolve().parent.parent
# The window and the tests that draw come first, and the worker's last: one of them reads an illegal address, after
# which OpenGL hangs on some machines (docs/WINDOW.md, "Live").
TESTS = (
    ("test_gpu_interop", "Pictures that never leave the GPU"),
    ("test_gpu_grading", "Grading"),
    ("test_gpu_cheats", "Cheats"),
    ("test_gpu_corpus", "The simulator against the GPU"),
    ("test_gpu_worker", "The locked worker"),
)


def tell(what):
    """What is being done, since all of it takes minutes."""
    print(f"{datetime.datetime.now():%H:%M:%S} {what}", file=sys.stderr, flush=True)


def ended(command, **options):
    """The program's subprocess.CompletedProcess, or None after killing one that did not end within PATIENCE."""
    try:
        return subprocess.run(command, timeout=PATIENCE, **options)
    except subprocess.TimeoutExpired:
        tell(f"{pathlib.Path(command[0]).name} did not end within {PATIENCE} s")
        return None


def driver_of():
    """Name, UUID and driver as nvidia-smi prints them."""
    query = ["nvidia-smi", "--query-gpu=name,driver_version,memory.total", "--format=csv,noheader"]
    try:
        return subprocess.run(query, capture_output=True, text=True, check=True).stdout.strip().splitlines()
    except (OSError, subprocess.CalledProcessError):
        return []


def check_exercises(programs):
    """What `grader check` says, as an object, and whether all was in order."""
    tell("grader check")
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "check.json")
        command = [programs / "grader", "check", "--backend", "cuda", "--format", "json", "--output", report,
                   "--exercises", ROOT / "exercises"]
        checked = ended(command)
        if checked is None or checked.returncode == 2:
            sys.exit("The exercises cannot be checked on a GPU here.")
        with open(report, encoding="utf-8") as file:
            return json.load(file)["checks"], checked.returncode == 0


def is_of_time(margin):
    return margin["unit"] in ("us", "of a copy", "of the yardstick", "of the reference")


def kernel_rows(by_gpu):
    """The kernels that were timed, a row for each launch, with the limits on times that they miss on any GPU. Tricks and
    further right kernels are not timed."""
    rows, missed = {}, {}
    for gpu, check in by_gpu.items():
        of_time = {margin["gate"] for margin in check["margins"] if is_of_time(margin)}
        for kernel in check["kernels"]:
            if kernel["file"].startswith(("trick-", "right-")):
                continue
            for number, time in enumerate(kernel["times"]):
                key = kernel["file"], number
                beside = time["yardstick_us"]
                unstable = ", unstable" if time["unstable"] else ""
                compared = f"{beside:.1f} | {beside / time['time_us']:.3g}" if beside else " | "
                rows.setdefault(key, {})[gpu] = f"{time['time_us']:.1f} | {compared}{unstable}"
                missed.setdefault(key, dict()).update((gate, 0) for gate in kernel["failed"] if gate in of_time)
    for key, cells in rows.items():
        yield f"| {key[0]} | {' | '.join(cells.get(gpu, ' | | ') for gpu in by_gpu)} | {', '.join(missed[key])} |"


def exercise_part(by_gpu):
    """One exercise, as each GPU has timed it."""
    check = next(iter(by_gpu.values()))
    times = [time for kernel in check["kernels"] for time in kernel["times"]]
    if not times:  # an experiment, or an exercise that only counts
        return
    what = ", ".join(part for part in (times[0]["launch"], times[0]["variant"]) if part not in ("", "default"))
    said = [f"{times[0]['where']}{'; timed: ' + what if what else ''}."]
    for margin in filter(is_of_time, check["margins"]):
        least = "at least" if margin["limit_is"] == "minimum" else "at most"
        said.append(f"\"{margin['gate']}\": {least} {margin['limit']:g} {margin['unit']}.")
    for gpu, of_gpu in by_gpu.items():
        if any(item["outcome"] != "pass" for item in of_gpu["items"] if "solution.cu " in item["message"]):
            said.append(f"NOT TOLD APART by 10 % on the {gpu}.")
        if not of_gpu["passed"]:
            said.append(f"`grader check` FAILS on the {gpu}.")
    yield from (f"### {check['title']}", "", " ".join(said), "")
    yield "| kernel | " + " | ".join(f"{gpu}, us | yardstick | of it" for gpu in by_gpu) + " | misses |"
    yield "|---|" + "---|---|---|" * len(by_gpu) + "---|"
    yield from kernel_rows(by_gpu)
    yield ""


def short_name(checks):
    """"H200" of the GPU on which these were made."""
    names = [kernel["gpu"] for check in checks for kernel in check["kernels"] if kernel["gpu"]]
    return names[0].split()[1] if names and " " in names[0] else "another GPU"


def by_exercise(reports):
    """title -> GPU -> check, of lists of checks that were made on one GPU each; the first one's order."""
    found = {}
    for checks in reports:
        gpu = short_name(checks)
        for check in checks:
            if check["kernels"]:
                found.setdefault(check["title"], {})[gpu] = check
    return found


def run_tests(programs, program):
    """(name, result) of each test case; doctest's XML. What failed is printed with its reason."""
    tell(program)
    tested = ended([programs / program, "--reporters=xml"], capture_output=True, text=True)
    if tested is None:
        return [(f"ended within {PATIENCE} s", "FAIL")]
    try:
        report = ElementTree.fromstring(tested.stdout)
    except ElementTree.ParseError:  # it died
        print(f"{program}: status {tested.returncode}", tested.stderr, file=sys.stderr)
        return [("ended in order", "FAIL")]
    cases = []
    for case in report.iter("TestCase"):
        result = case.find("OverallResultsAsserts")
        messages = [message.findtext("Text", "").strip() for message in case.iter("Message")]
        skipped = any(text.startswith("skipped") for text in messages)
        passed = result is not None and result.get("test_case_success") == "true"
        cases.append((case.get("name"), "skipped" if skipped else "pass" if passed else "FAIL"))
        if not passed:
            print(f"{program}: {case.get('name')}", file=sys.stderr)
            for part in [*case.iter("Message"), *case.iter("Expression")]:
                print("   ", " ".join("".join(part.itertext()).split()), file=sys.stderr)
    return cases


def test_part(programs, program, title):
    """One line of a test program, with the tests that did not pass by name, and whether all of it passed."""
    results = run_tests(programs, program)
    others = "".join(f"; {result}: {name}" for name, result in results if result != "pass")
    passed = sum(result == "pass" for _, result in results)
    return [f"| {title} | `{program}` | {passed} of {len(results)} pass{others} |"], passed == len(results)


def picture(programs, submission, file, *options):
    """The window on this GPU, with this folder, in an empty home, as the student's; whether it could be had."""
    file.parent.mkdir(parents=True, exist_ok=True)
    command = [programs / "warplab", "--exercises", ROOT / "exercises", "--submission", submission, "--theme", "dark",
               "--size", "1440x900", "--screenshot", file, *options]
    tell(file.name)
    home = str(submission.parent)
    own = {"HOME": home, "XDG_DATA_HOME": home + "/data", "XDG_CONFIG_HOME": home + "/config"}
    made = ended(command, env={**os.environ, **own})
    return made is not None and made.returncode == 0


def pictures(programs, folder):
    """gpu-window.png and gpu-timing.png."""
    with tempfile.TemporaryDirectory() as place:
        mine = pathlib.Path(place) / "mine"
        mine.mkdir()
        live = picture(programs, mine, folder / "gpu-window.png", "--exercise", "racy-atomic", "--play",
                       "--frames", "500")
        shutil.copy(ROOT / "solutions/33-transpose-conflict-free/solution.cu", mine / "transpose_conflict_free.cu")
        # Twice, so that there is an attempt before the last.
        timings = [picture(programs, mine, folder / "gpu-timing.png", "--exercise", "transpose-conflict-free", "--run",
                           "--tab", "timing") for _ in range(2)]
    return live and all(timings)


def window_part(programs, images):
    """What the window's probe says, in a process of its own as the window asks it, and how the window looks."""
    times = []
    for _ in range(5):
        probed = ended([programs / "warplab", "--probe-interop"], capture_output=True, text=True)
        answer = "no answer" if probed is None else probed.stdout.strip()
        words = answer.split()
        if probed is None or probed.returncode != 0 or len(words) != 3 or words[0] != "on":
            return ["## The window", "", f"CUDA-GL interop: {answer}", ""], False
        times.append(float(words[2]))
    return ["## The window", "",
            "`warplab --probe-interop` paints 4 x 4 values from CUDA's memory, and by way of the host, in the same "
            "colours: **interop on**; mapped, copied on the device, unmapped and painted in "
            f"{min(times):.2f} to {max(times):.2f} ms (5 processes).", "",
            "The racy starter, live: its buffer is copied on the device into a texture.", "",
            "![The racy starter, live](../images/gpu-window.png)", "",
            "The conflict-free transpose, timed:", "",
            "![Samples, limits and the roof of the memory](../images/gpu-timing.png)", ""], pictures(programs, images)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "build/bin", help="where the programs are")
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "docs/measured/gpu-results.md")
    parser.add_argument("--also", type=pathlib.Path, nargs="*", default=[], help="reports from other GPUs")
    options = parser.parse_args()
    programs = options.bin.resolve()
    window, all_right = [], True
    if (programs / "warplab").exists():
        window, all_right = window_part(programs, ROOT / "docs/images")
    checks, right = check_exercises(programs)
    all_right = all_right and right
    lines = ["# Results on a GPU", "", "Written by `bench/gpu_results.py`; do not edit.", "",
             "| | |", "|---|---|"]
    for number, gpu in enumerate(driver_of()):
        name, driver, memory = (part.strip() for part in gpu.split(","))
        lines.append(f"| GPU {number} | {name}, {memory}, driver {driver} |")
    lines.append(f"| date | {datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d} |")
    lines += ["", "## Every solution and every known-wrong kernel", "",
              "Only kernels whose answers are right are timed. [GRADING.md](../GRADING.md#time) says how, and what a "
              "yardstick is. *Misses*: limits on times. Every limit tells right from wrong by 10 % or "
              "more, unless it says otherwise.", ""]
    others = [json.loads(report.read_text(encoding="utf-8"))["checks"] for report in options.also]
    for by_gpu in by_exercise([checks, *others]).values():
        lines += exercise_part(by_gpu)
    lines += ["## Tests that need a GPU", "", "| what | program | result |", "|---|---|---|"]
    for program, title in TESTS:
        if not (programs / program).exists():
            continue
        part, right = test_part(programs, program, title)
        all_right = all_right and right
        lines += part
    lines += [""] + window
    options.output.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    print(f"{options.output}: {'all in order' if all_right else 'something FAILED'}")
    return 0 if all_right else 1


if __name__ == "__main__":
    sys.exit(main())
