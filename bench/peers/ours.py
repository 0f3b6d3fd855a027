"""Commands of tensio for the rows, and what it answers."""

import csv
import json

import numpy as np

from measure import Failed, output_of


def has_option(bench, verb, option):
    return option in output_of(str(bench.tensio), verb, "--help")


def run_words(net, steps, h, threads=1, more=()):
    """A number of steps without any output between the first and the last."""
    duration = f"{steps * h!r}"
    return {"words": [net.bench.tensio, "run", net.scene, *net.set_words(), "--threads", threads,
                      "--duration", duration, "--output-every", duration, "--quiet", *more]}


def run_frames(net, steps, h, every=1, threads=1, more=()):
    """Positions and velocities at regular intervals of steps."""
    out = net.folder / "run"
    net.bench.run([net.bench.tensio, "run", net.scene, *net.set_words(), "--threads", threads,
                   "--duration", f"{steps * h!r}", "--output-every", f"{every * h!r}", "--quiet",
                   "--out", out, "--format", "npy", "--force", *more])
    return np.load(out / "position.npy"), np.load(out / "velocity.npy")


def split_steps(net, h):
    """The numbers of the steps of the last run_frames() that were taken in halves."""
    with open(net.folder / "run" / "events.csv", newline="") as file:
        return {round(float(row["time"]) / h) for row in csv.DictReader(file) if row["kind"] == "split"}


def solve_words(net, threads=1, more=()):
    return {"words": [net.bench.tensio, "solve", net.scene, *net.set_words(), "--threads", threads,
                      "--quiet", *more]}


def solve_positions(net, threads=1, more=()):
    """The rest state, written as a scene whose start it is, and what solve says about it."""
    took = net.bench.run([net.bench.tensio, "solve", net.scene, *net.set_words(), "--threads", threads,
                          "--json", *more])
    report = json.loads(took["out"])
    if report["status"] != "converged":
        raise Failed(f"{net.label}: {report['reason']}")
    if report.get("position") is None:
        raise Failed(f"{net.label}: no positions in the answer")
    return np.array(report["position"], dtype=float), report | {"cpu": took["cpu"]}
