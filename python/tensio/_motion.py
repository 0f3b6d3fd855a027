"""Motion in time."""

from __future__ import annotations

import zlib
from typing import Any, Callable, NamedTuple, Optional, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._arrays import Floats, check_function, check_type, floats, ids, positive
from ._errors import Error
from ._recording import MotionReport, Recording, State
from ._rest import Event, _options_net
from ._system import System, _counted

# A snapshot begins with this.
_MARK = b"tensio snapshot\0"

MotionObserver = Callable[["MotionFrame"], Optional[bool]]
Force = Callable[[float, Floats, Floats], ArrayLike]


class MotionFrame(NamedTuple):
    """The state at an output time, as observers see it."""

    time: float
    step: int
    position: Floats  #: (n, d)
    velocity: Floats  #: (n, d)
    tension: Floats  #: (m,)
    length: Floats  #: (m,)
    strain: Floats  #: (m,)
    energy: dict[str, float]


class Values:
    """Numbers of springs or nodes in a running simulation. They are read like an array, and written by index:
    `sim.rest_length[ids] = 0.5`."""

    def __init__(self, read: Callable[[], Floats], write: Callable[[NDArray[Any], Floats], None], name: str) -> None:
        self._read, self._write, self._name = read, write, name

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> NDArray[Any]:
        array = self._read()
        return array if dtype is None else array.astype(dtype)

    def __getitem__(self, key: Any) -> Any:
        return self._read()[key]

    def __setitem__(self, key: Any, value: ArrayLike) -> None:
        given = floats(self._name, value)
        new = self._read().copy()
        chosen = np.zeros(new.shape, dtype=bool)
        try:
            chosen[key] = True
        except IndexError as error:
            raise IndexError(f"{self._name}: {error}") from None
        try:
            new[key] = given
        except ValueError:
            raise ValueError(f"{self._name} has the shape {given.shape}; it must be one for all, or have the shape "
                             f"{new[key].shape}") from None
        items = np.flatnonzero(chosen.reshape(len(new), -1).any(axis=1))
        self._write(items, new[items])

    def __len__(self) -> int:
        return len(self._read())

    @property
    def shape(self) -> tuple[int, ...]:
        """As of an array."""
        return self._read().shape

    def __repr__(self) -> str:
        return f"{self._name}: {self._read()!r}"


