"""All rows by name, with their targets."""

from dataclasses import dataclass
from typing import Callable

import rows


@dataclass
class Row:
    name: str
    about: str
    measure: Callable
    reason: str = ""  # why it is missed, where it is


ROWS = [
    Row("explicit_300", "explicit steps of a cloth of 300 x 300 nodes, against LAMMPS",
        lambda bench, limits: rows.explicit(bench, "explicit_300", 4, 20, 520, limits[1])),
    Row("explicit_1000", "explicit steps of a cloth of 1000 x 1000 nodes, against LAMMPS",
        lambda bench, limits: rows.explicit(bench, "explicit_1000", 3, 10, 110, limits[1])),
]
