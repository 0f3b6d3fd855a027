"""All rows by name, with their targets."""

from dataclasses import dataclass
from typing import Callable

import rows
import rows_implicit
import rows_motion
import rows_rest
import rows_scale


@dataclass
class Row:
    name: str
    about: str
    measure: Callable
    reason: str = ""  # why it is missed, where it is


ROWS = [
    Row("explicit_300", "explicit steps of a cloth of 300 x 300 nodes, against LAMMPS",
        lambda bench, limits: rows.explicit(bench, "explicit_300", 4, 20, 520, limits[1]),
        "Most of the time goes into the square root and the quotient of each spring, and the three quotients of each node, "
        "which the bits of the plain loop ask for."),
    Row("explicit_1000", "explicit steps of a cloth of 1000 x 1000 nodes, against LAMMPS",
        lambda bench, limits: rows.explicit(bench, "explicit_1000", 3, 10, 110, limits[1]),
        "As above, and positions and velocities come from memory."),
    *(Row(f"linearly_implicit_{n}", f"linearly implicit steps of a cloth of {n} x {n} nodes, against a textbook program",
          lambda bench, limits, n=n, target=target, steps=steps: rows_implicit.linearly_implicit(
              bench, f"linearly_implicit_{n}", target, steps, limits[1]))
      for n, target, steps in ((100, 12, (1, 6)), (200, 30, (1, 3)))),
    Row("implicit_100", "backward Euler over a whole fall with wrinkles: methods, a textbook program, Bullet",
        lambda bench, limits: rows_implicit.falling(bench, "implicit_100", 0.77, limits[1])),
    *(Row(f"motion_{name}", f"backward Euler over the whole motion of the example {name}",
          lambda bench, limits, name=name: rows_motion.whole(bench, name))
      for name in rows_motion.EXAMPLES),
    *(Row(f"net_{n}", f"equilibrium of a stretched net of {n} x {n} nodes, against LAMMPS's minimisers",
          lambda bench, limits, n=n: rows_rest.rest(bench, f"net_{n}", 5, limits[1])) for n in (50, 150, 400)),
    Row("hanging_100", "equilibrium of a hanging cloth of 100 x 100 nodes from flat, against LAMMPS's minimisers",
        lambda bench, limits: rows_rest.rest(bench, "hanging_100", 10, limits[1])),
    Row("threads", "explicit steps on two threads against one", rows_scale.threads,
        "Threads wait for each other once a step."),
    Row("damped", "explicit steps with drag and damping against steps without", rows_scale.damped,
        "Dashpots need the velocities at both ends of a spring, one more quotient, and their powers for the energy balance."),
    Row("growth", "cost of an explicit step per spring, 10^6 nodes vs 10^4", rows_scale.growth,
        "The smaller net stays in the caches, the larger one does not."),
    Row("wasm", "explicit steps in WebAssembly against native", rows_scale.wasm),
    Row("memory", "bytes per spring", rows_scale.memory,
        "The scene as it was read stays beside the compiled net."),
    Row("startup", "tensio solve of a small scene, whole process", rows_scale.startup),
]
