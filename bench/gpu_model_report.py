#!/usr/bin/env python3
"""Writes docs/measured/gpu-model.md: measured and modelled times of the launches in bench/launches/launches.json.

    build/bin/gpu_launches bench/launches/launches.json --output launches.json       # on a GPU
    ncu --csv --page raw --set full build/bin/gpu_launches ... --once > ncu-copy.csv  # for each .cu file
    bench/gpu_model_report.py collect RESULTS bench/measured/h100.json
    build/bin/model_launches bench/launches/launches.json --gpus assets/gpus --output model.json
    bench/gpu_model_report.py write model.json docs/measured/gpu-model.md
    bench/gpu_model_report.py table model.json all-launches.md

RESULTS is a folder with launches.json and, where Nsight Compute was there, ncu-FILE.csv with the names of
its rows in ncu-FILE.names (`gpu_launches --names`)."""
import csv
import datetime
import json
import pathlib
import sys

MEASURED = pathlib.Path(__file__).parent / "measured"
NOTES = pathlib.Path(__file__).parent / "gpu_model_notes.json"
PUBLISHED = pathlib.Path(__file__).parent / "gpu_model_published.json"

# What Nsight Compute measures of each part, percent of the peak over the whole time of the kernel.
NSIGHT = {
    "DRAM": ["gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"],
    "L2": ["lts__throughput.avg.pct_of_peak_sustained_elapsed"],
    "shared memory and L1": ["l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_elapsed",
                             "sm__inst_executed_pipe_lsu.avg.pct_of_peak_sustained_elapsed"],
    "issuing instructions": ["sm__issue_active.avg.pct_of_peak_sustained_elapsed"],
    "arithmetic": ["sm__inst_executed_pipe_%s.avg.pct_of_peak_sustained_elapsed" % pipe
                   for pipe in ("alu", "fma", "fp64", "xu")],
}
BOUND = 60  # percent of a peak from which on Nsight Compute's guide calls a kernel bound by it
LAUNCH = "the launch"  # Nsight Compute leaves it out
# Ours that Nsight Compute counts as waiting: it has no throughput of updates that wait for one another.
WAITING = ("latency", "multiprocessors without a block", "atomics on one address")


def number(text):
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return 0.0


def nsight_of(folder):
    """name of a launch -> part -> percent"""
    found = {}
    for table in sorted(folder.glob("ncu-*.csv")):
        names = table.with_suffix(".names").read_text().splitlines()
        with open(table) as lines:
            rows = list(csv.reader(line for line in lines if not line.startswith("==")))
        header, values = rows[0], rows[2:]
        for name, row in zip(names, values):
            cell = dict(zip(header, row))
            found[name.split("\t")[-1]] = {
                part: round(max(number(cell.get(metric, "0")) for metric in metrics), 1)
                for part, metrics in NSIGHT.items()}
    return found


def collect(results, output):
    folder = pathlib.Path(results)
    raw = json.loads((folder / "launches.json").read_text())
    nsight = nsight_of(folder)
    before, dates = {}, []  # rows that are not measured now stay, and what Nsight Compute said when it was last there
    if pathlib.Path(output).exists():
        last = json.loads(pathlib.Path(output).read_text())
        before = {row["name"]: row for row in last["launches"]}
        dates = last["date"].split(" and ")
    measured = {row["name"]: {"name": row["name"], "us": row["flushed_us"]["median"], "q1": row["flushed_us"]["q1"],
                              "q3": row["flushed_us"]["q3"],
                              "nsight": nsight.get(row["name"], before.get(row["name"], {}).get("nsight"))}
                for row in raw["launches"]}
    launches = list({**before, **measured}.values())
    report = {key: raw[key] for key in ("gpu", "driver", "date", "compiler")}
    kept = dates if set(before) - set(measured) else []
    report["date"] = " and ".join(kept + [raw["date"]] * (raw["date"] not in kept))
    report["launches"] = launches
    pathlib.Path(output).parent.mkdir(exist_ok=True)
    lines = ",\n".join(json.dumps(launch) for launch in launches)
    head = json.dumps({key: report[key] for key in report if key != "launches"})
    pathlib.Path(output).write_text('%s, "launches": [\n%s\n]}\n' % (head[:-1], lines))


