#!/usr/bin/env python3
"""What error in position the tolerance of implicit steps leaves.

Runs nets at several tolerances and with the accuracy preview, and prints the largest distance of
any node to where it is at 1e-8, in metres, halfway and at the end, with the CPU time of a step:

    bench/accuracy/steps.py [--tensio build/release/tensio] [NET...]
"""

import argparse
import json
import pathlib
import resource
import subprocess
import tempfile

import numpy

ROOT = pathlib.Path(__file__).resolve().parents[2]
REFERENCE = 1e-8
TOLERANCES = (1e-2, 1e-3, 1e-6)

# Name -> (scene, or words of `tensio new`; options of `tensio run`; times that are compared).
NETS = {
    "cloth": (ROOT / "bench/scenes/implicit_100.json", ["--duration", "0.5"], (0.12, 0.5)),
    "hair": (["hair"], ["--integrator", "implicit_euler", "--duration", "0.5"], (0.1, 0.5)),
    "shell": (["shell"], ["--integrator", "implicit_euler", "--duration", "0.5"], (0.1, 0.5)),
    "soft_body": (["soft_body"], ["--integrator", "implicit_euler", "--duration", "0.5"], (0.1, 0.5)),
    "flag": (ROOT / "examples/15_flag_in_wind/scene.json", ["--duration", "1"], (0.2, 1.0)),
}


def run(program, scene, options, folder):
    """Frames as {time: positions}, CPU seconds, steps, iterations."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run([program, "run", scene, "--out", folder, "--force", "--format", "npz", "--json",
                           "--threads", "1", *options], capture_output=True, text=True)
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    report = json.loads(done.stdout)
    with numpy.load(pathlib.Path(folder) / "frames.npz") as frames:
        known = dict(zip(numpy.round(frames["time"], 9), frames["position"]))
    return known, seconds, report


def measure(program, name, folder):
    source, options, times = NETS[name]
    scene = str(source)
    if isinstance(source, list):
        scene = str(pathlib.Path(folder) / f"{name}.json")
        subprocess.run([program, "new", *source, "--out", scene, "--force"], check=True, capture_output=True)
    options = options + ["--output-every", str(times[0] / 2)]
    out = str(pathlib.Path(folder) / "run")
    exact, _, _ = run(program, scene, [*options, "--tolerance", str(REFERENCE)], out)
    for label, more in [(f"{t:g}", ["--tolerance", str(t)]) for t in TOLERANCES] + [
            ("preview", ["--accuracy", "preview"]),
            ("preview, 3 iterations", ["--accuracy", "preview", "--max-iterations", "3"])]:
        found, seconds, report = run(program, scene, [*options, *more], out)
        cells = []
        for time in times:
            key = numpy.round(time, 9)
            far = (numpy.abs(found[key] - exact[key]).max() if key in found and key in exact else float("nan"))
            cells.append(f"{far:.1e} at {time:g} s")
        print(f"| {name} | {label} | {' | '.join(cells)} | {1e3 * seconds / report['steps']:.1f} ms | "
              f"{report['iterations'] / report['steps']:.1f} | {report['status']} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tensio", default=str(ROOT / "build/release/tensio"))
    parser.add_argument("net", nargs="*", default=list(NETS))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name in given.net:
            measure(given.tensio, name, folder)


if __name__ == "__main__":
    main()
