#!/usr/bin/env python3
"""container_test.py SOURCE BUILD WHAT: the Containerfile, as far as it can be tried without a container engine.

  files      every path that it copies is there and is not ignored, and CMake finds all that it builds in that context
  libraries  the packages that it installs bring every shared library that the programs are linked with
  grades     a folder with just what the image has grades a submission: without network, as nobody, read-only
"""
import functools
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

SOURCE, BUILD, WHAT = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
BUILT = "/warp-lab/build/"  # where the first stage builds
SKIPPED = 77


def skip(why):
    print("skipped: " + why)
    sys.exit(SKIPPED)


def instructions():
    """(word, arguments) of the Containerfile, continued lines joined."""
    text = re.sub(r"^#.*\n", "", (SOURCE / "Containerfile").read_text(), flags=re.M).replace("\\\n", " ")
    return [tuple(line.split(None, 1)) for line in text.splitlines() if line.strip()]


def stages():
    found = []
    for word, rest in instructions():
        if word == "FROM":
            found.append([])
        found[-1].append((word, rest))
    return found


def copies(stage):
    """(from a stage?, sources, destination) of each COPY."""
    for word, rest in stage:
        if word == "COPY":
            parts = shlex.split(rest)
            flags = [p for p in parts if p.startswith("--")]
            paths = [p for p in parts if not p.startswith("--")]
            yield bool(flags), paths[:-1], paths[-1]


def installed_packages(stage):
    run = next(rest for word, rest in stage if word == "RUN" and "apt-get install" in rest)
    words = run.split("apt-get install", 1)[1].split("&&")[0].split()
    return [w for w in words if not w.startswith("-")]


def context(folder):
    """What the engine would send: .containerignore here takes all away and gives names back."""
    lines = [l for l in (SOURCE / ".containerignore").read_text().splitlines() if l and l[0] != "#"]
    assert lines[0] == "*" and all(l.startswith("!") for l in lines[1:]), lines
    for line in lines[1:]:
        there, here = SOURCE / line[1:], folder / line[1:]
        assert there.exists(), f"{line} in .containerignore names nothing"
        here.parent.mkdir(parents=True, exist_ok=True)
        if there.is_dir():
            shutil.copytree(there, here, symlinks=True)
        else:
            shutil.copy2(there, here)


def run(words, **more):
    return subprocess.run([str(w) for w in words], capture_output=True, text=True, **more)


@functools.cache
def installed():
    """What each installed package depends on, by its name."""
    listed = run(["dpkg-query", "-W", "-f", "${Package}\t${db:Status-Status}\t${Depends}, ${Pre-Depends}\n"]).stdout
    rows = (line.split("\t") for line in listed.splitlines())
    return {name: [re.split(r"[ :(]", one.strip())[0] for one in re.split("[,|]", depends)]
            for name, status, depends in rows if status == "installed"}


def closure(packages):
    """The packages and all that they depend on, as dpkg knows them."""
    known, waiting = set(), list(packages)
    while waiting:
        name = waiting.pop()
        if name in installed() and name not in known:
            known.add(name)
            waiting += installed()[name]
    return known


def programs():
    last = stages()[-1]
    return [BUILD / "bin" / pathlib.Path(s).name for built, sources, _ in copies(last) if built for s in sources
            if s.startswith(BUILT + "bin/")]


def missing_inputs(folder):
    """Files of the context that building the programs reads, and that are not there."""
    asked = run(["ninja", "-C", folder / "build", "-t", "inputs", "grader", "warplab-worker", "warplab-gpu-worker"])
    assert asked.returncode == 0, asked.stdout + asked.stderr
    paths = [pathlib.Path(line) for line in asked.stdout.splitlines()]
    ours = [p for p in paths if p.is_relative_to(folder) and not p.is_relative_to(folder / "build")]
    assert len(ours) > 100, asked.stdout
    return [p for p in ours if not p.exists()]