def limiter_of(nsight):
    part = max(nsight, key=nsight.get)
    return part if nsight[part] >= BOUND else "latency"


def ranks(values):
    order = sorted(range(len(values)), key=lambda i: values[i])
    rank = [0] * len(values)
    for place, i in enumerate(order):
        rank[i] = place
    return rank


NEAR = 10  # percent of a peak: of two parts that are so near each other either is the limiter
KINDS = {"DRAM": "memory", "L2": "memory", "shared memory and L1": "memory", "issuing instructions": "compute",
         "arithmetic": "compute"}


def is_named_by(limiter, shares):
    """Whether Nsight Compute names the part, or another one that is hardly busier."""
    named = limiter_of(shares)
    if limiter == named or named == "latency":
        return limiter == named or limiter in WAITING
    return shares.get(limiter, 0) >= max(BOUND, shares[named] - NEAR)


def is_exactly(limiter, shares):
    """The same word, atomics being L2 and what no part explains being latency."""
    ours = {"atomics on one address": "L2", "multiprocessors without a block": "latency"}.get(limiter, limiter)
    return ours == limiter_of(shares)


def is_kind(limiter, shares):
    return KINDS.get(limiter, "latency") == KINDS.get(limiter_of(shares), "latency")


def judged(rows):
    errors = sorted(abs(r["modelled"] / r["us"] - 1) for r in rows)
    a, b = ranks([r["us"] for r in rows]), ranks([r["modelled"] for r in rows])
    n = len(rows)
    named = [r for r in rows if r["nsight"] and r["limiter"] != LAUNCH]
    return {"launches": n, "median": errors[n // 2],
            "beyond": sum(not 0.5 <= r["modelled"] / r["us"] <= 2 for r in rows),
            "rank": 1 - 6 * sum((x - y) ** 2 for x, y in zip(a, b)) / (n * (n * n - 1)),
            "inside": sum(r["low"] <= r["us"] <= r["high"] for r in rows) / n,
            "same": sum(is_named_by(r["limiter"], r["nsight"]) for r in named) / max(len(named), 1),
            "exact": sum(is_exactly(r["limiter"], r["nsight"]) for r in named) / max(len(named), 1),
            "kind": sum(is_kind(r["limiter"], r["nsight"]) for r in named) / max(len(named), 1),
            "named": len(named)}


def rows_of(measured, model):
    modelled = {launch["name"]: launch for launch in model["launches"]}
    rows = []
    for launch in measured["launches"]:
        of_all = modelled.get(launch["name"], {}).get("models", [])
        ours = next((m for m in of_all if m["gpu"] == measured["gpu"] and m["possible"]), None)
        if ours is None:
            continue
        rows.append({"name": launch["name"], "us": launch["us"], "modelled": ours["time_us"],
                     "low": ours["low_us"], "high": ours["high_us"], "limiter": ours["limiter"],
                     "nsight": launch["nsight"]})
    return rows


def time(us):
    return "%.1f" % us if us < 100 else "%.0f" % us


def table(by_gpu):
    """One row a launch, for each GPU what was measured and modelled; `*`: not in the model's range."""
    rows = {}
    for gpu, of_gpu in by_gpu.items():
        for r in of_gpu:
            rows.setdefault(r["name"], {})[gpu] = r
    short = [gpu.split()[1] for gpu in by_gpu]
    text = "| launch | " + " | ".join("%s, us | modelled" % gpu for gpu in short) + " | limited by |\n"
    text += "|---|" + "---|---|" * len(short) + "---|\n"
    for name, found in rows.items():
        cells, limiters = [], []
        for gpu in by_gpu:
            r = found.get(gpu)
            outside = r and not r["low"] <= r["us"] <= r["high"]
            cells.append("%s | %s%s" % (time(r["us"]), time(r["modelled"]), " *" if outside else "") if r else " | ")
            if r and r["limiter"] not in limiters:
                limiters.append(r["limiter"])
        text += "| %s | %s | %s |\n" % (name, " | ".join(cells), ", ".join(limiters))
    return text


def published(model):
    launches = {launch["name"]: launch["models"] for launch in model["launches"]}

    def of(name, gpu):
        return next((m for m in launches.get(name, []) if m["gpu"] == gpu), None)

    text = "\n## A Tesla T4\n\nThree times that somebody published for one (Julia, 2048 x 2048 f32).\n\n| launch | published, us | modelled | range |\n|---|---|---|---|\n"
    for p in json.loads(PUBLISHED.read_text()):
        m = of(p["name"], p["gpu"])
        if m:
            text += "| %s | %s | %s | %s to %s |\n" % (p["name"], p["us"], time(m["time_us"]), time(m["low_us"]),
                                                     time(m["high_us"]))
    return text


HEAD = """# Measured and modelled times

Written by `bench/gpu_model_report.py` from the times in `bench/measured` and what `bench/model_launches` said on %s
(version %s of the model). [GPU-MODEL.md](../GPU-MODEL.md) says how a time is made; `bench/gpu_model_report.py table` lists every launch.
Measured were:

%s
"""


def write(model_file, output):
    model = json.loads(pathlib.Path(model_file).read_text())
    notes = json.loads(NOTES.read_text())
    summary = "| | launches | median error | beyond a factor of 2 | rank correlation | inside the range | " \
              "limiter as Nsight Compute's | to the word | memory, compute or latency as its |\n" \
              "|---|---|---|---|---|---|---|---|---|\n"
    summary += "| to be reached | | 20 % | 0 | 0.95 | 90 % | 80 % | | |\n"
    worse, machines = {}, ""
    for file in sorted(MEASURED.glob("*.json")):
        measured = json.loads(file.read_text())
        rows = rows_of(measured, model)
        machines += "- %s, driver %s, %s\n" % (measured["gpu"], measured["driver"], measured["date"])
        j = judged(rows)
        summary += "| %s | %d | %.0f %% | %d | %.3f | %.0f %% | %.0f %% of %d | %.0f %% | %.0f %% |\n" % (
            measured["gpu"], j["launches"], 100 * j["median"], j["beyond"], j["rank"], 100 * j["inside"],
            100 * j["same"], j["named"], 100 * j["exact"], 100 * j["kind"])
        for r in rows:
            if not r["low"] <= r["us"] <= r["high"]:
                worse.setdefault(r["name"], []).append(
                    "%s %+.0f %%" % (measured["gpu"].split()[1], 100 * (r["modelled"] / r["us"] - 1)))
    text = HEAD % (datetime.date.today(), model["version"], machines.rstrip())
    text += "\n## How well it does\n\n" + summary
    text += "\n## What is outside of its range, and why\n\n"
    reasons = {}
    for name in worse:
        why = next((n["why"] for n in notes if n["name"] in name), "The reason is not known.")
        reasons.setdefault(why, []).append("%s (%s)" % (name, ", ".join(worse[name])))
    for why, names in reasons.items():
        text += "- %s: %s\n" % ("; ".join(names), why)
    pathlib.Path(output).write_text(text + published(model))


def table_of(model_file, output):
    """All launches: too many for a page. Where two limiters are named it is one for each GPU."""
    model = json.loads(pathlib.Path(model_file).read_text())
    measured = [json.loads(file.read_text()) for file in sorted(MEASURED.glob("*.json"))]
    pathlib.Path(output).write_text(table({one["gpu"]: rows_of(one, model) for one in measured}))


if __name__ == "__main__":
    commands = {"collect": collect, "write": write, "table": table_of}
    if len(sys.argv) != 4 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    commands[sys.argv[1]](*sys.argv[2:])
