"""The same nets through LAMMPS, set up as fast as it goes: no pair forces, no neighbour lists, no
output. Units are `lj`, in which nothing is converted."""

import shutil

import numpy as np

from measure import Missing, output_of

HEAD = """units lj
atom_style bond
boundary f f f
atom_modify map array sort 0 0
newton on
bond_style harmonic
special_bonds lj/coul 1 1 1
read_data net.data
change_box all x final -0.5 1.5 y final -0.5 1.5 z final -3 0.5
comm_modify cutoff {reach!r}
neighbor 4 bin
neigh_modify delay 0 every 1000000000 check no
group fixed type {fixed}
group loose subtract all fixed
thermo 1000000000
thermo_modify lost ignore
"""

STEPS = """fix weight loose gravity {gravity!r} vector 0 0 -1
fix move loose nve
timestep {step!r}
run {steps}
"""

# Weights are forces here: `fix gravity` does nothing while an energy is minimised. There is no
# criterion on the energy, whose rounding hides so small a force.
REST = """fix weight loose addforce 0 0 {weight!r}
fix_modify weight energy yes
fix hold fixed setforce 0 0 0
timestep {step!r}
min_style {style}
min_modify norm max {more}
minimize 0 {tolerance!r} {iterations} 100000000
"""

WRITE = "write_dump all custom end.bin id x y z modify sort id\n"


def program():
    found = shutil.which("lmp")
    if not found:
        raise Missing("not installed: apt-get install --no-install-recommends lammps")
    return found


def version():
    return next((line for line in output_of("lmp", "-h").splitlines() if "Simulator" in line), "").strip()


def command(net, name, body, write=False):
    """Words and folder of a run of LAMMPS on this net."""
    data = net.folder / "net.data"
    if not data.exists():
        net.convert("net.data")
    fixed = sorted(kinds_of_fixed(data))
    reach = 4 * float(np.max(net.rest_length))
    text = HEAD.format(reach=reach, fixed=" ".join(fixed)) + body
    (net.folder / f"{name}.in").write_text(text + (WRITE if write else ""))
    return {"words": [program(), "-in", f"{name}.in", "-log", "none", "-screen", "none" if not write else f"{name}.out"],
            "cwd": net.folder}


def kinds_of_fixed(data):
    """The types of atoms that `tensio convert` made of fixed nodes."""
    kinds = set()
    with open(data, encoding="utf-8") as file:
        for line in file:
            if line.startswith("Atoms"):
                break
            if line.rstrip().endswith("# fixed"):
                kinds.add(line.split()[0])
    return kinds or {"1"}


def positions(net):
    """Of the last run that wrote them: LAMMPS's binary dump, one frame of rows id x y z."""
    raw = (net.folder / "end.bin").read_bytes()
    numbers = np.frombuffer(raw[-8 * 4 * net.nodes:], dtype=float).reshape(-1, 4)
    order = np.argsort(numbers[:, 0])
    return numbers[order, 1:]
