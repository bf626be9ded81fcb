#!/usr/bin/env python3
"""Runs NVIDIA's cuda-samples (a checkout of github.com/NVIDIA/cuda-samples) with `grader run`, and
writes the table of docs/PROGRAMS.md.

    tests/programs/cuda_samples.py GRADER SAMPLES [NAME...]

A sample runs and checks itself if it ends with exit code 0 within the time. Left out are samples
that need a window, a second device, or a library beyond Thrust, CUB and cuRAND's device side.
"""

import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

SECONDS = 120
# What a sample needs that a program on the simulator cannot have, by the words of its build file.
NEEDS = {
    "a window": r"OpenGL|GLUT|Vulkan|\bEGL\b|D3D|FreeImage",
    "a library": r"CUDA::(cublas|cusparse|cusolver|cufft|curand|npp|nvjpeg|nvrtc|nvJitLink)|NVSCI|\bMPI\b|LLVM"
    r"|nvvm",
}
BEYOND = {"interval"}  # Boost
# Named, because no word of their files says so.
SECOND_DEVICE = {
    "EGLStream_CUDA_CrossGPU", "conjugateGradientMultiDeviceCG", "memMapIPCDrv",
    "p2pBandwidthLatencyTest", "simpleIPC", "simpleP2P", "streamOrderedAllocationIPC",
    "streamOrderedAllocationP2P", "vulkanImageCUDA", "cudaNvSci",
}
# Arguments that make a sample small enough; all others run as they are.
SMALL = {
    "matrixMul": ["-wA=64", "-hA=64", "-wB=64", "-hB=64"],
    "nbody": ["-benchmark", "-numbodies=256", "-i=1"],
}


def build_text(folder):
    return re.sub(r"#.*", "", (folder / "CMakeLists.txt").read_text())


def sources(folder, text):
    """Of the first program that the build file names."""
    match = re.search(r"add_executable\(\s*\S+([^)]*)\)", text)
    if not match:
        return []
    names = [word for word in match.group(1).split() if re.search(r"\.(cu|cpp|cc|c)$", word)]
    names = [name.replace("${CMAKE_CURRENT_SOURCE_DIR}/", "") for name in names]
    return [name for name in names if (folder / name).exists()]


def needs(folder, text):
    for what, words in NEEDS.items():
        if re.search(words, text):
            return what
    if folder.name in BEYOND:
        return "a library"
    if folder.name in SECOND_DEVICE:
        return "a second device"
    return None


def last_line(text):
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def why_not(run):
    """One clause, from what was said on standard error."""
    for line in run.stderr.splitlines():
        if "is not part of the simulator" in line or "simulator" in line.lower():
            return line.strip()
    for line in run.stderr.splitlines() + run.stdout.splitlines():
        if re.search(r"error|undefined reference|FAIL", line):
            return line.strip()[:160]
    return last_line(run.stdout)[:160] or f"exit code {run.returncode}"


def options(folder, text, names):
    words = ["-std=c++17", "-extended-lambda", "-I", str(folder.parents[2] / "Common")]
    for include in ("inc", "."):
        if (folder / include).is_dir():
            words += ["-I", include]
    if len([name for name in names if name.endswith(".cu")]) > 1 or folder.name.startswith("cdp"):
        words.append("-rdc=true")
    if "OpenMP" in text:
        words += ["-Xcompiler", "-fopenmp"]
    if "cuda_driver" in text:
        words.append("-lcuda")
    return words


def make_modules(folder, text):
    """Modules that the program loads: fat binaries and PTX."""
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    for kind in ("fatbin", "ptx"):
        for name in set(re.findall(rf"([\w.]+\.{kind})\"?\)", text)):
            # vectorAdd_kernel64.fatbin is made of vectorAdd_kernel.cu.
            source = folder / (re.sub(r"(64)?\.\w+$", "", name) + ".cu")
            if source.exists():
                subprocess.run([nvcc, f"-{kind}", "-gencode", "arch=compute_90,code=compute_90"]
                               + (["-Xfatbin", "-compress=false"] if kind == "fatbin" else [])
                               + ["-I", str(folder.parents[2] / "Common"), "-o", name, source.name],
                               cwd=folder, check=False)


def run_sample(grader, folder, text, names):
    make_modules(folder, text)
    command = [grader, "run", "--quiet", *options(folder, text, names), *names,
               *SMALL.get(folder.name, [])]
    begin = time.time()
    try:
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace",
                             stdin=subprocess.DEVNULL, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return f"longer than {SECONDS} s", SECONDS, ""
    took = time.time() - begin
    waived = run.returncode == 2 and re.search("waiv", run.stdout, re.I)
    if run.returncode == 0 and not re.search(r"\bFAILED\b|Test failed", run.stdout):
        return None, took, run.stderr
    return ("waived itself: " if waived else "") + why_not(run), took, run.stderr


# Reasons in a few words, by what was said.
REASONS = {
    r"Array|Texture|cuTex|Mipmapped": "arrays and textures",
    r"longer than": f"longer than {SECONDS} s",
    r"launches another|__cudaCDP|cudaLaunchDevice": "kernels that launch kernels",
    r"VIRTUAL ADDRESS|cuMem(Create|Address|GetAlloc)": "virtual memory",
    r"waived": "waives itself",
}


def reason(why):
    for words, short in REASONS.items():
        if re.search(words, why):
            return short
    return why.replace("|", "\\|")


def main():
    grader, samples, *only = sys.argv[1:]
    grader = str(Path(grader).resolve())
    ran, total, others = [], 0, {}
    for build in sorted(Path(samples).resolve().glob("Samples/[0-6]_*/*/CMakeLists.txt")):
        folder = build.parent
        text = build_text(folder)
        names = sources(folder, text)
        if (only and folder.name not in only) or needs(folder, text) or not names:
            continue
        why, took, _ = run_sample(grader, folder, text, names)
        total += 1
        print(f"{folder.name}: {why or 'yes'}, {took:.0f} s", file=sys.stderr, flush=True)
        if why is None:
            ran.append(folder.name)
        else:
            others.setdefault(reason(why), []).append(folder.name)
    print(f"{len(ran)} of {total} run and check themselves.\n\n| why not | |\n|---|---|")
    for why, names in sorted(others.items(), key=lambda item: -len(item[1])):
        print(f"| {why} | {', '.join(names)} |")


if __name__ == "__main__":
    main()
