#!/usr/bin/env python3
"""The same cloth in Tensio and in LAMMPS: 1,000 steps of Verlet, and how far apart they end.

usage: lammps_verlet.py [--tensio PROGRAM] [--lammps PROGRAM] [--steps N] [--keep FOLDER]

A square net of 20 x 20 nodes in space with springs along its sides and diagonals, fixed at its
corners, falls under gravity. LAMMPS's harmonic bond has the energy K (r - r0)^2, so its K is half a
stiffness. Positions cross in 17 digits. Exit status 1 where any coordinate is more than 1e-9 m apart.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

SIDE = 20
SPACING, STIFFNESS, MASS, GRAVITY, TIME_STEP = 0.05, 400.0, 0.002, 9.81, 5e-4
TOLERANCE = 1e-9


def cloth():
    """Positions, springs with their rest lengths (2 % longer than drawn), and the corners."""
    position = [(i * SPACING, j * SPACING, 0.01 * ((i * 7 + j * 3) % 5) / 5)
                for j in range(SIDE) for i in range(SIDE)]
    ends = []
    for j in range(SIDE):
        for i in range(SIDE):
            node = j * SIDE + i
            if i + 1 < SIDE:
                ends.append((node, node + 1))
            if j + 1 < SIDE:
                ends.append((node, node + SIDE))
            if i + 1 < SIDE and j + 1 < SIDE:
                ends += [(node, node + SIDE + 1), (node + 1, node + SIDE)]
    side, diagonal = 1.02 * SPACING, 1.02 * SPACING * 2 ** 0.5
    rest = [side if b - a in (1, SIDE) else diagonal for a, b in ends]
    corners = [0, SIDE - 1, SIDE * (SIDE - 1), SIDE * SIDE - 1]
    return position, ends, rest, corners


def scene(steps):
    position, ends, rest, corners = cloth()
    return {
        "tensio": 1, "title": "A cloth that falls from its corners", "dimension": 3,
        "gravity": [0, 0, -GRAVITY],
        "nodes": {"position": position, "mass": MASS, "fixed": corners},
        "springs": [{"ends": ends, "stiffness": STIFFNESS, "rest_length": rest}],
        "simulation": {"integrator": "velocity_verlet", "time_step": TIME_STEP,
                       "duration": steps * TIME_STEP},
    }


def tensio_positions(program, folder, steps):
    path = folder / "cloth.json"
    path.write_text(json.dumps(scene(steps)))
    done = subprocess.run([program, "run", path, "--json"], capture_output=True, text=True)
    result = json.loads(done.stdout)
    if done.returncode != 0 or result["steps"] != steps:
        sys.exit(f"tensio: {result.get('reason', done.stderr)}")
    return result["position"]


def lammps_data():
    position, ends, rest, corners = cloth()
    kinds = sorted(set(rest))
    lines = ["A cloth that falls from its corners", "", f"{len(position)} atoms", "2 atom types",
             f"{len(ends)} bonds", f"{len(kinds)} bond types", "", "-100 100 xlo xhi",
             "-100 100 ylo yhi", "-100 100 zlo zhi", "", "Masses", "", f"1 {MASS!r}",
             f"2 {MASS!r}", "", "Bond Coeffs", ""]
    # K (r - r0)^2: half of k (r - r0)^2 / 2's stiffness.
    lines += [f"{n + 1} {STIFFNESS / 2!r} {r!r}" for n, r in enumerate(kinds)]
    lines += ["", "Atoms # bond", ""]
    for node, (x, y, z) in enumerate(position):
        kind = 2 if node in corners else 1
        lines.append(f"{node + 1} 1 {kind} {x!r} {y!r} {z!r}")
    lines += ["", "Bonds", ""]
    for number, ((a, b), r) in enumerate(zip(ends, rest)):
        lines.append(f"{number + 1} {kinds.index(r) + 1} {a + 1} {b + 1}")
    return "\n".join(lines) + "\n"


def lammps_input(steps):
    return f"""units lj
atom_style bond
boundary f f f
atom_modify map array sort 0 0
newton on
bond_style harmonic
read_data cloth.data
pair_style zero 1.0 nocoeff
pair_coeff * *
special_bonds lj/coul 1 1 1
comm_modify cutoff 2.0
neighbor 0.3 bin
neigh_modify delay 0 every 1 check yes
group loose type 1
fix weight loose gravity {GRAVITY!r} vector 0 0 -1
fix move loose nve
timestep {TIME_STEP!r}
thermo {steps}
run {steps}
write_dump all custom end.txt id x y z modify sort id format float %.17g
"""


def lammps_positions(program, folder, steps):
    (folder / "cloth.data").write_text(lammps_data())
    (folder / "cloth.in").write_text(lammps_input(steps))
    done = subprocess.run([program, "-in", "cloth.in"], capture_output=True, text=True, cwd=folder)
    if done.returncode != 0:
        sys.exit(f"lammps: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    version = done.stdout.splitlines()[0].strip()
    rows = (folder / "end.txt").read_text().split("ITEM: ATOMS id x y z\n")[1].splitlines()
    return version, [[float(x) for x in row.split()[1:4]] for row in rows]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    root = pathlib.Path(__file__).resolve().parents[2]
    parser.add_argument("--tensio", default=str(root / "tensio"))
    parser.add_argument("--lammps", default="lmp")
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--keep", help="a folder for the files, which are else temporary")
    words = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(words.keep or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        ours = tensio_positions(words.tensio, folder, words.steps)
        version, theirs = lammps_positions(words.lammps, folder, words.steps)
    start = cloth()[0]
    apart = max(abs(a - b) for row, other in zip(ours, theirs) for a, b in zip(row, other))
    moved = max(abs(a - b) for row, other in zip(ours, start) for a, b in zip(row, other))
    print(version)
    print(f"{len(start)} nodes, {len(cloth()[1])} springs, {words.steps} steps of {TIME_STEP:g} s")
    print(f"largest move of a node      {moved:.3g} m")
    print(f"largest distance between us {apart:.3g} m")
    return 0 if apart <= TOLERANCE else 1


if __name__ == "__main__":
    sys.exit(main())
