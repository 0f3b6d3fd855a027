"""Small motions about a rest state, and load-displacement curves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, NamedTuple, Optional, Sequence

import numpy as np

from . import _core
from ._arrays import Floats, Ints, ids, numeric, whole
from ._rest import Equilibrium, SolveObserver, _rest, _seen, _solving
from ._system import System


@dataclass(frozen=True, eq=False, repr=False)
class ModesResult:
    """Small motions about a state, ascending by eigenvalue; an entry for each mode."""

    eigenvalue: Floats  #: w² [1/s²], or [N/m] without masses
    angular_frequency: Floats  #: w [1/s]; NaN where unstable
    frequency: Floats  #: [Hz]; NaN where unstable
    growth_rate: Floats  #: [1/s], 0 where not unstable
    modal_mass: Floats  #: x·M x of the shape [kg]
    kind: list[str]  #: elastic, rigid, zero or unstable
    shape: Floats  #: (k, n, d), largest component 1
    problem: str  #: empty, or why there are no modes
    has_mass: bool
    complete: bool  #: pivots confirm that no lower mode is missing
    unknowns: int
    bars: int  #: springs that resist being lengthened
    rank: int  #: of the equilibrium matrix
    about: str  #: rest or drawn
    self_stress_count: Optional[int]  #: None where the net is too large
    self_stress: Floats  #: (s, m), orthonormal
    mechanism_count: Optional[int]  #: rigid motions left out
    rigid_count: Optional[int]
    mechanism: Floats  #: (c, n, d), orthonormal
    mechanism_stiffness: Floats  #: x·K x of each [N/m], ascending
    rest: Equilibrium

    def __len__(self) -> int:
        return len(self.eigenvalue)

    def __repr__(self) -> str:
        return f"ModesResult({len(self)} modes about the {self.about} state)"


def modes(net: System, count: int = 10, *, about: str = "rest", all: bool = False, linear_solver: str = "auto",
          reproducible: bool = False, threads: int = 0, observer: Optional[SolveObserver] = None,
          **options: Any) -> ModesResult:
    """The lowest modes of K x = eigenvalue M x about the rest state, or about the drawn shape; states of self-stress
    and mechanisms. With `all`, every mode."""
    number = 0 if all else whole("count", count, 1)
    found = _core.find_modes(net, number, about, _solving(net, linear_solver, reproducible, threads, options),
                             _seen(observer))
    rest = _rest(net, found.pop("rest"))
    return ModesResult(rest=rest, **found)


class PathPoint(NamedTuple):
    """A point of a load-displacement curve, as observers see it."""

    kind: str
    load_factor: float
    arc_length: float
    probe: list[float]
    negative_modes: int
    residual: float
    energy: float
    iterations: int


class SpecialPoint(NamedTuple):
    """A limit point or a bifurcation."""

    point: int  #: its place on the curve
    load_factor: float
    within: float  #: difference between the load factors that enclose it
    modes_before: int
    modes_after: int


@dataclass(frozen=True, eq=False, repr=False)
class LoadPath:
    """A load-displacement curve from load factor 0 on; an entry for each point."""

    status: str  #: converged where the load factor was reached
    reason: str
    probes: list[tuple[int, int]]  #: node and axis of each column of `displacement`
    kind: list[str]  #: regular, maximum, minimum or bifurcation
    load_factor: Floats
    arc_length: Floats
    displacement: Floats  #: (p, probes) [m]
    negative_modes: Ints
    residual: Floats
    energy: Floats  #: [J]
    iterations: Ints
    position: Optional[Floats]  #: (p, n, d) where they are kept
    limit_points: list[SpecialPoint]
    bifurcations: list[SpecialPoint]
    unstable: list[tuple[int, int]]  #: first and last point of each unstable part
    last: Equilibrium
    seconds: float

    @property
    def converged(self) -> bool:
        """Whether the load factor was reached."""
        return self.status == "converged"

    def __len__(self) -> int:
        return len(self.load_factor)

    def __repr__(self) -> str:
        return f"LoadPath({self.status}, {len(self)} points, {len(self.limit_points)} limit points)"


def follow(net: System, until: float = 1, *, load_case: str = "", max_steps: int = 1000,
           probes: Sequence[tuple[int, int]] = (), keep_positions: bool = False, linear_solver: str = "auto",
           reproducible: bool = False, threads: int = 0,
           observer: Optional[Callable[[PathPoint], Optional[bool]]] = None, **options: Any) -> LoadPath:
    """Follows the equilibria from no load to the load factor `until` and through limit points, by arc length.
    `probes` are pairs of node and axis whose displacement is recorded; by default the coordinate that moves most."""
    pairs = []
    for i, pair in enumerate(probes):
        node, axis = pair
        pairs.append((int(ids(f"probes[{i}]", node, net.node_count, "nodes")[0]),
                      int(ids(f"probes[{i}]", axis, net.dimension, "axes")[0])))
    factor = numeric("until", until)
    if factor.ndim != 0 or not np.isfinite(factor) or factor == 0:
        raise ValueError(f"until is {until!r}; it must be a finite number other than 0")
    seen = None if observer is None else lambda point: observer(PathPoint(**point))
    found = _core.follow(net, load_case, float(factor), whole("max_steps", max_steps, 1), pairs, bool(keep_positions),
                         _solving(net, linear_solver, reproducible, threads, options), seen)
    for key in ("limit_points", "bifurcations"):
        found[key] = [SpecialPoint(**point) for point in found[key]]
    found["last"] = _rest(net, found["last"])
    return LoadPath(**found)