def test_files():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        context(folder)
        for stage in stages():
            for built, sources, _ in copies(stage):
                for source in sources:
                    if built:
                        assert source.startswith(BUILT), source
                    else:
                        assert (folder / source).exists(), f"COPY {source}: it is not there, or is ignored"
        assert not (folder / "solutions").exists() and not (folder / "tests").exists()
        assert len(programs()) == 3 and all(p.exists() for p in programs()), programs()
        # Each file alone: what several are compiled in is made while the build is configured.
        configured = run(["cmake", "--preset", "dev", "-DWARPLAB_TOGETHER=OFF"], cwd=folder)
        assert configured.returncode == 0, configured.stdout + configured.stderr
        assert not missing_inputs(folder), missing_inputs(folder)
        (folder / "engine" / "worker" / "program" / "main.cpp").unlink()  # and this would be seen
        assert len(missing_inputs(folder)) == 1


def needs_debian():
    release = pathlib.Path("/etc/os-release").read_text()
    if "ID=debian" not in release or 'VERSION_ID="12"' not in release:
        skip("the packages' names are those of Debian 12, and this is another system")


def libraries_of(program):
    lines = run(["ldd", program]).stdout.splitlines()
    assert lines and not any("not found" in l for l in lines), lines
    return [os.path.realpath(m.group(1)) for l in lines if (m := re.search(r"(/\S+) \(0x", l))]


@functools.cache
def owner(library):
    for path in (library, library.replace("/usr/lib", "/lib", 1)):
        asked = run(["dpkg-query", "-S", path])
        if asked.returncode == 0:
            return asked.stdout.split(":")[0]
    return None


def uncovered(packages):
    """Libraries of the programs that no package of these brings."""
    brought = closure(packages)
    return {(p.name, l) for p in programs() for l in libraries_of(p) if owner(l) not in brought}


def test_libraries():
    needs_debian()
    packages = installed_packages(stages()[-1])
    assert not uncovered(packages), uncovered(packages)
    left_out = [p for p in packages if p != "libseccomp2"]
    assert any("seccomp" in l for _, l in uncovered(left_out))  # one too few would be seen


def nvrtc(name):
    """A file of NVRTC as this machine has it: the package's folder, or a toolkit's."""
    for folder in (os.environ.get("WARPLAB_NVRTC", ""), BUILD / "nvrtc/nvidia/cu13/lib", SOURCE / "build/nvrtc/nvidia/cu13/lib",
                   os.environ.get("CUDA_HOME", "/usr/local/cuda") + "/lib64"):
        if folder and (pathlib.Path(folder) / name).exists():
            return pathlib.Path(folder) / name
    return skip(f"there is no {name} here")


def make_root(root):
    """The image's last stage, of this machine's packages."""
    for link in ("bin", "lib", "lib64", "sbin"):
        (root / "usr" / link).mkdir(parents=True)
        (root / link).symlink_to("usr/" + link)
    last = stages()[-1]
    for package in closure([*installed_packages(last), "bash", "libc6"]):
        for path in run(["dpkg-query", "-L", package]).stdout.splitlines():
            is_wanted = path.startswith(("/lib", "/usr/lib", "/bin/bash", "/usr/bin/bash"))
            if not is_wanted or (os.path.isdir(path) and not os.path.islink(path)):
                continue
            target = root / path[1:]
            target.parent.mkdir(parents=True, exist_ok=True)
            if not os.path.lexists(target):
                shutil.copy2(path, target, follow_symlinks=False)
    for built, sources, to in copies(last):
        for source in sources:
            if built and source.startswith(BUILT + "nvrtc/"):
                source = nvrtc(pathlib.Path(source).name)
            elif built:
                source = BUILD / source[len(BUILT):]
            else:
                source = SOURCE / source
            target = root / to[1:] / source.name if to.endswith("/") else root / to[1:]
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target)
            else:
                shutil.copy2(source, target)
    for folder in ("dev", "proc", "course"):
        (root / folder).mkdir()
    for device in ("null", "zero", "urandom"):
        (root / "dev" / device).touch()


