"""Scenes from Python values: JSON text, and large arrays as files in memory."""

from __future__ import annotations

import json
from typing import Any, Mapping

import numpy as np

from ._arrays import check_finite, npy_bytes, numeric

# Smaller arrays are written out as numbers.
_INLINE = 64


class SceneText:
    """Collects a scene: `text()` is JSON, `files` are the arrays that it names."""

    def __init__(self) -> None:
        self.files: list[tuple[str, bytes]] = []

    def array(self, name: str, array: Any) -> Any:
        """Numbers as a list, or as the name of a file in memory."""
        array = numeric(name, array)
        check_finite(name, array)
        if array.size <= _INLINE or array.ndim not in (1, 2):
            return array.tolist()
        file = f"memory/{len(self.files)}.npy"
        self.files.append((file, npy_bytes(array)))
        return file

    def value(self, name: str, value: Any) -> Any:
        """Any part of a scene, with arrays and numbers of NumPy in it."""
        if isinstance(value, Mapping):
            return {str(key): self.value(f"{name}.{key}", item) for key, item in value.items()}
        if isinstance(value, np.ndarray):
            return self.array(name, value)
        if isinstance(value, (list, tuple)):
            return [self.value(f"{name}[{i}]", item) for i, item in enumerate(value)]
        if isinstance(value, range):
            return list(value)
        if isinstance(value, np.generic):
            return self.value(name, value.item())
        if isinstance(value, float) and not np.isfinite(value):
            raise ValueError(f"{name} is {value}; it must be finite")
        if hasattr(value, "scene_value"):
            return self.value(name, value.scene_value())
        if value is None or isinstance(value, (bool, int, float, str)):
            return value
        raise TypeError(f"{name} is of the type {type(value).__name__}, which scenes do not have; give numbers, "
                        "strings, lists, dicts or arrays")

    def text(self, scene: Mapping[str, Any]) -> str:
        """The scene as JSON."""
        return json.dumps({key: value for key, value in scene.items() if value is not None})
