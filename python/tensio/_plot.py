"""Pictures by matplotlib, and by SVG where it is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

import numpy as np

from . import _core
from ._arrays import Floats

if TYPE_CHECKING:
    from ._recording import Recording
    from ._system import System


class Svg:
    """A picture as SVG text. Notebooks show it; `save` writes it to a file."""

    def __init__(self, text: str) -> None:
        self.text = text

    def save(self, path: str) -> None:
        """Writes the picture to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.text)

    def _repr_svg_(self) -> str:
        return self.text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Svg({len(self.text)} characters)"


def _pyplot() -> Any:
    try:
        import matplotlib.pyplot
    except ImportError:
        return None
    return matplotlib.pyplot


def plot_net(net: System, position: Floats, tension: Optional[Floats], ax: Any, *, nodes: bool = True,
             color: Any = None, linewidth: float = 1.5, cmap: str = "coolwarm") -> Any:
    """Springs as lines, coloured by tension where it is known: blue in compression, red in tension."""
    plt = _pyplot()
    if plt is None:
        return Svg(net.svg())
    in_space = net.dimension == 3
    if ax is None:
        ax = plt.figure().add_subplot(projection="3d" if in_space else None)
    segments = position[net.ends]
    style: dict[str, Any] = {"linewidths": linewidth}
    if tension is None or color is not None:
        style["colors"] = color or "0.3"
    if in_space:
        from mpl_toolkits.mplot3d.art3d import Line3DCollection as Lines

        lines = Lines(segments, **style)
        ax.add_collection3d(lines)
    else:
        from matplotlib.collections import LineCollection

        lines = LineCollection(segments, **style)
        ax.add_collection(lines)
    if tension is not None and color is None:
        largest = float(np.abs(tension).max()) if len(tension) else 1.0
        lines.set_cmap(cmap)
        lines.set_array(np.asarray(tension))
        lines.set_clim(-(largest or 1.0), largest or 1.0)
        ax.figure.colorbar(lines, ax=ax, label="tension [N]")
    fixed = net.fixed.any(axis=1)
    if nodes and len(position):
        ax.scatter(*position[~fixed].T, s=8, color="0.2")
        ax.scatter(*position[fixed].T, s=24, color="0.2", marker="s")
    _same_scale(ax, position, in_space)
    return ax


def _same_scale(ax: Any, position: Floats, in_space: bool) -> None:
    if not len(position):
        return
    low, high = position.min(axis=0), position.max(axis=0)
    extent = np.maximum(high - low, 1e-3 * float((high - low).max() or 1.0))
    ax.set_xlim(low[0] - 0.05 * extent[0], high[0] + 0.05 * extent[0])
    ax.set_ylim(low[1] - 0.05 * extent[1], high[1] + 0.05 * extent[1])
    if in_space:
        ax.set_zlim(low[2] - 0.05 * extent[2], high[2] + 0.05 * extent[2])
        ax.set_box_aspect(extent)
    else:
        ax.set_aspect("equal", adjustable="datalim")


def plot_energies(recording: Recording, ax: Any) -> Any:
    """Each energy that is not 0 throughout, over time."""
    time = recording.time if recording.energy_time is None else recording.energy_time
    shown = {name: values for name, values in recording.energy.items() if np.any(values) or name == "total"}
    plt = _pyplot()
    if plt is None:
        curves = [(name, np.asarray(time).tolist(), np.asarray(values).tolist()) for name, values in shown.items()]
        return Svg(_core.plot_svg("", "time [s]", "energy [J]", curves))
    if ax is None:
        ax = plt.figure().add_subplot()
    for name, values in shown.items():
        ax.plot(time, values, label=name)
    ax.set_xlabel("time [s]")
    ax.set_ylabel("energy [J]")
    ax.legend()
    return ax