class Targets:
    """Springs of zero length from nodes to points: `sim.target[node] = point, stiffness`, `del sim.target[node]`."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation

    def _node(self, node: Any) -> int:
        return int(ids("target", node, self._simulation.system.node_count, "nodes")[0])

    def __setitem__(self, node: int, value: tuple[ArrayLike, float]) -> None:
        try:
            point, stiffness = value
        except (TypeError, ValueError):
            raise TypeError("a target is a point and a stiffness: sim.target[node] = point, stiffness") from None
        place = floats("point", point, (self._simulation.system.dimension,))
        self._simulation._set_target(self._node(node), place, positive("stiffness", stiffness, zero=True))

    def __delitem__(self, node: int) -> None:
        self._simulation._clear_target(self._node(node))


class Simulation(_core.Simulation):
    """The motion of a net in time. Options that are not given are those of its scene.

    `position`, `velocity` (n, d) and `tension` (m,) are read-only arrays that show the state after the last call for
    as long as they are referenced; copy them to keep a state. One thread at a time may use a simulation; different
    simulations run side by side.
    """

    def __init__(self, net: System, *, integrator: Optional[str] = None, time_step: Union[float, str, None] = None,
                 start_time: Optional[float] = None, duration: Optional[float] = None,
                 output_every: Optional[float] = None, probe_every: Optional[float] = None,
                 start: Optional[str] = None, blowup_strain: Optional[float] = None,
                 tolerance: Optional[float] = None, max_iterations: Optional[int] = None,
                 substeps: Optional[bool] = None, warm_start: Optional[bool] = None, method: Optional[str] = None,
                 accuracy: Optional[str] = None, precision: Optional[str] = None, linear_solver: str = "auto",
                 backend: Optional[str] = None, reproducible: bool = False, threads: int = 0) -> None:
        given = {"integrator": integrator, "time_step": time_step, "start_time": start_time, "duration": duration,
                 "output_every": output_every, "probe_every": probe_every, "start": start,
                 "blowup_strain": blowup_strain, "tolerance": tolerance, "max_iterations": max_iterations,
                 "substeps": substeps, "warm_start": warm_start, "method": method, "accuracy": accuracy,
                 "precision": precision, "backend": backend}
        check_type("net", net, _core.System, "a System")
        options = _core.SimulationOptions(_options_net(net, "simulation", given), linear_solver, reproducible, threads)
        super().__init__(net, options)
        self.system = net
        self._given = {key: value for key, value in given.items() if value is not None}
        self._given.update(linear_solver=linear_solver, reproducible=reproducible, threads=threads)

    # ---- what it is ----

    @property
    def options(self) -> dict[str, Any]:
        """As they are used: integrator and time step chosen, output times filled in."""
        return self._options_used()

    @property
    def choice(self) -> str:
        """Why integrator and time step were chosen so; empty where both were given."""
        return self._choice()

    @property
    def backend(self) -> str:
        """What takes the steps, and why; empty where the build has no CUDA and nobody asked for it."""
        return self._backend_reason()

    @property
    def warnings(self) -> list[str]:
        """Sentences for the user, such as a step beyond the stable one."""
        return self._warning_list()

    @property
    def state(self) -> State:
        """A copy of time, positions and velocities. Assigning to it sets positions and velocities; the time stays."""
        return State(self.time, self.position.copy(), self.velocity.copy())

    @state.setter
    def state(self, state: State) -> None:
        shape = (self.system.node_count, self.system.dimension)
        self._set_state(floats("position", state[1], shape), floats("velocity", state[2], shape))

    @property
    def energy(self) -> dict[str, float]:
        """The energy balance [J]: total = kinetic + elastic + gravity + load + contact + dissipated - work."""
        return self._energies()

    @property
    def momentum(self) -> Floats:
        """(d,) [kg m/s]"""
        return self._momentum_list()

    @property
    def probes(self) -> dict[str, float]:
        """The probes of the scene at the current state."""
        return dict(zip(self.probe_names(), self._probe_values()))

    @property
    def events(self) -> list[Event]:
        """All that happened so far."""
        return [Event(**event) for event in self._event_list()]

    @property
    def report(self) -> MotionReport:
        """How the last steps went."""
        return MotionReport(**self._report_dict())

    # ---- values that change between steps, without a rebuild ----

    @property
    def rest_length(self) -> Values:
        """Of each spring [m]: `sim.rest_length[ids] = ...`. A spring given by EA keeps EA."""
        return Values(self._rest_lengths, lambda springs, values: self._set_rest_length(springs, values), "rest_length")

    @property
    def stiffness(self) -> Values:
        """Of each spring [N/m]: `sim.stiffness[ids] = ...`."""
        return Values(self._stiffnesses, lambda springs, values: self._set_stiffness(springs, values), "stiffness")

    @property
    def load(self) -> Values:
        """The constant force on each node [N], in place of the loads of the scene: `sim.load[ids] = ...`."""
        return Values(self._loads, lambda nodes, forces: self._set_load(nodes, forces), "load")

    @property
    def target(self) -> Targets:
        """Springs from nodes to points: `sim.target[node] = point, stiffness`; `del sim.target[node]`."""
        return Targets(self)

    def fix(self, nodes: ArrayLike) -> None:
        """Fixes nodes where they are."""
        self._set_fixed(ids("nodes", nodes, self.system.node_count, "nodes"), True)

    def free(self, nodes: ArrayLike) -> None:
        """Frees nodes."""
        self._set_fixed(ids("nodes", nodes, self.system.node_count, "nodes"), False)

    # ---- time ----

    def run_until(self, time: float) -> MotionReport:
        """Steps until the time [s] is reached, without frames."""
        self._run_until(float(floats("time", time, ())))
        return self.report

    def run(self, duration: Optional[float] = None, every: Optional[float] = None, *,
            observer: Optional[MotionObserver] = None, force: Optional[Force] = None, record: bool = True,
            progress: bool = False) -> Recording:
        """Steps for `duration` [s], or to the end of the scene's duration, and returns what was recorded every `every`
        seconds (by default as the scene says, else a hundredth of the duration).

        The observer is called with a MotionFrame at each of these times; it stops the run by returning False, and its
        exceptions end the run. `force(time, position, velocity)` gives the force on each node (n, d) [N] for the next
        step, in place of the loads of the scene. With `record=False` only the report and events are kept. `progress`
        shows a bar where tqdm is there."""
        options = self.options
        end = options["start_time"] + options["duration"]
        if duration is None:
            if end <= self.time:
                raise ValueError("duration is missing, and the duration of the scene has passed"
                                 if options["duration"] else "duration is missing, and the scene does not give one")
            until = end
        else:
            until = self.time + positive("duration", duration, zero=True)
        # Where the scene says how often, probes are recorded so.
        scene_probes = every is None and options["probe_every"] > 0
        if every is None:
            every = options["output_every"] or (until - self.time) / 100
        every = positive("every", every) if until > self.time else 1.0
        if (until - self.time) / every > 1e8:
            raise ValueError(f"every is {every:g}, which gives more than 1e8 frames")
        before = len(self._event_list())
        with _Progress(observer, self.time, until, progress) as watch:
            recorded = self._run_recorded(until, every, _seen(watch), None if force is None else self._checked(force),
                                          bool(record), scene_probes)
        names = self.probe_names()
        table = recorded.pop("probes")
        recorded["probes"] = {name: table[:, i] for i, name in enumerate(names)}
        return Recording(system=self.system, report=self.report, events=self.events[before:], **recorded)

    def _checked(self, force: Force) -> Callable[[float, Floats, Floats], Floats]:
        check_function("force", force)
        shape = (self.system.node_count, self.system.dimension)

        def forces(time: float, position: Floats, velocity: Floats) -> Floats:
            return floats("force", force(time, position, velocity), shape, why=": a force for each node")

        return forces

    # ---- stopping and continuing ----

    def snapshot(self) -> bytes:
        """All that the next steps depend on, as bytes with a checksum."""
        state = self._save()
        return _MARK + zlib.crc32(state).to_bytes(4, "little") + state

    def restore(self, snapshot: bytes) -> None:
        """Continues from bytes that snapshot() gave, of a net with as many nodes and springs."""
        check_type("snapshot", snapshot, bytes, "what snapshot() returned")
        begin = len(_MARK) + 4
        mark, checksum, state = snapshot[:len(_MARK)], snapshot[len(_MARK):begin], snapshot[begin:]
        if mark != _MARK or zlib.crc32(state).to_bytes(4, "little") != checksum:
            raise Error("snapshot is damaged, or not what snapshot() returned")
        self._restore(state)

    def __copy__(self) -> Simulation:
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: dict[int, Any]) -> Simulation:
        return _restored(self.system, self._given, self.snapshot())

    def __reduce__(self) -> tuple[Any, tuple[System, dict[str, Any], bytes]]:
        return _restored, (self.system, self._given, self.snapshot())

    def __repr__(self) -> str:
        return (f"Simulation({self.options['integrator']}, time {self.time:g}, {_counted(self.steps, 'step')}, "
                f"{_counted(self.system.node_count, 'node')})")


def _seen(observer: Optional[MotionObserver]) -> Optional[Callable[[dict[str, Any]], Optional[bool]]]:
    if observer is None:
        return None
    check_function("observer", observer)
    given = observer
    return lambda frame: given(MotionFrame(**frame))


def _restored(net: System, given: dict[str, Any], saved: bytes) -> Simulation:
    simulation = Simulation(net, **given)
    simulation.restore(saved)
    return simulation


class _Progress:
    """The observer of a run, with a bar where one is asked for and tqdm is there."""

    def __init__(self, observer: Optional[MotionObserver], begin: float, end: float, shown: bool) -> None:
        self._observer, self._begin, self._end, self._shown = observer, begin, end, shown
        self._bar: Any = None

    def __enter__(self) -> Optional[MotionObserver]:
        if self._shown:
            try:
                from tqdm.auto import tqdm
            except ImportError:
                return self._observer
            self._bar = tqdm(total=self._end - self._begin, unit="s", unit_scale=True)
            return self._seen
        return self._observer

    def _seen(self, frame: MotionFrame) -> Optional[bool]:
        self._bar.update(min(frame.time, self._end) - self._begin - self._bar.n)
        return None if self._observer is None else self._observer(frame)

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
