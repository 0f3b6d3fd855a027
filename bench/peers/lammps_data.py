#!/usr/bin/env python3
"""LAMMPS reads the data files that `tensio convert` writes, and finds the same elastic energy.

usage: lammps_data.py [--tensio PROGRAM] [--lammps PROGRAM] [SCENE ...]

Each scene (those of examples/ where none is named) is converted to a LAMMPS data file at its drawn
shape. LAMMPS reads it, takes no step and prints the energy of its bonds, which is compared with the
sum of k (l - l0)^2 / 2 over the springs of `tensio convert --table springs`. Scenes whose springs are not
all linear are skipped. Exit status 1 where the two differ by more than 1e-12 of the energy.
"""

import argparse
import csv
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOLERANCE = 1e-12

SCRIPT = """units lj
atom_style bond
bond_style harmonic
boundary f f f
neighbor 0.1 nsq
pair_style zero {short}
comm_modify cutoff {cutoff}
read_data net.data
pair_coeff * *
thermo_style custom step ebond
thermo_modify norm no format float %.17g
run 0
"""


def call(words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=True,
                          **options)


def energy_here(tensio, scene, folder):
    """The energy of the springs, each from its own row and its nodes' rows."""
    rows = {}
    for table in ("nodes", "springs"):
        path = folder / f"{table}.csv"
        call([tensio, "convert", scene, path, "--drawn", "--table", table, "--quiet"])
        with open(path, newline="") as file:
            rows[table] = list(csv.DictReader(file))
    points = [[float(row[axis]) for axis in "xyz" if axis in row] for row in rows["nodes"]]
    parts, scale, longest = [], 0.0, 0.0
    for row in rows["springs"]:
        length = math.dist(points[int(row["a"])], points[int(row["b"])])
        longest = max(longest, length)
        scale += float(row["stiffness"]) / 2 * length ** 2
        parts.append(float(row["stiffness"]) / 2 * (length - float(row["rest_length"] or 0)) ** 2)
    return math.fsum(parts), scale, longest, len(parts)


def energy_there(lammps, folder, longest):
    (folder / "in.net").write_text(SCRIPT.format(short=longest / 10, cutoff=2 * longest))
    output = call([lammps, "-in", "in.net", "-log", "none"], cwd=folder).stdout
    return float(re.search(r"(?m)^\s*0\s+(\S+)\s*$", output).group(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tensio", default=str(ROOT / "tensio"))
    parser.add_argument("--lammps", default="lmp")
    parser.add_argument("scenes", nargs="*", type=pathlib.Path, metavar="SCENE")
    args = parser.parse_args()
    scenes = args.scenes or sorted(ROOT.glob("examples/*/scene.json"))
    good = True
    for scene in scenes:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            answer = json.loads(call([args.tensio, "convert", scene, folder / "net.data", "--drawn",
                                      "--json"]).stdout)
            if any("of the law" in note for note in answer["notes"]):
                print(f"{scene.parent.name:24} passed over: not all springs are linear")
                continue
            here, scale, longest, count = energy_here(args.tensio, scene, folder)
            there = energy_there(args.lammps, folder, longest)
        # a net without tension has the energy of rounding alone
        apart = abs(here - there) / max(abs(here), TOLERANCE * scale)
        good = good and apart <= TOLERANCE
        print(f"{scene.parent.name:24} {count:6} springs  tensio {here:.15g}  lammps {there:.15g}  "
              f"apart {apart:.1e}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
