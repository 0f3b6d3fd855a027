"""Many rest states or runs side by side on the threads: one net with many sets of values, or many nets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Optional, Sequence, Union, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._arrays import Floats, Ints, floats
from ._rest import Equilibrium, _options_net, _rest, _solving
from ._system import System

Progress = Callable[[int], Optional[bool]]


@dataclass(frozen=True, eq=False)
class ManyRests:
    """A rest state for each of B sets of values. Arrays are read-only."""

    status: NDArray[np.str_]  #: (B,) converged, iteration_limit, stalled, no_equilibrium or interrupted
    reason: list[str]  #: a sentence for each
    position: Floats  #: (B, n, d)
    tension: Floats  #: (B, m)
    residual: Floats  #: (B,)
    iterations: Ints  #: (B,)


@dataclass(frozen=True, eq=False)
class ManyRuns:
    """The last state of a run for each of B sets of values. Arrays are read-only."""

    status: NDArray[np.str_]  #: (B,) finished, blew_up, not_converged or interrupted
    reason: list[str]  #: a sentence for each
    time: Floats  #: (B,) of the last state
    position: Floats  #: (B, n, d)
    velocity: Floats  #: (B, n, d)
    tension: Floats  #: (B, m)


def _sets(net: System, stiffness: Optional[ArrayLike], rest_length: Optional[ArrayLike],
          load: Optional[ArrayLike]) -> tuple[int, Optional[Floats], Optional[Floats], Optional[Floats]]:
    """The number of sets, and their values; each argument is checked and named."""
    shapes: dict[str, tuple[Optional[int], ...]] = {
        "stiffness": (None, net.spring_count), "rest_length": (None, net.spring_count),
        "load": (None, net.node_count, net.dimension)}
    given = {name: floats(name, value, shapes[name]) for name, value in
             (("stiffness", stiffness), ("rest_length", rest_length), ("load", load)) if value is not None}
    if len(given) == 0:
        raise ValueError("nothing was given that changes: give stiffness, rest_length or load, one row for each set")
    counts = {name: len(array) for name, array in given.items()}
    if len(set(counts.values())) > 1:
        raise ValueError("the arguments have different numbers of sets: "
                         + ", ".join(f"{name} {count}" for name, count in counts.items()))
    return next(iter(counts.values())), given.get("stiffness"), given.get("rest_length"), given.get("load")


def _words(found: dict[str, Any]) -> dict[str, Any]:
    found["status"] = np.array(found["status"], dtype=np.str_)
    found["status"].flags.writeable = False
    return found


@overload
def solve_many(net: System, stiffness: Optional[ArrayLike] = None, rest_length: Optional[ArrayLike] = None,
               load: Optional[ArrayLike] = None, *, threads: int = 0, linear_solver: str = "auto",
               reproducible: bool = False, progress: Optional[Progress] = None, **options: Any) -> ManyRests: ...


@overload
def solve_many(net: Sequence[System], *, threads: int = 0, linear_solver: str = "auto", reproducible: bool = False,
               progress: Optional[Progress] = None, **options: Any) -> list[Equilibrium]: ...


def solve_many(net: Union[System, Sequence[System]], stiffness: Optional[ArrayLike] = None,
               rest_length: Optional[ArrayLike] = None, load: Optional[ArrayLike] = None, *, threads: int = 0,
               linear_solver: str = "auto", reproducible: bool = False, progress: Optional[Progress] = None,
               **options: Any) -> Union[ManyRests, list[Equilibrium]]:
    """The rest states of one net with B sets of values, `stiffness` (B, m), `rest_length` (B, m) and `load` (B, n, d),
    or of a list of nets; side by side on the threads, with the bits of single solves. `load` stands for all loads;
    what is not given stays as the net has it. `progress(done)` is called after each; False stops."""
    if not isinstance(net, System):
        nets = list(net)
        for i, each in enumerate(nets):
            if not isinstance(each, System):
                raise TypeError(f"net {i} of the list is of the type {type(each).__name__}; it must be a System")
        if stiffness is not None or rest_length is not None or load is not None:
            raise TypeError("sets of values belong to one net; a list of nets has its values in the nets")
        if not nets:
            return []
        chosen = _solving(nets[0], linear_solver, reproducible, threads, options)
        return [_rest(each, found) for each, found in zip(nets, _core.solve_nets(nets, chosen, progress))]
    sets = _sets(net, stiffness, rest_length, load)
    chosen = _solving(net, linear_solver, reproducible, threads, options)
    return ManyRests(**_words(_core.solve_many(net, chosen, *sets, progress)))


def run_many(net: System, stiffness: Optional[ArrayLike] = None, rest_length: Optional[ArrayLike] = None,
             load: Optional[ArrayLike] = None, *, threads: int = 0, linear_solver: str = "auto",
             reproducible: bool = False, progress: Optional[Progress] = None, **options: Any) -> ManyRuns:
    """The states at the end of the duration for B sets of values, as in `solve_many`. `options` are those of the
    section `simulation`. The start and a time step that is chosen are those of the net's own values."""
    sets = _sets(net, stiffness, rest_length, load)
    chosen = _core.SimulationOptions(_options_net(net, "simulation", options), linear_solver, reproducible, threads)
    return ManyRuns(**_words(_core.run_many(net, chosen, *sets, progress)))
