"""Rest states: equilibrium, construction stages, combinations of load cases."""

from __future__ import annotations

import html
import json
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Callable, Mapping, NamedTuple, Optional, Sequence

from . import _core
from ._arrays import Floats, Ints
from ._errors import Error, without_places
from ._system import System, _counted

if TYPE_CHECKING:
    from ._show import Page

SolveObserver = Callable[["SolveFrame"], Optional[bool]]


class Event(NamedTuple):
    """Something that happened: a spring yielded or broke, a node met an obstacle, an event of the scene."""

    time: float
    kind: str  #: yield, break, contact, free, fix, set, retry or split
    node: Optional[int]
    spring: Optional[int]
    value: float
    detail: str


class SolveFrame(NamedTuple):
    """One iteration of a solve, as observers see it."""

    iteration: int
    residual: float
    energy: float
    step_length: float
    projected: bool
    position: Floats


@dataclass(frozen=True)
class Report:
    """How a solve ended, by the names of `tensio solve --json`."""

    status: str  #: converged, iteration_limit, stalled, no_equilibrium or interrupted
    reason: str  #: one sentence
    iterations: int
    residual: float  #: largest net force on a free axis over the largest tension, load or weight
    residual_force: float  #: the same in newtons
    at_rounding: bool  #: converged by rounding, with a residual above the tolerance
    stable: Optional[bool]  #: no motion has negative stiffness; None where it was not computed
    neutral: Optional[bool]  #: some part can move without resistance
    modes: Optional[dict[str, int]]  #: negative, rigid, mechanism and slack
    mechanisms: Optional[int]
    self_stresses: Optional[int]
    lowest_stiffness: Optional[float]  #: smallest eigenvalue of K [N/m]
    moving_nodes: list[int]  #: those that move most in mechanisms
    energy: float  #: [J]
    events: list[Event]
    linear_iterations: int
    projected_iterations: int
    method: str
    linear_solver: str
    linear_note: str
    seconds: float
    compile_seconds: float


@dataclass(frozen=True, eq=False, repr=False)
class Equilibrium:
    """A rest state. Arrays are read-only and in the user's order."""

    report: Report
    time: float
    position: Floats  #: (n, d) [m]
    displacement: Floats  #: from the drawn shape, (n, d) [m]
    tension: Floats  #: (m,) [N], positive in tension
    length: Floats  #: (m,) [m]
    strain: Floats  #: (m,); NaN where there is no rest length
    utilisation: Floats  #: (m,); NaN where neither strength nor buckling load is given
    reaction: Floats  #: force of the support on the net, (n, d) [N]
    contact: Optional[Floats]  #: force of obstacles on each node, (n, d) [N]
    slack: Ints  #: cables and struts that carry nothing
    system: System = field(repr=False)  #: the net that it is the rest state of

    @property
    def status(self) -> str:
        """How the solve ended; see `Report.status`."""
        return self.report.status

    @property
    def converged(self) -> bool:
        """Whether a rest state was found."""
        return self.report.status == "converged"

    @property
    def stable(self) -> Optional[bool]:
        """Whether no motion has negative stiffness; None where that was not computed."""
        return self.report.stable

    @property
    def energy(self) -> float:
        """Elastic energy less the work of loads and weights [J]."""
        return self.report.energy

    # ---- nets from it ----

    def as_start(self) -> System:
        """The net with this state as its start: solving it again takes no iteration."""
        return System._of(_core.with_start(self.system, self))

    def redrawn(self) -> System:
        """The net with this state as its drawn shape."""
        return System._of(_core.redrawn(self.system, self))

    def materialised(self) -> System:
        """The net with springs of given force become elastic ones of their EA."""
        return System._of(_core.materialised(self.system, self))

    # ---- output ----

    def table(self, table: str = "springs") -> str:
        """A table as CSV text: springs, nodes or reactions."""
        return _core.table_csv(self.system, self, table)

    def save(self, path: str | os.PathLike[str]) -> list[str]:
        """Writes the state in the format of the file's ending. Returns what the format could not express."""
        from ._files import save

        return save(self, path)

    def svg(self, *, view: str = "iso", color_by: str = "tension", labels: str = "none",
            deformed: Optional[float] = None) -> str:
        """A picture as SVG text."""
        return _core.draw_svg(self.system, self, view, color_by, labels, deformed, True)

    def plot(self, ax: Any = None, **options: Any) -> Any:
        """Draws the state with matplotlib, coloured by tension; returns the axes."""
        from ._plot import plot_net

        return plot_net(self.system, self.position, self.tension, ax, **options)

    def show(self, path: Optional[str | os.PathLike[str]] = None, *, open: Optional[bool] = None) -> Page:
        """The studio with this state in it: see `Page`."""
        from ._show import show_scene

        return show_scene(self.as_start(), path, open)

    def _repr_html_(self) -> str:
        text = f"<p>{html.escape(repr(self))}</p>"
        if self.system.spring_count > 200_000:
            return text
        return text + _core.draw_svg(self.system, self, "iso", "tension", "none", None, False)

    def __repr__(self) -> str:
        stable = {True: "stable", False: "unstable", None: "stability not computed"}[self.stable]
        return (f"Equilibrium({self.status} in {_counted(self.report.iterations, 'iteration')}, residual "
                f"{self.report.residual:.1e}, {stable}, {_counted(self.system.node_count, 'node')})")


