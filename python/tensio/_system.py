"""Nets of nodes and springs."""

from __future__ import annotations

import html
import json
import os
from functools import cached_property
from typing import TYPE_CHECKING, Any, Mapping, NamedTuple, Optional, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._arrays import Floats, Ints, column, floats, positive
from ._build import fixed_of, loads_of, node_section_of, spring_sets_of
from ._errors import Error, without_places
from ._scene_text import SceneText

if TYPE_CHECKING:
    import networkx
    import scipy.sparse

    from ._rest import Equilibrium
    from ._show import Page

_REPLACED = ("position", "start", "velocity", "mass", "stiffness", "axial_stiffness", "rest_length", "pretension")


class CheckWarning(NamedTuple):
    """Something about a net that may surprise its author."""

    kind: str
    message: str
    nodes: Ints
    springs: Ints


class SpringStates(NamedTuple):
    """All springs at given positions, an entry for each."""

    length: Floats  #: [m]
    tension: Floats  #: [N], positive in tension
    strain: Floats  #: NaN where there is no rest length
    energy: Floats  #: [J]
    tangent: Floats  #: dT/dl [N/m]
    stiffness: Floats  #: k [N/m]
    rest_length: Floats  #: [m], with permanent elongations
    slack: Ints  #: cables and struts that carry nothing


