"""Timing programs, and what the machine is."""

import datetime
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent


def say(text):
    print(text, file=sys.stderr, flush=True)


def output_of(*words):
    """What a program prints, or nothing where it is not there."""
    try:
        return subprocess.run(words, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return ""


class Failed(Exception):
    """A program that ended badly, or without what was asked of it."""


class Missing(Exception):
    """A peer that is not installed; the text says how to install it."""


class Bench:
    """Where programs are, where files go, and how often things are repeated."""

    def __init__(self, repeats, threads, clock, tensio=None):
        self.repeats, self.threads, self.clock = repeats, threads, clock
        self.build = ROOT / "build" / "bench"
        self.build.mkdir(parents=True, exist_ok=True)
        # of this run alone, and gone with it: two may run at a time
        self.scratch = tempfile.TemporaryDirectory(prefix="work-", dir=self.build)
        self.folder = pathlib.Path(self.scratch.name)
        self.tensio = pathlib.Path(tensio).resolve() if tensio else self.build_tensio()
        self.timed = self.compile("timed")

    def build_tensio(self):
        tree = self.build / "tensio"
        say("building tensio into build/bench/tensio")
        log = self.build / "build.log"
        ninja = ["-G", "Ninja"] if shutil.which("ninja") else []
        with open(log, "w", encoding="utf-8") as file:
            for words in (["cmake", "-S", ROOT, "-B", tree, *ninja, "-DCMAKE_BUILD_TYPE=Release",
                           "-DTENSIO_BUILD_TESTS=OFF", "-DTENSIO_BUILD_CLI=ON"],
                          ["cmake", "--build", tree, "--target", "tensio-cli", "--parallel",
                           str(os.cpu_count() or 1)]):
                if subprocess.run(words, stdout=file, stderr=file, check=False).returncode != 0:
                    sys.exit(f"the build failed; see {log} (tools/setup core installs what it needs)")
        return tree / "tensio"

    def compile(self, name, flags=("-O3",), libraries=(), need=None, package=None):
        """A program of this folder; `need` is a header without which it is Missing."""
        source, program = HERE / f"{name}.cpp", self.build / name
        headers = HERE.glob("*.hpp")
        if need and not any(pathlib.Path(place, need).exists() for place in ("/usr/include", "/usr/local/include")):
            raise Missing(f"not installed: apt-get install --no-install-recommends {package}")
        newest = max(path.stat().st_mtime for path in [source, *headers])
        if not program.exists() or program.stat().st_mtime < newest:
            words = [os.environ.get("CXX", "g++"), "-std=c++20", *flags, source, "-o", program,
                     "-pthread", *libraries]
            done = subprocess.run(words, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise Failed(f"{name}.cpp does not compile here: {done.stderr.strip()[-600:]}")
        return program

    def run(self, words, cwd=None, good=(0,), env=None):
        """Runs a program; what it took and what it printed."""
        report = self.folder / "timed.txt"
        words = [str(word) for word in words]
        # one thread each, unless a row says otherwise: BLAS libraries would start more
        settings = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", **(env or {}))
        done = subprocess.run([self.timed, report, *words], capture_output=True, text=True,
                              check=False, cwd=cwd, env=settings)
        wall, cpu, memory, code = report.read_text().split()
        if int(code) not in good:
            raise Failed(f"{pathlib.Path(words[0]).name} ended with {code}: {(done.stderr or done.stdout)[-800:]}")
        return {"wall": float(wall), "cpu": float(cpu), "memory": int(memory), "out": done.stdout,
                "err": done.stderr, "code": int(code)}

    def interleave(self, contenders):
        """Each contender is a name with a short and a long command (words, folder). All take turns;
        what counts is the long run less the short one, in each round by itself."""
        rounds = {name: [] for name in contenders}
        for turn in range(self.repeats):
            for name, (short, long) in contenders.items():
                say(f"  {name}, {turn + 1} of {self.repeats}")
                # where a run takes nearly nothing beyond its start, the start is what is measured
                first = self.run(**short) if short else {"wall": 0.0, "cpu": 0.0}
                second = self.run(**long)
                rounds[name].append({clock: second[clock] - first[clock] for clock in ("wall", "cpu")}
                                    | {"memory": second["memory"]})
        return rounds


def median(rounds, key):
    return statistics.median(entry[key] for entry in rounds)


def ratio(ours, theirs, clock):
    """How many times longer theirs took: the median over the rounds."""
    pairs = [b[clock] / a[clock] for a, b in zip(ours, theirs) if a[clock] > 0]
    return statistics.median(pairs) if pairs else float("nan")


def first_line(text, word):
    for line in text.splitlines():
        if line.startswith(word):
            return line.split(":", 1)[1].strip()
    return ""


def machine(tensio=None):
    """What results are kept with; `tensio` is the program, where it was not built from this checkout."""
    cpu = output_of("lscpu")
    commit = output_of("git", "-C", str(ROOT), "rev-parse", "--short", "HEAD")
    changed = output_of("git", "-C", str(ROOT), "status", "--porcelain", "--untracked-files=no")
    packages = {}
    for name in ("lammps", "libceres-dev", "libbullet-dev", "python3-scipy", "python3-numpy",
                 "libeigen3-dev", "libsuitesparse-dev", "libopenblas-dev", "emscripten"):
        version = output_of("dpkg-query", "-W", "-f", "${Version}", name)
        packages[name] = version or "not installed"
    memory = next((line.split()[1] for line in pathlib.Path("/proc/meminfo").read_text().splitlines()
                   if line.startswith("MemTotal")), "0")
    return {
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
        "program": f"with {output_of(str(tensio), '--version').splitlines()[0]}, built elsewhere" if tensio else
                   f"at commit {commit}" + (" with changes" if changed else ""),
        "cpu": first_line(cpu, "Model name"),
        "cores": os.cpu_count(),
        "threads_per_core": first_line(cpu, "Thread(s) per core"),
        "caches": {name: first_line(cpu, f"{name} cache") or first_line(cpu, name) for name in
                   ("L1d", "L2", "L3")},
        "simd": [word for word in ("avx2", "avx512f") if word in first_line(cpu, "Flags").split()],
        "memory_GB": round(int(memory) * 1024 / 1e9, 1),
        "kernel": platform.release(),
        "system": first_line(pathlib.Path("/etc/os-release").read_text().replace("=", ": ", 1),
                             "PRETTY_NAME").strip('"'),
        "compiler": output_of("g++", "--version").splitlines()[:1],
        "node": output_of("node", "--version"),
        "load": os.getloadavg()[0],
        "packages": packages,
    }
