"""Gradients: how a scalar of a rest state or of a run changes with what the net is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Optional, Union

from numpy.typing import ArrayLike

from . import _core
from ._arrays import Floats, Ints, floats, whole
from ._rest import Equilibrium, _options_net
from ._system import System

Derivatives = Union[None, ArrayLike, tuple[Optional[ArrayLike], Optional[ArrayLike]]]
RunCost = Callable[[int, float, Floats, Floats], Any]


@dataclass(frozen=True, eq=False)
class RestGradient:
    """The derivatives of a scalar of a rest state. Arrays are in the user's order, and may be changed."""

    stiffness: Floats  #: (m,) by each k, rest lengths kept
    rest_length: Floats  #: (m,) by each l0, stiffnesses and masses kept
    pretension: Floats  #: (m,) by a tension added to each spring
    load: Floats  #: (n, d), zero on fixed axes
    fixed_position: Floats  #: (n, d), zero on free axes
    mass: Floats  #: (n,) through the weight of each node
    at_kink: Ints  #: cables and struts at their rest length: derivatives of the side on which they carry a force


@dataclass(frozen=True, eq=False)
class RunGradient:
    """The derivatives of a scalar of a run of backward Euler steps."""

    steps: int
    stiffness: Floats  #: (m,) by each k, dampings kept
    rest_length: Floats  #: (m,) by each l0, stiffnesses and masses kept
    pretension: Floats  #: (m,) by a tension added to each spring
    load: Floats  #: (n, d) by a constant force, zero on fixed axes
    mass: Floats  #: (n,)
    start_position: Floats  #: (n, d), of fixed nodes too, which stay there
    start_velocity: Floats  #: (n, d)


def rest_gradient(rest: Equilibrium, position: Optional[ArrayLike] = None,
                  tension: Optional[ArrayLike] = None, *, linear_solver: str = "auto",
                  threads: int = 0) -> RestGradient:
    """The gradient of a scalar C of a rest state, by one linear solve. Give its derivatives by the state: `position`
    (n, d) is dC/dx, `tension` (m,) is dC/dT. Raises `Error` with the reason where there is none, as for a state that
    can move without resistance."""
    net = rest.system
    by_position = None if position is None else floats("position", position, (net.node_count, net.dimension))
    by_tension = None if tension is None else floats("tension", tension, (net.spring_count,))
    options = _core.EquilibriumOptions(net, linear_solver, False, threads)
    return RestGradient(**_core.rest_gradient(net, options, rest, by_position, by_tension))


def run_gradient(net: System, cost: RunCost, *, duration: Optional[float] = None, time_step: Optional[float] = None,
                 tolerance: Optional[float] = None, kept_states: int = 0) -> RunGradient:
    """The gradient of a scalar C of a run of `implicit_euler` steps, by one linear solve for each step backwards.
    `cost(step, time, position, velocity)` is called for every state, the last one first, and returns dC/dx (n, d), or
    a pair dC/dx, dC/dv, or None where C does not depend on that state. At most `kept_states` states are in memory
    (0: as many as 256 MB contain); of longer runs steps are taken twice."""
    given = {"integrator": "implicit_euler", "duration": duration, "time_step": time_step, "tolerance": tolerance}
    options = _core.SimulationOptions(_options_net(net, "simulation", given), "auto", False, 1)
    shape = (net.node_count, net.dimension)

    def asked(step: int, time: float, position: Floats, velocity: Floats) -> Any:
        answer = cost(step, time, position, velocity)
        if answer is None:
            return None
        pair = answer if isinstance(answer, tuple) else (answer, None)
        if len(pair) != 2:
            raise ValueError(f"cost returned {len(pair)} arrays; it must return dC/dx, or the pair dC/dx, dC/dv")
        names = ("dC/dx of cost", "dC/dv of cost")
        return tuple(None if each is None else floats(name, each, shape) for name, each in zip(names, pair))

    return RunGradient(**_core.run_gradient(net, options, asked, whole("kept_states", kept_states, 0)))
