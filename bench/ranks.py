#!/usr/bin/python3
"""Explicit steps on one and two ranks against the processor's own, by wall time.

usage: bench/ranks.py [--tensio PROGRAM] [--rounds N]

Needs Open MPI, and a build with the module for ranks beside the program (docs/cluster.md). All take
turns; the time of a step is the difference of a long and a short run. Of the cloths that
bench/peers/run steps, too. Meaningful on a machine with nothing else to do.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Nodes along a side, steps of the short run and of the long one.
NETS = ((300, 20, 1020), (1000, 10, 110))
MPIRUN = ["mpirun", "--oversubscribe"] + (["--allow-run-as-root"] if os.geteuid() == 0 else [])


def seconds(program, side, steps, ranks):
    # The step of bench/scenes/explicit_*.json: half of the stable one.
    duration = repr(0.0046 / side * steps)
    words = [program, "run", str(ROOT / f"bench/scenes/explicit_{side}.json"),
             "--duration", duration, "--output-every", duration]
    if ranks:
        words = [*MPIRUN, "-n", str(ranks), *words, "--backend", "petsc"]
    else:
        words += ["--threads", "1"]
    start = time.perf_counter()
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(words)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tensio", default=str(ROOT / "build/release/tensio"), metavar="PROGRAM")
    parser.add_argument("--rounds", type=int, default=3, metavar="N")
    arguments = parser.parse_args()
    os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    print("| cloth | backend cpu, one thread | 1 rank | 2 ranks | 2 ranks against 1 |\n|---|---|---|---|---|")
    for side, short, long in NETS:
        taken = {0: [], 1: [], 2: []}
        for _ in range(arguments.rounds):
            for ranks, times in taken.items():
                times.append((seconds(arguments.tensio, side, long, ranks)
                              - seconds(arguments.tensio, side, short, ranks)) / (long - short))
        cpu, one, two = (1e3 * statistics.median(times) for times in taken.values())
        print(f"| {side} x {side} nodes | {cpu:.2f} ms a step | {one:.2f} ms | {two:.2f} ms | {one / two:.2f} |")


if __name__ == "__main__":
    main()