class NamedEquilibrium(NamedTuple):
    """The rest state of a stage or a combination."""

    name: str
    rest: Equilibrium


class Stages(NamedTuple):
    """Rest states at the end of each stage, and the net as built."""

    stages: list[NamedEquilibrium]
    system: System


class Extremes(NamedTuple):
    """The extreme of each item over all combinations, and which of them governs: its place in the list, or -1."""

    value: Floats
    governing: Ints


class Envelope(NamedTuple):
    """Extremes over all combinations that converged."""

    largest_tension: Extremes
    smallest_tension: Extremes
    utilisation: Extremes
    displacement: Extremes
    largest_reaction: Extremes
    smallest_reaction: Extremes


class Combinations(NamedTuple):
    """Rest states of all combinations, solved from the one without load cases, which is the start of `system`."""

    worst: str  #: the worst status
    stages: list[NamedEquilibrium]
    base: Equilibrium
    combinations: list[NamedEquilibrium]
    envelope: Envelope
    system: System


def _options_net(net: System, section: str, given: Mapping[str, Any]) -> _core.System:
    """A scene of one node with the net's options and those given, so that the reader of scenes checks them."""
    if all(value is None for value in given.values()):
        return net
    scene = json.loads(net._options_text())
    options = scene.get(section, {})
    options.update({key: value for key, value in given.items() if value is not None})
    if options:
        scene[section] = options
    from ._scene_text import SceneText

    writing = SceneText()
    try:
        return _core.parse(writing.text({key: writing.value(key, value) for key, value in scene.items()}), "options",
                           "", [], [], [])
    except Error as error:
        raise without_places(error) from None


def _solving(net: System, linear_solver: str, reproducible: bool, threads: int,
             given: Mapping[str, Any]) -> _core.EquilibriumOptions:
    return _core.EquilibriumOptions(_options_net(net, "equilibrium", given), linear_solver, reproducible, threads)


def _seen(observer: Optional[SolveObserver]) -> Optional[Callable[[dict[str, Any]], Optional[bool]]]:
    if observer is None:
        return None
    given = observer
    return lambda frame: given(SolveFrame(**frame))


def _rest(net: System, found: dict[str, Any]) -> Equilibrium:
    report = found.pop("report")
    report["events"] = [Event(**event) for event in report["events"]]
    return Equilibrium(report=Report(**report), system=net, **found)


def _named(found: list[tuple[str, dict[str, Any], _core.System]]) -> list[NamedEquilibrium]:
    return [NamedEquilibrium(name, _rest(System._of(net), rest)) for name, rest, net in found]


def solve_equilibrium(net: System, *, method: Optional[str] = None, tolerance: Optional[float] = None,
                      max_iterations: Optional[int] = None, load_steps: Optional[int] = None,
                      relaxation: Optional[float] = None, stability: Optional[bool] = None,
                      linear_solver: str = "auto", reproducible: bool = False, threads: int = 0,
                      observer: Optional[SolveObserver] = None) -> Equilibrium:
    """Finds the equilibrium from the net's start. What is not given is as the scene says. All loads are applied
    together, and no stage is carried out. The observer sees each iteration and stops the solve by returning False."""
    options = _solving(net, linear_solver, reproducible, threads,
                       {"method": method, "tolerance": tolerance, "max_iterations": max_iterations,
                        "load_steps": load_steps, "relaxation": relaxation, "stability": stability})
    return _rest(net, _core.solve_equilibrium(net, options, _seen(observer)))


def solve_stages(net: System, *, linear_solver: str = "auto", reproducible: bool = False, threads: int = 0,
                 observer: Optional[SolveObserver] = None, **options: Any) -> Stages:
    """Carries out the construction stages of the net in order, each from the last state."""
    chosen = _solving(net, linear_solver, reproducible, threads, options)
    stages, system = _core.solve_stages(net, chosen, _seen(observer))
    return Stages(_named(stages), System._of(system))


def solve_combinations(net: System, names: Sequence[str] = (), *, linear_solver: str = "auto",
                       reproducible: bool = False, threads: int = 0, observer: Optional[SolveObserver] = None,
                       **options: Any) -> Combinations:
    """Solves the combinations of load cases of these names, or all of them, each from the rest state without load
    cases, and collects the envelope."""
    chosen = _solving(net, linear_solver, reproducible, threads, options)
    found = _core.solve_combinations(net, chosen, list(names), _seen(observer))
    envelope = Envelope(**{name: Extremes(*pair) for name, pair in found["envelope"].items()})
    built = System._of(found["system"])
    return Combinations(found["worst"], _named(found["stages"]), _rest(System._of(found["base_system"]), found["base"]),
                        _named(found["combinations"]), envelope, built)
