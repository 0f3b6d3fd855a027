"""Rows of whole motions: examples with wind, contact, hair and soft bodies, from their start to their end."""

import json
import math

import numpy as np
import ours
from measure import ROOT, Failed, Missing, median
from nets import apart
from rows import peer, result
from rows_implicit import BULLET, EIGEN

# Name: the example's folder, the step [s], the number of steps.
EXAMPLES = {"flag": ("15_flag_in_wind", 0.01, 200), "cloth_on_ball": ("13_cloth_on_a_ball", 0.01, 150),
            "hair": ("17_hair", 0.01, 200), "jelly": ("19_jelly_cube", 0.01, 150)}
METHODS = {"Newton alone": ["--method", "newton", "--no-substeps"],
           "Newton with CHOLMOD": ["--method", "newton", "--linear-solver", "cholmod", "--no-substeps"],
           "prefactored method": ["--method", "prefactored"], "to 1e-3": ["--tolerance", "1e-3"],
           "preview": ["--accuracy", "preview"]}
GRAVITY, ROUNDS = 9.81, 10


def command(bench, scene, h, steps, more):
    return {"words": [bench.tensio, "run", scene, "--integrator", "implicit_euler", "--time-step", repr(h), "--duration",
                      repr(steps * h), "--output-every", repr(steps * h), "--threads", bench.threads, "--json", *more]}


def end_of(bench, scene, h, steps, more):
    """Positions after the last step, and the report."""
    report = json.loads(bench.run(**command(bench, scene, h, steps, more))["out"])
    if report["status"] != "finished":
        raise Failed(f"{report['status']} after {report['steps']} of {steps} steps")
    return np.array(report["position"], dtype=float), report


def value_at(wave, time, parameters):
    """A number, a parameter with a divisor, or a sine of these: what the examples have."""
    if isinstance(wave, dict):
        sine = {key: value_at(entry, time, parameters) for key, entry in wave["sine"].items()}
        return sine["amplitude"] * math.sin(2 * math.pi * sine["frequency"] * time)
    if isinstance(wave, str):
        name, _, divisor = wave.lstrip("=").partition("/")
        return parameters[name]["value"] / float(divisor or 1)
    return float(wave)


def plain_file(bench, scene, h, steps):
    """Net, dashpots, wind and obstacles for the plain programs: see net_file.hpp."""
    arrays, text = bench.folder / f"{scene.parent.name}.npz", bench.folder / f"{scene.parent.name}.json"
    for path in (arrays, text):
        bench.run([bench.tensio, "convert", scene, path, "--force", "--quiet"])
    whole = json.loads(text.read_text())
    parameters, wind = whole.get("parameters", {}), whole.get("wind")
    with np.load(arrays) as z:
        nodes, springs = len(z["mass"]), len(z["stiffness"])
        times = np.concatenate([np.full(len(part["ends"]), part.get("damping_time", 0.0)) for part in whole["springs"]])
        blows = [[value_at(axis, n * h, parameters) for axis in wind["velocity"]] for n in range(steps + 1)] if wind else []
        corners = z["face_nodes"].reshape(-1, 4) if wind else np.zeros((0, 4))
        solids = [obstacle(entry) for entry in whole.get("obstacles", [])]
        path = bench.folder / f"{scene.parent.name}.bin"
        with open(path, "wb") as file:
            for values, kind in (([nodes, springs], np.int64), (z["position"], float), (z["mass"], float),
                                 (z["fixed"] != 0, np.int32), (z["ends"], np.int32), (z["stiffness"], float),
                                 (z["rest_length"], float), ([len(corners), len(solids)], np.int64),
                                 ([whole.get("drag", 0), 0.6 if wind else 0], float), (times * z["stiffness"], float),
                                 ([len(blows)], np.int64), (blows, float), (corners, np.int32), (solids, float)):
                np.ascontiguousarray(values, dtype=kind).tofile(file)
    return path


def obstacle(entry):
    sphere = entry["kind"] == "sphere"
    point = entry["center"] if sphere else entry["point"]
    return [float(sphere), *point, *entry.get("normal", [0, 0, 1]), entry.get("radius", 0), entry["friction"], entry["thickness"]]


def add_peers(bench, net, h, steps, x, contenders, ends, missing):
    """The programs that are there."""
    out = bench.folder / "plain.bin"
    bullet_flags = ("-O3", "-I/usr/include/bullet")
    programs = {
        "textbook program, one linear solve a step": (("textbook_motion", EIGEN), []),
        f"Bullet soft body, {ROUNDS} rounds of constraints: another model":
            (("bullet_motion", bullet_flags, BULLET, "bullet/BulletSoftBody/btSoftBody.h", "libbullet-dev"), [ROUNDS])}
    for key, (how, more) in programs.items():
        try:
            program = bench.compile(*how)
            words = lambda count, program=program, more=more: {"words": [program, net, count, h, GRAVITY, *more, out]}
            bench.run(**words(steps))
            end = np.fromfile(out).reshape(-1, 3)
            if not np.isfinite(end).all():
                raise Failed("ended with NaN or infinity")
            ends[key] = apart(end, x)
            contenders[key] = (words(1), words(steps + 1))
        except (Missing, Failed) as problem:
            missing.append(f"{key}: {problem}")


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
    add_peers(bench, plain_file(bench, scene, h, steps), h, steps, x, contenders, ends, missing)
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
    # for the picture: milliseconds of a step, and the distance after the last one
    row["errors"] = {key: [median(taken, bench.clock), ends[key]] for key, taken in rounds.items() if key in ends}
    return row