class System(_core.System):
    """A net: nodes, springs, supports, loads, and how it is solved and moved. It does not change; `replace` and
    the other methods give new ones.

    Nodes: `position` (n, d) is the drawn shape, with d = 2 or 3; `fixed` selects nodes by ids or a mask (n,), axes by
    a mask (n, d), or has any form of the scene file; `mass` [kg], `start` and `velocity` are optional.
    Springs: `ends` (m, 2) are node ids; `stiffness` [N/m] or `axial_stiffness` EA [N], `rest_length` [m] or
    `pretension` [N], `damping` and the like are one number for all or (m,). `law` is a word of the scene file or a
    law of `tension_law`. More sets of springs are given as `springs=[{"ends": ..., ...}, ...]`.
    `load` (n, d) is the force on each node [N]. All other keywords are sections of the scene file, with the same keys.
    """

    def __init__(
        self,
        *,
        position: Optional[ArrayLike] = None,
        fixed: Any = None,
        mass: Optional[ArrayLike] = None,
        start: Optional[ArrayLike] = None,
        velocity: Optional[ArrayLike] = None,
        ends: Optional[ArrayLike] = None,
        law: Any = None,
        stiffness: Optional[ArrayLike] = None,
        axial_stiffness: Optional[ArrayLike] = None,
        rest_length: Optional[ArrayLike] = None,
        pretension: Optional[ArrayLike] = None,
        damping: Optional[ArrayLike] = None,
        damping_time: Optional[ArrayLike] = None,
        mass_per_length: Optional[ArrayLike] = None,
        material: Optional[str] = None,
        load: Optional[ArrayLike] = None,
        gravity: Optional[ArrayLike] = None,
        dimension: Optional[int] = None,
        nodes: Optional[Mapping[str, Any]] = None,
        springs: Sequence[Mapping[str, Any]] = (),
        loads: Sequence[Mapping[str, Any]] = (),
        folder: str | os.PathLike[str] = "",
        **sections: Any,
    ) -> None:
        writing = SceneText()
        node_columns = {"position": position, "start": start, "velocity": velocity, "mass": mass, "fixed": fixed}
        node_section, count, axes = node_section_of(writing, nodes, node_columns, dimension)
        scene: dict[str, Any] = {"tensio": 1, "dimension": axes, "nodes": node_section or None}
        columns = {"stiffness": stiffness, "axial_stiffness": axial_stiffness, "rest_length": rest_length,
                   "pretension": pretension, "damping": damping, "damping_time": damping_time,
                   "mass_per_length": mass_per_length, "law": law, "material": material}
        scene["springs"] = spring_sets_of(writing, ends, columns, springs, count) or None
        scene["loads"] = loads_of(writing, load, loads, count, axes) or None
        if gravity is not None:
            scene["gravity"] = writing.value("gravity", gravity)
        for key, value in sections.items():
            scene[key] = writing.value(key, value)
        try:
            parsed = _core.parse(writing.text(scene), "System", os.fspath(folder), [], [], writing.files)
        except Error as error:
            raise without_places(error) from None
        super().__init__(parsed)

    # ---- from other sources ----

    @classmethod
    def _of(cls, parsed: _core.System, source: Optional[tuple[str | bytes, str, str]] = None) -> System:
        net = cls.__new__(cls)
        _core.System.__init__(net, parsed)
        # The text, name and folder that it was read from, for with_parameters().
        net.__dict__["_source"] = source
        return net

    @classmethod
    def from_text(cls, text: str | bytes, name: str = "scene", folder: str | os.PathLike[str] = "") -> System:
        """Reads the text of a scene file. Files that it names are found in `folder`."""
        folder = os.fspath(folder)
        return cls._of(_core.parse(text, name, folder, [], [], []), (text, name, folder))

    @classmethod
    def from_scene(cls, scene: Mapping[str, Any], folder: str | os.PathLike[str] = "") -> System:
        """A scene file as a dict, with arrays in it where scene files have lists."""
        writing = SceneText()
        text = writing.text({key: writing.value(key, value) for key, value in scene.items()})
        try:
            parsed = _core.parse(text, "scene", os.fspath(folder), [], [], writing.files)
        except Error as error:
            raise without_places(error) from None
        return cls._of(parsed, None if writing.files else (text, "scene", os.fspath(folder)))

    def with_parameters(self, **values: float | str) -> System:
        """The same scene with other values of its parameters: numbers, or formulas as strings."""
        known = self.parameters
        for name in values:
            if name not in known:
                there = f"there are {', '.join(known)}" if known else "the scene has none"
                raise Error(f"there is no parameter `{name}`; {there}")
        text, name_, folder = self.__dict__.get("_source") or (self.text(), "scene", "")
        settings = [(key, repr(float(value)) if isinstance(value, (int, float, np.number)) else str(value))
                    for key, value in {**self.__dict__.get("_set", {}), **values}.items()]
        net = self._of(_core.parse(text, name_, folder, [], settings, []), (text, name_, folder))
        net.__dict__["_set"] = {**self.__dict__.get("_set", {}), **values}
        return net

    def replace(self, **values: Any) -> System:
        """The same net with other values. `position`, `start`, `velocity` (n, d), `mass` (n,) and `stiffness`,
        `axial_stiffness`, `rest_length`, `pretension` (m,) are replaced in place of all that the net had for them;
        any other keyword replaces a section of the scene, or removes it if it is None."""
        arrays: dict[str, Floats] = {}
        for name in [name for name in values if name in _REPLACED]:
            value = values.pop(name)
            if name in ("position", "start", "velocity"):
                arrays[name] = floats(name, value, (self.node_count, self.dimension))
                continue
            count, items = (self.node_count, "nodes") if name == "mass" else (self.spring_count, "springs")
            arrays[name] = column(name, value, count, items)
        net = self._of(self._replaced(arrays)) if arrays else self
        if not values:
            return net
        scene = net.scene()
        if "fixed" in values:
            fixed = fixed_of(values.pop("fixed"), self.node_count, self.dimension)
            scene.setdefault("nodes", {})["fixed"] = fixed
        if "load" in values:
            force = floats("load", values.pop("load"), (self.node_count, self.dimension), why=": a force for each node")
            loaded = np.flatnonzero(force.any(axis=1))
            scene["loads"] = [{"nodes": loaded, "force": force[loaded]}] if loaded.size else []
        for key, value in values.items():
            if value is None:
                scene.pop(key, None)
            else:
                scene[key] = value
        return self.from_scene(scene)

    def append(self, part: System, *, name: str = "", at: ArrayLike = (), rotate: ArrayLike = (), scale: float = 1,
               join: float = 0) -> System:
        """This net and another one, which is first scaled, then turned by `rotate` [degrees], then moved to `at`.
        Nodes within `join` of an existing node are merged with it [m]. With a name, NAME is the group of the part."""
        turned = np.atleast_1d(floats("rotate", rotate)).tolist() if np.size(rotate) else []
        place = floats("at", at, (self.dimension,)).tolist() if np.size(at) else []
        return self._of(self._with_part(part, positive("scale", scale), turned, place,
                                        positive("join", join, zero=True), name))

    def under(self, combination: str) -> System:
        """The net under one of its combinations of load cases."""
        return self._of(self._under(combination))

    def with_explicit_rest_lengths(self) -> System:
        """The same net with every rest length written out, so that it no longer depends on the drawn shape."""
        return self._of(self._with_explicit_rest_lengths())

    # ---- what it consists of ----

    @cached_property
    def ends(self) -> Ints:
        """The two nodes of each spring, (m, 2)."""
        return self._ends_array()

    @cached_property
    def mass(self) -> Floats:
        """Mass of each node with its share of springs and faces [kg], (n,)."""
        return self._masses()

    @cached_property
    def fixed(self) -> NDArray[np.bool_]:
        """Which axes are fixed, (n, d)."""
        return self._fixed_axes()

    @cached_property
    def load(self) -> Floats:
        """The force of the loads on each node at time 0 [N], (n, d), without weights."""
        return self._loads()

    @cached_property
    def _springs(self) -> SpringStates:
        return SpringStates(**_core.spring_states(self, None))

    @property
    def stiffness(self) -> Floats:
        """k of each spring [N/m], (m,)."""
        return self._springs.stiffness

    @property
    def rest_length(self) -> Floats:
        """Of each spring [m], (m,)."""
        return self._springs.rest_length

    @cached_property
    def law(self) -> list[str]:
        """The law of each spring."""
        return self._laws()

    @cached_property
    def groups(self) -> dict[str, Ints]:
        """Named nodes."""
        return self._node_groups()

    @cached_property
    def spring_groups(self) -> dict[str, Ints]:
        """Named springs: sets with a name, and groups."""
        return self._spring_groups_all()

    @cached_property
    def face_groups(self) -> dict[str, Ints]:
        """Named faces."""
        return self._face_groups_all()

    @cached_property
    def faces(self) -> list[Ints]:
        """The corners of each face."""
        return self._face_list()

    @property
    def parameters(self) -> dict[str, float]:
        """The named numbers of the scene."""
        return dict(self._parameter_values())

    @property
    def combinations(self) -> list[str]:
        """The names of its combinations of load cases."""
        return self._combination_names()

    @property
    def stages(self) -> list[str]:
        """The names of its construction stages."""
        return self._stage_names()

    @property
    def name(self) -> list[str]:
        """The labels of the nodes; empty where none has one."""
        return self._names()

    def scene(self) -> dict[str, Any]:
        """The scene file as a dict."""
        scene: dict[str, Any] = json.loads(self.text())
        return scene

    def check(self) -> list[CheckWarning]:
        """What may surprise the author, as `tensio check` reports it."""
        return [CheckWarning(**warning) for warning in self._warnings()]

    # ---- quantities at positions ----

    def spring_states(self, position: Optional[ArrayLike] = None) -> SpringStates:
        """All springs at positions (n, d); by default where the net starts."""
        return SpringStates(**_core.spring_states(self, self._position(position)))

    def energies(self, position: Optional[ArrayLike] = None, velocity: Optional[ArrayLike] = None) -> dict[str, float]:
        """Kinetic, elastic, gravity, load and total energy [J]."""
        speed = None if velocity is None else floats("velocity", velocity, (self.node_count, self.dimension))
        return _core.energies(self, self._position(position), speed)

    def forces(self, position: Optional[ArrayLike] = None) -> Floats:
        """Spring forces, loads and weights on every node [N], (n, d)."""
        return _core.forces(self, self._position(position))

    def stiffness_matrix(self, position: Optional[ArrayLike] = None) -> scipy.sparse.csr_matrix:
        """K = +d²E/dx² over all axes, fixed ones too [N/m]."""
        return _csr(_core.stiffness_matrix(self, self._position(position)))

    def mass_matrix(self) -> scipy.sparse.csr_matrix:
        """M, the diagonal matrix of masses [kg]."""
        return _csr(_core.mass_matrix(self))

    def free_selection(self) -> tuple[scipy.sparse.csr_matrix, Floats]:
        """P and b with q = Pᵀ q̂ + b: P has a row for each free axis, b has the positions of fixed axes."""
        matrix, offset = _core.free_selection(self)
        return _csr(matrix), offset

    def lowest_nodes(self, axis: int, tolerance: float = 0) -> Ints:
        """Nodes within `tolerance` of the lowest coordinate along an axis (0, 1, 2), as drawn."""
        if axis not in range(self.dimension):
            raise IndexError(f"axis is {axis}; the net has the axes 0 to {self.dimension - 1}")
        return _core.lowest_nodes(self, axis, positive("tolerance", tolerance, zero=True))

    def _position(self, position: Optional[ArrayLike]) -> Optional[Floats]:
        return None if position is None else floats("position", position, (self.node_count, self.dimension))

    # ---- graphs of networkx ----

    def to_networkx(self) -> networkx.MultiGraph:
        """A graph of networkx: nodes with `position`, `mass`, `fixed` and `load`, springs with `stiffness`,
        `rest_length` and `law`, keyed by their ids."""
        from ._graphs import graph_of

        return graph_of(self)

    @classmethod
    def from_networkx(cls, graph: networkx.Graph, **sections: Any) -> System:
        """A net of a graph whose nodes have a `position`, and optionally `mass`, `fixed` and `load`, and whose edges
        have a `stiffness`, and optionally `rest_length` and `law`. Ids follow the order of the graph's nodes."""
        from ._graphs import arguments_of

        return cls(**{**arguments_of(graph), **sections})

    # ---- results and pictures, see the modules they are from ----

    def solve(self, **options: Any) -> Equilibrium:
        """`solve_equilibrium(net, **options)`."""
        from ._rest import solve_equilibrium

        return solve_equilibrium(self, **options)

    def save(self, path: str | os.PathLike[str]) -> list[str]:
        """Writes the net in the format of the file's ending. Returns what the format could not express."""
        from ._files import save

        return save(self, path)

    def svg(self, *, view: str = "iso", labels: str = "none") -> str:
        """The drawn shape as SVG text."""
        return _core.draw_svg(self, None, view, "set" if self.spring_groups else "none", labels, None, True)

    def plot(self, ax: Any = None, **options: Any) -> Any:
        """Draws the net with matplotlib; returns the axes. Without matplotlib it returns a picture in SVG."""
        from ._plot import plot_net

        return plot_net(self, self.start, None, ax, **options)

    def show(self, path: Optional[str | os.PathLike[str]] = None, *, open: Optional[bool] = None) -> Page:
        """The studio with this net in it: see `Page`."""
        from ._show import show_scene

        return show_scene(self, path, open)

    def _repr_html_(self) -> str:
        # Larger pictures are more than a notebook can show.
        if self.spring_count > 200_000:
            return f"<p>{html.escape(repr(self))}</p>"
        return _core.draw_svg(self, None, "iso", "set" if self.spring_groups else "none", "none", None, False)

    def __repr__(self) -> str:
        title = f"{self.title!r}, " if self.title else ""
        return (f"System({title}{_counted(self.node_count, 'node')}, {_counted(self.spring_count, 'spring')}, "
                f"{self.dimension}D)")

    # ---- copies: a System does not change ----

    def __copy__(self) -> System:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> System:
        return self

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return System.from_text, (self.text(),)


def _counted(count: int, item: str) -> str:
    """1 node, 2 nodes"""
    return f"{count} {item}{'' if count == 1 else 's'}"


def _csr(parts: tuple[Floats, Ints, Ints, tuple[int, int]]) -> scipy.sparse.csr_matrix:
    import scipy.sparse

    value, columns, row_start, shape = parts
    return scipy.sparse.csr_matrix((value, columns, row_start), shape=shape, copy=True)
