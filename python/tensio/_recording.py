"""What a run leaves: its frames in memory, or in a folder."""

from __future__ import annotations

import csv
import html
import json
import math
import os
import pathlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Optional

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._arrays import Floats
from ._errors import FileError
from ._rest import Event
from ._system import System, _counted

if TYPE_CHECKING:
    from ._show import Page


class State(NamedTuple):
    """Where a net is at one time."""

    time: float  #: [s]
    position: Floats  #: (n, d) [m]
    velocity: Floats  #: (n, d) [m/s]


@dataclass(frozen=True)
class MotionReport:
    """How a run ended, by the names of `tensio run --json`."""

    status: str  #: finished, blew_up, not_converged or interrupted
    reason: str  #: one sentence
    time: float  #: [s]
    steps: int
    time_step: float  #: [s]
    stable_time_step: Optional[float]  #: largest stable step at the start; None where there is none
    integrator: str
    linear_solver: str
    iterations: int
    linear_iterations: int
    newton_steps: int
    retried_steps: int
    split_steps: int
    seconds: float  #: of stepping
    blow_up: Optional[dict[str, Any]]  #: cause, spring, strain, time, step and stable_time_step


@dataclass(frozen=True, eq=False, repr=False)
class Recording:
    """States of a run in the order of time. Arrays are read-only, with an entry for each frame."""

    system: System = field(repr=False)
    time: Floats  #: (f,) [s]
    step: Optional[NDArray[np.int64]]  #: (f,); None for a folder
    position: Floats  #: (f, n, d) [m]
    velocity: Optional[Floats]  #: (f, n, d) [m/s]; None where a folder does not have it
    tension: Optional[Floats]  #: (f, m) [N]; None where a folder does not have it
    momentum: Optional[Floats]  #: (f, d) [kg m/s]
    energy: dict[str, Floats]  #: kinetic, elastic, gravity, load, contact, dissipated, work and total [J]
    probes: dict[str, Floats]  #: of the scene, by name
    probe_time: Floats  #: of the probes, (r,) [s]
    events: list[Event]
    report: MotionReport
    energy_time: Optional[Floats] = None  #: of the energies, where it is not `time`

    def __len__(self) -> int:
        return len(self.time)

    @property
    def status(self) -> str:
        """How the run ended; see `MotionReport.status`."""
        return self.report.status

    def state(self, index: int = -1) -> State:
        """The state of one frame; by default of the last."""
        velocity = np.zeros_like(self.position[index]) if self.velocity is None else self.velocity[index]
        return State(float(self.time[index]), self.position[index], velocity)

    def at(self, time: float) -> int:
        """The frame whose time is nearest."""
        return int(np.argmin(np.abs(self.time - time)))

    def save(self, path: str | os.PathLike[str]) -> list[str]:
        """Writes the frames in the format of the file's ending. Returns what the format could not express."""
        from ._files import save

        return save(self, path)

    def svg(self, *, view: str = "iso") -> str:
        """A movie as SVG text."""
        return _core.movie_svg(self.system, self.time, self.position, self.tension, view)

    def plot(self, ax: Any = None) -> Any:
        """Draws the energies over time with matplotlib; returns the axes. Without matplotlib it returns SVG."""
        from ._plot import plot_energies

        return plot_energies(self, ax)

    def show(self, path: Optional[str | os.PathLike[str]] = None, *, open: Optional[bool] = None) -> Page:
        """The studio with this recording in it: see `Page`."""
        from ._show import show_recording

        return show_recording(self, path, open)

    def _repr_html_(self) -> str:
        text = f"<p>{html.escape(repr(self))}</p>"
        return text + (self.svg() if 0 < len(self) * self.system.spring_count <= 200_000 else "")

    def __repr__(self) -> str:
        span = f"time {self.time[0]:g} to {self.time[-1]:g}" if len(self) else "no time"
        return (f"Recording({self.status}, {_counted(len(self), 'frame')}, {span}, "
                f"{_counted(self.system.node_count, 'node')})")


# ---- results on disk ----


def _table(path: pathlib.Path) -> tuple[list[str], Floats]:
    """The names of the columns, without units, and the numbers of a .csv file."""
    if not path.is_file():
        return [], np.zeros((0, 0))
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    if not rows:
        return [], np.zeros((0, 0))
    names = [name.rsplit(" [", 1)[0] if name.endswith("]") and " [" in name else name for name in rows[0]]
    return names, np.array([[float(cell) if cell else math.nan for cell in row] for row in rows[1:]],
                           dtype=float).reshape(len(rows) - 1, len(names))


def _events(path: pathlib.Path) -> list[Event]:
    if not path.is_file():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))

    def whole_number(text: str) -> Optional[int]:
        return int(text) if text.isdecimal() else None

    return [Event(float(row["time"]), row["kind"], whole_number(row["nodes"]), whole_number(row["spring"]),
                  float(row["value"] or 0), row["detail"]) for row in rows]


def _folder_report(path: pathlib.Path, last: float) -> MotionReport:
    summary: dict[str, Any] = {}
    if path.is_file():
        summary = json.loads(path.read_text(encoding="utf-8"))
    defaults: dict[str, Any] = {"status": "interrupted", "reason": "the folder has no summary.json", "time": last,
                                "steps": 0, "time_step": 0.0, "stable_time_step": None, "integrator": "",
                                "linear_solver": "", "iterations": 0, "linear_iterations": 0, "newton_steps": 0,
                                "retried_steps": 0, "split_steps": 0, "seconds": 0.0, "blow_up": None}
    return MotionReport(**{key: summary.get(key, value) for key, value in defaults.items()})


def read(folder: str | os.PathLike[str]) -> Recording:
    """Reads the folder that `tensio run --out` wrote: frames, energies, probes, events and the summary."""
    name = os.fspath(folder)
    if not os.path.isdir(name):
        raise FileError(f"{name}: is not a folder; give the one that `tensio run --out` wrote")
    results = _core.ResultFolder(name)
    net = System._of(results.scene())
    times = results.times()
    frames = [results.frame(i) for i in range(len(times))]

    def stacked(key: str) -> Optional[Floats]:
        if any(frame[key] is None for frame in frames):
            return None
        array: Floats = np.stack([frame[key] for frame in frames])
        array.flags.writeable = False
        return array

    place = pathlib.Path(name)
    names, history = _table(place / "history.csv")
    energies = ("kinetic", "elastic", "gravity", "load", "contact", "dissipated", "work", "total")
    column = {key: history[:, i] for i, key in enumerate(names)}
    probe_names, rows = _table(place / "probes.csv")
    position = stacked("position")
    assert position is not None
    momentum = [column[key] for key in ("momentum_x", "momentum_y", "momentum_z") if key in column]
    return Recording(
        system=net, time=times, position=position, velocity=stacked("velocity"), tension=stacked("tension"),
        step=None, momentum=np.stack(momentum, axis=1) if momentum else None,
        energy={key: column[key] for key in energies if key in column},
        probes={key: rows[:, i] for i, key in enumerate(probe_names) if i > 0},
        events=_events(place / "events.csv"), report=_folder_report(place / "summary.json", float(times[-1])),
        probe_time=rows[:, 0] if probe_names else np.zeros(0), energy_time=column.get("time"))