# As `podman run --network none --read-only --cap-drop all` with one volume.
INSIDE = """
set -e
root=$1 course=$2
shift 2
mount --bind "$root" "$root"
mount --bind "$course" "$root/course"
mount -t proc proc "$root/proc"
for device in null zero urandom; do mount --bind "/dev/$device" "$root/dev/$device"; done
mount -o remount,bind,ro "$root"
exec setpriv --no-new-privs chroot --userspec=USER --groups= "$root" "$@"
"""


def in_container(root, course, words):
    last = stages()[-1]
    settings = [setting for word, rest in last if word == "ENV" for setting in shlex.split(rest)]
    user = next(rest for word, rest in last if word == "USER")
    path = next(s for s in settings if s.startswith("PATH=")).split("=", 1)[1]
    words = ["/bin/bash", "-c", 'exec "$@"', "bash", *words]
    return run(["unshare", "--mount", "--net", "--pid", "--ipc", "--uts", "--fork", "bash", "-c",
                INSIDE.replace("USER", user), "bash", root, course, *words],
               env={"PATH": path + ":/usr/sbin:/sbin", **dict(s.split("=", 1) for s in settings if not s.startswith("PATH="))})


def hand_in(course):
    solutions = SOURCE / "solutions"
    for student, copy in (("ann", "solution.cu"), ("bob", "wrong-no-bounds-check.cu")):
        folder = course / "in" / student
        folder.mkdir(parents=True)
        shutil.copy(solutions / "11-copy" / copy, folder / "copy.cu")
        shutil.copy(solutions / "31-swap" / "solution.cu", folder / "swap.cu")
    (course / "course.toml").write_text('title = "GPU"\n[[exercise]]\nname = "copy"\n[[exercise]]\nname = "swap"\n')
    (course / "out").mkdir()
    for path in (course, course / "out"):
        path.chmod(0o777)


def test_grades():
    needs_debian()
    if os.geteuid() != 0 or run(["unshare", "--mount", "--net", "--pid", "--fork", "true"]).returncode != 0:
        skip("only root may make the namespaces of a container here")
    with tempfile.TemporaryDirectory(prefix="warplab-container-") as name:
        root, course = pathlib.Path(name) / "root", pathlib.Path(name) / "course"
        pathlib.Path(name).chmod(0o755)
        course.mkdir()
        make_root(root)
        hand_in(course)
        entry = json.loads(next(rest for word, rest in stages()[-1] if word == "ENTRYPOINT"))
        command = [*entry, "course", "run", "/course/in", "--output", "/course/out", "--course", "/course/course.toml",
                   "--format", "csv,json"]
        graded = in_container(root, course, command)
        assert graded.returncode == 0, graded.stdout + graded.stderr
        marks = dict(line.split(",", 1) for line in (course / "out" / "marks.csv").read_text().splitlines())
        assert marks["ann"] == ",,1,1,2,2,yes", marks
        assert marks["bob"].startswith(",,0") or marks["bob"].split(",")[2] != "1", marks
        assert marks["bob"].split(",")[3] == "1", marks
        assert (course / "out" / "marks.csv").stat().st_uid == 65534
        listed = in_container(root, course, [*entry, *json.loads(next(r for w, r in stages()[-1] if w == "CMD"))])
        assert listed.returncode == 0 and "Examples" in listed.stdout, listed.stderr
        # What is not copied is not there: without the compiler's built-ins nothing is graded.
        next(root.glob("opt/warp-lab/build/nvrtc/nvidia/cu13/lib/libnvrtc.so.13")).unlink()
        assert in_container(root, course, [*entry, "copy"]).returncode == 2
        size = sum(f.stat().st_size for f in (root / "opt").rglob("*") if f.is_file())
        print(f"graded: /opt/warp-lab has {size / 2**20:.0f} MiB without NVRTC")


{"files": test_files, "libraries": test_libraries, "grades": test_grades}[WHAT]()
