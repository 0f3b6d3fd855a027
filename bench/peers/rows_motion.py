"""Rows of whole motions: examples with wind, contact, hair and soft bodies, from their start to their end."""

import json

import numpy as np
import ours
from measure import ROOT, Failed, median
from nets import apart
from rows import peer, result

# Name: the example's folder, the step [s], the number of steps.
EXAMPLES = {"flag": ("15_flag_in_wind", 0.01, 200), "cloth_on_ball": ("13_cloth_on_a_ball", 0.01, 150),
            "hair": ("17_hair", 0.01, 200), "jelly": ("19_jelly_cube", 0.01, 150)}
METHODS = {"Newton alone": ["--method", "newton", "--no-substeps"], "prefactored method": ["--method", "prefactored"],
           "preview": ["--accuracy", "preview"]}


def command(bench, scene, h, steps, more):
    return {"words": [bench.tensio, "run", scene, "--integrator", "implicit_euler", "--time-step", repr(h), "--duration",
                      repr(steps * h), "--output-every", repr(steps * h), "--threads", bench.threads, "--json", *more]}


def end_of(bench, scene, h, steps, more):
    """Positions after the last step, and the report."""
    report = json.loads(bench.run(**command(bench, scene, h, steps, more))["out"])
    if report["status"] != "finished":
        raise Failed(f"{report['status']} after {report['steps']} of {steps} steps")
    return np.array(report["position"], dtype=float), report


def whole(bench, name):
    """Milliseconds of a step over the whole motion. The distance is that to the end of a run with the
    tolerance 1e-10, which the default is; other methods may end on another branch."""
    folder, h, steps = EXAMPLES[name]
    scene = ROOT / "examples" / folder / "scene.json"
    words = lambda more: (command(bench, scene, h, 1, more), command(bench, scene, h, steps + 1, more))
    x, report = end_of(bench, scene, h, steps, [])
    contenders, ends, missing = {"tensio": words([])}, {}, []
    for key, more in METHODS.items():
        if more[0] == "--accuracy" and not ours.has_option(bench, "run", "--accuracy"):
            continue
        try:
            ends[key] = apart(end_of(bench, scene, h, steps, more)[0], x)
            contenders[key] = words(more)
        except Failed as problem:
            missing.append(f"{key}: {problem}")
    rounds = bench.interleave(contenders)
    for taken in rounds.values():
        for entry in taken:
            for clock in ("wall", "cpu"):
                entry[clock] *= 1000 / steps
    row = result(bench, f"backward Euler, {name.replace('_', ' ')} of {len(x):,} nodes, mean of {steps} steps of {h} s", folder,
                 rounds["tensio"], missing=missing, unit="ms", target=0.77)
    row["value"], row["split_steps"] = row["seconds"], report["split_steps"]
    row["peers"] = [peer(bench, other, rounds, apart=ends[other], value=median(rounds[other], bench.clock),
                         decides=other == "prefactored method") for other in rounds if other != "tensio"]
    return row
