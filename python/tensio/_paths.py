"""Small motions about a rest state, and load-displacement curves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, NamedTuple, Optional, Sequence, Union

import numpy as np

from . import _core
from ._arrays import Floats, Ints, check_function, check_type, ids, numeric, whole
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
class PathCurve:
    """What a load-displacement curve and each of its branches have; an entry for each point."""

    status: str  #: converged where the load factor was reached, or where a branch has returned to its beginning
    reason: str
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

    @property
    def converged(self) -> bool:
        """Whether the load factor was reached, or the branch has returned to its beginning."""
        return self.status == "converged"

    def __len__(self) -> int:
        return len(self.load_factor)


@dataclass(frozen=True, eq=False, repr=False)
class Branch(PathCurve):
    """A curve that leaves the path at a bifurcation, which is its first point. It has no points where it could not be
    begun; `reason` says why."""

    bifurcation: int  #: its number on the path, from 1
    sign: str  #: plus or minus: that of the largest component of `direction`
    direction: Optional[Floats]  #: (n, d): of the null vectors of K; largest component 1 or -1

    def __repr__(self) -> str:
        return f"Branch({self.bifurcation} {self.sign}, {self.status}, {len(self)} points)"


@dataclass(frozen=True, eq=False, repr=False)
class LoadPath(PathCurve):
    """A load-displacement curve from load factor 0 on, and the branches that were asked for."""

    probes: list[tuple[int, int]]  #: node and axis of each column of `displacement`
    branches: list[Branch]
    last: Equilibrium
    seconds: float

    def __repr__(self) -> str:
        branches = f", {len(self.branches)} branches" if self.branches else ""
        return f"LoadPath({self.status}, {len(self)} points, {len(self.limit_points)} limit points{branches})"


def _bifurcations(branch: Union[int, Sequence[int], str]) -> tuple[bool, list[int]]:
    """Whether the branches of all bifurcations are asked for, and otherwise of which."""
    if isinstance(branch, str):
        if branch != "all":
            raise ValueError(f"branch is {branch!r}; it must be 'all', the number of a bifurcation, or several")
        return True, []
    if isinstance(branch, (list, tuple, np.ndarray, range)):
        return False, [whole(f"branch[{i}]", number, 1) for i, number in enumerate(branch)]
    return False, [whole("branch", branch, 1)]


def follow(net: System, until: float = 1, *, load_case: str = "", max_steps: int = 1000,
           probes: Sequence[tuple[int, int]] = (), keep_positions: bool = False,
           branch: Union[int, Sequence[int], str] = (), branch_sign: str = "both", branch_step: float = 0.02,
           linear_solver: str = "auto", reproducible: bool = False, threads: int = 0,
           observer: Optional[Callable[[PathPoint], Optional[bool]]] = None, **options: Any) -> LoadPath:
    """Follows the equilibria from no load to the load factor `until` and through limit points, by arc length.
    `probes` are pairs of node and axis whose displacement is recorded; by default the coordinate that moves most. `branch` also follows the branches of
    bifurcation 1, 2, ..., of several, or "all"; `branch_sign` is both, plus or minus, and `branch_step` the length of
    their first step, in the unit of `arc_length`."""
    check_type("net", net, _core.System, "a System")
    pairs = []
    for i, pair in enumerate(probes):
        node, axis = pair
        pairs.append((int(ids(f"probes[{i}]", node, net.node_count, "nodes")[0]),
                      int(ids(f"probes[{i}]", axis, net.dimension, "axes")[0])))
    factor = numeric("until", until)
    if factor.ndim != 0 or not np.isfinite(factor) or factor == 0:
        raise ValueError(f"until is {until!r}; it must be a finite number other than 0")
    if observer is not None:
        check_function("observer", observer)
    seen = None if observer is None else lambda point: observer(PathPoint(**point))
    step = numeric("branch_step", branch_step)
    if step.ndim != 0 or not np.isfinite(step) or step <= 0:
        raise ValueError(f"branch_step is {branch_step!r}; it must be a finite number above 0")
    everywhere, numbers = _bifurcations(branch)
    found = _core.follow(net, load_case, float(factor), whole("max_steps", max_steps, 1), pairs, bool(keep_positions),
                         everywhere, numbers, branch_sign, float(step),
                         _solving(net, linear_solver, reproducible, threads, options), seen)
    for curve in (found, *found["branches"]):
        for key in ("limit_points", "bifurcations"):
            curve[key] = [SpecialPoint(**point) for point in curve[key]]
    found["branches"] = [Branch(**curve) for curve in found["branches"]]
    found["last"] = _rest(net, found["last"])
    return LoadPath(**found)
