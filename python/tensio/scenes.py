"""Ready-made parts: `scenes.cloth(columns=20)` and the like, one function for each kind of docs/generators.md."""

from __future__ import annotations

import json
from typing import Any, Callable

from . import _core
from ._errors import Error
from ._scene_text import SceneText
from ._system import System

_KINDS: dict[str, dict[str, Any]] = {kind["name"]: kind for kind in _core.generators()}

__all__ = ["kinds", "starter", *_KINDS]


def kinds() -> list[str]:
    """The names of all kinds of parts."""
    return list(_KINDS)


def starter(kind: str, dimension: int = 0, **options: Any) -> System:
    """A scene with one part, ready to be solved and run, as `tensio new KIND` writes it. A dimension of 0 is the one
    that suits the options."""
    if kind not in _KINDS:
        raise Error(f"kind is {kind!r}; it must be one of {', '.join(_KINDS)}")
    writing = SceneText()
    given = [(name, json.dumps(writing.value(name, value))) for name, value in options.items()]
    return System.from_text(_core.starter_scene(kind, dimension, given), f"a new {kind}")


def _function(kind: dict[str, Any]) -> Callable[..., System]:
    name = kind["name"]

    def part(*, dimension: int = 3, **options: Any) -> System:
        placed: dict[str, Any] = {"kind": name, **options}
        return System(dimension=dimension, generate=[placed])

    part.__name__ = part.__qualname__ = name
    lines = [kind["summary"], "", "Options:"]
    for option in kind["options"]:
        unit = f" [{option['unit']}]" if option["unit"] else ""
        words = f" ({', '.join(option['words'])})" if option["words"] else ""
        default = f"; default {option['default']}" if option["default"] else ""
        lines.append(f"  {option['name']}: {option['type']}{unit}{words}: {option['help']}{default}")
    if kind["groups"]:
        lines.append("Groups of nodes: " + ", ".join(kind["groups"]) + ".")
    if kind["springs"]:
        lines.append("Sets of springs: " + ", ".join(kind["springs"]) + ".")
    part.__doc__ = "\n".join(lines)
    return part


for _kind in _KINDS.values():
    globals()[_kind["name"]] = _function(_kind)


def __getattr__(name: str) -> Callable[..., System]:
    raise AttributeError(f"there is no kind `{name}` of parts; there are {', '.join(_KINDS)}")
