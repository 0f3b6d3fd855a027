"""Nets of nodes and springs."""

from __future__ import annotations

import copy
import json
import os
from functools import cached_property
from typing import TYPE_CHECKING, Any, Mapping, NamedTuple, Optional, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._arrays import Floats, Ints, column, floats, ids, locked, positive
from ._errors import Error, without_places
from ._scene_text import SceneText

if TYPE_CHECKING:
    import networkx
    import scipy.sparse

    from ._motion import Recording
    from ._rest import Equilibrium
    from ._show import Page

_NODE_COLUMNS = ("mass",)
_SPRING_COLUMNS = ("stiffness", "axial_stiffness", "rest_length", "pretension", "damping", "damping_time",
                   "mass_per_length")
_REPLACED = ("position", "start", "velocity", "mass", "stiffness", "axial_stiffness", "rest_length", "pretension")


class Warning_(NamedTuple):
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
        scene: dict[str, Any] = {"tensio": 1}
        node_section = dict(writing.value("nodes", nodes or {}))
        count: Optional[int] = None
        if position is not None:
            rows = floats("position", position, (None,), (None, 1), (None, 2), (None, 3),
                          why=": a row of coordinates for each node")
            given = 1 if rows.ndim == 1 else rows.shape[1]
            if dimension is not None and dimension != given:
                raise ValueError(f"dimension is {dimension}, but position has the shape {rows.shape}")
            dimension, count = given, rows.shape[0]
            rows = rows.reshape(count, given)
            node_section["position"] = writing.array("position", rows) if count else []
            for name, value in (("start", start), ("velocity", velocity)):
                if value is not None:
                    node_section[name] = writing.array(name, floats(name, value, (count, given)))
            if mass is not None:
                node_section["mass"] = writing.array("mass", column("mass", mass, count, "nodes"))
        elif start is not None or velocity is not None or mass is not None:
            raise TypeError("start, velocity and mass need position")
        if fixed is not None:
            node_section["fixed"] = _fixed(writing, fixed, count, dimension)
        scene["dimension"] = 3 if dimension is None else dimension
        if node_section:
            scene["nodes"] = node_section

        sets = [_spring_set(writing, i, one, count) for i, one in enumerate(springs)]
        flat = {"stiffness": stiffness, "axial_stiffness": axial_stiffness, "rest_length": rest_length,
                "pretension": pretension, "damping": damping, "damping_time": damping_time,
                "mass_per_length": mass_per_length, "law": law, "material": material}
        if ends is not None:
            one = {"ends": ends, **{key: value for key, value in flat.items() if value is not None}}
            sets.insert(0, _spring_set(writing, None, one, count))
        elif any(value is not None for value in flat.values()):
            name = next(key for key, value in flat.items() if value is not None)
            raise TypeError(f"{name} needs ends: the two nodes of each spring")
        if sets:
            scene["springs"] = sets
        all_loads = [writing.value(f"loads[{i}]", one) for i, one in enumerate(loads)]
        if load is not None:
            if count is None:
                raise TypeError("load needs position; use loads for nodes of generated parts")
            force = floats("load", load, (count, scene["dimension"]), why=": a force for each node")
            loaded = np.flatnonzero(force.any(axis=1))
            if loaded.size:
                all_loads.append({"nodes": writing.array("load", loaded), "force": writing.array("load", force[loaded])})
        if all_loads:
            scene["loads"] = all_loads
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
    def _of(cls, parsed: _core.System, source: Optional[tuple[str, str, str]] = None) -> System:
        net = cls.__new__(cls)
        _core.System.__init__(net, parsed)
        # The text, name and folder that it was read from, for with_parameters().
        net.__dict__["_source"] = source
        return net

    @classmethod
    def from_text(cls, text: str, name: str = "scene", folder: str | os.PathLike[str] = "") -> System:
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
            writing = SceneText()
            scene.setdefault("nodes", {})["fixed"] = _fixed(writing, values.pop("fixed"), self.node_count, self.dimension)
            if writing.files:
                raise ValueError("fixed has too many entries for replace(); build the System with it")
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
        return self._of(self._with_part(part, positive("scale", scale), np.atleast_1d(rotate).tolist() if np.size(rotate) else [],
                                       np.atleast_1d(at).tolist() if np.size(at) else [],
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

    def check(self) -> list[Warning_]:
        """What may surprise the author, as `tensio check` reports it."""
        return [Warning_(**warning) for warning in self._warnings()]

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
        import networkx

        graph = networkx.MultiGraph(dimension=self.dimension, title=self.title, gravity=self.gravity.tolist())
        for node in range(self.node_count):
            graph.add_node(node, position=self.position[node].tolist(), mass=float(self.mass[node]),
                           fixed=self.fixed[node].tolist(), load=self.load[node].tolist())
        for spring, (a, b) in enumerate(self.ends.tolist()):
            graph.add_edge(a, b, key=spring, stiffness=float(self.stiffness[spring]),
                           rest_length=float(self.rest_length[spring]), law=self.law[spring])
        return graph

    @classmethod
    def from_networkx(cls, graph: networkx.Graph, **sections: Any) -> System:
        """A net of a graph whose nodes have a `position`, and optionally `mass`, `fixed` and `load`, and whose edges
        have a `stiffness`, and optionally `rest_length` and `law`. Ids follow the order of the graph's nodes."""
        place = {node: i for i, node in enumerate(graph.nodes)}
        rows = [data.get("position", data.get("pos")) for _, data in graph.nodes(data=True)]
        if any(row is None for row in rows):
            node = next(node for node, row in zip(graph.nodes, rows) if row is None)
            raise ValueError(f"node {node!r} of the graph has no position")
        position = floats("position", rows, (None, 2), (None, 3))
        edges = sorted(graph.edges(data=True, keys=True), key=lambda edge: int(edge[2])) if graph.is_multigraph() else \
            [(a, b, 0, data) for a, b, data in graph.edges(data=True)]
        values: dict[str, Any] = {
            "mass": [data.get("mass", 0) for _, data in graph.nodes(data=True)],
            "fixed": np.array([np.broadcast_to(data.get("fixed", False), position.shape[1:])
                               for _, data in graph.nodes(data=True)], dtype=bool),
            "load": [data.get("load", [0.0] * position.shape[1]) for _, data in graph.nodes(data=True)],
        }
        sets: dict[str, list[Any]] = {}
        for edge in edges:
            sets.setdefault(edge[3].get("law", "linear"), []).append(edge)
        springs = []
        for law, members in sets.items():
            one: dict[str, Any] = {"law": law, "ends": np.array([[place[a], place[b]] for a, b, _, _ in members])}
            for key in ("stiffness", "rest_length"):
                if any(key in data for _, _, _, data in members):
                    one[key] = np.array([data[key] for _, _, _, data in members], dtype=float)
            springs.append(one)
        if "gravity" in graph.graph:
            sections.setdefault("gravity", graph.graph["gravity"])
        return cls(position=position, springs=springs, **values, **sections)

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
        return _core.draw_svg(self, None, "iso", "set" if self.spring_groups else "none", "none", None, False)

    def __repr__(self) -> str:
        title = f"{self.title!r}, " if self.title else ""
        return f"System({title}{_counted(self.node_count, 'node')}, {_counted(self.spring_count, 'spring')}, {self.dimension}D)"

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


def _fixed(writing: SceneText, fixed: Any, count: Optional[int], dimension: Optional[int]) -> Any:
    """Supports: ids, masks, or what scene files have."""
    if isinstance(fixed, (str, Mapping)):
        return writing.value("fixed", fixed)
    if isinstance(fixed, (list, tuple)) and any(isinstance(item, (str, Mapping)) for item in fixed):
        return writing.value("fixed", fixed)
    array = np.asarray(fixed)
    if array.dtype.kind == "b" and array.ndim == 2:
        if count is None or array.shape != (count, dimension):
            raise ValueError(f"fixed has truth values in the shape {array.shape}; it must have the shape "
                             f"({count}, {dimension}): one for each axis of each node")
        items = []
        for mask in np.unique(array, axis=0):
            if mask.any():
                chosen = np.flatnonzero((array == mask).all(axis=1))
                axes = "".join(letter for letter, on in zip("xyz", mask) if on)
                items.append({"nodes": writing.array("fixed", chosen), "axes": axes})
        return items
    return writing.array("fixed", ids("fixed", fixed, 2**31 - 1 if count is None else count, "nodes"))


def _spring_set(writing: SceneText, number: Optional[int], given: Mapping[str, Any], count: Optional[int]) -> dict[str, Any]:
    """A set of springs; `number` is None for the one that is given by keywords of System."""
    where = "" if number is None else f"springs[{number}]."
    result: dict[str, Any] = {}
    if "ends" not in given:
        raise TypeError(f"{where}ends is missing: the two nodes of each spring")
    if isinstance(given["ends"], str):
        return dict(writing.value(where[:-1], given))
    limit = 2**31 - 1 if count is None else count
    pairs = np.asarray(given["ends"])
    pairs = ids(f"{where}ends", pairs if pairs.size else np.zeros((0, 2), int), limit, "nodes", (None, 2))
    result["ends"] = writing.array(f"{where}ends", pairs) if len(pairs) else []
    for key, value in given.items():
        name = where + key
        if key == "ends":
            continue
        if key == "law" and not isinstance(value, str):
            law = value.scene_value() if hasattr(value, "scene_value") else None
            if law is None:
                raise TypeError(f"{name} is of the type {type(value).__name__}; give the name of a law, or what "
                                "tension_law() returns")
            for part, content in law.items():
                result.setdefault(part, writing.value(name, content))
        elif key in _SPRING_COLUMNS and not isinstance(value, str):
            if isinstance(value, (list, tuple)) and any(isinstance(item, str) for item in value):
                result[key] = writing.value(name, value)
            else:
                result[key] = writing.array(name, column(name, value, len(pairs), "springs"))
        else:
            result[{"breaks": "break", "yields": "yield"}.get(key, key)] = writing.value(name, value)
    return result


def _csr(parts: tuple[Floats, Ints, Ints, tuple[int, int]]) -> scipy.sparse.csr_matrix:
    import scipy.sparse

    value, columns, row_start, shape = parts
    return scipy.sparse.csr_matrix((value, columns, row_start), shape=shape, copy=True)
