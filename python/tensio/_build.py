"""Sections of a scene from the arguments of System."""

from __future__ import annotations

from typing import Any, Mapping, Optional, Sequence

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import column, floats, ids
from ._scene_text import SceneText

_SPRING_COLUMNS = ("stiffness", "axial_stiffness", "rest_length", "pretension", "damping", "damping_time",
                   "mass_per_length")
# Where nodes come from generated parts, the reader of scenes knows how many there are.
_ANY_NODE = 2**31 - 1


def node_section_of(writing: SceneText, nodes: Optional[Mapping[str, Any]], columns: Mapping[str, Any],
                    dimension: Optional[int]) -> tuple[dict[str, Any], Optional[int], int]:
    """The section `nodes`, the number of nodes where it is known, and the dimension."""
    result = dict(writing.value("nodes", nodes or {}))
    position, fixed = columns["position"], columns["fixed"]
    given = {name: columns[name] for name in ("start", "velocity", "mass") if columns[name] is not None}
    if position is None:
        if given:
            raise TypeError("start, velocity and mass need position")
        if fixed is not None:
            result["fixed"] = writing.value("fixed", fixed_of(fixed, None, dimension))
        return result, None, 3 if dimension is None else dimension
    rows = floats("position", position, (None,), (None, 1), (None, 2), (None, 3),
                  why=": a row of coordinates for each node")
    count, axes = rows.shape[0], 1 if rows.ndim == 1 else rows.shape[1]
    if dimension is not None and dimension != axes:
        raise ValueError(f"dimension is {dimension}, but position has the shape {rows.shape}")
    result["position"] = writing.array("position", rows.reshape(count, axes)) if count else []
    for name, value in given.items():
        shaped = column(name, value, count, "nodes") if name == "mass" else floats(name, value, (count, axes))
        result[name] = writing.array(name, shaped)
    if fixed is not None:
        result["fixed"] = writing.value("fixed", fixed_of(fixed, count, axes))
    return result, count, axes


def spring_sets_of(writing: SceneText, ends: Optional[ArrayLike], columns: Mapping[str, Any],
                   springs: Sequence[Mapping[str, Any]], count: Optional[int]) -> list[dict[str, Any]]:
    """The section `springs`: first the set that is given by keywords of System."""
    sets = [_spring_set(writing, i, one, count) for i, one in enumerate(springs)]
    given = {name: value for name, value in columns.items() if value is not None}
    if ends is not None:
        sets.insert(0, _spring_set(writing, None, {"ends": ends, **given}, count))
    elif given:
        raise TypeError(f"{next(iter(given))} needs ends: the two nodes of each spring")
    return sets


def loads_of(writing: SceneText, load: Optional[ArrayLike], loads: Sequence[Mapping[str, Any]], count: Optional[int],
             axes: int) -> list[Any]:
    """The section `loads`: those of the scene's form, and the force on each node."""
    result = [writing.value(f"loads[{i}]", one) for i, one in enumerate(loads)]
    if load is None:
        return result
    if count is None:
        raise TypeError("load needs position; use loads for nodes of generated parts")
    force = floats("load", load, (count, axes), why=": a force for each node")
    loaded = np.flatnonzero(force.any(axis=1))
    if loaded.size:
        result.append({"nodes": writing.array("load", loaded), "force": writing.array("load", force[loaded])})
    return result


def fixed_of(fixed: Any, count: Optional[int], dimension: Optional[int]) -> Any:
    """Supports, from ids, masks, or what scene files have; with arrays in it."""
    if isinstance(fixed, (str, Mapping)):
        return fixed
    if isinstance(fixed, (list, tuple)) and any(isinstance(item, (str, Mapping)) for item in fixed):
        return fixed
    array = np.asarray(fixed)
    if array.dtype.kind != "b" or array.ndim != 2:
        return ids("fixed", fixed, _ANY_NODE if count is None else count, "nodes")
    if count is None or array.shape != (count, dimension):
        raise ValueError(f"fixed has truth values in the shape {array.shape}; it must have the shape "
                         f"({count}, {dimension}): one for each axis of each node")
    items = []
    for mask in np.unique(array, axis=0):
        if mask.any():
            axes = "".join(letter for letter, on in zip("xyz", mask) if on)
            items.append({"nodes": np.flatnonzero((array == mask).all(axis=1)), "axes": axes})
    return items


def _spring_set(writing: SceneText, number: Optional[int], given: Mapping[str, Any],
                count: Optional[int]) -> dict[str, Any]:
    """A set of springs; `number` is None for the one that is given by keywords of System."""
    where = "" if number is None else f"springs[{number}]."
    result: dict[str, Any] = {}
    if "ends" not in given:
        raise TypeError(f"{where}ends is missing: the two nodes of each spring")
    if isinstance(given["ends"], str):
        return dict(writing.value(where[:-1], given))
    limit = _ANY_NODE if count is None else count
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
