"""Files: scenes, files of other programs."""

from __future__ import annotations

import os
import pathlib
import warnings
from typing import TYPE_CHECKING, Mapping, NamedTuple, Optional, Union

import numpy as np

from . import _core
from ._errors import FileError
from ._system import System

if TYPE_CHECKING:
    from ._recording import Recording
    from ._rest import Equilibrium


class FileFormat(NamedTuple):
    """A kind of file."""

    name: str
    endings: list[str]
    title: str
    reads: bool
    writes: bool


def formats() -> list[FileFormat]:
    """All kinds of files that `load` reads and `save` writes."""
    return [FileFormat(**one) for one in _core.formats()]


def load(path: str | os.PathLike[str], *, set: Optional[Mapping[str, float | str]] = None,
         data: str | os.PathLike[str] = "", format: str = "", dimension: int = 0, keep_unused: bool = False,
         merge: Optional[float] = None) -> System:
    """Reads a scene (.json) or a file of another program, by its ending. `set` gives other values to parameters of
    the scene, `data` is one more folder for the files that it names. `format`, `dimension`, `keep_unused` and `merge`
    are for files of other programs; what was not taken from one is reported as a warning."""
    name = os.fspath(path)
    if format not in ("", "scene") or not (format == "scene" or name.lower().endswith(".json")):
        net, remarks = _core.import_file(name, format, dimension, keep_unused, merge)
        for remark in remarks:
            warnings.warn(f"{name}: {remark}", stacklevel=2)
        return System._of(net)
    try:
        text = pathlib.Path(name).read_bytes()
    except OSError as error:
        reason = f"cannot be read: {error.strerror}"
        raise FileError(f"{name}: {reason}", [(name, 0, 0, "", "", reason)]) from None
    folder = os.path.dirname(name) or "."
    values = dict(set or {})
    settings = [(key, repr(float(value)) if isinstance(value, (int, float, np.number)) else str(value))
                for key, value in values.items()]
    parsed = _core.parse(text, name, folder, [os.fspath(data)] if os.fspath(data) else [], settings, [])
    result = System._of(parsed, (text, name, folder))
    result.__dict__["_set"] = values
    return result


def save(what: Union[System, Equilibrium, Recording], path: str | os.PathLike[str]) -> list[str]:
    """Writes a net, a rest state or a recording in the format of the file's ending. A scene (.json) of a rest state
    starts there. Returns what the format could not express, as sentences."""
    from ._recording import Recording
    from ._rest import Equilibrium

    name = os.fspath(path)
    scene = name.lower().endswith(".json")
    if isinstance(what, Equilibrium):
        if scene:
            _core.save_scene(what.as_start(), name)
            return []
        if name.lower().endswith(".npz"):
            _write(name, _core.arrays_npz(what.system, what))
            return []
        return _core.export_file(what.system, name, np.zeros(1), what.position[None], None, what.tension[None])
    if isinstance(what, Recording):
        return _core.export_file(what.system, name, what.time, what.position, what.velocity, what.tension)
    if not isinstance(what, _core.System):
        raise TypeError(f"what is of the type {type(what).__name__}; give a System, an Equilibrium or a Recording")
    if scene:
        _core.save_scene(what, name)
        return []
    return _core.export_file(what, name, np.zeros(1), what.start[None], None, None)


def _write(name: str, content: bytes) -> None:
    try:
        pathlib.Path(name).write_bytes(content)
    except OSError as error:
        raise FileError(f"{name}: cannot be written: {error.strerror}") from None
