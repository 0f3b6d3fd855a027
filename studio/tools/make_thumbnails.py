#!/usr/bin/env python3
"""Makes studio/src/gallery/thumbnails.json: the small pictures of the gallery, by real solves and runs.

    studio/tools/make_thumbnails.py PROGRAM [ID...]   all of them, or those of the named examples
    studio/tools/make_thumbnails.py --check           whether every example has one; exits 1 if not

A picture is a list of lines between nodes, and frames: positions in a box of 4:3, and tensions as shares of the
largest. A scene with a `simulation` has frames of its run; another one has its start and its equilibrium.
"""

import array
import base64
import json
import math
import pathlib
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FILE = ROOT / "studio" / "src" / "gallery" / "thumbnails.json"

# The box of a picture, in whole numbers.
WIDTH, HEIGHT, MARGIN = 4000, 3000, 200

# More than a small picture can show: drawn with other parameters, or seen from another side.
SMALLER = {
    "15_flag_in_wind": ["columns=12"],
    "16_tearing_cloth": ["columns=12"],
    "17_hair": ["strands=6", "segments=16"],
    "18_shell_buckling": ["segments=5"],
    "19_jelly_cube": ["cell=0.025"],
    "22_elastic_network": ["cells=8", "keep=0.8"],
    "23_metamaterial": ["stretch=0.15"],
}
VIEWS = {"17_hair": "front", "19_jelly_cube": "front", "04_tight_rope": "front"}
FRAMES = {"17_hair": 8, "27_random_strengths": 4}


def examples():
    return sorted(path.parent.name for path in (ROOT / "examples").glob("*/scene.json"))


def answer_of(program, *words, codes=(0,)):
    result = subprocess.run([program, *map(str, words), "--json"], capture_output=True, text=True)
    if result.returncode not in codes:
        sys.exit(f"{words}: exit code {result.returncode}\n{result.stderr}{result.stdout}")
    return json.loads(result.stdout)


def rows(path):
    """The rows of a float64 .npy file, flat."""
    data = path.read_bytes()
    size = struct.unpack("<H", data[8:10])[0]
    shape = eval(data[10:10 + size].decode().split("'shape':")[1].split(")")[0] + ")")  # our own file
    values = array.array("d", data[10 + size:])
    row = len(values) // shape[0] if shape[0] else 0
    return [values[i * row:(i + 1) * row] for i in range(shape[0])]


def lines_of(program, scene, sets):
    """The ends of all springs."""
    with tempfile.TemporaryDirectory() as folder:
        table = pathlib.Path(folder) / "springs.csv"
        subprocess.run([program, "convert", scene, table, "--table", "springs", "--quiet", *sets], check=True)
        text = table.read_text().splitlines()
    head = text[0].split(",")
    a, b = (head.index(name) for name in ("a", "b")) if "a" in head else (1, 2)
    return [(int(row.split(",")[a]), int(row.split(",")[b])) for row in text[1:]]


def thinned(items, most):
    if len(items) <= most:
        return items
    return [items[round(i * (len(items) - 1) / (most - 1))] for i in range(most)]


def states_of(program, name, sets, moves):
    """Pairs of positions and tensions, flat lists."""
    scene = ROOT / "examples" / name / "scene.json"
    if moves:
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "run"
            subprocess.run([program, "run", scene, "--out", out, "--format", "npy", "--quiet", *sets], check=True)
            states = list(zip(rows(out / "position.npy"), rows(out / "tension.npy")))
        return thinned(states, FRAMES.get(name, 12))
    states = []
    for options in (["--max-iterations", "0", "--no-stability"], []):
        found = answer_of(program, "solve", scene, *sets, *options, codes=(0, 4))
        if "combinations" in found:
            # Of load cases the first, which is there where the net without them was solved.
            found = next(iter(found["combinations"].values()), None)
            if found is None:
                continue
        states.append(([x for row in found["position"] for x in row], found["tension"]))
    return states


def projected(position, dimension, view):
    """Points of the plane, y up."""
    points = [tuple(position[i:i + dimension]) for i in range(0, len(position), dimension)]
    if dimension == 2:
        return points
    if view == "front":
        return [(x, z) for x, _, z in points]
    side, above = math.radians(28), math.radians(37)
    return [(x * math.cos(side) - y * math.sin(side),
             z * math.cos(above) + (x * math.sin(side) + y * math.cos(side)) * math.sin(above))
            for x, y, z in points]


def packed(kind, values):
    data = array.array(kind, values)
    if sys.byteorder == "big":
        data.byteswap()
    return base64.b64encode(data.tobytes()).decode()


def thumbnail(program, name):
    scene = ROOT / "examples" / name / "scene.json"
    info = answer_of(program, "info", scene)
    dimension = info["dimension"]
    moves = '"simulation"' in scene.read_text(encoding="utf-8")
    sets = [word for value in SMALLER.get(name, ()) for word in ("--set", value)]
    lines = lines_of(program, scene, sets)
    states = states_of(program, name, sets, moves)
    shapes = [projected(position, dimension, VIEWS.get(name, "iso")) for position, _ in states]

    xs = [x for shape in shapes for x, _ in shape]
    ys = [y for shape in shapes for _, y in shape]
    size = max((max(xs) - min(xs)) / (WIDTH - 2 * MARGIN), (max(ys) - min(ys)) / (HEIGHT - 2 * MARGIN), 1e-12)
    middle = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    largest = max((abs(t) for _, tension in states for t in tension if t == t), default=0) or 1

    # A scale that ends at the 95th percentile shows more than one that ends at the largest.
    shown = states if moves else states[-1:]
    known = sorted(abs(t) for _, tension in shown for t in tension if t == t and t != 0)
    scale = known[int(0.95 * (len(known) - 1))] if known else largest
    frames = []
    for shape, (_, tension) in zip(shapes, states):
        places = []
        for x, y in shape:
            places += [round(WIDTH / 2 + (x - middle[0]) / size), round(HEIGHT / 2 - (y - middle[1]) / size)]
        shares = [max(-100, min(100, round(100 * t / scale))) if t == t else 0 for t in tension]
        frames.append({"xy": packed("H", places), "share": packed("b", shares)})
    return {"dimension": dimension, "nodes": info["nodes"], "springs": info["springs"], "moves": moves,
            "lines": packed("H", [node for line in lines for node in line]), "frames": frames}


def main(words):
    if words == ["--check"]:
        found = json.loads(FILE.read_text(encoding="utf-8"))
        missing = sorted(set(examples()) ^ set(found))
        for name in missing:
            print(f"{name}: in one of examples and {FILE.relative_to(ROOT)} only")
        return 1 if missing else 0
    if not words:
        sys.exit(__doc__)
    program = pathlib.Path(words[0]).resolve()
    names = words[1:] or examples()
    found = json.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else {}
    for name in names:
        found[name] = thumbnail(program, name)
        print(f"{name}: {len(json.dumps(found[name]))} bytes")
    text = ",\n".join(f"{json.dumps(name)}: {json.dumps(found[name])}" for name in sorted(found) if name in examples())
    FILE.write_text("{\n" + text + "\n}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
